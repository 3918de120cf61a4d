"""The form of a rule set of the house: what stands in it, what it makes, and what cannot be so."""

from __future__ import annotations

from typing import Any

import pytest

from companion.house_rules.form_controls import LARGEST, all_written, value_in, written_of
from companion.house_rules.form_parsing import filled
from companion.house_rules.form_view import sections_of
from companion.refusal import RulesRefused
from engine import PROFILES, RULE_GROUPS, Rules, load_rules
from engine.rule_and_tile_words import LANGUAGES, rule_statement
from engine.rules.rule_values import rule_types

CLASICO, TORNEO, ITALIAN = load_rules("clasico"), load_rules("torneo"), load_rules("burraco-fibur")


def fields(rules: Rules, **changes: list[str]) -> dict[str, list[str]]:
    """What stands in the form of ``rules``, with ``changes``; an empty list is a field that is not sent."""
    written = all_written({key: getattr(rules, key) for key in rule_types()})
    written |= {key.replace("__", "."): said for key, said in changes.items()}
    return {key: said for key, said in written.items() if said}


@pytest.mark.parametrize("base", PROFILES)
@pytest.mark.parametrize("other", PROFILES)
def test_any_rules_can_be_made_of_any_profile(base: str, other: str) -> None:
    rules = load_rules(other)
    form = filled(load_rules(base), fields(rules))
    assert form.problems == {}
    assert dict(form.values) == {key: getattr(rules, key) for key in rule_types()}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", PROFILES)
def test_every_rule_has_a_control_under_its_heading_and_its_sentence(name: str, language: str) -> None:
    rules = load_rules(name)
    sections = sections_of(filled(rules, fields(rules)), language)
    assert [(section.name, [control.key for control in section.controls]) for section in sections] == [
        (group.name, list(group.keys)) for group in RULE_GROUPS
    ]
    for control in (control for section in sections for control in section.controls):
        assert control.inputs or control.kind == "fixed"
        assert not control.is_changed
        assert control.says == control.was == rule_statement(control.key, getattr(rules, control.key), language)
        assert not any(word in control.settles for word in ("(stock)", "(discard)", "meld_out")), control.settles


READ: list[tuple[Rules, str, dict[str, list[str]], Any]] = [
    # over which rules, which rule, what stands in its fields, and what it is
    (CLASICO, "ace_low", {}, False),
    (CLASICO, "ace_low", {"ace_low": ["1"]}, True),
    (CLASICO, "max_wilds", {"max_wilds": [" 3 "]}, 3),
    (CLASICO, "canasta_len", {"canasta_len": [""]}, None),
    (CLASICO, "pozo_take", {"pozo_take": ["top"]}, "top"),
    (CLASICO, "close_by", {"close_by": ["discard"]}, ("discard",)),
    (CLASICO, "close_by", {}, ()),
    (CLASICO, "piernas_allowed", {"piernas_allowed": ["13", "1", "x"]}, (1, 13)),
    (CLASICO, "players", {"players": ["6", "2", "99"]}, (2, 6)),
    (CLASICO, "deal", {"deal.2": ["13"], "deal.4": [""], "deal.6": ["11"]}, ((2, 13), (6, 11))),
    (CLASICO, "stock_piles", {"stock_piles.4": ["5x9"]}, ((4, "5x9"),)),
    (CLASICO, "first_meld_by_total", {"first_meld_by_total": ["1500", "0", ""],
                                      "first_meld_by_total.to": ["75", "50", ""]}, ((0, 50), (1500, 75))),
    (TORNEO, "tiebreak_many", {"tiebreak_many.1": ["lots"], "tiebreak_many.2": ["points_for"],
                               "tiebreak_many.3": ["lots"]}, ("lots", "points_for")),
    (CLASICO, "both_over", {}, "higher"),
    (CLASICO, "muerto_modes", {"muerto_modes": ["indirect", "direct"]}, ("direct", "indirect")),
    (ITALIAN, "victory_points", {}, ()),
]  # fmt: skip


