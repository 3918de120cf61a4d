"""The page model of a photograph's score: tiles, judged rows, and overlay shapes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from flask_babel import gettext as _
from flask_babel import ngettext

from companion.dashboard.photos import overlay
from companion.dashboard.photos.overlay import Badge, Crop, Plate
from companion.dashboard.tile_faces import Face, face_of, is_unsure, stand_ins
from companion.dashboard.wording import kind_words, milliseconds_words, verdict_words
from companion.view_models import NO_TILE, FlawView, PhotoScore, RowView, TileView, ViolationView

SMALLEST_SHARE = 0.001
"""Smaller probabilities are not shown."""
OFFERED = 4
"""Faces that are offered for a tile that could not be read."""
MANY, MANY_SHARE = 6, 1 / 3
"""The number of doubtful tiles, and their share, beyond which another photograph is less work than naming them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnTile:
    """A tile of the photograph: its look, place and certainty."""

    id: int
    face: Face
    seen: Face
    stands_for: Face | None
    confidence: float
    alternatives: tuple[tuple[Face, float], ...]
    shape: str
    """Its outline over the picture, as SVG points."""
    plate: Plate
    """Where its face is written over the picture."""
    crop: Crop
    is_corrected: bool
    is_unsure: bool

    @property
    def is_decided_by_rules(self) -> bool:
        """Whether the rules, and no person, changed the reading."""
        return not self.is_corrected and self.face.notation != self.seen.notation

    @property
    def state(self) -> str:
        """``gone``, ``corrected``, ``unsure``, ``decided`` or ``read``, for styling."""
        is_gone = self.face.notation == NO_TILE
        marks = {
            "gone": is_gone,
            "corrected": self.is_corrected,
            "unsure": self.is_unsure,
            "decided": self.is_decided_by_rules,
        }
        return next((mark for mark, holds in marks.items() if holds), "read")


@dataclass(frozen=True, slots=True, kw_only=True)
class DrawnRow:
    """A row with its verdict in words."""

    number: int
    """Counts from 1, as written beside it in the picture."""
    tiles: tuple[DrawnTile, ...]
    kind: str
    verdict: str
    standing: str
    """``lawful``, ``unlawful`` or ``unread``, for its look on the page."""
    points: int
    bonus: int
    """Of its canasta."""
    reasons: tuple[ViolationView, ...]
    offers: tuple[str, ...]
    """Other ways to lay the tiles that would be worth more, in words."""
    repaired: bool
    covered: tuple[Face, ...]
    """The tiles hidden under the cross tile, where known."""
    is_covered: bool
    """Whether people are asked which tiles the tile across its end hides."""
    may_be: tuple[str, ...]
    """The canastas that it may be, as faces from left to right."""
    ends_at_edge: bool
    """Whether it ends at the picture's edge and may continue beyond."""
    outline: str
    badge: Badge


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoSheet:
    """The content of a photograph's page."""

    size: tuple[int, int]
    """Width and height in pixels."""
    tiles: tuple[DrawnTile, ...]
    rows: tuple[DrawnRow, ...]
    loose: tuple[DrawnTile, ...]
    loose_points: tuple[int, ...]
    """The points of each loose tile on a rack."""
    points: int
    bonus: int
    """The bonus points of the canastas, which are not among the points."""
    elapsed_ms: float | None
    burnt_out: tuple[str, ...]
    """Outlines of what light has burnt out beside the tiles, as SVG points."""
    faint: tuple[str, ...]
    """Outlines of possible tiles that are too faint to ask about."""
    is_cut_off: bool
    """Whether a tile goes over the picture's edge."""
    retake: tuple[FlawView, ...]
    """The problems of the photograph with advice for a better one, where one is needed."""

    @property
    def lawful_count(self) -> int:
        """The number of lawful rows."""
        return sum(row.standing == "lawful" for row in self.rows)

    @property
    def counts(self) -> tuple[str, ...]:
        """Counts and reading time, in words."""
        lying = sum(tile.face.notation != NO_TILE for tile in self.tiles)
        tiles = ngettext("%(num)s ficha", "%(num)s fichas", lying)
        rows = ngettext("%(num)s juego", "%(num)s juegos", len(self.rows))
        lawful = ngettext("vale %(num)s", "valen %(num)s", self.lawful_count)
        took = () if self.elapsed_ms is None else (_("leída en %(time)s", time=milliseconds_words(self.elapsed_ms)),)
        return (tiles, rows, lawful, *took) if self.rows else (tiles, *took)

    @property
    def unsure(self) -> tuple[DrawnTile, ...]:
        """The tiles that a person should check."""
        return tuple(tile for tile in self.tiles if tile.is_unsure)

    @property
    def is_poor(self) -> bool:
        """Whether so much is in doubt that another photograph is less work."""
        return len(self.unsure) >= max(MANY, MANY_SHARE * len(self.tiles))

    def tile(self, tile_id: int) -> DrawnTile | None:
        """The tile with that id, also a removed one; None without one."""
        return next((tile for tile in self.tiles if tile.id == tile_id), None)


