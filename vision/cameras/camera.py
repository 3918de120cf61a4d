"""What every camera is to the rest of the program: the newest picture, and how it is doing."""

from __future__ import annotations

from typing import Protocol

from vision.cameras.status import CameraHealth
from vision.reading import Frame


class Camera(Protocol):
    """Something that shows the table. Safe to ask from several threads."""

    def newest(self, after: int = 0, wait_s: float = 0.0) -> Frame | None:
        """The newest picture whose index is beyond ``after``; None where there is none within ``wait_s`` seconds.

        Pictures that nobody asked for are left out, never kept waiting.
        """
        ...

    def health(self) -> CameraHealth:
        """How the camera is doing at this moment."""
        ...

    def close(self) -> None:
        """Lets go of the camera. Nothing may be asked of it afterwards."""
        ...
