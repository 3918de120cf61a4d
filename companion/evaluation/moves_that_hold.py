"""The reported moves that still hold at the end of a hand, without those taken back later."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from companion.evaluation.film_truth import plain
from engine.hand.events import Event
from engine.hand.moves import CorrectMeld, Discard, Extend, LayDown, Move, Rearrange, Redraw, SwapWild

_TWO_ROWS = 2


@dataclass(frozen=True, slots=True)
class ReportedMove:
    """A reported move with its frame, and whether it was reported as an offence."""

    move: Move
    frame: int
    is_offence: bool


def holding(events: Iterable[tuple[Event, int]]) -> tuple[ReportedMove, ...]:
    """The reported moves with their frames, except those that a later one takes back.

    That is: tiles laid and taken up again, a discard that was an exchanged first tile. Of a meld of which only a part
    went back, the rest was laid; what a correction adds was laid.
    """
    kept: list[tuple[ReportedMove, Event]] = []
    for event, frame in events:
        move = _laid_after_all(event) or event.move
        if (back := _taken_back(event)) is not None:
            left = _without(kept, event, back, frame)
            kept = left if left is not None else [*kept, (ReportedMove(move, frame, bool(event.offences)), event)]
            continue
        if isinstance(move, Redraw) and kept and kept[-1][0].move == Discard(move.seat, move.returned):
            kept.pop()
        kept.append((ReportedMove(move, frame, bool(event.offences)), event))
    return tuple(move for move, _ in kept)


def _laid_after_all(event: Event) -> LayDown | Extend | None:
    """What a correction tells that was laid; None for other moves."""
    move = event.move
    if not isinstance(move, CorrectMeld) or not move.row:
        return None
    if move.number is None:
        return LayDown(move.seat, move.row)
    old = event.before.meld(move.number)
    is_more = old is not None and Counter(old.tiles) < Counter(placed.tile for placed in move.row)
    return Extend(move.seat, move.number, move.row) if is_more else None


def _taken_back(event: Event) -> CorrectMeld | None:
    """The resulting meld where a move only removes tiles from one; None for other moves."""
    match event.move:
        case CorrectMeld(number=int()) as move:
            pass
        case Rearrange(seat=seat, numbers=(number,), rows=rows) if len(rows) < _TWO_ROWS:
            move = CorrectMeld(seat, number, rows[0] if rows else ())
        case _:
            return None
    old = event.before.meld(move.number or 0)
    is_less = old is not None and Counter(placed.tile for placed in move.row) < Counter(old.tiles)
    return move if is_less else None


def _without(
    kept: list[tuple[ReportedMove, Event]], event: Event, move: CorrectMeld, frame: int
) -> list[tuple[ReportedMove, Event]] | None:
    """The remaining moves once tiles of a meld went back; None where no reported move laid them."""
    for at in range(len(kept) - 1, -1, -1):
        laid = kept[at][1]
        if not isinstance(laid.move, LayDown | Extend | SwapWild) or laid.move.seat != move.seat:
            continue
        if not any(meld.number == move.number for meld in laid.melds):
            continue
        before = None if move.number is None else laid.before.meld(move.number)
        rest = [*kept[:at], *kept[at + 1 :]]
        if Counter(before.tiles if before else ()) == Counter(placed.tile for placed in move.row):
            return rest
        now = None if move.number is None else event.after.meld(move.number)
        if now is None or not Counter(before.tiles if before else ()) - Counter(now.tiles):
            part = LayDown(move.seat, move.row) if before is None else Extend(move.seat, move.number or 0, move.row)
            return [*rest, (ReportedMove(part, frame, now is not None and not now.verdict.lawful), laid)]
        kept = rest
    return None


def by_parts(move: Move, moves: Sequence[ReportedMove], left: Mapping[str, list[int]]) -> int | None:
    """The frame in which a meld was completely reported in two parts; None where it was not.

    First a lawful part, then what the same player added to it. The moves used are removed from ``left``, the frames of
    the plain reported moves that match no other.
    """
    if not isinstance(move, LayDown | Extend):
        return None
    whole = Counter(placed.tile for placed in move.row)
    laid = [
        earlier.move
        for earlier in moves
        if isinstance(earlier.move, LayDown | Extend) and earlier.move.seat == move.seat
    ]
    last = next(
        (meld for meld in laid if Counter(placed.tile for placed in meld.row) == whole and left.get(plain(meld))), None
    )
    first = next((meld for meld in laid if meld is not last and left.get(plain(meld))
                  and Counter(placed.tile for placed in meld.row) < whole), None)  # fmt: skip
    if last is None or first is None:
        return None
    left[plain(first)].pop(0)
    return left[plain(last)].pop(0)
