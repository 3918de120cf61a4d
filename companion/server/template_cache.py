"""Cache compiled templates between starts."""

from __future__ import annotations

from contextlib import suppress
from hashlib import sha256
from pathlib import Path

import jinja2
from jinja2 import BytecodeCache
from jinja2.bccache import Bucket
from platformdirs import user_cache_path

from companion.eventstore.evidence_store import write_whole

_DIGEST_BYTES = 32


class TemplateCache(BytecodeCache):
    """Compiled templates in the user's cache folder, to speed up the first requests.

    Unreadable, unwritable or damaged entries are recompiled.
    """

    def __init__(self, folder: Path | None = None, version: str | None = None) -> None:
        self._folder = folder or user_cache_path("burako-companion", appauthor=False) / "templates"
        self._version = (version or _version()).encode()

    def load_bytecode(self, bucket: Bucket) -> None:
        """Fill ``bucket`` with the cached bytecode of the same text and version."""
        with suppress(OSError):
            kept = (self._folder / bucket.key).read_bytes()
            digest, compiled = kept[:_DIGEST_BYTES], kept[_DIGEST_BYTES:]
            if self._digest(compiled) == digest:
                bucket.bytecode_from_string(compiled)

    def dump_bytecode(self, bucket: Bucket) -> None:
        """Store the bytecode of ``bucket``, in a folder readable by its owner only."""
        with suppress(OSError):
            compiled = bucket.bytecode_to_string()
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            write_whole(self._folder / bucket.key, self._digest(compiled) + compiled)

    def _digest(self, compiled: bytes) -> bytes:
        return sha256(self._version + compiled).digest()


def _version() -> str:
    """A key that changes with the jinja2 version and the pages' filters, whose results compiled templates may
    contain."""
    changes_ns = (path.stat().st_mtime_ns for path in (Path(__file__).parents[1] / "dashboard").rglob("*.py"))
    return f"{jinja2.__version__} {max(changes_ns)}"
