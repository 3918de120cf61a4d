"""What the law offers: another way to lay a meld that is allowed and worth more, never applied by itself."""

from __future__ import annotations

from typing import Any

import pytest

from engine import HandRecord, Rules, judge_meld, load_rules, notation, parse_hand, parse_meld, score_hand
from engine.melds.changes import judge_change
from engine.rule_and_tile_words import LANGUAGES, tile_list
from engine.scoring import meld_offers
from engine.scoring.meld_offers import Offer, hand_offers, offer_of, offers_of, opening_offers
from tests.engine.cases import rows

OFFERS = rows("offers", "offer")


def ruled(named: str) -> Rules:
    """The rules of ``clasico, key=value; key=value``."""
    profile, _, changed = named.partition(", ")
    return load_rules(profile, changed.split("; ") if changed else ())


@pytest.mark.parametrize("row", OFFERS)
def test_the_law_offers_what_it_allows(row: dict[str, Any]) -> None:
    for named in (*row.get("offers", {}), *row.get("without", ())):
        rules = ruled(named)
        offer = offer_of(judge_meld(parse_meld(row["meld"]), rules), rules)
        assert (f"{offer.code} {notation(offer.row)}" if offer else None) == row.get("offers", {}).get(named), named
        if offer:
            assert (offer.canasta, offer.points) == (row["canasta"], row["points"])
            assert is_offered(offer)
            assert judge_change(offer.lies, offer.row, rules).lawful == offer.is_move


def is_offered(offer: Offer) -> bool:
    """Whether an offer is told in both languages with its tiles and points, and names only what changes."""
    said = {language: offer.sentence(language).lower() for language in LANGUAGES}
    parts = all(
        tile_list(offer.tiles, language).lower() in said[language] and str(offer.points) in said[language]
        for language in said
    )
    return (
        parts
        and said["es"] != said["en"]
        and sorted(str(placed.tile) for placed in offer.row) == sorted(str(placed.tile) for placed in offer.lies)
    )


def hand(*melds: str, **more: Any) -> HandRecord:
    """A hand of which one side has ``melds``."""
    return parse_hand({"partial": True, "teams": {"nosotros": {"melds": list(melds)} | more, "ellos": {}}})


def test_an_offer_of_a_hand_is_worth_what_the_count_would_pay() -> None:
    rules = load_rules("buracco", ["laid_needs_pura=true"])
    record = hand("3r 4r 5r 6r 7r 8r 2r", "9k 9b 9y", "4b 5b J")
    (found,) = hand_offers(record, rules)
    better = hand("2r 3r 4r 5r 6r 7r 8r", "9k 9b 9y", "4b 5b J")
    gain = score_hand(better, rules).totals["nosotros"] - score_hand(record, rules).totals["nosotros"]
    assert (found.team, found.offer.points) == ("nosotros", gain)
    assert gain > 100
    assert found.as_json("en")["team"] == "nosotros"


def test_what_cannot_have_been_or_does_not_count_is_offered_nothing() -> None:
    assert not hand_offers(hand("3r 4r 5r 6r 7r 8r 2r", "9k 9k 9k"), load_rules("buracco"))
    assert not hand_offers(hand("3r 4r 5r", "9k 9b 9y"), load_rules("torneo"))
    winner = load_rules("clasico", ["canasta_pure=100"])
    assert not hand_offers(hand("3r 4r 5r 6r 7r 8r 2r"), winner)


def test_what_the_total_does_not_feel_is_not_offered() -> None:
    rules = load_rules("buracco", ["laid_needs_pura=true", "canasta_real=0", "canasta_pure=150"])
    melds = ("3r 4r 5r 6r 7r 8r 2r", "3k 4k 5k 6k 7k 8k 9k")
    assert [made_offer.offer.points for made_offer in hand_offers(hand(*melds), rules)] == [50]
    takes_sum = load_rules("buracco", ["winner_takes_sum=true", "rack_counts=losers"])
    assert not hand_offers(hand(*melds), takes_sum)


@pytest.mark.parametrize(
    ("melds", "rules", "rows"),
    [
        (["J 9r 10r"], "rummy", ["9r 10r J=11r"]),
        (["10r 9r J"], "rummy", ["J=11r 10r 9r"]),
        (["J 8r 9r", "3k 4k"], "rummy", []),
        (["J 4r 5r"], "rummy", []),
        (["J 9r 10r", "4k 5k 6k"], "rummy", []),
        (["9r 9k J", "J 8r 9r"], "rummy, first_meld_min=54", ["8r 9r J=10r"]),
        (["J 9r 10r"], "clasico", []),
    ],
)
def test_a_joker_turned_round_may_be_enough_for_a_first_exposure(melds: list[str], rules: str, rows: list[str]) -> None:
    law = ruled(rules)
    meld_offers = opening_offers([judge_meld(parse_meld(meld), law) for meld in melds], law)
    assert [notation(offer.row) for offer in meld_offers] == rows
    assert all(map(is_offered, meld_offers))
    assert {offer.as_json()["code"] for offer in meld_offers} <= {"JOKER_TURNED"}


def test_offers_come_in_the_order_of_the_melds() -> None:
    rules = load_rules("eburako")
    melds = ("3k 4k 5k 6k 7k 8k 2k", "9r 9k 9b", "3r 4r 5r 6r 7r 8r 2r")
    found = offers_of([judge_meld(parse_meld(meld), rules) for meld in melds], rules)
    assert [notation(offer.row) for offer in found] == ["2k 3k 4k 5k 6k 7k 8k", "2r 3r 4r 5r 6r 7r 8r"]


@pytest.mark.parametrize(("most", "is_offered"), [(1, True), (0, False)])
def test_of_more_wilds_than_anybody_lays_no_other_way_is_sought(
    monkeypatch: pytest.MonkeyPatch, most: int, is_offered: bool
) -> None:
    monkeypatch.setattr(meld_offers, "MOST_WILDS", most)
    rules = load_rules("clasico")
    assert (offer_of(judge_meld(parse_meld("3r 4r 5r 6r 7r 8r 2r"), rules), rules) is not None) == is_offered


def test_a_house_that_allows_a_dozen_wilds_is_answered_at_once() -> None:
    lax = ["jokers=16", "copies=8", "max_wilds=14", "naturals_per_wild=0", "min_naturals=0", "wilds_adjacent=true"]
    rules = load_rules("clasico", lax)
    verdict = judge_meld(parse_meld("J J J J J J 7r 8r 2r 2b 2y 2k"), rules)
    assert (verdict.lawful, verdict.wilds) == (True, 10)
    assert offer_of(verdict, rules) is None
