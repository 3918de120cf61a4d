"""Turns, deals, common tables and matches, each from its table of cases."""

from __future__ import annotations

from typing import Any

import pytest

from engine import (
    PROFILES,
    EmptyRack,
    Match,
    PlayedHand,
    RulesError,
    TableTurn,
    deal,
    judge_closing_tile,
    judge_empty_rack,
    judge_match,
    judge_pozo,
    judge_table,
    load_rules,
    next_starter,
    notation,
    parse_hand,
    parse_table,
    parse_tiles,
    score_hand,
)
from tests.engine.cases import is_told, overrides, rows

BURAKO = [name for name in PROFILES if load_rules(name).game == "burako"]


@pytest.mark.parametrize("row", rows("turns", "pozo"))
def test_the_pozo_is_taken_as_the_law_says(row: dict[str, Any]) -> None:
    for profile in (*row["yes"], *row["no"]):
        faults = judge_pozo(row["rack"], row["pozo"], load_rules(profile), row.get("taken"))
        expected = [] if profile in row["yes"] else [row["code"]]
        assert [fault.code for fault in faults] == expected, profile
        assert all(map(is_told, faults))


def test_a_table_may_take_only_the_top_of_the_pozo() -> None:
    assert not judge_pozo(5, 6, load_rules("clasico", ["pozo_take=top"]), taken=1)


@pytest.mark.parametrize("profile", BURAKO)
@pytest.mark.parametrize("row", rows("turns", "empty"))
def test_an_empty_rack_means_what_the_law_says(row: dict[str, Any], profile: str) -> None:
    rack = EmptyRack(**{key: row[key] for key in row.keys() & EmptyRack.__slots__})
    verdict = judge_empty_rack(rack, load_rules(profile, overrides(row)))
    assert (verdict.ending or verdict.violations[0].code) == row.get(profile, row["all"])
    assert all(map(is_told, verdict.violations))


@pytest.mark.parametrize("row", rows("turns", "rummy"))
def test_rummy_closes_as_the_law_says(row: dict[str, Any]) -> None:
    verdict = judge_empty_rack(EmptyRack(by=row["by"]), load_rules("rummy"))
    assert (verdict.ending or verdict.violations[0].code) == row["ending"]


def test_the_closing_tile_only_closes() -> None:
    assert not judge_closing_tile(0, load_rules("rummy"))
    fault = judge_closing_tile(2, load_rules("rummy"))[0]
    assert "quedan 2" in fault.sentence("es")


@pytest.mark.parametrize("row", rows("turns", "deal"))
def test_a_deal_shares_out_the_whole_set(row: dict[str, Any]) -> None:
    dealt = deal(row["players"], load_rules(row["rules"], overrides(row)))
    assert (dealt.racks, dealt.muertos, dealt.closing, dealt.stock) == (
        row["racks"],
        row["muertos"],
        row.get("closing", 0),
        row["stock"],
    )
    assert dealt.pozo == row.get("pozo", 0)
    assert dealt.racks + dealt.muertos + dealt.closing + dealt.pozo + dealt.stock == row.get("set_of", 106)


def test_nobody_deals_for_a_number_that_the_rules_do_not_know() -> None:
    with pytest.raises(RulesError):
        deal(3, load_rules("clasico"))


@pytest.mark.parametrize("row", rows("common_tables", "turn"))
def test_a_common_table_changes_as_the_law_says(row: dict[str, Any]) -> None:
    turn = TableTurn(parse_tiles(row["rack"]), row.get("opened", True))
    before, after = parse_table(row["before"]), parse_table(row["after"])
    verdict = judge_table(before, after, turn, load_rules("rummy"))
    assert [fault.code for fault in verdict.violations] == row.get("breaks", [])
    apart = judge_table(before, after, turn, load_rules("rummy", ["first_meld_then_table=false"]))
    assert [fault.code for fault in apart.violations] == row.get("apart", row.get("breaks", []))
    at_fault = [notation(fault.tiles) for fault in verdict.violations]
    assert at_fault == row.get("at_fault", at_fault)
    assert all(map(is_told, verdict.violations))


