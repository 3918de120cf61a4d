"""Back up and restore everything stored: journal, pictures, key, and certificates.

Film of tables is left out: it is deleted when the evening is over, and a backup would keep it.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import time
import zipfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, suppress
from datetime import UTC, datetime
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import BinaryIO

from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError

from companion.errors import JournalError
from companion.eventstore.data_folder import FILMS, UNFINISHED_HANDS, DataFolder
from companion.eventstore.evidence_store import APART_NS
from companion.eventstore.folder_lock import NAME as LOCK
from companion.eventstore.folder_swap import swap_in, sync_files
from companion.eventstore.integrity import IntegrityReport
from companion.eventstore.journal import Journal

STAMP, VERSION = "burako-backup.json", 1
DATABASE = "story.sqlite"
MOST_FILES, MOST_BYTES, MOST_RATIO = 200_000, 16 * 2**30, 100
"""Limits of a backup: files, bytes, and the compression ratio."""
_SMALL_BYTES = 2**20
_PART = ".part"
_COPY_WAIT_S = 30


def back_up(data_folder: DataFolder, file: Path) -> IntegrityReport:
    """Write everything stored at ``data_folder`` to ``file``, also while in use; readable by its owner only.

    The journal is copied before the pictures, so that every referenced picture is included, and verified: the findings
    are returned, since a copy of damaged data is damaged. Raises JournalError.
    """
    database = database_file(data_folder)
    if not os.path.isfile(database):
        raise JournalError("nothing kept", place=data_folder.folder)
    part = file.with_name(f"{file.name}{_PART}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with open(os.open(part, os.O_RDWR | os.O_CREAT | os.O_TRUNC, 0o600), "w+b") as opened:
            found = _write(opened, data_folder.folder, database)
        part.replace(file)
        return found
    except (OSError, sqlite3.Error) as error:
        raise JournalError("story not written", reason=getattr(error, "strerror", None) or error) from error
    finally:
        with suppress(OSError):
            part.unlink()


def restore(
    file: Path, data_folder: DataFolder, *, replace: bool = False, keep: Callable[[Path, Path], None] | None = None
) -> Path | None:
    """Restore the folder of ``data_folder`` from ``file``; returns the path of its former content.

    ``keep`` takes what is to outlast that from the former folder into the restored one, before it is in its place.

    Raises JournalError where ``file`` is no whole backup, where something is there already and is not to be replaced,
    where it is being used, and where the journal of ``data_folder`` is not in its folder.
    """
    folder = data_folder.folder
    if (database := database_file(data_folder)).resolve() != (folder / DATABASE).resolve():
        raise JournalError("restored elsewhere", place=folder, database=database)
    part = folder.with_name(f"{folder.name}{_PART}")
    shutil.rmtree(part, ignore_errors=True)
    try:
        _unpack(file, part)
        if replace and keep and (folder / DATABASE).is_file():
            keep(folder, part)
            sync_files(part)
        return swap_in(part, folder, DATABASE, replace=replace)
    except OSError as error:
        raise JournalError("story not written", reason=error.strerror or error) from error
    finally:
        shutil.rmtree(part, ignore_errors=True)


def database_file(data_folder: DataFolder) -> Path:
    """The journal's database file. Raises JournalError where a database server holds it."""
    url = _url(data_folder)
    if url.get_backend_name() != "sqlite" or not url.database:
        raise JournalError("backup of a server")
    return Path(url.database)


def check_backup(file: Path) -> IntegrityReport:
    """Verify the integrity of a backup. Raises JournalError where it is none, or damaged itself."""
    with TemporaryDirectory() as beside:
        return _soundness(unpack_database(file, Path(beside)))


def check_kept(data_folder: DataFolder) -> IntegrityReport:
    """Verify the integrity of everything at ``data_folder``, on a copy, without creating or changing anything.

    Where a server of databases keeps it, there. Nothing that is not there yet is sound. Raises JournalError.
    """
    if _url(data_folder).get_backend_name() != "sqlite":
        return _check_in_place(data_folder.database_url)
    database = database_file(data_folder)
    if not os.path.isfile(database):
        return IntegrityReport()
    try:
        with TemporaryDirectory() as beside:
            copy = Path(beside) / DATABASE
            _copy_database(database, copy)
            return _soundness(copy)
    except (OSError, sqlite3.Error) as error:
        raise JournalError("story not opened", reason=getattr(error, "strerror", None) or error) from error


def unpack_database(file: Path, folder: Path) -> Path:
    """Extract the journal of a backup to ``folder``. Raises JournalError where it is none, or damaged."""
    _check_version(file)
    with zipfile.ZipFile(file) as pack:
        pack.extract(DATABASE, folder)
    _check_database(folder / DATABASE, file)
    return folder / DATABASE


def copy_aside(database: Path) -> Path:
    """Copy a journal beside itself, named by the time, and by a number where that is taken. Raises JournalError."""
    named = f"{database.stem}-{datetime.now(UTC).astimezone():%Y%m%d-%H%M%S}"
    names = (database.with_stem(named if number == 1 else f"{named}-{number}") for number in count(1))
    aside = next(name for name in names if not name.exists())
    try:
        _copy_database(database, aside)
    except (OSError, sqlite3.Error) as error:
        raise JournalError("story not written", reason=error) from error
    return aside


