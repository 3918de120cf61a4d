"""Compiled templates, kept from one start to the next."""

from __future__ import annotations

from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import jinja2
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from platformdirs import user_cache_path

from companion.eventstore.evidence import write_whole

_DIGEST_BYTES = 32


class TemplateCache(BytecodeCache):
    """Compiled templates in the user's cache folder, so that a program's first visitors do not wait for them.

    What cannot be read or written there, or was damaged, is compiled as if it had never been kept.
    """

    def __init__(self, folder: Path | None = None, version: str | None = None) -> None:
        self._folder = folder or user_cache_path("burako-companion", appauthor=False) / "templates"
        self._version = (version or _version()).encode()

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fills ``bucket`` with what this version kept of the same text."""
        with suppress(OSError):
            kept = (self._folder / bucket.key).read_bytes()
            digest, compiled = kept[:_DIGEST_BYTES], kept[_DIGEST_BYTES:]
            if self._digest(compiled) == digest:
                bucket.bytecode_from_string(compiled)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Keeps what ``bucket`` holds, in a folder of its owner's alone."""
        with suppress(OSError):
            compiled = bucket.bytecode_to_string()
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            write_whole(self._folder / bucket.key, self._digest(compiled) + compiled)

    def _digest(self, compiled: bytes) -> bytes:
        return sha256(self._version + compiled).digest()


def _version() -> str:
    """Another one as soon as jinja2 is, or any filter of the pages, whose answers a compiled template may hold."""
    changes_ns = (path.stat().st_mtime_ns for path in (Path(__file__).parents[1] / "dashboard").rglob("*.py"))
    return f"{jinja2.__version__} {max(changes_ns)}"
