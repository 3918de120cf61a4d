"""One meld as it lies: every ruling of the written law, and what is said of an offence."""

from __future__ import annotations

from typing import Any

import pytest

from engine import MeldVerdict, NotationError, judge_meld, load_rules, notation, parse_meld
from engine.hand.notation import parse_move
from engine.inference.observation import Observation
from engine.placed_tile import parse_table
from tests.engine.cases import is_told, rows

RULES = load_rules("clasico")

MELDS = [*rows("melds", "meld"), *rows("edges", "meld")]
ONE_WILD, TWO_WILDS = ("clasico", "eburako", "parejas"), ("torneo", "buracco")


def judged(laid: str, profile: str, *overrides: str) -> MeldVerdict:
    return judge_meld(parse_meld(laid), load_rules(profile, overrides))


def in_words(verdict: MeldVerdict) -> str:
    """The verdict as the case file writes it."""
    if not verdict.lawful:
        return ("relay clean" if verdict.clean_reordered else "relay wild") if verdict.lawful_reordered else "never"
    if not verdict.wilds:
        return "clean"
    return "could" if verdict.clean_reordered else "wild"


@pytest.mark.parametrize("row", MELDS)
@pytest.mark.parametrize("profile", [*ONE_WILD, *TWO_WILDS])
def test_a_row_is_judged_as_the_law_says(row: dict[str, Any], profile: str) -> None:
    verdict = judged(row["laid"], profile)
    expected = row["one" if profile in ONE_WILD else "two"]
    assert in_words(verdict) == expected
    assert verdict.points == row["points"]
    long = len(row["laid"].split()) >= 7
    assert verdict.canasta == {"clean": "pure", "wild": "impure", "could": "impure"}.get(expected if long else "")
    assert bool(verdict.violations) is not verdict.lawful
    assert all(map(is_told, verdict.violations))


@pytest.mark.parametrize("row", MELDS)
def test_a_row_is_judged_as_rummy_says(row: dict[str, Any]) -> None:
    verdict = judged(row["laid"], "rummy")
    words, _, points = row["rummy"].rpartition(" ") if row["rummy"][-1].isdigit() else (row["rummy"], "", None)
    assert in_words(verdict) == words
    assert verdict.canasta is None
    if points:
        assert verdict.points == int(points)


@pytest.mark.parametrize("row", MELDS)
@pytest.mark.parametrize("profile", [*ONE_WILD, *TWO_WILDS, "rummy"])
def test_the_notation_of_a_verdict_is_judged_the_same(row: dict[str, Any], profile: str) -> None:
    verdict = judged(row["laid"], profile)
    assert notation(verdict.placed) == verdict.meld
    if verdict.lawful:
        assert judged(verdict.meld, profile) == verdict


@pytest.mark.parametrize(
    ("laid", "meld"),
    [
        ("5r J 7r", "5r J=6r 7r"),
        ("7r J 5r", "7r J=6r 5r"),
        ("2b 3b 4b", "2b 3b 4b"),
        ("3b 4b 2b 6b", "3b 4b 2b=5b 6b"),
        ("12r 13r J", "12r 13r J=1r"),
        ("5r 5b J", "5r 5b J=5y"),
        ("5r 5r 5b 5b 5k 5k 5y 5y J", "5r 5r 5b 5b 5k 5k 5y 5y J=5r"),
        ("5r 6r 8r", "5r 6r 8r"),
        ("5k 6k J 8k 9k J 11k", "5k 6k J=7k 8k 9k J=10k 11k"),
    ],
)
def test_a_wild_says_what_it_stands_for(laid: str, meld: str) -> None:
    assert judged(laid, "clasico").meld == meld


@pytest.mark.parametrize(
    ("laid", "meld"),
    [
        ("9r 9b J 9r 2k 9b", "9r 9b J=9y 9r 2k=9k 9b"),
        ("9r 9y J 9k 2k 9y 9k", "9r 9y J=9b 9k 2k=9r 9y 9k"),
        ("J 9r 9b 9y 9k 2b", "J=9r 9r 9b 9y 9k 2b=9b"),
        ("9r 9r J 9b 9b J", "9r 9r J=9y 9b 9b J=9k"),
        ("9r 9r 9b 9y 9k J", "9r 9r 9b 9y 9k J=9b"),
        ("9r 9r 9b 9b 9k 9k J J", "9r 9r 9b 9b 9k 9k J=9y J=9y"),
    ],
)
def test_the_wilds_of_a_group_stand_for_the_scarcest_colours(laid: str, meld: str) -> None:
    assert judged(laid, "torneo").meld == meld


@pytest.mark.parametrize("row", rows("offences", "offence"))
def test_an_offence_is_told_as_a_judge_would(row: dict[str, Any]) -> None:
    profile, *overrides = row.get("rules", "clasico").split("; ")
    verdict = judged(row["laid"], profile, *overrides)
    assert [fault.code for fault in verdict.violations] == row["breaks"]
    assert [fault.sentence("es") for fault in verdict.violations] == row["es"]
    assert [fault.sentence("en") for fault in verdict.violations] == row["en"]
    assert (verdict.kind, verdict.meld) == (row.get("kind"), row.get("meld", row["laid"]))
    assert (verdict.lawful, verdict.canasta, verdict.points) == (False, None, row["points"])
    assert (verdict.wilds, in_words(verdict)) == (
        row.get("wilds", 0),
        f"relay {row['relaid']}" if "relaid" in row else "never",
    )


