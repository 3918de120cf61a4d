"""The content of a settled table, before its changes are explained."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, field
from types import MappingProxyType

from companion.game_tracking.arrival_order import Arrivals, not_known
from companion.matches.guessed_melds import GuessedRow
from engine.inference.observation import Observation
from engine.rules.verdict import Code, Violation

Faces = Mapping[int, str]
"""Faces by the numbers that tiles keep."""
NO_FACES: Faces = MappingProxyType({})
_FEWEST_SHOWN, _LEGIBLE_SHARE = 6, 0.7
"""With at least so many tiles and a smaller share readable, only illegibility is reported."""


@dataclass(frozen=True, slots=True)
class PriorKnowledge:
    """Prior knowledge about tiles by number."""

    faces: Faces
    """As they were accepted: each stays so, unless it is surely read as something else."""
    said: Faces
    """Faces that people stated; they override every reading."""
    guesses: Faces
    """Guessed faces of tiles that people have not named; used unless the tile is read with certainty and lawfully."""
    laid: frozenset[int] = frozenset()
    """The tiles in melds when the last table was accepted."""
    has_pale_jokers: bool = False
    """Whether people named a joker that looks like a face-down tile."""
    ground: Collection[tuple[float, float]] = ()
    """Where tiles of the pozo have lain in this hand, in millimetres."""
    pozo: frozenset[int] | None = None
    """The numbers of the tiles that lay in the pozo at the last look; None before the first."""
    came: Arrivals = not_known
    """In which order tiles came that were not there at the last look."""


NOTHING_KNOWN = PriorKnowledge(NO_FACES, NO_FACES, NO_FACES)


@dataclass(frozen=True, slots=True, kw_only=True)
class UnsureTile:
    """A tile that people are asked to name."""

    number: int
    options: tuple[tuple[str, float], ...]
    """Faces with their probabilities, the likeliest first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ObservedTable:
    """A settled table with its doubts."""

    observation: Observation
    unsure: tuple[UnsureTile, ...]
    """The tiles that people have to name; in the observation they have their guessed faces."""
    faces: Faces
    """The face of every tile that may be claimed, by number; to be known from now on."""
    guesses: Faces
    """By number, the most likely faces of unreadable meld tiles."""
    taken: Faces = field(default_factory=dict)
    """By number, the assumed faces of tiles that people did not name."""
    guessed_rows: tuple[GuessedRow, ...] = ()
    """The melds with assumed tiles."""
    laid: frozenset[int]
    """The numbers of the tiles in melds."""
    doubtful: int
    """The number of tiles with an unreadable face, before any rule is applied."""
    shown: int
    """The number of tiles that show a face."""
    has_short_pile: bool = False
    """Whether a meld with too few tiles for a canasta was piled up, so that one more tile of it may never have been
    in view."""
    hides_more: bool = False
    """Whether something hides where one more tile of a meld would lie."""
    newest_discard: int | None = None
    """The number of the tile that came last into the pozo; None where that was never in view."""
    far_discard: int | None = None
    """The same where it lies far from the pozo and was not told yet, so that it may begin a meld."""
    has_meld_in_pozo: bool = False
    """Whether a row of the pozo is a whole meld, which may have been laid there."""

    @property
    def is_partial(self) -> bool:
        """Whether tiles of melds can be neither read nor guessed, may never have been in view, or be in the pozo."""
        return self.has_unread_meld or self.has_short_pile or self.hides_more or self.has_meld_in_pozo

    @property
    def has_unread_meld(self) -> bool:
        """Whether some meld tile can be neither read nor guessed."""
        return any(placed is None for meld in self.observation.melds for placed in meld.row)

    @property
    def is_illegible(self) -> bool:
        """Whether so few tiles are readable that its explanation would be a guess."""
        return self.shown >= _FEWEST_SHOWN and self.shown - self.doubtful < _LEGIBLE_SHARE * self.shown


def illegible(observed: ObservedTable) -> Violation:
    """The violation that hardly any tile is readable, with the number of unreadable tiles."""
    return Violation(Code.ILLEGIBLE, (), (("count", observed.doubtful), ("most", observed.shown)))
