"""Command output: JSON or text on stdout, one line per error on stderr, exit 2 for bad input."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, Never, ParamSpec

import typer
from rich.console import Console

from companion.errors import CompanionError, Refused
from companion.phrases.wording import preferred_language
from engine.hand.hand_file import RecordError
from engine.rules.rules import RulesError
from engine.tiles import NotationError
from vision.errors import VisionError

BAD_INPUT = 2
_MOST_SIGNS, _LAST_SIGNS = 1000, 200
"""The longest message before its middle is omitted, and the length of its remaining end."""
_Options = ParamSpec("_Options")


def unreadable(path: Path, error: OSError) -> Refused:
    """The refusal of an unreadable file."""
    if isinstance(error, FileNotFoundError):
        return Refused("no such file", path=path)
    return Refused("unreadable file", path=path, reason=error.strerror or type(error).__name__)


def unwritable(path: Path, error: OSError) -> Refused:
    """The refusal of an unwritable file."""
    return Refused("unwritable", path=path, reason=error.strerror or type(error).__name__)


def print_error(sentence: str) -> None:
    """Print one line on stderr, of limited length and without control characters."""
    line = "".join(sign if sign.isprintable() else "\ufffd" for sign in " ".join(sentence.split()))
    if len(line) > _MOST_SIGNS:
        line = f"{line[: _MOST_SIGNS - _LAST_SIGNS]} … {line[-_LAST_SIGNS:]}"
    typer.echo(f"burako: {line}", err=True)


def refuse(sentence: str) -> Never:
    """Print one line on stderr, and end the command."""
    print_error(sentence)
    raise typer.Exit(BAD_INPUT)


def sentence_of(error: Exception, language: str) -> str:
    """The sentence of a known error for the user."""
    sentence = getattr(error, "sentence", None)
    return str(sentence(language)) if callable(sentence) else str(error)


def errors_in_one_line(command: Callable[_Options, None]) -> Callable[_Options, None]:
    """Wrap ``command`` so that expected errors are one line instead of a traceback."""

    @functools.wraps(command)
    def spoken(*args: _Options.args, **options: _Options.kwargs) -> None:
        try:
            command(*args, **options)
        except _expected() as error:
            refuse(sentence_of(error, str(options.get("lang") or preferred_language())))

    return spoken


def _expected() -> tuple[type[Exception], ...]:
    """The expected errors: those of the environment and the input."""
    return (CompanionError, VisionError, NotationError, RulesError, RecordError)


def print_json(value: Any) -> None:
    """Print one line of JSON on stdout."""
    typer.echo(json.dumps(value, ensure_ascii=False))


def terminal() -> Console:
    """The console of the present stdout."""
    return Console(highlight=False)
