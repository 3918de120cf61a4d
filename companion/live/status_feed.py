"""The camera status for pages, with waiting for newer versions."""

from __future__ import annotations

from threading import Condition
from time import time

from companion.live.status import CameraStatus
from companion.view_models import LivePicture


class StatusFeed:
    """The newest picture and the status of a table; thread-safe."""

    def __init__(self, moment: CameraStatus) -> None:
        self._moment = moment
        self._version = first = int(1000 * time())  # larger than what pages heard before the program was begun anew
        self._picture, self._read_picture = LivePicture(first, b""), b""
        self._changed = Condition()

    @property
    def now(self) -> tuple[int, CameraStatus]:
        """The status and its version."""
        with self._changed:
            return self._version, self._moment

    @property
    def moment(self) -> CameraStatus:
        """The status."""
        return self._moment

    @property
    def read_picture(self) -> bytes:
        """The JPEG of the last read picture; empty before the first."""
        return self._read_picture

    def picture(self, after: int, timeout_s: float) -> LivePicture | None:
        """The newest picture with a number above ``after``; None where none comes in time."""

        def has_come() -> bool:
            return self._picture.number > after and bool(self._picture.jpeg)

        with self._changed:
            return self._picture if self._changed.wait_for(has_come, timeout_s) else None

    def wait(self, after: int, timeout_s: float) -> int:
        """The version once it differs from ``after``, or after ``timeout_s``."""
        with self._changed:
            self._changed.wait_for(lambda: self._version != after, timeout_s)
            return self._version

    def show(self, jpeg: bytes, *, is_read: bool) -> None:
        """Set the newest picture, if there is one; ``is_read``: the table was read from it."""
        if not jpeg:
            return
        with self._changed:
            self._picture = LivePicture(self._picture.number + 1, jpeg)
            self._read_picture = jpeg if is_read else self._read_picture
            self._changed.notify_all()

    def clear_picture(self) -> None:
        """Remove the picture until the next."""
        with self._changed:
            self._picture, self._read_picture = LivePicture(self._picture.number, b""), b""

    def put(self, moment: CameraStatus) -> None:
        """Set the status; waiting readers are woken where it differs visibly."""
        with self._changed:
            is_news = moment.words != self._moment.words
            self._moment = moment
            if is_news:
                self.notify()

    def notify(self) -> None:
        """Something else has changed: wake waiting readers."""
        with self._changed:
            self._version += 1
            self._changed.notify_all()
