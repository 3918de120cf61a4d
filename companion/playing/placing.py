"""Where tiles may go: every place that the law lets pass now, and why not a new meld."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from companion.matches.arranging import joined, laid_in_order
from companion.matches.view_hand import violation_views
from companion.playing.game_story import GameStory
from companion.playing.hand_in_play import HandInPlay
from companion.playing.orders import Tiles
from companion.playing.wording import refuse
from companion.snapshot.game import MeldTarget, Targets
from engine.hand.apply import apply
from engine.hand.moves import Discard, Move, Rearrange, Row
from engine.hand.state import LaidMeld
from engine.melds.changes import replaceable
from engine.melds.melds import judge_meld
from engine.placed import Placed, parse_tiles
from engine.rules.verdict import Violation
from engine.simulation.dealing import played
from engine.tiles import Tile, without

MOST_TILES, MOST_JOINED = 28, 13
"""Tiles that may be asked about at once, and of those that may come to one meld."""


def targets(story: GameStory, seat: int, chosen: Tiles, language: str) -> Targets:
    """Where the tiles may go. Raises GameRefused for tiles that are not there, NotationError for what are none."""
    hand = story.hand
    rack, taken = parse_tiles(chosen.rack), parse_tiles(chosen.taken)
    if hand is None or story.to_move != seat or not (rack or taken):
        return Targets(new=None, melds=(), discard=None, why=())
    if len(rack) + len(taken) > MOST_TILES:
        refuse("many tiles", most=MOST_TILES)
    if without(rack, hand.state.racks[seat].known):
        refuse("not your tiles")
    source = _source(hand, chosen, taken)
    place = _Places(hand, seat, rack, taken, source)
    new = place.new()
    return Targets(
        new=None if place.against(new) else str(new),
        melds=tuple(place.melds()),
        discard=place.discard(),
        why=violation_views(place.against(new), story.agreement, language),
    )


def _source(hand: HandInPlay, chosen: Tiles, taken: Sequence[Tile]) -> LaidMeld | None:
    """The meld of which some tiles were chosen."""
    if not taken:
        return None
    meld = hand.state.meld(chosen.meld or 0)
    if meld is None or without(taken, meld.tiles):
        refuse("no such meld")
    return meld


class _Places:
    """The places for some tiles of a rack, perhaps with others that lie in the meld ``source``."""

    def __init__(
        self, hand: HandInPlay, seat: int, rack: Sequence[Tile], taken: Sequence[Tile], source: LaidMeld | None
    ) -> None:
        self.hand, self.state, self.rules, self.seat = hand, hand.state, hand.rules, seat
        self.rack, self.source = rack, source
        self.added: Row = tuple(map(Placed, (*rack, *taken)))
        self.rest = _rest(source, taken) if source else ()

    def new(self) -> Move:
        """The move that makes one new meld of them."""
        laid = laid_in_order(self.state, self.seat, self.added, self.rules)
        return self._moved(None, laid.row) if self.source else laid

    def against(self, move: Move) -> tuple[Violation, ...]:
        """What the law says against it; on a table of everybody also what it will say of a meld when the turn ends."""
        found = apply(self.state, move, self.rules).violations
        row = getattr(move, "row", None) or (getattr(move, "rows", None) or ((),))[-1]
        if self.rules.meld_owner == "table" and row:
            found = (*found, *judge_meld(row, self.rules).violations)
        return found

    def melds(self) -> Iterator[MeldTarget]:
        """The melds to which all of them may go."""
        if len(self.added) > MOST_JOINED:
            return
        for meld in self.state.melds:
            if meld.team not in (None, self.state.team_of(self.seat)) or meld is self.source:
                continue
            moves = [str(move) for move in self._onto(meld) if not self.against(move)]
            if moves:
                yield MeldTarget(meld.number, tuple(dict.fromkeys(moves)))

    def _onto(self, meld: LaidMeld) -> Iterator[Move]:
        grown = joined(self.state, self.seat, meld, self.added, self.rules)
        yield self._moved(meld, grown.row) if self.source else grown
        if self.rules.meld_owner == "table" and len(self.rack) == 1 and not self.source:
            yield from self._in_place_of_joker(meld)

    def _in_place_of_joker(self, meld: LaidMeld) -> Iterator[Move]:
        """The meld with the tile in the place of a joker, which comes to the rack and has to be laid again."""
        for at, one in enumerate(meld.row):
            if one.is_wild and one.tile.is_joker and self.rack[0] in replaceable(meld.verdict, one):
                row = (*meld.row[:at], self.added[0], *meld.row[at + 1 :])
                yield Rearrange(self.seat, (meld.number,), (tuple(Placed(each.tile) for each in row),))

    def _moved(self, meld: LaidMeld | None, row: Row) -> Move:
        """What was taken from ``source`` lies in another meld, or in a new one."""
        assert self.source
        numbers = (self.source.number, *([meld.number] if meld else []))
        return Rearrange(self.seat, numbers, (self.rest, row)) if self.rest else self._gone(meld, row)

    def _gone(self, meld: LaidMeld | None, row: Row) -> Move:
        """The same where nothing is left of ``source``."""
        assert self.source
        if meld is None:
            return Rearrange(self.seat, (self.source.number,), (row,))
        return Rearrange(self.seat, (meld.number, self.source.number), (row,))

    def discard(self) -> str | None:
        """The move that throws it, where it is one tile that may go."""
        if len(self.rack) != 1 or self.source or not self.rules.discard_ends_turn:
            return None
        move = Discard(self.seat, self.rack[0])
        return None if played(self.hand.dealing, move, self.rules).violations else str(move)


def _rest(source: LaidMeld, taken: Iterable[Tile]) -> Row:
    """What is left of a meld, as it lies."""
    gone, left = list(taken), []
    for one in reversed(source.row):
        if one.tile in gone:
            gone.remove(one.tile)
        else:
            left.append(Placed(one.tile))
    return tuple(reversed(left))
