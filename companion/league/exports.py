"""Export the table of a league as a file."""

from __future__ import annotations

import unicodedata

from companion.printing.spreadsheet_files import as_csv, as_json, as_xlsx
from companion.printing.tournament_grids import Cell, Grid
from companion.view_models.exported_files import Paper
from companion.view_models.league import LeagueSnapshot

_COLUMNS = ("rank", "name", "club", "season", "evenings", "won", "level", "lost", "average", "margin", "rating",
            "deviation", "hands", "puras", "impuras", "closes", "muertos", "streak")  # fmt: skip
_MEDIA = {
    "csv": "text/csv",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    "json": "application/json",
}


def league_paper(snapshot: LeagueSnapshot, form: str, language: str) -> Paper | None:
    """The table, with head-to-head results in ``xlsx`` and ``json`` but not in ``csv``; None for an unknown format."""
    if form not in _MEDIA:
        return None
    grids = [_table(snapshot), _met(snapshot)]
    head = {"league": snapshot.league, "title": snapshot.title, "of": snapshot.of}
    contents = (
        as_csv(grids[0], language) if form == "csv"
        else as_xlsx(grids, language) if form == "xlsx"
        else as_json(grids, head)
    )  # fmt: skip
    plain = unicodedata.normalize("NFKD", snapshot.title).encode("ascii", "ignore").decode().lower()
    name = "-".join("".join(sign if sign.isalnum() else " " for sign in plain).split()) or snapshot.league
    return Paper(f"{name}.{form}", _MEDIA[form], contents)


def _table(snapshot: LeagueSnapshot) -> Grid:
    rows = tuple(
        tuple(row.points if name == "season" else _cell(getattr(row, name)) for name in _COLUMNS)
        for row in snapshot.rows
    )
    return Grid("league", _COLUMNS, rows)


def _cell(value: str | int | float | None) -> Cell:
    """A mean as a whole number of points."""
    return round(value) if isinstance(value, float) else value


def _met(snapshot: LeagueSnapshot) -> Grid:
    rows = tuple(
        (row.name, rival.name, rival.won, rival.level, rival.lost) for row in snapshot.rows for rival in row.met
    )
    return Grid("met", ("name", "rival", "won", "level", "lost"), rows)
