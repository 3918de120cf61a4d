"""``burako completion``: shell completion of commands, options and rule sets."""

from __future__ import annotations

import os
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from typer.completion import get_completion_script, install  # type: ignore[attr-defined]  # typer documents both

from companion.cli.options import DEFAULT_LANGUAGE, LangOption, phrase
from companion.cli.output import errors_in_one_line, unwritable
from companion.phrases.wording import say

PROGRAM, VARIABLE = "burako", "_BURAKO_COMPLETE"


class Shell(StrEnum):
    """The supported shells."""

    BASH = "bash"
    ZSH = "zsh"
    FISH = "fish"


ShellArgument = Annotated[
    Shell | None,
    typer.Argument(
        metavar="bash|zsh|fish",
        help=phrase("Si falta, el que usás."),
        show_default=False,
    ),
]
InstallOption = Annotated[
    bool,
    typer.Option("--install", help=phrase("Lo deja puesto para siempre.")),
]


@errors_in_one_line
def completion(
    shell: ShellArgument = None, install: InstallOption = False, lang: LangOption = DEFAULT_LANGUAGE
) -> None:
    """Print the script, to be read as ``source <(burako completion bash)``, or install it."""
    wanted = shell or _own_shell()
    if not install:
        typer.echo(get_completion_script(prog_name=PROGRAM, complete_var=VARIABLE, shell=wanted))
        return
    typer.echo(say(lang, "completion installed", shell=wanted, path=_installed(wanted)))


def _own_shell() -> Shell:
    """The user's shell; bash where it is not supported."""
    name = Path(os.environ.get("SHELL", "")).name
    return Shell(name) if name in tuple(Shell) else Shell.BASH


def _installed(shell: Shell) -> Path:
    """Install the script, and return its path. Raises Refused."""
    try:
        return install(shell=shell, prog_name=PROGRAM, complete_var=VARIABLE)[1]
    except OSError as error:
        raise unwritable(Path(error.filename or "~"), error) from error
