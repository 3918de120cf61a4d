"""What a settled table shows, before its changes are explained."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from companion.matches.guessed_melds import GuessedRow
from engine.inference.observation import Observation
from engine.rules.verdict import Code, Violation

Faces = Mapping[int, str]
"""Faces by the numbers that tiles keep."""
NO_FACES: Faces = MappingProxyType({})
_FEWEST_SHOWN, _LEGIBLE_SHARE = 6, 0.7
"""From so many tiles on, and with a smaller share of them read, nothing is told but that: it would be guessed."""


@dataclass(frozen=True, slots=True)
class PriorKnowledge:
    """Prior knowledge about tiles by number."""

    faces: Faces
    """As they were accepted: each stays so, unless it is surely read as something else."""
    said: Faces
    """What people said, which holds however a tile is read."""
    guesses: Faces
    """What people were asked about and have not said: taken for this, unless it is surely read and the law has nothing
    against that."""
    laid: frozenset[int] = frozenset()
    """Those that lay in melds when something was accepted last."""
    has_pale_jokers: bool = False
    """Whether people have called a joker what looks like a tile that lies face down."""
    ground: Collection[tuple[float, float]] = ()
    """Where tiles of the pozo have lain in this hand, in millimetres."""


NOTHING_KNOWN = PriorKnowledge(NO_FACES, NO_FACES, NO_FACES)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnsureTile:
    """A tile that must be asked about."""

    number: int
    options: tuple[tuple[str, float], ...]
    """Faces with their probabilities, the likeliest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ObservedTable:
    """A settled table with its doubts."""

    observation: Observation
    unsure: tuple[UnsureTile, ...]
    """The tiles that people have to name; the observation takes those that were guessed for what was guessed."""
    faces: Faces
    """The face of every tile that may be claimed, by number; to be known from now on."""
    guesses: Faces
    """By number, what tiles of melds that cannot be read most likely are."""
    taken: Faces = field(default_factory=dict)
    """By number, what the tiles are taken for that people were asked about in vain."""
    guessed_rows: tuple[GuessedRow, ...] = ()
    """The melds in which tiles are taken for what was guessed, for nobody named them."""
    laid: frozenset[int]
    """The numbers of the tiles in melds."""
    doubtful: int
    """How many tiles show a face that cannot be read, before any rule is asked."""
    shown: int
    """How many tiles show a face."""

    @property
    def is_illegible(self) -> bool:
        """Whether so few tiles are readable that its explanation would be a guess."""
        return self.shown >= _FEWEST_SHOWN and self.shown - self.doubtful < _LEGIBLE_SHARE * self.shown


def illegible(observed: ObservedTable) -> Violation:
    """The note that hardly any tile is readable, with the number of unreadable ones."""
    return Violation(Code.ILLEGIBLE, (), (("count", observed.doubtful), ("most", observed.shown)))
