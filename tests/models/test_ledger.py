"""The ledger's tables as rows: found by words, written as CSV, each with an id that stays."""

from __future__ import annotations

import csv
import re
from pathlib import Path

import pytest

from models.ledger import LEDGER, UNDATED, ledger_rows, matching, write_csv

TEXT = """# Ledger

Running text | with a bar is no row, nor its 2026-11-20.

## Tried

| date | change | before → after |
|---|---|---|
| 2026-11-21 | inks judged together | 210 → 222 |
| 2026-11-22 | rows weighed | left out |

## Papers, 8 November 2026

Nothing here was measured on 2026-11-09.

| what | pages | bytes |
|---|---|---|
| `standings.pdf` | 3 | 213 kB |
| `sheets.pdf` | – |

## Goals

| goal | reached |
|---|---|
| 25 ms | 19 ms |

What follows is of 2026-11-27.

| goal | reached |
|:---|---:|
| 99 % | 98 % |
"""
ROWS = ledger_rows(TEXT)


@pytest.mark.parametrize(
    ("number", "date", "topic", "what", "figures"),
    [
        (0, "2026-11-21", "Tried", "inks judged together", "210 → 222"),
        (1, "2026-11-22", "Tried", "rows weighed", "left out"),
        (2, "2026-11-08", "Papers, 8 November 2026", "`standings.pdf`", "pages 3; bytes 213 kB"),
        (3, "2026-11-08", "Papers, 8 November 2026", "`sheets.pdf`", "pages –"),
        (4, UNDATED, "Goals", "25 ms", "19 ms"),
        (5, "2026-11-27", "Goals", "99 %", "98 %"),
    ],
)
def test_a_row_is_told_by_date_topic_what_and_figures(
    number: int, date: str, topic: str, what: str, figures: str
) -> None:
    row = ROWS[number]
    assert (row.date, row.topic, row.what, row.figures) == (date, topic, what, figures)
    assert re.fullmatch(rf"{date}-[0-9a-f]{{4}}", row.id)


def test_nothing_else_is_a_row() -> None:
    assert len(ROWS) == 6


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ([], 6),
        (["inks"], 1),
        (["INKS", "222"], 1),
        (["inks", "left"], 0),
        (["papers"], 2),
        (["2026-11-08", "kB"], 1),
        ([ROWS[1].id], 1),
    ],
)
def test_every_word_must_occur(words: list[str], found: int) -> None:
    assert len(matching(ROWS, words)) == found


def test_an_id_stays_where_rows_are_added_and_is_given_once() -> None:
    row = "| 2026-11-21 | inks judged together | 210 → 222 |\n"
    more = ledger_rows(TEXT.replace(row, row * 2))
    assert [row.id for row in more if row in ROWS] == [other_row.id for other_row in ROWS]
    assert (len({row.id for row in more}), len(more)) == (7, 7)
    assert more[1].id.startswith(ROWS[0].id)


def test_the_file_holds_every_row(tmp_path: Path) -> None:
    write_csv(ROWS, tmp_path / "ledger.csv")
    with (tmp_path / "ledger.csv").open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    assert [line["id"] for line in lines] == [row.id for row in ROWS]
    assert lines[2]["figures"] == "pages 3; bytes 213 kB"


def test_every_row_of_the_ledger_is_found() -> None:
    text = LEDGER.read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.startswith("|")]
    tables = sum(line.startswith("|---") for line in lines)
    rows = ledger_rows(text)
    assert len(rows) == len(lines) - 2 * tables
    assert len({row.id for row in rows}) == len(rows)
    assert all(row.what and row.figures for row in rows)


def test_the_page_of_the_models_names_rows_that_there_are() -> None:
    page = (LEDGER.parents[1] / "docs" / "developers" / "models.md").read_text(encoding="utf-8")
    named = re.findall(r"`(\d{4}-\d\d-\d\d-[0-9a-f]{4,})`", page)
    assert len(named) > 10
    assert {*named} <= {row.id for row in ledger_rows(LEDGER.read_text(encoding="utf-8"))}
