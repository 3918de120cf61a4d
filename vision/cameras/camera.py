"""The camera interface: the newest picture, and the camera's health."""

from __future__ import annotations

from typing import Protocol

from vision.cameras.camera_health import CameraHealth
from vision.reading import Frame


class Camera(Protocol):
    """A source of pictures of the table. Thread-safe."""

    def newest(self, after: int = 0, wait_s: float = 0.0) -> Frame | None:
        """The newest picture with an index above ``after``; None where none arrives within ``wait_s`` seconds.

        Pictures that were not requested are dropped, never queued.
        """
        ...

    def health(self) -> CameraHealth:
        """The present health of the camera."""
        ...

    def close(self) -> None:
        """Release the camera. It may not be used afterwards."""
        ...
