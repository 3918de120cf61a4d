"""Rank the players of a tournament's zones, with the tie-breaks that decided."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, Literal

from engine.rules.rules import Rules
from engine.tournament.match import shared_points


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """Partido: two players and their points, higher is better; in a ``walkover`` only ``home`` was present."""

    home: str
    away: str
    home_points: int
    away_points: int
    walkover: bool = False
    nobody: Literal["", "lose", "void"] = ""
    """Where neither player came: both lose, ``away_points`` against each, or it counts for neither."""

    @property
    def winner(self) -> str:
        """The player with more points; empty for a draw."""
        if self.nobody or (self.home_points == self.away_points and not self.walkover):
            return ""
        return self.home if self.walkover or self.home_points > self.away_points else self.away


@dataclass(frozen=True, slots=True)
class PointsAdjustment:
    """Points that a judge added to or took from a player, and the reason."""

    player: str
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class Zone:
    """Zona: players who all meet each other."""

    name: str
    players: tuple[str, ...]
    matches: tuple[PlayedMatch, ...] = ()
    decisions: tuple[PointsAdjustment, ...] = ()
    lots: tuple[str, ...] = ()
    """Players in the order that lots were drawn for them, the luckiest first."""
    draws: tuple[tuple[str, ...], ...] = ()
    """The same of several draws, the newest first: each only separates those who were drawn together."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """One row of a zone's table."""

    player: str
    played: int
    won: int
    difference: int
    points_for: int
    rank: int
    """From 1; players that nothing separates share one."""
    needs_lots: bool
    """Whether only drawing lots can separate this player from another."""
    victory: int | None = None
    """Victory points of all matches, where the rules have any."""

    def as_json(self) -> dict[str, Any]:
        """The contracted row, with victory points where there are any."""
        keys = ("player", "played", "won", "difference", "points_for", "rank", "needs_lots")
        row = {key: getattr(self, key) for key in keys}
        return row if self.victory is None else row | {"victory": self.victory}


TieBreak = Literal["victory", "won", "head_to_head", "complete", "difference", "points_for", "lots"]


@dataclass(frozen=True, slots=True)
class TieStep:
    """One tie-break applied to level players, and their groups after it."""

    by: TieBreak
    values: tuple[tuple[str, int], ...]
    """What each of them has; ``complete`` is 1 for who has met everybody, lots tell the places drawn, 0 before that."""
    groups: tuple[tuple[str, ...], ...]
    """Best first; those in one group are still level."""

    def as_json(self) -> dict[str, Any]:
        """The criterion, each player's value, and the groups afterwards."""
        return {
            "by": self.by,
            "values": [{"player": player, "value": value} for player, value in self.values],
            "groups": [list(group) for group in self.groups],
        }


_Side = tuple[str, bool, int, int, str]
"""A player's side of a match: opponent, whether won, points for and against, and the treatment of a double no-show."""


@dataclass(frozen=True, slots=True)
class _Record:
    """A player's totals over the matches and the judge's decisions."""

    opponents: tuple[str, ...]
    played: int
    won: int
    points_for: int
    points_against: int
    victory: int

    @property
    def difference(self) -> int:
        return self.points_for - self.points_against


@dataclass(frozen=True, slots=True)
class _Results:
    """A zone with the totals of each of its players."""

    zone: Zone
    records: Mapping[str, _Record]

    @staticmethod
    def of(zone: Zone, rules: Rules) -> _Results:
        played: dict[str, list[_Side]] = {player: [] for player in zone.players}
        for match in zone.matches:
            home = (match.home_points, match.away_points)
            away = home if match.nobody else (match.away_points, match.home_points)
            for player, rival, (own, other) in ((match.home, match.away, home), (match.away, match.home, away)):
                played.setdefault(player, []).append((rival, match.winner == player, own, other, match.nobody))
        decided = Counter[str]()
        for decision in zone.decisions:
            decided[decision.player] += decision.points
        records = {player: _record(sides, decided[player], rules) for player, sides in played.items()}
        return _Results(zone, records)

    def is_complete(self, player: str) -> bool:
        """Whether ``player`` has met all others."""
        return len(set(self.records[player].opponents)) >= len(self.zone.players) - 1


def _record(sides: Sequence[_Side], decided: int, rules: Rules) -> _Record:
    counted = [(won, own, other) for _, won, own, other, nobody in sides if nobody != "void"]
    return _Record(
        opponents=tuple(opponent for opponent, *_ in sides),
        played=len(counted),
        won=sum(won for won, *_ in counted),
        points_for=sum(own for _, own, _ in counted) + decided,
        points_against=sum(other for *_, other in counted),
        victory=sum(shared_points(own, other, rules)[0] for _, own, other in counted),
    )


def standings(zone: Zone, rules: Rules) -> tuple[Standing, ...]:
    """The ranked table of ``zone``; unseparated players keep the zone's own order."""
    ranked = _Results.of(_ranked(zone, rules), rules)
    sign = -1 if rules.target_kind == "points_low" else 1
    rows: list[Standing] = []
    for tied in _refined(zone.players, _tie_steps(ranked, rules)):
        rank = len(rows) + 1
        lots = len(tied) > 1 and "lots" in rules.tiebreak_many and _may_be_drawn(ranked, tied, rules)
        for player in tied:
            record = ranked.records[player]
            rows.append(Standing(
                player=player, played=record.played, won=record.won, difference=record.difference,
                points_for=sign * record.points_for, rank=rank, needs_lots=lots,
                victory=record.victory if rules.victory_points else None,
            ))  # fmt: skip
    return tuple(rows)


