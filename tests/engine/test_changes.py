"""A meld between two looks, and the first exposure."""

from __future__ import annotations

from typing import Any

import pytest

from engine import judge_change, judge_meld, judge_opening, load_rules, parse_meld, parse_table, parse_tiles
from engine.melds.changes import places_of
from tests.engine.cases import is_told, overrides, rows

RULES = load_rules("clasico")

CHANGES = [*rows("changes", "change"), *rows("edges", "change")]
COLUMNS = {"clasico": "swap", "parejas": "swap", "torneo": "torneo", "buracco": "buracco", "eburako": "eburako"}


@pytest.mark.parametrize("row", CHANGES)
@pytest.mark.parametrize("profile", COLUMNS)
def test_a_change_is_judged_as_the_law_says(row: dict[str, Any], profile: str) -> None:
    verdict = judge_change(parse_meld(row["before"]), parse_meld(row["after"]), load_rules(profile))
    expected = row[COLUMNS[profile]]
    assert verdict.lawful is (expected == "OK")
    assert (verdict.violations[0].code if verdict.violations else "OK") == expected
    assert all(map(is_told, verdict.violations))


@pytest.mark.parametrize("row", [row for row in CHANGES if "es" in row.values[0]])
def test_a_change_is_told_as_a_judge_would(row: dict[str, Any]) -> None:
    """In the words of the first profile that objects."""
    profile = next(profile for profile, column in COLUMNS.items() if row[column] != "OK")
    verdict = judge_change(parse_meld(row["before"]), parse_meld(row["after"]), load_rules(profile))
    assert [fault.sentence("es") for fault in verdict.violations] == row["es"]
    assert [fault.sentence("en") for fault in verdict.violations] == row["en"]


@pytest.mark.parametrize("row", CHANGES)
@pytest.mark.parametrize("profile", COLUMNS)
def test_the_side_of_the_table_does_not_change_a_change(row: dict[str, Any], profile: str) -> None:
    rules, before, after = load_rules(profile), parse_meld(row["before"]), parse_meld(row["after"])
    codes = [violation.code for violation in judge_change(before, after, rules).violations]
    assert [violation.code for violation in judge_change(before[::-1], after, rules).violations] == codes
    assert [violation.code for violation in judge_change(before, after[::-1], rules).violations] == codes


@pytest.mark.parametrize(
    ("before", "after", "codes"),
    [
        ("5r J 7r", "5r 6r 7r", ""),
        ("7b 7k 7r J", "7b 7k 7r 7y", ""),
        ("7b 7k J", "7b 7k 7r", "JOKER_PIERNA3"),
        ("5r J 7r", "5r 7r", "WILD_WITHDRAWN"),
        ("5r J 7r 8r", "7r 8r 9r", "WILD_WITHDRAWN"),
        ("3y 4y 5y 6y 7y", "3y 4y 5y", ""),
        ("7b 7k J", "7b 7k J 7r", ""),
        ("5r J 7r", "5r 6r 7r J", "WILD_MOVED"),
        ("5r 6r 7r", "5r 6r 7r 9r", "INVALID"),
    ],
)
def test_in_rummy_tiles_may_leave_and_jokers_are_exchanged(before: str, after: str, codes: str) -> None:
    verdict = judge_change(parse_meld(before), parse_meld(after), load_rules("rummy"))
    assert " ".join(violation.code for violation in verdict.violations) == codes


@pytest.mark.parametrize(
    ("before", "after", "codes"),
    [
        ("5r 6r 7r 9r", "5r 6r 7r", ""),
        ("5r 6r J 2b", "5r 6r J", ""),
        ("5r 6r 7r 9r", "5r 6r 7r 8r", ""),
        ("5r 6r 7r 9r", "5r 6r 9r", "SHRINK"),
        ("5r 6r 8r J", "5r 6r J", "SHRINK"),
        ("5r 6r 7r 8r", "5r 6r 7r", "SHRINK"),
    ],
)
def test_what_was_laid_wrongly_goes_back_to_the_rack_where_the_rules_say_so(
    before: str, after: str, codes: str
) -> None:
    told = {
        profile: [
            fault.code for fault in judge_change(parse_meld(before), parse_meld(after), load_rules(profile)).violations
        ]
        for profile in ("clasico", "eburako", "parejas", "torneo")
    }
    assert {" ".join(told[profile]) for profile in told if profile != "torneo"} == {codes}
    assert told["torneo"] in (["SHRINK"], ["WILD_WITHDRAWN"])


def test_house_rules_change_a_change() -> None:
    home, reused = parse_meld("2r 3r 4r"), parse_meld("3r 4r 2r 6r")
    assert judge_change(home, reused, load_rules("buracco", ["natural_two_lock=false"])).lawful
    three, four = parse_meld("7b 7k J"), parse_meld("7b 7k 7y")
    assert judge_change(three, four, load_rules("rummy", ["joker_swap_from_pierna_of_3=true"])).lawful


