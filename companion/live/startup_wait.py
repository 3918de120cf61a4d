"""The health of a camera during its start, which distinguishes a slow start from a failure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import monotonic

from vision.cameras import CameraHealth, CameraState, CameraTrouble, Source, SourceKind

OPENING_S = 4.0
"""The seconds after which an address without a picture is reported as silent."""


class StartupWait:
    """The health of one camera, from its last report and the time without pictures."""

    def __init__(self, camera: Source, clock: Callable[[], float] = monotonic) -> None:
        """``clock`` gives monotonic seconds."""
        self._camera, self._clock = camera, clock
        self.begin()

    def begin(self) -> None:
        """The camera is being opened, or its process restarted."""
        self._heard = CameraHealth(state=CameraState.OPENING, source=self._camera.shown)
        self._since_s = self._clock()

    def health_after(self, health: CameraHealth) -> CameraHealth:
        """The health to report after its process reported this one."""
        if health.state is not CameraState.OPENING:
            self._since_s = self._clock()
        self._heard = health
        return self.health

    @property
    def is_late(self) -> bool:
        """Whether neither a picture nor a reason has come for too long."""
        is_open = self._heard.state is CameraState.OPENING and self._camera.kind is SourceKind.ADDRESS
        return is_open and self._clock() - self._since_s > OPENING_S

    @property
    def health(self) -> CameraHealth:
        """The health to report now."""
        if not self.is_late:
            return self._heard
        return replace(self._heard, state=CameraState.LOST, trouble=CameraTrouble.SILENT)
