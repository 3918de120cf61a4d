"""A backup brings back what was noted, and nobody who was put out since."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.eventstore import Journal, Places, places
from companion.eventstore.backup import back_up, restore
from tests.companion.eventstore.drafts import draft

THEN, NOW = b'["Ana", "Beto"]', b'["Ana"]'


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """Of a house in which two were."""
    house = places(tmp_path / "house", environment={})
    journal = Journal.open(house.database_url)
    journal.append(draft("1"), 0)
    journal.close()
    house.secret()
    house.keep_guest_book(THEN)
    back_up(house, tmp_path / "all.zip")
    return tmp_path / "all.zip"


def put_out(house: Places) -> None:
    house.keep_guest_book(NOW)


def lock(house: Places) -> None:
    house.renew_secret()
    house.keep_guest_book(NOW)


def forget(house: Places) -> None:
    (house.folder / "guests.json").unlink()


@pytest.mark.parametrize(("meanwhile", "who"), [(put_out, NOW), (lock, b""), (forget, b"")])
def test_who_was_put_out_since_stays_outside(
    backup: Path, tmp_path: Path, meanwhile: Callable[[Places], None], who: bytes
):
    house = places(tmp_path / "house", environment={})
    meanwhile(house)
    restore(backup, house, replace=True)
    assert house.guest_book() == who


def test_on_another_machine_those_of_the_backup_are_in(backup: Path, tmp_path: Path):
    there = places(tmp_path / "new", environment={})
    restore(backup, there)
    assert there.guest_book() == THEN


def test_in_another_house_everybody_comes_in_anew(backup: Path, tmp_path: Path):
    other = places(tmp_path / "other", environment={})
    other.secret()
    other.keep_guest_book(b'["Caro"]')
    restore(backup, other, replace=True)
    assert other.guest_book() == b""
