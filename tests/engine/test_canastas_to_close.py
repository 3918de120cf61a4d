"""How many canastas closing needs, and whether it needs any: rules that say both agree."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine import RulesError, load_rules
from engine.rules.profiles import overridden

COUNTED = [
    # a profile, the overrides, what the file of the house says, and whether its canastas to close are refused
    ("rummy", ["canastas_to_close=1"], "", True),
    ("clasico", ["close_needs_canasta=false", "canastas_to_close=2"], "", True),
    ("clasico", ["canastas_to_close=2", "close_needs_canasta=false"], "", True),
    ("rummy", [], "canastas_to_close = 1", True),
    ("clasico", ["target=2005"], "close_needs_canasta = false\ncanastas_to_close = 2", True),
    ("clasico", ["close_needs_canasta=false"], "canastas_to_close = 2", False),
    ("clasico", ["close_needs_canasta=false", "canastas_to_close=0"], "", False),
    ("clasico", [], "close_needs_canasta = false", False),
    ("rummy", ["close_needs_canasta=true", "canastas_to_close=1", "canasta_len=7"], "", False),
]


@pytest.mark.parametrize(("profile", "overrides", "text", "refused"), COUNTED)
def test_canastas_to_close_are_counted_where_closing_needs_one(
    tmp_path: Path, profile: str, overrides: list[str], text: str, *, refused: bool
) -> None:
    file = str(tmp_path / "casa.toml")
    Path(file).write_text(f'extends = "{profile}"\n{text}\n', encoding="utf-8")
    if refused:
        with pytest.raises(RulesError, match="needs no canasta") as caught:
            load_rules(file, overrides)
        assert "«canastas_to_close»" in caught.value.sentence("es")
        return
    rules = load_rules(file, overrides)
    told = {line.key: line.value for line in rules.lines("es")}
    assert told["canastas_to_close"] == (rules.canastas_to_close if rules.close_needs_canasta else 0)
    assert overridden(rules, ()) == rules, "what was agreed on before stays as it was"
