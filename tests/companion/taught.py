"""A house whose eye learns every set that it is told, so that sets are tested without networks."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from companion.own_sets import OwnSets
from tests.companion.builders import FakeEye, corners, save_picture
from vision.adapting import Lesson, NamedTile
from vision.inks import KnownInks
from vision.set_profile import SetProfile

READER = "ab" * 32


def profile(name: str, reader: str = READER, tiles: int = 13) -> SetProfile:
    """A set that corrects nothing."""
    return SetProfile(name, reader, np.zeros((3, 24)), KnownInks(np.zeros((4, 4)), np.ones(4)), tiles)


@dataclass
class Pupil:
    """Learns whatever it is told; afterwards it reads ``right_after`` tiles right."""

    right_after: int = 13
    identity: str = READER
    lessons: list[tuple[str, ...]] = field(default_factory=list)

    def learn(self, name: str, tiles: Sequence[NamedTile]) -> SetProfile:
        self.lessons.append(tuple(tile.face for tile in tiles))
        return profile(name, self.identity, len(tiles))

    def examined(self, tiles: Sequence[NamedTile], sure: float, own_set: SetProfile | None = None) -> Lesson:
        right = self.right_after if own_set else 10
        return Lesson(len(tiles), right, right - 1)


@dataclass(frozen=True)
class SetEye(FakeEye):
    """An eye for one set, which learns others."""

    own_set: SetProfile | None = None
    pupil: Pupil = field(default_factory=Pupil)

    def teacher(self) -> Any:
        return self.pupil


@dataclass
class House:
    """A folder of sets, as often as it is opened."""

    folder: Path
    pupil: Pupil = field(default_factory=Pupil)

    def opened(self, given: SetProfile | None = None) -> OwnSets:
        return OwnSets(self.folder, lambda own_set: SetEye(own_set=own_set, pupil=self.pupil), given)


def told_set(film: Path, faces: list[str]) -> Path:
    """The film, in the folder beside which its set lies in one row of ``faces`` now."""
    folder = film.parent / "sets"
    save_picture(folder / f"{film.stem}.jpg", (700, 300))
    tiles = [{"face": face, "corners": corners(at, 0).tolist()} for at, face in enumerate(faces)]
    (folder / film.name).write_text(json.dumps({"tiles": tiles}))
    return film
