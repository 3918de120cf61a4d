"""Hands being counted from photographs, kept until they are confirmed: no restart asks for them again."""

from __future__ import annotations

import errno
import os
import re
import shutil
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from pathlib import Path
from threading import Lock

from companion.eventstore.evidence_store import has_room, write_whole

LIMIT_BYTES = 256 * 2**20
KEPT_S = 2 * 24 * 3600
"""The age at which a hand that nobody finished is deleted at the next start."""
_DRAFT = "draft.json"
_NAME = re.compile(r"[\w-]{16,64}", re.ASCII)


class UnfinishedHands:
    """A folder of them, one folder each, of limited size; thread-safe."""

    def __init__(self, folder: Path, limit_bytes: int = LIMIT_BYTES) -> None:
        self._folder = folder
        self._limit_bytes = limit_bytes
        self._lock = Lock()
        with suppress(OSError):
            for hand in self._hands():
                if time.time() - hand.stat().st_mtime > KEPT_S:
                    shutil.rmtree(hand, ignore_errors=True)

    def keep(self, name: str, draft: bytes, pictures: Mapping[str, bytes]) -> None:
        """Store a hand: what was answered, and its photographs by name; others that it had go. Raises OSError."""
        hand = self._folder / name
        if not all(map(_NAME.fullmatch, (name, *pictures))):
            return
        with self._lock:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            if not has_room(self._folder):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
            hand.mkdir(exist_ok=True, mode=0o700)
            for picture, content in pictures.items():
                if not (hand / picture).exists():
                    write_whole(hand / picture, content)
            write_whole(hand / _DRAFT, draft)
            for path in hand.iterdir():
                if path.name not in (_DRAFT, *pictures):
                    path.unlink(missing_ok=True)
            self._trim(hand)

    def read(self, name: str) -> tuple[bytes, Mapping[str, bytes]] | None:
        """What was answered, and the photographs that are there, by name; None where there is no such hand."""
        hand = self._folder / name
        try:
            if not _NAME.fullmatch(name) or not (hand / _DRAFT).is_file():
                return None
            pictures = {path.name: path.read_bytes() for path in hand.iterdir() if _NAME.fullmatch(path.name)}
            return (hand / _DRAFT).read_bytes(), pictures
        except OSError:
            return None

    def forget(self, name: str) -> None:
        """Delete a hand; a missing one is ignored."""
        if _NAME.fullmatch(name):
            with self._lock:
                shutil.rmtree(self._folder / name, ignore_errors=True)

    def forget_picture(self, picture: str) -> None:
        """Delete a photograph of whichever hand has it; a missing one is ignored."""
        if _NAME.fullmatch(picture):
            with self._lock, suppress(OSError):
                for hand in self._hands():
                    (hand / picture).unlink(missing_ok=True)

    def _hands(self) -> Iterator[Path]:
        return (hand for hand in self._folder.iterdir() if hand.is_dir() and _NAME.fullmatch(hand.name))

    def _trim(self, newest: Path) -> None:
        """Delete the hands changed longest ago until the rest fits, never ``newest``."""
        sizes = {hand: sum(path.stat().st_size for path in hand.iterdir()) for hand in self._hands()}
        for hand in sorted(sizes.keys() - {newest}, key=lambda hand: hand.stat().st_mtime_ns):
            if sum(sizes.values()) <= self._limit_bytes:
                break
            shutil.rmtree(hand, ignore_errors=True)
            del sizes[hand]
