"""Select the grabber for a source."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module

from vision.cameras.capture_command import CaptureOptions
from vision.cameras.grabber import Grabber
from vision.cameras.sources import SourceKind
from vision.errors import CameraLost


def open_grabber(order: CaptureOptions) -> Grabber:
    """Open the grabber for the source of ``order``. Raises CameraLost."""
    from vision.cameras import opencv_capture, raspberry_pi, recordings, streams  # each loads only where it is used

    openers: dict[SourceKind, Callable[[CaptureOptions], Grabber]] = {
        SourceKind.WEBCAM: opencv_capture.open_webcam,
        SourceKind.ADDRESS: streams.open_address,
        SourceKind.PICAMERA: raspberry_pi.open_pi_camera,
        SourceKind.VIDEO: recordings.open_in_real_time,
        SourceKind.FOLDER: recordings.open_in_real_time,
        SourceKind.SIMULATE: recordings.open_in_real_time,
    }
    if order.source.kind not in openers:
        raise CameraLost("source_pushed")
    return openers[order.source.kind](order)


def load_opener(place: str) -> Callable[[CaptureOptions], Grabber]:
    """The opening function named by ``module:function``."""
    module, _, function = place.partition(":")
    opener: Callable[[CaptureOptions], Grabber] = getattr(import_module(module), function)
    return opener
