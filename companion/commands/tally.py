"""``burako tally``: photographs of finished tables, by the thousand, become score sheets; each is counted once."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from getpass import getuser
from pathlib import Path
from time import monotonic
from typing import Annotated

import typer

from companion import bootstrap
from companion.commands.album import pictures_in, read_text, write_file
from companion.commands.options import (
    DEFAULT_LANGUAGE,
    JsonOption,
    LangOption,
    RulesOption,
    SetOption,
    SetProfileOption,
    told,
)
from companion.commands.progress import Progress
from companion.commands.serve import DatabaseOption, DataOption
from companion.commands.speech import BAD_INPUT, complain, plain_speaking, print_json, terminal
from companion.story import places
from companion.story.ledger import Ledger, LedgerKey
from companion.tally.account import Account, account_of
from companion.tally.answers import read_answers
from companion.tally.counting import Counted, Counting
from companion.tally.crews import LocalCrew
from companion.tally.listing import Listing, folder_listing, read_listing
from companion.tally.page import PAGE, report, summary
from companion.tally.reader import Reading, models_version
from companion.tally.words import word

DEFAULT_OUT = "tanteo"
LONGEST_LIST = 20_000_000
"""Bytes of the longest list of photographs."""

SourceArgument = Annotated[
    Path,
    typer.Argument(
        metavar="FOLDER|LIST.csv", help=told("Carpeta con fotos, o su lista.", "A folder of pictures, or their list.")
    ),
]
WorkersOption = Annotated[
    int | None,
    typer.Option(
        "--workers",
        min=1,
        max=256,
        help=told("Cuántos leen a la vez; si no, uno por procesador.", "How many read at once; else one a processor."),
        show_default=False,
    ),
]
OutOption = Annotated[
    Path | None,
    typer.Option(
        "--out",
        metavar="DIR",
        help=told("Dónde queda el tanteo; si no, en «tanteo».", "Where the score sheets go; else “tanteo”."),
        show_default=False,
    ),
]
AnswersOption = Annotated[
    Path | None,
    typer.Option(
        "--answers",
        metavar="FILE",
        help=told("Respuestas a las dudas, de la página.", "Answers to the doubts, from the page."),
        show_default=False,
    ),
]
AgainOption = Annotated[
    bool, typer.Option("--again", help=told("Prueba otra vez las que fallaron.", "Tries again those that failed."))
]


@plain_speaking
def tally(
    source: SourceArgument,
    rules: RulesOption = bootstrap.DEFAULT_RULES,
    overrides: SetOption = None,
    set_profile: SetProfileOption = None,
    workers: WorkersOption = None,
    out: OutOption = None,
    answers: AnswersOption = None,
    again: AgainOption = False,
    data: DataOption = None,
    database: DatabaseOption = None,
    json: JsonOption = False,
    lang: LangOption = DEFAULT_LANGUAGE,
) -> None:
    """Counts the photographs that were not counted before, and writes the score sheets of all."""
    law = bootstrap.open_rules(rules, overrides or ())
    listing = _listing(source)
    said = read_text(answers) if answers else ""
    tiles = bootstrap.open_set_profile(set_profile)
    learned = tiles.to_bytes() if tiles else None
    how = Reading(models_version(learned), law, learned)
    crew = LocalCrew(workers)
    with closing(Ledger.open(places(data, database).database_url)) as ledger:
        started = monotonic()
        counted = _counted(Counting(ledger, crew, how, again=again), listing, lang)
        elapsed_s = monotonic() - started
        _answer(ledger, how.models, said, counted)
        account = account_of(listing, counted, ledger, how, lang)
    for index, sentence in account.failures.items():
        complain(f"{listing.pictures[index].name}: {sentence}")
    if json:
        print_json(account.as_json(lang) | {"elapsed_s": round(elapsed_s, 3)})
    if out or not json:
        _write(account, out or Path(DEFAULT_OUT), quiet=json, language=lang)
    if account.failures:
        raise typer.Exit(BAD_INPUT)


def _listing(source: Path) -> Listing:
    """The photographs that ``source`` names. Raises Refused."""
    if source.is_dir():
        return folder_listing(pictures_in(source), source)
    return read_listing(read_text(source, LONGEST_LIST), source.parent)


def _counted(counting: Counting, listing: Listing, language: str) -> tuple[Counted, ...]:
    paths = [listed.path for listed in listing.pictures]
    with Progress(len(paths), language) as progress, closing(counting.count(paths)) as ending:
        return tuple(progress.over(ending))


def _answer(ledger: Ledger, models: str, said: str, counted: Sequence[Counted]) -> None:
    """Writes down what is new in the answers that somebody ``said``. Raises Refused or StoryError."""
    known = ledger.answered(models)
    for photo, faces in read_answers(said, (one.key.photo for one in counted if one.key)).items():
        before = known.get(photo, {})
        fresh = {tile: face for tile, face in faces.items() if before.get(tile) != face}
        ledger.answer(LedgerKey(photo, models, ""), fresh, getuser())


def _write(account: Account, folder: Path, *, quiet: bool, language: str) -> None:
    for name, content in report(account, language).items():
        write_file(folder / name, content)
    if not quiet:
        screen = terminal()
        screen.print(summary(account, language), soft_wrap=True)
        screen.print(word(language, "written", page=folder / PAGE), soft_wrap=True)
        if account.doubts:
            screen.print(word(language, "ask", file=word(language, "file")), soft_wrap=True)
