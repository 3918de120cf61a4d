"""The signing key of servers that share a database: where one of them replaces it, the others take over the new one.

The new key stands in the database sealed with the one before, which all of them have.
"""

from __future__ import annotations

import json
import logging
import secrets
from base64 import urlsafe_b64encode
from collections.abc import Callable
from contextlib import suppress
from hashlib import sha256
from threading import Lock, Thread
from time import sleep
from typing import TYPE_CHECKING

from companion.errors import JournalError
from companion.eventstore.data_folder import DataFolder, mark_of_key
from companion.eventstore.entries import HOUSE_KEYS, Draft, EventMetadata
from companion.eventstore.journal import Journal, StaleStream

if TYPE_CHECKING:
    from cryptography.fernet import Fernet

LOOK_S = 1.0
_AUTHOR, _REPLACED = "burako", "replaced"
_KEY_BYTES = 32
_log = logging.getLogger(__name__)


class SharedKey:
    """The key of a data folder whose journal others write in, too. Thread-safe."""

    def __init__(self, data_folder: DataFolder, journal: Journal) -> None:
        self._folder, self._journal, self._lock = data_folder, journal, Lock()
        self.stored_sessions = data_folder.stored_sessions
        self.keep_sessions = data_folder.keep_sessions
        self.forget_sessions = data_folder.forget_sessions
        self._read = 0

    def secret(self) -> bytes:
        """The present key."""
        return self._folder.secret()

    def renew_secret(self) -> bytes:
        """Replace the key, here and where the others have it. Raises JournalError, leaving the old one."""
        with self._lock:
            while True:
                last = self._followed()
                before, fresh = self.secret(), secrets.token_bytes(_KEY_BYTES)
                said = EventMetadata(author=_AUTHOR, key=secrets.token_hex(8))
                text = json.dumps({"former": mark_of_key(before), "sealed": _seal(before).encrypt(fresh).decode()})
                with suppress(StaleStream):  # another server was first: its key is replaced then
                    self._journal.append(Draft(match=HOUSE_KEYS, kind=_REPLACED, text=text, rules="", said=said), last)
                    return self._folder.take_secret(fresh)

    def follow(self) -> bool:
        """Take over the key with which another server replaced this one; whether there was one. Raises JournalError."""
        with self._lock:
            before = self.secret()
            if self._journal.last(HOUSE_KEYS) != self._read:
                self._read = self._followed()
            return self.secret() != before

    def watch(self, told: Callable[[], None]) -> None:
        """Call ``told`` from now on wherever another server replaces the key, within seconds."""
        Thread(target=self._watch, args=(told,), daemon=True).start()

    def _watch(self, told: Callable[[], None]) -> None:
        while True:
            sleep(LOOK_S)
            try:
                if self.follow():
                    told()
            except (JournalError, OSError) as error:
                _log.info("the key is as it was: %s", error)

    def _followed(self) -> int:
        """The number of the newest entry about keys, whose key is here now."""
        entries = self._journal.entries(HOUSE_KEYS)
        replaced: dict[str, list[str]] = {}
        for entry in entries:
            with suppress(ValueError, KeyError, TypeError):  # of a newer version
                written = json.loads(entry.text)
                replaced.setdefault(str(written["former"]), []).append(written["sealed"])
        while candidates := replaced.pop(mark_of_key(known := self.secret()), None):
            fresh = next(filter(None, (_opened(known, candidate) for candidate in candidates)), None)
            if fresh is not None:
                self._folder.take_secret(fresh)
        return entries[-1].number if entries else 0


def house_key(data_folder: DataFolder, journal: Journal) -> DataFolder | SharedKey:
    """The signing key of a house, up to date."""
    if not journal.is_shared:
        return data_folder
    key = SharedKey(data_folder, journal)
    with suppress(JournalError):  # it is looked at again in a second
        key.follow()
    return key


def _opened(key: bytes, sealed: str) -> bytes | None:
    """What was sealed with ``key``; None where somebody without it wrote that."""
    from cryptography.fernet import InvalidToken

    try:
        return _seal(key).decrypt(sealed)
    except (InvalidToken, TypeError, ValueError):
        return None


def _seal(key: bytes) -> Fernet:
    """Only those who have ``key`` can read, and could have written, what this encrypts."""
    from cryptography.fernet import Fernet  # loads the cryptography that a house alone does not need

    return Fernet(urlsafe_b64encode(sha256(b"house key seal " + key).digest()))
