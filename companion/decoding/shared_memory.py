"""Memory shared by two processes, to pass pixels without copying them through a pipe."""

from __future__ import annotations

import os
from collections.abc import Sequence
from contextlib import suppress
from mmap import mmap
from weakref import ref

import numpy as np
from numpy.typing import NDArray

BYTES = 48_000_000
"""Room for sixteen megapixels, more than most phones take; larger pictures are sent through the pipe."""


class PictureSlot:
    """A buffer for one picture; ``bytes`` is 0 where the system does not support it."""

    def __init__(self) -> None:
        self.fd, self.bytes = -1, 0
        self._held: ref[NDArray[np.uint8]] | None = None
        with suppress(AttributeError, OSError):  # Linux alone has it
            self.fd = os.memfd_create("burako picture")
            os.ftruncate(self.fd, BYTES)
            self._map = mmap(self.fd, BYTES)
            self.bytes = BYTES

    @property
    def is_free(self) -> bool:
        """Whether no view of its content is alive."""
        return self.bytes > 0 and (self._held is None or self._held() is None)

    def picture(self, shape: Sequence[int]) -> NDArray[np.uint8]:
        """The picture in the buffer; it is free again when no view of it is alive."""
        count = int(np.prod(shape))
        flat = np.frombuffer(self._map, np.uint8, count)
        self._held = ref(flat)
        return flat.reshape(shape)

    def close(self) -> None:
        """Release the file; memory that is still viewed stays until it is not."""
        if self.fd >= 0:
            os.close(self.fd)
            self.fd = -1
