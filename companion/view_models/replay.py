"""The replay of a hand: its entries, one move after another, with the state after each."""

from __future__ import annotations

from dataclasses import dataclass

from companion.view_models.hand import HandView
from companion.view_models.live import Fraction
from companion.view_models.match import LogLine


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayStep:
    """One move, or another entry of the hand."""

    line: LogLine
    """The entry in words; an entry with several moves has several steps."""
    points: tuple[int, ...]
    """By team, the points if the hand ended so; empty where it is void or impossible."""
    picture: str | None
    """The name of the picture that shows it."""
    outlines: tuple[tuple[Fraction, ...], ...]
    """The outlines of its melds in the picture."""


@dataclass(frozen=True, slots=True)
class KeptPhotographs:
    """Photographs stored as one picture, one below the other."""

    name: str
    places: tuple[tuple[float, float], ...]
    """For each photograph its top and height, in parts of the picture's height; height 0 where it was left out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EvidenceView:
    """The evidence for a meld."""

    entry: int
    author: str
    at_s: float
    picture: str | None
    """The name of the picture; None without one."""
    outlines: tuple[tuple[Fraction, ...], ...]
    """The outline of the meld in the picture; empty where unknown."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PositionView:
    """The position of the player in turn, as input for advice; available once the hand is over."""

    seat: int
    rack: tuple[str, ...]
    table: tuple[str, ...]
    """The melds of the own side, or of everybody, in notation."""
    theirs: tuple[str, ...]
    pozo: tuple[str, ...]
    """The lowest tile first; nothing where one of them is not known."""
    opened: bool
    drawn: bool
    muerto_taken: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ReplayView:
    """A hand at one of its steps."""

    steps: tuple[ReplayStep, ...]
    """In order; undone entries are included, and change neither table nor points."""
    at: int
    """The step that is shown, from 1."""
    hand: HandView
    """The hand as it stood after that step."""
    position: PositionView | None = None
    """The position as input for advice, where the rack in turn is known."""
