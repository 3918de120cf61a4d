"""A pool of decoder processes for untrusted pictures: one that crashes is replaced at once."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from threading import BoundedSemaphore, Lock, Timer
from typing import Any

import numpy as np
from numpy.typing import NDArray

from companion.decoding.shared_memory import PictureSlot
from companion.decoding.wire_format import Letter, receive_message, send_message
from companion.pictures.evidence_pictures import Outline
from vision.errors import BadImage

_ROOT = Path(__file__).parents[2]
AT_ONCE = 2
PATIENCE_S = 25.0
"""Seconds after which a picture is given up, however little work was done on it."""
_KEEPING: Mapping[str, str] = {
    "OPENBLAS_NUM_THREADS": "1",
    "MALLOC_ARENA_MAX": "1",
    "MALLOC_MMAP_THRESHOLD_": str(2**26),
    "MALLOC_TRIM_THRESHOLD_": str(2**27),
}
"""Memory of a phone's photograph is kept for the next one, of larger ones it is given back."""


class Decoders:
    """Decodes pictures in ``at_once`` processes; thread-safe, callers wait for a free one.

    Every call raises BadImage: for an unreadable picture, and with the code ``too_hard`` for one that crashes a
    process, or takes more memory or time than any photograph needs.
    """

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._places = BoundedSemaphore(at_once)
        self._idle: list[_Program] = [_Program()]
        self._lock = Lock()

    def pixels(self, blob: bytes, /, *, reduction: int = 1) -> NDArray[np.uint8]:
        """See `vision.io.images.decode`."""
        with self._places:
            program = self._taken()
            try:
                said, parts = program.ask("pixels", [blob], reduction)
                shape = _shape(said)
                return (
                    program.room.picture(shape) if said["in_room"] else np.frombuffer(parts[0], np.uint8).reshape(shape)
                )
            finally:
                self._give_back(program)

    def shrunk(self, picture: bytes, width_px: int) -> bytes:
        """See `companion.pictures.downscale.shrunk`; raises ValueError instead, as that does."""
        try:
            return self._file("shrunk", [picture], width_px)[0]
        except BadImage as error:
            raise ValueError from error

    def part_of(self, picture: bytes, outlines: tuple[Outline, ...], width_px: int) -> bytes:
        """See `companion.pictures.evidence_pictures.part_of`."""
        return self._file("part", [picture], outlines, width_px)[0]

    def put_together(self, pictures: Sequence[bytes]) -> tuple[bytes, tuple[tuple[float, float], ...]]:
        """See `companion.pictures.evidence_pictures.put_together`."""
        joined, places = self._file("together", pictures)
        return joined, tuple((float(top), float(height)) for top, height in places)

    def close(self) -> None:
        """End the idle processes."""
        with self._lock:
            idle, self._idle = self._idle, []
        for program in idle:
            program.close()

    def _file(self, work: str, blobs: Sequence[bytes], *how: object) -> tuple[bytes, Any]:
        with self._places:
            program = self._taken()
            try:
                said, parts = program.ask(work, blobs, *how)
                return bytes(parts[0]), said["also"]
            finally:
                self._give_back(program)

    def _taken(self) -> _Program:
        with self._lock:
            program = self._idle.pop() if self._idle else _Program()
        if program.is_running:
            return program
        program.close()
        return _Program()

    def _give_back(self, program: _Program) -> None:
        if not program.is_alive:
            program.close()
            program = _Program()
        with self._lock:
            self._idle.append(program)


def _shape(letter: Letter) -> tuple[int, int, int]:
    height, width, channels = letter["shape"]
    return int(height), int(width), int(channels)


class _Program:
    """One decoder process, started here and ready a moment later."""

    def __init__(self) -> None:
        self.room = PictureSlot()
        paths = [str(_ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
        room = [str(self.room.fd), str(self.room.bytes)] if self.room.bytes else []
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-m", "companion.decoding.decoder_process", *room],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            pass_fds=[self.room.fd] if self.room.bytes else (),
            env={**os.environ, **_KEEPING, "PYTHONPATH": os.pathsep.join(paths)},
        )
        self.is_alive = True

    @property
    def is_running(self) -> bool:
        """Whether it is alive."""
        return self._process.poll() is None

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    def ask(self, work: str, blobs: Sequence[bytes], *how: object) -> tuple[Letter, list[bytearray]]:
        """Send a request and return the answer. Raises BadImage."""
        ask, answer = self._process.stdin, self._process.stdout
        assert ask
        assert answer
        enough = Timer(PATIENCE_S, self._process.kill)
        enough.start()
        try:
            send_message(ask, {"work": work, "how": how, "has_room": self.room.is_free}, blobs)
            said, parts = receive_message(answer)
        except (OSError, EOFError) as error:
            self.is_alive = False
            raise BadImage("too_hard") from error
        finally:
            enough.cancel()
        if "refused" in said:
            raise BadImage(said["refused"], said["parameters"])
        return said, parts

    def close(self) -> None:
        """End it."""
        self._process.kill()
        for pipe in (self._process.stdin, self._process.stdout):
            if pipe:
                with suppress(OSError):
                    pipe.close()
        self._process.wait()
        self.room.close()
