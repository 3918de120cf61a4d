"""The command ``burako``."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer
from typer.completion import completion_init  # type: ignore[attr-defined]

from companion.cli.options import DEFAULT_LANGUAGE, LangOption, phrase
from companion.cli.output import BAD_INPUT, print_error
from companion.cli.translated_help import LazyCommand, TranslatedGroup
from companion.cli.usage_errors import language_of, usage_sentence
from companion.phrases.wording import say
from companion.version import program_version

COMMANDS = (
    ("read", "read:read", phrase("Lee fotos: fichas, juegos, veredictos y puntos.")),
    ("adapt", "adapt:adapt", phrase("Aprende tu juego de fichas con una foto.")),
    ("meld", "meld:meld", phrase("Juzga juegos escritos.")),
    ("advise", "advise:advise", phrase("Dice qué podés bajar.")),
    ("score", "score:score", phrase("Hace el tanteo de una mano.")),
    ("rules", "rules:rules", phrase("Muestra un reglamento, o revisa uno propio.")),
    ("print", "print:print_game", phrase("Imprime un juego entero: fichas, atriles, tapete y reglas.")),
    ("census", "census:census", phrase("Dice si el juego de fichas está completo, con fotos.")),
    ("serve", "serve:serve", phrase("Abre las páginas: fotos, partidas y torneos.")),
    ("organiser", "organiser:organiser", phrase("Muestra de nuevo cómo entra quien organiza.")),
    ("hooks", "hooks:hooks", phrase("Avisa a otros programas lo que pasa en las mesas.")),
    ("watch", "watch:watch", phrase("Mira una mano y la cuenta.")),
    ("simulate", "simulate:simulate", phrase("Juega una mano y la cuenta.")),
    ("compare-players", "strength_comparison:compare_strengths", phrase("Mide qué programa juega mejor.")),
    ("tally", "tally:tally", phrase("Cuenta miles de fotos de mesas.")),
    ("tournament", "tournament:tournament", phrase("Torneos por zonas.")),
    ("cluster", "cluster:cluster", phrase("Varias máquinas leen juntas.")),
    ("backup", "backup:backup", phrase("Guarda todo en un archivo.")),
    ("film", "film:film", phrase("Muestra, copia o borra el video de las mesas.")),
    ("restore", "backup:restore", phrase("Vuelve a poner una copia.")),
    ("doctor", "doctor:doctor", phrase("Dice qué anda mal en esta máquina y cómo se arregla.")),
    ("record", "record:record", phrase("Filma una mano, para medir con ella.")),
    ("evaluate", "evaluate:evaluate", phrase("Mide la lectura con fotos anotadas.")),
    ("evaluate-films", "evaluate_films:evaluate_films", phrase("Mide cómo se cuentan manos filmadas.")),
    ("completion", "completion:completion", phrase("Completa órdenes con la tecla Tab: bash, zsh o fish.")),
)  # fmt: skip
"""Each command, where it is, and what it does; those of every day first."""
EARLIER_NAMES = {"league": "compare-players", "evaluate-sitting": "evaluate-films"}
"""Names under which commands were released before; they are still accepted."""


class Program(TranslatedGroup):
    """The command group; each command is loaded on first use."""

    def __init__(self, **attributes: Any) -> None:
        """The constructor called by `typer`, which adds every command."""
        super().__init__(**attributes)
        for name, where, does in COMMANDS:
            self.add_command(LazyCommand(name, where, does))

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """The command of a name, also of an earlier one; None where there is none."""
        return super().get_command(ctx, EARLIER_NAMES.get(cmd_name, cmd_name))


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


def _print_version(asked: bool) -> None:
    if asked:
        typer.echo(f"burako {program_version()}".strip())
        raise typer.Exit


VersionOption = Annotated[
    bool,
    typer.Option(
        "--version",
        callback=_print_version,
        is_eager=True,
        help=phrase("Dice qué versión es."),
    ),
]


@app.callback(
    help=phrase(
        "Lee las fichas de una foto, dice si los juegos valen y lleva el tanteo.",
    )
)
def burako(version: VersionOption = False, lang: LangOption = DEFAULT_LANGUAGE) -> None:
    """The options common to all commands; the language has been parsed before."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status: 0 done, 2 bad input, 1 an internal error."""
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
        print_error(say(language, "bug", failure=f"{type(fault).__name__}: {fault}"))
        return 1


def _run(arguments: Sequence[str], language: str) -> int:
    try:
        return int(app(arguments, prog_name="burako", standalone_mode=False) or 0)
    except _UsageError as error:
        if said := usage_sentence(error, arguments, language):
            print_error(said)
        return BAD_INPUT


if __name__ == "__main__":
    sys.exit(main())
