"""The command ``burako``."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from typer.completion import completion_init  # type: ignore[attr-defined]

from companion.commands.helping import Deferred, SpokenGroup
from companion.commands.options import DEFAULT_LANGUAGE, LangOption, told
from companion.commands.speech import BAD_INPUT, complain
from companion.commands.usage import language_of, usage_sentence
from companion.phrases.wording import say
from companion.version import program_version

COMMANDS = (
    ("read", "read:read", told("Lee fotos: fichas, juegos, veredictos y puntos.")),
    ("adapt", "adapt:adapt", told("Aprende tu juego de fichas con una foto.")),
    ("meld", "meld:meld", told("Juzga juegos escritos.")),
    ("advise", "advise:advise", told("Dice qué podés bajar.")),
    ("score", "score:score", told("Hace el tanteo de una mano.")),
    ("rules", "rules:rules", told("Muestra un reglamento, o revisa uno propio.")),
    ("print", "print:print_game", told("Imprime un juego entero: fichas, atriles, tapete y reglas.")),
    ("census", "census:census", told("Dice si el juego de fichas está completo, con fotos.")),
    ("serve", "serve:serve", told("Abre las páginas: fotos, partidas y torneos.")),
    ("organiser", "organiser:organiser", told("Muestra de nuevo cómo entra quien organiza.")),
    ("hooks", "hooks:hooks", told("Avisa a otros programas lo que pasa en las mesas.")),
    ("watch", "watch:watch", told("Mira una mano y la cuenta.")),
    ("simulate", "simulate:simulate", told("Juega una mano y la cuenta.")),
    ("league", "league:league", told("Mide qué programa juega mejor.")),
    ("tally", "tally:tally", told("Cuenta miles de fotos de mesas.")),
    ("tournament", "tournament:tournament", told("Torneos por zonas.")),
    ("cluster", "cluster:cluster", told("Varias máquinas leen juntas.")),
    ("backup", "backup:backup", told("Guarda todo en un archivo.")),
    ("film", "film:film", told("Muestra, copia o borra el video de las mesas.")),
    ("restore", "backup:restore", told("Vuelve a poner una copia.")),
    ("doctor", "doctor:doctor", told("Dice qué anda mal en esta máquina y cómo se arregla.")),
    ("record", "record:record", told("Filma una mano, para medir con ella.")),
    ("evaluate", "evaluate:evaluate", told("Mide la lectura con fotos anotadas.")),
    ("evaluate-sitting", "evaluate_sitting:evaluate_sitting", told("Mide cómo se cuentan manos filmadas.")),
    ("completion", "completion:completion", told("Completa órdenes con la tecla Tab: bash, zsh o fish.")),
)  # fmt: skip
"""Each command, where it is, and what it does; those of every day first."""


class Program(SpokenGroup):
    """All commands, each loaded when it is asked for."""

    def __init__(self, **attributes: Any) -> None:
        """As `typer` makes it, with every command in its place."""
        super().__init__(**attributes)
        for name, where, does in COMMANDS:
            self.add_command(Deferred(name, where, does))


app = typer.Typer(
    name="burako",
    cls=Program,
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
)

_UsageError: type[Exception] = typer.BadParameter.__mro__[2]
"""The root of what the parser of options complains of; its own module has moved between versions of typer."""


def _tell_version(asked: bool) -> None:
    if asked:
        typer.echo(f"burako {program_version()}".strip())
        raise typer.Exit


VersionOption = Annotated[
    bool,
    typer.Option(
        "--version",
        callback=_tell_version,
        is_eager=True,
        help=told("Dice qué versión es."),
    ),
]


@app.callback(
    help=told(
        "Lee las fichas de una foto, dice si los juegos valen y lleva el tanteo.",
    )
)
def burako(version: VersionOption = False, lang: LangOption = DEFAULT_LANGUAGE) -> None:
    """What holds for every command; the language has been taken from the command line before."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and gives its exit status: 0 done, 2 bad input, 1 a fault of the program's own."""
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(encoding="utf-8", errors="backslashreplace")
    written = tuple(sys.argv[1:] if arguments is None else arguments)
    language = language_of(written)
    completion_init()
    try:
        return _run(written, language)
    except (KeyboardInterrupt, typer.Abort):
        return 130
    except Exception as fault:
        if os.environ.get("BURAKO_DEBUG"):
            raise
        complain(say(language, "bug", failure=f"{type(fault).__name__}: {fault}"))
        return 1


def _run(arguments: Sequence[str], language: str) -> int:
    try:
        return int(app(arguments, prog_name="burako", standalone_mode=False) or 0)
    except _UsageError as error:
        if said := usage_sentence(error, arguments, language):
            complain(said)
        return BAD_INPUT


if __name__ == "__main__":
    sys.exit(main())
