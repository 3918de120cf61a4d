"""A backup brings back what was noted, and nobody who was put out since."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.eventstore import DataFolder, Journal, find_data_folder
from companion.eventstore.backup import back_up, restore
from tests.companion.eventstore.drafts import draft

THEN, NOW = b'["Ana", "Beto"]', b'["Ana"]'


@pytest.fixture
def backup(tmp_path: Path) -> Path:
    """Of a house in which two were."""
    house = find_data_folder(tmp_path / "house", environment={})
    journal = Journal.open(house.database_url)
    journal.append(draft("1"), 0)
    journal.close()
    house.secret()
    house.keep_sessions(THEN)
    back_up(house, tmp_path / "all.zip")
    return tmp_path / "all.zip"


def put_out(house: DataFolder) -> None:
    house.keep_sessions(NOW)


def lock(house: DataFolder) -> None:
    house.renew_secret()
    house.keep_sessions(NOW)


def forget(house: DataFolder) -> None:
    (house.folder / "guests.json").unlink()


@pytest.mark.parametrize(("meanwhile", "who"), [(put_out, NOW), (lock, b""), (forget, b"")])
def test_who_was_put_out_since_stays_outside(
    backup: Path, tmp_path: Path, meanwhile: Callable[[DataFolder], None], who: bytes
):
    house = find_data_folder(tmp_path / "house", environment={})
    meanwhile(house)
    restore(backup, house, replace=True)
    assert house.stored_sessions() == who


def test_on_another_machine_those_of_the_backup_are_in(backup: Path, tmp_path: Path):
    there = find_data_folder(tmp_path / "new", environment={})
    restore(backup, there)
    assert there.stored_sessions() == THEN


def test_in_another_house_everybody_comes_in_anew(backup: Path, tmp_path: Path):
    other = find_data_folder(tmp_path / "other", environment={})
    other.secret()
    other.keep_sessions(b'["Caro"]')
    restore(backup, other, replace=True)
    assert other.stored_sessions() == b""