def sheet_of(score: PhotoScore, corrected: Collection[int]) -> PhotoSheet:
    """The page model of ``score``; ``corrected`` are the ids of corrected tiles."""
    roles = _roles(score)
    tiles = {tile.id: _drawn(tile, roles.get(tile.id, ""), tile.id in corrected) for tile in score.tiles}
    return PhotoSheet(
        size=score.size,
        tiles=tuple(tiles.values()),
        rows=tuple(_row(number, row, tiles, score) for number, row in enumerate(score.rows, 1)),
        loose=tuple(tiles[tile] for tile in score.loose),
        loose_points=score.loose_points,
        points=score.points,
        bonus=score.bonus,
        elapsed_ms=score.elapsed_ms.get("total"),
        burnt_out=tuple(map(overlay.polygon, score.burnt_out)),
        faint=tuple(map(overlay.polygon, score.faint)),
        is_cut_off=bool(score.cut_off),
        retake=score.retake,
    )


def _roles(score: PhotoScore) -> dict[int, str]:
    """What wild tiles stand for, by tile id."""
    faces = {tile.id: tile.face for tile in score.tiles}
    return {
        tile: role
        for row in score.rows
        for tile, role in zip(row.tiles, stand_ins(row.meld, tuple(faces[i] for i in row.tiles)), strict=True)
        if role
    }


def _drawn(tile: TileView, role: str, corrected: bool) -> DrawnTile:
    return DrawnTile(
        id=tile.id,
        face=face_of(tile.face),
        seen=face_of(tile.seen),
        stands_for=face_of(role) if role else None,
        confidence=tile.confidence,
        alternatives=tuple((face_of(name), share) for name, share in tile.alternatives),
        shape=overlay.polygon(tile.corners),
        plate=overlay.plate(tile.corners),
        crop=overlay.crop(tile.corners),
        is_corrected=corrected,
        is_unsure=is_unsure(tile.face),
    )


def _row(number: int, row: RowView, tiles: Mapping[int, DrawnTile], score: PhotoScore) -> DrawnRow:
    corners = {tile.id: tile.corners for tile in score.tiles}
    return DrawnRow(
        number=number,
        tiles=tuple(tiles[tile] for tile in row.tiles),
        kind=kind_words(row),
        verdict=verdict_words(row),
        standing="unread" if row.meld is None else "lawful" if row.lawful else "unlawful",
        points=row.points,
        bonus=row.bonus,
        reasons=row.violations,
        offers=tuple(offer.message for offer in row.offers),
        repaired=row.repaired,
        covered=_covered(row, score),
        is_covered=row.is_covered,
        may_be=row.may_be,
        ends_at_edge=overlay.ends_at_edge([corners[tile] for tile in row.tiles], score.size),
        outline=overlay.polygon(overlay.hull(corner for tile in row.tiles for corner in corners[tile])),
        badge=overlay.badge(corners[row.tiles[0]], score.size),
    )


def _covered(row: RowView, score: PhotoScore) -> tuple[Face, ...]:
    """The tiles of a canasta beside the visible ones."""
    faces = {tile.id: tile.face for tile in score.tiles}
    whole = [part.partition("=")[0] for part in (row.meld or "").split()]
    if len(whole) <= len(row.tiles):
        return ()
    return tuple(map(face_of, (Counter(whole) - Counter(faces[tile] for tile in row.tiles)).elements()))


def likeliest(tile: DrawnTile) -> tuple[tuple[Face, float | None], ...]:
    """The faces to offer first for a correction: the reading and its alternatives.

    A share too small to tell is ``None``.
    """
    seen = () if is_unsure(tile.seen.notation) else ((tile.seen, tile.confidence),)
    others = ((face, share) for face, share in (*seen, *tile.alternatives) if face.notation != tile.face.notation)
    return tuple((face, share if share >= SMALLEST_SHARE else None) for face, share in others)


def offered(tile: DrawnTile, candidates: Sequence[str]) -> tuple[Face, ...]:
    """The few faces to tap for an unreadable tile: its ``candidates``, then similar faces."""
    faces = (*map(face_of, candidates), *(face for face, _ in likeliest(tile)))
    return tuple({face.notation: face for face in faces}.values())[:OFFERED]
