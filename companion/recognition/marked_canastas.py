"""Recognise marked canastas: the tile across a row belongs to it, and its position gives the kind.

004:31: across the whole of it for a pure one, half over it for an impure one. That tile is one of the canasta's own,
taken from either end or from where it fits, so the rules determine its place, and mostly what it hides.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.recognition.hidden_tiles import (
    Chances,
    CrossedCanasta,
    Faces,
    HiddenCanasta,
    copies_left,
    possible_canastas,
)
from companion.recognition.uncertainty import TileEvidence
from companion.view_models import AS_SEEN
from engine.melds.melds import Purity, judge_meld, parse_meld
from engine.rules.rules import Rules
from engine.tiles import Tile
from vision.belief import BACK, FACE_NAMES
from vision.layout.hidden_under_tiles import CoveredRow, covered
from vision.layout.tiles_across_rows import CrossingTile, crossings
from vision.reading import TableReading

_WHOLE, _HALF = 0.2, 0.36
"""Distances from the row's line in tile heights: nearer means pure, farther impure, between them undecided.

The position of a tile that lies on others is not known exactly.
"""
_MOST_HIDDEN = 2
"""Tiles that one lying across a row may hide."""
_MOST_TOLD, _MOST_BY_SURE = 1, 2
"""The largest number of hidden tiles that are inferred: with two, one may be a misread tile beside them, unless all
others are certain."""
_FEWEST_SURE = 3
"""The fewest certain tiles of a row whose other tiles are inferred."""
_DOUBTFUL, _PARTLY_SEEN = 0.02, 0.02
"""The least chance of a face where a tile is doubtful; and of every face, where something lies over a part of it."""
_FAR_BESIDE = 4.0
"""In widths beyond the end of a row: within this distance a matching tile across may mark hidden tiles."""
_BESIDE_END = 0.5
"""The probability that one more tile is hidden where the tile across lies beyond the row's end."""
_MOST_OFFERED = 6
"""The largest number of canastas to choose from."""
Row = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class CrossedTile:
    """The information given by the tile across a row."""

    purity: Purity | None
    """``pure`` or ``impure``; None for a position between the two."""
    hides: bool
    """Whether it seems to hide other tiles of the row: it marks a canasta, and the visible tiles are none."""
    reported: Faces = ()
    """All tiles of the canasta from left to right, where the rules determine the hidden and doubtful ones."""
    read: Mapping[int, str] | None = None
    """The visible tiles as the rules then determine them."""
    may_be: tuple[Faces, ...] = ()
    """The possible canastas, the most probable first, where it is asked about."""


@dataclass(frozen=True, slots=True)
class _Lying:
    """A canasta under the tile across it, with the visible tile at each other place; None where hidden."""

    canasta: HiddenCanasta
    places: tuple[int | None, ...]


