"""Everything in one file and back, also while somebody writes; what is damaged or in use is left alone."""

from __future__ import annotations

import logging
import os
import shutil
import sqlite3
import stat
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest

from companion.errors import JournalError
from companion.eventstore import DataFolder, Draft, EventMetadata, EvidenceStore, Journal, find_data_folder
from companion.eventstore.backup import DATABASE, STAMP, back_up, check_backup, restore
from companion.phrases.wording import PHRASES
from companion.server.automatic_backups import KEPT_BACKUPS, REST_S, Backups
from tests.companion.conftest import Outcome
from tests.companion.eventstore.damage import edited
from tests.companion.eventstore.drafts import draft


@pytest.fixture
def house(tmp_path: Path) -> Iterator[DataFolder]:
    """A house with two entries, a picture, a key, and its journal open."""
    where = find_data_folder(tmp_path / "house", environment={})
    journal = Journal.open(where.database_url)
    journal.append(draft("1"), 0)
    journal.append(draft("2", picture=EvidenceStore(where.evidence).keep(b"picture")), 1)
    where.secret()
    yield where
    journal.close()


@pytest.fixture
def kept(house: DataFolder, tmp_path: Path) -> Path:
    """Its backup."""
    back_up(house, tmp_path / "usb" / "all.zip")
    return tmp_path / "usb" / "all.zip"


def refusal(action: Callable[[], object]) -> str:
    with pytest.raises(JournalError) as refused:
        action()
    assert "\n" not in refused.value.sentence("es")
    return refused.value.key


def test_film_of_tables_is_in_no_backup_and_stays_where_it_is_watched_over(house: DataFolder, tmp_path: Path):
    film = house.films / "m1" / "1.film"
    film.parent.mkdir(parents=True)
    film.write_bytes(b"film")
    back_up(house, tmp_path / "all.zip")
    with zipfile.ZipFile(tmp_path / "all.zip") as pack:
        assert not [name for name in pack.namelist() if "film" in name]
    there = find_data_folder(tmp_path / "other", environment={})
    other = there.films / "m9" / "2.film"
    other.parent.mkdir(parents=True)
    other.write_bytes(b"of another evening")
    aside = restore(tmp_path / "all.zip", there, replace=True)
    assert aside is not None
    assert not (aside / "films").exists(), "nobody would delete it there"
    assert other.read_bytes() == b"of another evening"


def test_what_was_kept_comes_back_whole_while_others_go_on_writing(house: DataFolder, kept: Path, tmp_path: Path):
    Journal.open(house.database_url).append(draft("3"), 2)
    there = find_data_folder(tmp_path / "other", environment={})
    assert restore(kept, there) is None
    assert Journal.open(there.database_url).entries("m1") == Journal.open(house.database_url).entries("m1")[:2]
    name = next(iter(Journal.open(there.database_url).pictures()))
    found = EvidenceStore(there.evidence).find(name)
    assert found is not None
    assert found.read_bytes() == b"picture"
    assert there.secret() == house.secret()
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert Journal.open(there.database_url).append(draft("4"), 2).number == 3


@pytest.mark.parametrize("file", ["leagues/l123456789.json", "hooks/w123456789/hook.json",
                                  "hooks/w123456789/queue/000000000001.json"])  # fmt: skip
def test_leagues_and_hooks_come_along_and_stay_their_owners(house: DataFolder, tmp_path: Path, file: str):
    path = house.folder / file
    path.parent.mkdir(parents=True)
    path.write_text('{"title": "Los sábados"}', encoding="utf-8")
    back_up(house, tmp_path / "all.zip")
    there = find_data_folder(tmp_path / "other", environment={})
    restore(tmp_path / "all.zip", there)
    assert (there.folder / file).read_bytes() == path.read_bytes()
    assert stat.S_IMODE((there.folder / file).stat().st_mode) == 0o600


def test_what_is_there_is_put_aside_and_never_while_it_is_used(house: DataFolder, kept: Path):
    assert refusal(lambda: restore(kept, house)) == "place taken"
    assert refusal(lambda: restore(kept, house, replace=True)) == "place in use"


def test_another_story_that_nobody_uses_is_put_aside(kept: Path, tmp_path: Path):
    there = find_data_folder(tmp_path / "other", environment={})
    journal = Journal.open(there.database_url)
    journal.append(draft("x", match="m9"), 0)
    journal.close()
    aside = restore(kept, there, replace=True)
    assert aside is not None
    assert Journal.open(there.database_url).matches() == ("m1",)
    assert Journal.open(f"sqlite:///{aside / 'story.sqlite'}").matches() == ("m9",)


