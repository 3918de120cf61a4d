"""``burako backup`` and ``burako restore``, and the export and import of single tournaments."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli.file_arguments import write_file
from companion.cli.options import DEFAULT_LANGUAGE, DatabaseOption, DataOption, LangOption, phrase
from companion.cli.output import errors_in_one_line, print_error, terminal, unreadable
from companion.errors import Refused
from companion.phrases.wording import say

if TYPE_CHECKING:
    from companion.eventstore import Journal
    from companion.eventstore.integrity import IntegrityReport

DAMAGED = 1
"""The exit status where something is not as it was noted."""
FileArgument = Annotated[Path, typer.Argument(metavar="FILE", help=phrase("El archivo."))]
NameArgument = Annotated[
    str,
    typer.Argument(metavar="NAME", help=phrase("Como está en su dirección: t3fa9c01b2.")),
]
CheckOption = Annotated[
    bool,
    typer.Option(
        "--check",
        help=phrase(
            "Sólo mira si todo está como se anotó, acá o en la copia FILE.",
        ),
    ),
]
OnlyOption = Annotated[
    str | None,
    typer.Option(
        "--only",
        metavar="NAME",
        help=phrase("Sólo una partida o un torneo que esté dañado."),
    ),
]
ReplaceOption = Annotated[
    bool,
    typer.Option("--replace", help=phrase("Deja a un lado lo que hay.")),
]


@errors_in_one_line
def backup(
    file: Annotated[Path | None, typer.Argument(metavar="FILE", help=phrase("El archivo."))] = None,
    check: CheckOption = False,
    data: DataOption = None,
    database: DatabaseOption = None,
    lang: LangOption = DEFAULT_LANGUAGE,
) -> None:
    """Write everything to one file, also while the pages are being served; or check the integrity."""
    from companion.eventstore import find_data_folder  # the database takes a moment to load
    from companion.eventstore.backup import back_up, check_backup

    if check:
        _print_soundness(check_backup(file) if file else _checked(data, database), lang, say(lang, "all sound"))
        return
    if file is None:
        raise Refused("missing", name="FILE")
    where = find_data_folder(data, database)
    found = back_up(where, file)
    made = say(lang, "backed up", path=file, size=round(file.stat().st_size / 1e6, 1))
    if where.films.is_dir():
        made = f"{made} {say(lang, 'film left out')}"
    if _is_played_here(data, database):
        made = f"{made} {say(lang, 'racks in backup')}"
    if not found.is_sound:
        _print(made)
    _print_soundness(found, lang, made)


@errors_in_one_line
def restore(
    file: FileArgument,
    replace: ReplaceOption = False,
    only: OnlyOption = None,
    data: DataOption = None,
    database: DatabaseOption = None,
    lang: LangOption = DEFAULT_LANGUAGE,
) -> None:
    """Restore a backup."""
    from companion.eventstore import find_data_folder
    from companion.eventstore.backup import restore as put_back
    from companion.eventstore.repair import repair_match

    where = find_data_folder(data, database)
    if only:
        mended = repair_match(file, where, only)
        key = "mended in part" if mended.lost else "mended"
        _print(say(lang, key, match=only, count=mended.entries, lost=mended.lost, place=mended.aside))
        return
    aside = put_back(file, where, replace=replace, keep=_keep_decisions)
    restored = say(lang, "restored", place=where.folder)
    if aside:
        restored = f"{restored} {say(lang, 'set aside', place=aside)}"
    _print(restored)
    _print_soundness(_checked(data, database), lang)


def _keep_decisions(before: Path, restored: Path) -> None:
    """Keep in a restored data folder what was decided since its backup about who sees what."""
    from companion.league.store import keep_private
    from companion.tournaments.kept_revocations import keep_revoked
    from companion.webhooks.store import keep_off

    keep_revoked(before, restored)
    keep_private(before, restored)
    keep_off(before, restored)


@errors_in_one_line
def export_tournament(
    name: NameArgument,
    file: FileArgument,
    data: DataOption = None,
    database: DatabaseOption = None,
    lang: LangOption = DEFAULT_LANGUAGE,
) -> None:
    """Export a whole tournament to a file."""
    from companion.tournaments.export_import import exported
    from companion.tournaments.tournament_state import tournament_state

    with _journal(data, database) as journal:
        write_file(file, exported(journal, name))
        state = tournament_state(name, journal.entries(name))
    _print(say(lang, "exported", title=state.plan.title if state else name, path=file))


@errors_in_one_line
def import_tournament(
    file: FileArgument,
    data: DataOption = None,
    database: DatabaseOption = None,
    lang: LangOption = DEFAULT_LANGUAGE,
) -> None:
    """Import an exported tournament."""
    from companion.tournaments.export_import import imported

    try:
        blob = file.read_bytes()
    except OSError as error:
        raise unreadable(file, error) from error
    with _journal(data, database) as journal:
        state, count = imported(journal, blob)
    _print(say(lang, "imported", title=state.plan.title, name=state.tournament, count=count))


@contextmanager
def _journal(data: Path | None, database: str | None) -> Iterator[Journal]:
    from companion.eventstore import Journal, find_data_folder

    journal = Journal.open(find_data_folder(data, database).database_url)
    try:
        yield journal
    finally:
        journal.close()


def _is_played_here(data: Path | None, database: str | None) -> bool:
    """Whether a screen game is in progress, whose hidden tiles the backup contains."""
    from companion.playing.running_games import games_in_play

    with _journal(data, database) as journal:
        return games_in_play(journal) > 0


def _checked(data: Path | None, database: str | None) -> IntegrityReport:
    with _journal(data, database) as journal:
        return journal.check()


def _print_soundness(report: IntegrityReport, lang: str, sentence: str = "") -> None:
    """Print ``sentence`` where nothing is damaged; else the damage, with exit status 1."""
    if report.is_sound:
        if sentence:
            _print(sentence)
        return
    names = ", ".join(report.damaged)
    print_error(say(lang, "found damaged", names=names) if names else say(lang, "damaged journal"))
    raise typer.Exit(DAMAGED)


def _print(sentence: str) -> None:
    terminal().print(sentence, soft_wrap=True)
