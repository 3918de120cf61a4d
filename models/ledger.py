"""Search the tables of the experiment ledger, or export them as CSV.

`python -m models.ledger inks rummikub-230` prints the rows in which every word occurs, from top to bottom; `python -m
models.ledger --csv ledger.csv` writes them to a file. `LEDGER.md` is the source; its running text is no row.
"""

from __future__ import annotations

import argparse
import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, fields
from hashlib import sha256
from pathlib import Path

LEDGER = Path(__file__).with_name("LEDGER.md")
UNDATED = "undated"
SHORTEST = 4
"""Hexadecimal digits of an id, where no row above has the same."""
_MONTHS = ("January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
           "November", "December")  # fmt: skip
_DATE = re.compile(rf"(\d{{4}}-\d\d-\d\d)|(\d{{1,2}}) ({'|'.join(_MONTHS)}) (\d{{4}})")
_RULE = re.compile(r"\|(?:\s*:?-+:?\s*\|)+")
"""The line between the headings of a table and its rows."""


@dataclass(frozen=True, slots=True)
class LedgerRow:
    """One row of a table of the ledger."""

    id: str
    """Its date and the beginning of a hash of its text: the same as long as the row is not reworded."""
    date: str
    """As the row says it, else as its heading does, else the last one told between heading and table."""
    topic: str
    """The heading above its table."""
    what: str
    figures: str
    """Every other cell, after the heading of its column where there are several."""


def ledger_rows(text: str) -> tuple[LedgerRow, ...]:
    """All rows of the tables in ``text``, from top to bottom."""
    found: list[LedgerRow] = []
    taken: set[str] = set()
    for topic, told, columns, cells in _tabled(text.splitlines()):
        dated = columns[0] == "date"
        date = cells[0] if dated else told
        (what, *figures), (_, *names) = (cells[dated:], columns[dated:])
        row_id = _unused(date, " | ".join(cells), taken)
        found.append(LedgerRow(row_id, date, topic, what, _joined(names, figures)))
    return tuple(found)


def matching(rows: Sequence[LedgerRow], words: Sequence[str]) -> tuple[LedgerRow, ...]:
    """The rows in which every word occurs, ignoring case."""
    wanted = [word.casefold() for word in words]
    texts = [" ".join(asdict(row).values()).casefold() for row in rows]
    return tuple(row for row, text in zip(rows, texts, strict=True) if all(word in text for word in wanted))


def write_csv(rows: Sequence[LedgerRow], path: Path) -> None:
    """Write ``rows`` under a header line. Raises OSError."""
    with path.open("w", encoding="utf-8", newline="") as file:
        lines = csv.DictWriter(file, [field.name for field in fields(LedgerRow)])
        lines.writeheader()
        lines.writerows(asdict(row) for row in rows)


def _tabled(lines: Sequence[str]) -> Iterator[tuple[str, str, list[str], list[str]]]:
    """For every table row the heading above it, its date, the columns, and the cells."""
    topic, of_heading, dated = "", "", UNDATED
    columns: list[str] = []
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        if line.startswith("#"):
            topic = line.lstrip("# ")
            of_heading = _date_in(topic)
            dated = of_heading or UNDATED
        elif not line.startswith("|"):
            columns = []
            dated = of_heading or _date_in(line) or dated
        elif _RULE.fullmatch(below.strip()):
            columns = _cells(line)
        elif columns and not _RULE.fullmatch(line.strip()):
            yield topic, dated, columns, _cells(line)


def _cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip().removeprefix("|").removesuffix("|").split("|")]


def _date_in(text: str) -> str:
    """The last date in ``text``, as 2026-11-28; empty where it has none."""
    iso = [said or f"{year}-{_MONTHS.index(month) + 1:02}-{int(day):02}" for said, day, month, year in
           _DATE.findall(text)]  # fmt: skip
    return iso[-1] if iso else ""


def _joined(names: Sequence[str], figures: Sequence[str]) -> str:
    if len(names) < 2:
        return "; ".join(figures)
    return "; ".join(f"{name} {figure}" for name, figure in zip(names, figures, strict=False) if figure)


def _unused(date: str, text: str, taken: set[str]) -> str:
    """A new id, which is added to ``taken``."""
    digest = sha256(f"{date} {text}".encode()).hexdigest()
    ids = (f"{date}-{digest[:digits]}" for digits in range(SHORTEST, len(digest)))
    row_id = next(candidate for candidate in ids if candidate not in taken)
    taken.add(row_id)
    return row_id


def main() -> None:
    """Print the matching rows, or write the CSV."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("words", nargs="*", help="words that must all occur in a row")
    parser.add_argument("--csv", type=Path, metavar="FILE", help="write the rows to a file instead")
    asked = parser.parse_args()
    rows = matching(ledger_rows(LEDGER.read_text(encoding="utf-8")), asked.words)
    if asked.csv:
        try:
            write_csv(rows, asked.csv)
        except OSError as error:
            parser.error(f"{asked.csv} cannot be written: {error.strerror}")
        print(f"{len(rows)} rows: {asked.csv}")
        return
    for row in rows:
        print(f"{row.id}  {row.topic}\n    {row.what}\n    {row.figures}")


if __name__ == "__main__":
    main()
