"""One file of film: JPEG pictures one after another, each behind its moment, its length and a checksum."""

from __future__ import annotations

import struct
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO
from zlib import crc32

_HEAD = struct.Struct("<4sQII")
_MARK = b"shot"
HEAVIEST = 4 * 2**20
"""Bytes of the heaviest picture that is kept."""


@dataclass(frozen=True, slots=True)
class FilmShot:
    """Where a picture lies in a file of film."""

    at_ms: int
    """When it was taken, in milliseconds since 1970."""
    path: Path
    start: int
    length: int

    def jpeg(self) -> bytes:
        """The picture; empty where the file is gone, or is not as it was written."""
        try:
            with self.path.open("rb") as file:
                file.seek(self.start - _HEAD.size)
                head = file.read(_HEAD.size)
                content = file.read(self.length)
        except OSError:
            return b""
        return content if head == _head(self.at_ms, content) else b""


def write_shot(file: BinaryIO, at_ms: int, jpeg: bytes) -> int:
    """Writes a picture at the end of a file; how many bytes that took. Raises OSError."""
    content = _head(at_ms, jpeg) + jpeg
    file.write(content)
    file.flush()
    return len(content)


def shots_in(path: Path) -> Iterator[FilmShot]:
    """The pictures of a file in their order, up to a torn end; none where it is gone."""
    try:
        size = path.stat().st_size
        with path.open("rb") as file:
            at = 0
            while head := file.read(_HEAD.size):
                if len(head) < _HEAD.size:
                    return
                mark, at_ms, length, _ = _HEAD.unpack(head)
                at += _HEAD.size
                if mark != _MARK or length > HEAVIEST or at + length > size:
                    return
                yield FilmShot(at_ms, path, at, length)
                at += length
                file.seek(at)
    except OSError:
        return


def _head(at_ms: int, content: bytes) -> bytes:
    return _HEAD.pack(_MARK, at_ms, len(content), crc32(content))
