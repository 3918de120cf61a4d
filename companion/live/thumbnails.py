"""Thumbnails of the selectable cameras; an unused one is opened briefly."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from threading import Lock
from time import monotonic

import cv2

from vision.cameras import Camera, Source, SourceKind, open_camera
from vision.errors import BadSource, CameraLost

OPENED = (SourceKind.WEBCAM, SourceKind.PICAMERA)
"""The kinds of cameras that are opened briefly for a thumbnail; not phones, which push pictures, nor addresses."""
PATIENCE_S = 4.0
"""The time limit for a camera's first picture, also while another one is open."""
KEPT_S = 30.0
_WIDTH_PX = 480


class Thumbnails:
    """Takes thumbnails, one at a time. Thread-safe."""

    def __init__(self, demo: Path | None, opens: Callable[[Source], Camera] = open_camera) -> None:
        """``demo`` is a picture of the demo."""
        self._demo, self._opens = demo, opens
        self._lock = Lock()
        self._kept: dict[Source, tuple[float, bytes]] = {}
        """When each picture was taken, and the picture."""

    def may_show(self, source: Source) -> bool:
        """Whether an unused camera may be opened for a thumbnail."""
        return source.kind in OPENED or (source.kind is SourceKind.DEMO and self._demo is not None)

    def of(self, source: Source) -> bytes:
        """A JPEG of the camera's view, at most half a minute old; empty where none comes in time."""
        if source.kind is SourceKind.DEMO and self._demo is not None:
            return self._demo.read_bytes()
        if source.kind not in OPENED or not self._lock.acquire(timeout=PATIENCE_S):
            return b""
        try:
            at_s, jpeg = self._kept.get(source, (0.0, b""))
            if not jpeg or monotonic() - at_s > KEPT_S:
                jpeg = self._taken(source)
                self._kept[source] = monotonic(), jpeg
            return jpeg
        finally:
            self._lock.release()

    def _taken(self, source: Source) -> bytes:
        with suppress(BadSource, CameraLost):  # it was unplugged, or another program holds it
            camera = self._opens(source)
            try:
                frame = camera.newest(0, PATIENCE_S)
            finally:
                camera.close()
            if frame is not None:
                height, width = frame.bgr.shape[:2]
                small = cv2.resize(frame.bgr, (_WIDTH_PX, max(round(height * _WIDTH_PX / width), 1)))
                return bytes(cv2.imencode(".jpg", small, [cv2.IMWRITE_JPEG_QUALITY, 70])[1])
        return b""
