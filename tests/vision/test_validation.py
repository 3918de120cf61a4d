"""Tiles that are held back tell what a set is worth: read by what the others teach, a few together."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import pytest

from vision.adaptation.progress import ProgressSteps
from vision.adaptation.set_learning import NamedTile
from vision.adaptation.validation import (
    PARTS,
    TOGETHER,
    PresentSettings,
    cross_validate,
    parts_of,
    steps_of_parts,
    steps_of_reading,
    validate_on_other_picture,
)
from vision.belief import Belief
from vision.reading import DetectedTile

FULL = [f"{n}{c}" for c in "rbyk" for n in range(1, 14)] + ["J", "J"]


def tiles(faces: list[str], picture: np.ndarray | None = None) -> list[NamedTile]:
    bgr = np.full((60, 60, 3), 90, np.uint8) if picture is None else picture
    place = DetectedTile(np.array([[5, 5], [25, 5], [25, 35], [5, 35]], np.float32), 0.9)
    return [NamedTile(bgr, place, face) for face in faces]


@dataclass
class Reader:
    """Reads a tile right where its number was taught; without a profile, where it is even."""

    asked: list[tuple[object, int]] = field(default_factory=list)

    def beliefs(self, some, profile=None):
        self.asked.append((profile, len(some)))
        return np.stack([self._seen(tile.face, profile).probabilities for tile in some])

    def _seen(self, face, profile):
        number = 0 if face == "J" else int(face[:-1])
        is_known = number % 2 == 0 if profile is None else number in profile
        return Belief.peaked(face if is_known else "back", 0.95)


@dataclass
class Lessons:
    """A profile is the numbers that were taught."""

    tiles: list[NamedTile]

    def profile(self, name, which=None):
        return frozenset(
            0 if tile.face == "J" else int(tile.face[:-1])
            for tile, is_taught in zip(self.tiles, which, strict=True)
            if is_taught
        )


@pytest.mark.parametrize(
    ("faces", "apart"),
    [
        (["7r", "7b", "7y", "7k"], True),
        (["7r", "8r", "9r", "10r"], True),
        (["7r", "7r"], True),
        (["J", "J"], True),
        (["7r", "11r"], False),
    ],
    ids=["the colours of a number", "neighbours", "two copies", "two jokers", "four numbers apart"],
)
def test_what_teaches_one_another_is_held_back_apart(faces: list[str], apart: bool):
    assert (len(set(parts_of(faces))) == len(faces)) == apart


def test_the_parts_of_a_set_are_about_as_large():
    counts = np.bincount(parts_of(FULL))
    assert len(counts) == PARTS
    assert counts.max() - counts.min() <= 2


def test_of_a_whole_set_every_number_is_taught_by_what_is_not_held_back():
    trial = cross_validate(Reader(), Lessons(tiles(FULL)), PresentSettings(0.9))
    assert (trial.before.right, trial.after.right, trial.after.tiles) == (26, 54, 54)
    assert trial.lit_after.tiles % 54 == 0
    assert trial.lit_after.right == trial.lit_after.tiles


def test_of_one_row_nothing_is_taught_of_the_number_that_is_held_back():
    trial = cross_validate(Reader(), Lessons(tiles(FULL[:13])), PresentSettings(0.9))
    assert (trial.before.right, trial.before.silent, trial.after.right, trial.after.silent) == (6, 7, 0, 13)


def test_a_few_tiles_of_one_picture_are_read_together():
    reader = Reader()
    cross_validate(reader, Lessons([*tiles(FULL[:13]), *tiles(FULL[13:26])]), PresentSettings(0.9))
    assert max(count for _, count in reader.asked) == TOGETHER


def test_what_is_worn_counts_as_until_now_only_where_it_is_better_than_nothing():
    for worn, right in ((frozenset(range(14)), 13), (frozenset(), 6)):
        trial = validate_on_other_picture(Reader(), frozenset({1}), tiles(FULL[:13]), PresentSettings(0.9, worn))
        assert (trial.before.right, trial.after.right) == (right, 1)


@pytest.mark.parametrize("worn", [None, frozenset({2})])
def test_who_waits_for_a_trial_hears_of_every_step_up_to_the_last(worn):
    heard = []
    of = steps_of_parts(FULL) + steps_of_reading(worn)
    steps = ProgressSteps(of, lambda done, among: heard.append((done, among)))
    cross_validate(Reader(), Lessons(tiles(FULL)), PresentSettings(0.9, worn, steps))
    assert heard == [(done, of) for done in range(1, of + 1)]
