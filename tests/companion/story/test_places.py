"""Where things live: what is chosen, else what the environment says, else the user's own folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.story import places

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
    chosen = places(folder, url, environment)
    assert (chosen.folder, chosen.database_url) == found


def test_without_a_choice_it_is_the_users_own_folder():
    assert "burako-companion" in str(places(environment={}).folder)


def test_the_secret_is_made_once_and_only_its_owner_reads_it(tmp_path: Path):
    here = places(tmp_path / "new", environment={})
    secret = here.secret()
    assert len(secret) == 32
    assert places(tmp_path / "new", environment={}).secret() == secret
    assert places(tmp_path / "other", environment={}).secret() != secret
    assert (tmp_path / "new" / "secret").stat().st_mode & 0o077 == 0
