"""``burako backup`` and ``burako restore``, and a single tournament that moves from one machine to another."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.commands.album import write_file
from companion.commands.options import DEFAULT_LANGUAGE, DatabaseOption, DataOption, LangOption, told
from companion.commands.speech import plain_speaking, terminal, unreadable
from companion.wording import say

if TYPE_CHECKING:
    from companion.story import Journal

FileArgument = Annotated[Path, typer.Argument(metavar="FILE", help=told("El archivo.", "The file."))]
NameArgument = Annotated[
    str,
    typer.Argument(
        metavar="NAME", help=told("Como está en su dirección: t3fa9c01b2.", "As in its address: t3fa9c01b2.")
    ),
]
ReplaceOption = Annotated[
    bool,
    typer.Option("--replace", help=told("Deja a un lado lo que hay.", "Puts aside what is there.")),
]


@plain_speaking
def backup(
    file: FileArgument,
    data: DataOption = None,
    database: DatabaseOption = None,
    lang: LangOption = DEFAULT_LANGUAGE,
) -> None:
    """Keeps everything in one file, also while the pages are being served."""
    from companion.story import places  # the database takes a moment to load
    from companion.story.backup import back_up

    back_up(places(data, database), file)
    _tell(say(lang, "backed up", path=file, size=round(file.stat().st_size / 1e6, 1)))


@plain_speaking
def restore(
    file: FileArgument,
    replace: ReplaceOption = False,
    data: DataOption = None,
    database: DatabaseOption = None,
    lang: LangOption = DEFAULT_LANGUAGE,
) -> None:
    """Puts back what a backup holds."""
    from companion.story import places
    from companion.story.backup import restore as put_back

    where = places(data, database)
    aside = put_back(file, where, replace=replace)
    _tell(say(lang, "restored", place=where.folder))
    if aside:
        _tell(say(lang, "set aside", place=aside))


@plain_speaking
def export_tournament(
    name: NameArgument,
    file: FileArgument,
    data: DataOption = None,
    database: DatabaseOption = None,
    lang: LangOption = DEFAULT_LANGUAGE,
) -> None:
    """Writes a whole tournament to a file."""
    from companion.tournament.carrying import exported
    from companion.tournament.tournament_story import tournament_story

    with _journal(data, database) as journal:
        write_file(file, exported(journal, name))
        story = tournament_story(name, journal.entries(name))
    _tell(say(lang, "exported", title=story.plan.title if story else name, path=file))


@plain_speaking
def import_tournament(
    file: FileArgument,
    data: DataOption = None,
    database: DatabaseOption = None,
    lang: LangOption = DEFAULT_LANGUAGE,
) -> None:
    """Brings in a tournament that was exported elsewhere."""
    from companion.tournament.carrying import imported

    try:
        blob = file.read_bytes()
    except OSError as error:
        raise unreadable(file, error) from error
    with _journal(data, database) as journal:
        story, count = imported(journal, blob)
    _tell(say(lang, "imported", title=story.plan.title, name=story.tournament, count=count))


@contextmanager
def _journal(data: Path | None, database: str | None) -> Iterator[Journal]:
    from companion.story import Journal, places

    journal = Journal.open(places(data, database).database_url)
    try:
        yield journal
    finally:
        journal.close()


def _tell(sentence: str) -> None:
    terminal().print(sentence, soft_wrap=True)
