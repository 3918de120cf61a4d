"""The photographs to count and what they show: those of a folder, or those listed in a CSV file."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Literal, TypeVar

from companion.errors import Refused
from companion.files.folders import NamedPictures
from companion.files.spreadsheet import cells_of, separator_of
from engine.hand.hand_file import MuertoState

Shows = Literal["melds", "rack", "muerto"]
_Choice = TypeVar("_Choice")

COLUMNS: Mapping[str, tuple[str, ...]] = {
    "picture": ("picture", "photo", "foto", "archivo"),
    "table": ("table", "mesa"),
    "hand": ("hand", "mano", "ronda"),
    "team": ("team", "equipo", "pareja", "jugador", "player"),
    "shows": ("shows", "muestra", "que"),
    "closed": ("closed", "cerró", "cerro", "cortó", "corto"),
    "muerto": ("muerto",),
}
"""Known headings by column."""
_TITLES = 20
"""The line that names the columns is among so many."""
_SHOWS: Mapping[str, Shows] = {
    "": "melds",
    "melds": "melds",
    "juegos": "melds",
    "rack": "rack",
    "atril": "rack",
    "muerto": "muerto",
}
_CLOSED = {"": False, "no": False, "0": False, "sí": True, "si": True, "yes": True, "x": True, "1": True}
_MUERTO: Mapping[str, MuertoState | None] = {
    "": None,
    "no": "untaken",
    "untaken": "untaken",
    "sí": "played",
    "si": "played",
    "yes": "played",
    "played": "played",
    "jugado": "played",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedPhotograph:
    """One photograph and its listed properties."""

    path: Path
    name: str
    """The name in the list."""
    table: str = ""
    hand: str = ""
    team: str = ""
    """The team whose tiles it shows; empty where not given."""
    shows: Shows = "melds"
    """``melds`` on the table, the ``rack`` a player was left with, or a ``muerto`` that was taken and never played."""
    closed: bool = False
    """Whether this team closed the hand."""
    muerto: MuertoState | None = None
    """The state of this team's muerto; None where not given."""


@dataclass(frozen=True, slots=True)
class PhotoList:
    """All photographs to count, and the columns that their list has."""

    pictures: tuple[ListedPhotograph, ...]
    columns: frozenset[str] = field(default_factory=frozenset)
    """The keys of ``COLUMNS`` that the list has."""


def read_listing(text: str, folder: Path) -> PhotoList:
    """Parse the CSV ``text`` of a list; its pictures are in ``folder``. Raises Refused.

    Columns are separated by commas, semicolons or tabs; unknown columns are ignored, and so are lines above the header.
    """
    lines = cells_of(text, separator_of(text))
    columns = _columns(_heading(lines))
    named = NamedPictures(folder)
    listed = tuple(_listed(cells, number, named) for number, cells in _cells(lines, columns))
    if not listed:
        raise Refused("empty listing")
    return PhotoList(listed, frozenset(columns))


def folder_listing(pictures: Sequence[Path], folder: Path) -> PhotoList:
    """The pictures of a folder, with their names only."""
    inside = {path: path.relative_to(folder) for path in pictures}
    return PhotoList(
        tuple(
            ListedPhotograph(path=path, name=str(name), table=str(name.with_suffix("")))
            for path, name in inside.items()
        )
    )


def _heading(lines: Iterator[tuple[int, list[str]]]) -> Sequence[str]:
    """The header line, among the first few; the first where none is recognised."""
    first: Sequence[str] | None = None
    for _, cells in islice(lines, _TITLES):
        if any(cell.strip().casefold() in COLUMNS["picture"] for cell in cells):
            return cells
        first = cells if first is None else first
    return first or ()


def _columns(heading: Sequence[str]) -> Mapping[str, int]:
    """The index of each column. Raises Refused where no column names the pictures."""
    spelled = [cell.strip().casefold() for cell in heading]
    found = {
        key: next(spelled.index(name) for name in names if name in spelled)
        for key, names in COLUMNS.items()
        if any(name in spelled for name in names)
    }
    if "picture" not in found:
        raise Refused("no picture column", found=", ".join(spelled), wanted=COLUMNS["picture"][2])
    return MappingProxyType(found)


def _cells(
    lines: Iterator[tuple[int, list[str]]], columns: Mapping[str, int]
) -> Iterator[tuple[int, Mapping[str, str]]]:
    """The lines that name a picture, with their line numbers."""
    for number, line in lines:
        cells = {key: line[at].strip() if at < len(line) else "" for key, at in columns.items()}
        if cells["picture"]:
            yield number, cells


def _listed(cells: Mapping[str, str], line: int, named: NamedPictures) -> ListedPhotograph:
    return ListedPhotograph(
        path=named.find(cells["picture"]),
        name=cells["picture"],
        table=cells.get("table") or Path(cells["picture"]).stem,
        hand=cells.get("hand", ""),
        team=cells.get("team", ""),
        shows=_choice(cells.get("shows", ""), _SHOWS, line),
        closed=_choice(cells.get("closed", ""), _CLOSED, line),
        muerto=_choice(cells.get("muerto", ""), _MUERTO, line),
    )


def _choice(cell: str, choices: Mapping[str, _Choice], line: int) -> _Choice:
    """Parse an enumerated cell. Raises Refused."""
    if cell.casefold() not in choices:
        raise Refused("no such cell", line=line, said=cell, choices=", ".join(filter(None, choices)))
    return choices[cell.casefold()]