@pytest.mark.parametrize(("base", "key", "written", "value"), READ)
def test_what_stands_in_the_fields_is_read(base: Rules, key: str, written: dict[str, list[str]], value: Any) -> None:
    found = value_in(key, written, getattr(base, key))
    assert found == value
    assert value_in(key, written_of(key, found), getattr(base, key)) == value


UNREADABLE = [
    # which rule, what stands in its fields, and a phrase of what is said
    ("max_wilds", {"max_wilds": ["dos"]}, "número entero"),
    ("max_wilds", {"max_wilds": ["-1"]}, "número entero"),
    ("max_wilds", {"max_wilds": ["²"]}, "número entero"),
    ("max_wilds", {"max_wilds": [""]}, "Falta"),
    ("max_wilds", {"max_wilds": [str(LARGEST + 1)]}, str(LARGEST)),
    ("max_wilds", {"max_wilds": ["9" * 5000]}, str(LARGEST)),
    ("pozo_take", {"pozo_take": ["xx"]}, "opciones"),
    ("tile_values", {"tile_values.1": ["15"]}, "Falta"),
    ("deal", {"deal.2": ["once"]}, "número entero"),
    ("stock_piles", {"stock_piles.2": ["x" * 30]}, "20"),
    ("first_meld_by_total", {"first_meld_by_total": ["0"], "first_meld_by_total.to": [""]}, "Falta"),
]


@pytest.mark.parametrize(("key", "written", "phrase"), UNREADABLE)
def test_what_cannot_be_read_is_told_at_its_rule_and_stays(
    key: str, written: dict[str, list[str]], phrase: str
) -> None:
    with pytest.raises(RulesRefused, match=phrase):
        value_in(key, written, getattr(CLASICO, key))
    rest = {name: said for name, said in fields(CLASICO).items() if name.partition(".")[0] != key}
    form = filled(CLASICO, {**rest, **written})
    assert list(form.problems) == [key]
    shown = [control for section in sections_of(form, "es") for control in section.controls if control.key == key]
    assert phrase in shown[0].problem
    assert (shown[0].says, shown[0].is_changed) == ("", True)
    held = {(field.name, field.value) for field in shown[0].inputs}
    if key != "pozo_take":  # nobody chooses what is not offered
        assert {(name, said) for name, listed in written.items() for said in listed} <= held


CLASHES = [
    # over which rules, what is changed, at which rule that is told, and a phrase
    (TORNEO, {"ace_high": []}, "ace_high", "el 1 tiene que poder ir"),
    (TORNEO, {"muertos": ["0"], "muerto_size": ["0"]}, "muertos", "No hay muertos"),
    (CLASICO, {"close_by": []}, "close_by", "alguna manera de cerrar"),
    (CLASICO, {"target": [""]}, "target", "tiene que terminar"),
    (CLASICO, {"copies": ["9"]}, "copies", "Hasta 8"),
]


@pytest.mark.parametrize(("base", "changes", "key", "phrase"), CLASHES)
def test_what_cannot_be_played_is_told_at_a_rule_that_was_changed(
    base: Rules, changes: dict[str, list[str]], key: str, phrase: str
) -> None:
    problems = filled(base, fields(base, **changes)).problems
    assert phrase in problems[key]["es"]
    assert problems[key]["en"]


def test_only_what_differs_is_kept() -> None:
    form = filled(TORNEO, fields(TORNEO, max_wilds=["3"], deal__4=["11"], time_limit_min=[""]))
    assert form.changes == {"deal": {"2": 12, "4": 11}, "max_wilds": 3, "time_limit_min": "none"}


def test_canastas_to_close_that_nothing_needs_are_told_at_their_rule() -> None:
    without = {"close_needs_canasta": [], "close_needs_pura": []}
    form = filled(CLASICO, fields(CLASICO, **without, canastas_to_close=["2"]))
    assert form.problems["canastas_to_close"]["es"].startswith("Dice cuántas canastas hacen falta")
    assert filled(CLASICO, fields(CLASICO, **without)).problems == {}, "nobody said a number"
