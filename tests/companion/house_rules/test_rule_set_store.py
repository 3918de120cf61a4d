"""The rule sets of a house: kept, changed, called otherwise, put away and brought back; and used by their names."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from companion import bootstrap, match_commands
from companion.eventstore import RULE_SETS, Draft, EventMetadata, Journal, find_data_folder
from companion.eventstore.backup import back_up, restore
from companion.house_rules.naming import name_of, title_of
from companion.house_rules.rule_set_store import MOST_SETS, RuleSets
from companion.house_rules.rules_by_name import RulesByName
from companion.house_rules.rules_codec import read_rules, rules_as_json
from companion.match_commands import Sender
from companion.matches.service import MatchService
from companion.refusal import RulesRefused, TableRefused
from companion.server import adapters as reception
from engine import PROFILES, RulesError, load_rules
from tests.companion.conftest import Outcome
from tests.companion.matches.visit import Visit, opened

Burako = Callable[..., Outcome]
CHANGES: dict[str, Any] = {"max_wilds": 2, "target": 2005}
_numbers = count()


def somebody(author: str = "Ana") -> Sender:
    """Who asks, under a new key."""
    return Sender(author=author, key=f"k{next(_numbers)}")


@pytest.fixture
def service(tmp_path: Path) -> Iterator[MatchService]:
    found = opened(tmp_path)
    yield found
    found.journal.close()


@pytest.fixture
def sets(service: MatchService) -> RuleSets:
    return service.rule_sets


@pytest.mark.parametrize(
    ("typed", "title", "name"),
    [
        ("Los jueves", "Los jueves", "los-jueves"),
        ("  Club  San Martín (fechado) ", "Club San Martín (fechado)", "club-san-martin-fechado"),
        ("../../etc/passwd", "etc passwd", "etc-passwd"),
        ("Casa 2.0\n", "Casa 2 0", "casa-2-0"),
        ("ÑANDÚ", "ÑANDÚ", "nandu"),
        ("¡!", "¡!", ""),
    ],
)
def test_a_title_gives_a_name_for_commands_and_addresses(typed: str, title: str, name: str) -> None:
    assert (title_of(typed), name_of(title)) == (title, name)


def test_a_set_is_kept_changed_and_called_otherwise(sets: RuleSets) -> None:
    made = sets.make("Los jueves", "torneo", CHANGES, somebody())
    rules = made.newest.rules()
    assert (rules.name, rules.max_wilds, rules.target, rules.time_limit_min) == ("Los jueves", 2, 2005, 90)
    assert dict(rules.origins)["target"].source == "Los jueves"
    assert dict(rules.origins)["time_limit_min"].source == "001:93"
    changed = sets.change(made, "Los viernes", {"max_wilds": 3}, somebody("Beto"))
    assert [(version.title, version.author, dict(version.changes)) for version in changed.versions] == [
        ("Los jueves", "Ana", CHANGES),
        ("Los viernes", "Beto", {"max_wilds": 3}),
    ]
    assert sets.find("los-jueves") == sets.find("LOS  VIERNES") == changed
    assert sets.find("los-sabados") is None
    back = sets.restore(made.key, made.newest.number, somebody())
    assert (back.newest.title, back.newest.changes) == ("Los jueves", CHANGES)


def test_a_set_is_put_away_and_brought_back(sets: RuleSets) -> None:
    made = sets.make("Los jueves", "clasico", CHANGES, somebody())
    sets.remove(made, somebody())
    assert (sets.kept(), sets.find("los-jueves"), sets.laws()) == ((), None, {})
    assert [rule_set.removed_s is not None for rule_set in sets.all()] == [True]
    other = sets.make("Los jueves", "rummy", {}, somebody())
    back = sets.restore(made.key, made.newest.number, somebody())
    assert [rule_set.newest.title for rule_set in sets.kept()] == ["Los jueves", "Los jueves 2"]
    assert (back.newest.extends, other.newest.extends) == ("clasico", "rummy")


@pytest.mark.parametrize("title", ["", "  ", "¡!", "clasico", "Clásico", "house", "judge", "Los  JUEVES"])
def test_a_name_that_is_none_or_another_s_is_refused(sets: RuleSets, title: str) -> None:
    sets.make("Los jueves", "clasico", {}, somebody())
    with pytest.raises(RulesRefused) as refused:
        sets.make(title, "clasico", {}, somebody())
    assert refused.value.status in (409, 422)
    assert len(sets.all()) == 1


def test_a_title_is_kept_whole_or_refused_with_its_limit(sets: RuleSets) -> None:
    whole = "Los jueves " * 9 + "W"
    assert sets.make(whole, "clasico", {}, somebody()).newest.title == whole
    with pytest.raises(RulesRefused, match="más de 100 letras"):
        sets.make(whole + "W", "clasico", {}, somebody())
    assert (len(sets.free_title(whole)), sets.free_title(whole)) == (100, whole[:98] + " 2")
    middling = "El reglamento de los viernes a la noche"
    sets.make(middling, "clasico", {}, somebody())
    assert sets.free_title(middling) == f"{middling} 2"


def test_the_same_key_is_one_set_and_there_is_an_end_to_them(sets: RuleSets) -> None:
    sender = somebody()
    assert sets.make("Uno", "clasico", {}, sender).key == sets.make("Uno", "clasico", {}, sender).key
    for number in range(MOST_SETS - 1):
        sets.make(sets.free_title("Uno"), "clasico", {}, somebody())
        assert len(sets.kept()) == number + 2
    with pytest.raises(RulesRefused, match=str(MOST_SETS)):
        sets.make("Otro", "clasico", {}, somebody())


def test_another_change_with_the_same_key_is_not_taken_for_the_first(sets: RuleSets) -> None:
    made, sender = sets.make("Uno", "clasico", {}, somebody()), somebody()
    for _ in range(2):
        sets.change(made, "Uno", {"target": 2000}, sender)
    with pytest.raises(RulesRefused, match="decía otra cosa") as refused:
        sets.change(made, "Uno", {"target": 2500}, sender)
    assert (refused.value.status, len(sets.called("uno").versions)) == (409, 2)


def test_what_is_no_set_or_no_version_is_refused(sets: RuleSets) -> None:
    made = sets.make("Uno", "clasico", {}, somebody())
    for key, number in (("nobody", made.newest.number), (made.key, 99)):
        with pytest.raises(RulesRefused) as refused:
            sets.restore(key, number, somebody())
        assert refused.value.status == 404
    with pytest.raises(RulesRefused):
        sets.called("nobody")


def test_a_change_that_this_program_does_not_know_is_left_out(service: MatchService) -> None:
    text = json.dumps({"set": "a", "title": "Vieja", "extends": "torneo",
                       "changes": {"max_wilds": 2, "no_such_rule": 1, "target": "x", "deal": {"2": 13}}})  # fmt: skip
    draft = Draft(match=RULE_SETS, kind="rulesetkept", text=text, rules="", said=EventMetadata(author="Ana", key="1"))
    service.journal.append(draft, 0)
    gone = text.replace("torneo", "no-such-profile").replace('"a"', '"b"')
    service.journal.append(Draft(match=RULE_SETS, kind="rulesetkept", text=gone, rules="",
                               said=EventMetadata(author="Ana", key="2")), 1)  # fmt: skip
    (only,) = service.rule_sets.kept()
    rules = only.newest.rules()
    assert (rules.max_wilds, rules.target, rules.deal) == (2, load_rules("torneo").target, ((2, 13),))


def test_two_servers_share_them_and_no_match_is_listed(service: MatchService, tmp_path: Path) -> None:
    other = RuleSets(Journal.open(f"sqlite:///{tmp_path / 'story.sqlite'}"))
    made = service.rule_sets.make("Los jueves", "clasico", CHANGES, somebody())
    assert other.find("los-jueves") == made
    assert (service.journal.matches(), service.journal.tournaments(), service.cards("es", 0, 9)) == ((), (), ())
    with pytest.raises(TableRefused) as refused:
        service.state(RULE_SETS)
    assert refused.value.status == 404


def test_a_backup_holds_them(tmp_path: Path) -> None:
    where, there = (
        find_data_folder(tmp_path / "here", environment={}),
        find_data_folder(tmp_path / "there", environment={}),
    )
    first = MatchService.open(where)
    first.rule_sets.make("Los jueves", "clasico", CHANGES, somebody())
    back_up(where, tmp_path / "all.zip")
    restore(tmp_path / "all.zip", there)
    assert MatchService.open(there).rule_sets.laws()["los-jueves"].max_wilds == 2


def test_a_match_is_played_by_them_as_they_were(service: MatchService) -> None:
    made = service.rule_sets.make("Los jueves", "torneo", CHANGES, somebody())
    visit = Visit(service)
    visit.agrees(("Ana", "Beto"), "los-jueves", overrides=("target=1500",))
    service.rule_sets.change(made, "Los jueves", {"max_wilds": 5, "target": 9000}, somebody())
    rules = service.state(visit.match).agreement.rules
    assert (rules.name, rules.max_wilds, rules.target) == ("Los jueves", 2, 1500)
    assert dict(rules.origins)["time_limit_min"].source == "001:93"
    for name, overrides, expected in (
        ("los-jueves", ("target=1500",), (2, 1500)),
        ("Los jueves", ("muerto_taken_bonus=50",), (2, 9000)),
        ("los-jueves", (), (2, 9000)),
        ("torneo", (), (load_rules("torneo").max_wilds, load_rules("torneo").target)),
        ("los-jueves", (), (5, 9000)),
    ):
        visit.says(match_commands.Agree(players=("Ana", "Bruno"), rules=name, overrides=overrides))
        agreed = service.state(visit.match).agreement
        assert (agreed.rules.max_wilds, agreed.rules.target) == expected, (name, overrides)
        assert agreed.players == ("Ana", "Bruno")


def test_a_match_goes_on_after_its_rules_were_put_away(service: MatchService) -> None:
    made = service.rule_sets.make("Los jueves", "clasico", CHANGES, somebody())
    visit = Visit(service)
    visit.agrees(("Ana", "Beto"), "los-jueves")
    service.rule_sets.remove(made, somebody())
    visit.says(match_commands.Agree(players=("Ana", "Bruno"), rules="los-jueves"))
    visit.says(match_commands.Agree(players=("Ana", "Bruno"), rules="los-jueves", overrides=("target=1000",)))
    assert service.state(visit.match).agreement.rules.max_wilds == 2
    with pytest.raises(TableRefused):
        visit.agrees(("Ana", "Beto"), "los-jueves")


def test_laws_are_profiles_what_was_given_and_the_house_s_own(service: MatchService, tmp_path: Path) -> None:
    laws = RulesByName(service.rule_sets)
    service.rule_sets.make("Los jueves", "clasico", CHANGES, somebody())
    assert set(laws.all()) == {*PROFILES, "los-jueves"}
    assert laws.open("Los Jueves", ["max_wilds=3"]).max_wilds == 3
    assert laws.find(str(tmp_path)) is None
    with pytest.raises(RulesError, match="neither a profile"):
        laws.open("los-sabados")
    with pytest.raises(RulesError, match="«canastas_to_close»"):
        laws.open("los-jueves", ["canastas_to_close=0"])
    changed = RulesByName(service.rule_sets, reception.open_laws("torneo", ("max_wilds=7",)))
    assert changed.open("torneo").max_wilds == 7


def test_a_command_finds_them_by_their_name(burako: Burako, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BURAKO_DATA", str(tmp_path / "kept"))
    assert burako("meld", "5r 6r J J 9r", "--rules", "los-jueves").status == 2
    assert not (tmp_path / "kept").exists()
    kept = MatchService.open(find_data_folder())
    kept.rule_sets.make("Los jueves", "clasico", {"min_meld_len": 4}, somebody())
    kept.journal.close()
    assert json.loads(burako("meld", "5r 6r 7r", "--json").out)["lawful"]
    for name in ("los-jueves", "Los Jueves"):
        assert not json.loads(burako("meld", "5r 6r 7r", "--rules", name, "--json").out)["lawful"], name
    assert json.loads(burako("rules", "los-jueves", "--json").out)["name"] == "Los jueves"
    said = burako("meld", "5r 6r 7r", "--rules", "los-sabados")
    assert (said.status, "los-jueves" in said.complaints[0], len(said.complaints)) == (2, True, 1)
    assert bootstrap.open_rules("los-jueves", ["max_wilds=1"]).max_wilds == 1
    assert list(reception.open_laws("los-jueves")) == list(PROFILES)
    assert reception.open_laws("los-jueves", ["max_wilds=4"])["los-jueves"].max_wilds == 4


def test_kept_rules_of_a_house_tell_where_each_comes_from(sets: RuleSets) -> None:
    rules = sets.make("Los jueves", "torneo", CHANGES, somebody()).newest.rules()
    assert read_rules(rules_as_json(rules, ())).origins == rules.origins


def test_one_key_is_one_rule_set_and_no_other(sets: RuleSets):
    sender = somebody()
    made = sets.make("Los jueves", "clasico", CHANGES, sender)
    sets.change(made, "Los viernes", {}, somebody())
    assert sets.make("Los jueves", "clasico", CHANGES, sender).key == made.key
    for title, extends, changes in (("Los martes", "clasico", CHANGES), ("Los jueves", "torneo", CHANGES),
                                    ("Los jueves", "clasico", {})):  # fmt: skip
        with pytest.raises(RulesRefused, match="decía otra cosa") as refused:
            sets.make(title, extends, changes, sender)
        assert refused.value.status == 409


def test_a_file_that_is_sent_again_is_one_rule_set_though_its_title_was_taken(sets: RuleSets):
    sender = somebody()
    sets.make("Uno", "clasico", {}, somebody())
    made = sets.make("Uno", "clasico", CHANGES, sender, numbered=True)
    assert made.newest.title == "Uno 2"
    assert sets.make("Uno", "clasico", CHANGES, sender, numbered=True).key == made.key
    with pytest.raises(RulesRefused, match="decía otra cosa"):
        sets.make("Dos", "clasico", CHANGES, sender, numbered=True)
