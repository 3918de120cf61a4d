"""The quick judge against the slow one, and what must hold of every row."""

from __future__ import annotations

import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from engine import PROFILES, PlacedTile, Tile, judge_change, judge_meld, load_rules, parse_meld
from tests.engine.cases import is_told
from tests.engine.oracle import near_meld, rule_on, ways

RULES = load_rules("clasico")

HOUSES = (
    "clasico; ace_both_ends=false",
    "clasico; wraparound=true",
    "clasico; pierna_of_twos=forbidden",
    "clasico; ace_high=false; ace_both_ends=false",
    "torneo; ace_low=false; ace_both_ends=false",
    "torneo; wilds_adjacent=false",
    "torneo; two_on_own_place_is_natural=false",
    "buracco; piernas_allowed=[1, 3]",
    "rummy; min_naturals=2",
)


def laid(tiles: tuple[Tile, ...]) -> tuple[PlacedTile, ...]:
    return tuple(PlacedTile(tile) for tile in tiles)


def compare(rule_set: str, count: int) -> None:
    """Judge ``count`` seeded rows under a profile and, after semicolons, its overrides."""
    profile, *overrides = rule_set.split("; ")
    rules, rng = load_rules(profile, overrides), random.Random(rule_set)
    for _ in range(count):
        tiles = near_meld(rng)
        verdict, ruling = judge_meld(laid(tiles), rules), rule_on(tiles, rules)
        row = " ".join(map(str, tiles))
        assert (verdict.lawful, verdict.lawful_reordered, verdict.clean_reordered) == (
            ruling.lawful,
            ruling.lawful_reordered,
            ruling.clean_reordered,
        ), row
        if ruling.lawful:
            assert (verdict.wilds, verdict.points) == (ruling.wilds, ruling.points), row
        assert bool(verdict.violations) is not verdict.lawful, row


@pytest.mark.parametrize("profile", PROFILES)
def test_rows_are_judged_as_by_brute_force(profile: str) -> None:
    compare(profile, 300)


@pytest.mark.parametrize("rule_set", HOUSES)
def test_house_rules_are_judged_as_by_brute_force(rule_set: str) -> None:
    compare(rule_set, 150)


@pytest.mark.slow
@pytest.mark.timeout(1800)
@pytest.mark.parametrize("rule_set", [*PROFILES, *HOUSES])
def test_twenty_thousand_rows_are_judged_as_by_brute_force(rule_set: str) -> None:
    compare(rule_set, 20_000)


ROWS = st.integers(0, 2**32).map(lambda seed: near_meld(random.Random(seed)))


@settings(max_examples=200, deadline=None)
@given(ROWS, st.sampled_from(PROFILES))
@example(near_meld(random.Random(53981)), "clasico")
def test_the_side_it_is_read_from_does_not_change_a_verdict(tiles: tuple[Tile, ...], profile: str) -> None:
    rules = load_rules(profile)
    one, other = judge_meld(laid(tiles), rules), judge_meld(laid(tiles[::-1]), rules)
    assert one.as_json("es", RULES) | {"meld": "", "violations": []} == other.as_json("es", RULES) | {
        "meld": "",
        "violations": [],
    }
    assert {fault.code for fault in one.violations} == {fault.code for fault in other.violations}


@settings(max_examples=200, deadline=None)
@given(ROWS, st.sampled_from(PROFILES))
def test_no_reading_is_better_than_the_best(tiles: tuple[Tile, ...], profile: str) -> None:
    """Said aloud, any other lawful reading is granted, and has no fewer wilds nor, with as many, more points."""
    rules = load_rules(profile)
    best = judge_meld(laid(tiles), rules)
    for way in ways(tiles, rules):
        said = judge_meld(way.laid, rules)
        assert said.lawful
        assert (best.wilds, -best.points) <= (said.wilds, -said.points) <= (way.wilds, -way.points)


@settings(max_examples=200, deadline=None)
@given(ROWS, st.randoms(use_true_random=False), st.sampled_from(PROFILES))
def test_what_a_row_could_be_does_not_depend_on_how_it_lies(
    tiles: tuple[Tile, ...], rng: random.Random, profile: str
) -> None:
    rules = load_rules(profile)
    one, other = (judge_meld(laid(some), rules) for some in (tiles, tuple(rng.sample(tiles, len(tiles)))))
    assert (one.lawful_reordered, one.clean_reordered) == (other.lawful_reordered, other.clean_reordered)
    assert not other.lawful or one.lawful_reordered
    assert other.wilds or not other.lawful or one.clean_reordered


@settings(max_examples=200, deadline=None)
@given(ROWS, st.sampled_from(PROFILES))
@example(tuple(map(Tile.parse, ["2y", "13y", "3y", "J"])), "clasico")
def test_a_verdict_reads_back_and_stays_as_it_was(tiles: tuple[Tile, ...], profile: str) -> None:
    rules = load_rules(profile)
    verdict = judge_meld(laid(tiles), rules)
    assert verdict.tiles == tiles
    if verdict.lawful:
        assert judge_meld(parse_meld(verdict.meld), rules) == verdict
        assert judge_change(laid(tiles), laid(tiles), rules).lawful
    assert all(map(is_told, verdict.violations))


@settings(max_examples=200, deadline=None)
@given(ROWS, ROWS, st.sampled_from(PROFILES))
def test_any_two_rows_can_be_compared(before: tuple[Tile, ...], after: tuple[Tile, ...], profile: str) -> None:
    rules = load_rules(profile)
    verdict = judge_change(laid(before), laid(after), rules)
    if verdict.lawful:
        assert judge_meld(laid(after), rules).lawful
    assert verdict.as_json("es", RULES)["lawful"] is verdict.lawful
