"""The process that decodes untrusted pictures, with memory and time limits; a crash affects no other.

``python -m companion.decoding.decoder_process [ROOM BYTES]`` serves until its input closes; ``ROOM`` is an inherited
memory file for pixels that fit into it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from contextlib import suppress
from mmap import mmap
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.decoding.wire_format import receive_message, send_message
from companion.pictures.downscale import shrunk
from companion.pictures.evidence_pictures import part_of, put_together
from vision.errors import BadImage
from vision.io.images import MAX_WEIGHT_BYTES, decode

SPARE_BYTES = 300_000_000
"""Memory besides decoding: for the file, the upright picture and the result."""
WORK_S = 10
"""Seconds of work that a picture may take: six times the slowest lawful one on a computer of 2020."""

Made = NDArray[np.uint8] | tuple[bytes, object]


def _part(blobs: list[bytes], outlines: list[Any], width_px: int) -> Made:
    drawn = tuple(tuple((x, y) for x, y in outline) for outline in outlines)
    return part_of(blobs[0], drawn, width_px), None


def _shrunk(blobs: list[bytes], width_px: int) -> Made:
    return shrunk(blobs[0], width_px), None


WORK: Mapping[str, Callable[..., Made]] = {
    "pixels": lambda blobs, reduction: decode(blobs[0], reduction=reduction),
    "part": _part,
    "together": put_together,
    "shrunk": _shrunk,
}
"""The available operations by name; each takes the files and further arguments."""


class _Limits:
    """The resource limits of this process; none where the system does not support them."""

    def __init__(self) -> None:
        self._cpu = False
        with suppress(ImportError, OSError, ValueError):
            from resource import RLIMIT_AS, RLIMIT_CORE, setrlimit  # not on Windows

            setrlimit(RLIMIT_CORE, (0, 0))
            self._cpu = True
            with open("/proc/self/statm", encoding="ascii") as told:
                now = int(told.read().split()[0]) * os.sysconf("SC_PAGE_SIZE")
            most = now + MAX_WEIGHT_BYTES + SPARE_BYTES
            setrlimit(RLIMIT_AS, (most, most))

    def begin(self) -> None:
        """Allow a budget of CPU time until the next call; the system kills the process beyond it."""
        if self._cpu:
            from resource import RLIMIT_CPU, RUSAGE_SELF, getrlimit, getrusage, setrlimit

            used = getrusage(RUSAGE_SELF)
            until = int(used.ru_utime + used.ru_stime) + 1 + WORK_S
            setrlimit(RLIMIT_CPU, (until, getrlimit(RLIMIT_CPU)[1]))


def main(room_fd: int = -1, room_bytes: int = 0) -> None:
    """Serve until the input closes."""
    cv2.setNumThreads(1)
    room = np.frombuffer(mmap(room_fd, room_bytes), np.uint8) if room_bytes else np.empty(0, np.uint8)
    ask, answer = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # a library that prints must not speak for us
    limits = _Limits()
    with suppress(EOFError, OSError):
        while True:
            said, blobs = receive_message(ask)
            limits.begin()
            free = room if said["has_room"] else room[:0]
            _answer(answer, said, [bytes(blob) for blob in blobs], free)


def _answer(pipe: Any, request: Mapping[str, Any], blobs: list[bytes], room: NDArray[np.uint8]) -> None:
    try:
        made = WORK[request["work"]](blobs, *request["how"])
    except BadImage as refused:
        send_message(pipe, {"refused": refused.code, "parameters": refused.parameters})
    except (MemoryError, cv2.error):
        send_message(pipe, {"refused": "too_hard", "parameters": {}})
    except ValueError:
        send_message(pipe, {"refused": "not_an_image", "parameters": {}})
    else:
        if not isinstance(made, np.ndarray):
            send_message(pipe, {"also": made[1]}, [made[0]])
        elif made.size <= room.size:
            np.copyto(room[: made.size], made.reshape(-1))
            send_message(pipe, {"shape": made.shape, "in_room": True})
        else:
            send_message(pipe, {"shape": made.shape, "in_room": False}, [made.reshape(-1).data])


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