def _may_be_drawn(results: _Results, tied: Sequence[str], rules: Rules) -> bool:
    """Whether lots may separate players: not while a tied player has matches to play."""
    return not rules.tiebreak_many_only_complete or all(map(results.is_complete, tied))


def tie_steps(zone: Zone, rules: Rules) -> tuple[TieStep, ...]:
    """The steps by which ``zone`` is ranked: first by wins or victory points, then the tie-breaks."""
    if rules.target_kind == "points_high":
        return tuple(_tie_steps(_Results.of(zone, rules), rules))
    return tuple(
        replace(step, values=tuple((player, -value) for player, value in step.values))
        if step.by == "points_for"
        else step
        for step in _tie_steps(_Results.of(_ranked(zone, rules), rules), rules)
    )


def _ranked(zone: Zone, rules: Rules) -> Zone:
    """``zone`` in a form in which more points are better."""
    return _turned(zone) if rules.target_kind == "points_low" else zone


def _turned(zone: Zone) -> Zone:
    """``zone`` with every score negated, for games that the lowest total wins."""
    matches = (replace(match, home_points=-match.home_points, away_points=-match.away_points) for match in zone.matches)
    decisions = (replace(decision, points=-decision.points) for decision in zone.decisions)
    return replace(zone, matches=tuple(matches), decisions=tuple(decisions))


def standings_json(zones: Iterable[Zone], rules: Rules) -> dict[str, Any]:
    """The contracted JSON object of ``burako tournament standings``."""
    return {
        "zones": [
            {
                "name": zone.name,
                "standings": [row.as_json() for row in standings(zone, rules)],
                "ties": [step.as_json() for step in tie_steps(zone, rules)],
            }
            for zone in zones
        ]
    }


def _levels(players: Sequence[str], metric: Callable[[str], int]) -> list[list[str]]:
    """``players`` in groups of equal ``metric``, the highest first."""
    ordered = sorted(players, key=metric, reverse=True)
    return [list(level) for _, level in groupby(ordered, metric)]


def _tie_steps(results: _Results, rules: Rules) -> Iterator[TieStep]:
    records = results.records
    if rules.victory_points:
        wins = _step("victory", results.zone.players, lambda player: records[player].victory)
    else:
        wins = _step("won", results.zone.players, lambda player: records[player].won * rules.win_points)
    yield wins
    for level in wins.groups:
        yield from _separated(results, level, rules)


def _step(by: TieBreak, tied: Sequence[str], metric: Callable[[str], int]) -> TieStep:
    levels = tuple(tuple(level) for level in _levels(tied, metric))
    values = tuple((player, metric(player)) for level in levels for player in level)
    return TieStep(by, tuple((player, abs(value)) for player, value in values) if by == "lots" else values, levels)


def _refined(players: Sequence[str], steps: Iterable[TieStep]) -> list[tuple[str, ...]]:
    """``players`` in groups that no tie-break separates, best first."""
    groups = [tuple(players)]
    for step in steps:
        asked = {player for player, _ in step.values}
        at = next(number for number, group in enumerate(groups) if asked == set(group))
        groups[at : at + 1] = step.groups
    return groups


def _separated(results: _Results, tied: Sequence[str], rules: Rules) -> Iterator[TieStep]:
    """The tie-breaks for players level on wins or victory points."""
    if len(tied) < 2:
        return
    met = _head_to_head(results, tied, rules)
    yield from met
    if any(len(step.groups) > 1 for step in met):
        return
    if not rules.tiebreak_many_only_complete or len(tied) == 2:
        yield from _by_list(results, tied, rules.tiebreak_many, rules)
        return
    complete = _step("complete", tied, results.is_complete)
    if len(complete.groups) > 1:
        yield complete
    for level in complete.groups:
        yield from _by_list(results, level, rules.tiebreak_many, rules)


def _head_to_head(results: _Results, tied: Sequence[str], rules: Rules) -> tuple[TieStep, ...]:
    """Two tied players by their matches against each other; empty for more players or without that rule."""
    if len(tied) != 2 or rules.tiebreak_two != "head_to_head":
        return ()
    between = [match.winner for match in results.zone.matches if {match.home, match.away} == set(tied)]
    return (_step("head_to_head", tied, between.count),)


def _by_list(results: _Results, tied: Sequence[str], metrics: Sequence[str], rules: Rules) -> Iterator[TieStep]:
    """Tied players by the first of ``metrics`` and, where that is equal, by the rest of the list."""
    if len(tied) < 2 or not metrics:
        return
    step = _metric_step(results, metrics[0], tied)
    yield step
    for level in step.groups:
        met = _head_to_head(results, level, rules) if rules.restart_head_to_head and len(step.groups) > 1 else ()
        yield from met
        if not any(len(tied_step.groups) > 1 for tied_step in met):
            yield from _by_list(results, level, metrics[1:], rules)


def _metric_step(results: _Results, name: str, tied: Sequence[str]) -> TieStep:
    if name == "lots":
        draws = (lots for lots in (results.zone.lots, *results.zone.draws) if set(tied) <= set(lots))
        drawn = [lot for lot in next(draws, ()) if lot in tied]
        return _step("lots", tied, lambda player: -1 - drawn.index(player) if drawn else 0)
    by: TieBreak = "difference" if name == "difference" else "points_for"
    return _step(by, tied, lambda player: int(getattr(results.records[player], by)))
