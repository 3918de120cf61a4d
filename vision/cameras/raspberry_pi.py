"""Capture from the ribbon-cable camera of a Raspberry Pi, with the Picamera2 library of its system."""

from __future__ import annotations

from importlib import import_module
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from vision.cameras.capture_command import CaptureOptions
from vision.cameras.grabber import Grabber
from vision.cameras.sources import PI_LIBRARY
from vision.errors import CameraLost

U8 = NDArray[np.uint8]
_BGR = "RGB888"
"""The library's name for pixels in the memory order blue, green, red."""


class _Picamera(Protocol):
    """The part of the library's camera class used here."""

    def create_video_configuration(self, **wanted: object) -> object: ...
    def configure(self, configuration: object) -> None: ...
    def start(self) -> None: ...
    def capture_array(self, stream: str) -> U8: ...
    def stop(self) -> None: ...
    def close(self) -> None: ...


class PiGrabber:
    """Pictures of a Raspberry Pi camera at a configured rate."""

    def __init__(self, camera: _Picamera) -> None:
        self._camera = camera

    def read(self, room: U8 | None) -> U8:
        """The next picture, BGR (height, width, 3)."""
        try:
            return np.asarray(self._camera.capture_array("main"), np.uint8)[..., :3]
        except (RuntimeError, OSError) as error:
            raise CameraLost("picamera_silent") from error

    def close(self) -> None:
        """Release the camera."""
        self._camera.stop()
        self._camera.close()


def open_pi_camera(order: CaptureOptions) -> Grabber:
    """Open the Raspberry Pi's camera. Raises CameraLost where it is missing or busy."""
    try:
        camera: _Picamera = import_module(PI_LIBRARY).Picamera2()
        wanted = {"size": order.size_px, "format": _BGR}
        camera.configure(camera.create_video_configuration(main=wanted, controls={"FrameRate": order.fps}))
        camera.start()
    except (ImportError, RuntimeError, IndexError, OSError) as error:
        raise CameraLost("picamera_unopened") from error
    return PiGrabber(camera)
