"""Open the camera of a source."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from vision.cameras.camera import Camera
from vision.cameras.capture_command import CaptureOptions
from vision.cameras.live_camera import LiveCamera
from vision.cameras.playback import PacedCamera, PlayedCamera
from vision.cameras.pushed_pictures import PushCamera
from vision.cameras.sources import Source, SourceKind
from vision.errors import BadSource


def open_camera(source: Source, demo: Path | None = None) -> Camera:
    """Open ``source`` as a live camera; a recording plays in real time.

    ``demo`` is the demo recording, played without dropping pictures. Any other source opens at once, whatever its
    state; the `PushCamera` of a phone shows what is pushed to it. Raises BadSource for a missing demo.
    """
    if source.kind is SourceKind.PHONE:
        return PushCamera()
    if source.kind is SourceKind.DEMO:
        return PacedCamera(_order(source, demo))
    return LiveCamera(CaptureOptions(source=source))


def open_recording(source: Source, demo: Path | None = None, fps: float = 10.0) -> PlayedCamera:
    """Open a recording for playback as fast as it is read, ``fps`` pictures for each second of it.

    Raises BadSource for a source that is no recording, CameraLost for one that cannot be opened.
    """
    if source.kind.is_live:
        raise BadSource("source_live", {"source": source.shown})
    return PlayedCamera(replace(_order(source, demo), fps=fps))


def _order(source: Source, demo: Path | None) -> CaptureOptions:
    if source.kind is not SourceKind.DEMO:
        return CaptureOptions(source=source)
    if demo is None or not demo.is_file():
        raise BadSource("no_demo")
    return CaptureOptions(source=source, demo=str(demo))
