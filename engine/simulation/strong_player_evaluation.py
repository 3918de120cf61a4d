"""The evaluation function of the strong burako player: melds, discards and the end of a turn, from its seat's view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from engine.hand.moves import Close, Move, TakeMuerto
from engine.hand.state import TableState
from engine.melds.melds import MeldVerdict, canasta_of, judge_meld
from engine.melds.run_and_group import may_be_wild
from engine.plays.candidates import Candidate
from engine.plays.discards import ExtendingTiles
from engine.rules.rules import Rules
from engine.scoring.canastas import canasta_bonus, points_against
from engine.tiles import Color, Tile

_LONG = 7


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveWeights:
    """The weights of the evaluation, in points."""

    laid_now: float
    """The fraction of a tile's points gained by laying it now rather than later, while no close is near."""
    wild: float
    """The worth of a wild on the rack."""
    chances: tuple[float, ...]
    """By length, the probability that a meld becomes a canasta."""
    out: float
    """The worth of each tile fewer on the rack."""
    muerto: float
    """The worth of taking it."""
    fed: float
    """The worth of each tile of the pozo to the player who takes it."""
    close_at: float
    """The lead in points from which a player closes."""


WEIGHTS = MoveWeights(
    laid_now=0.4, wild=45, chances=(0, 0, 0, 0.12, 0.2, 0.35, 0.6), out=6, muerto=200, fed=7, close_at=0
)


