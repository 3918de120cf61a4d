"""How much of each language is there, for ``docs/developers/language.md``: as a module it prints the table anew."""

from __future__ import annotations

from collections.abc import Iterator

from tests.translations import catalog

HEAD = "| language | " + " | ".join(catalog.ROOMS) + " | missing |\n|---|" + "---:|" * (len(catalog.ROOMS) + 1)


def table() -> str:
    """A row for each language: of each room how many sentences it has of how many, and how many are missing."""
    return "\n".join((HEAD, *map(_row, catalog.OTHERS)))


def _row(language: str) -> str:
    counts = list(_counts(language))
    missing = sum(of - there for there, of in counts)
    return f"| {language} | " + " | ".join(f"{there} of {of}" for there, of in counts) + f" | {missing} |"


def _counts(language: str) -> Iterator[tuple[int, int]]:
    for room in catalog.ROOMS:
        messages = catalog.sentences(catalog.written(room, language)).values()
        yield sum(any(message.string or ()) for message in messages), len(messages)


if __name__ == "__main__":
    print(table())
