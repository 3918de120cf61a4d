"""The owner of each row and heap in the photographs of a hand: as stated, else by position."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.dashboard.photo_hands.hand_drafts import HandPhotos
from companion.dashboard.photo_hands.photo_rows import TileGroup, everything, halves, heaps, melds_and_rest, shows_table
from companion.view_models import NO_TILE, MatchSnapshot, PhotoScore

NOBODY = "stock_out"
"""The closer's value where the stock ran out."""
NOT_PART = "none"
"""The place of what does not count: the pozo, the stock."""
_HALVES = ("near", "far")
EACH = "each"
"""The owner's value for melds near the photographer where those of both sides lie there."""


@dataclass(frozen=True, slots=True)
class ShownPhoto:
    """A photograph of the hand with its present reading."""

    id: str
    score: PhotoScore
    corrected: frozenset[int]
    """The tiles that a person named."""
    canastas_under: Callable[[int], tuple[str, ...]]
    """The canastas, in notation, that a tile may be the top of where they are piled."""

    def face(self, tile: int, *, in_meld: bool) -> str:
        """The face of a tile: in melds the rules may decide a doubtful one, in racks only a person."""
        view = next(other_tile for other_tile in self.score.tiles if other_tile.id == tile)
        return view.face if in_meld or tile in self.corrected else view.seen


@dataclass(frozen=True, slots=True)
class PlacedTileGroup:
    """A lot with its destination: ``side.0``, ``rack.2``, ``muerto.1``, ``table``, ``none``; empty while unknown."""

    lot: TileGroup
    place: str
    is_said: bool
    """Whether the owner was stated by a person or by the photograph's purpose; else it is inferred."""
    same_as_another: bool = False
    """Whether another photograph has a meld of the same tiles."""


