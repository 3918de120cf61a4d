"""Compare two player strengths: each deal is played twice with the sides exchanged, so that luck cancels out."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt

from engine.hand.apply import apply
from engine.hand.moves import Move, StockOut
from engine.hand.state import TableState
from engine.rules.rules import Rules
from engine.scoring.scoring import score_hand
from engine.simulation.dealer_state import (
    DealtHand,
    after_move,
    after_move_and_consequences,
    as_seen,
    dealt_hand,
    whole_record,
)
from engine.simulation.players_by_strength import Strength, next_moves

Chooses = Callable[[TableState, Rules, Strength, random.Random], tuple[Move, ...]]
MOST_TURNS = 1000
"""The number of turns after which a hand is abandoned; far more than any hand takes."""
_Z = 1.959963985


@dataclass(frozen=True, slots=True)
class Comparison:
    """The result of one strength against another: hands won, lost and drawn, and the point difference."""

    won: int = 0
    lost: int = 0
    level: int = 0
    points: int = 0

    @property
    def hands(self) -> int:
        """The number of hands played."""
        return self.won + self.lost + self.level

    def plus(self, lead: int) -> Comparison:
        """The result with one more hand, which the first led by that many points."""
        return Comparison(self.won + (lead > 0), self.lost + (lead < 0), self.level + (lead == 0), self.points + lead)

    def wins(self) -> tuple[float, float, float]:
        """The share of the decided hands that the first won, and the ends of its 95 % interval."""
        decided = self.won + self.lost
        return (self.won / decided, *wilson(self.won, decided)) if decided else (0.5, 0.0, 1.0)


def wilson(won: int, of: int) -> tuple[float, float]:
    """The ends of the 95 % score interval (Wilson) of a share."""
    share = won / of
    middle = share + _Z**2 / (2 * of)
    half = _Z * sqrt(share * (1 - share) / of + _Z**2 / (4 * of**2))
    return (middle - half) / (1 + _Z**2 / of), (middle + half) / (1 + _Z**2 / of)


def paired_lead(
    rules: Rules, first: Strength, second: Strength, seed: int, players: int | None = None
) -> tuple[int, int]:
    """The lead of ``first`` over ``second`` in both hands of one deal; deterministic.

    Of more than two players every other seat is the first's. Raises RulesError when the rules are not for so many (by
    default the fewest).
    """
    players = min(rules.players) if players is None else players
    bag = list(rules.bag)
    random.Random(f"{rules.name} league {seed}").shuffle(bag)
    leads = []
    for seats in ((first, second), (second, first)):
        rng = random.Random(f"{rules.name} players {seed}")
        leads.append(lead(hand(dealt_hand(bag, players, rules), rules, seats, rng), rules))
    return leads[0], -leads[1]


def hand(
    start: DealtHand, rules: Rules, strengths: Sequence[Strength], rng: random.Random, chooses: Chooses = next_moves
) -> DealtHand:
    """Play a hand to its end with computer players, each given the view of its seat; sides alternate."""
    now, views = start, [start.seen_by(seat) for seat in range(start.state.players)]
    for _ in range(MOST_TURNS):
        if now.state.ended:
            return now
        seat = now.state.turn.seat
        for move in chooses(views[seat], rules, strengths[seat % len(strengths)], rng):
            done = after_move_and_consequences(now, move, rules)
            if done.violations:
                raise ValueError(f"a program wanted {move}: {done.violations}")
            now = done.dealing
            views = [known_after(view, done.moves, at, rules) for at, view in enumerate(views)]
    return after_move(now, StockOut(), rules).dealing


def known_after(view: TableState, moves: tuple[Move, ...], seat: int, rules: Rules) -> TableState:
    """The view of ``seat`` after ``moves``."""
    for move in moves:
        view = apply(view, as_seen(move, seat), rules).state
    return view


def lead(end: DealtHand, rules: Rules) -> int:
    """The lead in points of the first side at the end of a hand; 0 where it is void.

    Of more than two sides, every other one from the first on against those between.
    """
    totals = [sheet.total for sheet in score_hand(whole_record(end), rules).sheets]
    sign = -1 if rules.target_kind == "points_low" else 1
    return sign * (sum(totals[::2]) - sum(totals[1::2])) if len(totals) > 1 else 0
