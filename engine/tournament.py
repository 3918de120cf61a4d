"""Zones of a tournament: the table of each, and who is ahead of whom and by what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from engine.rules import Rules


@dataclass(frozen=True, slots=True)
class PlayedMatch:
    """Partido: two players and their points, the more the better; in a ``walkover`` only ``home`` was there."""

    home: str
    away: str
    home_points: int
    away_points: int
    walkover: bool = False

    @property
    def winner(self) -> str:
        """The player with more points; there are no draws."""
        return self.home if self.walkover or self.home_points > self.away_points else self.away


@dataclass(frozen=True, slots=True)
class Decision:
    """What a judge added to or took from a player's points, and why."""

    player: str
    points: int
    reason: str


@dataclass(frozen=True, slots=True)
class Zone:
    """Zona: players who all meet each other."""

    name: str
    players: tuple[str, ...]
    matches: tuple[PlayedMatch, ...] = ()
    decisions: tuple[Decision, ...] = ()
    lots: tuple[str, ...] = ()
    """Players in the order that lots were drawn for them, the luckiest first."""


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
    """Whether only a draw of lots can separate this player from another."""

    def as_json(self) -> dict[str, Any]:
        """The contracted row."""
        keys = ("player", "played", "won", "difference", "points_for", "rank", "needs_lots")
        return {key: getattr(self, key) for key in keys}


def standings(zone: Zone, rules: Rules) -> tuple[Standing, ...]:
    """The table of ``zone``, first player first; those that nothing separates stay in the zone's own order."""
    ranked = _turned(zone) if rules.target_kind == "points_low" else zone
    ranking = [
        tied
        for level in _levels(ranked.players, lambda one: _won(ranked, one) * rules.win_points)
        for tied in _separated(ranked, level, rules)
    ]
    rows: list[Standing] = []
    for tied in ranking:
        rank = len(rows) + 1
        lots = len(tied) > 1 and "lots" in rules.tiebreak_many
        rows.extend(replace(_row(ranked, one, rank, lots), points_for=_points_for(zone, one)) for one in tied)
    return tuple(rows)


def _turned(zone: Zone) -> Zone:
    """``zone`` with every point against instead of for, as where the fewest win."""
    return replace(
        zone,
        matches=tuple(replace(one, home_points=-one.home_points, away_points=-one.away_points) for one in zone.matches),
        decisions=tuple(replace(one, points=-one.points) for one in zone.decisions),
    )


def standings_json(zones: Iterable[Zone], rules: Rules) -> dict[str, Any]:
    """The contracted JSON object of ``burako tournament standings``."""
    return {
        "zones": [{"name": zone.name, "standings": [row.as_json() for row in standings(zone, rules)]} for zone in zones]
    }


def _row(zone: Zone, player: str, rank: int, needs_lots: bool) -> Standing:
    return Standing(
        player=player,
        played=len(_matches(zone, player)),
        won=_won(zone, player),
        difference=_difference(zone, player),
        points_for=_points_for(zone, player),
        rank=rank,
        needs_lots=needs_lots,
    )


def _matches(zone: Zone, player: str) -> list[PlayedMatch]:
    return [match for match in zone.matches if player in (match.home, match.away)]


def _won(zone: Zone, player: str) -> int:
    return sum(match.winner == player for match in _matches(zone, player))


def _decided(zone: Zone, player: str) -> int:
    return sum(decision.points for decision in zone.decisions if decision.player == player)


def _points_for(zone: Zone, player: str) -> int:
    own = (one.home_points if one.home == player else one.away_points for one in _matches(zone, player))
    return sum(own) + _decided(zone, player)


def _difference(zone: Zone, player: str) -> int:
    others = (one.away_points if one.home == player else one.home_points for one in _matches(zone, player))
    return _points_for(zone, player) - sum(others)


def _complete(zone: Zone, player: str) -> bool:
    met = {one.away if one.home == player else one.home for one in _matches(zone, player)}
    return len(met) >= len(zone.players) - 1


def _levels(players: Sequence[str], metric: Callable[[str], int]) -> list[list[str]]:
    """``players`` in groups of equal ``metric``, the highest first."""
    ordered = sorted(players, key=metric, reverse=True)
    return [list(level) for _, level in groupby(ordered, metric)]


def _separated(zone: Zone, tied: list[str], rules: Rules) -> list[list[str]]:
    """Players level on wins, in groups that nothing more separates, best first."""
    if len(tied) < 2:
        return [tied]
    if met := _head_to_head(zone, tied, rules):
        return met
    if not rules.tiebreak_many_only_complete or len(tied) == 2:
        return _by_list(zone, tied, rules.tiebreak_many, rules)
    levels = _levels(tied, lambda player: _complete(zone, player))
    return [group for level in levels for group in _by_list(zone, level, rules.tiebreak_many, rules)]


def _head_to_head(zone: Zone, tied: Sequence[str], rules: Rules) -> list[list[str]]:
    """Two tied players by the matches between them; nothing if that does not tell, or if they are more."""
    if len(tied) != 2 or rules.tiebreak_two != "head_to_head":
        return []
    between = [match.winner for match in zone.matches if {match.home, match.away} == set(tied)]
    levels = _levels(tied, between.count)
    return levels if len(levels) > 1 else []


def _by_list(zone: Zone, tied: list[str], metrics: Sequence[str], rules: Rules) -> list[list[str]]:
    """Tied players by the first of ``metrics`` and, where that does not tell, by the rest of the list."""
    if len(tied) < 2 or not metrics:
        return [tied]
    levels = _levels(tied, _metric(zone, metrics[0], tied))
    separated: list[list[str]] = []
    for level in levels:
        met = _head_to_head(zone, level, rules) if rules.restart_head_to_head and len(levels) > 1 else []
        separated.extend(met or _by_list(zone, level, metrics[1:], rules))
    return separated


def _metric(zone: Zone, name: str, tied: Sequence[str]) -> Callable[[str], int]:
    if name == "lots":
        drawn = zone.lots if set(tied) <= set(zone.lots) else ()
        return lambda player: -drawn.index(player) if drawn else 0
    if name == "difference":
        return lambda player: _difference(zone, player)
    return lambda player: _points_for(zone, player)
