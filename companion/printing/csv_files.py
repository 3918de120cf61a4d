"""Write rows as a CSV file that spreadsheets open in columns, and read its cells as they were."""

from __future__ import annotations

import csv
from collections.abc import Iterable
from io import StringIO

_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def csv_file(rows: Iterable[Iterable[str | int]], separator: str) -> bytes:
    """The bytes of the file; a text that begins like a formula is prefixed with an apostrophe against formula
    injection."""
    written = StringIO(newline="")
    harmless = ([_harmless(cell) for cell in row] for row in rows)
    csv.writer(written, delimiter=separator, lineterminator="\r\n").writerows(harmless)
    return written.getvalue().encode("utf-8-sig")


def _harmless(cell: str | int) -> str | int:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell


def as_typed(cell: str) -> str:
    """A cell of such a file without the apostrophe.

    >>> as_typed("'@lalo"), as_typed("'Dani"), as_typed("O'Higgins")
    ('@lalo', "'Dani", "O'Higgins")
    """
    return cell[1:] if cell.startswith("'") and cell[1:].startswith(_FORMULA) else cell
