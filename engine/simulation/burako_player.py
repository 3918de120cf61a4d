"""A simple burako player: lays what fits, keeps wilds for canastas, takes the muerto, closes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence, Set

from engine.hand.moves import Close, Discard, Extend, LayDown, Move, Row, SwapWild, TakePozo
from engine.hand.state import LaidMeld
from engine.hand.taking_the_pozo import judge_pozo
from engine.melds.changes import places_of
from engine.melds.melds import MeldVerdict, judge_meld
from engine.melds.opening import opening_of
from engine.placed_tile import PlacedTile
from engine.rules.rules import Rules
from engine.simulation.dealer import Dealer
from engine.simulation.meld_search import Tiles, beyond, ends_of, groups_in, pairs_in, runs_in
from engine.tiles import Color, Tile

_TWO, _FEW, _NEARLY = 2, 6, 5
_WANTS_POZO, _REDRAWS = 0.8, 0.3


Throws = Callable[[Tiles], Sequence[Tile]]
"""The tiles of a rack in the order in which a player would throw them."""


def take_turn(dealer: Dealer) -> bool:
    """Play the turn, or the rest of it, lawfully to its end; False where there was nothing to draw."""
    if dealer.state.turn.drawn:
        return ends_turn(dealer)
    begin = dealer.mark()
    for drawn in (_from_pozo, _from_mazo):
        if drawn(dealer) and ends_turn(dealer):
            return True
        dealer.back_to(begin)
    return False


def ends_turn(dealer: Dealer, throws: Throws | None = None, *, lays: bool = True) -> bool:
    """Play the rest of a turn in which a tile was drawn; False where it cannot end lawfully.

    ``throws`` ranks the discards, by default the least missed first; without ``lays`` nothing is laid.
    """
    mark, throws = dealer.mark(), throws or _least_missed
    if lays:
        _play(dealer)
        if _finished(dealer, throws):
            return True
        dealer.back_to(mark)
    return _finished(dealer, throws)


def _from_mazo(dealer: Dealer) -> bool:
    first = dealer.state.turn.count == 0
    if not dealer.draw():
        return False
    if first and dealer.rules.first_player_redraw and dealer.rng.random() < _REDRAWS:
        dealer.redraw()
    return True


def _from_pozo(dealer: Dealer) -> bool:
    """Take the pozo if something in it is useful; at random not always, so that the mazo runs out eventually."""
    state, rules = dealer.state, dealer.rules
    rack = dealer.rack
    if not state.pozo or judge_pozo(len(rack), len(state.pozo), rules, None if rules.pozo_take == "whole" else 1):
        return False
    seen = [tile for tile in state.pozo[0 if rules.pozo_take == "whole" else -1 :] if tile]
    wanted = {tile for meld in _own(dealer) for tile in _wanted(meld.verdict, rules)}
    if not any(_is_of_use(tile, rack, wanted) for tile in seen) or dealer.rng.random() > _WANTS_POZO:
        return False
    return dealer.try_move(TakePozo(dealer.seat, left=0 if rules.pozo_take == "whole" else len(state.pozo) - 1))


def _is_of_use(tile: Tile, rack: Tiles, wanted: Set[Tile]) -> bool:
    """Whether a tile of the pozo is a wild, one of those ``wanted``, or makes a meld with two of the rack."""
    if tile.number in (None, _TWO) or tile in wanted:
        return True
    if sum(other_tile.number == tile.number for other_tile in rack) >= 2:
        return True
    near = {other_tile.number for other_tile in rack if other_tile.color == tile.color and other_tile.number}
    number = tile.number or 0
    return any({number + a, number + b} <= near for a, b in ((-2, -1), (-1, 1), (1, 2)))


def _own(dealer: Dealer) -> tuple[LaidMeld, ...]:
    return dealer.state.melds_of(dealer.state.team_of(dealer.seat))


def _wanted(verdict: MeldVerdict, rules: Rules) -> set[Tile]:
    """The tiles that would extend a meld as it is."""
    if verdict.kind == "run":
        return {tile for tile in beyond(verdict, ace_high=rules.ace_high) if tile}
    number = next((placed_tile.stands_for or placed_tile.tile).number for placed_tile in verdict.placed)
    return {Tile(number, color) for color in Color}


def _play(dealer: Dealer) -> None:
    """Lay tiles as long as possible, taking the muerto on the way."""
    seat, opened = dealer.seat, dealer.state.opened
    if dealer.rules.first_meld_min and seat not in opened and not _opens(dealer):
        return
    while True:
        if not dealer.rack and not dealer.give_muerto(seat, direct=True):
            return
        if not any(_safely(dealer, move) for move in _wishes(dealer)):
            return


def _opens(dealer: Dealer) -> bool:
    """Lay a first exposure that reaches the minimum, all its melds at once, or nothing."""
    mark, left, rows = dealer.mark(), Counter(dealer.rack), []
    for tiles in (*_natural_rows(dealer.rack, dealer.rules), *_rows_with_wilds(dealer.rack, dealer.rules)):
        if not Counter(tiles) - left:
            left -= Counter(tiles)
            rows.append(_row(tiles))
    if not opening_of([judge_meld(row, dealer.rules) for row in rows], dealer.rules).lawful:
        return False
    if all(_safely(dealer, LayDown(dealer.seat, row)) for row in rows):
        return True
    dealer.back_to(mark)
    return False


def _safely(dealer: Dealer, move: Move) -> bool:
    """Make a lawful ``move`` unless the turn could not end after it: the last tile must be a possible discard."""
    mark = dealer.mark()
    if not dealer.try_move(move):
        return False
    rack = dealer.rack
    if len(rack) == 1 and not _may_discard(dealer, rack[0]):
        dealer.back_to(mark)
        return False
    return True


def _may_discard(dealer: Dealer, tile: Tile) -> bool:
    return not dealer.against(Discard(dealer.seat, tile))


def _wishes(dealer: Dealer) -> Iterator[Move]:
    """The moves that the player would make now, the best first."""
    seat, rules, rack = dealer.seat, dealer.rules, dealer.rack
    own, held = _own(dealer), set(rack)
    for meld in own:
        if meld.verdict.kind == "run":
            yield from _swaps(meld, held, seat, rules)
    for meld in own:
        yield from _extensions(meld, rack, seat, rules)
    for tiles in _natural_rows(rack, rules):
        yield LayDown(seat, _row(tiles))
    if wilds := [tile for tile in rack if _is_wild(tile)]:
        yield from _wild_wishes(own, wilds[0], dealer)


def _is_wild(tile: Tile) -> bool:
    return tile.number in (None, _TWO)


def _row(tiles: Iterable[Tile]) -> Row:
    return tuple(PlacedTile(tile) for tile in tiles)


def _natural_rows(rack: Tiles, rules: Rules) -> list[Tiles]:
    """Melds without wilds, the longest first; 2s stay on the rack unless they are needed in a run."""
    runs = runs_in(rack, rules.min_meld_len, ace_high=rules.ace_high)
    groups = groups_in([tile for tile in rack if tile.number != _TWO], rules.min_meld_len)
    return sorted((*runs, *groups), key=len, reverse=True)


def _rows_with_wilds(rack: Tiles, rules: Rules) -> Iterator[Tiles]:
    """Melds of two naturals and a wild."""
    wilds = [tile for tile in rack if _is_wild(tile)]
    naturals = [tile for tile in rack if not _is_wild(tile)]
    if not wilds or rules.min_meld_len > 3:
        return
    for tile, other, between in pairs_in(naturals):
        for wild in wilds[:2]:
            yield (tile, wild, other) if between else (tile, other, wild)


def _extensions(meld: LaidMeld, rack: Tiles, seat: int, rules: Rules) -> Iterator[Move]:
    """A meld extended by every fitting tile of the rack."""
    row, verdict = _row(meld.tiles), meld.verdict
    if verdict.kind == "group":
        wanted = _wanted(verdict, rules)
        if more := [tile for tile in rack if tile in wanted]:
            yield Extend(seat, meld.number, (*row, *_row(more)))
        return
    held, grown = list(rack), row
    low, high, color = ends_of(verdict)
    while low > 1 and Tile(low - 1, color) in held:
        held.remove(Tile(low - 1, color))
        low, grown = low - 1, (PlacedTile(Tile(low - 1, color)), *grown)
    while high < (14 if rules.ace_high else 13) and (above := Tile(high % 13 + 1, color)) in held:
        held.remove(above)
        high, grown = high + 1, (*grown, PlacedTile(above))
    if len(grown) > len(row):
        yield Extend(seat, meld.number, grown)


def _swaps(meld: LaidMeld, held: set[Tile], seat: int, rules: Rules) -> Iterator[Move]:
    """A run in which a tile of the rack replaces its wild, which moves to its own place or to an end."""
    places = places_of(meld.verdict)
    low, high, color = ends_of(meld.verdict)
    for place, placed in places.items():
        if placed.stands_for in held:
            tiles = [
                PlacedTile(placed.stands_for) if at == place else PlacedTile(was.tile) for at, was in places.items()
            ]
            if placed.tile == Tile(_TWO, color) and low == _TWO + 1:
                yield SwapWild(seat, meld.number, (PlacedTile(placed.tile), *tiles))
            if high < (14 if rules.ace_high else 13):
                yield SwapWild(seat, meld.number, (*tiles, PlacedTile(placed.tile)))
            if low > 1:
                yield SwapWild(seat, meld.number, (PlacedTile(placed.tile), *tiles))


def _wild_wishes(own: Sequence[LaidMeld], wild: Tile, dealer: Dealer) -> Iterator[Move]:
    """Moves in which a wild completes a canasta, or empties a nearly empty rack."""
    seat, rules, rack = dealer.seat, dealer.rules, dealer.rack
    few = len(rack) <= _FEW
    for meld in sorted(own, key=lambda meld: -len(meld.tiles)):
        if (few or len(meld.tiles) == _NEARLY + 1) and meld.verdict.wilds < rules.max_wilds:
            yield Extend(seat, meld.number, (*_row(meld.tiles), PlacedTile(wild)))
            yield Extend(seat, meld.number, (PlacedTile(wild), *_row(meld.tiles)))
    if few or not own:
        for tiles in _rows_with_wilds(rack, rules):
            yield LayDown(seat, _row(tiles))


def _finished(dealer: Dealer, throws: Throws) -> bool:
    """Close, or discard the first possible tile and take the muerto or close if it was the last."""
    seat = dealer.seat
    if not dealer.rack:
        return dealer.try_move(Close(seat, "meld_out"))
    if not any(dealer.try_move(Discard(seat, tile)) for tile in throws(dealer.rack)):
        return False
    if not dealer.state.racks[seat].count:
        return dealer.give_muerto(seat, direct=False) or dealer.try_move(Close(seat, "discard"))
    return True


def _least_missed(rack: Tiles) -> list[Tile]:
    """The tiles of a rack, those with fewest neighbours first, wilds last."""
    numbers = Counter(tile.number for tile in rack)
    held = Counter(rack)

    def company(tile: Tile) -> tuple[bool, int, int]:
        number = tile.number or 0
        near = sum(held[Tile(number + step, tile.color)] * (3 - abs(step)) for step in (-2, -1, 1, 2))
        return _is_wild(tile), near + 2 * numbers[tile.number], -number

    return sorted(held, key=company)