@pytest.mark.parametrize(
    ("laid", "override"),
    [
        ("1r 2r 3r 4r 5r 6r 7r 8r 9r 10r 11r 12r 13r 2r", "ace_both_ends=false"),
        ("3r 3b 3k", "piernas_allowed=[1, 3]"),
        ("5r 6r J 8r 2b 10r", "max_wilds=2"),
        ("5r 6r J 2b 9r 10r", "max_wilds=2"),
        ("3r 4r 5r 6r 7r 8r 2r", "purity_reading=best"),
        ("2b 3b 4b", "two_on_own_place_is_natural=false"),
    ],
)
def test_a_house_rule_allows(laid: str, override: str) -> None:
    assert judged(laid, "clasico", override).lawful


def test_several_house_rules_together() -> None:
    apart = ("max_wilds=2", "wilds_adjacent=false")
    assert judged("5r J 7r 8r 2b 10r", "clasico", *apart).lawful
    assert not judged("5r 6r J 2b 9r 10r", "clasico", *apart).lawful_reordered
    assert judged("12k 13k 1k 2k", "clasico", "wraparound=true").lawful


def test_purity_in_the_best_order_is_a_house_rule() -> None:
    parked = "3r 4r 5r 6r 7r 8r 2r"
    assert judged(parked, "clasico").canasta == "impure"
    assert judged(parked, "clasico", "purity_reading=best").canasta == "pure"


def test_a_two_at_home_may_stay_a_wild() -> None:
    assert judged("2b 3b 4b", "clasico", "two_on_own_place_is_natural=false").wilds == 1


def test_what_a_wild_is_said_to_stand_for_chooses_among_readings() -> None:
    assert judged("5r J J", "rummy").meld == "5r J=6r J=7r"
    assert judged("5r J=4r J=3r", "rummy").meld == "5r J=4r J=3r"
    assert judged("5r J=5b J", "rummy").kind == "group"
    assert judged("5r 5b J=5r", "clasico").lawful
    assert judged("2r=2r 3r 4r", "clasico").meld == "2r 3r 4r"
    barely = ("max_wilds=3", "naturals_per_wild=0", "min_naturals=0")
    assert judged("2r J=5r 2b", "clasico", *barely).meld == "2r=4r J=5r 2b=6r"


def test_the_json_is_the_contracted_one() -> None:
    said = judged("5r 6r J 8r", "clasico").as_json("en", RULES)
    assert said == {
        "lawful": True,
        "kind": "run",
        "meld": "5r 6r J=7r 8r",
        "wilds": 1,
        "canasta": None,
        "points": 70,
        "lawful_reordered": True,
        "clean_reordered": False,
        "violations": [],
    }


def test_an_offence_is_told_in_both_languages() -> None:
    offence = judged("5r 6r 8r", "clasico")
    assert offence.as_json("es", RULES)["violations"][0]["message"].startswith("A la escalera le falta el 7 rojo")
    assert offence.as_json("es", RULES) != offence.as_json("en", RULES)
    assert offence.as_json("en", RULES)["violations"][0]["message"].startswith("The run lacks the red 7")
    assert offence.as_json("en", RULES)["violations"][0]["tiles"] == ["7r"]


def test_a_joker_that_stands_for_nothing_is_worth_nothing_in_rummy() -> None:
    assert judged("6r J 8b", "rummy").points == 14


@pytest.mark.parametrize("written", ["5r,6r,7r", "5r, 6r, 7r", " 5R 6r,7r ,", "5r 6r 7r"])
def test_tiles_are_written_with_spaces_or_commas_between_them(written: str) -> None:
    assert notation(parse_meld(written)) == "5r 6r 7r"
    assert notation(parse_table(f"{written} | 9k,9b,9y")[1]) == "9k 9b 9y"
    assert str(parse_move(f"0 lay {written}")) == "0 lay 5r 6r 7r"
    assert str(Observation.parse(f"0: {written}; pozo: 9k,1b")) == "0: 5r 6r 7r; pozo: 9k 1b"


@pytest.mark.parametrize("written", ["5q", "5m", "x"])
def test_what_is_no_tile_is_told_with_the_letters_of_the_colours(written: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_meld(f"4r {written} 7r")
    for language, letters in (
        ("es", "r rojo, b azul, y amarillo, k negro"),
        ("en", "r red, b blue, y yellow, k black"),
    ):
        assert f"«{written}»" in caught.value.sentence(language)
        assert letters in caught.value.sentence(language)


@pytest.mark.parametrize("written", ["5r=6r", "J=J", "12k=2k"])
def test_only_a_wild_is_said_to_stand_for_a_tile(written: str) -> None:
    with pytest.raises(NotationError, match=written) as caught:
        parse_meld(f"4r {written} 7r")
    assert caught.value.sentence("es") != caught.value.sentence("en")