def test_a_table_may_exchange_the_joker_of_a_group_of_three() -> None:
    rules = load_rules("rummy", ["joker_swap_from_pierna_of_3=true"])
    turn = TableTurn(parse_tiles("7y 9b 9k"))
    assert judge_table(parse_table("7b 7k J"), parse_table("7b 7k 7y | 9b 9k J"), turn, rules).lawful


def test_a_joker_from_a_row_that_was_no_meld_is_exchanged_for_nothing() -> None:
    turn = TableTurn(parse_tiles("7r 9b 9k"))
    verdict = judge_table(parse_table("5r 9r J"), parse_table("5r 6r 7r | 9b 9k J 9r"), turn, load_rules("rummy"))
    assert not verdict.lawful
    turn = TableTurn(parse_tiles("9r 6r 7r"))
    verdict = judge_table(parse_table("9b 9k 8r J"), parse_table("9b 9k 9r J | 6r 7r 8r"), turn, load_rules("rummy"))
    assert [fault.code for fault in verdict.violations] == ["JOKER_NOT_EXCHANGED"]


@pytest.mark.parametrize("row", [*rows("matches", "match"), *rows("abroad", "match")])
def test_a_match_goes_on_or_ends_as_the_law_says(row: dict[str, Any]) -> None:
    teams = tuple("ABCD"[: max([len(hand) for hand in row["hands"]], default=2)])
    played = [PlayedHand(tuple(hand)) for hand in row["hands"][:-1]]
    played += [PlayedHand(tuple(hand), row.get("minutes", 0)) for hand in row["hands"][-1:]]
    verdict = judge_match(Match(teams, tuple(played)), load_rules(row["rules"], overrides(row)))
    winners = row.get("winners", [row["winner"]] if "winner" in row else [])
    said = verdict.as_json()
    assert (said["next"], said["winners"]) == (row["next"], [teams[winner] for winner in winners])
    assert said["totals"] == row.get("totals", said["totals"])
    assert said.get("victory", []) == row.get("victory", [])


def test_a_scored_hand_joins_the_match() -> None:
    hand = {"partial": True, "teams": {"A": {"melds": ["3r 4r 5r 6r 7r 8r 9r"], "muerto": "played"}, "B": {}}}
    rules = load_rules("torneo")
    match = Match(("A", "B")).after(score_hand(parse_hand(hand), rules), ended_min=12)
    assert match.totals(rules) == (245, -100)
    void = score_hand(parse_hand({"partial": True, "teams": {"A": {}, "B": {}}}), rules)
    assert match.after(void).hands[-1].void
    assert match.after(void).counted() == 1


@pytest.mark.parametrize(
    ("override", "starters"),
    [
        ("next_starter=rotate", [0, 1, 2, 2, 3]),
        ("next_starter=winner", [0, 1, 0, 0, 1]),
        ("next_starter=loser", [0, 0, 1, 1, 0]),
        ("replay_starter=next", [0, 1, 2, 3, 0]),
    ],
)
def test_who_starts_the_next_hand(override: str, starters: list[int]) -> None:
    rules = load_rules("clasico", [override])
    hands = [PlayedHand((0, 10)), PlayedHand((10, 0)), PlayedHand(()), PlayedHand((0, 10))]
    got = [next_starter(Match(("A", "B"), tuple(hands[:count])), 0, 4, rules) for count in range(5)]
    assert got == starters


@pytest.mark.parametrize(
    ("override", "starters"),
    [("next_starter=winner", [0, 0, 1]), ("next_starter=loser", [0, 1, 0])],
)
def test_in_rummy_who_has_fewest_points_has_won_the_hand(override: str, starters: list[int]) -> None:
    hands = [PlayedHand((0, 64)), PlayedHand((30, 0))]
    rules = load_rules("rummy", [override])
    assert [next_starter(Match(("A", "B"), tuple(hands[:count])), 0, 2, rules) for count in range(3)] == starters
