"""The photographs on a report page: each with its tiles outlined, and its rows as tiles below."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from html import escape
from pathlib import Path
from urllib.parse import quote

from companion.bulk_counting.answers import code_of
from companion.bulk_counting.hands import ReadPhotograph
from companion.bulk_counting.wording import word
from companion.phrases.wording import say, signed
from companion.view_models import UNSURE, RowView, TileView
from vision.belief import BACK

_INKS = "rbyk"
_LETTER = 0.42
"""Height of what is written on a tile, in parts of the tile's."""
_BELOW = (0.1, 0.1, 0.4, 0.4)
"""Where it is written, in parts of the tile's corners: below the number that is printed there."""


def place_of(photo: str) -> str:
    """The anchor of a photograph on the page."""
    return f"p{photo[:12]}"


def photographs(readings: Mapping[int, ReadPhotograph], folder: Path, language: str) -> str:
    """All photographs as HTML for a page in ``folder``, each once and collapsed; the files stay where they are."""
    once = {readings[index].photo: readings[index] for index in sorted(readings)}
    return "".join(_photograph(photo, folder, language) for photo in once.values())


def tiles(faces: str) -> str:
    """Tiles of a meld in notation, rendered as HTML."""
    return f'<span class="tiles">{"".join(map(_tile, faces.split()))}</span>'


def _photograph(photo: ReadPhotograph, folder: Path, language: str) -> str:
    width, height = photo.score.size
    doubts = word(language, "count doubts", count=len(photo.doubts)) if photo.doubts else ""
    points = word(language, "count points", points=signed(photo.score.points))
    outlines = "".join(_outline(tile, photo) for tile in photo.score.tiles)
    name = escape(photo.listed.name)
    return (
        f'<details class="photo" id="{place_of(photo.photo)}"><summary>{name} · {points}{doubts}</summary>'
        f'<div class="picture" style="aspect-ratio:{width}/{height}">'
        f'<img loading="lazy" src="{escape(_address(photo.listed.path, folder))}" alt="{name}">'
        f'<svg viewBox="0 0 {width} {height}">{outlines}</svg></div>{"".join(_rows(photo, language))}</details>'
    )


def _address(picture: Path, folder: Path) -> str:
    """The relative address of a picture for a page in ``folder``."""
    try:
        return quote(os.path.relpath(picture, folder).replace(os.sep, "/"))
    except ValueError:  # on another drive
        return picture.absolute().as_uri()


def _outline(tile: TileView, photo: ReadPhotograph) -> str:
    corners = " ".join(f"{x:.0f},{y:.0f}" for x, y in tile.corners)
    (left, top), _, _, (other, bottom) = tile.corners
    size = _LETTER * max(((left - other) ** 2 + (top - bottom) ** 2) ** 0.5, 1)
    x, y = (sum(part * corner[axis] for part, corner in zip(_BELOW, tile.corners, strict=True)) for axis in (0, 1))
    drawn = (
        f'<polygon class="{_ink(tile.face)}" points="{corners}"/>'
        f'<text x="{x:.0f}" y="{y:.0f}" font-size="{size:.0f}">{escape(_short(tile.face))}</text>'
    )
    return drawn if tile.face != UNSURE else f'<a href="#{code_of(photo.photo, tile.id)}">{drawn}</a>'


def _rows(photo: ReadPhotograph, language: str) -> Iterator[str]:
    for row in photo.score.rows:
        faces = row.meld or " ".join(photo.score.tiles[tile].face for tile in row.tiles)
        yield f'<p class="row">{tiles(faces)} {escape(_verdict(row, language))}</p>'
    if photo.score.loose:
        loose = " ".join(photo.score.tiles[tile].face for tile in photo.score.loose)
        yield f'<p class="row">{tiles(loose)} {escape(say(language, "loose"))}</p>'


def _verdict(row: RowView, language: str) -> str:
    if row.meld is None:
        return say(language, "to be read")
    reasons = " ".join(violation.message for violation in row.violations)
    said = [
        say(language, "lawful" if row.lawful else "unlawful"),
        *([say(language, row.canasta)] if row.canasta else []),
    ]
    return " · ".join(filter(None, [*said, reasons, signed(row.points)]))


def _tile(written: str) -> str:
    lies, _, role = written.partition("=")
    stands_for = f"<small>{escape(role)}</small>" if role else ""
    return f'<span class="tile {_ink(lies)}">{escape(_short(lies))}{stands_for}</span>'


def _ink(face: str) -> str:
    return face[-1] if face[:1].isdigit() and face[-1:] in _INKS else "j" if face == "J" else "q"


def _short(face: str) -> str:
    """The text on a tile: its notation, so that colours need not be distinguished."""
    return "▢" if face == BACK else face
