"""Rules that come as a text, from a page or another program: read as a file is, and no file is opened."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine import Origin, RulesError, load_rules
from engine.rules.profiles import extended_by, parse_rules


def test_a_text_is_read_as_a_file_would_be_and_opens_none(tmp_path: Path) -> None:
    text = 'title = "Los jueves"\nextends = "torneo"\nmax_wilds = 1\n'
    rules = parse_rules(text, "Los jueves")
    assert (rules.name, rules.max_wilds, rules.time_limit_min) == ("Los jueves", 1, 90)
    assert dict(rules.origins)["max_wilds"] == Origin("house", "Los jueves")
    assert (extended_by(text, ""), extended_by("max_wilds = 1", "")) == ("torneo", None)
    whole = "\n".join(f"{line.key} = {_as_toml(line.value)}" for line in load_rules("rummy").lines("es"))
    assert replace(parse_rules(whole, "rummy"), origins=()) == load_rules("rummy")
    for says, refused in (
        ("names one of", f'extends = "{tmp_path / "casa.toml"}"'),
        ("names one of clasico", 'extends = "/etc/passwd"'),
        ("names one of clasico", 'extends = "casa.toml"'),
        (r"^Los jueves, line 3: «ace_both_ends»: it needs", 'extends = "clasico"\n\nace_low = false'),
        ("«game» is not set", "max_wilds = 1"),
        ("too large", "#" * 1_000_001),
    ):
        with pytest.raises(RulesError, match=says):
            parse_rules(refused, "Los jueves")


def _as_toml(value: object) -> str:
    """A value as a profile writes it."""
    match value:
        case None:
            return '"none"'
        case str():
            return f'"{value}"'
        case bool():
            return str(value).lower()
        case tuple() if value and isinstance(value[0], tuple):
            return f"{{ {', '.join(f'{one} = {_as_toml(two)}' for one, two in value)} }}"
        case tuple():
            return f"[{', '.join(map(_as_toml, value))}]"
        case _:
            return str(value)
