"""Label the tiles of a photographed set: in reading order, or automatically where the reader is certain.

A complete run laid in order labels its tiles even where the reader is wrong about some of them: position gives the
number, all of them together the colour.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from engine.tiles import COPIES, Color
from vision.belief import BACK, Belief
from vision.reading import TableReading

SURE_FROM = 0.9
"""Confidence from which a tile labels itself."""
RUN = 13
LEAST_OF_RUN = 9
"""The number of tiles of a row that must show the number of their place for it to count as a run."""
LEAST_OF_COLOR = 7
"""The number of its tiles that must show its colour."""


@dataclass(frozen=True, slots=True)
class NamedReadTile:
    """One tile of a reading and its face."""

    tile: int
    face: str


def in_reading_order(reading: TableReading) -> tuple[int, ...]:
    """All tiles in reading order: row by row from the top of the picture, then the loose ones."""
    height = [float(tile.place.corners_px[:, 1].mean()) for tile in reading.tiles]
    rows = sorted((row.tiles for row in reading.rows), key=lambda row: sum(height[i] for i in row) / len(row))
    loose = sorted(reading.loose, key=height.__getitem__)
    return (*(i for row in rows for i in row), *loose)


def self_named(reading: TableReading) -> tuple[NamedReadTile, ...]:
    """The tiles whose face is certain, and those of complete runs; no face more often than a set has it."""
    beliefs = [tile.belief for tile in reading.tiles]
    found = {
        i: belief.best for i, belief in enumerate(beliefs) if belief.confidence >= SURE_FROM and belief.best != BACK
    }
    for row in reading.rows:
        found.update(_run_of(row.tiles, beliefs))
    trusted = sorted(found, key=lambda i: -beliefs[i].of(found[i]))
    counts: dict[str, int] = {}
    kept = []
    for i in trusted:
        counts[found[i]] = counts.get(found[i], 0) + 1
        if counts[found[i]] <= COPIES:
            kept.append(NamedReadTile(i, found[i]))
    return tuple(sorted(kept, key=lambda named: named.tile))


def _run_of(row: Sequence[int], beliefs: Sequence[Belief]) -> dict[int, str]:
    """The faces of the tiles of ``row`` that form a run from 1 to 13 or from 13 to 1."""
    best, named = -np.inf, {}
    for tiles in _windows(row):
        by_number = sum(_number(beliefs[i].best) == n for n, i in enumerate(tiles, 1))
        if by_number < LEAST_OF_RUN:
            continue
        for color in Color:
            if sum(beliefs[i].best[-1] == color for i in tiles) < LEAST_OF_COLOR:
                continue
            faces = {i: f"{n}{color}" for n, i in enumerate(tiles, 1)}
            likely = by_number + sum(float(np.log(beliefs[i].of(face) + 1e-3)) for i, face in faces.items())
            if likely > best:
                best, named = likely, faces
    return named


def _windows(row: Sequence[int]) -> Iterator[Sequence[int]]:
    """Every window of thirteen neighbours, in both directions."""
    for start in range(len(row) - RUN + 1):
        window = row[start : start + RUN]
        yield window
        yield window[::-1]


def _number(face: str) -> int:
    digits = face.rstrip("".join(Color))
    return int(digits) if digits.isdigit() else 0
