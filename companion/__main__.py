"""The command ``burako``."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

import typer

from companion.commands.adapt import adapt
from companion.commands.backup import backup, export_tournament, import_tournament, restore
from companion.commands.cluster import cluster
from companion.commands.evaluate import evaluate
from companion.commands.evaluate_sitting import evaluate_sitting
from companion.commands.meld import meld
from companion.commands.options import told
from companion.commands.read import read
from companion.commands.record import record
from companion.commands.rules import rules
from companion.commands.score import score
from companion.commands.serve import serve
from companion.commands.simulate import simulate
from companion.commands.speech import BAD_INPUT, complain
from companion.commands.tally import tally
from companion.commands.tournament import tournament
from companion.commands.usage import language_of, usage_sentence
from companion.commands.watch import watch
from companion.wording import say

app = typer.Typer(
    name="burako",
    help=told(
        "Lee las fichas de una foto, dice si los juegos valen y lleva el tanteo.",
        "Reads the tiles of a photograph, says whether the melds are lawful, and keeps the score.",
    ),
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
app.command(
    help=told("Lee fotos: fichas, juegos, veredictos y puntos.", "Reads photographs: tiles, melds, verdicts, points.")
)(read)
app.command(help=told("Aprende tu juego de fichas con una foto.", "Learns your own set of tiles from a photograph."))(
    adapt
)
app.command(help=told("Juzga juegos escritos.", "Judges melds in writing."))(meld)
app.command(help=told("Hace el tanteo de una mano.", "Makes the score sheet of a hand."))(score)
app.command(help=told("Juega una mano y la cuenta.", "Plays a hand and tells it."))(simulate)
app.command(help=told("Cuenta miles de fotos de mesas.", "Counts photographs of tables by the thousand."))(tally)
app.add_typer(cluster, name="cluster")
tournament.command("export", help=told("Un torneo entero en un archivo.", "A whole tournament as a file."))(
    export_tournament
)
tournament.command("import", help=told("Trae un torneo de otra máquina.", "Brings one from another machine."))(
    import_tournament
)
app.command(help=told("Guarda todo en un archivo.", "Keeps everything in one file."))(backup)
app.command(help=told("Vuelve a poner una copia.", "Puts a backup back."))(restore)
app.add_typer(tournament, name="tournament")
app.command(help=told("Muestra un reglamento, o revisa uno propio.", "Shows a rule set, or checks your own."))(rules)
app.command(help=told("Mide la lectura con fotos anotadas.", "Measures the reading on labelled pictures."))(evaluate)
app.command(
    name="evaluate-sitting",
    help=told("Mide cómo se cuentan manos filmadas.", "Measures how filmed hands are told."),
)(evaluate_sitting)
app.command(help=told("Filma una mano, para medir con ella.", "Films a hand, to measure with it."))(record)
app.command(help=told("Mira una mano y la cuenta.", "Watches a hand and tells it."))(watch)
app.command(help=told("Abre la página: una foto y el puntaje.", "Serves the page: a photo and its score."))(serve)

_UsageError: type[Exception] = typer.BadParameter.__mro__[2]
"""The root of what the parser of options complains of; its own module has moved between versions of typer."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs one command and gives its exit status: 0 done, 2 bad input, 1 a fault of the program's own."""
    for stream in (sys.stdout, sys.stderr):
        if reconfigure := getattr(stream, "reconfigure", None):
            reconfigure(encoding="utf-8", errors="backslashreplace")
    language = language_of(sys.argv[1:] if arguments is None else arguments)
    try:
        return _run(arguments, language)
    except (KeyboardInterrupt, typer.Abort):
        return 130
    except Exception as fault:
        if os.environ.get("BURAKO_DEBUG"):
            raise
        complain(say(language, "bug", failure=f"{type(fault).__name__}: {fault}"))
        return 1


def _run(arguments: Sequence[str] | None, language: str) -> int:
    try:
        return int(app(arguments, prog_name="burako", standalone_mode=False) or 0)
    except _UsageError as error:
        if said := _usage(error, language):
            complain(said)
        return BAD_INPUT


def _usage(error: Exception, language: str) -> str:
    """What the parser of options says, and where its help is; empty when it has just shown the help."""
    said = str(getattr(error, "format_message", lambda: error)()).strip()
    said = usage_sentence(said, language)
    context = getattr(error, "ctx", None)
    return f"{said} ({context.command_path} --help)" if said and context else said


if __name__ == "__main__":
    sys.exit(main())
