"""Add hands up to a match: running totals, the winner, and the starter of the next hand."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from engine.rules.rules import Rules
from engine.scoring.score_sheets import HandScore

_TWO_SIDES = 2
Next = Literal["hand", "replay", "extra_hand", "over"]


@dataclass(frozen=True, slots=True)
class PlayedHand:
    """One hand of a match: the points of each team in seat order; none for a void hand."""

    points: tuple[int, ...]
    ended_min: float = 0.0
    """Minutes since the match began."""

    @property
    def void(self) -> bool:
        """Whether the hand counts for nothing."""
        return not self.points


@dataclass(frozen=True, slots=True)
class MatchVerdict:
    """The state of a match: what comes next, and the winner if it is over."""

    next: Next
    totals: tuple[int, ...]
    winners: tuple[str, ...] = ()
    """The winning team; several where the rules allow a tie; empty during the match."""
    victory: tuple[int, ...] = ()
    """The victory points of each team, where the rules have any and the match is over."""

    def as_json(self) -> dict[str, Any]:
        """A JSON object of the same names, with victory points where there are any."""
        said = {"next": self.next, "totals": list(self.totals), "winners": list(self.winners)}
        return said | ({"victory": list(self.victory)} if self.victory else {})


@dataclass(frozen=True, slots=True)
class Match:
    """Partida: the teams in seat order and the hands they have played."""

    teams: tuple[str, ...]
    hands: tuple[PlayedHand, ...] = ()

    def after(self, score: HandScore, ended_min: float = 0.0) -> Match:
        """The match with one more hand, scored as ``score``."""
        points = () if score.void else tuple(score.totals[team] for team in self.teams)
        return replace(self, hands=(*self.hands, PlayedHand(points, ended_min)))

    def totals(self, rules: Rules) -> tuple[int, ...]:
        """The points of each team so far."""
        totals = (0,) * len(self.teams)
        for hand in self.hands:
            if not hand.void:
                totals = tuple(_floored(total + one, rules) for total, one in zip(totals, hand.points, strict=True))
        return totals

    def counted(self) -> int:
        """The number of hands that were not void."""
        return sum(not hand.void for hand in self.hands)


def _floored(total: int, rules: Rules) -> int:
    return total if rules.negative_totals else max(total, 0)


def judge_match(match: Match, rules: Rules) -> MatchVerdict:
    """The state of ``match``; totals are compared when a hand ends, never during one."""
    totals = match.totals(rules)
    last = match.hands[-1] if match.hands else None
    if last is None:
        return MatchVerdict("hand", totals)
    if last.void and not (_late(last, rules) and rules.void_hand_after_time == "decide"):
        return MatchVerdict("replay", totals)
    if not (_late(last, rules) or _far_enough(match, totals, rules)):
        return MatchVerdict("hand", totals)
    leaders = _leaders(match.teams, totals, rules)
    if len(leaders) > 1 and rules.tie == "extra_hand":
        return MatchVerdict("extra_hand", totals)
    return MatchVerdict("over", totals, leaders, victory_points(totals, rules))


def victory_points(totals: Sequence[int], rules: Rules) -> tuple[int, ...]:
    """The victory points of both sides of a match with these ``totals``; empty where the rules have none."""
    if not rules.victory_points or len(totals) != _TWO_SIDES:
        return ()
    sign = 1 if rules.target_kind == "points_high" else -1
    return shared_points(sign * totals[0], sign * totals[1], rules)


def shared_points(own: int, other: int, rules: Rules) -> tuple[int, int]:
    """The victory points of a side with ``own`` points (more is better), and of one with ``other``; (0, 0) without such
    rules."""
    if not rules.victory_points:
        return 0, 0
    most = next(points for least, points in reversed(rules.victory_points) if abs(own - other) >= least)
    least = 2 * rules.victory_points[0][1] - most
    return (most, least) if own >= other else (least, most)


def _late(hand: PlayedHand, rules: Rules) -> bool:
    return rules.time_limit_min is not None and hand.ended_min >= rules.time_limit_min


def _far_enough(match: Match, totals: Iterable[int], rules: Rules) -> bool:
    if rules.hands is not None and match.counted() >= rules.hands:
        return True
    return rules.target is not None and max(totals) >= rules.target


def _leaders(teams: tuple[str, ...], totals: tuple[int, ...], rules: Rules) -> tuple[str, ...]:
    best = min(totals) if rules.target_kind == "points_low" else max(totals)
    return tuple(team for team, total in zip(teams, totals, strict=True) if total == best)


def next_starter(match: Match, first: int, seats: int, rules: Rules) -> int:
    """The seat that starts the next hand, counted in turn order from the seat ``first``.

    A void hand is started again by the same seat where the rules say so; with ``winner`` or ``loser`` the first seat of
    that team starts, seats alternating between the teams.
    """
    seat = first
    for hand in match.hands:
        if hand.void:
            seat += rules.replay_starter == "next"
        elif rules.next_starter == "rotate":
            seat += 1
        else:
            chosen = max if (rules.next_starter == "winner") == (rules.target_kind == "points_high") else min
            seat = hand.points.index(chosen(hand.points))
    return seat % seats
