"""Fit a tile set to labelled tiles, and validate it on tiles it was not fitted to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from companion.errors import Refused
from companion.recognition.thresholds import THRESHOLDS
from vision.adaptation.progress import ProgressCallback, ProgressSteps, ignore_progress
from vision.adaptation.same_tiles import assign_faces
from vision.adaptation.set_naming import NamedReadTile, self_named
from vision.reading import Frame, TableReading
from vision.recognition.set_profile import SetProfile

if TYPE_CHECKING:
    from vision.adaptation.set_learning import NamedTile, ProfileFitter
    from vision.adaptation.validation import ProfileTrial

LEAST_TILES = 8
"""The minimum number of tiles to learn a set from."""
LEAST_GAIN, LEAST_SHARE = 0.5, 0.1
"""A set is used where it takes away so much of the surprise at the true faces or more (log loss, in natural logarithms,
over all tiles and lights together), and no less than this share of it: less is chance."""


@dataclass(frozen=True, slots=True)
class LearnedSet:
    """A fitted set, and the accuracy on held-out tiles without and with it."""

    profile: SetProfile
    trial: ProfileTrial
    is_proved: bool = False
    """Whether those tiles are of another picture; else they are the tiles of its own, each held back in its turn."""

    @property
    def figures(self) -> dict[str, Any]:
        """The number of held-out tiles, and of right and confidently right ones: without and with the set."""
        before, after = self.trial.before, self.trial.after
        return {"is_better": self.is_better, "is_proved": self.is_proved, "examined": before.tiles,
                "right_before": before.right, "sure_before": before.sure,
                "right_after": after.right, "sure_after": after.sure}  # fmt: skip

    @property
    def is_better(self) -> bool:
        """Whether it is to be used: nowhere worse, and clearly better overall.

        Neither as photographed nor in simulated light are fewer tiles right, more of them confidently wrong or the true
        faces less likely, and in total they are clearly more likely.
        """
        whole = self.trial.before + self.trial.lit_before, self.trial.after + self.trial.lit_after
        is_nowhere_worse = all(
            after.right >= before.right and after.silent <= before.silent and after.loss <= before.loss
            for before, after in ((self.trial.before, self.trial.after), whole)
        )
        before, after = whole
        return is_nowhere_worse and before.loss - after.loss >= max(LEAST_GAIN, LEAST_SHARE * before.loss)


def fit_set(teacher: ProfileFitter, name: str, tiles: Sequence[NamedTile], worn: SetProfile | None = None,
            on_progress: ProgressCallback = ignore_progress) -> LearnedSet:  # fmt: skip
    """The set ``name`` fitted to ``tiles``, those of one picture in succession; ``worn`` is the set in use until now.

    ``on_progress`` is called after each step.
    """
    # loads the reader, and who judges melds alone does without
    from vision.adaptation.validation import PresentSettings, cross_validate, steps_of_parts, steps_of_reading

    trial = steps_of_parts([tile.face for tile in tiles]) + steps_of_reading(worn)
    steps = ProgressSteps(2 + trial, on_progress)
    study = teacher.study(tiles)
    steps.one_more()
    profile = study.profile(name)
    steps.one_more()
    return LearnedSet(profile, cross_validate(teacher, study, PresentSettings(THRESHOLDS.sure, worn, steps)))


def validate_set(
    teacher: ProfileFitter, profile: SetProfile, tiles: Sequence[NamedTile], worn: SetProfile | None = None,
    on_progress: ProgressCallback = ignore_progress,
) -> LearnedSet:  # fmt: skip
    """Validate the set of ``profile`` with labelled tiles of other pictures.

    ``on_progress`` is called after each step.
    """
    from vision.adaptation.validation import PresentSettings, steps_of_reading, validate_on_other_picture

    until_now = PresentSettings(THRESHOLDS.sure, worn, ProgressSteps(steps_of_reading(worn), on_progress))
    return LearnedSet(profile, validate_on_other_picture(teacher, profile, tiles, until_now), is_proved=True)


def named_tiles(frame: Frame, reading: TableReading, named: Iterable[NamedReadTile]) -> list[NamedTile]:
    """The tiles of one picture labelled with the given faces."""
    from vision.adaptation.set_learning import (
        NamedTile,  # the reader takes a moment to load, and other commands do without
    )

    return [NamedTile.of(frame, reading.tiles[named_tile.tile].place, named_tile.face) for named_tile in named]


def named_again(
    teacher: ProfileFitter, profile: SetProfile, frame: Frame, reading: TableReading, faces: Sequence[str]
) -> list[NamedTile]:
    """The labelled tiles of a second picture of the tiles with ``faces``.

    Where the number matches, they are assigned by the joint likelihood of the readings with and without the set of
    ``profile``, averaged; else only certain tiles are used.
    """
    if len(reading.tiles) != len(faces):
        return named_tiles(frame, reading, self_named(reading))
    shown = named_tiles(frame, reading, (NamedReadTile(i, face) for i, face in enumerate(faces)))
    beliefs = (teacher.beliefs(shown) + teacher.beliefs(shown, profile)) / 2
    return named_tiles(frame, reading, (NamedReadTile(i, face) for i, face in enumerate(assign_faces(beliefs, faces))))


def unless_worse(learned: LearnedSet) -> LearnedSet:
    """Return the set. Raises Refused where fewer held-out tiles are right."""
    before, after = learned.trial.before, learned.trial.after
    if after.right < before.right:
        key = "proved badly" if learned.is_proved else "learned badly"
        raise Refused(key, right_before=before.right, right_after=after.right, tiles=before.tiles)
    return learned
