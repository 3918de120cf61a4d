"""A house whose recognizer learns every set that it is told, so that sets are tested without networks."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from companion.tile_sets.own_sets import OwnTileSets
from tests.companion.builders import FakeRecognizer, corners, save_picture
from vision.adaptation.set_learning import NamedTile
from vision.belief import Belief
from vision.recognition.inks import KnownInks
from vision.recognition.set_profile import SetProfile

READER = "ab" * 32
UNTAUGHT = 0.098
"""How much a tile is doubted without a set."""


def profile(name: str, reader: str = READER, tiles: int = 13) -> SetProfile:
    """A set that corrects nothing."""
    return SetProfile(name, reader, np.zeros((3, 24)), KnownInks(np.zeros((4, 4)), np.ones(4)), tiles)


@dataclass
class Pupil:
    """Learns whatever it is told, each time a little more: numbers up to ten and jokers are read right without a set,
    and with one those up to ``right_after``, more surely the later it was learned."""

    right_after: int = 13
    identity: str = READER
    doubt: float = 0.16
    """What is left of its doubt is half of this after the first lesson, then half of that."""
    lessons: list[tuple[str, ...]] = field(default_factory=list)
    learned: dict[str, int] = field(default_factory=dict)
    """By the name of each set how many lessons there had been."""

    def learn(self, name: str, tiles: Sequence[NamedTile]) -> SetProfile:
        return self.study(tiles).profile(name)

    def study(self, tiles: Sequence[NamedTile]) -> Lessons:
        self.lessons.append(tuple(tile.face for tile in tiles))
        return Lessons(tuple(tiles), self)

    def beliefs(self, tiles: Sequence[NamedTile], own_set: SetProfile | None = None) -> np.ndarray:
        last = self.right_after if own_set else 10
        sure = 1 - self.doubt / 2 ** self.learned.get(own_set.name, 1) if own_set else 1 - UNTAUGHT
        return np.stack([_seen(tile.face, last, sure).probabilities for tile in tiles])


@dataclass(frozen=True)
class Lessons:
    """What a pupil is told: whatever is held back, it learns as much."""

    tiles: tuple[NamedTile, ...]
    pupil: Pupil

    def profile(self, name: str, which: np.ndarray | None = None) -> SetProfile:
        self.pupil.learned[name] = len(self.pupil.lessons)
        return profile(name, self.pupil.identity, len(self.tiles))


def _seen(face: str, last: int, sure: float) -> Belief:
    """What is seen of a face where numbers beyond ``last`` are taken for something else."""
    is_known = face == "J" or int(face[:-1]) <= last
    return Belief.peaked(face if is_known else "back", sure)


@dataclass(frozen=True)
class SetRecognizer(FakeRecognizer):
    """A recognizer for one set, which learns others."""

    own_set: SetProfile | None = None
    pupil: Pupil = field(default_factory=Pupil)

    def teacher(self) -> Any:
        return self.pupil


@dataclass
class House:
    """A folder of sets, as often as it is opened."""

    folder: Path
    pupil: Pupil = field(default_factory=Pupil)

    def opened(self, given: SetProfile | None = None) -> OwnTileSets:
        return OwnTileSets(self.folder, lambda own_set: SetRecognizer(own_set=own_set, pupil=self.pupil), given)


def told_set(film: Path, faces: list[str]) -> Path:
    """The film, in the folder beside which its set lies in one row of ``faces`` now."""
    folder = film.parent / "sets"
    save_picture(folder / f"{film.stem}.jpg", (700, 300))
    tiles = [{"face": face, "corners": corners(at, 0).tolist()} for at, face in enumerate(faces)]
    (folder / film.name).write_text(json.dumps({"tiles": tiles}))
    return film