def _write(file: BinaryIO, folder: Path, database: Path) -> IntegrityReport:
    with TemporaryDirectory() as beside:
        copy = Path(beside) / DATABASE
        _copy_database(database, copy)
        found = _soundness(copy)
        with zipfile.ZipFile(file, "w", strict_timestamps=False) as pack:
            pack.writestr(STAMP, json.dumps({"format": "burako backup", "version": VERSION}))
            pack.write(copy, DATABASE, zipfile.ZIP_DEFLATED)
            for path in sorted(_others(folder, database), key=_changed_ns):
                with suppress(FileNotFoundError):  # trimmed away meanwhile
                    pack.write(path, path.relative_to(folder).as_posix())
    file.flush()
    os.fsync(file.fileno())
    return found


def _url(data_folder: DataFolder) -> URL:
    """The database URL. Raises JournalError where it is invalid."""
    try:
        return make_url(data_folder.database_url)
    except ArgumentError as error:
        raise JournalError("no such database", reason=error) from error


def _check_in_place(database_url: str | URL) -> IntegrityReport:
    journal = Journal.open(database_url)
    try:
        return journal.check()
    finally:
        journal.close()


def _soundness(copy: Path) -> IntegrityReport:
    """Verify the integrity of a copy; one of an older version gets its checksums first."""
    found = _check_in_place(URL.create("sqlite", database=str(copy)))
    with closing(sqlite3.connect(copy)) as database:
        database.execute("PRAGMA journal_mode = DELETE")
    return found


def _copy_database(database: Path, copy: Path) -> None:
    """A consistent copy as one file, while others go on writing."""
    with closing(sqlite3.connect(database, timeout=_COPY_WAIT_S)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
        target.execute("PRAGMA journal_mode = DELETE")


def _others(folder: Path, database: Path) -> Iterator[Path]:
    """The files stored beside the journal, except film and hands that nobody finished."""
    beside = {database.with_name(f"{database.name}{end}") for end in ("", "-wal", "-shm", "-journal")}
    for path in sorted(folder.rglob("*")):
        if path.relative_to(folder).parts[0] in (FILMS, UNFINISHED_HANDS):
            continue
        if path.is_file() and path not in beside and path.suffix not in (_PART, ".zip") and path.name != LOCK:
            yield path


def _changed_ns(path: Path) -> int:
    """When a file was changed last, in nanoseconds since 1970; 0 where it is gone."""
    try:
        return path.stat().st_mtime_ns
    except FileNotFoundError:
        return 0


def _unpack(file: Path, part: Path) -> None:
    """Extract a backup to the folder ``part``. Raises JournalError where it is none, or damaged."""
    _check_version(file)
    with zipfile.ZipFile(file) as pack:
        pack.extractall(part)  # lets no file leave the folder
        _date(part, pack.namelist())
    (part / STAMP).unlink()
    _check_database(part / DATABASE, file)
    sync_files(part)


def _date(part: Path, names: Sequence[str]) -> None:
    """Date extracted files in the order of the archive, so that of pictures the one kept longest ago is the oldest."""
    for ago, name in enumerate(reversed(names)):
        at_ns = time.time_ns() - ago * APART_NS
        if (part / name).is_file():
            os.utime(part / name, ns=(at_ns, at_ns))


def _check_database(copy: Path, file: Path) -> None:
    """Raise JournalError where the extracted file is no journal."""
    try:
        with closing(sqlite3.connect(copy)) as database:
            sound = database.execute("PRAGMA quick_check").fetchone() == ("ok",)
            database.execute("SELECT id FROM entries LIMIT 1").fetchone()
    except sqlite3.Error as error:
        raise JournalError("no backup", path=file) from error
    if not sound:
        raise JournalError("no backup", path=file)


def _check_version(file: Path) -> None:
    """Raise JournalError where ``file`` is no backup, is damaged, is of a newer version, or would fill the disk."""
    try:
        with zipfile.ZipFile(file) as pack:
            is_too_large = _is_too_large(pack.infolist(), shutil.disk_usage(file.parent).free)
            version = 0 if is_too_large else int(json.loads(pack.read(STAMP))["version"])
            is_whole = is_too_large or (DATABASE in pack.namelist() and not pack.testzip())
    except Exception as error:  # damaged bytes fail anywhere in what unpacks and reads them
        raise JournalError("no backup", path=file) from error
    if is_too_large:
        raise JournalError("backup too large", path=file)
    if not is_whole:
        raise JournalError("no backup", path=file)
    if version > VERSION:
        raise JournalError("newer story", place=file)


def _is_too_large(parts: Sequence[zipfile.ZipInfo], free: int) -> bool:
    """Whether an archive declares more data than plausible, or than there is room for."""
    size = sum(part.file_size for part in parts)
    if len(parts) > MOST_FILES or size > min(MOST_BYTES, free):
        return True
    return any(part.file_size > MOST_RATIO * part.compress_size for part in parts if part.file_size > _SMALL_BYTES)
