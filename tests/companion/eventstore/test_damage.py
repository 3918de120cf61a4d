"""What a disk got wrong is noticed, costs one match, and is never taken for what was written."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from companion.errors import DamagedJournal, JournalError
from companion.eventstore import Entry, Journal
from companion.eventstore.migrations.versions import v0001_entries
from companion.eventstore.schema import HEAD
from tests.companion.eventstore.damage import ENTRIES, MATCHES, edited, garbled, written
from tests.companion.eventstore.drafts import draft

AN_ENTRY = "match = 'm1' AND number = 5"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return written(tmp_path)


def opened(file: Path) -> Journal:
    return Journal.open(f"sqlite:///{file}")


def read(journal: Journal, match: str) -> tuple[Entry, ...] | None:
    """The entries of a match; None where it says that they are damaged."""
    try:
        return journal.entries(match)
    except DamagedJournal:
        return None


DAMAGE = [
    pytest.param(f"UPDATE entries SET text = CAST(x'7b80ff7d' AS TEXT) WHERE {AN_ENTRY}", id="an unreadable byte"),
    pytest.param(f"UPDATE entries SET text = replace(text, '150', '950') WHERE {AN_ENTRY}", id="150 is 950"),
    pytest.param(f"UPDATE entries SET author = 'Eva' WHERE {AN_ENTRY}", id="somebody else said it"),
    pytest.param(f"UPDATE entries SET at_ms = at_ms + 1 WHERE {AN_ENTRY}", id="a later moment"),
    pytest.param(f"UPDATE entries SET kind = x'00ff' WHERE {AN_ENTRY}", id="no text"),
    pytest.param(f"UPDATE entries SET checksum = '' WHERE {AN_ENTRY}", id="no checksum"),
    pytest.param(f"DELETE FROM entries WHERE {AN_ENTRY}", id="an entry is gone"),
    pytest.param(f"DELETE FROM entries WHERE match = 'm1' AND number = {ENTRIES}", id="the last one is gone"),
    pytest.param("DELETE FROM entries WHERE match = 'm1'", id="all are gone"),
    pytest.param("DELETE FROM heads WHERE match = 'm1'", id="nobody knows where it ends"),
    pytest.param("UPDATE heads SET number = 11 WHERE match = 'm1'", id="it ends earlier"),
    pytest.param("UPDATE heads SET checksum = 'x' WHERE match = 'm1'", id="it ends otherwise"),
]


@pytest.mark.parametrize("statement", DAMAGE)
def test_damage_costs_one_match_which_says_so(file: Path, statement: str):
    before = opened(file)
    sound = {match: before.entries(match) for match in MATCHES}
    before.close()
    edited(file, statement)
    journal = opened(file)
    assert journal.check().damaged == ("m1",)
    assert {match: read(journal, match) for match in MATCHES} == {**sound, "m1": None}
    assert set(journal.matches()) == {"m1", "m2"}
    assert journal.append(draft("on", "m2"), ENTRIES).number == ENTRIES + 1
    journal.close()


def test_what_is_read_on_is_checked_as_well(file: Path):
    journal = opened(file)
    edited(file, "UPDATE entries SET text = '{}' WHERE match = 'm1' AND number = 9")
    assert len(journal.entries("m1", ENTRIES - 2)) == 2
    with pytest.raises(DamagedJournal):
        journal.entries("m1", 5)
    journal.close()


def test_the_sentence_names_the_match_and_the_way_out():
    error = DamagedJournal("m1")
    assert "--only m1" in error.sentence("es")
    assert error.sentence("es") != error.sentence("en")


@pytest.mark.parametrize("count", [60, pytest.param(400, marks=pytest.mark.slow)])
def test_of_many_garbled_files_none_tells_another_story_without_a_word(file: Path, tmp_path: Path, count: int):
    journal = opened(file)
    truth = {match: journal.entries(match) for match in MATCHES}
    journal.close()
    whole, other = file.read_bytes(), tmp_path / "garbled.sqlite"
    noticed = 0
    for seed in range(count):
        for end in ("", "-wal", "-shm"):
            Path(f"{other}{end}").unlink(missing_ok=True)
        other.write_bytes(garbled(whole, seed))
        try:
            found = opened(other)
        except JournalError:
            noticed += 1
            continue
        noticed += not told_well(found, truth, seed)
        found.close()
    assert noticed > count // 5


def told_well(journal: Journal, truth: dict[str, tuple[Entry, ...]], seed: int) -> bool:
    """Whether all is well with a journal; fails where it is not and nothing says so."""
    try:
        said = journal.check()
        shown = {match: read(journal, match) for match in (*journal.matches(), *journal.tournaments())}
    except JournalError:
        return False
    told = {match: story for match, story in shown.items() if story}
    assert told.items() <= truth.items(), f"seed {seed} tells another story"
    assert not said.is_sound or shown == truth, f"seed {seed} lacks a story without a word"
    return said.is_sound


def older(file: Path) -> None:
    """The journal as the version before checksums left it."""
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("DROP TABLE heads")
        database.execute("ALTER TABLE entries DROP COLUMN checksum")
        database.execute("ALTER TABLE entries DROP COLUMN asked")
        database.execute("UPDATE alembic_version SET version_num = '0002'")


def test_an_older_journal_gets_its_checksums_and_is_guarded_as_before(file: Path):
    before = opened(file)
    sound = {match: before.entries(match) for match in MATCHES}
    checksums = columns(file)
    before.close()
    older(file)
    journal = opened(file)
    assert journal.check().is_sound
    assert {match: journal.entries(match) for match in MATCHES} == sound
    assert journal.tournaments() == ("t1",)
    assert journal.matches() == ("m2", "m1")
    assert columns(file) == checksums
    with closing(sqlite3.connect(file)) as other, pytest.raises(sqlite3.IntegrityError):
        other.execute("UPDATE entries SET text = ''")
    journal.close()


def columns(file: Path) -> list[tuple[str, ...]]:
    with closing(sqlite3.connect(file)) as database:
        return database.execute("SELECT checksum FROM entries ORDER BY id").fetchall()


def test_what_an_older_journal_had_that_cannot_be_read_costs_its_match_alone(file: Path):
    older(file)
    edited(file, f"UPDATE entries SET text = CAST(x'7b80ff7d' AS TEXT) WHERE {AN_ENTRY}")
    journal = opened(file)
    assert journal.check().damaged == ("m1",)
    assert len(journal.entries("m2")) == ENTRIES
    journal.close()


def test_a_migration_that_is_cut_short_changes_nothing(file: Path, monkeypatch: pytest.MonkeyPatch):
    older(file)

    def cut_short(_dialect: str) -> None:
        raise OSError("cut short")

    monkeypatch.setattr(v0001_entries, "guards", cut_short)
    with pytest.raises(JournalError):
        opened(file)
    monkeypatch.undo()
    journal = opened(file)
    assert journal.check().is_sound
    journal.close()
    with closing(sqlite3.connect(file)) as database:
        assert database.execute("SELECT version_num FROM alembic_version").fetchone() == (HEAD,)
