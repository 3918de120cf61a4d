"""Options shared by several commands, with their help in the user's language."""

from __future__ import annotations

import sys
from collections.abc import Callable
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from companion.cli.usage_errors import language_of
from engine.rules.profiles import PROFILES
from engine.sentences import Translated

SHELL_LANGUAGE = language_of(sys.argv[1:])
"""The language of the help, which is written before an option is read."""


class Language(StrEnum):
    """The languages of the commands."""

    ES = "es"
    EN = "en"
    PT = "pt"
    IT = "it"


def phrase(spanish: str) -> str:
    """The help text in the user's language."""
    return Translated("companion.help", spanish)[SHELL_LANGUAGE]


DEFAULT_LANGUAGE = Language(SHELL_LANGUAGE)


def among(*words: str) -> Callable[[str], list[str]]:
    """A completer for ``words``; a shell offers files where none of them matches."""
    return lambda incomplete: [word for word in words if word.startswith(incomplete)]


RulesOption = Annotated[
    str,
    typer.Option(
        "--rules",
        metavar="PROFILE",
        autocompletion=among(*PROFILES),
        help=phrase("Reglamento, uno de la casa, o un archivo."),
    ),
]
SetOption = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="KEY=VALUE", help=phrase("Cambia una regla del reglamento.")),
]
SetProfileOption = Annotated[
    Path | None,
    typer.Option(
        "--set-profile",
        metavar="FILE",
        help=phrase("Tus fichas, aprendidas con burako adapt."),
        show_default=False,
    ),
]
TaughtOption = Annotated[
    bool,
    typer.Option("--taught", help=phrase("Cada juego de fichas se enseña antes.")),
]
JsonOption = Annotated[bool, typer.Option("--json", help=phrase("Imprime sólo JSON."))]
LangOption = Annotated[Language, typer.Option("--lang", metavar="es|en|pt|it", help=phrase("Idioma de los mensajes."))]
DataOption = Annotated[
    Path | None,
    typer.Option("--data", metavar="DIR", help=phrase("Carpeta de las partidas."), show_default=False),
]
DatabaseOption = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="URL",
        help=phrase("Base de datos de las partidas, si no es la de la carpeta."),
        show_default=False,
    ),
]
