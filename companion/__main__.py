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
    ("read", "read:read", "Lee fotos: fichas, juegos, veredictos y puntos.",
     "Reads photographs: tiles, melds, verdicts, points."),
    ("adapt", "adapt:adapt", "Aprende tu juego de fichas con una foto.",
     "Learns your own set of tiles from a photograph."),
    ("meld", "meld:meld", "Juzga juegos escritos.", "Judges melds in writing."),
    ("advise", "advise:advise", "Dice qué podés bajar.", "Says what you can lay."),
    ("score", "score:score", "Hace el tanteo de una mano.", "Makes the score sheet of a hand."),
    ("rules", "rules:rules", "Muestra un reglamento, o revisa uno propio.", "Shows a rule set, or checks your own."),
    ("print", "print:print_game", "Imprime un juego entero: fichas, atriles, tapete y reglas.",
     "Prints a whole game: tiles, racks, a mat and the rules."),
    ("census", "census:census", "Dice si el juego de fichas está completo, con fotos.",
     "Says whether a set of tiles is complete, from pictures."),
    ("serve", "serve:serve", "Abre las páginas: fotos, partidas y torneos.",
     "Serves the pages: photographs, matches and tournaments."),
    ("organiser", "organiser:organiser", "Muestra de nuevo cómo entra quien organiza.",
     "Shows again how the organiser comes in."),
    ("hooks", "hooks:hooks", "Avisa a otros programas lo que pasa en las mesas.",
     "Tells other programs what happens at the tables."),
    ("watch", "watch:watch", "Mira una mano y la cuenta.", "Watches a hand and tells it."),
    ("simulate", "simulate:simulate", "Juega una mano y la cuenta.", "Plays a hand and tells it."),
    ("league", "league:league", "Mide qué programa juega mejor.", "Measures which program plays better."),
    ("tally", "tally:tally", "Cuenta miles de fotos de mesas.", "Counts photographs of tables by the thousand."),
    ("tournament", "tournament:tournament", "Torneos por zonas.", "Tournaments in zones."),
    ("cluster", "cluster:cluster", "Varias máquinas leen juntas.", "Several machines read together."),
    ("backup", "backup:backup", "Guarda todo en un archivo.", "Keeps everything in one file."),
    ("film", "film:film", "Muestra, copia o borra el video de las mesas.",
     "Shows, copies or deletes the film of the tables."),
    ("restore", "backup:restore", "Vuelve a poner una copia.", "Puts a backup back."),
    ("doctor", "doctor:doctor", "Dice qué anda mal en esta máquina y cómo se arregla.",
     "Says what is wrong on this machine and how to mend it."),
    ("record", "record:record", "Filma una mano, para medir con ella.", "Films a hand, to measure with it."),
    ("evaluate", "evaluate:evaluate", "Mide la lectura con fotos anotadas.",
     "Measures the reading on labelled pictures."),
    ("evaluate-sitting", "evaluate_sitting:evaluate_sitting", "Mide cómo se cuentan manos filmadas.",
     "Measures how filmed hands are told."),
    ("completion", "completion:completion", "Completa órdenes con la tecla Tab: bash, zsh o fish.",
     "Completes commands with the Tab key: bash, zsh or fish."),
)  # fmt: skip
"""Each command, where it is, and what it does; those of every day first."""


class Program(SpokenGroup):
    """All commands, each loaded when it is asked for."""

    def __init__(self, **attributes: Any) -> None:
        """As `typer` makes it, with every command in its place."""
        super().__init__(**attributes)
        for name, where, spanish, english in COMMANDS:
            self.add_command(Deferred(name, where, told(spanish, english)))


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
        help=told("Dice qué versión es.", "Says which version it is."),
    ),
]


@app.callback(
    help=told(
        "Lee las fichas de una foto, dice si los juegos valen y lleva el tanteo.",
        "Reads the tiles of a photograph, says whether the melds are lawful, and keeps the score.",
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
