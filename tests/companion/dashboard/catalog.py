"""The English of the pages, kept in step with them: `python -m tests.companion.dashboard.catalog` renews it.

Renewing collects the Spanish sentences of templates and modules, keeps the English that is there, leaves new ones
empty for somebody to fill in, and compiles the result.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po

import companion.dashboard

PACKAGE = Path(companion.dashboard.__file__).parent
ENGLISH = PACKAGE / "translations" / "en" / "LC_MESSAGES"
DAY = datetime(2026, 1, 1, tzinfo=UTC)
"""A fixed date: a catalogue says nothing about when it was written, so that it only differs where its words do."""
HEADER = {
    "project": "Burako Companion",
    "version": "1",
    "msgid_bugs_address": "see CONTRIBUTING",
    "last_translator": "the Burako Companion authors",
    "language_team": "the Burako Companion authors",
    "creation_date": DAY,
    "revision_date": DAY,
}
METHODS = [("**.py", "python"), ("templates/**.html", "jinja2")]


def extracted() -> Catalog:
    """All sentences of the pages, without translations."""
    catalog = Catalog(locale="en", header_comment="# The English of the pages.", fuzzy=False, **HEADER)
    for _file, _line, sentence, comments, context in extract_from_dir(PACKAGE, METHODS):
        catalog.add(sentence, auto_comments=comments, context=context)
    return catalog


def written() -> Catalog:
    """The translations as somebody edits them."""
    with (ENGLISH / "messages.po").open("rb") as file:
        return read_po(file, locale="en", abort_invalid=True)


def compiled() -> Catalog:
    """The translations as the pages use them."""
    with (ENGLISH / "messages.mo").open("rb") as file:
        return read_mo(file)


def sentences(catalog: Catalog) -> dict[str, Message]:
    """The messages of a catalog by their Spanish, without its header."""
    return {_key(message.id): message for message in catalog if message.id}


def _key(spanish: str | Sequence[str]) -> str:
    """What a message is found by: the singular, where it has a plural."""
    return spanish if isinstance(spanish, str) else spanish[0]


def renew() -> None:
    """Writes both files anew."""
    catalog = extracted()
    known = sentences(written()) if (ENGLISH / "messages.po").exists() else {}
    for spanish, message in sentences(catalog).items():
        if spanish in known:
            message.string = known[spanish].string
    for name, write in (("messages.po", _write_po), ("messages.mo", write_mo)):
        buffer = BytesIO()
        write(buffer, catalog)
        (ENGLISH / name).write_bytes(buffer.getvalue())


def _write_po(file: BytesIO, catalog: Catalog) -> None:
    write_po(file, catalog, no_location=True, omit_header=False, sort_output=True, width=120)


if __name__ == "__main__":
    renew()
