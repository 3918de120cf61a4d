"""When a set is used: figures of tiles that it was not learned from, as they were before and as they are with it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np
import pytest

from companion.errors import Refused
from companion.tile_sets.learning import LearnedSet, named_again, unless_worse
from tests.companion.builders import reading
from tests.companion.taught import Pupil, profile
from vision.adaptation.set_learning import LabelledAccuracy, NamedTile
from vision.adaptation.validation import ProfileTrial
from vision.reading import Frame, TableReading
from vision.recognition.set_profile import SetProfile

Figures = tuple[int, int, float]
"""How many are right, how many surely wrong, and the log loss."""


def known(before: Figures, after: Figures, lit_before: Figures, lit_after: Figures) -> LearnedSet:
    lessons = (
        LabelledAccuracy(tiles, right, right, silent, loss)
        for tiles, (right, silent, loss) in zip((54, 54, 216, 216), (before, after, lit_before, lit_after), strict=True)
    )
    return LearnedSet(profile("casa"), ProfileTrial(*lessons))


@pytest.mark.parametrize(
    ("before", "after", "lit_before", "lit_after", "used"),
    [
        ((51, 0, 4.0), (53, 0, 1.0), (200, 1, 20.0), (210, 0, 8.0), True),
        ((54, 0, 0.3), (54, 0, 0.1), (216, 0, 2.0), (216, 0, 0.4), True),
        ((54, 0, 0.1), (54, 0, 0.0), (216, 0, 0.4), (216, 0, 0.2), False),
        ((53, 0, 3.0), (52, 0, 1.0), (200, 1, 20.0), (210, 0, 8.0), False),
        ((51, 0, 4.0), (53, 1, 1.0), (200, 1, 20.0), (210, 0, 8.0), False),
        ((51, 0, 4.0), (53, 0, 1.0), (200, 1, 20.0), (210, 4, 8.0), False),
        ((54, 0, 0.4), (54, 0, 1.3), (193, 13, 59.8), (213, 1, 10.0), False),
        ((40, 2, 90.0), (41, 2, 85.0), (160, 9, 300.0), (161, 9, 295.0), False),
    ],
    ids=[
        "more are right",
        "as many, more surely",
        "too little to tell from chance",
        "one fewer is right",
        "one more is surely wrong",
        "surely wrong in other light",
        "worse as it was taken, better in other light",
        "a small share of much doubt",
    ],
)
def test_it_is_used_only_where_it_is_plainly_better(
    before: Figures, after: Figures, lit_before: Figures, lit_after: Figures, used: bool
) -> None:
    assert known(before, after, lit_before, lit_after).is_better == used


def test_one_that_has_fewer_right_is_refused_in_words() -> None:
    with pytest.raises(Refused, match="de 54 fichas apartadas, 52 bien en vez de 53"):
        unless_worse(known((53, 0, 3.0), (52, 0, 1.0), (200, 1, 20.0), (210, 0, 8.0)))


class Seer(Pupil):
    """Sees on any tiles what lies on the second picture, with and without a set."""

    def __init__(self, seen: TableReading) -> None:
        super().__init__()
        self.seen = seen

    def beliefs(self, tiles: Sequence[NamedTile], own_set: SetProfile | None = None) -> np.ndarray:
        return np.stack([tile.belief.probabilities for tile in self.seen.tiles])


@pytest.mark.parametrize(
    ("lying", "named"),
    [("3b 1b.60/2b.30 1b.80", "3b 2b 1b"), ("3b 1b", "3b 1b"), ("3b 1b.60/2b.30", "3b")],
    ids=["the same tiles, each of them once", "one is missing", "one is missing and one cannot be read"],
)
def test_the_tiles_of_another_picture_are_those_of_the_first(lying: str, named: str) -> None:
    seen = reading(lying)
    frame = Frame(np.zeros((200, 200, 3), np.uint8))
    tiles = named_again(cast(Any, Seer(seen)), profile("casa"), frame, seen, ["1b", "2b", "3b"])
    assert " ".join(tile.face for tile in tiles) == named
