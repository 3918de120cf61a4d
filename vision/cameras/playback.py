"""Play a recording as fast as it is read: every picture in order, with its time in the recording."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from time import monotonic, sleep

from vision.cameras.camera_health import CameraHealth
from vision.cameras.camera_thresholds import CameraThresholds
from vision.cameras.capture_command import CaptureOptions
from vision.cameras.heartbeat import CaptureHeartbeat, Phase, PictureSample
from vision.cameras.latest_frame_buffer import fitted
from vision.cameras.recording_gaps import Shortfall
from vision.cameras.recordings import open_recording
from vision.cameras.timed_pictures import Recording, Shot
from vision.cameras.trouble_detection import health_of
from vision.errors import BadFilm, BadImage
from vision.reading import Frame


class PlayedCamera:
    """The pictures of a recording in order; for one thread. Deterministic."""

    def __init__(self, order: CaptureOptions, tuning: CameraThresholds | None = None) -> None:
        """Raises CameraLost when the recording cannot be opened."""
        self._recording: Recording = open_recording(order)
        self._source, self._tuning = order.source, tuning or CameraThresholds()
        self._heartbeat = CaptureHeartbeat(phase=Phase.RUNNING)
        self._shortfall = Shortfall(order.source)
        self._index = 0

    def newest(self, after: int = 0, wait_s: float = 0.0) -> Frame | None:
        """The next picture, independent of wall-clock time; None when the recording is over.

        ``captured_at_s`` is its second of the recording. Undecodable pictures are skipped and reported by ``health()``.
        """
        shot = self._next()
        if shot is None:
            self._heartbeat = self._heartbeat.entered(Phase.ENDED, self._heartbeat.shown_s)
            return None
        self._heartbeat = self._heartbeat.saw(PictureSample.at(shot.bgr), False, shot.due_s)
        self._shortfall.saw(shot.bgr, shot.due_s)
        self._index += 1
        return Frame(fitted(shot.bgr), self._index, shot.due_s)

    def health(self) -> CameraHealth:
        """The health of the recording at its newest picture."""
        health = health_of(self._heartbeat, self._source, self._heartbeat.shown_s, self._tuning)
        is_over = self._heartbeat.phase is Phase.ENDED
        return replace(health, lack=self._shortfall.lack(self._recording.lasts_s)) if is_over else health

    def lacks(self) -> BadFilm | None:
        """The defect of a finished recording, in words; None where it was complete."""
        return self._shortfall.found(self._recording.lasts_s)

    def close(self) -> None:
        """Close the recording."""
        self._recording.close()

    def _next(self) -> Shot | None:
        while self._heartbeat.phase is not Phase.ENDED:
            try:
                return self._recording.next()
            except BadImage:
                self._heartbeat = self._heartbeat.spoilt(self._heartbeat.shown_s)
                self._shortfall.left_out()
        return None


class PacedCamera(PlayedCamera):
    """A recording played in real time without dropping pictures: a slow reader stretches it."""

    def __init__(self, order: CaptureOptions, clock: Callable[[], float] = monotonic) -> None:
        """Raises CameraLost when the recording cannot be opened."""
        super().__init__(order)
        self._clock = clock
        self._began_s = float("-inf")

    def newest(self, after: int = 0, wait_s: float = 0.0) -> Frame | None:
        """The next picture, not before it is due; None when the recording is over."""
        frame = super().newest(after, wait_s)
        if frame is not None:
            self._began_s = max(self._began_s, self._clock() - frame.captured_at_s)
            sleep(max(0.0, self._began_s + frame.captured_at_s - self._clock()))
        return frame
