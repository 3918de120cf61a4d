"""A league as pages and programs show it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueCard:
    """A league in a list."""

    league: str
    title: str
    evenings: int
    is_public: bool


@dataclass(frozen=True, slots=True)
class EveningView:
    """An evening of a league."""

    tournament: str
    title: str
    began_s: float
    games: int
    trouble: str = ""
    """Why it is not reckoned with, where it is not."""


@dataclass(frozen=True, slots=True)
class HeadToHeadView:
    """A player's results against one opponent."""

    name: str
    won: int
    level: int
    lost: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueRow:
    """A row of the table of a league."""

    rank: int
    name: str
    club: str
    points: int
    """The points of the season."""
    evenings: int
    won: int
    level: int
    lost: int
    average: float | None
    """The mean difference of points in a match that was played."""
    margin: float | None
    """The half-width of the average's 95 % confidence interval; None for fewer than two matches."""
    mean_points: float | None
    rating: int
    """Glicko-2."""
    deviation: int
    """The deviation of the rating: the 95 % interval is twice that on either side."""
    ratings: tuple[int, ...]
    """After each evening, the newest last."""
    hands: int
    """Hands of which it is known what they were made of; the next four are of those."""
    puras: int
    impuras: int
    closes: int
    muertos: int
    streak: int
    """Wins in a row at the end; below 0, losses."""
    form: tuple[float, ...]
    """The latest scores, 1, 0.5 or 0, the newest last."""
    met: tuple[HeadToHeadView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LeagueSnapshot:
    """The state of a league."""

    league: str
    title: str
    is_public: bool
    of: str
    """The rows of the table: ``players``, ``sides`` (players or pairs as entered) or ``clubs``."""
    won: int
    level: int
    lost: int
    came: int
    places: tuple[int, ...]
    best: int
    """The number of counted evenings; 0 counts all."""
    hidden: int
    """The number of people whose names are hidden."""
    mark: str
    """Of the title and the points as they stand, to be sent along with others."""
    evenings: tuple[EveningView, ...]
    rows: tuple[LeagueRow, ...]

    def as_json(self) -> dict[str, Any]:
        """A JSON object of the same names."""
        return asdict(self)
