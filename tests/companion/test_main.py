"""The program as a shell starts it: exit status, one line on stderr, never a traceback."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from companion import __main__ as program
from companion import bootstrap
from companion.__main__ import main
from companion.cli.usage_errors import usage_sentence
from companion.eventstore import Journal, find_data_folder
from tests.companion.builders import FakeRecognizer, save_picture
from tests.companion.conftest import Outcome

Shell = Callable[..., Outcome]


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        pytest.param(["meld", "4r 5r 6r"], 0, id="done"),
        pytest.param(["--help"], 0, id="help"),
        pytest.param(["read", "--help"], 0, id="help of a command"),
        pytest.param(["meld", "5q"], 2, id="bad notation"),
        pytest.param(["nonsense"], 2, id="no such command"),
        pytest.param(["meld"], 2, id="nothing to judge"),
        pytest.param(["meld", "4r 5r 6r", "--nonsense"], 2, id="no such option"),
        pytest.param(["evaluate", "--threshold", "7"], 2, id="a threshold beyond 1"),
    ],
)
def test_the_exit_status_says_how_it_went(
    arguments: list[str], status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments) == status
    assert len(capsys.readouterr().err.splitlines()) == (1 if status else 0)


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        pytest.param(["--nonsense"], "No existe la opción --nonsense.", id="no such option"),
        pytest.param(["nonsense"], "No existe la orden «nonsense».", id="no such command"),
        pytest.param(["meld"], "Falta JUEGO.", id="nothing to judge"),
        pytest.param(["score", "a", "b"], "Sobra «b».", id="too much"),
        pytest.param(["rules", "--check"], "A la opción --check le falta su valor.", id="no value"),
        pytest.param(["meld", "--json=1"], "La opción --json no lleva valor.", id="a value"),
        pytest.param(["simulate", "--seed", "x"], "Ese valor no sirve para --seed: va NÚMERO.", id="not a number"),
        pytest.param(["watch", "0", "--fps", "99"], "--fps: va NÚMERO, de 0.1 a 60.", id="beyond its limits"),
        pytest.param(["read", "a.jpg", "--lang", "fr"], "--lang: va es|en|pt|it.", id="no such language"),
    ],
)
def test_wrong_usage_is_told_in_the_language_of_the_shell(
    arguments: list[str], says: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BURAKO_LANG", "es")
    assert main(arguments) == 2
    assert says in capsys.readouterr().err
    monkeypatch.setenv("BURAKO_LANG", "en")
    assert main(arguments) == 2
    assert says not in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["meld", "--lang", "en", "--help"], "Judges melds in writing."),
        (["--help"], "Lee las fichas de una foto"),
        (["meld", "--lang=en", "4r", "--nonsense"], "There is no option --nonsense."),
        (["--lang", "en", "meld", "--help"], "Usage: burako meld [OPTIONS] MELD..."),
        (["watch"], "Falta decir qué mirar: una cámara (0)"),
        (["watch", "0", "--camera", "1", "--lang", "en"], "One thing is watched at a time: “0” or “1”."),
        (["meld", "-h"], "Uso: burako meld [OPCIONES] JUEGO..."),
        (["meld", "4r", "--nonsense", "--lang", "es"], "No existe la opción"),
    ],
)
def test_help_and_complaints_are_in_the_language_asked_for(shell: Shell, arguments: list[str], says: str) -> None:
    result = shell(*arguments)
    assert says in result.out + " ".join(result.complaints)


def test_a_command_loads_nothing_heavy_before_it_is_needed() -> None:
    heavy = ("sqlalchemy", "flask", "granian", "onnxruntime", "distributed", "reportlab", "cryptography")
    asks = f"import sys, companion.__main__; print(*sys.modules.keys() & {heavy})"
    result = subprocess.run([sys.executable, "-c", asks], capture_output=True, text=True, check=True)
    assert result.stdout.split() == []


def test_a_complaint_of_the_parser_that_is_not_known_is_told_as_it_is() -> None:
    assert usage_sentence(ValueError("Something else."), (), "es") == "Something else."


LONG = "x" * 3000
"""A name that no disk takes."""


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param(["read", LONG], id="a picture of a long name"),
        pytest.param(["read", "a.png", "--draw", LONG], id="a drawing of a long name"),
        pytest.param(["tally", LONG], id="a list of a long name"),
        pytest.param(["evaluate", "deep.json"], id="annotations in too many brackets"),
        pytest.param(["evaluate", "--crops", LONG], id="a folder of a long name"),
        pytest.param(["evaluate-sitting", "deep.json"], id="a story in too many brackets"),
        pytest.param(["backup", LONG], id="a backup of a long name"),
        pytest.param(["backup", "b.zip", "--data", LONG], id="a house of a long name"),
        pytest.param(["cluster", "worker", "tls://127.0.0.1:1", "--pass", LONG], id="a pass of a long name"),
        pytest.param(["watch", "demo", "--starter", "99"], id="a player who does not play"),
    ],
)
def test_what_somebody_writes_is_no_fault_of_the_program(
    arguments: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BURAKO_DATA", str(tmp_path / "kept"))
    monkeypatch.setattr(bootstrap, "open_recognizer", lambda _=None: FakeRecognizer())
    Journal.open(find_data_folder().database_url).close()
    save_picture(tmp_path / "a.png")
    (tmp_path / "deep.json").write_text("[" * 100_000)
    assert main(arguments) == 2
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_without_arguments_it_shows_what_it_can_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 2
    captured = capsys.readouterr()
    assert "read" in captured.out + captured.err


def test_a_fault_of_our_own_is_one_line_unless_somebody_debugs(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object) -> None:
        raise ZeroDivisionError("a fault")

    monkeypatch.setattr(bootstrap, "open_rules", broken)
    assert main(["meld", "4r 5r 6r"]) == 1
    assert "a fault" in capsys.readouterr().err
    monkeypatch.setenv("BURAKO_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        main(["meld", "4r 5r 6r"])


def test_an_interrupted_command_says_nothing(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(bootstrap, "open_rules", interrupted)
    assert program.main(["meld", "4r 5r 6r"]) == 130
    assert "Traceback" not in capsys.readouterr().err


def test_a_meld_from_the_shell(shell: Shell) -> None:
    outcome = shell("meld", "5r 6r J 8r", "--json")
    assert (outcome.status, outcome.complaints) == (0, ())
    assert json.loads(outcome.out)["meld"] == "5r 6r J=7r 8r"


def test_missing_models_are_one_line_from_the_shell(shell: Shell, tmp_path: Path) -> None:
    outcome = shell("read", save_picture(tmp_path / "a.jpg"), "--json", models=tmp_path / "nowhere")
    assert (outcome.status, outcome.out, len(outcome.complaints)) == (2, "", 1)
    assert "nowhere" in outcome.complaints[0]