@dataclass(frozen=True, slots=True)
class CanastaFinder:
    """Joins the tiles that lie across rows to them."""

    reading: TableReading
    evidence: TileEvidence
    rules: Rules
    said: Mapping[int, str]
    """The faces of whole canastas, from left to right, that a person chose, or ``AS_SEEN``, by the tile across."""

    def joined(self, parts: Sequence[Row]) -> tuple[list[Row], dict[Row, CrossedTile]]:
        """The rows and single tiles of a table, each tile across a row placed where both form a meld.

        And what it says about each such row.
        """
        left, marks = list(parts), dict[Row, CrossedTile]()
        for crossing in crossings(self.reading) if self.rules.canasta_len else ():
            under = [next((part for part in left if set(some) <= set(part)), ()) for some in crossing.under]
            if not all(under) or (crossing.tile,) not in left or any(part in marks for part in under):
                continue
            found = self._marked(crossing, list(dict.fromkeys(under)))
            if found:
                row, mark = found
                left[left.index(under[0])] = row
                left = [part for part in left if part not in under and part != (crossing.tile,)]
                marks[row] = mark
        return self._with_unseen(left, marks)

    def _with_unseen(self, parts: list[Row], marks: dict[Row, CrossedTile]) -> tuple[list[Row], dict[Row, CrossedTile]]:
        """The same, with rows extended by unseen tiles up to a related tile that lies across.

        Under the rules of clubs that mark canastas it is the mark of one.
        """
        for crossing in crossings(self.reading, _FAR_BESIDE) if self._as_marked("pure") else ():
            row = next((part for part in parts if set(crossing.under[0]) <= set(part)), ())
            lies = covered(crossing, self.reading)
            is_within = lies and not (lies.may_begin or lies.may_end)
            if (
                row
                and row not in marks
                and (crossing.tile,) in parts
                and not is_within
                and self._kin(row, crossing.tile)
            ):
                parts = [(*part, crossing.tile) if part == row else part for part in parts if part != (crossing.tile,)]
                marks[*row, crossing.tile] = CrossedTile(_purity(crossing.off), hides=True)
        return self._as_said(parts, marks)

    def _as_said(self, parts: list[Row], marks: dict[Row, CrossedTile]) -> tuple[list[Row], dict[Row, CrossedTile]]:
        """The same, without canastas that people rejected."""
        whole = {
            row: self._whole(row) for row, mark in marks.items() if mark.hides and self.said.get(row[-1]) == AS_SEEN
        }
        parts = [whole.get(part, part) for part in parts]
        as_seen = {whole[row]: CrossedTile(marks[row].purity, hides=False) for row in whole}
        return parts, {row: mark for row, mark in marks.items() if row not in whole} | as_seen

    def _whole(self, row: Row) -> Row:
        """A row with its last tile, which lies across, where both form a meld."""
        return next(filter(self._may_be_meld, _orders(row[:-1], row[-1])), row)

    def _kin(self, row: Row, tile: int) -> bool:
        """Whether a tile shares the number or the ink of all certain natural tiles of a row."""
        faces, own = self._certain(row), self._certain((tile,))
        return bool(faces and own) and _are_kin(_natural(faces), own[0])

    def _marked(self, crossing: CrossingTile, under: list[Row]) -> tuple[Row, CrossedTile] | None:
        """The row with the tile across it; None where that is not part of it."""
        row = tuple(tile for part in under for tile in part)
        fewest = self.rules.canasta_len or 0
        if len(row) + 1 + _MOST_HIDDEN < fewest:
            return None
        rivals = (other for other in crossing.rivals if len(other) + 1 + _MOST_HIDDEN >= fewest)
        if any(self._may_mark(other, crossing.tile) for other in rivals):
            return (*row, crossing.tile), CrossedTile(None, hides=True)
        purity, lies = _purity(crossing.off), covered(crossing, self.reading)
        is_plain = bool(lies and not (None in lies.places or lies.may_begin or lies.may_end))
        canastas = self._canastas(crossing.tile, lies, purity) if lies else []
        canasta = self._told(crossing.tile, canastas)
        whole = next(filter(self._may_be_meld, _orders(row, crossing.tile)), None)
        if canasta:
            return self._read(crossing.tile, canasta, purity)
        if whole and len(whole) >= fewest and is_plain:
            return whole, CrossedTile(purity, hides=False)
        may_be = tuple(found.canasta.faces for found in canastas[:_MOST_OFFERED])
        return (*row, crossing.tile), CrossedTile(purity, hides=True, may_be=may_be)

    def _may_mark(self, row: Row, tile: int) -> bool:
        """Whether a tile may be one of a row: of the number or the ink of all certain natural ones, or wild."""
        plain, faces = _natural(self._certain(row)), map(Tile.parse, self._chances(tile, is_partly_hidden=False) or ())
        return any(face.number in (None, 2) or _are_kin(plain, face) for face in faces)

    def _certain(self, row: Row) -> list[Tile]:
        """The faces of a row that are certain, without backs."""
        return [Tile.parse(self._claim(tile)) for tile in row if self._is_sure(tile) and self._claim(tile) != BACK]

    def _may_be_meld(self, row: Row) -> bool:
        return self.evidence.may_be(row, lambda faces: judge_meld(parse_meld(" ".join(faces)), self.rules).lawful)

    def _canastas(self, tile: int, lies: CoveredRow, purity: Purity | None) -> list[_Lying]:
        """The possible canastas under a tile, the most probable first; empty where too little is seen."""
        seen = tuple(place for place in lies.places if place is not None)
        if sum(self._is_sure(place) and place not in lies.partly for place in seen) < _FEWEST_SURE:
            return []
        ways, across = [], self._chances(tile, is_partly_hidden=False)
        for before in range(1 + lies.may_begin):
            for after in range(1 + lies.may_end):
                places = (*(None,) * before, *lies.places, *(None,) * after)
                chances = [None if place is None else self._chances(place, place in lies.partly) for place in places]
                ways.append((places, CrossedCanasta(tuple(chances), across, _BESIDE_END ** (before + after))))
        marked = [way for _, way in ways]
        found = possible_canastas(marked, self._as_marked(purity), self.rules, self._copies(seen, tile))
        return [_Lying(canasta, next(places for places, way in ways if way is canasta.way)) for canasta in found]

    def _told(self, tile: int, canastas: Sequence[_Lying]) -> _Lying | None:
        """The canasta stated by a person, or the only possible one."""
        said = self.said.get(tile)
        if said is not None:
            return next((found for found in canastas if " ".join(found.canasta.faces) == said), None)
        first = next(iter(canastas), None)
        return first if first and first.canasta.is_told and self._is_inferred(tile, first) else None

    def _is_inferred(self, tile: int, lying: _Lying) -> bool:
        """Whether so few tiles are hidden that the others determine them."""
        seen = (place for place in lying.places if place is not None)
        most = _MOST_BY_SURE if all(map(self._is_sure, (*seen, tile))) else _MOST_TOLD
        return lying.places.count(None) <= most

    def _read(self, tile: int, lying: _Lying, purity: Purity | None) -> tuple[Row, CrossedTile]:
        """The row with all tiles, where hidden and doubtful ones follow from what is seen or stated."""
        faces, places = lying.canasta.faces, lying.places
        order = (tile, *places) if lying.canasta.is_first else (*places, tile)
        read = {one: face for one, face in zip(order, faces, strict=True) if one is not None}
        row = tuple(read)
        is_read = len(faces) == len(row) and all(
            self._is_sure(tile) and self._claim(tile) == read[tile] for tile in row
        )
        return row, CrossedTile(purity, hides=False, reported=() if is_read else faces, read=None if is_read else read)

    def _as_marked(self, purity: Purity | None) -> Purity | None:
        return purity if self.rules.canasta_mark != "none" else None

    def _is_sure(self, tile: int) -> bool:
        return tile not in self.evidence.doubtful

    def _claim(self, tile: int) -> str:
        return self.evidence.known.get(tile, self.evidence.beliefs[tile].best)

    def _chances(self, tile: int, is_partly_hidden: bool) -> Chances:
        """The probabilities of a tile's faces. A partly hidden number may be another one; a wild is always
        recognisable."""
        belief = self.evidence.beliefs[tile]
        names = [name for name in FACE_NAMES if name != BACK]
        if self._is_sure(tile) and not (is_partly_hidden and Tile.parse(self._claim(tile)).number not in (None, 2)):
            return {self._claim(tile): 1.0}
        if is_partly_hidden and tile not in self.evidence.known:
            return {name: belief.of(name) + _PARTLY_SEEN for name in names}
        return {name: belief.of(name) for name in names if belief.of(name) >= _DOUBTFUL}

    def _copies(self, row: Row, tile: int) -> Callable[[Faces], bool]:
        rest = set(range(len(self.evidence.beliefs))) - {*row, tile}
        sure = (self._claim(below) for below in rest if self._is_sure(below))
        return copies_left(Counter(face for face in sure if face in FACE_NAMES and face != BACK), self.rules)


def _orders(row: Row, tile: int) -> Iterator[Row]:
    """The places for a tile in a row: its end, its beginning, and within."""
    for at in (len(row), 0, *range(1, len(row))):
        yield (*row[:at], tile, *row[at:])


def _natural(faces: Sequence[Tile]) -> list[Tile]:
    return [face for face in faces if face.number not in (None, 2)]


def _are_kin(natural: Sequence[Tile], face: Tile) -> bool:
    """Whether ``natural`` tiles all have the ink of ``face``, or all its number."""
    return all(other.color == face.color for other in natural) or all(other.number == face.number for other in natural)


def _purity(off: float) -> Purity | None:
    if off < _WHOLE:
        return "pure"
    return "impure" if off > _HALF else None
