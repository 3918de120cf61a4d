"""A canasta as people leave it: a row with a tile across it, which may hide others."""

from __future__ import annotations

from tests.vision.tables import HEIGHT_MM, WIDTH_MM, Laid, camera, row, seen
from vision.layout.layout import lay_out
from vision.reading import TableReading


def covered_canasta(line: str, across: str, at: float, off: float = 0.0) -> TableReading:
    """A row with a tile ``across`` it, ``at`` widths along it and ``off`` heights below its line; ``_`` is hidden."""
    faces = line.split()
    laid = [tile for tile, face in zip(row(line.replace("_", "J")), faces, strict=True) if face != "_"]
    tiles = seen([*laid, Laid(across, at * WIDTH_MM, off * HEIGHT_MM, 90)], camera(20))
    return TableReading(tiles, *lay_out(tiles), {"total": 17.3})
