"""How a camera is doing while it shows nothing: its programs may be slow to begin, and people are told in time."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import monotonic

from vision.cameras import CameraHealth, CameraState, CameraTrouble, Source, SourceKind

OPENING_S = 4.0
"""An address that has shown nothing for so long is told to be silent, whatever its programs are doing."""


class OpeningWait:
    """The health of one camera, by what was heard of it last and by how long nothing has been shown."""

    def __init__(self, camera: Source, clock: Callable[[], float] = monotonic) -> None:
        """``clock`` gives monotonic seconds."""
        self._camera, self._clock = camera, clock
        self.begin()

    def begin(self) -> None:
        """The camera is opened, or its program is begun anew."""
        self._heard = CameraHealth(state=CameraState.OPENING, source=self._camera.shown)
        self._since_s = self._clock()

    def health_after(self, health: CameraHealth) -> CameraHealth:
        """What is to be told once its program has said that it is doing so."""
        if health.state is not CameraState.OPENING:
            self._since_s = self._clock()
        self._heard = health
        return self.health

    @property
    def is_late(self) -> bool:
        """Whether nothing has been shown, nor any reason told, for too long."""
        is_open = self._heard.state is CameraState.OPENING and self._camera.kind is SourceKind.ADDRESS
        return is_open and self._clock() - self._since_s > OPENING_S

    @property
    def health(self) -> CameraHealth:
        """What is to be told at this moment."""
        if not self.is_late:
            return self._heard
        return replace(self._heard, state=CameraState.LOST, trouble=CameraTrouble.SILENT)
