"""A camera that is sent its pictures: a paired phone's browser takes them and posts each as the bytes of a JPEG."""

from __future__ import annotations

from threading import Condition
from time import monotonic

from vision.cameras.health import CameraHealth
from vision.cameras.mailbox import fitted
from vision.cameras.pulse import Glance, Phase, Pulse
from vision.cameras.sources import Source, SourceKind
from vision.cameras.watchdog import WatchTuning, health_of
from vision.errors import BadImage
from vision.images import decode
from vision.reading import Frame

_PHONE = Source(SourceKind.PHONE, SourceKind.PHONE)


class PushCamera:
    """The newest picture that was pushed. Safe to push to and ask from several threads."""

    def __init__(self, tuning: WatchTuning | None = None) -> None:
        self._tuning = tuning or WatchTuning()
        self._changed = Condition()
        self._newest: Frame | None = None
        self._digest = 0
        self._pulse = Pulse(phase=Phase.OPENING, phase_s=monotonic())
        self._is_closed = False

    def push(self, picture: bytes) -> Frame:
        """Makes the picture in the bytes of a file the newest. Raises BadImage, like any upload, for anything else."""
        try:
            bgr = decode(picture)
        except BadImage:
            with self._changed:
                self._pulse = self._pulse.spoilt(monotonic())
            raise
        glance = Glance.at(bgr)
        handed = fitted(bgr)
        with self._changed:
            now_s = monotonic()
            if self._pulse.phase is not Phase.RUNNING:
                self._pulse = self._pulse.entered(Phase.RUNNING, now_s)
            self._pulse = self._pulse.saw(glance, glance.digest == self._digest, now_s)
            self._digest = glance.digest
            self._newest = Frame(handed, self._newest.index + 1 if self._newest else 1, now_s)
            self._changed.notify_all()
            return self._newest

    def newest(self, after: int = 0, wait_s: float = 0.0) -> Frame | None:
        """See `Camera.newest`."""
        with self._changed:
            self._changed.wait_for(lambda: self._is_closed or self._index > after, wait_s)
            return self._newest if self._index > after and not self._is_closed else None

    def health(self) -> CameraHealth:
        """How the phone's camera is doing: until its first picture it is waited for, however long that takes."""
        with self._changed:
            pulse = self._pulse
        now_s = monotonic()
        if pulse.phase is Phase.OPENING and not pulse.spoiled:
            now_s = pulse.phase_s
        return health_of(pulse, _PHONE, now_s, self._tuning)

    def close(self) -> None:
        """Wakes whoever waits."""
        with self._changed:
            self._is_closed = True
            self._newest = None
            self._changed.notify_all()

    @property
    def _index(self) -> int:
        return self._newest.index if self._newest else 0
