"""The journals with which tests begin are those of the migrations."""

from __future__ import annotations

import sqlite3
from contextlib import closing, nullcontext
from pathlib import Path

from companion.eventstore import Journal
from companion.eventstore.schema import HEAD
from tests.companion.eventstore.drafts import draft
from tests.companion.fresh_journal import as_migrated

PRAGMAS = ("journal_mode", "user_version", "application_id", "auto_vacuum", "page_size", "encoding", "integrity_check")


def told(file: Path) -> tuple[list[object], ...]:
    """All that a database holds, and how it is kept."""
    with closing(sqlite3.connect(file)) as database:
        wanted = "SELECT type, name, tbl_name, sql FROM sqlite_master ORDER BY type, name"
        kept = [database.execute(f"PRAGMA {name}").fetchall() for name in PRAGMAS]
        return list(database.iterdump()), database.execute(wanted).fetchall(), kept


def test_one_that_is_made_anew_is_as_the_migrations_leave_it(tmp_path: Path) -> None:
    files = [tmp_path / f"{name}.sqlite" for name in ("migrated", "first", "second")]
    for file, way in zip(files, (as_migrated(), nullcontext(), nullcontext()), strict=True):
        with way:
            Journal.open(f"sqlite:///{file}").close()
    migrated, *others = map(told, files)
    assert others == [migrated, migrated]
    assert HEAD in str(migrated)


def test_what_it_tells_is_opened_by_the_migrations_and_the_other_way_round(tmp_path: Path) -> None:
    for name, first, then in (("a", as_migrated(), nullcontext()), ("b", nullcontext(), as_migrated())):
        url = f"sqlite:///{tmp_path / name}.sqlite"
        with first:
            journal = Journal.open(url)
            written = journal.append(draft("x"), after=0)
            journal.close()
        with then:
            again = Journal.open(url)
            assert again.entries("m1") == (written,)
            again.close()
