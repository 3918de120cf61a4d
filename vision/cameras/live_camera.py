"""A camera captured in a supervised process, which is killed and restarted when it hangs."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from collections import deque
from contextlib import suppress
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic, sleep
from typing import Self

from vision.cameras.camera_health import CameraHealth, CameraState
from vision.cameras.camera_thresholds import CameraThresholds
from vision.cameras.capture_command import CaptureOptions
from vision.cameras.heartbeat import CaptureHeartbeat, Phase
from vision.cameras.latest_frame_buffer import LatestFrameBuffer
from vision.cameras.open_errors import RESTING
from vision.cameras.restart_policy import is_good_run, must_restart, pause_s, rest_s
from vision.cameras.trouble_detection import failing, following, health_of
from vision.networks.memory import KEEPING
from vision.reading import Frame

_LOG = logging.getLogger(__name__)
_ROOT = Path(__file__).parents[2]
_TICK_S = 0.1
_POLL_S, _REST_POLL_S = 0.008, 0.04
"""The polling interval for new pictures, and that for a table at rest."""
_FAREWELL_S = 5.0


class LiveCamera:
    """The newest picture of a source. Opening neither blocks nor fails: see ``health()``."""

    def __init__(self, order: CaptureOptions, tuning: CameraThresholds | None = None) -> None:
        self._order, self._tuning = order, tuning or CameraThresholds()
        self._buffer = LatestFrameBuffer()
        self._attempts = self._restarts = 0
        self._restarts_s: deque[float] = deque(maxlen=self._tuning.most_restarts)
        """When captures were begun anew since the last good run."""
        self._failing_s: float | None = None
        """Since when captures have ended without a good run."""
        self._poll_s = _POLL_S
        self._heartbeat = CaptureHeartbeat(phase_s=monotonic())
        self._health = health_of(self._heartbeat, order.source, monotonic(), self._tuning)
        self._lock, self._closing = Lock(), Event()
        self._capture = self._begun()
        self._watch = Thread(target=self._keep_watch, name="camera watch", daemon=True)
        self._watch.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def capture_pid(self) -> int:
        """The process id of the present capture process."""
        return self._capture.pid

    def newest(self, after: int = 0, wait_s: float = 0.0) -> Frame | None:
        """See `Camera.newest`; the index keeps growing over restarts of the capture process."""
        until_s = monotonic() + wait_s
        while True:
            with self._lock:
                frame = None if self._closing.is_set() else self._buffer.newest(after)
            if frame is not None or monotonic() >= until_s or self._closing.is_set():
                self._poll_s = _REST_POLL_S if frame is not None and frame.is_repeat else _POLL_S
                return frame
            sleep(self._poll_s)

    def health(self) -> CameraHealth:
        """The current health of the camera."""
        with self._lock:
            return self._observed()

    def close(self) -> None:
        """End the capture process."""
        self._closing.set()
        self._watch.join()
        self._end()
        with self._lock:
            self._buffer.close()

    def _keep_watch(self) -> None:
        while not self._closing.wait(_TICK_S):
            with self._lock:
                self._observed()
            if is_good_run(self._heartbeat):
                self._runs_well()
            if self._has_died() or must_restart(
                self._heartbeat, self._order.source, monotonic(), self._tuning, self._attempts
            ):
                self._restart()

    def _observed(self) -> CameraHealth:
        """Read the heartbeat and derive the health from it and from the last reported health."""
        if not self._closing.is_set():
            self._heartbeat = self._buffer.heartbeat() or self._heartbeat
            now_s = monotonic()
            now = health_of(self._heartbeat, self._order.source, now_s, self._tuning, self._restarts)
            now = failing(now, self._failing_s, now_s, self._tuning)
            if now.state is not self._health.state:
                _LOG.info("camera %s: %s %s", now.source, now.state, now.trouble or "")
            self._health = following(self._health, now)
        return self._health

    def _has_died(self) -> bool:
        """Whether the capture process ended for any reason other than the end of the recording."""
        return self._capture.poll() is not None and self.health().state is not CameraState.ENDED

    def _runs_well(self) -> None:
        self._attempts, self._failing_s = 0, None
        self._restarts_s.clear()

    def _restart(self) -> None:
        self._end()
        self._failing_s = self._failing_s or monotonic()
        rest = rest_s(tuple(self._restarts_s), monotonic(), self._tuning)
        if rest:
            _LOG.warning("camera %s is left alone for %.0f s", self._order.source.shown, rest)
            self._buffer.set_heartbeat(CaptureHeartbeat(phase=Phase.ABSENT, phase_s=monotonic(), cause=RESTING))
        if self._closing.wait(max(rest, pause_s(self._attempts, self._tuning))):
            return
        self._attempts += 1
        self._restarts += 1
        self._restarts_s.append(monotonic())
        try:
            self._capture = self._begun()
        except OSError as error:
            _LOG.warning("capture cannot be begun: %s", error)

    def _begun(self) -> subprocess.Popen[bytes]:
        """Start a new capture process; no other writer of the buffer is alive at this moment."""
        self._buffer.set_heartbeat(CaptureHeartbeat(phase=Phase.STARTING, phase_s=monotonic()))
        handle = self._buffer.handle
        paths = [str(_ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
        capture = subprocess.Popen(
            [sys.executable, "-P", "-m", "vision.cameras.capture", str(handle)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=None if _LOG.isEnabledFor(logging.DEBUG) else subprocess.DEVNULL,
            env={**os.environ, **KEEPING, "PYTHONPATH": os.pathsep.join(paths)},
            pass_fds=() if os.name == "nt" else (handle,),
        )
        if capture.stdin is not None:
            with suppress(BrokenPipeError):
                capture.stdin.write(f"{self._order.as_line()}\n".encode())
                capture.stdin.flush()
        return capture

    def _end(self) -> None:
        """Kill the capture process, without waiting: one that hangs in the kernel may outlive this."""
        self._capture.kill()
        if self._capture.stdin is not None:
            with suppress(BrokenPipeError):
                self._capture.stdin.close()
        try:
            self._capture.wait(_FAREWELL_S)
        except subprocess.TimeoutExpired:
            _LOG.warning("capture %s does not end", self._capture.pid)
