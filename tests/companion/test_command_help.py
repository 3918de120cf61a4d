"""The help of every command in one language, and what is meant by a mistyped word."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from typer.main import get_command

from companion.__main__ import COMMANDS, EARLIER_NAMES, app, main
from companion.cli.option_values import METAVARS, named
from companion.version import program_version
from tests.companion.conftest import ROOT, Outcome

ENGLISH = (
    "Usage",
    "Options",
    "Arguments",
    "Commands",
    "default",
    "required",
    "Show",
    "TEXT",
    "INTEGER",
    "<int>",
    "<bool>",
    "True",
    "False",
)
"""What the library would say."""


def contexts() -> Iterator[Any]:
    """Every command and every group, as its help sees it."""
    root = get_command(app).make_context("burako", [], resilient_parsing=True)
    for command in root.command.commands.values():
        context = command.make_context(command.name, [], parent=root, resilient_parsing=True)
        yield context
        for name, child in getattr(context.command, "commands", {}).items():
            yield child.make_context(name, [], parent=context, resilient_parsing=True)


ALL = tuple(contexts())


def test_every_command_is_there() -> None:
    assert {context.info_name for context in ALL} > {name for name, *_ in COMMANDS}


@pytest.mark.parametrize(("earlier", "present"), EARLIER_NAMES.items())
def test_a_command_that_was_released_is_accepted_under_its_earlier_name(
    earlier: str, present: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The help tells the present name alone."""
    told = []
    for name in (earlier, present):
        assert main([name, "--help"]) == 0
        told.append(capsys.readouterr().out)
    assert told[0].replace(earlier, present).split() == told[1].split()
    assert main(["--help"]) == 0
    assert earlier not in capsys.readouterr().out.split()


@pytest.mark.parametrize("context", ALL, ids=lambda context: context.command_path)
def test_the_help_of_a_command_says_everything_in_spanish(
    context: Any, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.cli.translated_help.SHELL_LANGUAGE", "es")
    context.command.get_help(context)
    printed = capsys.readouterr().out
    assert printed.startswith(f"Uso: {context.command_path} [OPCIONES]")
    assert [word for word in ENGLISH if re.search(rf"(?<![a-z-]){word}(?![a-z])", printed)] == []


@pytest.mark.parametrize("context", ALL, ids=lambda context: context.command_path)
def test_the_help_of_a_command_spells_both_sides_of_a_choice(context: Any, capsys: pytest.CaptureFixture[str]) -> None:
    context.command.get_help(context)
    printed = capsys.readouterr().out
    spelled = [name for option in context.command.get_params(context) for name in option.secondary_opts]
    assert [name for name in spelled if name not in printed] == []


@pytest.mark.parametrize("context", ALL, ids=lambda context: context.command_path)
def test_every_value_has_a_name_in_both_languages(context: Any) -> None:
    valued = [param for param in context.command.get_params(context) if not getattr(param, "is_flag", False)]
    assert [option.name for option in valued if not option.metavar] == []
    words = {word for option in valued for word in re.findall(r"\b[A-Z]{2,}\b", option.metavar)}
    assert words <= set(METAVARS)


@pytest.mark.parametrize(
    ("metavar", "spanish"),
    [
        ("IMAGE|FOLDER...", "FOTO|CARPETA..."),
        ("HAND.toml|HAND.json", "MANO.toml|MANO.json"),
        ("KEY=VALUE", "REGLA=VALOR"),
        ("tls://HOST:8786", "tls://MÁQUINA:8786"),
        ('"1b 2b ... J"', '"1b 2b ... J"'),
    ],
)
def test_the_name_of_a_value_is_translated_word_by_word(metavar: str, spanish: str) -> None:
    assert (named(metavar, "es"), named(metavar, "en")) == (spanish, metavar)


@pytest.mark.parametrize(
    ("typed", "spanish", "english"),
    [
        ("raed", "«raed». ¿Quisiste decir read?", "“raed”. Did you mean read?"),
        ("leer", "¿Quisiste decir read?", "Did you mean read?"),
        ("torneo", "¿Quisiste decir tournament?", "Did you mean tournament?"),
        ("help", "¿Quisiste decir --help?", "Did you mean --help?"),
        ("version", "¿Quisiste decir --version?", "Did you mean --version?"),
        ("tournament standing", "¿Quisiste decir standings?", "Did you mean standings?"),
        ("read --rule torneo", "--rule. ¿Quisiste decir --rules?", "--rule. Did you mean --rules?"),
        ("read --reglamento=torneo", "--reglamento. ¿Quisiste decir --rules?", "Did you mean --rules?"),
        ("meld -json", "-json. ¿Quisiste decir --json?", "-json. Did you mean --json?"),
        ("watch --camra 0", "--camra. ¿Quisiste decir --camera?", "Did you mean --camera?"),
        ("serve --puerto 1", "--puerto. ¿Quisiste decir --port?", "Did you mean --port?"),
    ],
)
def test_a_mistyped_word_is_answered_with_the_right_one(
    typed: str, spanish: str, english: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for language, sentence in (("es", spanish), ("en", english)):
        monkeypatch.setenv("BURAKO_LANG", language)
        assert main(typed.split()) == 2
        assert sentence in capsys.readouterr().err


@pytest.mark.parametrize("typed", ["zzzz", "read --zzzz"])
def test_nothing_is_suggested_for_what_resembles_nothing(typed: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(typed.split()) == 2
    assert "?" not in capsys.readouterr().err


def test_the_version_is_told(shell: Callable[..., Outcome]) -> None:
    assert shell("--version").out == f"burako {program_version()}\n"


@pytest.mark.parametrize("typed", [["--help"], ["meld", "4r 5r 6r"], ["rules", "clasico"]])
def test_who_shows_no_picture_waits_for_nothing_that_opens_pictures(typed: list[str]) -> None:
    asks = (
        f"import sys, companion.__main__ as it; it.main({typed}); print('cv2' in sys.modules, 'numpy' in sys.modules)"
    )
    result = subprocess.run([sys.executable, "-c", asks], cwd=ROOT, capture_output=True, text=True, check=True)
    assert result.stdout.splitlines()[-1] == "False False"
