"""A camera that receives its pictures: the browser of a paired phone posts each as the bytes of a JPEG."""

from __future__ import annotations

from dataclasses import replace
from threading import Condition
from time import monotonic

from vision.cameras.camera_health import CameraHealth
from vision.cameras.camera_thresholds import CameraThresholds
from vision.cameras.heartbeat import CaptureHeartbeat, Phase, PictureSample
from vision.cameras.latest_frame_buffer import fitted
from vision.cameras.sources import Source, SourceKind
from vision.cameras.trouble_detection import health_of
from vision.errors import BadImage
from vision.io.images import decode
from vision.reading import Frame

_PHONE = Source(SourceKind.PHONE, SourceKind.PHONE)
SHOWN_S = 1.5
"""Seconds that a photograph is shown, as if a camera stood still over the table."""
_AGAIN_S = 0.15


class PushCamera:
    """The newest picture that was pushed. Thread-safe."""

    def __init__(self, tuning: CameraThresholds | None = None) -> None:
        self._tuning = tuning or CameraThresholds()
        self._changed = Condition()
        self._newest: Frame | None = None
        self._digest = 0
        self._heartbeat = CaptureHeartbeat(phase=Phase.OPENING, phase_s=monotonic())
        self._is_closed = False
        self._shown_until_s: float | None = None
        """Until when the newest picture, a photograph, is shown again and again; None where it is no photograph."""

    def push(self, picture: bytes) -> Frame:
        """Decode ``bytes`` of a file as the newest picture. Raises BadImage, as for any upload."""
        return self._take(picture, shown_s=None)

    def show(self, picture: bytes) -> Frame:
        """The same for a deliberate photograph: it stands for the table until the next picture."""
        return self._take(picture, shown_s=SHOWN_S)

    def _take(self, picture: bytes, shown_s: float | None) -> Frame:
        try:
            bgr = decode(picture)
        except BadImage:
            with self._changed:
                self._heartbeat = self._heartbeat.spoilt(monotonic())
            raise
        sample = PictureSample.at(bgr)
        handed = fitted(bgr)
        with self._changed:
            now_s = monotonic()
            if self._heartbeat.phase is not Phase.RUNNING:
                self._heartbeat = self._heartbeat.entered(Phase.RUNNING, now_s)
            self._heartbeat = self._heartbeat.saw(sample, sample.digest == self._digest, now_s)
            self._digest = sample.digest
            self._shown_until_s = None if shown_s is None else now_s + shown_s
            self._newest = Frame(handed, self._index + 1, now_s)
            self._changed.notify_all()
            return self._newest

    def newest(self, after: int = 0, wait_s: float = 0.0) -> Frame | None:
        """See `Camera.newest`."""
        with self._changed:
            shows_again = self._index <= after and monotonic() < (self._shown_until_s or 0.0)
            self._changed.wait_for(lambda: self._is_closed or self._index > after, _AGAIN_S if shows_again else wait_s)
            if shows_again and self._newest is not None and self._index <= after:
                self._newest = replace(self._newest, index=self._index + 1, captured_at_s=monotonic())
            return self._newest if self._index > after and not self._is_closed else None

    def health(self) -> CameraHealth:
        """The health of the phone's camera: a first picture or another photograph may take any time."""
        with self._changed:
            heartbeat, is_shown = self._heartbeat, self._shown_until_s is not None
        now_s = monotonic()
        if not heartbeat.spoiled and (is_shown or heartbeat.phase is Phase.OPENING):
            now_s = heartbeat.shown_s or heartbeat.phase_s
        return health_of(heartbeat, _PHONE, now_s, self._tuning)

    def close(self) -> None:
        """Wake all waiting readers."""
        with self._changed:
            self._is_closed = True
            self._newest = None
            self._changed.notify_all()

    @property
    def _index(self) -> int:
        return self._newest.index if self._newest else 0
