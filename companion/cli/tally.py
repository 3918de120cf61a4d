"""``burako tally``: score sheets from thousands of photographs of finished tables, each read once."""

from __future__ import annotations

import os
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Annotated

import typer

from companion import bootstrap
from companion.bulk_counting.photo_list import PhotoList, folder_listing, read_listing
from companion.bulk_counting.wording import word
from companion.cli.cluster import PassOption, ReadersOption
from companion.cli.file_arguments import pictures_in, read_list, read_text, write_file
from companion.cli.options import (
    DEFAULT_LANGUAGE,
    DatabaseOption,
    DataOption,
    JsonOption,
    LangOption,
    RulesOption,
    SetOption,
    SetProfileOption,
    phrase,
)
from companion.cli.output import BAD_INPUT, errors_in_one_line, print_error, print_json, terminal
from companion.cli.progress import Progress

if TYPE_CHECKING:
    from companion.bulk_counting.report import RunResult

DEFAULT_OUT = "tanteo"
LONGEST_LIST = 20_000_000
"""Bytes of the longest list of photographs."""

SourceArgument = Annotated[
    Path,
    typer.Argument(metavar="FOLDER|LIST.csv", help=phrase("Carpeta con fotos, o su lista.")),
]
OutOption = Annotated[
    Path | None,
    typer.Option(
        "--out",
        metavar="DIR",
        help=phrase("Dónde queda el tanteo; si no, en «tanteo»."),
        show_default=False,
    ),
]
AnswersOption = Annotated[
    Path | None,
    typer.Option(
        "--answers",
        metavar="FILE",
        help=phrase("Respuestas a las dudas, de la página."),
        show_default=False,
    ),
]
ClusterOption = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="tls://HOST:8786",
        help=phrase("Leen las máquinas de ese coordinador."),
        show_default=False,
    ),
]
AgainOption = Annotated[bool, typer.Option("--again", help=phrase("Prueba otra vez las que fallaron."))]


@errors_in_one_line
def tally(
    source: SourceArgument,
    rules: RulesOption = bootstrap.DEFAULT_RULES,
    overrides: SetOption = None,
    set_profile: SetProfileOption = None,
    workers: ReadersOption = None,
    cluster: ClusterOption = None,
    credential: PassOption = None,
    out: OutOption = None,
    answers: AnswersOption = None,
    again: AgainOption = False,
    data: DataOption = None,
    database: DatabaseOption = None,
    json: JsonOption = False,
    lang: LangOption = DEFAULT_LANGUAGE,
) -> None:
    """Read the photographs not read before, and write the score sheets of all."""
    law = bootstrap.open_rules(rules, overrides or ())
    listing = _listing(source)
    said = read_text(answers) if answers else ""
    tiles = bootstrap.open_set_profile(set_profile)

    from companion.bulk_counting.bulk_run import RunParameters, run
    from companion.eventstore import find_data_folder  # the database and the networks take a moment to load

    errand = RunParameters(
        listing=listing,
        rules=law,
        data_folder=find_data_folder(data, database),
        set_profile=tiles.to_bytes() if tiles else None,
        answers=said,
        again=again,
        workers=workers,
        cluster=cluster,
        credential=credential,
    )
    started = monotonic()
    with Progress(len(listing.pictures), lang) as progress:
        account = run(errand, progress.over, lang)
    _print(account, None if json and not out else out or Path(DEFAULT_OUT), in_json=json, language=lang)
    if json:
        print_json(account.as_json(lang) | {"elapsed_s": round(monotonic() - started, 3)})
    if account.failures:
        raise typer.Exit(BAD_INPUT)


def _listing(source: Path) -> PhotoList:
    """The photographs named by ``source``. Raises Refused."""
    if os.path.isdir(source):
        return folder_listing(pictures_in(source), source)
    return read_listing(read_list(source, LONGEST_LIST), source.parent)


def _print(account: RunResult, folder: Path | None, *, in_json: bool, language: str) -> None:
    """One line for each unreadable photograph, and the report in ``folder``."""
    from companion.bulk_counting.report_files import PAGE, report, summary

    for index, sentence in account.failures.items():
        print_error(f"{account.listing.pictures[index].name}: {sentence}")
    if not folder:
        return
    for name, content in report(account, language, folder).items():
        write_file(folder / name, content)
    if not in_json:
        screen = terminal()
        screen.print(summary(account, language), soft_wrap=True)
        screen.print(word(language, "written", page=folder / PAGE), soft_wrap=True)
        if account.doubts:
            screen.print(word(language, "ask", file=word(language, "file")), soft_wrap=True)
