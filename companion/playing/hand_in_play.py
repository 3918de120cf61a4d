"""One hand of a screen game: the dealer's full state, and the view of each seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from engine.hand.apply import apply
from engine.hand.events import Event
from engine.hand.moves import Move
from engine.hand.state import TableState
from engine.rules.rules import Rules
from engine.scoring.score_sheets import HandScore
from engine.scoring.scoring import score_hand
from engine.simulation.dealer_state import DealtHand, after_move, as_seen, unseen_before, whole_record


@dataclass(frozen=True, slots=True)
class SeatMove:
    """One move: as its own seat saw it, and as all others did."""

    number: int
    """Of its entry."""
    own: Event
    open: Event
    undone: bool = False

    def as_seen(self, seat: int | None) -> Event:
        """The move as ``seat`` saw it."""
        return self.own if seat is not None and getattr(self.own.move, "seat", None) == seat else self.open


@dataclass(frozen=True, slots=True)
class GameMoment:
    """A moment to return to."""

    dealing: DealtHand
    views: tuple[TableState, ...]


@dataclass(frozen=True, slots=True)
class HandInPlay:
    """La mano: its moves, and its state for each seat."""

    number: int
    rules: Rules
    start: DealtHand
    now: GameMoment
    seat_moves: tuple[SeatMove, ...] = ()
    back: tuple[GameMoment, ...] = ()
    """The moments before the moves that may be taken back, the latest last."""

    @staticmethod
    def begun(number: int, start: DealtHand, rules: Rules) -> HandInPlay:
        """A hand before its first move."""
        views = tuple(start.seen_by(seat) for seat in (*range(start.state.players), None))
        return HandInPlay(number, rules, start, GameMoment(start, views))

    @property
    def dealing(self) -> DealtHand:
        """The dealer's full state."""
        return self.now.dealing

    @property
    def state(self) -> TableState:
        """The table state, without face-down tiles."""
        return self.now.dealing.state

    @property
    def moves(self) -> tuple[Move, ...]:
        """The valid moves, with every tile."""
        return tuple(move.own.move for move in self.seat_moves if not move.undone)

    def view(self, seat: int | None) -> TableState:
        """The table state known to ``seat``, or to a spectator."""
        return self.now.views[-1 if seat is None else seat]

    def then(self, number: int, moves: Sequence[Move]) -> HandInPlay:
        """The hand after the lawful ``moves`` of the entry ``number``."""
        hand = self
        for move in moves:
            hand = hand._after(number, move)
        return hand

    def _after(self, number: int, move: Move) -> HandInPlay:
        done = after_move(self.dealing, move, self.rules)
        if done.violations:
            raise ValueError(f"the law does not let {move} pass any more")
        views = tuple(
            apply(view, as_seen(move, seat), self.rules).state
            for view, seat in zip(self.now.views, (*range(len(self.now.views) - 1), None), strict=True)
        )
        mover = getattr(move, "seat", None)
        after = GameMoment(done.dealing, views)
        seat_move = SeatMove(number, _event(self.now, after, move, mover), _event(self.now, after, move, None))
        stays = (
            unseen_before(move) or done.dealing.state.turn.count != self.state.turn.count or after.dealing.state.ended
        )
        return replace(
            self, now=after, seat_moves=(*self.seat_moves, seat_move), back=() if stays else (*self.back, self.now)
        )

    def taken_back(self, moves: int = 1) -> HandInPlay:
        """The hand without its last moves; unchanged where they cannot be undone."""
        if not moves or len(self.back) < moves:
            return self
        left, holds = moves, list(self.seat_moves)
        for at in range(len(holds) - 1, -1, -1):
            if left and not holds[at].undone:
                holds[at], left = replace(holds[at], undone=True), left - 1
        return replace(self, now=self.back[-moves], seat_moves=tuple(holds), back=self.back[:-moves])

    def score(self) -> HandScore | None:
        """The score of the hand, once it is over."""
        return score_hand(whole_record(self.dealing), self.rules) if self.state.ended else None


def _event(before: GameMoment, after: GameMoment, move: Move, seat: int | None) -> Event:
    at = -1 if seat is None else seat
    return Event(move=as_seen(move, seat), before=before.views[at], after=after.views[at], violations=())
