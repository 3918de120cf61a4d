"""``burako tournament new, players, draw, fixtures, result, bracket``: a tournament of this house from the keyboard."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from secrets import token_urlsafe
from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli.file_arguments import read_list
from companion.cli.options import (
    DEFAULT_LANGUAGE,
    DatabaseOption,
    DataOption,
    JsonOption,
    LangOption,
    SetOption,
    among,
    phrase,
)
from companion.cli.output import errors_in_one_line, print_error, print_json, refuse, terminal
from companion.match_commands import Sender
from companion.phrases.wording import signed
from companion.refusal import TranslatableRefusal
from companion.tournaments import commands
from companion.tournaments.commands.planning import USUAL_DELAY_S
from companion.tournaments.plan import FORMATS, LATE, LEAVING, NOBODY
from engine.rules.profiles import PROFILES
from engine.sentences import Translated

if TYPE_CHECKING:
    from companion.tournaments.service import TournamentService
    from companion.view_models.tournament import FixtureView

TIME_UP = Translated("companion.tournament_orders.time_up", "Se terminó el tiempo.")
BELOW_TARGET = Translated(
    "companion.tournament_orders.below_target",
    "Nadie llegó a {target}: ¿se terminó el tiempo? Si fue así, repetilo con --time-up.",
)
STAGES = ("bracket", "lower", "third", "final")
"""The stages of a bracket: lower bracket, match for the third place, and final of a double elimination."""
NameArgument = Annotated[str, typer.Argument(metavar="TOURNAMENT", help=phrase("El torneo, como lo llamó «new»."))]
TimeUpOption = Annotated[
    bool,
    typer.Option("--time-up", help=phrase("Se terminó el tiempo.")),
]
SeedOption = Annotated[str, typer.Option("--seed", metavar="WORD", help=phrase("Semilla del sorteo."))]


def _choice(name: str, choices: tuple[str, ...], words: str) -> typer.models.OptionInfo:
    """An option that takes one of a few words."""
    found: typer.models.OptionInfo = typer.Option(
        name, metavar="WORD", autocompletion=among(*choices), help=f"{words}: {', '.join(choices)}."
    )
    return found


LateOption = Annotated[str, _choice("--late", LATE, phrase("Quien llega después del sorteo"))]
LeavingOption = Annotated[str, _choice("--leaving", LEAVING, phrase("Los partidos de quien se va"))]
NobodyOption = Annotated[str, _choice("--nobody", NOBODY, phrase("Si no vino nadie"))]
ThirdOption = Annotated[bool, typer.Option("--third-place", help=phrase("Con partido por el tercer puesto."))]
BornFromOption = Annotated[int | None, typer.Option("--born-from", metavar="YEAR", help=phrase("Nacidos desde."))]
BornUntilOption = Annotated[int | None, typer.Option("--born-until", metavar="YEAR", help=phrase("Nacidos hasta."))]
AnywayOption = Annotated[bool, typer.Option("--anyway", help=phrase("Juegan igual, sea cual sea su año."))]
DelayOption = Annotated[
    int,
    typer.Option("--delay", metavar="SECONDS", help=phrase("Cuánto después lo ve el público.")),
]


@errors_in_one_line
def new(
    title: Annotated[str, typer.Argument(metavar="TITLE", help=phrase("Su nombre."))],
    form: Annotated[
        str, typer.Option("--format", metavar="FORMAT", autocompletion=among(*FORMATS), help=", ".join(FORMATS))
    ] = "zones",
    rules: Annotated[
        str,
        typer.Option("--rules", metavar="PROFILE", autocompletion=among(*PROFILES), help=phrase("Reglamento.")),
    ] = "torneo",
    overrides: SetOption = None,
    tables: Annotated[int | None, typer.Option("--tables", metavar="NUMBER", help=phrase("Cuántas mesas."))] = None,
    zone_size: Annotated[
        int | None,
        typer.Option("--zone-size", metavar="NUMBER", help=phrase("Jugadores por zona.")),
    ] = None,
    qualifiers: Annotated[
        int | None,
        typer.Option("--qualifiers", metavar="NUMBER", help=phrase("Pasan de cada zona.")),
    ] = None,
    rounds: Annotated[int | None, typer.Option("--rounds", metavar="NUMBER", help=phrase("Rondas del suizo."))] = None,
    third_place: ThirdOption = False,
    late: LateOption = "play",
    leaving: LeavingOption = "lose",
    nobody: NobodyOption = "lose",
    delay_s: DelayOption = USUAL_DELAY_S,
    born_from: BornFromOption = None,
    born_until: BornUntilOption = None,
    json: JsonOption = False,
    data: DataOption = None,
    database: DatabaseOption = None,
    lang: LangOption = DEFAULT_LANGUAGE,
) -> None:
    """Create a tournament and print its id."""
    command = commands.CreateTournament(
        title=title,
        format=form,
        rules=rules,
        overrides=tuple(overrides or ()),
        tables=tables,
        zone_size=zone_size,
        qualifiers=qualifiers,
        rounds=rounds,
        delay_s=delay_s,
        third_place=third_place,
        late=late,
        leaving=leaving,
        nobody=nobody,
        born_from=born_from,
        born_until=born_until,
    )
    with _opened(data, database, lang) as tournaments:
        name = tournaments.found(command, _sender()).match
        if json:
            print_json({"tournament": name, "title": title})
        else:
            typer.echo(name)


@errors_in_one_line
def players(
    tournament: NameArgument,
    file: Annotated[Path, typer.Argument(metavar="FILE.csv", help=phrase("Nombre; club; año. «-»: stdin."))],
    data: DataOption = None,
    database: DatabaseOption = None,
    lang: LangOption = DEFAULT_LANGUAGE,
) -> None:
    """Enter the players or pairs of a list."""
    lines = read_list(file)
    with _opened(data, database, lang) as tournaments:
        tournaments.handle(tournament, commands.Enter(lines), _sender())
        for entrant in tournaments.snapshot(tournament, lang).entrants:
            typer.echo(f"{entrant.number} {entrant.name}" + (f" ({entrant.club})" if entrant.club else ""))


@errors_in_one_line
def draw(
    tournament: NameArgument,
    seed: SeedOption = "",
    by_club: Annotated[bool, typer.Option("--by-club", help=phrase("Reparte los clubes."))] = False,
    anyway: AnywayOption = False,
    json: JsonOption = False,
    data: DataOption = None,
    database: DatabaseOption = None,
    lang: LangOption = DEFAULT_LANGUAGE,
) -> None:
    """Draw the zones, or pair the next Swiss round, and print the pairings."""
    with _opened(data, database, lang) as tournaments:
        is_swiss = tournaments.snapshot(tournament, lang).format == "swiss"
        command = commands.PairRound(anyway) if is_swiss else commands.DrawZones(seed, by_club, anyway)
        tournaments.handle(tournament, command, _sender())
        _print(tournaments.snapshot(tournament, lang).fixtures, as_json=json)


@errors_in_one_line
def fixtures(
    tournament: NameArgument,
    json: JsonOption = False,
    data: DataOption = None,
    database: DatabaseOption = None,
    lang: LangOption = DEFAULT_LANGUAGE,
) -> None:
    """Print every match with its number."""
    with _opened(data, database, lang) as tournaments:
        _print(tournaments.snapshot(tournament, lang).fixtures, as_json=json)


@errors_in_one_line
def result(
    tournament: NameArgument,
    fixture: Annotated[int, typer.Argument(metavar="NUMBER", help=phrase("Qué partido."))],
    home: Annotated[int, typer.Argument(metavar="POINTS", help=phrase("Puntos del primero."))],
    away: Annotated[int, typer.Argument(metavar="POINTS", help=phrase("Puntos del segundo."))],
    reason: Annotated[str, typer.Option("--reason", metavar="REASON", help=phrase("Por qué se corrige."))] = "",
    time_up: TimeUpOption = False,
    data: DataOption = None,
    database: DatabaseOption = None,
    lang: LangOption = DEFAULT_LANGUAGE,
) -> None:
    """Record or correct the result of a match."""
    with _opened(data, database, lang) as tournaments:
        found = tournaments.snapshot(tournament, lang).fixture(fixture)
        known = found.slip(0) if found else None
        why = reason or (TIME_UP[lang] if time_up else "")
        command = commands.Rule(
            fixture=fixture, hand=0, points=(home, away), seen=known.points if known else (), reason=why
        )
        tournaments.handle(tournament, command, _sender())
        shown = tournaments.snapshot(tournament, lang)
        noted = tuple(shown_fixture for shown_fixture in shown.fixtures if shown_fixture.number == fixture)
        _print(noted, as_json=False)
        if any(noted_fixture.below_target for noted_fixture in noted):
            print_error(BELOW_TARGET[lang].format(target=shown.target))


@errors_in_one_line
def bracket(
    tournament: NameArgument,
    seed: SeedOption = "",
    anyway: AnywayOption = False,
    json: JsonOption = False,
    data: DataOption = None,
    database: DatabaseOption = None,
    lang: LangOption = DEFAULT_LANGUAGE,
) -> None:
    """Draw the bracket unless there is one, and print it."""
    with _opened(data, database, lang) as tournaments:
        if not tournaments.snapshot(tournament, lang).bracket:
            tournaments.handle(tournament, commands.DrawBracket(seed, anyway), _sender())
        found = tournaments.snapshot(tournament, lang).fixtures
        _print(tuple(fixture for fixture in found if fixture.stage in STAGES), as_json=json)


@contextmanager
def _opened(data: Path | None, database: str | None, language: str) -> Iterator[TournamentService]:
    """The tournaments of the chosen folder; a refusal ends the command with its sentence."""
    from companion.eventstore import Journal, find_data_folder  # the database takes a moment to load
    from companion.tournaments.service import TournamentService

    journal = Journal.open(find_data_folder(data, database).database_url)
    try:
        yield TournamentService(journal)
    except TranslatableRefusal as refused:
        refuse(refused.sentence(language))
    finally:
        journal.close()


def _sender() -> Sender:
    return Sender(author="burako", key=token_urlsafe(12))


def _print(listed: tuple[FixtureView, ...], *, as_json: bool) -> None:
    if as_json:
        print_json({"fixtures": [asdict(fixture) for fixture in listed]})
        return
    screen = terminal()
    for fixture in listed:
        names = " – ".join(name or "…" for name in fixture.names)
        score = (
            f"  {signed(fixture.totals[0])} : {signed(fixture.totals[1])}" if fixture.slips or fixture.walkover else ""
        )
        where = f"  [{fixture.zone or fixture.stage} {fixture.round}]"
        screen.print(f"{fixture.number:>3}  {names}{score}{where}", markup=False)
