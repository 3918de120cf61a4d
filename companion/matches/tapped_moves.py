"""Convert tapped input, a verb with a seat and some tiles, to moves."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.match_commands import Tap
from companion.matches.events import Moves
from companion.matches.tile_order import joined
from companion.matches.wording import refusal
from companion.refusal import TableRefused
from engine.hand import moves
from engine.hand.moves import Move, Row, SeenTile
from engine.hand.state import TableState
from engine.placed_tile import parse_meld, parse_table
from engine.rules.rules import Rules
from engine.tiles import NotationError, Tile, words_of

_TapReader = Callable[[TableState, Tap, Rules], Moves]


def moves_of_tap(state: TableState, tap: Tap, rules: Rules) -> Moves:
    """The moves of ``tap``.

    Raises NotationError for an invalid verb or tile, and TableRefused for too few or too many tiles.
    """
    if tap.verb not in _READERS:
        raise NotationError("not_a_move", text=tap.verb)
    if tap.verb in _LAYING and not tap.tiles.strip():
        raise TableRefused(refusal("no tiles"), 422)
    return _READERS[tap.verb](state, tap, rules)


def _words(tap: Tap) -> tuple[SeenTile, ...]:
    return tuple(None if word == moves.UNSEEN else Tile.parse(word) for word in words_of(tap.tiles))


def _tiles(tap: Tap) -> tuple[Tile, ...]:
    return tuple(tile for tile in _words(tap) if tile)


def _one(tap: Tap) -> SeenTile:
    """The optional tile of the verb."""
    words = _words(tap)
    if len(words) > 1:
        raise TableRefused(refusal("one tile"), 422)
    return words[0] if words else None


def _row(tap: Tap) -> Row:
    return parse_meld(tap.tiles) if tap.tiles.strip() else ()


def _single(make: Callable[[int, Tap], Move]) -> _TapReader:
    return lambda _state, tap, _rules: (make(tap.seat, tap),)


def _pozo(state: TableState, tap: Tap, rules: Rules) -> Moves:
    return (moves.TakePozo(tap.seat, max(len(state.pozo) - 1, 0) if rules.pozo_take == "top" else 0),)


def _lay(_state: TableState, tap: Tap, _rules: Rules) -> Moves:
    return tuple(moves.LayDown(tap.seat, row) for row in parse_table(tap.tiles))


def _add(state: TableState, tap: Tap, rules: Rules) -> Moves:
    meld = state.meld(tap.meld or 0)
    if meld is None:
        return (moves.Extend(tap.seat, tap.meld or 0, parse_meld(tap.tiles)),)
    return (joined(state, tap.seat, meld, parse_meld(tap.tiles), rules),)


def _muerto(state: TableState, tap: Tap, _rules: Rules) -> Moves:
    return (moves.TakeMuerto(tap.seat, direct=tap.seat == state.turn.seat, tiles=_tiles(tap)),)


def _close(state: TableState, tap: Tap, _rules: Rules) -> Moves:
    """The close of a seat; with its last tile where one is named, or where it discarded last."""
    if tap.tiles.strip():
        return moves.Discard(tap.seat, _one(tap)), moves.Close(tap.seat, "discard")
    thrown = state.previous == tap.seat and not state.racks[tap.seat].count
    return (moves.Close(tap.seat, "discard" if thrown else "meld_out"),)


_READERS: Mapping[str, _TapReader] = {
    "draw": _single(lambda seat, tap: moves.Draw(seat, _one(tap))),
    "redraw": _single(lambda seat, tap: moves.Redraw(seat, _one(tap))),
    "pozo": _pozo,
    "lay": _lay,
    "add": _add,
    "discard": _single(lambda seat, tap: moves.Discard(seat, _one(tap))),
    "muerto": _muerto,
    "closing_tile": _single(lambda seat, tap: moves.TakeClosingTile(seat, _one(tap))),
    "end": _single(lambda seat, _tap: moves.EndTurn(seat)),
    "close": _close,
    "stock_out": _single(lambda _seat, _tap: moves.StockOut()),
    "correct": _single(lambda seat, tap: moves.CorrectMeld(seat, tap.meld, _row(tap))),
    "aside": _single(lambda seat, tap: moves.SetAside(seat, tap.meld or 0)),
    "turn": _single(lambda seat, _tap: moves.SetTurn(seat)),
    "rack": _single(lambda seat, tap: moves.ShowRack(seat, _tiles(tap))),
    "show_pozo": _single(lambda _seat, tap: moves.ShowPozo(_words(tap))),
}
_LAYING = ("lay", "add")
VERBS = frozenset(_READERS)
