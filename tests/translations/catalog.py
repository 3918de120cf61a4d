"""Catalogues of sentences, kept in step with the code: `python -m tests.translations.catalog` renews them all.

Renewing collects the Spanish sentences of a package, keeps the translations that are there, leaves new ones empty for
somebody to fill in, and compiles the result.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Iterator
from datetime import UTC, datetime
from functools import cache
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po

from engine.sentences import LANGUAGES

ROOT = Path(__file__).parents[2]
PAGES = "companion/dashboard"
ROOMS = ("engine", "vision", "companion", PAGES)
"""Where a folder of translations is."""
OTHERS = LANGUAGES[1:]
"""What Spanish is translated into."""
HELP = "companion.help"
"""The name under which the help of commands is translated."""
SAYING = ("catalogue", "Translated", "phrase", "offer", "Deferred")
"""What is called with sentences; of a file in which none of these stands nothing is read."""
_DAY = datetime(2026, 1, 1, tzinfo=UTC)
"""A fixed date: a catalogue says nothing about when it was written, so that it only differs where its words do."""
_METHODS = [("**.py", "python"), ("templates/**.html", "jinja2")]
Key = tuple[str, str]
"""The name of a sentence, empty on pages, and its Spanish (the singular, where it has a plural)."""


def extracted(room: str, language: str) -> Catalog:
    """All sentences of ``room``, without translations."""
    catalog = Catalog(
        locale=language,
        project="Burako Companion",
        version="1",
        msgid_bugs_address="see CONTRIBUTING",
        last_translator="the Burako Companion authors",
        language_team="the Burako Companion authors",
        creation_date=_DAY,
        revision_date=_DAY,
        header_comment=f"# The words of {room}, in the language of its folder.",
        fuzzy=False,
    )
    for context, sentence, comments in _said_in(room):
        catalog.add(sentence, context=context, auto_comments=comments)
    return catalog


@cache
def _said_in(room: str) -> tuple[tuple[str | None, str, list[str]], ...]:
    """What is said there, read once for all languages."""
    return tuple(_of_pages() if room == PAGES else _of_package(room))


def _of_pages() -> Iterator[tuple[str | None, str, list[str]]]:
    for _file, _line, sentence, comments, context in extract_from_dir(ROOT / PAGES, _METHODS):
        yield context, sentence, comments  # type: ignore[misc]


def _of_package(room: str) -> Iterator[tuple[str | None, str, list[str]]]:
    for path in sorted((ROOT / room).glob("wording/*.toml")):
        yield from _of_table(f"{room}.{path.stem}", tomllib.loads(path.read_text("utf-8")))
    for path in sorted((ROOT / room).rglob("*.py")):
        text = path.read_text("utf-8")
        for call in ast.walk(ast.parse(text)) if any(name in text for name in SAYING) else ():
            if isinstance(call, ast.Call):
                yield from ((name, spanish, []) for name, spanish in said_by(call))


def _of_table(name: str, words: dict[str, object]) -> Iterator[tuple[str | None, str, list[str]]]:
    for key, said in words.items():
        if isinstance(said, dict):
            yield from _of_table(f"{name}.{key}", said)
        elif name.partition(".")[2].partition(".")[0] != "articles":
            yield f"{name}.{key}", str(said), []


def said_by(call: ast.Call) -> Iterator[Key]:
    """The sentences that a call names: of ``catalogue``, ``Translated`` and, in the help of commands, ``phrase``."""
    called = call.func.id if isinstance(call.func, ast.Name) else ""
    texts = [str(argument.value) if isinstance(argument, ast.Constant) else "" for argument in call.args]
    if called == "catalogue" and len(call.args) == 2 and isinstance(call.args[1], ast.Dict):
        for key, value in zip(call.args[1].keys, call.args[1].values, strict=True):
            if isinstance(value, ast.Constant) and isinstance(value.value, str):
                yield f"{texts[0]}.{_key_of(key)}", value.value
    elif called == "Translated" and len(texts) == 2 and all(texts):
        yield texts[0], texts[1]
    elif called in ("phrase", "offer", "Deferred"):
        yield from ((HELP, text) for text in texts[-1:] if text)


def _key_of(key: ast.expr | None) -> str:
    """A key as it is written, or the value of a member of a StrEnum, which is its name in small letters."""
    return str(key.value) if isinstance(key, ast.Constant) else getattr(key, "attr", "").lower()


def file_of(room: str, language: str, kind: str) -> Path:
    """The catalogue as somebody edits it (``po``) or as programs read it (``mo``)."""
    return ROOT / room / "translations" / language / "LC_MESSAGES" / f"messages.{kind}"


def written(room: str, language: str) -> Catalog:
    """The translations as somebody edits them."""
    with file_of(room, language, "po").open("rb") as file:
        return read_po(file, locale=language, abort_invalid=True)


def compiled(room: str, language: str) -> Catalog:
    """The translations as programs read them."""
    with file_of(room, language, "mo").open("rb") as file:
        return read_mo(file)


def sentences(catalog: Catalog) -> dict[Key, Message]:
    """The messages of a catalogue, without its header."""
    return {(message.context or "", singular(message)): message for message in catalog if message.id}


def singular(message: Message) -> str:
    """The Spanish of a message, of one where it has a plural."""
    return message.id if isinstance(message.id, str) else message.id[0]


def renew(room: str, language: str) -> None:
    """Writes both files anew."""
    catalog = extracted(room, language)
    known = sentences(written(room, language)) if file_of(room, language, "po").exists() else {}
    for key, message in sentences(catalog).items():
        if key in known:
            message.string = known[key].string
    save(room, language, catalog)


def save(room: str, language: str, catalog: Catalog) -> None:
    """Writes ``catalog`` in both forms."""
    file_of(room, language, "po").parent.mkdir(parents=True, exist_ok=True)
    for kind, write in (("po", _write_po), ("mo", _write_mo)):
        buffer = BytesIO()
        write(buffer, catalog)
        file_of(room, language, kind).write_bytes(buffer.getvalue())


def _write_mo(file: BytesIO, catalog: Catalog) -> None:
    """Leaves out what is not translated; of a plural Babel would write the Spanish as its translation."""
    for message in catalog:
        if message.id and not any(message.string or ()):
            message.string = ""
    write_mo(file, catalog)


def _write_po(file: BytesIO, catalog: Catalog) -> None:
    write_po(file, catalog, no_location=True, omit_header=False, sort_output=True, width=120)


if __name__ == "__main__":
    for room_name in ROOMS:
        for language_name in OTHERS:
            renew(room_name, language_name)
