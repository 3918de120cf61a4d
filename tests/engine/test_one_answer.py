"""One fact, one answer: what a meld is said to be and what it is in the count never contradict each other."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import example, given, reject, settings
from hypothesis import strategies as st

from engine import PROFILES, PlacedTile, Reason, RulesError, Tile, judge_meld, load_rules, parse_meld, score_hand
from engine.hand.hand_file import HandRecord, TeamRecord
from engine.melds.melds import MeldVerdict, canasta_of, counts, parse_tiles
from engine.rules.rules import Rules
from engine.tiles import Color
from tests.engine.cases import rows
from tests.engine.many_hands import is_bonus
from tests.engine.oracle import near_meld

LAID = {Reason.LAID, Reason.LAID_FOR_NOTHING, Reason.LAID_AGAINST, Reason.LAID_FOR_NOTHING_NO_PURA}
LAID |= {Reason.LAID_AGAINST_NO_PURA}
HOUSES = ("no_canasta=negative", "no_canasta=zero", "placement_policy=strict", "placement_policy=lenient",
          "purity_reading=best", "ace_high=false; ace_both_ends=false", "max_wilds=2", "wraparound=true",
          "semi_pura=150", "two_on_own_place_is_natural=false")  # fmt: skip
NEAR = st.integers(0, 2**32).map(lambda seed: near_meld(random.Random(seed)))


@st.composite
def round_runs(draw: st.DrawFn) -> tuple[Tile, ...]:
    """Tiles of one colour in order, from any number on, further than the 13; some replaced by wilds."""
    color, start, length = draw(st.sampled_from([*Color])), draw(st.integers(1, 13)), draw(st.integers(3, 14))
    tiles = [Tile((start + step - 1) % 13 + 1, color) for step in range(length)]
    for place in draw(st.lists(st.integers(0, length - 1), max_size=2)):
        tiles[place] = draw(st.sampled_from([Tile(None, None), Tile(2, draw(st.sampled_from([*Color])))]))
    return tuple(tiles[:: draw(st.sampled_from([1, -1]))])


def under(profile: str, rule_set: str) -> Rules:
    """A profile with a house rule, where the two go together; a hand without canastas is scored, too."""
    try:
        return load_rules(profile, [*filter(None, rule_set.split("; ")), "stock_out_none_has_canasta=score"])
    except RulesError:
        reject()


def counted_alone(laid: tuple[PlacedTile, ...], rules: Rules, closed_by: str | None = None) -> Any:
    """The score of a hand in which one side laid this and nobody anything else."""
    team = TeamRecord(name="nosotros", melds=(laid,), muerto="played" if rules.muertos else "untaken")
    others = (TeamRecord(name="ellos"),)
    return score_hand(HandRecord(teams=(team, *others), closed_by=closed_by, partial=True), rules)


def in_the_count(verdict: MeldVerdict, rules: Rules) -> str:
    """What the sheet says of a meld: ``against``, ``laid``, or the canasta that it pays as well."""
    (sheet, _) = counted_alone(verdict.placed, rules).sheets
    about = [line for line in sheet.lines if line.tiles == verdict.placed]
    (line,) = (line for line in about if not is_bonus(line))
    bonus = next((line for line in about if is_bonus(line)), None)
    if line.reason == Reason.UNLAWFUL:
        assert line.points < 0
        assert bonus is None
        return "against"
    assert (line.reason == Reason.LAID_REORDERED) == (not verdict.lawful and line.points > 0)
    assert line.reason in LAID | {Reason.LAID_REORDERED}
    assert abs(line.points) in (0, verdict.points)
    return canasta_of(verdict, rules) or "laid" if bonus else "laid"


@settings(max_examples=200, deadline=None)
@given(st.one_of(NEAR, round_runs()), st.sampled_from(PROFILES), st.sampled_from(("", *HOUSES)))
@example(parse_tiles("8k 9k 10k 11k 12k 13k 1k 2k"), "clasico", "")
@example(parse_tiles("8k 9k 10k 11k 12k 13k J 7k"), "clasico", "no_canasta=negative")
def test_a_meld_is_counted_as_it_is_told(tiles: tuple[Tile, ...], profile: str, rule_set: str) -> None:
    rules = under(profile, rule_set)
    verdict = judge_meld([PlacedTile(tile) for tile in tiles], rules)
    said, score = verdict.as_json("es", rules), counted_alone(verdict.placed, rules)
    forgiven = said.get("counts_as")
    if any(tiles.count(tile) > rules.most_of(tile) for tile in tiles):
        assert score.impossible
        assert not said["lawful"]
        assert not forgiven
        return
    assert not score.impossible
    assert [problem.violation for problem in score.problems] == list(verdict.violations)
    assert bool(score.problems) is not said["lawful"]
    assert not (forgiven and said["lawful"])
    assert said["lawful_reordered"] or not forgiven
    if rules.target_kind == "points_low" or rules.winner_takes_sum:
        return
    wanted = (said["canasta"] or "laid") if said["lawful"] else "against"
    wanted = (forgiven["canasta"] or "laid") if forgiven else wanted
    counted = in_the_count(verdict, rules)
    pays_later = rules.no_canasta != "positive" or rules.laid_needs_pura
    assert counted == wanted or (pays_later and counted == "laid" and wanted != "against")


@settings(max_examples=150, deadline=None)
@given(round_runs(), st.sampled_from(PROFILES))
def test_what_is_told_to_go_round_counts_nowhere_and_closes_nothing(tiles: tuple[Tile, ...], profile: str) -> None:
    rules = load_rules(profile)
    verdict = judge_meld([PlacedTile(tile) for tile in tiles], rules)
    if "WRAP" not in [fault.code for fault in verdict.violations]:
        return
    assert not counts(verdict, rules)
    assert canasta_of(verdict, rules) is None
    codes = [fault.code for fault in counted_alone(verdict.placed, rules, closed_by="nosotros").impossible]
    assert "CLOSE_NO_CANASTA" in codes or not rules.close_needs_canasta


@pytest.mark.parametrize("row", rows("rounds", "round"))
def test_a_row_that_goes_round_or_lies_wrongly_is_one_thing_everywhere(row: dict[str, Any]) -> None:
    for profile, wanted in row["counts"].items():
        rules = load_rules(profile, ["no_canasta=positive", "stock_out_none_has_canasta=score"])
        verdict = judge_meld(parse_meld(row["laid"]), rules)
        wilds = row.get("two", row["breaks"]) if rules.max_wilds > 1 else row["breaks"]
        assert ([fault.code for fault in verdict.violations], profile) == (wilds, profile)
        assert (in_the_count(verdict, rules), profile) == (wanted, profile)
        closed = counted_alone(verdict.placed, rules, closed_by="nosotros").impossible
        assert ("CLOSE_NO_CANASTA" in [fault.code for fault in closed]) == (wanted in ("against", "laid"))


def test_a_meld_whose_wild_was_said_to_stand_for_another_counts_as_it_lies() -> None:
    rules = load_rules("clasico")
    laid = parse_meld("3r 4r 5r 6r 7r 8r 2r=1r")
    verdict = judge_meld(laid, rules)
    assert (verdict.lawful, verdict.canasta, canasta_of(verdict, rules)) == (False, None, "impure")
