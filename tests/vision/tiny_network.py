"""A network of two nodes, written byte by byte so that no library for writing networks is needed.

It takes float32 of any shape (n, 2) and answers the negative of it and its absolute value.
"""

from __future__ import annotations

import hashlib
from pathlib import Path

from vision.networks.manifest import ModelEntry

_FLOAT = 1


def _varint(number: int) -> bytes:
    low = number & 0x7F
    return bytes([low]) if number < 0x80 else bytes([low | 0x80]) + _varint(number >> 7)


def _field(number: int, content: int | str | bytes) -> bytes:
    """One protobuf field: a number, or a text or message with its length."""
    if isinstance(content, int):
        return _varint(number << 3) + _varint(content)
    block = content.encode() if isinstance(content, str) else content
    return _varint(number << 3 | 2) + _varint(len(block)) + block


def _node(operation: str, output: str) -> bytes:
    return _field(1, "input") + _field(2, output) + _field(4, operation)


def _array(name: str) -> bytes:
    shape = _field(1, _field(2, "batch")) + _field(1, _field(1, 2))
    return _field(1, name) + _field(2, _field(1, _field(1, _FLOAT) + _field(2, shape)))


def network(**labels: str) -> bytes:
    """The network as the bytes of an ONNX file, with ``labels`` inside."""
    nodes = _field(1, _node("Neg", "negative")) + _field(1, _node("Abs", "absolute"))
    arrays = _field(11, _array("input")) + _field(12, _array("negative")) + _field(12, _array("absolute"))
    graph = _field(7, nodes + _field(2, "tiny") + arrays)
    words = b"".join(_field(14, _field(1, key) + _field(2, value)) for key, value in labels.items())
    return _field(1, 8) + graph + _field(8, _field(2, 17)) + words


def entry(folder: Path, content: bytes) -> ModelEntry:
    """A manifest's entry for ``content``, which is written to ``folder``."""
    path = folder / "tiny.onnx"
    path.write_bytes(content)
    digest = hashlib.sha256(content).hexdigest()
    return ModelEntry(name="tiny", path=path, sha256=digest, input="", trained_on=(), card=folder / "card.md")