@dataclass(frozen=True, slots=True)
class KnownHand:
    """Everything known, and its consequences."""

    draft: HandPhotos
    photos: Mapping[str, ShownPhoto]
    """By name, the oldest first."""
    shown: MatchSnapshot
    """The match as it stands; it has a hand."""
    near: str
    """The team whose melds lay near the photographer in the last count: an index, or empty."""

    @property
    def seats(self) -> range:
        """All the seats."""
        return range(len(self.shown.players))

    @property
    def is_common(self) -> bool:
        """Whether the table is shared."""
        return self.shown.rules.common_table

    def content_of(self, photo: str) -> str:
        """The content of a photograph: ``table``, ``racks``, ``side.0``, ``rack.2``; empty while unknown."""
        if said := self.draft.words.get(f"shows.{photo}"):
            return said
        is_table = shows_table(self.photos[photo].score)
        return "" if is_table is None else "table" if is_table else "racks"

    def placed(self) -> tuple[PlacedTileGroup, ...]:
        """Every lot at its stated or inferred destination; racks without owner have none."""
        placed = [lot for photo in self.photos for lot in self._of_photo(photo)]
        seen: dict[tuple[str, ...], str] = {}
        for at, placed_lot in enumerate(placed):
            faces = self.faces(placed_lot.lot)
            if placed_lot.lot.is_meld and seen.setdefault(faces, placed_lot.lot.photo) != placed_lot.lot.photo:
                said = self._said(placed_lot.lot)
                placed[at] = replace(placed_lot, place=said, is_said=bool(said), same_as_another=True)
        return tuple(placed)

    def _of_photo(self, photo: str) -> Iterator[PlacedTileGroup]:
        score, shows = self.photos[photo].score, self.content_of(photo)
        if shows.startswith(("rack.", "muerto.")):
            for lot in everything(photo, score):
                yield PlacedTileGroup(lot, self._said(lot) or shows, True)
        elif shows == "racks":
            for lot in heaps(photo, score):
                yield PlacedTileGroup(lot, self._said(lot), bool(self._said(lot)))
        elif shows:
            lots = melds_and_rest(photo, score)
            sides = self._sides(photo, [lot for lot in lots if lot.is_meld], shows)
            for lot in lots:
                said = self._said(lot)
                likely = sides.get(lot.key, "") if lot.is_meld else self._pozo(lot, lots, score)
                yield PlacedTileGroup(lot, said or likely, bool(said) or shows.startswith("side."))

    def _said(self, lot: TileGroup) -> str:
        """The stated common destination of all tiles of a lot."""
        said = {self.draft.words.get(f"place.{lot.photo}.{tile}", "") for tile in lot.tiles}
        return said.pop() if len(said) == 1 else ""

    def _sides(self, photo: str, melds: Sequence[TileGroup], shows: str) -> Mapping[str, str]:
        """The inferred side of each meld."""
        if self.is_common:
            return {lot.key: "table" for lot in melds}
        if shows.startswith("side."):
            return {lot.key: shows for lot in melds}
        near = self.near_of(photo)
        if not near or near == EACH:
            return {}
        halved = halves(melds) or {}
        first = int(near)
        by_half = [f"side.{first}", f"side.{1 - first}" if len(self.shown.teams) == len(_HALVES) else ""]
        return {lot.key: side for lot in melds if (side := by_half[halved.get(lot.key, 0)])}

    def near_of(self, photo: str) -> str:
        """The side near the photographer; that of the last time only where two halves can be separated."""
        if said := self.draft.words.get(f"near.{photo}"):
            return said
        melds = [lot for lot in melds_and_rest(photo, self.photos[photo].score) if lot.is_meld]
        return self.near if self.near and halves(melds) else ""

    def _pozo(self, lot: TileGroup, lots: Sequence[TileGroup], score: PhotoScore) -> str:
        """The top of the pozo: a single tile between the melds.

        For several, people are asked; and where no canasta is seen, for it may be the top of one that was piled.
        """
        others = [other_lot for other_lot in lots if not other_lot.is_meld and other_lot != lot]
        is_pozo = len(lot.tiles) == 1 and not others and not self.is_common
        return NOT_PART if is_pozo and (not self.shown.rules.canasta_len or _shows_canasta(score)) else ""

    def is_pile(self, placed: PlacedTileGroup) -> bool:
        """Whether people said that a single tile among a side's melds is the top of a piled canasta."""
        is_single = len(placed.lot.tiles) == 1 and not placed.lot.is_meld
        return is_single and placed.place.startswith(("side.", "table")) and bool(self.shown.rules.canasta_len)

    def piled(self, lot: TileGroup) -> str:
        """The piled canasta that people stated, in notation; empty while unknown."""
        return self.draft.words.get(f"pile.{lot.photo}.{lot.tiles[0]}", "")

    def closer(self, placed: Sequence[PlacedTileGroup]) -> str:
        """The closing seat: as stated, recorded, or the only player without a rack."""
        if said := self.draft.words.get("closer"):
            return said
        hand = self.shown.hand
        if hand and hand.ended:
            return NOBODY if hand.closer is None else str(hand.closer)
        with_tiles = {placed_lot.place for placed_lot in placed if placed_lot.place.startswith("rack.")}
        if any(not placed_lot.place and not placed_lot.lot.is_meld for placed_lot in placed):
            return ""
        without = [seat for seat in self.seats if f"rack.{seat}" not in with_tiles]
        without = [seat for seat in without if f"empty.{seat}" not in self.draft.words]
        return str(without[0]) if len(without) == 1 and len(self.seats) > 1 and with_tiles else ""

    def with_racks(self, placed: Sequence[PlacedTileGroup], closer: str) -> tuple[PlacedTileGroup, ...]:
        """The racks without owner assigned to the only side that is possible."""
        left = [
            placed_lot
            for placed_lot in placed
            if not placed_lot.place and not placed_lot.lot.is_meld and self.content_of(placed_lot.lot.photo) == "racks"
        ]
        taken = {placed_lot.place for placed_lot in placed} | {f"rack.{seat}" for seat in self.without_rack(closer)}
        free = [seat for seat in self.seats if f"rack.{seat}" not in taken]
        if not closer or len(left) != len(free) or len({self.team_of(seat) for seat in free}) != 1:
            return tuple(placed)
        seats = dict(zip([placed_lot.lot.key for placed_lot in left], free, strict=True))
        return tuple(
            replace(placed_lot, place=f"rack.{seats[placed_lot.lot.key]}")
            if placed_lot.lot.key in seats
            else placed_lot
            for placed_lot in placed
        )

    def without_rack(self, closer: str) -> set[int]:
        """The seats with an empty rack: the closer, and those stated."""
        said = {seat for seat in self.seats if f"empty.{seat}" in self.draft.words}
        return said | ({int(closer)} if closer.isdecimal() else set())

    def team_of(self, seat: int) -> int:
        """The index of the team of a seat."""
        return self.shown.players[seat].team

    def muertos(self, placed: Sequence[PlacedTileGroup], closer: str) -> tuple[str, ...]:
        """The muerto of each side: played by the closer's side, else as stated."""
        if not self.shown.rules.muertos or self.shown.hand is None:
            return ()
        found = []
        for team in self.shown.teams:
            muerto = self.shown.hand.taken[team.index].muerto
            likely = muerto if muerto != "untaken" else ""
            if closer.isdecimal() and self.team_of(int(closer)) == team.index:
                likely = "played"
            if any(placed_lot.place == f"muerto.{team.index}" for placed_lot in placed):
                likely = "unplayed"
            found.append(self.draft.words.get(f"muerto.{team.index}", likely))
        return tuple(found)

    def faces(self, lot: TileGroup) -> tuple[str, ...]:
        """The tiles of a lot in notation."""
        photo = self.photos[lot.photo]
        return tuple(face for tile in lot.tiles if (face := photo.face(tile, in_meld=lot.is_meld)) != NO_TILE)

    def holder(self, team: int, placed: Sequence[PlacedTileGroup]) -> tuple[int, ...]:
        """The seat holding a side's unplayed muerto, where it was photographed: one without another rack."""
        if not any(placed_lot.place == f"muerto.{team}" for placed_lot in placed):
            return ()
        racks = {placed_lot.place for placed_lot in placed}
        seats = self.shown.teams[team].seats
        return (next((seat for seat in seats if f"rack.{seat}" not in racks), seats[0]),)


def _shows_canasta(score: PhotoScore) -> bool:
    return any(row.canasta or row.is_covered for row in score.rows)
