"""The signing key of servers that share a database: where one of them replaces it, the others take over the new one.

The new key stands in the database sealed with the one before, which all of them have.
"""

from __future__ import annotations

import hmac
import json
import logging
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import sha256
from threading import Lock, Thread
from time import sleep
from typing import Any

from companion.errors import JournalError
from companion.eventstore.data_folder import DataFolder, mark_of_key
from companion.eventstore.entries import HOUSE_KEYS, Draft, EventMetadata
from companion.eventstore.journal import Journal, StaleStream

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
                text = json.dumps({"former": mark_of_key(before)} | _sealed(before, fresh))
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
        replaced: dict[str, list[Mapping[str, Any]]] = {}
        for entry in entries:
            with suppress(ValueError, KeyError, TypeError):  # of a newer version
                written = json.loads(entry.text)
                replaced.setdefault(str(written["former"]), []).append(written)
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


def _sealed(key: bytes, fresh: bytes) -> dict[str, str]:
    """``fresh`` as only those who have ``key`` can read it, and could have written it."""
    nonce = secrets.token_bytes(16)
    sealed = bytes(left ^ right for left, right in zip(fresh, _digest(key, b"seal", nonce), strict=True))
    return {"nonce": nonce.hex(), "sealed": sealed.hex(), "tag": _digest(key, b"tag", nonce + sealed).hex()}


def _opened(key: bytes, replaced: Mapping[str, Any]) -> bytes | None:
    """What ``_sealed`` sealed; None where somebody without the key wrote it."""
    try:
        nonce, sealed, tag = (bytes.fromhex(replaced[name]) for name in ("nonce", "sealed", "tag"))
    except (ValueError, KeyError, TypeError):
        return None
    if len(sealed) != _KEY_BYTES or not hmac.compare_digest(tag, _digest(key, b"tag", nonce + sealed)):
        return None
    return bytes(left ^ right for left, right in zip(sealed, _digest(key, b"seal", nonce), strict=True))


def _digest(key: bytes, purpose: bytes, text: bytes) -> bytes:
    return hmac.new(key, b"house key " + purpose + b" " + text, sha256).digest()
