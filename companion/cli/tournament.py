"""``burako tournament``: standings of zones, fixtures, results and bracket."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from companion import bootstrap
from companion.cli import tournament_commands
from companion.cli.backup import export_tournament, import_tournament
from companion.cli.file_arguments import naming, read_record
from companion.cli.options import DEFAULT_LANGUAGE, JsonOption, LangOption, SetOption, phrase
from companion.cli.output import errors_in_one_line, print_json, terminal
from companion.cli.tie_breaks import reasons
from companion.cli.translated_help import NegativePointsCommand, TranslatedGroup, offer
from companion.phrases.wording import say, signed
from engine import Rules
from engine.tournament.standings import Standing, Zone, standings, standings_json, tie_steps
from engine.tournament.standings_file import read_standings

FileArgument = Annotated[
    Path,
    typer.Argument(metavar="FILE.toml", help=phrase("Zonas, jugadores y partidos.")),
]
RulesOfFile = Annotated[
    str | None,
    typer.Option("--rules", metavar="PROFILE", help=phrase("En lugar de las del archivo.")),
]

tournament = typer.Typer(
    cls=TranslatedGroup,
    help=phrase("Torneos por zonas."),
    no_args_is_help=True,
    add_completion=False,
)


@errors_in_one_line
def show_standings(
    file: FileArgument,
    rules: RulesOfFile = None,
    overrides: SetOption = None,
    json: JsonOption = False,
    lang: LangOption = DEFAULT_LANGUAGE,
) -> None:
    """Print the ranked zones of a tournament file."""
    zones, law = _opened(file, rules, overrides or ())
    if json:
        print_json(standings_json(zones, law))
        return
    screen = terminal()
    for zone in zones:
        screen.print(_standings_table(zone.name, standings(zone, law), lang))
        for line in reasons(tie_steps(zone, law), lang):
            screen.print(line, markup=False)


offer(tournament, show_standings, "standings", "La tabla de cada zona.")
offer(tournament, tournament_commands.new, "new", "Arma un torneo.")
offer(tournament, tournament_commands.players, "players", "Anota una lista de jugadores.")
offer(tournament, tournament_commands.draw, "draw", "Sortea las zonas, o arma una ronda.")
offer(tournament, tournament_commands.fixtures, "fixtures", "Quién juega con quién.")
tournament.command("result", cls=NegativePointsCommand, help=phrase("Anota el resultado de un partido."))(
    tournament_commands.result
)
offer(tournament, tournament_commands.bracket, "bracket", "Arma y muestra la llave.")
offer(tournament, export_tournament, "export", "Un torneo entero en un archivo.")
offer(tournament, import_tournament, "import", "Trae un torneo de otra máquina.")


def _opened(file: Path, rules: str | None, overrides: Sequence[str]) -> tuple[tuple[Zone, ...], Rules]:
    """The zones of a file, and the rules it names unless others are asked for."""
    contents = read_record(file, read_standings)
    law = bootstrap.open_rules(rules or contents.rules, overrides)
    with naming(file):
        return contents.played(law), law


def _standings_table(name: str, rows: Sequence[Standing], language: str) -> Table:
    table = Table(title=say(language, "zone", name=name), title_justify="left")
    table.add_column("")
    table.add_column(say(language, "player"))
    has_victory = any(row.victory is not None for row in rows)
    for column in ("played", *["victory"] * has_victory, "won", "difference", "points for"):
        table.add_column(say(language, column), justify="right")
    for row in rows:
        victory = () if row.victory is None else (row.victory,)
        counts = (row.played, *victory, row.won, row.difference, row.points_for)
        player = say(language, "lots", player=row.player) if row.needs_lots else row.player
        table.add_row(str(row.rank), player, *map(signed, counts))
    return table
