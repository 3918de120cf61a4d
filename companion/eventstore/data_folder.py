"""The locations of journal, pictures and key."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from platformdirs import user_data_path
from sqlalchemy.engine import URL

from companion.errors import JournalError
from companion.eventstore.evidence_store import keep_file, remove_file, write_whole

FOLDER_VARIABLE, DATABASE_VARIABLE = "BURAKO_DATA", "BURAKO_DATABASE_URL"
FILMS, UNFINISHED_HANDS = "films", "unfinished-hands"
_SECRET_BYTES, _MARK_LETTERS = 32, 8
_GUESTS, _TOLD, _FORMER = "guests.json", "organiser", "former-secrets"


@dataclass(frozen=True, slots=True)
class DataFolder:
    """The data folder, and the journal's database."""

    folder: Path
    database_url: str | URL

    @property
    def evidence(self) -> Path:
        """The folder of the pictures."""
        return self.folder / "pictures"

    @property
    def films(self) -> Path:
        """The folder of film recorded with consent; not part of backups."""
        return self.folder / FILMS

    @property
    def unfinished_hands(self) -> Path:
        """The folder of hands being counted from photographs; not part of backups."""
        return self.folder / UNFINISHED_HANDS

    def secret(self) -> bytes:
        """The installation's signing key; created once, readable by its owner only."""
        path = self.folder / "secret"
        try:
            self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            if not path.exists():
                write_privately(path, secrets.token_bytes(_SECRET_BYTES))
            return path.read_bytes()
        except OSError as error:
            raise JournalError("story not opened", reason=error.strerror or error) from error

    def renew_secret(self) -> bytes:
        """Replace the key, which invalidates everything signed with it. Raises JournalError, leaving the old one."""
        return self.take_secret(secrets.token_bytes(_SECRET_BYTES))

    def take_secret(self, fresh: bytes) -> bytes:
        """Replace the key with ``fresh``. Raises JournalError, leaving the old one."""
        former = self._former_secrets() | {mark_of_key(self.secret())}
        keep_file(self.folder / _FORMER, "\n".join(sorted(former)).encode())
        keep_file(self.folder / "secret", fresh)
        return self.secret()

    def watch(self, told: Callable[[], None]) -> None:
        """Nobody else replaces the key of a folder."""

    def mark(self) -> str:
        """What tells this house from others, and lets nobody in. Raises JournalError."""
        return mark_of_key(self.secret())[:_MARK_LETTERS]

    def keep_newer_secret(self, other: DataFolder) -> None:
        """Take over the key of ``other`` where it replaced the one here. Raises OSError."""
        former = other._former_secrets()
        if mark_of_key(self.secret()) in former:
            write_whole(self.folder / _FORMER, "\n".join(sorted(former)).encode())
            write_whole(self.folder / "secret", other.secret())

    def _former_secrets(self) -> frozenset[str]:
        """The marks of the keys that were replaced here."""
        try:
            return frozenset((self.folder / _FORMER).read_text(encoding="ascii").split())
        except (OSError, UnicodeError):
            return frozenset()

    def stored_sessions(self) -> bytes:
        """The stored guest sessions; empty where there are none, or they are unreadable."""
        try:
            return (self.folder / _GUESTS).read_bytes()
        except OSError:
            return b""

    def keep_sessions(self, book: bytes) -> None:
        """Store the guest sessions. Raises OSError where it cannot."""
        write_whole(self.folder / _GUESTS, book)

    def forget_sessions(self) -> None:
        """Delete the stored guest sessions, which needs no room. Raises OSError where it cannot."""
        remove_file(self.folder / _GUESTS)

    def announced_link(self) -> str:
        """The last announced organiser's link; empty without one."""
        try:
            return (self.folder / _TOLD).read_text(encoding="utf-8")
        except (OSError, UnicodeError):
            return ""

    def keep_announced_link(self, link: str) -> None:
        """Store the announced organiser's link. Raises OSError where it cannot."""
        write_whole(self.folder / _TOLD, link.encode())


def find_data_folder(
    folder: Path | None = None, database_url: str | None = None, environment: Mapping[str, str] = os.environ
) -> DataFolder:
    """The given folder and database; else those of the environment, else the user's data folder."""
    chosen = folder or Path(environment.get(FOLDER_VARIABLE) or user_data_path("burako-companion", appauthor=False))
    said = database_url or environment.get(DATABASE_VARIABLE)
    return DataFolder(chosen, said or URL.create("sqlite", database=str(chosen / "story.sqlite")))


def mark_of_key(secret: bytes) -> str:
    """A digest of a key, which does not tell it."""
    return sha256(b"former secret" + secret).hexdigest()


def write_privately(path: Path, secret: bytes) -> None:
    """Write a file readable by its owner only, atomically; of two concurrent writers the first wins."""
    part = path.with_name(f"{path.name}.{secrets.token_hex(8)}.part")
    try:
        _write_new(part, secret)
        with suppress(FileExistsError):
            _name(part, path, secret)
    finally:
        part.unlink(missing_ok=True)


def _name(part: Path, path: Path, secret: bytes) -> None:
    """Link a written file to its name, or write it again on a disk without hard links. Raises FileExistsError."""
    try:
        os.link(part, path)
    except FileExistsError:
        raise
    except OSError:
        _write_new(path, secret)


def _write_new(path: Path, secret: bytes) -> None:
    """Write a new file. Raises FileExistsError."""
    opened = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    try:
        with os.fdopen(opened, "wb") as file:
            file.write(secret)
            file.flush()
            os.fsync(file.fileno())
    except OSError:
        path.unlink(missing_ok=True)
        raise
