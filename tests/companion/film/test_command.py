"""``burako film``: what film is kept is told, copied out and deleted; ``burako backup`` says that it holds none."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.eventstore import Journal, find_data_folder
from companion.film.film_limits import FilmLimits
from companion.film.film_store import FilmStore
from tests.companion.conftest import Outcome
from tests.companion.eventstore.drafts import draft

BEGAN = 1_800_000_000_000


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A house with three pictures of a match, of which the first two are kept."""
    where = find_data_folder(tmp_path / "house", environment={})
    journal = Journal.open(where.database_url)
    journal.append(draft("1"), 0)
    journal.close()
    shelf = FilmStore(where.films, FilmLimits(), lambda _: 2**40)
    for second in (0, 1, 30):
        shelf.add("m1", BEGAN + 1000 * second, f"picture {second}".encode())
    shelf.finish()
    shelf.keep("m1", BEGAN, BEGAN + 5000)
    return where.folder


def test_it_is_told(burako: Callable[..., Outcome], folder: Path) -> None:
    result = burako("film", "--data", folder, "--json")
    assert json.loads(result.out) == {
        "match": "m1",
        "size_mb": 0.0,
        "kept_mb": 0.0,
        "spans_ms": [[BEGAN, BEGAN + 10_000], [BEGAN + 30_000, BEGAN + 40_000]],
    }
    assert burako("film", "--data", folder).out.startswith("m1: 0.0 MB")


def test_it_is_copied_out_and_deleted(burako: Callable[..., Outcome], folder: Path, tmp_path: Path) -> None:
    assert burako("film", "m1", "--out", tmp_path / "out", "--data", folder).status == 0
    copied = {path.name: path.read_bytes() for path in (tmp_path / "out").iterdir()}
    assert copied == {f"{BEGAN + 1000 * second}.jpg": f"picture {second}".encode() for second in (0, 1, 30)}
    assert burako("film", "m1", "--delete", "--data", folder).status == 0
    assert not list((folder / "films").rglob("*.*"))
    assert burako("film", "--data", folder, "--lang", "en").out == "No film of any table is kept.\n"


REFUSED = {
    # the arguments, and the one line that is said
    "a match without film": (("m9",), "burako: No hay video de «m9»."),
    "a name that leads away": (("../house", "--delete"), "burako: No hay video de «../house»."),
    "delete what": (("--delete",), "burako: Falta MATCH."),
}


@pytest.mark.parametrize("name", REFUSED)
def test_what_cannot_be_is_refused_in_a_line(name: str, burako: Callable[..., Outcome], folder: Path) -> None:
    arguments, said = REFUSED[name]
    refused = burako("film", *arguments, "--data", folder)
    assert (refused.status, refused.out, refused.complaints) == (2, "", (said,))
    assert len(list((folder / "films" / "m1").iterdir())) == 2


def test_a_backup_says_that_film_is_not_in_it(burako: Callable[..., Outcome], folder: Path, tmp_path: Path) -> None:
    result = burako("backup", tmp_path / "all.zip", "--data", folder)
    assert "El video de las mesas no va en la copia." in result.out
    (folder / "films" / "m1").rename(tmp_path / "m1")
    (folder / "films").rmdir()
    assert "video" not in burako("backup", tmp_path / "all.zip", "--data", folder).out
