"""The table of a league: season points by rule, ratings, averages with confidence intervals, form and streaks."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from companion.league.evenings import Evening, EveningSide, Game, HandsMade, person
from companion.league.namesakes import told_apart
from companion.league.ratings import Rating, Result, mean_rating, rated

Of = Literal["players", "sides", "clubs"]
"""The rows of the table: players, sides (players or pairs as entered), or clubs."""
OF: tuple[Of, ...] = ("players", "sides", "clubs")
FORM = 10
"""The number of latest matches shown as form."""
_T = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
      2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042)  # fmt: skip
"""Student's t by degrees of freedom, from 1: a mean lies within so many standard errors nineteen times of twenty."""
_NORMAL = 1.960


@dataclass(frozen=True, slots=True, kw_only=True)
class SeasonRule:
    """The rule of a season's points."""

    won: int = 3
    level: int = 1
    lost: int = 0
    came: int = 1
    """Points for each evening attended."""
    places: tuple[int, ...] = ()
    """Points for the first place of an evening, the second, and so on."""
    best: int = 0
    """The number of counted evenings, those with the most points; 0 counts all."""


@dataclass(slots=True)
class _Record:
    name: str
    club: str
    evenings: dict[str, int] = field(default_factory=dict)
    scores: list[float] = field(default_factory=list)
    differences: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    made: HandsMade = field(default_factory=HandsMade)
    rating: Rating = field(default_factory=Rating)
    ratings: list[float] = field(default_factory=list)
    met: dict[str, list[float]] = field(default_factory=lambda: defaultdict(list))
    rival_clubs: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """A row of the table of a season."""

    key: str
    name: str
    club: str
    rank: int
    points: int
    evenings: int
    won: int
    level: int
    lost: int
    average: float | None
    """The mean point difference of the matches played."""
    margin: float | None
    """The half-width of the average's 95 % confidence interval; None for fewer than two matches."""
    mean_points: float | None
    rating: Rating
    ratings: tuple[float, ...]
    """The ratings after each evening played."""
    made: HandsMade
    streak: int
    """Consecutive wins at the end; negative for losses."""
    form: tuple[float, ...]
    """The latest scores, the newest last."""
    met: tuple[tuple[str, int, int, int], ...]
    """By opponent: won, tied, lost."""
    rival_clubs: Mapping[str, str]
    """The club of each opponent, where it is known."""


def table(evenings: Sequence[Evening], rule: SeasonRule, of: Of) -> tuple[Row, ...]:
    """The rows of a season, ranked; equal points and wins share a rank."""
    records: dict[str, _Record] = {}
    for evening in sorted(told_apart(evenings), key=lambda evening: (evening.began_s, evening.tournament)):
        _EveningTotals(records, rule, of).reckon(evening)
    rows = [_row(key, record, rule) for key, record in records.items()]
    rows.sort(key=lambda row: (-row.points, -row.won, row.lost, person(row.name)))
    return tuple(_ranked(rows))


def _ranked(rows: Sequence[Row]) -> Iterator[Row]:
    rank, before = 0, (0, 0, 0)
    for place, row in enumerate(rows, 1):
        now = (row.points, row.won, row.lost)
        rank, before = (rank if place > 1 and now == before else place), now
        yield replace(row, rank=rank)


def members(side: EveningSide, of: Of) -> tuple[tuple[str, str], ...]:
    """Those for whom a side counts, as pairs of name and key."""
    if of == "clubs":
        return ((side.club, person(side.club)),) if side.club else ()
    names = side.players if of == "players" else (side.name,)
    return tuple((name, person(name)) for name in names)


