"""The interface through which a watcher uses a second camera."""

from __future__ import annotations

from typing import Protocol

from vision.change_detection.signatures import U8
from vision.tracking.occluded_tiles import CameraLook
from vision.tracking.tracked_table import TrackedTable


class SecondCameraInterface(Protocol):
    """A second camera over the same table."""

    @property
    def is_busy(self) -> bool:
        """Whether it sees motion or a hand, so that a new reading will follow."""

    @property
    def has_news(self) -> bool:
        """Whether it has a new reading, or stopped delivering, since the last fusion."""

    def catch_up(self, at_s: float) -> None:
        """Process its pictures up to a time of the first camera."""

    def fused(self, first: CameraLook, bgr: U8) -> TrackedTable:
        """The table of the first camera, whose picture is ``bgr``, completed by this one."""
