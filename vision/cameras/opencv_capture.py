"""Capture from webcams, and from every other stream that OpenCV opens."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.capture_command import CaptureOptions
from vision.cameras.grabber import Grabber, Pacer
from vision.cameras.sources import STREAM_PROTOCOLS
from vision.cameras.webcams import webcam_names, webcam_number
from vision.errors import BadImage, CameraLost

U8 = NDArray[np.uint8]
_BACKENDS = {
    "linux": (cv2.CAP_V4L2,),
    "win32": (cv2.CAP_MSMF, cv2.CAP_DSHOW),
    "darwin": (cv2.CAP_AVFOUNDATION,),
}
_COMMON_PX = (1280, 720)
"""The size requested where a webcam is too slow at the wanted size."""
_OPEN_TIMEOUT_MS, _READ_TIMEOUT_MS = 4_000, 90_000
_OPTIONS = "OPENCV_FFMPEG_CAPTURE_OPTIONS"


class DeviceGrabber:
    """Pictures of a device opened by OpenCV; always its newest."""

    def __init__(self, capture: cv2.VideoCapture, name: str, fps: float) -> None:
        self._capture, self._name, self._pacer = capture, name, Pacer(fps)

    def read(self, room: U8 | None) -> U8 | None:
        """The next wanted picture; those in between are grabbed and not decoded."""
        while True:
            asked_s = monotonic()
            if not self._capture.grab():
                raise CameraLost("camera_silent", {"source": self._name})
            if self._pacer.should_decode(asked_s, monotonic()):
                break
        got, pixels = self._capture.retrieve(room)
        if not got or pixels is None or not pixels.size:
            raise BadImage("damaged")
        return np.asarray(pixels, np.uint8)

    def close(self) -> None:
        """Release the device."""
        self._capture.release()


def open_webcam(order: CaptureOptions) -> Grabber:
    """Open the webcam of ``order``, by number or by part of its name. Raises CameraLost."""
    name = order.source.text
    number = webcam_number(name, webcam_names())
    device = Path(f"/dev/video{number}")
    if number is None or (sys.platform == "linux" and not device.exists()):
        raise CameraLost("camera_absent", {"source": name})
    if sys.platform == "linux" and not os.access(device, os.R_OK | os.W_OK):
        raise CameraLost("camera_forbidden", {"source": name})
    os.environ.setdefault("OPENCV_VIDEOIO_MSMF_ENABLE_HW_TRANSFORMS", "0")  # else Windows opens for twenty seconds
    for backend in _BACKENDS.get(sys.platform, (cv2.CAP_ANY,)):
        capture = cv2.VideoCapture(number, backend)
        if capture.isOpened():
            _ask_for(capture, order)
            return DeviceGrabber(capture, name, order.fps)
        capture.release()
    raise CameraLost("camera_unopened", {"source": name})


def open_with_ffmpeg(order: CaptureOptions) -> Grabber:
    """Open the stream at an address with OpenCV's FFmpeg backend. Raises CameraLost."""
    timeouts = [cv2.CAP_PROP_OPEN_TIMEOUT_MSEC, _OPEN_TIMEOUT_MS, cv2.CAP_PROP_READ_TIMEOUT_MSEC, _READ_TIMEOUT_MS]
    with _stream_options():
        capture = cv2.VideoCapture(order.source.text, cv2.CAP_FFMPEG, timeouts)
    if not capture.isOpened():
        raise CameraLost("camera_unopened", {"source": order.source.shown})
    return DeviceGrabber(capture, order.source.shown, order.fps)


@contextmanager
def _stream_options() -> Iterator[None]:
    """Set OpenCV's FFmpeg options for streams only while one is opened; a file opened later must not inherit them."""
    told = os.environ.get(_OPTIONS)
    os.environ.setdefault(_OPTIONS, f"rtsp_transport;tcp|protocol_whitelist;{STREAM_PROTOCOLS}|fflags;nobuffer")
    try:
        yield
    finally:
        if told is None:
            del os.environ[_OPTIONS]


def _ask_for(capture: cv2.VideoCapture, order: CaptureOptions) -> None:
    """Request the wanted size, or a common one where the webcam reports a too low frame rate for it.

    Motion JPEG is requested first: without it most webcams deliver five pictures a second.
    """
    capture.set(cv2.CAP_PROP_FOURCC, cv2.VideoWriter.fourcc(*"MJPG"))
    for width, height in (order.size_px, _COMMON_PX):
        capture.set(cv2.CAP_PROP_FRAME_WIDTH, width)
        capture.set(cv2.CAP_PROP_FRAME_HEIGHT, height)
        given_fps = capture.get(cv2.CAP_PROP_FPS)  # 0 where it does not say
        if not 0 < given_fps < order.fps:
            break
    capture.set(cv2.CAP_PROP_BUFFERSIZE, 1)