@pytest.mark.parametrize("spoil", ["cut", "changed", "other", "missing"])
def test_a_damaged_backup_changes_nothing(kept: Path, tmp_path: Path, spoil: str):
    whole = kept.read_bytes()
    if spoil == "other":
        with zipfile.ZipFile(kept, "w") as pack:
            pack.writestr("story.sqlite", "not ours")
    elif spoil == "missing":
        kept.unlink()
    else:
        at = whole.index(b"picture" if spoil == "changed" else b"story.sqlite")
        kept.write_bytes(whole[:at] + (b"" if spoil == "cut" else b"PICTURE" + whole[at + 7 :]))
    assert refusal(lambda: restore(kept, find_data_folder(tmp_path / "other", environment={}))) == "no backup"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["house", "usb"]


def test_a_backup_with_one_damaged_byte_comes_back_or_is_refused(kept: Path, tmp_path: Path):
    whole, there, refused = kept.read_bytes(), tmp_path / "other", 0
    for at in range(len(whole) - 1, 0, -53):
        kept.write_bytes(whole[:at] + bytes([whole[at] ^ 1 << at % 8]) + whole[at + 1 :])
        try:
            restore(kept, find_data_folder(there, environment={}))
            shutil.rmtree(there)
        except JournalError as error:
            refused += error.key == "no backup"
            assert not there.exists()
    assert refused > len(whole) // 53 // 2


def test_a_file_from_before_1980_is_backed_up_too(house: DataFolder, tmp_path: Path):
    (picture,) = [path for path in house.evidence.rglob("*") if path.is_file()]
    os.utime(picture, (0, 0))
    back_up(house, tmp_path / "all.zip")
    assert restore(tmp_path / "all.zip", find_data_folder(tmp_path / "other", environment={})) is None


def test_a_server_of_databases_keeps_its_own_backups(tmp_path: Path):
    where = DataFolder(tmp_path, "postgresql+pg8000://localhost/burako")
    assert refusal(lambda: back_up(where, tmp_path / "all.zip")) == "backup of a server"
    assert refusal(lambda: back_up(find_data_folder(tmp_path, environment={}), tmp_path / "all.zip")) == "nothing kept"


@pytest.mark.parametrize(
    ("database", "key"),
    [
        ("postgresql+pg8000://burako:clave@localhost/burako", "backup of a server"),
        ("sqlite:///{folder}/elsewhere.sqlite", "restored elsewhere"),
        ("no address", "no such database"),
    ],
)
def test_a_backup_is_put_into_a_folder_and_into_no_other_database(
    burako: Callable[..., Outcome], kept: Path, tmp_path: Path, database: str, key: str
):
    there = tmp_path / "other"
    order = ("restore", kept, "--data", there, "--lang", "es")
    refused = burako(*order, "--database", database.format(folder=tmp_path))
    assert (refused.status, len(refused.complaints), there.exists()) == (2, 1, False)
    assert PHRASES[key]["es"].partition("{")[0] in refused.complaints[0]
    assert "clave" not in refused.complaints[0]
    assert burako(*order, "--database", f"sqlite:///{there / 'story.sqlite'}").status == 0
    assert Journal.open(find_data_folder(there, environment={}).database_url).matches() == ("m1",)


def notes_hands(journal: Journal, numbers: range) -> Iterator[int]:
    for number in numbers:
        said = EventMetadata(author="Ana", key=f"h{number}")
        yield journal.append(Draft(match="t1", kind="agreed", text="{}", rules="", said=said), number).number


def test_a_backup_is_made_after_so_many_hands_and_the_oldest_go(house: DataFolder, tmp_path: Path):
    journal, folder = Journal.open(house.database_url), tmp_path / "backups"
    backups = Backups(journal, house, folder, every=2)
    made = [backups.look() for _ in notes_hands(journal, range(2 * (KEPT_BACKUPS + 2)))]
    assert [path is not None for path in made] == [False, True] * (KEPT_BACKUPS + 2)
    assert sorted(folder.iterdir()) == [path for path in made if path][-KEPT_BACKUPS:]


def test_hands_are_counted_on_however_often_the_program_is_begun_anew(house: DataFolder, tmp_path: Path):
    journal, made = Journal.open(house.database_url), []
    (tmp_path / "backups").mkdir()
    (tmp_path / "backups" / "burako-mia.zip").touch()
    for _ in notes_hands(journal, range(9)):
        backups = Backups(journal, house, tmp_path / "backups", every=4)
        made += [backups.look(), backups.look()]
    assert [at for at, path in enumerate(made) if path] == [6, 14]


def test_another_journal_with_fewer_hands_is_backed_up_too(house: DataFolder, tmp_path: Path):
    (tmp_path / "backups").mkdir()
    (tmp_path / "backups" / "burako-20261103-210000-000000-300.zip").touch()
    backups = Backups(Journal.open(house.database_url), house, tmp_path / "backups", every=20)
    assert [bool(backups.look()) for _ in range(2)] == [True, False]


