"""Grade whether the rows of a picture are complete, separate and in order."""

from __future__ import annotations

from companion.evaluation.box_matching import Matching
from companion.evaluation.counts import Proportion
from companion.evaluation.labelled_pictures import TruePicture
from companion.evaluation.tile_grading import is_right
from vision.reading import TableReading


def right_rows(truth: TruePicture, matching: Matching, reading: TableReading) -> Proportion:
    """The number of labelled rows found as exactly one row with the right tiles in order."""
    place_of = dict(matching.pairs)
    found = {row.tiles for row in reading.rows}
    right = 0
    for row in truth.rows:
        places = tuple(place_of.get(label, -1) for label in row)
        right += places in found and all(
            is_right(truth.tiles[label].name, reading.tiles[place].belief.best)
            for label, place in zip(row, places, strict=True)
        )
    return Proportion(right, len(truth.rows))
