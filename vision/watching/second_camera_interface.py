"""What a watcher of one camera asks of a second one that stands beside it."""

from __future__ import annotations

from typing import Protocol

from vision.change_detection.signatures import U8
from vision.tracking.occluded_tiles import CameraLook
from vision.tracking.tracks import TrackedTable


class TableBeside(Protocol):
    """A second camera over the same table."""

    @property
    def is_busy(self) -> bool:
        """Whether something moves or lies over the table as it sees it, so that it will tell more in a moment."""

    @property
    def has_news(self) -> bool:
        """Whether it has looked, or ceased to give anything, since the table was fused last."""

    def catch_up(self, at_s: float) -> None:
        """Takes its pictures up to those of a moment of the first camera."""

    def fused(self, first: CameraLook, bgr: U8) -> TrackedTable:
        """The table of the first camera, whose picture is ``bgr``, with what it lacks."""
