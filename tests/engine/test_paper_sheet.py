"""A hand as the paper sheet has it comes to what its tiles come to, by every rule set."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engine.hand.hand_file import HandRecord, TeamRecord
from engine.hand.history import record_of
from engine.rules.profiles import PROFILES, load_rules
from engine.rules.rules import Rules
from engine.scoring.canastas import canasta_bonus, counted, points_against
from engine.scoring.paper_sheet import SideSum, canasta_points, counts_laid, score_sums, tile_step
from engine.scoring.scoring import score_hand
from engine.scoring.side_words import parse_side
from engine.simulation.simulate import simulate

NAMES = ("nosotros", "ellos")


def counted_by_hand(team: TeamRecord, record: HandRecord, rules: Rules) -> SideSum:
    """What somebody at the table would write down of a side."""
    found = counted(team, rules)
    kinds = [canasta_bonus(verdict, purity, rules)[0] for verdict, purity in found.canastas]
    closed = team.name == record.closed_by
    is_spared = rules.muerto_unplayed == "flat_100_no_tiles" and (rules.unplayed_scope == "both" or closed)
    piles = [*team.racks, () if is_spared else team.unplayed_muerto]
    return SideSum(
        canastas=tuple((kind, kinds.count(kind)) for kind in dict.fromkeys(kinds)),
        muerto=team.muerto,
        laid=sum(verdict.points for verdict in found.laid),
        left=sum(points_against(tiles, rules) for tiles in piles),
        closed=closed,
    )


@pytest.mark.parametrize("hands", [4, pytest.param(120, marks=pytest.mark.slow)])
@pytest.mark.parametrize("profile", PROFILES)
def test_a_hand_comes_to_the_same_by_its_tiles_and_by_its_sums(profile: str, hands: int):
    rules = load_rules(profile)
    for seed in range(hands):
        record = record_of(simulate(rules, seed=seed).history.replayed(rules).state)
        expected = score_hand(record, rules)
        sides = [counted_by_hand(team, record, rules) for team in record.teams]
        found = score_sums(sides, [team.name for team in record.teams], rules)
        assert (found.void, found.totals) == (expected.void, expected.totals), seed


HANDS = [
    ("clasico", {}, "2 puras, 1 impura, cierre, muerto, 245, -15", "1 pura, 100, -60", (930, 140)),
    ("clasico", {}, "1 pura, cierre, muerto, 80", "muerto sin jugar, 30, atril 70", (480, 60)),
    ("eburako", {}, "1 impura, cierre, muerto, 80", "60, -10", (280, -170)),
    ("clasico", {"no_canasta": "zero"}, "1 pura, cierre, muerto, 80", "muerto, 60", (480, 100)),
    ("clasico", {"no_canasta": "zero", "laid_needs_pura": True}, "1 pura, cierre, muerto, 80", "1 impura, muerto, 60",
     (480, 100)),
    ("clasico", {"no_canasta": "negative", "laid_needs_pura": True}, "1 pura, cierre, muerto, 80", "1 impura, 60",
     (480, -160)),
    ("parejas", {}, "1 pura, cierre, muerto, 80", "1 pura, muerto sin jugar, 60", (380, 160)),
    ("torneo", {"stock_out_close_bonus": 50}, "1 pura, muerto, 80", "muerto, 60", (330, 60)),
    ("buraco-aberto", {}, "1 canasta_real, 1 canasta_real_14, cierre, muerto, 100", "", None),
    ("rummy", {}, "cierre", "atril 30", None),
    ("rummy", {}, "atril 12", "atril 30", None),
]  # fmt: skip


@pytest.mark.parametrize(("profile", "changes", "ours", "theirs", "totals"), HANDS)
def test_the_points_come_from_the_rules(profile, changes, ours, theirs, totals):
    rules = replace(load_rules(profile), **changes)
    score = score_sums((parse_side(ours), parse_side(theirs)), NAMES, rules)
    assert not score.impossible
    assert all(sheet.total == sum(line.points for line in sheet.lines) for sheet in score.sheets)
    if totals:
        assert tuple(score.totals.values()) == totals


@pytest.mark.parametrize("takes_sum", [True, False])
@pytest.mark.parametrize("counts", ["all", "losers"])
@pytest.mark.parametrize(
    ("ours", "theirs"),
    [("cierre", "atril 30"), ("cierre, atril 5", "atril 30"), ("5", "-30"), ("cierre", ""), ("", "")],
)
def test_where_only_racks_count(takes_sum: bool, counts: str, ours: str, theirs: str):
    rules = replace(load_rules("rummy"), winner_takes_sum=takes_sum, target_kind="points_low", rack_counts=counts)
    sides = (parse_side(ours), parse_side(theirs))
    totals = tuple(score_sums(sides, NAMES, rules).totals.values())
    gap = sides[1].left - (0 if sides[0].closed else sides[0].left)
    low = (sides[0].left if counts == "all" or not sides[0].closed else 0, sides[1].left)
    assert totals == ((gap, -gap) if takes_sum and gap else (0, 0) if takes_sum else low)
    assert not counts_laid(rules)


CANNOT_BE = [
    ("clasico", {}, "cierre, muerto, 80", "CLOSE_NO_CANASTA"),
    ("clasico", {"close_needs_pura": True}, "1 impura, cierre, muerto", "CLOSE_NO_PURA"),
    ("clasico", {}, "1 pura, cierre", "CLOSE_NO_MUERTO"),
    ("rummy", {}, "cierre, muerto", "TOO_MANY_MUERTOS"),
]


@pytest.mark.parametrize(("profile", "changes", "ours", "code"), CANNOT_BE)
def test_a_slip_is_seen(profile, changes, ours, code):
    score = score_sums((parse_side(ours), SideSum()), NAMES, replace(load_rules(profile), **changes))
    assert [str(fault.code) for fault in score.impossible] == [code]
    assert score.sheets == ()


def test_a_hand_without_canasta_or_close_is_played_again_where_the_rules_say_so():
    void = score_sums((parse_side("80"), parse_side("60")), NAMES, load_rules("clasico"))
    assert void.void
    assert tuple(void.totals.values()) == (0, 0)


def test_what_is_paid_for_and_what_sums_may_be():
    assert canasta_points(load_rules("rummy")) == {}
    assert {str(kind): points for kind, points in canasta_points(load_rules("clasico")).items()} == {
        "CANASTA_PURE": 200,
        "CANASTA_IMPURE": 100,
    }
    assert tile_step(load_rules("clasico")) == 5
    assert tile_step(load_rules("rummy")) == 1
