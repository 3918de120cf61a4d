"""Journals that a disk got wrong, in a byte or in a page."""

from __future__ import annotations

import random
import sqlite3
from contextlib import closing
from pathlib import Path

from companion.eventstore import Journal
from tests.companion.eventstore.drafts import draft

MATCHES, ENTRIES = ("m1", "m2", "t1"), 12
PAGE = 4096


def written(folder: Path) -> Path:
    """The file of a journal with a few matches, closed."""
    journal = Journal.open(f"sqlite:///{folder / 'story.sqlite'}")
    for number in range(ENTRIES):
        for match in MATCHES:
            text = f'{{"points": [150, {number}], "note": "mano {number} de {match} {"ñ" * 60}"}}'
            journal.append(draft(f"{match} {number}", match, text), number)
    journal.close()
    return folder / "story.sqlite"


def edited(file: Path, statement: str) -> None:
    """What the database itself would refuse to have said."""
    with closing(sqlite3.connect(file)) as database, database:
        triggers = database.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in triggers:
            database.execute(f"DROP TRIGGER {name}")
        database.execute(statement)
        for _, sql in triggers:
            database.execute(sql)


def garbled(whole: bytes, seed: int) -> bytes:
    """A file of which some bytes, in one place or in a few, are others now; its first page stays."""
    chance, found = random.Random(seed), bytearray(whole)
    for _ in range(chance.choice((1, 1, 1, 3))):
        length = chance.choice((1, 1, 2, 8, 64, 512, PAGE))
        at = chance.randrange(PAGE, len(found) - length)
        found[at : at + length] = chance.choice((bytes(length), chance.randbytes(length)))
    return bytes(found)
