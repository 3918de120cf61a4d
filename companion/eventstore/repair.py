"""Repair a damaged stream from a backup; all others are unchanged."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, text
from sqlalchemy.engine import URL

from companion.errors import DamagedJournal, JournalError
from companion.eventstore.backup import copy_aside, database_file, unpack_database
from companion.eventstore.checksums import chained, check_chain, checksum_of
from companion.eventstore.data_folder import DataFolder
from companion.eventstore.database_opening import open_database
from companion.eventstore.evidence_store import EvidenceStore
from companion.eventstore.match_transaction import Transaction
from companion.eventstore.rows import FROM, OF_HEAD, entry_of, row_of
from companion.eventstore.schema import entries, heads
from companion.eventstore.transactions import in_turn, reading

_GUARDS = text("SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'entries'")
_HIGHEST = text("SELECT seq FROM sqlite_sequence WHERE name = 'entries'")
_FORGET_HIGHEST = text("DELETE FROM sqlite_sequence WHERE name = 'entries'")
_KEEP_HIGHEST = text("INSERT INTO sqlite_sequence (name, seq) VALUES ('entries', :highest)")
_TAKEN = text("SELECT id FROM entries WHERE id IN (SELECT value FROM json_each(:ids))")
_COLUMNS = ", ".join(f'"{column.name}"' for column in entries.columns)
_CARRY = text(
    f"INSERT OR IGNORE INTO entries ({_COLUMNS}) SELECT {_COLUMNS} FROM entries_damaged NOT INDEXED WHERE match <> :of "
    "AND NOT (id IN (SELECT value FROM json_each(:ids)) AND match NOT IN (SELECT match FROM heads))"
)
"""All but the match, byte for byte; what has one of its ids and belongs to nobody was its own."""


@dataclass(frozen=True, slots=True)
class RepairResult:
    """The result of a repair."""

    entries: int
    """The number of its entries now."""
    lost: int
    """The number of later entries, which no backup has."""
    aside: Path
    """The database as it was before."""


def repair_match(file: Path, data_folder: DataFolder, match: str) -> RepairResult:
    """Repair ``match`` from the backup ``file``, also while in use; intact later entries stay.

    Raises JournalError where ``file`` is no whole backup or lacks the match, and where the match is not damaged.
    """
    database = database_file(data_folder)
    with TemporaryDirectory() as beside:
        kept = _kept(unpack_database(file, Path(beside)), file, match)
    engine = open_database(data_folder.database_url)
    try:
        with in_turn(engine, match) as connection:
            last = _check_damaged(connection, match)
            later = _later(connection, kept)
            aside = copy_aside(database)
            _empty(connection, match, [row.id for row in kept])
            mended = [*kept, *later]
            _write(connection, mended)
    finally:
        engine.dispose()
    _bring_pictures(file, data_folder, {row.picture for row in mended if row.picture})
    return RepairResult(len(mended), max(last - len(mended), 0), aside)


def _kept(copy: Path, file: Path, match: str) -> Sequence[Row[Any]]:
    """The verified entries in the backup."""
    engine = open_database(URL.create("sqlite", database=str(copy)))
    try:
        with reading(engine, match) as connection:
            rows = connection.execute(FROM, {"of": match, "first": 0}).all()
            head = connection.execute(OF_HEAD, {"of": match}).first()
    finally:
        engine.dispose()
    if not head:
        raise JournalError("not in backup", match=match, path=file)
    return check_chain(match, rows, 0, (head.number, head.checksum))


def _check_damaged(connection: Connection, match: str) -> int:
    """The number of the last entry. Raises JournalError where nothing is damaged."""
    turn = Transaction(connection, match, float)
    try:
        turn.entries()
    except DamagedJournal:
        return turn.last()
    raise JournalError("not damaged", match=match)


def _later(connection: Connection, kept: Sequence[Row[Any]]) -> list[Row[Any]]:
    """The later intact entries of the stream; none from the first damaged one on.

    Raises JournalError where what is there is another story of that name.
    """
    match, checksums = kept[0].match, {row.number: row.checksum for row in kept}
    found = connection.execute(FROM, {"of": match, "first": 0}).all()
    shared = [row for row in found if row.number in checksums]
    if shared and not any(row.checksum == checksums[row.number] for row in shared):
        raise JournalError("another story", match=match)
    before, later = kept[-1].checksum, []
    for row in (row for row in found if row.number > kept[-1].number):
        if row.checksum != checksum_of(before, row._asdict()):
            break
        before = row.checksum
        later.append(row)
    return later


def _empty(connection: Connection, match: str, ids: Sequence[int]) -> None:
    """Delete a stream, with possibly damaged rows and indexes."""
    guards, highest = connection.execute(_GUARDS).all(), connection.scalar(_HIGHEST) or 0
    for guard in guards:
        connection.execute(text(f'DROP TRIGGER "{guard.name}"'))
    connection.execute(text("DROP INDEX entries_picture"))
    connection.execute(text("ALTER TABLE entries RENAME TO entries_damaged"))
    entries.create(connection)
    connection.execute(_CARRY, {"of": match, "ids": json.dumps(list(ids))})
    connection.execute(text("DROP TABLE entries_damaged"))
    for guard in guards:
        connection.exec_driver_sql(guard.sql)
    connection.execute(delete(heads).where(heads.c.match == match))
    connection.execute(_FORGET_HIGHEST)  # that of a match whose end is lost is nobody's again
    connection.execute(_KEEP_HIGHEST, {"highest": highest})


def _write(connection: Connection, rows: Sequence[Row[Any]]) -> None:
    """Write a stream, its entries under the ids that they had: webhooks read on by those, and tell none twice."""
    taken = set(connection.scalars(_TAKEN, {"ids": json.dumps([row.id for row in rows])}))
    values = chained((row_of(entry_of(row)) for row in rows), "")
    for row, value in zip(rows, values, strict=True):
        own = {} if row.id in taken else {"id": row.id}
        newest = connection.scalar(insert(entries).values(value | own).returning(entries.c.id))
    end = {name: values[-1][name] for name in ("match", "number", "checksum")}
    connection.execute(insert(heads).values(end | {"entry": newest}))


def _bring_pictures(file: Path, data_folder: DataFolder, names: set[str]) -> None:
    """Restore missing pictures of a match."""
    evidence = EvidenceStore(data_folder.evidence)
    with zipfile.ZipFile(file) as pack:
        there = set(pack.namelist())
        for name in names:
            if f"pictures/{name}" in there and not evidence.find(name):
                evidence.keep(pack.read(f"pictures/{name}"))
