"""A damaged match is put right from a backup; what followed stays, and all other matches are left alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.errors import JournalError
from companion.eventstore import Entry, Journal, Places, places
from companion.eventstore.backup import back_up
from companion.eventstore.repair import mend
from tests.companion.eventstore.damage import ENTRIES, MATCHES, edited, written
from tests.companion.eventstore.drafts import draft

FIFTH = "match = 'm1' AND number = 5"


@pytest.fixture
def house(tmp_path: Path) -> Places:
    where = places(tmp_path / "house", environment={})
    where.folder.mkdir()
    written(where.folder)
    return where


@pytest.fixture
def kept(house: Places, tmp_path: Path) -> Path:
    """A backup, after which everybody goes on."""
    back_up(house, tmp_path / "all.zip")
    journal = Journal.open(house.database_url)
    for match in MATCHES:
        for number in range(ENTRIES, ENTRIES + 3):
            journal.append(draft(f"{match} {number}", match), number)
    journal.close()
    return tmp_path / "all.zip"


def stories(where: Places) -> dict[str, tuple[Entry, ...]]:
    journal = Journal.open(where.database_url)
    found = {match: journal.entries(match) for match in MATCHES}
    assert journal.check().is_sound
    journal.close()
    return found


DAMAGE = [
    pytest.param(f"UPDATE entries SET text = CAST(x'80' AS TEXT) WHERE {FIFTH}", 0, id="an unreadable byte"),
    pytest.param(f"UPDATE entries SET match = 'm7' WHERE {FIFTH}", 0, id="its name"),
    pytest.param(f"UPDATE entries SET number = 99, key = 'x' WHERE {FIFTH}", 0, id="its number"),
    pytest.param(f"DELETE FROM entries WHERE {FIFTH}", 0, id="gone"),
    pytest.param("DELETE FROM entries WHERE match = 'm1'", 3, id="all are gone"),
    pytest.param("UPDATE heads SET match = 'mX' WHERE match = 'm1'", 0, id="the name of its end"),
    pytest.param(f"DELETE FROM entries WHERE match = 'm1' AND number = {ENTRIES + 2}", 2, id="after the backup"),
]


@pytest.mark.parametrize(("statement", "lost"), DAMAGE)
def test_it_is_as_it_was_and_goes_on(house: Places, kept: Path, statement: str, lost: int):
    before = stories(house)
    edited(house.folder / "story.sqlite", statement)
    mended = mend(kept, house, "m1")
    whole = ENTRIES + 3 - lost
    assert (mended.entries, mended.lost, mended.aside.exists()) == (whole, lost, True)
    journal = Journal.open(house.database_url)
    found = {match: journal.entries(match) for match in MATCHES}
    assert found == {**before, "m1": before["m1"][:whole]}
    assert journal.append(draft("on", "m1"), whole).number == whole + 1
    with pytest.raises(JournalError) as refused:
        mend(kept, house, "m1")
    assert refused.value.key == "not damaged"
    journal.close()


@pytest.mark.parametrize(
    ("name", "statement", "key"),
    [
        ("m8", "DELETE FROM heads WHERE match = 'm1'", "not in backup"),
        ("m1", "UPDATE entries SET text = '{}', checksum = 'x' WHERE match = 'm1'", "another story"),
    ],
)
def test_what_does_not_belong_together_is_refused(house: Places, kept: Path, name: str, statement: str, key: str):
    edited(house.folder / "story.sqlite", statement)
    with pytest.raises(JournalError) as refused:
        mend(kept, house, name)
    assert refused.value.key == key
