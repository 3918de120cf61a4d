"""``burako organiser``: show the organiser's link again."""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from companion.cli.options import DEFAULT_LANGUAGE, DataOption, LangOption, phrase
from companion.cli.output import errors_in_one_line

UrlOption = Annotated[
    str | None,
    typer.Option(
        "--url",
        metavar="URL",
        help=phrase("Dónde están las páginas, si no es donde la última vez."),
        show_default=False,
    ),
]


@errors_in_one_line
def organiser(url: UrlOption = None, data: DataOption = None, lang: LangOption = DEFAULT_LANGUAGE) -> None:
    """Show the organiser's link, its QR code and the code to type."""
    from companion.eventstore import find_data_folder
    from companion.server.organiser_link import organiser_access  # the database takes a moment to load

    home = f"{url.rstrip('/')}/" if url else None
    typer.echo(organiser_access(find_data_folder(data), home).announcement(lang, is_drawn=sys.stdout.isatty()))
