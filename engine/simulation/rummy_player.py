"""A simple rummy player: opens with enough points, extends every meld, takes tiles that melds can spare."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain

from engine.hand.moves import Close, EndTurn, Extend, LayDown, Move, Rearrange, Row
from engine.hand.state import LaidMeld
from engine.melds.changes import places_of, replaceable
from engine.melds.melds import judge_meld
from engine.melds.opening import opening_of
from engine.placed_tile import PlacedTile
from engine.rules.rules import Rules
from engine.simulation.dealer import Dealer
from engine.simulation.meld_search import Tiles, beyond, ends_of, groups_in, pairs_in, runs_in
from engine.tiles import JOKER, Color, Tile

_SHORTEST, _NEARLY_OUT = 3, 3
MoveProposals = Callable[[Dealer], Iterable[Move]]
"""Proposes moves to the player, the best first."""


def _no_wishes(_: Dealer) -> tuple[Move, ...]:
    return ()


def take_turn(dealer: Dealer, first: MoveProposals = _no_wishes) -> bool:
    """Play the turn, or the rest of it, lawfully to its end; False where there was nothing to draw.

    The moves that ``first`` proposes are tried before all others.
    """
    if dealer.rules.draw_or_play:
        return _plays_or_draws(dealer, first)
    if not dealer.state.turn.drawn and not dealer.draw():
        return False
    drawn = dealer.mark()
    _play(dealer, first)
    if not _ends(dealer):
        dealer.back_to(drawn)
        dealer.try_move(EndTurn(dealer.seat))
    return True


def _plays_or_draws(dealer: Dealer, first: MoveProposals) -> bool:
    """Play a turn in which a tile is drawn only where nothing was laid."""
    if dealer.state.turn.drawn:
        return dealer.try_move(EndTurn(dealer.seat))
    begin = dealer.mark()
    _play(dealer, first)
    if dealer.state.melds != dealer.state.turn.melds and _ends(dealer):
        return True
    dealer.back_to(begin)
    return dealer.draw() and dealer.try_move(EndTurn(dealer.seat))


def _ends(dealer: Dealer) -> bool:
    """Close with an empty rack, or pass the turn on if it broke no rule."""
    if not dealer.rack:
        return dealer.try_move(Close(dealer.seat, "meld_out"))
    mark, nearly = dealer.mark(), len(dealer.rack) <= _NEARLY_OUT
    if nearly and _ends_with_closing_tile(dealer):
        return True
    dealer.back_to(mark)
    return dealer.try_move(EndTurn(dealer.seat))


def _ends_with_closing_tile(dealer: Dealer) -> bool:
    if not dealer.give_closing_tile():
        return False
    _play(dealer)
    return not dealer.rack and dealer.try_move(Close(dealer.seat, "meld_out"))


def _play(dealer: Dealer, first: MoveProposals = _no_wishes) -> None:
    at_once = dealer.rules.first_meld_then_table
    if dealer.seat not in dealer.state.opened and not (_open(dealer) and at_once):
        return
    while dealer.rack and any(dealer.try_move(move) for move in chain(first(dealer), _wishes(dealer))):
        pass


def _open(dealer: Dealer) -> bool:
    """Lay a first exposure that reaches the minimum, or nothing; return whether it was laid."""
    rules, left, rows = dealer.rules, Counter(dealer.rack), []
    for tiles in (*_natural_rows(dealer.rack, rules), *_rows_with_joker(dealer.rack)):
        if not Counter(tiles) - left:
            left -= Counter(tiles)
            rows.append(_row(tiles))
    opens = opening_of([judge_meld(row, rules) for row in rows], rules).lawful
    return opens and bool(rows) and all(dealer.try_move(LayDown(dealer.seat, row)) for row in rows)


def _wishes(dealer: Dealer) -> Iterator[Move]:
    """The moves that the player would make now, the best first."""
    seat, rules, rack, melds = dealer.seat, dealer.rules, dealer.rack, dealer.state.melds
    for tiles in _natural_rows(rack, rules):
        yield LayDown(seat, _row(tiles))
    held = dict.fromkeys(rack)
    for meld in melds:
        yield from _added(meld, held, seat, rules)
    if len(rack) > 1:
        yield from _with_spare_tiles(melds, rack, seat)
        yield from _with_freed_jokers(melds, rack, seat)
    for meld in melds:
        yield from _halves(meld, held, seat)
    for tiles in _rows_with_joker(rack):
        yield LayDown(seat, _row(tiles))


def _row(tiles: Iterable[Tile]) -> Row:
    return tuple(PlacedTile(tile) for tile in tiles)


def _natural_rows(rack: Tiles, rules: Rules) -> list[Tiles]:
    """Melds without a joker, the most valuable first."""
    runs = runs_in(rack, rules.min_meld_len, ace_high=rules.ace_high)
    groups = groups_in(rack, rules.min_meld_len, distinct=rules.pierna_distinct_colours)
    return sorted((*runs, *groups), key=lambda tiles: -sum(tile.number or 0 for tile in tiles))


def _rows_with_joker(rack: Tiles) -> Iterator[Tiles]:
    if JOKER in rack:
        for tile, other, between in pairs_in(rack):
            yield (tile, JOKER, other) if between else (tile, other, JOKER)


def _added(meld: LaidMeld, held: Mapping[Tile, None], seat: int, rules: Rules) -> Iterator[Move]:
    """A meld of the table extended by one tile of the rack."""
    if meld.verdict.kind == "run":
        below, above = beyond(meld.verdict, ace_high=rules.ace_high)
        if below in held and below:
            yield Extend(seat, meld.number, _row((below, *meld.tiles)))
        if above in held and above:
            yield Extend(seat, meld.number, _row((*meld.tiles, above)))
    elif len(meld.tiles) == _SHORTEST:
        number = next(tile.number for tile in meld.tiles if tile.number)
        for tile in held:
            if tile.number == number and tile not in meld.tiles:
                yield Extend(seat, meld.number, _row((*meld.tiles, tile)))


def _spare(melds: Sequence[LaidMeld]) -> dict[Tile, LaidMeld]:
    """The tiles that a meld of the table can spare: either end of a long run, any of a group of four."""
    spare: dict[Tile, LaidMeld] = {}
    for meld in melds:
        if len(meld.tiles) > _SHORTEST:
            ends = meld.tiles if meld.verdict.kind == "group" else (meld.tiles[0], meld.tiles[-1])
            spare.update((tile, meld) for tile in ends if not tile.is_joker)
    return spare


def _with_spare_tiles(melds: Sequence[LaidMeld], rack: Tiles, seat: int) -> Iterator[Move]:
    """A new meld of two tiles of the rack and one spare tile of the table."""
    spare = _spare(melds)
    if not spare:
        return
    for tile, other, between in pairs_in(rack):
        for row in _completed(tile, other, between, spare):
            third = next(placed for placed in row if placed not in (tile, other))
            meld = spare[third]
            rest = list(meld.tiles)
            rest.remove(third)
            yield Rearrange(seat, (meld.number,), (_row(rest), _row(row)))


def _completed(tile: Tile, other: Tile, between: Tile | None, spare: dict[Tile, LaidMeld]) -> Iterator[Tiles]:
    """The melds that a pair forms with one of ``spare``."""
    if between:
        if between in spare:
            yield tile, between, other
    elif tile.number == other.number:
        for color in Color:
            third = Tile(tile.number, color)
            if third in spare and third not in (tile, other):
                yield tile, other, third
    else:
        low, high = tile.number or 0, other.number or 0
        if Tile(high + 1, tile.color) in spare:
            yield tile, other, Tile(high + 1, tile.color)
        if Tile(low - 1, tile.color) in spare:
            yield Tile(low - 1, tile.color), tile, other


def _with_freed_jokers(melds: Sequence[LaidMeld], rack: Tiles, seat: int) -> Iterator[Move]:
    """A joker of the table exchanged for the tile it stands for and laid at once with two others."""
    for meld in melds:
        jokers = [placed for placed in meld.row if placed.is_wild and placed.tile.is_joker]
        if not jokers or (meld.verdict.kind == "group" and len(meld.tiles) == _SHORTEST):
            continue
        wanted = replaceable(meld.verdict, jokers[0])
        for tile in [tile for tile in dict.fromkeys(rack) if tile in wanted]:
            left = list(rack)
            left.remove(tile)
            row = [tile if placed is jokers[0] else placed.tile for placed in meld.row]
            for first, other, between in pairs_in(left):
                new = (first, JOKER, other) if between else (first, other, JOKER)
                yield Rearrange(seat, (meld.number,), (_row(row), _row(new)))


def _halves(meld: LaidMeld, held: Mapping[Tile, None], seat: int) -> Iterator[Move]:
    """A long run split in two by a second copy of one of its tiles."""
    if meld.verdict.kind != "run" or len(meld.tiles) < 2 * _SHORTEST - 1:
        return
    low, high, color = ends_of(meld.verdict)
    places = places_of(meld.verdict)
    for middle in range(low + _SHORTEST - 1, high - _SHORTEST + 2):
        tile = Tile(middle, color)
        if tile in held:
            left = [places[place].tile for place in range(low, middle + 1)]
            right = [tile, *(places[place].tile for place in range(middle + 1, high + 1))]
            yield Rearrange(seat, (meld.number,), (_row(left), _row(right)))
