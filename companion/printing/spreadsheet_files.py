"""Export plain tables as CSV, XLSX and JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from io import BytesIO
from typing import Any

from companion.printing.csv_files import csv_file
from companion.printing.tournament_grids import Cell, Grid
from companion.printing.wording import word

_EPOCH = datetime(2000, 1, 1, tzinfo=UTC)
"""The creation date written into workbooks, so that equal ones are identical."""
_WIDEST = 40


def as_csv(grid: Grid, language: str) -> bytes:
    """A CSV file for spreadsheets in that language."""
    return csv_file([_headings(grid, language), *_rows(grid, language)], "," if language == "en" else ";")


def as_xlsx(grids: Sequence[Grid], language: str) -> bytes:
    """A workbook with a sheet for each table."""
    import xlsxwriter  # takes a moment to load, and few ask for a workbook

    written = BytesIO()
    with xlsxwriter.Workbook(written, {"in_memory": True, "strings_to_formulas": False}) as book:
        book.set_properties({"created": _EPOCH})
        bold = book.add_format({"bold": True, "bottom": 1})
        for grid in grids:
            sheet = book.add_worksheet(word(language, grid.name))
            sheet.freeze_panes(1, 0)
            headings = _headings(grid, language)
            rows = list(_rows(grid, language))
            sheet.write_row(0, 0, headings, bold)
            for number, row in enumerate(rows, 1):
                for column, cell in enumerate(row):
                    (sheet.write_number if isinstance(cell, int) else sheet.write_string)(number, column, cell)
            for column, cells in enumerate(zip(headings, *rows, strict=True)):
                sheet.set_column(column, column, min(max(len(f"{cell}") for cell in cells) + 2, _WIDEST))
    return written.getvalue()


def as_json(grids: Sequence[Grid], head: dict[str, Any]) -> bytes:
    """``head`` and a list of objects for each table, with machine-readable names."""
    tables = {grid.name: [dict(zip(grid.columns, row, strict=True)) for row in grid.rows] for grid in grids}
    return (json.dumps(head | tables, ensure_ascii=False, indent=1) + "\n").encode()


def _headings(grid: Grid, language: str) -> list[str]:
    return [word(language, f"column {name}") for name in grid.columns]


def _rows(grid: Grid, language: str) -> Iterator[list[str | int]]:
    """The rows as displayed."""
    for row in grid.rows:
        yield [_said(column, cell, language) for column, cell in zip(grid.columns, row, strict=True)]


def _said(column: str, cell: Cell, language: str) -> str | int:
    if isinstance(cell, bool):
        return word(language, "yes" if cell else "no")
    if column in ("stage", "standing"):
        return word(language, f"stage {cell}" if column == "stage" else f"{cell}")
    return "" if cell is None else cell
