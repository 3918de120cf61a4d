"""Lists as spreadsheets save them: the text of a file, and its cells line by line."""

from __future__ import annotations

import csv
from collections.abc import Iterator
from io import StringIO

from companion.errors import Refused


def spreadsheet_text(written: bytes) -> str:
    """The text of a file, whichever of the usual two ways a spreadsheet wrote it. Raises UnicodeDecodeError."""
    try:
        return written.decode("utf-8-sig")
    except UnicodeDecodeError:
        return written.decode("cp1252")


def first_line(text: str) -> str:
    """The line in which the columns have their names, however lines end."""
    return StringIO(text, newline=None).readline()


def cells_of(text: str, separator: str) -> Iterator[tuple[int, list[str]]]:
    """The lines of a CSV text with their numbers, empty ones left out.

    Raises Refused where a cell goes on in the next line, for then a quotation mark has swallowed the lines between.
    """
    rows = csv.reader(StringIO(f"{text}\n", newline=None), delimiter=separator)
    while True:
        line = rows.line_num + 1
        try:
            row = next(rows, None)
        except csv.Error as error:
            raise Refused("long cell", line=line) from error
        if row is None:
            return
        if any("\n" in cell for cell in row):
            raise Refused("open cell", line=line)
        if row:
            yield line, row
