"""A shared-memory buffer between two processes: the newest picture of a capture, and no queue.

The writer fills three slots in turn and then publishes the slot; the reader copies it and checks whether it was
overwritten meanwhile. Neither side blocks, and a writer that is killed in the middle of a picture leaves the one before
it intact.
"""

from __future__ import annotations

import mmap
import os
import struct
import tempfile
from pathlib import Path
from typing import Self

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cameras.heartbeat import HEARTBEAT_BYTES, CaptureHeartbeat, packed, unpacked
from vision.reading import Frame

U8 = NDArray[np.uint8]
LARGEST_SIDE_PX = 2048
"""The largest side of a published picture; the detector uses none larger."""
_SLOTS = 3
_SLOT_BYTES = LARGEST_SIDE_PX * LARGEST_SIDE_PX * 3
_NUMBER = struct.Struct("<Q")
_LETTER = struct.Struct("<QdIIQ")
_NEWEST_AT, _VERSION_AT, _HEARTBEAT_AT, _LETTERS_AT, _PIXELS_AT = 0, 8, 16, 512, 4096
_SIZE = _PIXELS_AT + _SLOTS * _SLOT_BYTES
_TRIES = 50
_IS_WINDOWS = os.name == "nt"


class LatestFrameBuffer:
    """The newest picture and the heartbeat of one capture. One writer at a time; any number of readers."""

    def __init__(self, handle: int | None = None) -> None:
        """A new buffer, or an existing one opened by its ``handle``."""
        self._held: Frame | None = None
        """The frame that was given last."""
        self._posted = 0
        """The index that its pixels came with."""
        if _IS_WINDOWS:
            self.handle = int.from_bytes(os.urandom(6), "big") if handle is None else handle
            self._memory = mmap.mmap(-1, _SIZE, tagname=f"burako-{self.handle}")  # type: ignore[call-arg,unused-ignore]
        else:
            self.handle = _nameless_file() if handle is None else handle
            self._memory = mmap.mmap(self.handle, _SIZE)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Unmap the memory; the last process to do so frees it."""
        self._held = None
        self._memory.close()
        if not _IS_WINDOWS and self.handle >= 0:
            os.close(self.handle)
        self.handle = -1

    @property
    def newest_index(self) -> int:
        """The index of the newest picture; 0 before the first."""
        return self._newest()[0]

    def room(self, shape: tuple[int, ...]) -> U8:
        """The buffer (height, width, 3) for the next picture of this shape; filling it saves a copy."""
        slot = (self._newest()[1] + 1) % _SLOTS
        self._mark(slot, (0, 0.0, 0, 0, 0))
        start = _PIXELS_AT + slot * _SLOT_BYTES
        return np.frombuffer(self._memory, np.uint8, int(np.prod(shape)), start).reshape(shape)

    def post(self, bgr: U8, captured_at_s: float) -> None:
        """Publish ``bgr`` (height, width, 3) as the newest picture; neither side exceeds ``LARGEST_SIDE_PX``."""
        (index, slot), room = self._newest(), self.room(bgr.shape)
        if not np.shares_memory(room, bgr):
            np.copyto(room, bgr)
        self._deliver(index + 1, (slot + 1) % _SLOTS, (captured_at_s, *bgr.shape[:2], index + 1))

    def repeat(self, captured_at_s: float) -> None:
        """Publish the newest picture again with a later time: nothing has changed."""
        index, slot = self._newest()
        self._deliver(index + 1, slot, (captured_at_s, *self._letter(slot)[2:]))

    def newest(self, after: int = 0) -> Frame | None:
        """The newest picture, or None where its index is not above ``after``."""
        for _ in range(_TRIES):
            wanted, slot = self._newest()
            if wanted <= after:
                return None
            index, captured_at_s, height, width, posted = self._letter(slot)
            if index != wanted:
                continue
            if self._held is not None and posted == self._posted:
                return Frame(self._held.bgr, wanted, captured_at_s, is_repeat=True)
            start = _PIXELS_AT + slot * _SLOT_BYTES
            pixels = np.frombuffer(self._memory, np.uint8, height * width * 3, start).reshape(height, width, 3).copy()
            if self._letter(slot)[0] == wanted:
                self._held, self._posted = Frame(pixels, wanted, captured_at_s), posted
                return self._held
        return None

    def set_heartbeat(self, heartbeat: CaptureHeartbeat) -> None:
        """Replace the heartbeat."""
        version = int(_NUMBER.unpack_from(self._memory, _VERSION_AT)[0])
        _NUMBER.pack_into(self._memory, _VERSION_AT, version | 1)
        self._memory[_HEARTBEAT_AT : _HEARTBEAT_AT + HEARTBEAT_BYTES] = packed(heartbeat)
        _NUMBER.pack_into(self._memory, _VERSION_AT, (version | 1) + 1)

    def heartbeat(self) -> CaptureHeartbeat | None:
        """The last published heartbeat; None during a write, or where the writer was killed in one."""
        for _ in range(_TRIES):
            before = _NUMBER.unpack_from(self._memory, _VERSION_AT)
            content = self._memory[_HEARTBEAT_AT : _HEARTBEAT_AT + HEARTBEAT_BYTES]
            if before[0] % 2 == 0 and before == _NUMBER.unpack_from(self._memory, _VERSION_AT):
                return unpacked(content)
        return None

    def _newest(self) -> tuple[int, int]:
        """The index of the newest picture, and its slot."""
        told = int(_NUMBER.unpack_from(self._memory, _NEWEST_AT)[0])
        return told // _SLOTS, told % _SLOTS

    def _deliver(self, index: int, slot: int, letter: tuple[float, int, int, int]) -> None:
        """Publish the content of a slot as the newest picture."""
        self._mark(slot, (index, *letter))
        _NUMBER.pack_into(self._memory, _NEWEST_AT, index * _SLOTS + slot)

    def _letter(self, slot: int) -> tuple[int, float, int, int, int]:
        index, captured_at_s, height, width, posted = _LETTER.unpack_from(
            self._memory, _LETTERS_AT + slot * _LETTER.size
        )
        return index, captured_at_s, height, width, posted

    def _mark(self, slot: int, letter: tuple[int, float, int, int, int]) -> None:
        """Write the header of a slot: index, time, height, width, and the index of the pixel content."""
        _LETTER.pack_into(self._memory, _LETTERS_AT + slot * _LETTER.size, *letter)


def fitted(bgr: U8) -> U8:
    """The picture as BGR, reduced where it is larger than a buffer holds."""
    if bgr.ndim == 2 or bgr.shape[2] == 1:
        bgr = np.asarray(cv2.cvtColor(bgr, cv2.COLOR_GRAY2BGR), np.uint8)
    height, width = bgr.shape[:2]
    scale = LARGEST_SIDE_PX / max(height, width)
    if scale >= 1:
        return bgr[..., :3]
    size = (max(1, round(width * scale)), max(1, round(height * scale)))
    return np.asarray(cv2.resize(bgr[..., :3], size, interpolation=cv2.INTER_AREA), np.uint8)


def _nameless_file() -> int:
    """An anonymous file of the buffer's size, so that nothing remains however the processes end."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryFile(dir=memory if memory.is_dir() else None) as file:
        file.truncate(_SIZE)
        return os.dup(file.fileno())