def test_whatever_goes_wrong_is_logged_and_tried_again_later(
    house: DataFolder, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
):
    backups = Backups(Journal.open(house.database_url), house, tmp_path / "backups", every=20)
    for fault in (JournalError("nothing kept", place="nowhere"), ZeroDivisionError("a fault")):
        monkeypatch.setattr(backups, "look", partial(_fails, fault))
        assert backups.turn() == REST_S
    assert [record.levelno for record in caplog.records] == [logging.WARNING, logging.ERROR]


def _fails(fault: Exception) -> None:
    raise fault


def test_an_archive_without_a_journal_is_refused(kept: Path, tmp_path: Path):
    with zipfile.ZipFile(kept) as pack, zipfile.ZipFile(tmp_path / "less.zip", "w") as less:
        for name in pack.namelist():
            if name != DATABASE:
                less.writestr(name, pack.read(name))
    there = find_data_folder(tmp_path / "other", environment={})
    assert refusal(lambda: restore(tmp_path / "less.zip", there)) == "no backup"
    with zipfile.ZipFile(tmp_path / "less.zip", "a") as less:
        less.write(empty_database(tmp_path), DATABASE)
    assert refusal(lambda: restore(tmp_path / "less.zip", there)) == "no backup"
    assert not there.folder.exists()


def empty_database(folder: Path) -> Path:
    with closing(sqlite3.connect(folder / "empty.sqlite")) as database:
        database.execute("CREATE TABLE notes (text)")
    return folder / "empty.sqlite"


BOMBS = [
    pytest.param({"pictures/a": 300 * 2**20}, {}, id="zeros that become 300 MB"),
    pytest.param(
        {"pictures/a": 2**20 + 1, "pictures/b": 2**20 + 1}, {"MOST_BYTES": 2**20}, id="more than any house has"
    ),
    pytest.param({f"pictures/{number}": 1 for number in range(60)}, {"MOST_FILES": 50}, id="files without number"),
    pytest.param({STAMP: 20 * 2**20}, {}, id="a stamp of 20 MB"),
]


@pytest.mark.parametrize(("files", "limits"), BOMBS)
def test_a_bomb_is_refused_before_it_is_opened(
    kept: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, files: dict[str, int], limits: dict[str, int]
):
    with zipfile.ZipFile(kept) as pack, zipfile.ZipFile(tmp_path / "bomb.zip", "w", zipfile.ZIP_DEFLATED) as bomb:
        for name in set(pack.namelist()) - files.keys():
            bomb.writestr(name, pack.read(name))
        for name, size in files.items():
            bomb.writestr(name, bytes(size))
    for name, most in limits.items():
        monkeypatch.setattr(f"companion.eventstore.backup.{name}", most)
    monkeypatch.setattr(zipfile.ZipFile, "testzip", lambda _: pytest.fail("it was opened"))
    assert refusal(lambda: restore(tmp_path / "bomb.zip", find_data_folder(tmp_path / "other", environment={}))) == (
        "backup too large"
    )


def test_a_backup_of_what_is_damaged_says_so_and_pushes_no_sound_one_out(house: DataFolder, tmp_path: Path):
    journal = Journal.open(house.database_url)
    backups = Backups(journal, house, tmp_path / "backups", every=1)
    sound = [backups.look() for _ in notes_hands(journal, range(KEPT_BACKUPS))]
    edited(house.folder / DATABASE, "UPDATE entries SET text = '{ }' WHERE match = 'm1' AND number = 1")
    found = back_up(house, tmp_path / "all.zip")
    assert (found.is_sound, found.damaged) == (False, ("m1",))
    damaged = [backups.look() for _ in notes_hands(journal, range(KEPT_BACKUPS, 2 * KEPT_BACKUPS + 2))]
    assert sorted((tmp_path / "backups").iterdir()) == sorted([*sound, *damaged[-KEPT_BACKUPS:]])
    assert check_backup(sound[-1]).is_sound
    assert check_backup(damaged[-1]).damaged == ("m1",)


def test_the_commands_never_say_that_all_is_well_over_damage(
    burako: Callable[..., Outcome], house: DataFolder, kept: Path, tmp_path: Path
):
    here = ("--data", house.folder, "--lang", "es")
    assert burako("backup", "--check", *here).status == 0
    edited(house.folder / DATABASE, "UPDATE entries SET text = '{ }' WHERE match = 'm1' AND number = 1")
    for order in (
        ("backup", "--check"),
        ("backup", tmp_path / "more.zip"),
        ("backup", tmp_path / "more.zip", "--check"),
    ):
        result = burako(*order, *here)
        assert (result.status, len(result.complaints)) == (1, 1)
        assert "m1" in result.complaints[0]
    assert burako("backup", kept, "--check", *here).status == 0
    there = ("--data", tmp_path / "other", "--lang", "es")
    assert burako("restore", tmp_path / "more.zip", *there).status == 1
    assert burako("restore", kept, "--only", "m1", *there).status == 0
    assert burako("backup", "--check", *there).status == 0
    assert burako("restore", kept, "--only", "m1", *there).status == 2
    assert burako("backup", *here).status == 2