class MoveEvaluation:
    """The position of one seat before it lays and throws."""

    def __init__(self, state: TableState, rules: Rules, weights: MoveWeights) -> None:
        self.state, self.rules, self.weights = state, rules, weights
        self.seat = state.turn.seat
        self.team = state.team_of(self.seat)
        self.risk = self._risk()
        self.melds = {meld.number: meld.verdict for meld in state.melds}

    @cached_property
    def unseen(self) -> Counter[Tile]:
        """The tiles whose place this seat does not know."""
        return Counter(self.rules.bag) - Counter(self.state.seen_tiles())

    def _risk(self) -> float:
        """The probability that the hand ends before the next turn of this seat."""
        state, rules = self.state, self.rules
        most = 0.05
        for seat, rack in enumerate(state.racks):
            side = state.team_of(seat)
            team = state.teams[side]
            if side == self.team or (rules.muertos and team.muerto == "untaken" and state.muertos):
                continue
            canastas = sum(canasta_of(meld.verdict, rules) is not None for meld in state.melds_of(side))
            if canastas >= (rules.canastas_to_close if rules.close_needs_canasta else 0):
                most = max(
                    most, 0.9 if rack.count <= 2 else 0.6 if rack.count <= 4 else 0.35 if rack.count <= 7 else 0.15
                )
        left = state.mazo - rules.stock_reserve
        return max(most, 0.8 if left <= state.players else 0.4 if left <= 2 * state.players else 0)

    def meld(self, candidate: Candidate) -> int:
        """The worth of laying it, in hundredths of a point."""
        weights, rules = self.weights, self.rules
        after = judge_meld(candidate.row, rules)
        before = self.melds.get(candidate.number) if candidate.number else None
        tiles = points_against(candidate.added, rules)
        now = weights.laid_now + (1 - weights.laid_now) * self.risk
        worth = now * 2 * tiles + self._canasta(after) - (self._canasta(before) if before else 0.0)
        wilds = (
            sum(may_be_wild(tile, rules) for tile in candidate.added)
            if after.wilds > (before.wilds if before else 0)
            else 0
        )
        kept = weights.wild * (1 - self.risk) * (0.4 if after.canasta else 1)
        return round(100 * (worth + weights.out * len(candidate.added) - wilds * kept))

    def _canasta(self, verdict: MeldVerdict) -> float:
        """The worth of the meld as a canasta or a future canasta."""
        rules, length = self.rules, len(verdict.placed)
        if verdict.canasta:
            return canasta_bonus(verdict, verdict.canasta, rules)[1]
        if rules.canasta_len is None or length >= rules.canasta_len:
            return 0
        at = min(max(length + _LONG - rules.canasta_len, 0), len(self.weights.chances) - 1)
        bonus = rules.canasta_impure if verdict.wilds else rules.canasta_pure
        return bonus * self.weights.chances[at] * (1 - self.risk)

    def end(self, move: Move) -> int:
        """The worth of the last move of a turn, in hundredths of a point."""
        if isinstance(move, TakeMuerto):
            return round(100 * self.weights.muerto)
        if isinstance(move, Close):
            return round(100 * (self.rules.close_bonus + self.lead() - self.weights.close_at))
        return 0

    def most(self) -> int:
        """An upper bound of the worth of the last move of a turn."""
        close = round(100 * (self.rules.close_bonus + self.lead() - self.weights.close_at))
        return max(close, round(100 * self.weights.muerto))

    def rack(self, held: Sequence[Tile], left: Sequence[Tile]) -> float:
        """The worth of the tiles ``held`` before laying, and of what the tiles ``left`` may still form."""
        worth = 0.0
        for tile in held:
            worth += self.weights.wild * (1 - self.risk) if may_be_wild(tile, self.rules) else -self.weights.out
        counts, numbers = Counter(left), Counter(tile.number for tile in left)
        for tile in left:
            near = sum(counts[other] * weight for other, weight in _near(tile))
            company = 0.0 if may_be_wild(tile, self.rules) else min(4.0 * near + 5 * (numbers[tile.number] - 1), 24)
            worth += (1 - self.risk) * company - self.risk * points_against((tile,), self.rules)
        return worth

    def lead(self) -> float:
        """The lead in points if the hand ended now, as far as can be seen."""
        scores = [self._side(side) for side in range(len(self.state.teams))]
        return scores[self.team] - max(score for side, score in enumerate(scores) if side != self.team)

    def _side(self, side: int) -> float:
        rules, state = self.rules, self.state
        melds = [meld.verdict for meld in state.melds_of(side)]
        bonus = sum(canasta_bonus(laid_meld, laid_meld.canasta, rules)[1] for laid_meld in melds if laid_meld.canasta)
        laid = sum(laid_meld.points for laid_meld in melds)
        if not any(laid_meld.canasta for laid_meld in melds) and rules.no_canasta != "positive":
            laid = 0 if rules.no_canasta == "zero" else -laid
        muerto = rules.muerto_taken_bonus if state.teams[side].muerto != "untaken" else -rules.muerto_untaken_penalty
        racks = [rack for seat, rack in enumerate(state.racks) if state.team_of(seat) == side and seat != self.seat]
        return bonus + laid + (muerto if rules.muertos else 0) - 8.0 * sum(rack.count for rack in racks)

    def throws(self, rack: Sequence[Tile], uses: ExtendingTiles) -> list[Tile]:
        """The distinct tiles of ``rack``, the best discard first."""
        held, numbers = Counter(rack), Counter(tile.number for tile in rack)
        pozo = len(self.state.pozo)

        def cost(tile: Tile) -> tuple[float, str]:
            near = sum(held[other] * weight for other, weight in _near(tile))
            own: float = 4 * near + 5 * (numbers[tile.number] - 1) + (25 if tile in uses.own else 0)
            own += (
                3 * self.weights.wild
                if may_be_wild(tile, self.rules)
                else -self.risk * points_against((tile,), self.rules)
            )
            return own + self._danger(tile, uses) * (10 + self.weights.fed * pozo), str(tile)

        return sorted(held, key=cost)

    def _danger(self, tile: Tile, uses: ExtendingTiles) -> float:
        """The probability that the next player can use it."""
        if may_be_wild(tile, self.rules):
            return 2.0
        if tile in uses.others:
            return 1.5
        near = sum(self.unseen[other] * weight for other, weight in _near(tile))
        same = sum(self.unseen[Tile(tile.number, color)] for color in Color)
        hidden = max(sum(self.unseen.values()), 1)
        held = self.state.racks[(self.seat + 1) % self.state.players].count / hidden
        return min(1.0, held * (0.25 * near + 0.3 * same))


def _near(tile: Tile) -> Iterable[tuple[Tile, int]]:
    """The tiles with which it forms a run, and how closely."""
    number = tile.number or 0
    for step in (-2, -1, 1, 2):
        if 1 <= number + step <= 14 and tile.color:
            yield Tile((number + step - 1) % 13 + 1, tile.color), 3 - abs(step)