def test_a_change_in_the_contracted_form() -> None:
    said = judge_change(parse_meld("5r J 7r"), parse_meld("5r 6r 7r"), load_rules("clasico")).as_json("en", RULES)
    assert said["lawful"] is False
    assert said["violations"][0]["code"] == "WILD_WITHDRAWN"
    assert said["violations"][0]["message"] == "A laid wild is not withdrawn: the joker is missing."
    in_spanish = judge_change(parse_meld("5r J 7r"), parse_meld("5r 6r 7r"), load_rules("clasico"))
    assert (
        in_spanish.as_json("es", RULES)["violations"][0]["message"]
        == "Un comodín bajado no se retira: falta el comodín."
    )
    opening = judge_opening(parse_table("2r 3r 4r"), load_rules("rummy"))
    assert opening.as_json("es", RULES) != opening.as_json("en", RULES)


@pytest.mark.parametrize("row", rows("openings", "opening"))
def test_a_first_exposure_is_judged_as_the_law_says(row: dict[str, Any]) -> None:
    from_table = parse_tiles(row.get("from_table", ""))
    verdict = judge_opening(parse_table(row["melds"]), load_rules(row["rules"], overrides(row)), from_table)
    said = verdict.as_json("es", RULES)
    assert (said["points"], said["lawful"]) == (row["points"], row["lawful"])
    assert said["points_reordered"] == row.get("points_reordered", said["points_reordered"])
    assert bool(said["violations"]) is not row["lawful"]
    for language in ("es", "en"):
        sentences = [fault.sentence(language) for fault in verdict.violations]
        assert sentences == row.get(language, sentences)


@pytest.mark.parametrize(
    ("rule_set", "before", "after", "codes"),
    [
        ("torneo", "1r J 3r 4r 5r 2r", "1r 2r 3r 4r 5r 6r J", ""),
        ("torneo", "1r 2k 3r 4r 5r 2r", "2k 1r 3r 4r 5r 6r 2r", "REORDER"),
        ("eburako; max_wilds=2", "5r J 7r 8r 9r 10r", "5r 2k 7r 8r 9r 10r J", "WILD_MOVED"),
        ("eburako; max_wilds=2", "J 5r 6r 7r 8r", "5r 6r 2k 8r 9r J", "SHRINK"),
        ("eburako; max_wilds=2", "J 5r 6r 7r 8r", "2k 5r 6r 7r 8r J", ""),
        ("eburako; max_wilds=2", "5r 6r 7r 8r J", "J 5r 6r 7r 8r 2k", ""),
        ("eburako; max_wilds=2", "5r 6r J 8r 9r 10r", "J 5r 6r 2k 8r 9r 10r", "WILD_MOVED"),
        ("clasico; max_wilds=2", "5r 6r J 8r 9r 10r", "5r 6r 7r 8r 9r 10r J", ""),
        ("clasico; max_wilds=2", "4r J 6r 7r 8r", "J 4r 5r 6r 7r 8r", ""),
    ],
)
def test_two_wilds_of_a_run_move_as_the_house_lets_them(rule_set: str, before: str, after: str, codes: str) -> None:
    profile, *overrides = rule_set.split("; ")
    verdict = judge_change(parse_meld(before), parse_meld(after), load_rules(profile, overrides))
    assert " ".join(fault.code for fault in verdict.violations) == codes


def test_a_first_exposure_names_the_tiles_of_the_table() -> None:
    verdict = judge_opening(parse_table("9r 10r 11r"), load_rules("rummy"), parse_tiles("9r"))
    assert [(fault.code, fault.tiles) for fault in verdict.violations] == [("NOT_OPENED", parse_tiles("9r"))]


@pytest.mark.parametrize(
    ("melds", "points", "best"),
    [
        ("J 9r 10r", 27, 30),
        ("9r 10r J", 30, 30),
        ("5r J J", 18, 18),
        ("J 1r 2r", 0, 0),
        ("12r 13r J", 0, 0),
        ("10r 9r J", 27, 30),
    ],
)
def test_a_first_exposure_is_worth_what_it_could_be(melds: str, points: int, best: int) -> None:
    verdict = judge_opening(parse_table(melds), load_rules("rummy"))
    assert (verdict.points, verdict.points_reordered) == (points, best)


@pytest.mark.parametrize(
    ("laid", "places"),
    [("5r J 7r", [5, 6, 7]), ("7r J 5r", [5, 6, 7]), ("12r 13r 1r", [12, 13, 14]), ("1r 2r 3r", [1, 2, 3])],
)
def test_the_tiles_of_a_run_have_places(laid: str, places: list[int]) -> None:
    assert list(places_of(judge_meld(parse_meld(laid), load_rules("clasico")))) == places
