"""Everything in one file and back, also while somebody writes; what is damaged or in use is left alone."""

from __future__ import annotations

import stat
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.backups import KEPT, Backups
from companion.errors import StoryError
from companion.story import Draft, Evidence, Journal, Places, Said, places
from companion.story.backup import back_up, restore
from companion.wording import PHRASES
from tests.companion.conftest import Outcome
from tests.companion.story.drafts import draft


@pytest.fixture
def house(tmp_path: Path) -> Places:
    """A house with two entries, a picture, a key, and its journal open."""
    where = places(tmp_path / "house", environment={})
    journal = Journal.open(where.database_url)
    journal.append(draft("1"), 0)
    journal.append(draft("2", picture=Evidence(where.evidence).keep(b"picture")), 1)
    where.secret()
    return where


@pytest.fixture
def kept(house: Places, tmp_path: Path) -> Path:
    """Its backup."""
    back_up(house, tmp_path / "usb" / "all.zip")
    return tmp_path / "usb" / "all.zip"


def refusal(action: Callable[[], object]) -> str:
    with pytest.raises(StoryError) as refused:
        action()
    assert "\n" not in refused.value.sentence("es")
    return refused.value.key


def test_what_was_kept_comes_back_whole_while_others_go_on_writing(house: Places, kept: Path, tmp_path: Path):
    Journal.open(house.database_url).append(draft("3"), 2)
    there = places(tmp_path / "other", environment={})
    assert restore(kept, there) is None
    assert Journal.open(there.database_url).entries("m1") == Journal.open(house.database_url).entries("m1")[:2]
    name = next(iter(Journal.open(there.database_url).pictures()))
    found = Evidence(there.evidence).find(name)
    assert found is not None
    assert found.read_bytes() == b"picture"
    assert there.secret() == house.secret()
    assert stat.S_IMODE(kept.stat().st_mode) == 0o600
    assert Journal.open(there.database_url).append(draft("4"), 2).number == 3


def test_what_is_there_is_put_aside_and_never_while_it_is_used(house: Places, kept: Path):
    assert refusal(lambda: restore(kept, house)) == "place taken"
    assert refusal(lambda: restore(kept, house, replace=True)) == "place in use"
    held = Journal.open(house.database_url)
    held.close()


def test_another_story_that_nobody_uses_is_put_aside(kept: Path, tmp_path: Path):
    there = places(tmp_path / "other", environment={})
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
    assert refusal(lambda: restore(kept, places(tmp_path / "other", environment={}))) == "no backup"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["house", "usb"]


def test_a_server_of_databases_keeps_its_own_backups(tmp_path: Path):
    where = Places(tmp_path, "postgresql+pg8000://localhost/burako")
    assert refusal(lambda: back_up(where, tmp_path / "all.zip")) == "backup of a server"
    assert refusal(lambda: back_up(places(tmp_path, environment={}), tmp_path / "all.zip")) == "nothing kept"


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
    assert PHRASES[key][0].partition("{")[0] in refused.complaints[0]
    assert "clave" not in refused.complaints[0]
    assert burako(*order, "--database", f"sqlite:///{there / 'story.sqlite'}").status == 0
    assert Journal.open(places(there, environment={}).database_url).matches() == ("m1",)


def test_a_backup_is_made_after_so_many_hands_and_the_oldest_go(house: Places, tmp_path: Path):
    journal, folder = Journal.open(house.database_url), tmp_path / "backups"
    backups = Backups(journal, house, folder, every=2)
    made = []
    for number in range(2 * (KEPT + 2)):
        said = Said(author="Ana", key=f"h{number}")
        journal.append(Draft(match="t1", kind="agreed", text="{}", rules="", said=said), number)
        made.append(backups.look())
    assert [path is not None for path in made] == [False, True] * (KEPT + 2)
    assert sorted(folder.iterdir()) == [path for path in made if path][-KEPT:]
