"""Where things live: what is chosen, else what the environment says, else the user's own folder."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from companion.errors import JournalError
from companion.eventstore import Journal, find_data_folder
from companion.eventstore.data_folder import write_privately
from tests.companion.eventstore.drafts import draft

SAID = {"BURAKO_DATA": "mesa", "BURAKO_DATABASE_URL": "postgresql+pg8000://x/y"}


@pytest.mark.parametrize(
    ("folder", "url", "environment", "found"),
    [
        (Path("mia"), None, {}, (Path("mia"), f"sqlite:///{Path('mia') / 'story.sqlite'}")),
        (Path("mia"), None, SAID, (Path("mia"), "postgresql+pg8000://x/y")),
        (None, None, SAID, (Path("mesa"), "postgresql+pg8000://x/y")),
        (None, "sqlite:///otra", SAID, (Path("mesa"), "sqlite:///otra")),
    ],
)
def test_what_is_chosen_comes_first(folder, url, environment, found):
    chosen = find_data_folder(folder, url, environment)
    assert (chosen.folder, str(chosen.database_url)) == found


def test_without_a_choice_it_is_the_users_own_folder():
    assert "burako-companion" in str(find_data_folder(environment={}).folder)


def test_the_secret_is_made_once_and_only_its_owner_reads_it(tmp_path: Path):
    here = find_data_folder(tmp_path / "new", environment={})
    secret = here.secret()
    assert len(secret) == 32
    assert os.name == "nt" or here.folder.stat().st_mode & 0o077 == 0
    assert find_data_folder(tmp_path / "new", environment={}).secret() == secret
    assert find_data_folder(tmp_path / "other", environment={}).secret() != secret
    assert (tmp_path / "new" / "secret").stat().st_mode & 0o077 == 0


def test_another_secret_voids_the_old_one_which_stays_where_none_can_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    here = find_data_folder(tmp_path, environment={})
    first, second = here.secret(), here.renew_secret()
    assert first != second == here.secret()
    assert os.name == "nt" or (tmp_path / "secret").stat().st_mode & 0o077 == 0
    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(JournalError) as refused:
        here.renew_secret()
    assert refused.value.key == "disk full"
    assert here.secret() == second
    assert sorted(path.name for path in tmp_path.iterdir()) == ["former-secrets", "secret"]


def full_disk(_file: int) -> None:
    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("name", ["¿qué?", "50%41", "a?b=c", "tres #3", "con espacio"])
def test_a_folder_of_any_name_holds_its_journal(tmp_path: Path, name: str):
    here = find_data_folder(tmp_path / name / "dir", environment={})
    journal = Journal.open(here.database_url)
    journal.append(draft("1"), 0)
    journal.close()
    assert [path.relative_to(tmp_path).parts[:2] for path in tmp_path.rglob("story.sqlite")] == [(name, "dir")]


@pytest.mark.parametrize("has_links", [True, False], ids=["links", "no links"])
@pytest.mark.parametrize("is_late", [True, False], ids=["late", "first"])
def test_of_two_secrets_that_are_made_at_once_the_first_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, has_links: bool, is_late: bool
):
    path, link = tmp_path / "secret", os.link

    def named(part: Path, wanted: Path) -> None:
        if is_late:
            wanted.write_bytes(b"first")
        if not has_links:
            raise PermissionError("no links on this disk")
        link(part, wanted)

    monkeypatch.setattr(os, "link", named)
    write_privately(path, b"second")
    assert path.read_bytes() == (b"first" if is_late else b"second")
    assert list(tmp_path.iterdir()) == [path]
    assert is_late or path.stat().st_mode & 0o077 == 0