@dataclass(slots=True)
class _EveningTotals:
    """Accumulates one evening: the points earned, and the results for the ratings."""

    records: dict[str, _Record]
    rule: SeasonRule
    of: Of
    earned: dict[str, int] = field(default_factory=lambda: defaultdict(int))
    results: dict[str, list[Result]] = field(default_factory=lambda: defaultdict(list))

    def reckon(self, evening: Evening) -> None:
        """Add a whole evening to the records."""
        for side in evening.sides:
            for name, key in members(side, self.of):
                record = self.records.setdefault(key, _Record(name, side.club))
                record.club = side.club or record.club
                self.earned[key] = self.rule.came
        self._place(evening)
        for game in evening.games:
            for own in (0, 1):
                self._note(game, own)
        for key, points in self.earned.items():
            self.records[key].evenings[evening.tournament] = points
        new = {key: rated(record.rating, self.results[key]) for key, record in self.records.items()}
        for key, rating in new.items():
            self.records[key].rating = rating
            if self.results[key]:
                self.records[key].ratings.append(rating.rating)

    def _place(self, evening: Evening) -> None:
        sides = {side.name: side for side in evening.sides}
        for name, points in zip(evening.places, self.rule.places, strict=False):
            for _, key in members(sides[name], self.of) if name in sides else ():
                self.earned[key] += points

    def _note(self, game: Game, own: int) -> None:
        """One match, for those on one of its sides."""
        ours, theirs = members(game.sides[own], self.of), members(game.sides[1 - own], self.of)
        score, rule = game.score[own], self.rule
        rivals = [self.records[key].rating for _, key in theirs if key in self.records]
        for _, key in ours:
            if key not in self.earned or any(key == other for _, other in theirs):
                continue
            record = self.records[key]
            self.earned[key] += rule.won if score == 1 else rule.level if score else rule.lost
            record.scores.append(score)
            for name, _ in theirs:
                record.met[name].append(score)
                record.rival_clubs[name] = game.sides[1 - own].club or record.rival_clubs.get(name, "")
            if not game.was_played:
                continue
            record.differences.append(game.points[own] - game.points[1 - own])
            record.points.append(game.points[own])
            record.made += game.made[own] if game.made else HandsMade()
            if rivals:
                self.results[key].append((mean_rating(rivals), score))


def _row(key: str, record: _Record, rule: SeasonRule) -> Row:
    counted = sorted(record.evenings.values(), reverse=True)
    mean, margin = mean_within(record.differences)
    return Row(
        key=key,
        name=record.name,
        club=record.club,
        rank=0,
        points=sum(counted[: rule.best or None]),
        evenings=len(counted),
        won=record.scores.count(1.0),
        level=record.scores.count(0.5),
        lost=record.scores.count(0.0),
        average=mean,
        margin=margin,
        mean_points=mean_within(record.points)[0],
        rating=record.rating,
        ratings=tuple(record.ratings),
        made=record.made,
        streak=streak(record.scores),
        form=tuple(record.scores[-FORM:]),
        met=tuple(
            (name, scores.count(1.0), scores.count(0.5), scores.count(0.0))
            for name, scores in sorted(record.met.items(), key=lambda rival: (-len(rival[1]), person(rival[0])))
        ),
        rival_clubs=record.rival_clubs,
    )


def mean_within(values: Sequence[int]) -> tuple[float | None, float | None]:
    """The mean, and the half-width of its 95 % confidence interval (Student's t); None where too few values.

    >>> mean_within([100, 300])
    (200.0, 1270.6)
    """
    if not values:
        return None, None
    mean = sum(values) / len(values)
    if len(values) == 1:
        return mean, None
    spread = math.sqrt(sum((value - mean) ** 2 for value in values) / (len(values) - 1))
    free = len(values) - 1
    wide = _T[free - 1] if free <= len(_T) else _NORMAL + 2.4 / free
    return mean, round(wide * spread / math.sqrt(len(values)), 1)


def streak(scores: Sequence[float]) -> int:
    """The number of consecutive wins at the end; negative for losses, 0 after a tie.

    >>> streak([1, 0, 1, 1]), streak([1, 0, 0]), streak([1, 0.5])
    (2, -2, 0)
    """
    if not scores or scores[-1] not in (0, 1):
        return 0
    same = next((at for at, score in enumerate(reversed(scores)) if score != scores[-1]), len(scores))
    return same if scores[-1] else -same
