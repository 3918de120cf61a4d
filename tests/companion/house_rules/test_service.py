"""The rule sets of a house as the pages work with them; files that leave the house and come into it."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from companion.house_rules.import_export import LARGEST_KB
from companion.house_rules.service import RuleSetService
from companion.match_commands import Sender
from companion.matches.service import MatchService
from companion.refusal import RulesRefused
from companion.server.adapters import profile_views
from companion.view_models.house_rules import RuleSetRequest
from engine import PROFILES, load_rules
from engine.rules.profiles import parse_rules
from engine.rules.rule_values import rule_types
from tests.companion.matches.visit import opened

_numbers = count()


def somebody() -> Sender:
    """Who asks, under a new key."""
    return Sender(author="Ana", key=f"r{next(_numbers)}")


@pytest.fixture
def service(tmp_path: Path) -> Iterator[MatchService]:
    found = opened(tmp_path)
    yield found
    found.journal.close()


@pytest.fixture
def room(service: MatchService) -> RuleSetService:
    return RuleSetService(service.rule_sets, profile_views)


def written(room: RuleSetService, extends: str, **changes: str) -> dict[str, list[str]]:
    """What stands in the form of a profile, with ``changes``."""
    form = room.form(RuleSetRequest(extends=extends), "es")
    inputs = [field for section in form.sections for control in section.controls for field in control.inputs]
    found: dict[str, list[str]] = {}
    for field in inputs:
        if field.kind != "check" or field.is_checked:
            found.setdefault(field.name, []).append(field.value)
    return found | {name: [said] for name, said in changes.items()}


def test_a_set_is_made_changed_called_otherwise_and_undone(room: RuleSetService) -> None:
    fields = written(room, "torneo", max_wilds="3")
    assert room.keep(RuleSetRequest(extends="torneo", title="Los jueves", written=fields), somebody()) == "los-jueves"
    form = room.form(RuleSetRequest(name="los-jueves"), "en")
    assert (form.title, form.extends, form.changed, form.faulty) == ("Los jueves", "torneo", 1, ())
    again = RuleSetRequest(name="los-jueves", title="Los viernes", written=fields | {"target": ["2000"]},
                       revision=form.revision)  # fmt: skip
    assert room.keep(again, somebody()) == "los-viernes"
    shown = room.find("los-viernes", "es")
    assert shown
    assert [version.changes for version in shown.versions] == [
        ("Se llama «Los viernes».", "Se juega a 2000 puntos."),
        ("Un juego admite hasta 3 comodines.",),
    ]
    assert room.restore(shown.key, shown.versions[1].number, somebody()) == "los-jueves"
    assert room.form(RuleSetRequest(name="los-jueves"), "es").changed == 1


def test_what_somebody_else_changed_meanwhile_is_not_lost(room: RuleSetService) -> None:
    fields = written(room, "torneo", max_wilds="3")
    room.keep(RuleSetRequest(extends="torneo", title="Los jueves", written=fields), somebody())
    seen = room.form(RuleSetRequest(name="los-jueves"), "es").revision
    mine = RuleSetRequest(name="los-jueves", title="Los jueves", written=fields | {"target": ["2000"]}, revision=seen)
    assert room.keep(mine, somebody()) == "los-jueves"
    with pytest.raises(RulesRefused, match="Mientras tanto"):
        room.keep(mine, somebody())
    fresh = room.form(mine, "es")
    assert fresh.revision > seen
    room.keep(RuleSetRequest(name="los-jueves", title="Los jueves", written=mine.written, revision=fresh.revision),
              somebody())  # fmt: skip
    shown = room.find("los-jueves", "es")
    assert shown
    assert len(shown.versions) == 2, "saying the same again is no version"


def test_what_cannot_be_kept_is_refused(room: RuleSetService) -> None:
    fields = written(room, "torneo")
    for asked in (
        RuleSetRequest(extends="torneo", title="", written=fields),
        RuleSetRequest(extends="torneo", title="Uno", written=fields | {"max_wilds": ["x"]}),
        RuleSetRequest(extends="casino", title="Uno", written=fields),
        RuleSetRequest(name="nobody", title="Uno", written=fields),
    ):
        with pytest.raises(RulesRefused):
            room.keep(asked, somebody())
    assert room.listed("es") == ()


def test_what_is_kept_is_offered_until_it_is_put_away(room: RuleSetService) -> None:
    room.keep(RuleSetRequest(extends="rummy", title="Los jueves"), somebody())
    (view,) = room.offered()
    assert (view.name, view.title("en"), view.players) == ("los-jueves", "Los jueves", load_rules("rummy").players)
    assert room.offered() is room.offered()
    room.remove("los-jueves", somebody())
    assert room.offered() == ()
    (gone,) = room.listed("es", removed=True)
    room.restore(gone.key, gone.number, somebody())
    assert [rule_set.name for rule_set in room.offered()] == ["los-jueves"]


@pytest.mark.parametrize("extends", PROFILES)
@pytest.mark.parametrize("other", PROFILES)
def test_a_file_that_leaves_comes_in_again(room: RuleSetService, extends: str, other: str) -> None:
    fields = written(room, other)
    room.keep(RuleSetRequest(extends=extends, title='El «club» "uno"', written=fields), somebody())
    file = room.write("el-club-uno", "es")
    assert file.name == "el-club-uno.toml"
    rules = parse_rules(file.text, file.name)
    assert {key: getattr(rules, key) for key in rule_types()} == {
        key: getattr(load_rules(other), key) for key in rule_types()
    }
    assert f'extends = "{extends}"' in file.text
    name = room.take_in(file.text.encode(), file.name, somebody())
    assert name == "el-club-uno-2"
    assert room.write(name, "es").text.splitlines()[4:] == file.text.splitlines()[4:]


def test_a_file_says_its_rules_in_sentences(room: RuleSetService) -> None:
    room.take_in(b'extends = "torneo"\nmax_wilds = 3\n', "los_jueves.toml", somebody())
    lines = room.write("los-jueves", "es").text.splitlines()
    assert lines[-2:] == ["# Un juego admite hasta 3 comodines.", "max_wilds = 3"]
    assert "# A meld takes at most 3 wilds." in room.write("los-jueves", "en").text.splitlines()


def test_what_somebody_wrote_of_piles_is_no_line_of_a_file(room: RuleSetService) -> None:
    piles = b'extends = "torneo"\nstock_piles = { 2 = "6x10\\nmax_wilds = 9\\u007f" }\n'
    room.take_in(piles, "casa.toml", somebody())
    text = room.write("casa", "es").text
    assert parse_rules(text, "casa").max_wilds == load_rules("torneo").max_wilds
    assert parse_rules(text, "casa").stock_piles == ((2, "6x10\nmax_wilds = 9\x7f"),)


BAD_FILES = [
    # what a file holds, and a phrase of what is said
    (b"", "Elegí primero"),
    (b"\xff\xfe\x00", "no es un texto"),
    (b"#" * (LARGEST_KB * 1024 + 1), "demasiado grande"),
    (b"extends = [", "TOML"),
    (b'extends = "/etc/passwd"\n', "extends"),
    (b'extends = "torneo"\nmax_wild = 3\n', "max_wilds"),
    (b'extends = "torneo"\nmax_wilds = "x"\n', "max_wilds"),
    (b'extends = "torneo"\nace_high = false\n', "ace"),
]


@pytest.mark.parametrize(("contents", "phrase"), BAD_FILES)
def test_a_file_that_is_none_is_refused_in_one_sentence(room: RuleSetService, contents: bytes, phrase: str) -> None:
    with pytest.raises(RulesRefused, match=phrase) as refused:
        room.take_in(contents, "casa.toml", somebody())
    assert len(refused.value.sentence("es").splitlines()) == 1
    assert room.listed("es") == ()
