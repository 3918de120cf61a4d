"""The wire format between the two processes: a line of JSON, then the bytes that it announces. Nothing executable."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import IO, Any

Letter = dict[str, Any]
_LONGEST_LINE = 2**20


def send_message(pipe: IO[bytes], message: Mapping[str, Any], parts: Sequence[bytes | memoryview] = ()) -> None:
    """Send a message with binary ``parts``. Raises OSError where the reader is gone."""
    sizes = [memoryview(part).nbytes for part in parts]
    pipe.write(json.dumps({**message, "sizes": sizes}).encode() + b"\n")
    for part in parts:
        pipe.write(part)
    pipe.flush()


def receive_message(pipe: IO[bytes]) -> tuple[Letter, list[bytearray]]:
    """Receive a message with its parts. Raises EOFError where the peer is gone or violates the format; OSError."""
    line = pipe.readline(_LONGEST_LINE)
    try:
        said: Letter = json.loads(line)
        parts = [bytearray(size) for size in said["sizes"]]
    except (ValueError, KeyError, TypeError) as error:
        raise EOFError from error
    for part in parts:
        if pipe.readinto(part) != len(part):  # type: ignore[attr-defined]  # of those that are buffered
            raise EOFError
    return said, parts
