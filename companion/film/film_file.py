"""The film file format: JPEG pictures in sequence, each preceded by its time, its length and a checksum."""

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
    """The location of a picture in a film file."""

    at_ms: int
    """When it was taken, in milliseconds since 1970."""
    path: Path
    start: int
    length: int

    def jpeg(self) -> bytes:
        """The picture; empty where the file is gone or corrupt."""
        try:
            with self.path.open("rb") as file:
                file.seek(self.start - _HEAD.size)
                head = file.read(_HEAD.size)
                content = file.read(self.length)
        except OSError:
            return b""
        return content if head == _head(self.at_ms, content) else b""


def write_shot(file: BinaryIO, at_ms: int, jpeg: bytes) -> int:
    """Append a picture to a file; returns the bytes written. Raises OSError."""
    content = _head(at_ms, jpeg) + jpeg
    file.write(content)
    file.flush()
    return len(content)


def shots_in(path: Path) -> Iterator[FilmShot]:
    """The pictures of a file in order, up to a truncated end; empty where it is gone."""
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
