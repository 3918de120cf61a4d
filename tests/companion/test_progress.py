"""How far long work is: a bar for whoever watches, plain lines for a file, nothing where it is soon done."""

from __future__ import annotations

import io
import sys
from itertools import chain, count

import pytest

from companion.cli.progress import EVERY_S, Progress


class Terminal(io.StringIO):
    """A screen that somebody watches."""

    def isatty(self) -> bool:
        return True


@pytest.mark.parametrize(
    ("seconds_each", "language", "lines"),
    [
        (1, "es", []),
        (EVERY_S / 2, "es", ["Leyendo: 2 de 5, faltan 0:00:45", "Leyendo: 4 de 5, faltan 0:00:15"]),
        (EVERY_S / 2, "en", ["Reading: 2 of 5, time left 0:00:45", "Reading: 4 of 5, time left 0:00:15"]),
        (600, "en", [f"Reading: {done} of 5, time left 0:{50 - 10 * done}:00" for done in range(1, 5)]),
    ],
)
def test_a_file_gets_a_plain_line_now_and_then(
    seconds_each: float, language: str, lines: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    clock = chain([0], count(0, seconds_each))
    with Progress(5, language, lambda: next(clock)) as progress:
        assert list(progress.over(range(5))) == list(range(5))
    captured = capsys.readouterr()
    assert (captured.out, captured.err.splitlines()) == ("", lines)


def test_a_person_sees_how_many_are_done_and_how_long_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("TERM", "xterm")
    with Progress(3, "es") as progress:
        assert list(progress.over("abc")) == ["a", "b", "c"]
    shown = screen.getvalue()
    assert "Leyendo" in shown
    assert "3 de 3" in shown.replace("\xa0", " ")
    assert "faltan" in shown


def test_a_person_sees_how_far_the_learning_is_even_of_one_picture(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.setenv("TERM", "xterm")
    with Progress(1, "en") as progress:
        assert list(progress.over("a")) == ["a"]
        on_progress = progress.on_progress()
        for done in range(1, 17):
            on_progress(done, 16)
    shown = screen.getvalue().replace("\xa0", " ")
    assert "Learning" in shown
    assert "16 of 16" in shown
    assert "Reading" not in shown


def test_a_file_gets_a_line_of_a_long_lesson(capsys: pytest.CaptureFixture[str]) -> None:
    clock = chain([0], count(EVERY_S, EVERY_S))
    with Progress(1, "es", lambda: next(clock)) as progress:
        on_progress = progress.on_progress()
        for done in range(1, 4):
            on_progress(done, 3)
    assert capsys.readouterr().err.splitlines() == [
        "Aprendiendo: 1 de 3, faltan 0:01:00",
        "Aprendiendo: 2 de 3, faltan 0:00:30",
    ]
