"""Photographed racks at the end of a hand: certain tiles are filled in, doubtful ones become questions."""

from __future__ import annotations

from dataclasses import dataclass, replace

from flask import request
from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict

from companion.dashboard.error_pages import refuse
from companion.dashboard.language import current_language
from companion.dashboard.matches.form_fields import with_racks
from companion.dashboard.photos.photo_service import photo_service
from companion.dashboard.photos.photo_store import KeptPhoto
from companion.dashboard.photos.scored_photo import DrawnTile, PhotoSheet, sheet_of
from companion.dashboard.uploads import uploaded

_KINDS = ("number", "joker")
_MOST_OFFERED, _LEAST_SHARE = 4, 0.02


@dataclass(frozen=True, slots=True)
class RackPhoto:
    """The photograph of a player's rack."""

    seat: int
    photo: str
    """The id under which it is kept for a while."""
    sheet: PhotoSheet
    doubts: tuple[DrawnTile, ...]
    """The tiles that have to be named."""
    filled: MultiDict[str, str] | None = None
    """The form as it was, with the tiles that are sure in the place of that rack; where there was none, nothing."""

    @property
    def sure(self) -> int:
        """The number of certain tiles."""
        return len(self.sheet.tiles) - len(self.doubts)

    @property
    def written(self) -> str:
        """The certain tiles, in notation."""
        return " ".join(tile.seen.notation for tile in self.sheet.tiles if tile not in self.doubts)

    def likely(self, tile: DrawnTile) -> tuple[str, ...]:
        """The possible faces of a tile, the most likely first, in notation."""
        faces = (tile.face, *(face for face, share in tile.alternatives if share >= _LEAST_SHARE))
        return tuple(dict.fromkeys(face.notation for face in faces if face.kind in _KINDS))[:_MOST_OFFERED]


def read_rack() -> RackPhoto:
    """Read the photograph in this request. A rack is no meld: no rule decides a doubtful tile here."""
    seat = request.form.get("read", type=int)
    if seat is None or seat < 0:
        refuse(422, _("Falta decir de quién es el atril."))
    read = rack_on(photo_service().receive(*uploaded(), photo_service().rules(None)), seat)
    if not read.sheet.tiles:
        refuse(422, _("En esa foto no se ve ninguna ficha: sacala de más cerca y con luz."))
    filled = with_racks(request.form)
    filled[f"left.{seat}"] = read.written
    return replace(read, filled=filled)


def rack_on(photo: KeptPhoto, seat: int) -> RackPhoto:
    """The rack of ``seat`` on a photograph."""
    sheet = sheet_of(photo.score(current_language()), ())
    return RackPhoto(seat, photo.id, sheet, tuple(tile for tile in sheet.tiles if tile.seen.kind not in _KINDS))
