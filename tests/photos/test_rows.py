"""The melds on the tables of rummikub-230 (CC BY 4.0, Jonas Bühler), from pixels to rows in notation."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from companion.bootstrap import Recognizer
from companion.evaluation.counts import Proportion
from vision.io.images import load_image
from vision.reading import TableReading

TRUE_ROWS = tomllib.loads((Path(__file__).parents[1] / "vision" / "rummy_rows.toml").read_text("utf-8"))["rows"]
"""The rows of each photograph, checked by recognizer, from the left of somebody who reads them upright."""
SHORTEST_MELD = 3

pytestmark = pytest.mark.photos


def rows_of(reading: TableReading) -> list[str]:
    """The rows of a reading in notation."""
    return [" ".join(reading.tiles[tile].belief.best for tile in row.tiles) for row in reading.rows]


def test_nine_melds_of_ten_are_exactly_one_row_with_the_right_tiles_in_order(
    photos: Path, recognizer: Recognizer
) -> None:
    melds = Proportion()
    broken = []
    for name, written in TRUE_ROWS.items():
        seen = rows_of(recognizer.look(load_image(photos / "rummikub-230" / "images" / f"{name}.jpg")))
        wanted = [row for row in written.split(" | ") if len(row.split()) >= SHORTEST_MELD]
        missing = [row for row in wanted if row not in seen]
        melds += Proportion(len(wanted) - len(missing), len(wanted))
        broken += [f"{name}: {row}" for row in missing]
    assert melds.of > 150
    assert (melds.value or 0) >= 0.90, f"{melds}\n" + "\n".join(broken)
