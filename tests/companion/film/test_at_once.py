"""A table that stops being filmed while a picture of it is being written."""

from __future__ import annotations

from pathlib import Path
from threading import Event, Thread

import pytest

from companion.film.film_limits import FilmLimits
from companion.film.film_store import FilmStore
from companion.film.service import FilmService


def test_nothing_is_filmed_once_it_was_switched_off_and_deleted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    shelf = FilmStore(tmp_path, FilmLimits())
    film = FilmService(shelf, lambda: 1000.0, lambda _match: None)
    film.switch("m", on=True)
    is_writing, is_deleted, add = Event(), Event(), shelf.add

    def slowly(match: str, at_ms: int, jpeg: bytes) -> None:
        is_writing.set()
        is_deleted.wait(0.5)
        add(match, at_ms, jpeg)

    monkeypatch.setattr(shelf, "add", slowly)
    writer = Thread(target=film._write, args=("m", 1_000_000, b"\xff\xd8picture\xff\xd9"))
    writer.start()
    assert is_writing.wait(5)
    film.switch("m", on=False)
    film.delete("m")
    is_deleted.set()
    writer.join()
    shelf.finish()
    assert film.moments("m", 1000.0) == ()
    assert not (tmp_path / "m").exists()


def test_film_of_two_who_switch_at_once_is_as_it_is_remembered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    shelf = FilmStore(tmp_path, FilmLimits())
    film = FilmService(shelf, lambda: 1000.0, lambda _match: None)
    film.switch("m", on=True)
    is_stopping, is_on, finish = Event(), Event(), shelf.finish

    def slowly() -> None:
        is_stopping.set()
        is_on.wait(0.5)
        finish()

    monkeypatch.setattr(shelf, "finish", slowly)
    stopping = Thread(target=lambda: film.switch("m", on=False))
    stopping.start()
    assert is_stopping.wait(5)
    film.switch("m", on=True)
    is_on.set()
    stopping.join()
    again = FilmService(FilmStore(tmp_path, FilmLimits()), lambda: 1000.0, lambda _match: None)
    assert (film.is_on("m"), again.is_on("m")) == (True, True)
