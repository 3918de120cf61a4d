"""Streams opened by OpenCV at an address; encrypted ones through a `Relay` that verifies the camera's certificate."""

from __future__ import annotations

from dataclasses import replace
from urllib.parse import urlsplit

import numpy as np
from numpy.typing import NDArray

from vision.cameras.capture_command import CaptureOptions
from vision.cameras.grabber import Grabber
from vision.cameras.idle_skipping import EncodedPicture
from vision.cameras.open_errors import lost_by
from vision.cameras.opencv_capture import open_with_ffmpeg
from vision.cameras.tls_cameras import SECURE, Relay
from vision.errors import CameraLost

U8 = NDArray[np.uint8]


class RelayedStream:
    """A stream received through a `Relay`."""

    def __init__(self, grabber: Grabber, relay: Relay) -> None:
        self._grabber, self._relay = grabber, relay

    def read(self, room: U8 | None) -> U8 | EncodedPicture | None:
        """See `Grabber.read`."""
        return self._grabber.read(room)

    def close(self) -> None:
        """Close the stream and the relay."""
        self._grabber.close()
        self._relay.close()


def open_relayed(order: CaptureOptions) -> Grabber:
    """Open the stream at an address. Raises CameraLost."""
    source = order.source
    if urlsplit(source.text).scheme.lower() not in SECURE:
        return open_with_ffmpeg(order)
    try:
        relay = Relay(source.text)
    except (OSError, UnicodeError) as error:
        raise lost_by(error, source.shown) from error
    try:
        return RelayedStream(open_with_ffmpeg(replace(order, source=replace(source, text=relay.address))), relay)
    except CameraLost as lost:
        relay.close()
        raise CameraLost(lost.code, {"source": source.shown}) from lost
