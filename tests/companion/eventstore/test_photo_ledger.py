"""A photograph is counted once: whoever takes it, loses it, sends it again or reads it under other rules."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Iterator

import pytest

from companion.eventstore.photo_ledger import Ledger, LedgerKey

KEY = LedgerKey("a" * 64, "models 1", "clasico 1")
OTHER = LedgerKey("b" * 64, "models 1", "clasico 1")
OTHER_RULES = LedgerKey("a" * 64, "models 1", "torneo 1")
OTHER_MODELS = LedgerKey("a" * 64, "models 2", "clasico 1")


@pytest.fixture
def ledger(url: str) -> Iterator[Ledger]:
    opened = Ledger.open(url)
    yield opened
    opened.close()


def test_a_photograph_is_taken_by_one(ledger: Ledger):
    mine = ledger.take(KEY, "ana")
    assert (mine.state, mine.holder, mine.tries, mine.reading) == ("running", "ana", 1, None)
    assert ledger.take(KEY, "beto").holder == "ana"
    over = ledger.take(KEY, "beto", free=("waiting", "running"))
    assert (over.holder, over.tries) == ("beto", 2)


def test_what_is_done_is_done_once_and_stays(ledger: Ledger):
    ledger.take(KEY, "ana")
    assert ledger.finish(KEY, "first")
    assert not ledger.finish(KEY, "second")
    assert not ledger.fail(KEY, "too late")
    again = ledger.take(KEY, "beto", free=("waiting", "running", "failed"))
    assert (again.state, again.reading, again.failure) == ("done", "first", None)


def test_what_failed_may_be_tried_again(ledger: Ledger):
    ledger.take(KEY, "ana")
    assert ledger.fail(KEY, "damaged")
    assert (ledger.take(KEY, "beto").state, ledger.take(KEY, "beto").failure) == ("failed", "damaged")
    assert ledger.take(KEY, "beto", free=("waiting", "failed")).holder == "beto"
    assert ledger.finish(KEY, "read")
    assert ledger.take(KEY, "ana").failure is None


def test_what_somebody_lets_go_waits_for_others(ledger: Ledger):
    ledger.take(KEY, "ana")
    ledger.take(OTHER, "beto")
    ledger.release("ana")
    assert [line.state for line in sorted(ledger.lines([KEY, OTHER]), key=lambda line: line.key.photo)] == [
        "waiting",
        "running",
    ]
    assert ledger.take(KEY, "beto").holder == "beto"


def test_other_rules_need_no_other_reading_and_other_networks_do(ledger: Ledger):
    ledger.take(KEY, "ana")
    ledger.finish(KEY, "read")
    assert (ledger.take(OTHER_RULES, "ana").state, ledger.take(OTHER_RULES, "ana").reading) == ("done", "read")
    assert ledger.take(OTHER_MODELS, "ana").state == "running"


def test_the_last_answer_holds_and_answers_are_of_one_reading(ledger: Ledger):
    ledger.answer(KEY, {3: "7r", 4: "J"}, "ana")
    ledger.answer(OTHER_RULES, {3: "7y"}, "beto")
    assert ledger.answered("models 1") == {KEY.photo: {3: "7y", 4: "J"}}
    assert ledger.answered("models 2") == {}


def test_many_photographs_are_found_in_few_questions(ledger: Ledger):
    keys = [LedgerKey(f"{number:064x}", "models 1", "clasico 1") for number in range(450)]
    for key in keys[::2]:
        ledger.take(key, "ana")
    assert [line.key for line in ledger.lines(keys)] == keys[::2]
    assert list(ledger.lines([])) == []


def test_of_many_who_want_the_same_ones_each_gets_some(url: str, ledger: Ledger):
    keys = [LedgerKey(f"{number:064x}", "models 1", "clasico 1") for number in range(20)]
    counted: list[str] = []

    def works(name: str) -> None:
        mine = Ledger.open(url)
        for key in keys:
            if mine.take(key, name).holder == name and mine.finish(key, name):
                counted.append(key.photo)
        mine.close()

    threads = [threading.Thread(target=works, args=(name,)) for name in "abcd"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(counted) == [key.photo for key in keys]
    assert {line.state for line in ledger.lines(keys)} == {"done"}


def test_a_journal_of_the_first_version_gets_a_ledger(url: str, ledger: Ledger):
    ledger.close()
    with sqlite3.connect(url.removeprefix("sqlite:///")) as database:
        for table in ("photographs", "answers", "heads"):
            database.execute(f"DROP TABLE {table}")
        database.execute("ALTER TABLE entries DROP COLUMN checksum")
        database.execute("ALTER TABLE entries DROP COLUMN asked")
        database.execute("UPDATE alembic_version SET version_num = '0001'")
    database.close()
    again = Ledger.open(url)
    assert again.take(KEY, "ana").holder == "ana"
    again.close()
