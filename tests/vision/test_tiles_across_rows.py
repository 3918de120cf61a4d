"""Which tile lies across which row, whatever it hides and wherever the camera stands."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from tests.vision.tables import HEIGHT_MM, WIDTH_MM, Laid, camera, row, seen
from vision.layout.layout import lay_out
from vision.layout.tiles_across_rows import crossings
from vision.reading import TableReading

RUN = row("4r 5r 6r 7r 8r 9r")
PARTED = [*RUN[:2], *RUN[3:]]
"""Without its 6."""


def crossed_tiles(tiles: Sequence[Laid], tilt_deg: float = 0.0) -> list[str]:
    """Each tile across a row: what lies under it, a bar where that is parted, and how many it hides."""
    read = seen(tiles, camera(tilt_deg))
    rows, loose = lay_out(read)
    names = [tile.belief.best for tile in read]
    found = crossings(TableReading(read, rows, loose))
    under = (" | ".join(" ".join(names[at] for at in part) for part in crossing.under) for crossing in found)
    return [f"{names[one.tile]} on {lies}, {one.hidden}" for one, lies in zip(found, under, strict=True)]


ACROSS = {
    "over the middle": ([*RUN, Laid("10r", 2.4 * WIDTH_MM, 0, 90)], ["10r on 4r 5r 6r 7r 8r 9r, 0"]),
    "turned the other way": ([*RUN, Laid("10r", 2.4 * WIDTH_MM, 0, -95)], ["10r on 4r 5r 6r 7r 8r 9r, 0"]),
    "half over it": ([*RUN, Laid("10r", 1.5 * WIDTH_MM, 0.5 * HEIGHT_MM, 85)], ["10r on 4r 5r 6r 7r 8r 9r, 0"]),
    "over its end": ([*RUN, Laid("10r", 5 * WIDTH_MM, 0, 90)], ["10r on 4r 5r 6r 7r 8r 9r, 0"]),
    "one is hidden": ([*PARTED, Laid("10r", 2 * WIDTH_MM, 0, 90)], ["10r on 4r 5r | 7r 8r 9r, 1"]),
    "one is hidden beside a single tile": (
        [RUN[0], *RUN[2:], Laid("10r", WIDTH_MM, 0, 90)], ["10r on 4r | 6r 7r 8r 9r, 1"]),
    "the nearest of two rows": (
        [*RUN, *row("9b 9k 9y", y=80), Laid("9r", WIDTH_MM, 75, 90)], ["9r on 9b 9k 9y, 0"]),
}  # fmt: skip
BESIDE = {
    "alongside": [*RUN, Laid("J", 3.5 * WIDTH_MM, 4, 0)],
    "askew": [*RUN, Laid("J", 2.5 * WIDTH_MM, 0, 40)],
    "below": [*RUN, Laid("J", 3 * WIDTH_MM, 1.3 * HEIGHT_MM, 90)],
    "well beyond the end": [*RUN, Laid("J", 7.5 * WIDTH_MM, 0, 90)],
    "no row at all": [Laid("4r", 0, 0), Laid("J", WIDTH_MM, 0, 90)],
}


@pytest.mark.parametrize("case", ACROSS)
@pytest.mark.parametrize("tilt_deg", [0, 35, 60])
def test_a_tile_across_a_row_is_told(case: str, tilt_deg: float) -> None:
    tiles, expected = ACROSS[case]
    assert crossed_tiles(tiles, tilt_deg) == expected


@pytest.mark.parametrize("case", BESIDE)
def test_a_tile_beside_a_row_is_not(case: str) -> None:
    assert crossed_tiles(BESIDE[case]) == []
