"""Automatic backups on a disk that is taken out, filled, or shared with others: somebody is told, and nothing of others
goes."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from companion.errors import JournalError
from companion.eventstore import DataFolder, Journal, find_data_folder
from companion.server import automatic_backups
from companion.server.automatic_backups import KEPT_BACKUPS, Backups
from tests.companion.eventstore.test_backup import notes_hands


@pytest.fixture
def stick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder on another disk, as long as it is there."""
    stick = tmp_path / "stick"
    monkeypatch.setattr(automatic_backups, "_device", lambda path: path.is_relative_to(stick) and is_in(stick))
    put_in(stick)
    return stick


def put_in(stick: Path) -> None:
    stick.mkdir(exist_ok=True)
    (stick / "mounted").touch()


def is_in(stick: Path) -> bool:
    return (stick / "mounted").is_file()


def test_nothing_is_written_in_the_place_of_a_disk_that_was_taken_out(
    house: DataFolder, house_journal: Journal, stick: Path
):
    backups = Backups(house_journal, house, stick / "copias", every=1)
    hands = notes_hands(house_journal, range(4))
    next(hands)
    assert backups.look() is not None
    shutil.rmtree(stick)
    next(hands)
    with pytest.raises(JournalError) as refused:
        backups.look()
    assert (refused.value.key, stick.exists()) == ("backup disk gone", False)
    put_in(stick)
    assert backups.look() is not None


def test_a_folder_on_the_same_disk_is_made_where_it_is_missing(
    house: DataFolder, house_journal: Journal, tmp_path: Path
):
    backups = Backups(house_journal, house, tmp_path / "copias", every=1)
    for _ in notes_hands(house_journal, range(2)):
        assert backups.look() is not None
        shutil.rmtree(tmp_path / "copias")


def test_it_is_failing_until_one_is_made(house: DataFolder, house_journal: Journal, stick: Path):
    backups = Backups(house_journal, house, stick / "copias", every=1)
    hands, told = notes_hands(house_journal, range(4)), []
    for is_there in (True, False, True):
        next(hands)
        if is_there:
            put_in(stick)
        else:
            shutil.rmtree(stick)
        backups.turn()
        told.append(backups.is_failing)
    backups.turn()
    assert (told, backups.is_failing) == ([False, True, False], False)


def test_what_a_killed_program_left_half_written_goes(house: DataFolder, house_journal: Journal, tmp_path: Path):
    folder = tmp_path / "copias"
    folder.mkdir()
    theirs = folder / "burako-20261103-210000-000000-300-0123abcd.zip.part"
    for part in (theirs, folder / f"burako-20261103-210000-000000-300-{house.mark()}.zip.part"):
        part.touch()
    backups = Backups(house_journal, house, folder, every=1)
    made = [backups.look() for _ in notes_hands(house_journal, range(1))]
    assert sorted(folder.iterdir()) == sorted([theirs, *made])


def test_what_others_keep_beside_stays(house: DataFolder, house_journal: Journal, tmp_path: Path):
    folder = tmp_path / "copias"
    folder.mkdir()
    others = {folder / "burako-sabado.zip", folder / "burako-20261103-210000-000000-300.zip"}
    for path in others:
        path.touch()
    other = find_data_folder(tmp_path / "other", environment={})
    theirs = Journal.open(other.database_url)
    made = Backups(theirs, other, folder, every=1)
    others |= {path for _ in notes_hands(theirs, range(2)) if (path := made.look())}
    theirs.close()
    backups = Backups(house_journal, house, folder, every=1)
    own = [path for _ in notes_hands(house_journal, range(KEPT_BACKUPS + 3)) if (path := backups.look())]
    assert set(folder.iterdir()) == others | set(own[-KEPT_BACKUPS:])
    assert len(others) == 4
    assert Backups(house_journal, house, folder, every=20).look() is None, (
        "hands are counted from the newest of this house"
    )
