"""A backup brings back what was noted, and nobody who was put out since."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.eventstore import DataFolder, Journal, find_data_folder, folder_swap
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


@pytest.mark.parametrize(("meanwhile", "who"), [(put_out, NOW), (lock, NOW), (forget, b"")])
def test_who_was_put_out_since_stays_outside(
    backup: Path, tmp_path: Path, meanwhile: Callable[[DataFolder], None], who: bytes
):
    house = find_data_folder(tmp_path / "house", environment={})
    meanwhile(house)
    restore(backup, house, replace=True)
    assert house.stored_sessions() == who


def test_codes_that_were_changed_since_stay_changed(backup: Path, tmp_path: Path):
    house = find_data_folder(tmp_path / "house", environment={})
    known = house.secret()
    lock(house)
    lock(house)
    now = house.secret()
    restore(backup, house, replace=True)
    assert now == house.secret() != known
    back_up(house, tmp_path / "later.zip")
    restore(backup, house, replace=True)
    restore(tmp_path / "later.zip", house, replace=True)
    assert house.secret() == now
    assert house.stored_sessions() == NOW


def test_a_key_that_was_never_used_gives_way_to_that_of_the_backup(backup: Path, tmp_path: Path):
    known = find_data_folder(tmp_path / "house", environment={}).secret()
    other = find_data_folder(tmp_path / "other", environment={})
    assert other.secret() != known
    restore(backup, other, replace=True)
    assert other.secret() == known


def test_whoever_ends_it_as_soon_as_it_is_there_lets_nobody_in(
    backup: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    house = find_data_folder(tmp_path / "house", environment={})
    lock(house)
    now = house.secret()
    monkeypatch.setattr(folder_swap, "sync_folder", ended)
    with pytest.raises(KeyboardInterrupt):
        restore(backup, house, replace=True)
    assert (house.stored_sessions(), house.secret()) == (NOW, now)


def ended(_: Path) -> None:
    raise KeyboardInterrupt


def test_what_is_restored_twice_in_a_second_is_set_aside_twice(backup: Path, tmp_path: Path):
    house = find_data_folder(tmp_path / "house", environment={})
    asides = {restore(backup, house, replace=True) for _ in range(3)}
    assert len(asides) == 3
    assert all((aside / "story.sqlite").is_file() for aside in asides if aside)


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


DAMAGED = {
    "cut": lambda sound: sound[:5000],
    "overwritten": lambda sound: sound[:5000] + b"\xff" * (len(sound) - 5000),
    "without a beginning": lambda sound: bytes(100) + sound[100:],
    "in its schema": lambda sound: sound.replace(b"CREATE TABLE", b"CREATE TA\xb4LE"),
}


@pytest.mark.parametrize("damage", DAMAGED.values(), ids=DAMAGED)
def test_a_house_that_is_damaged_is_replaced(backup: Path, tmp_path: Path, damage: Callable[[bytes], bytes]):
    house = find_data_folder(tmp_path / "house", environment={})
    kept = house.folder / "story.sqlite"
    kept.write_bytes(damage(kept.read_bytes()))
    restore(backup, house, replace=True)
    journal = Journal.open(house.database_url)
    assert journal.newest() == 1
    journal.close()
