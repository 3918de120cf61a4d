"""Cross-validate a set profile: its accuracy on labelled tiles that were held back from the fit.

A profile is fitted to the other tiles and reads those held back (Stone 1974). They are read a few at a time and in
simulated other light, as they occur on a table.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.adaptation.progress import ProgressSteps
from vision.adaptation.set_learning import U8, LabelledAccuracy, LabelledViews, NamedTile, ProfileFitter
from vision.predictions import COLORS, KINDS
from vision.recognition.set_profile import SetProfile

PARTS = 4
"""The number of folds: of every number in four colours three are left to learn from."""
TOGETHER = 3
"""The number of tiles read together, as in a short meld."""
_COPY_APART = 2
"""The distance in folds between two copies of a face."""


@dataclass(frozen=True, slots=True)
class _Light:
    """Simulated light of another picture of the same tiles."""

    gains: tuple[float, float, float]
    """Gains of blue, green and red."""
    gamma: float
    blur_px: float
    noise: float
    """Noise deviation, of 255."""


_LIGHTS = (
    _Light((1.1, 1.0, 0.9), 1.25, 0.8, 3.0),
    _Light((0.9, 1.0, 1.1), 0.8, 1.2, 5.0),
    _Light((0.55, 0.55, 0.55), 1.0, 0.6, 7.0),
    _Light((1.05, 0.94, 1.0), 1.0, 1.6, 2.0),
)


Fold = tuple[NDArray[np.intp], SetProfile | None]
"""Indices of tiles that are read together, and the profile to read them with."""


@dataclass(frozen=True, slots=True)
class PresentSettings:
    """The reader's present settings, before a profile is tried."""

    sure: float
    """The confidence from which an answer counts as confident."""
    worn: SetProfile | None = None
    """The profile in use now; where reading without any profile is better, that counts."""
    steps: ProgressSteps = field(default_factory=ProgressSteps)
    """The progress counter; a trial takes as many steps as `steps_of_reading` says."""


@dataclass(frozen=True, slots=True)
class ProfileTrial:
    """The accuracy with the present settings, and with a profile fitted to other tiles."""

    before: LabelledAccuracy
    after: LabelledAccuracy
    lit_before: LabelledAccuracy
    """The same in other light: each tile several times."""
    lit_after: LabelledAccuracy


def cross_validate(teacher: ProfileFitter, study: LabelledViews, until_now: PresentSettings) -> ProfileTrial:
    """Cross-validate on ``study``: the accuracy as ``until_now``, and with profiles fitted to the other tiles.

    Reports as many further steps as `steps_of_parts` says.
    """
    parts = parts_of([tile.face for tile in study.tiles])
    taught = {}
    for part in np.unique(parts):
        taught[part] = study.profile("", parts != part)
        until_now.steps.one_more()
    groups = [(group, taught[part]) for part in taught for group in _few_together(study.tiles, parts == part)]
    return _tried(teacher, study.tiles, groups, until_now)


def validate_on_other_picture(teacher: ProfileFitter, profile: SetProfile, tiles: Sequence[NamedTile],
                       until_now: PresentSettings) -> ProfileTrial:  # fmt: skip
    """The same for the ``tiles`` of pictures from which ``profile`` was not fitted."""
    groups = [(group, profile) for group in _few_together(tiles, np.ones(len(tiles), bool))]
    return _tried(teacher, tiles, groups, until_now)


def steps_of_parts(faces: Sequence[str]) -> int:
    """The number of profiles to fit for cross-validating tiles of those ``faces``."""
    return len(set(parts_of(faces)))


def steps_of_reading(worn: SetProfile | None) -> int:
    """The number of passes over all tiles in a trial, where the profile ``worn`` may be in use now."""
    return (1 + len(_LIGHTS)) * (1 + len({None, worn}))


def parts_of(faces: Sequence[str]) -> NDArray[np.intp]:
    """(n,): the fold in which each tile is held back.

    Two copies of a face, neighbouring numbers and the four colours of a number are all in different folds.
    """
    seen: dict[str, int] = {}
    parts = []
    for face in faces:
        copy = seen[face] = seen.get(face, -1) + 1
        number, color = (0, copy) if face in KINDS else (int(face[:-1]), COLORS.index(face[-1]))
        parts.append((number + color + _COPY_APART * copy) % PARTS)
    return np.array(parts, np.intp)


def _few_together(tiles: Sequence[NamedTile], which: NDArray[np.bool_]) -> Iterator[NDArray[np.intp]]:
    """The tiles selected by ``which`` (n,), in groups of a few of one picture."""
    members = np.flatnonzero(which)
    for _, some in groupby(members, key=lambda at: id(tiles[int(at)].bgr)):
        picture = np.array(list(some), np.intp)
        yield from np.array_split(picture, -(-len(picture) // TOGETHER))


def _tried(teacher: ProfileFitter, tiles: Sequence[NamedTile], groups: Sequence[Fold],
           until_now: PresentSettings) -> ProfileTrial:  # fmt: skip
    """The accuracy on each group of tiles as ``until_now``, and with the group's own profile."""
    shown = [_lit(tiles, light) for light in (None, *_LIGHTS)]
    after = _lessons(teacher, shown, groups, until_now)
    plain = {None, until_now.worn}
    befores = [_lessons(teacher, shown, [(group, worn) for group, _ in groups], until_now) for worn in plain]
    before = min(befores, key=lambda lessons: sum(lesson.loss for lesson in lessons))
    return ProfileTrial(
        *(side[0] for side in (before, after)), *(sum(side[1:], LabelledAccuracy(0, 0, 0)) for side in (before, after))
    )


def _lessons(teacher: ProfileFitter, pictures: Sequence[Sequence[NamedTile]], groups: Sequence[Fold],
             until_now: PresentSettings) -> list[LabelledAccuracy]:  # fmt: skip
    """The accuracy on each group with its profile, for each simulated light in which its tiles are ``pictures``."""
    faces = [pictures[0][int(at)].face for group, _ in groups for at in group]
    lessons = []
    for tiles in pictures:
        read = [teacher.beliefs([tiles[int(at)] for at in group], profile) for group, profile in groups]
        lessons.append(LabelledAccuracy.of(np.concatenate(read), faces, until_now.sure))
        until_now.steps.one_more()
    return lessons


def _lit(tiles: Sequence[NamedTile], light: _Light | None) -> list[NamedTile]:
    """The same tiles in pictures taken in another ``light``."""
    if light is None:
        return list(tiles)
    pictures = {id(tile.bgr): tile.bgr for tile in tiles}
    again = {name: _taken_again(bgr, light) for name, bgr in pictures.items()}
    return [replace(tile, bgr=again[id(tile.bgr)]) for tile in tiles]


def _taken_again(bgr: U8, light: _Light) -> U8:
    """A picture in another ``light`` and a little less sharp; its noise is deterministic."""
    curve = 255 * (np.arange(256)[:, None] / 255 * np.array(light.gains)).clip(0, 1) ** light.gamma
    colored = cv2.LUT(bgr, curve.clip(0, 255).astype(np.uint8)[None])
    soft = cv2.GaussianBlur(colored, (0, 0), light.blur_px).astype(np.float32)
    noise = np.random.default_rng(1).normal(0, light.noise, bgr.shape).astype(np.float32)
    return np.asarray(np.clip(soft + noise, 0, 255), np.uint8)
