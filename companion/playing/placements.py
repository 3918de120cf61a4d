"""The lawful targets for selected tiles, and why a new meld is not one."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from companion.matches.tile_order import joined, laid_in_order
from companion.matches.view_hand import violation_views
from companion.playing.game_commands import Tiles
from companion.playing.game_state import GameState
from companion.playing.hand_in_play import HandInPlay
from companion.playing.wording import refuse
from companion.view_models.game import MeldTarget, Targets
from engine.hand.apply import apply
from engine.hand.moves import Discard, Move, Rearrange, Row
from engine.hand.state import LaidMeld
from engine.melds.changes import replaceable
from engine.melds.melds import judge_meld
from engine.placed_tile import PlacedTile, parse_tiles
from engine.rules.rules import Rules
from engine.rules.verdict import Violation
from engine.simulation.dealer_state import after_move_and_consequences
from engine.tiles import Tile, without, words_of

MOST_TILES, MOST_JOINED, LONGEST_NUMBER = 28, 13, 4
"""The maximum number of tiles in a request, of those that may join one meld, and of digits of a meld's number."""


def targets(state: GameState, seat: int, chosen: Tiles, language: str) -> Targets:
    """The targets for the tiles. Raises GameRefused for tiles that are not there, NotationError for invalid ones."""
    hand = state.hand
    rack, taken = parse_tiles(chosen.rack), tuple(_taken(chosen))
    if hand is None or state.to_move != seat or not (rack or taken):
        return Targets(new=None, melds=(), discard=None, why=())
    if len(rack) + len(taken) > MOST_TILES:
        refuse("many tiles", most=MOST_TILES)
    if without(rack, hand.state.racks[seat].known):
        refuse("not your tiles")
    place = _Places(hand, seat, rack, tuple(_sources(hand, taken)))
    new, row = place.new()
    return Targets(
        new=None if place.against(new, row) else str(new),
        melds=tuple(place.melds()),
        discard=place.discard(),
        why=violation_views(place.against(new, row), state.agreement, language),
    )


def _taken(chosen: Tiles) -> Iterator[tuple[int, Tile]]:
    """The tiles selected on the table, each with its meld number."""
    for word in words_of(chosen.taken) if ":" in chosen.taken else [chosen.taken]:
        number, sign, tile = word.rpartition(":")
        if sign and not (number.isdecimal() and len(number) <= LONGEST_NUMBER):
            refuse("no such meld")
        yield from ((int(number) if sign else chosen.meld or 0, other_tile) for other_tile in parse_tiles(tile))


@dataclass(frozen=True, slots=True)
class _Source:
    """A meld from which tiles were selected."""

    meld: LaidMeld
    taken: tuple[Tile, ...]
    rest: tuple[Row, ...]
    """What is left of it, as it lies: nothing, one row, or two melds where a run was cut in the middle."""


def _sources(hand: HandInPlay, taken: Sequence[tuple[int, Tile]]) -> Iterator[_Source]:
    """The melds from which tiles were selected, in the order named."""
    for number in dict.fromkeys(number for number, _tile in taken):
        meld, tiles = hand.state.meld(number), tuple(tile for at, tile in taken if at == number)
        if meld is None or without(tiles, meld.tiles):
            refuse("no such meld")
        yield _Source(meld, tiles, _rest(meld, tiles, hand.rules))


class _Places:
    """The targets for some tiles of a rack, possibly with others from the melds of ``sources``."""

    def __init__(self, hand: HandInPlay, seat: int, rack: Sequence[Tile], sources: Sequence[_Source]) -> None:
        self.hand, self.state, self.rules, self.seat = hand, hand.state, hand.rules, seat
        self.rack, self.sources = rack, sources
        self.added: Row = tuple(map(PlacedTile, (*rack, *(tile for source in sources for tile in source.taken))))

    def new(self) -> tuple[Move, Row]:
        """The move that makes one new meld of them, and its row."""
        laid = laid_in_order(self.state, self.seat, self.added, self.rules)
        return self._moved(None, laid.row) if self.sources else laid, laid.row

    def against(self, move: Move, row: Row) -> tuple[Violation, ...]:
        """The violations of the move; on a shared table also those of ``row`` at the end of the turn."""
        found = apply(self.state, move, self.rules).violations
        if self.rules.meld_owner == "table" and row:
            found = (*found, *judge_meld(row, self.rules).violations)
        return found

    def melds(self) -> Iterator[MeldTarget]:
        """The melds that can take all of them."""
        if len(self.added) > MOST_JOINED:
            return
        for meld in self.state.melds:
            if meld.team not in (None, self.state.team_of(self.seat)) or meld in [
                source.meld for source in self.sources
            ]:
                continue
            moves = [str(move) for move, row in self._onto(meld) if not self.against(move, row)]
            if moves:
                yield MeldTarget(meld.number, tuple(dict.fromkeys(moves)))

    def _onto(self, meld: LaidMeld) -> Iterator[tuple[Move, Row]]:
        grown = joined(self.state, self.seat, meld, self.added, self.rules)
        yield self._moved(meld, grown.row) if self.sources else grown, grown.row
        if self.rules.meld_owner == "table" and len(self.added) == 1:
            yield from self._in_place_of_joker(meld)

    def _in_place_of_joker(self, meld: LaidMeld) -> Iterator[tuple[Move, Row]]:
        """The meld with the tile replacing a joker, which comes to the rack and must be laid again."""
        for at, placed in enumerate(meld.row):
            if placed.is_wild and placed.tile.is_joker and self.added[0].tile in replaceable(meld.verdict, placed):
                row = tuple(PlacedTile(each.tile) for each in (*meld.row[:at], self.added[0], *meld.row[at + 1 :]))
                yield self._moved(meld, row), row

    def _moved(self, meld: LaidMeld | None, row: Row) -> Move:
        """The selected tiles moved to another or a new meld. The rest of a meld keeps its number."""
        kept = [(source.meld.number, source.rest[0]) for source in self.sources if source.rest]
        kept += [(meld.number, row)] if meld else []
        further = [] if meld else [row]
        further += [part for source in self.sources for part in source.rest[1:]]
        gone = [source.meld.number for source in self.sources if not source.rest]
        return Rearrange(
            self.seat, (*(number for number, _row in kept), *gone), (*(lies for _, lies in kept), *further)
        )

    def discard(self) -> str | None:
        """The move that discards the tile, where it is a single one that may be."""
        if len(self.rack) != 1 or self.sources or not self.rules.discard_ends_turn:
            return None
        move = Discard(self.seat, self.rack[0])
        return None if after_move_and_consequences(self.hand.dealing, move, self.rules).violations else str(move)


def _rest(meld: LaidMeld, taken: Iterable[Tile], rules: Rules) -> tuple[Row, ...]:
    """The rest of a meld: one row, unless it was cut into two that are melds by themselves."""
    gone = list(taken)
    parts: list[list[PlacedTile]] = [[]]
    for placed in reversed(meld.row):
        if placed.tile in gone:
            gone.remove(placed.tile)
            parts.append([])
        else:
            parts[-1].append(PlacedTile(placed.tile))
    rows = tuple(tuple(reversed(part)) for part in reversed(parts) if part)
    if len(rows) > 1 and all(judge_meld(row, rules).lawful for row in rows):
        return rows
    return (tuple(tile for row in rows for tile in row),) if rows else ()
