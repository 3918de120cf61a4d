"""Parse one line of text into a move: ``0 extend #2 4r 5r 6r 7r``."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence

from engine.hand import moves
from engine.hand.moves import NEW, UNSEEN, ClosedBy, Move, Row, SeenTile
from engine.placed_tile import PlacedTile, parse_meld
from engine.tiles import NotationError, Tile, words_of

Words = Sequence[str]
_LEAVING = re.compile(r"(leaving (\d+))?")
_CLOSING: dict[str, ClosedBy] = {"discard": "discard", "meld_out": "meld_out"}
_MODES = {"direct": True, "indirect": False}


def parse_move(line: str) -> Move:
    """The move that ``line`` names, in the format of ``str(move)``. Raises NotationError."""
    words = words_of(line)
    try:
        if words and words[0].isdecimal():
            return _SEATED[words[1]](int(words[0]), words[2:])
        if words[:1] == ["show_pozo"]:
            return moves.ShowPozo(tuple(map(_seen, words[1:])))
        if words == ["stock_out"]:
            return moves.StockOut()
        if words == ["go_on"]:
            return moves.GoOn()
    except (IndexError, KeyError, ValueError) as problem:
        if isinstance(problem, NotationError):
            raise
    raise NotationError("not_a_move", text=line)


def parse_moves(text: str) -> tuple[Move, ...]:
    """The moves of a text, one a line; empty lines and lines that start with ``--`` are skipped."""
    lines = (line.strip() for line in text.splitlines())
    return tuple(parse_move(line) for line in lines if line and not line.startswith("--"))


def _seen(word: str) -> SeenTile:
    return None if word == UNSEEN else Tile.parse(word)


def _maybe(words: Words) -> SeenTile:
    """The optional tile at the end of a line."""
    if len(words) > 1:
        raise ValueError("more than one tile")
    return _seen(words[0]) if words else None


def _one(words: Words) -> SeenTile:
    (word,) = words
    return _seen(word)


def _none(words: Words) -> None:
    if words:
        raise ValueError("nothing may follow")


def _row(words: Words) -> Row:
    return tuple(map(PlacedTile.parse, words))


def _laid(words: Words) -> Row:
    return parse_meld(" ".join(words))


def _number(word: str) -> int:
    if not word.startswith("#"):
        raise ValueError("a meld is written #3")
    return int(word[1:])


def _left(words: Words) -> int:
    found = _LEAVING.fullmatch(" ".join(words))
    if found is None:
        raise ValueError("write leaving 2")
    return int(found[2] or 0)


def _tiles(words: Words) -> tuple[Tile, ...]:
    return tuple(map(Tile.parse, words))


def _rearrange(seat: int, words: Words) -> Move:
    colon = words.index(":")
    rows = " ".join(words[colon + 1 :])
    laid = tuple(parse_meld(row) for row in rows.split("|")) if rows else ()
    return moves.Rearrange(seat, tuple(map(_number, words[:colon])), laid)


def _correct(seat: int, words: Words) -> Move:
    number: int | None = None if words[0] == NEW else _number(words[0])
    if words[1] != ":":
        raise ValueError("write a colon before the tiles")
    return moves.CorrectMeld(seat, number, _row(words[2:]))


def _plain(kind: Callable[[int], Move]) -> Callable[[int, Words], Move]:
    """A parser for lines that end after the verb."""

    def read(seat: int, words: Words) -> Move:
        _none(words)
        return kind(seat)

    return read


_SEATED: dict[str, Callable[[int, Words], Move]] = {
    "draw": lambda seat, words: moves.Draw(seat, _maybe(words)),
    "redraw": lambda seat, words: moves.Redraw(seat, _seen(words[0]), _maybe(words[1:])),
    "pozo": lambda seat, words: moves.TakePozo(seat, _left(words)),
    "lay": lambda seat, words: moves.LayDown(seat, _laid(words)),
    "extend": lambda seat, words: moves.Extend(seat, _number(words[0]), _laid(words[1:])),
    "swap": lambda seat, words: moves.SwapWild(seat, _number(words[0]), _laid(words[1:])),
    "rearrange": _rearrange,
    "discard": lambda seat, words: moves.Discard(seat, _one(words)),
    "muerto": lambda seat, words: moves.TakeMuerto(seat, _MODES[words[0]], _tiles(words[1:])),
    "closing_tile": lambda seat, words: moves.TakeClosingTile(seat, _maybe(words)),
    "end": _plain(moves.EndTurn),
    "close": lambda seat, words: moves.Close(seat, _CLOSING[" ".join(words)]),
    "correct": _correct,
    "aside": lambda seat, words: moves.SetAside(seat, _number(" ".join(words))),
    "turn": _plain(moves.SetTurn),
    "rack": lambda seat, words: moves.ShowRack(seat, _tiles(words)),
}
