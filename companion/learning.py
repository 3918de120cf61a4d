"""A set of tiles learned from tiles whose faces are told, unless it would then be read worse."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from companion.errors import Refused
from companion.row_readings import TUNING
from vision.set_profile import SetProfile

if TYPE_CHECKING:
    from vision.adapting import Lesson, NamedTile, Teacher

LEAST_TILES = 8
"""Fewer tiles say too little about a set."""


@dataclass(frozen=True, slots=True)
class LearnedSet:
    """A set, and how its tiles were read before and are read now."""

    profile: SetProfile
    before: Lesson
    after: Lesson


def learned(teacher: Teacher, name: str, tiles: Sequence[NamedTile]) -> LearnedSet:
    """The set ``name`` of ``tiles``, those of one picture one after another. Raises Refused where it would not help."""
    profile = teacher.learn(name, tiles)
    before = teacher.examined(tiles, TUNING.sure)
    after = teacher.examined(tiles, TUNING.sure, profile)
    if after.right < before.right:
        raise Refused("learned badly", right_before=before.right, right_after=after.right, tiles=before.tiles)
    return LearnedSet(profile, before, after)
