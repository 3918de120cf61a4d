"""Exported and imported files."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

TournamentPaper = Literal[
    "players", "qualified", "fixtures", "results", "standings", "bracket", "sheets", "blank", "tournament"
]


@dataclass(frozen=True, slots=True)
class Paper:
    """A printed, listed or drawn document."""

    name: str
    """The file name, in portable letters."""
    media_type: str
    contents: bytes


@dataclass(frozen=True, slots=True)
class ImportedTournament:
    """An imported tournament."""

    tournament: str
    title: str
    count: int
    """The number of new entries."""


@dataclass(frozen=True, slots=True, kw_only=True)
class DocumentRequest:
    """The requested document of a tournament."""

    what: str
    """One of ``TournamentPaper``."""
    form: str
    """``pdf``, ``csv``, ``xlsx``, ``json`` or ``png``."""
    language: str
    address: str = ""
    """The URL of the live page; empty where no other device reaches it."""
    fixture: int | None = None
    """One match alone."""
    round: str = ""
    """One round alone, as ``stage-number``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintRequest:
    """The requested printed game, unchecked."""

    paper: str = "a4"
    tile: str = "26x37"
    """Width and height of a tile in millimetres."""
    margin: str = "10"
    """The margin in millimetres."""
    only: tuple[str, ...] = ()
    """Some of ``tiles``, ``racks``, ``mat`` and ``card``; none for all, or for the tiles where ``tiles`` are named."""
    tiles: str = ""
    """Only these, in notation; empty for the whole set."""
    has_marks: bool = False
    """Whether each colour has a mark of its own shape."""
    ink: str = "color"
    """``color`` or ``black``."""
    language: str = "es"
