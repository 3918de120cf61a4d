"""Entries are appended, numbered, read back and never changed."""

from __future__ import annotations

import sqlite3
import threading
from pathlib import Path

import pytest

from companion.errors import JournalError
from companion.eventstore import EventMetadata, Journal, StaleStream
from tests.companion.eventstore.drafts import draft


def test_an_entry_is_read_back_as_it_was_written(journal: Journal):
    written = journal.append(draft("a", text='{"moves": "0 lay 4r 5r 6r ñ"}', picture="f" * 64), after=0)
    assert journal.entries("m1") == (written,)
    assert (written.number, written.at_s, written.kind, written.rules) == (1, 1000.0, "played", "abc")
    assert written.said == EventMetadata(author="Ana", key="a", picture="f" * 64, model="reader 1")


def test_each_match_counts_from_one(journal: Journal):
    numbers = [journal.append(draft(key, match), after).number for key, match, after in
               (("a", "m1", 0), ("b", "m2", 0), ("c", "m1", 1), ("a", "m2", 1))]  # fmt: skip
    assert numbers == [1, 1, 2, 2]
    assert journal.matches() == ("m2", "m1")
    assert [entry.said.key for entry in journal.entries("m1", after=1)] == ["c"]
    assert (journal.last("m1"), journal.last("nobody's")) == (2, 0)


def test_the_same_key_twice_is_one_entry(journal: Journal):
    first = journal.append(draft("a", text="{}"), after=0)
    journal.append(draft("b"), after=1)
    assert journal.append(draft("a", text='{"other": 1}'), after=2) == first
    assert journal.append(draft("a"), after=0) == first
    assert journal.last("m1") == 2


@pytest.mark.parametrize("after", [0, 2, 7])
def test_who_did_not_see_the_last_entry_is_told(journal: Journal, after: int):
    journal.append(draft("a"), after=0)
    with pytest.raises(StaleStream) as stale:
        journal.append(draft("b"), after=after)
    assert stale.value.last == 1
    assert journal.last("m1") == 1


def test_order_is_that_of_the_numbers_whatever_the_clock_does(url: str):
    times = iter((5000.0, 1400.0, 4000.0))
    journal = Journal.open(url, clock=times.__next__)
    for number, key in enumerate("abc"):
        journal.append(draft(key), after=number)
    assert [entry.said.key for entry in journal.entries("m1")] == ["a", "b", "c"]
    journal.close()


def test_a_journal_is_there_when_it_is_opened_again(url: str, journal: Journal):
    journal.append(draft("a"), after=0)
    journal.close()
    again = Journal.open(url)
    assert again.append(draft("b"), after=1).number == 2
    again.close()


@pytest.mark.parametrize("change", ["UPDATE entries SET text = 'x'", "DELETE FROM entries"])
def test_the_database_refuses_to_change_what_was_written(url: str, journal: Journal, change: str):
    journal.append(draft("a"), after=0)
    with sqlite3.connect(url.removeprefix("sqlite:///")) as other, pytest.raises(sqlite3.IntegrityError) as refused:
        other.execute(change)
    other.close()
    assert "stays as it was written" in str(refused.value)


def test_every_commit_reaches_the_disk(journal: Journal):
    with journal._database.connect() as connection:
        modes = [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in ("journal_mode", "synchronous")]
    assert modes == ["wal", 2]


def test_many_who_write_at_once_all_get_their_turn(url: str, journal: Journal):
    """Each sends its ten entries, twice each, and looks again when somebody else was first."""

    def writes(name: str) -> None:
        mine = Journal.open(url)
        for number in (n for n in range(10) for _ in range(2)):
            while True:
                try:
                    mine.append(draft(f"{name}{number}"), after=mine.last("m1"))
                    break
                except StaleStream:
                    continue
        mine.close()

    threads = [threading.Thread(target=writes, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    written = journal.entries("m1")
    assert [entry.number for entry in written] == list(range(1, 41))
    assert len({entry.said.key for entry in written}) == 40


def test_a_full_disk_is_said_and_nothing_half_written_stays(journal: Journal):
    journal.append(draft("a"), after=0)
    with journal._database.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()
        connection.exec_driver_sql(f"PRAGMA max_page_count = {pages}")
    with pytest.raises(JournalError) as raised:
        journal.append(draft("b", text="x" * 100_000), after=1)
    assert "No se pudo guardar" in raised.value.sentence("es")
    assert journal.last("m1") == 1


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("nonsense", "no se puede usar"),
        ("nobody://here", "no se puede usar"),
        ("sqlite:////dev/null/story.sqlite", "No se puede abrir"),
    ],
)
def test_a_database_that_cannot_be_used_is_one_sentence(url: str, words: str):
    with pytest.raises(JournalError) as raised:
        Journal.open(url)
    assert words in raised.value.sentence("es")
    assert raised.value.sentence("en") != raised.value.sentence("es")


def test_what_is_no_database_is_left_alone(tmp_path: Path):
    path = tmp_path / "story.sqlite"
    path.write_text("my diary " * 1000)
    with pytest.raises(JournalError):
        Journal.open(f"sqlite:///{path}")
    assert path.read_text().startswith("my diary")


def test_a_journal_of_a_newer_program_is_left_alone(url: str, journal: Journal):
    with sqlite3.connect(url.removeprefix("sqlite:///")) as other:
        other.execute("UPDATE alembic_version SET version_num = '9999'")
    other.close()
    with pytest.raises(JournalError) as raised:
        Journal.open(url)
    assert "más nueva" in str(raised.value)


def test_what_is_written_in_a_turn_is_there_when_it_ends_or_not_at_all(journal: Journal):
    journal.append(draft("a"), after=0)
    with journal.turn("m1") as turn:
        turn.append_all([turn.drafted(draft(key), number) for number, key in ((2, "b"), (3, "c"))])
        assert (len(turn.entries()), len(journal.entries("m1"))) == (3, 1)
        assert set(turn.said(["b", "z"])) == {"b"}
    assert [entry.said.key for entry in journal.entries("m1")] == ["a", "b", "c"]
    with pytest.raises(StaleStream) as stale, journal.turn("m1") as turn:
        turn.append_all([turn.drafted(draft("d"), 4), turn.drafted(draft("a"), 5)])
    assert stale.value.last == 3


def test_a_turn_that_fails_leaves_nothing(journal: Journal):
    def fails() -> None:
        with journal.turn("m1") as turn:
            turn.append_all([turn.drafted(draft("a"), 1)])
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fails()
    assert journal.last("m1") == 0
