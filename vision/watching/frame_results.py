"""What a watcher tells of each frame: the state of the table, and the table where it differs from the last report."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray

from vision.geometry import F64
from vision.reading import Frame
from vision.table_plan.plan_tracking import SeenPlan
from vision.table_plan.zones import ZonedReading
from vision.tracking.hand_entry_side import Box, PictureSide, ReachedOver
from vision.tracking.settled_report import SettledReading
from vision.tracking.table_surface import SurfaceFix
from vision.wording import DEFAULT_LANGUAGE, SENTENCES, sentence


class FrameState(StrEnum):
    """The state of the table at the moment of a frame."""

    STILL = "still"
    MOVING = "moving"
    HAND = "hand"
    """A hand rests over it."""
    UNSEEN = "unseen"
    """No picture, or one of something else."""

    def sentence(self, language: str = DEFAULT_LANGUAGE) -> str:
        """A few words for the user."""
        return sentence(SENTENCES[f"sight_{self}"], language)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class SeenTable:
    """A settled reading with the surface it lies on."""

    settled: SettledReading
    zones: ZonedReading
    fix: SurfaceFix
    size_px: tuple[int, int]
    """Width and height of the picture."""
    plan: SeenPlan | None = None
    """The plan of the table used for the report; None where it is not needed."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class FrameResult:
    """The result for one frame."""

    index: int
    at_s: float
    state: FrameState
    seen: SeenTable | None = None
    """The table, where it differs from the last report."""
    shifted: SeenTable | None = None
    """The last reported table, where camera motion has moved it in the picture."""
    is_burnt_out: bool | None = None
    """Whether overexposure hides a part of the table; None where the table was not read."""
    reached_from: PictureSide | None = None
    """The side from which a hand came, given with the first frame of rest, and with a table seen between rests."""
    reached: Box | None = None
    """The hand's bounding box, with its arm; None where unknown."""
    hands: tuple[ReachedOver, ...] = ()
    """All the hands until then, given with it, in order."""
    unchanged_until: NDArray[np.int32] | None = None
    """(h, w), given with it: by part of the picture, in which frame since the last rest it last looked as before."""
    settled_from: NDArray[np.int32] | None = None
    """(h, w), given with it: the frame since when it looks as it does, though hands may have been over it again; 0
    where it looks as before."""
    changed: NDArray[np.uint8] | None = None
    """(h, w), given with the first frame of rest: 1 where the table looks otherwise since the rest before."""
    unseen: NDArray[np.uint8] | None = None
    """(h, w): 1 where a look left the table as it was, since something moved there; None where nobody looked."""
    frame: Frame | None = None
    """The frame; None where there was none."""
    picture_from_table: F64 | None = None
    """(3, 3), in long sides of the picture: the motion by a swaying stand, already removed from reported places."""
    elapsed_ms: Mapping[str, float] = field(default_factory=dict)
    """By stage that ran: ``stillness``, ``same``, ``look``, ``total``."""
