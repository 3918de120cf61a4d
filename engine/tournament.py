"""Zones of a tournament: the table of each, and who is ahead of whom and by what."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, Literal

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


TieBreak = Literal["won", "head_to_head", "complete", "difference", "points_for", "lots"]


@dataclass(frozen=True, slots=True)
class TieStep:
    """One question put to players that nothing separated before, and how they stand after it."""

    by: TieBreak
    values: tuple[tuple[str, int], ...]
    """What each of them has; ``complete`` is 1 for who has met everybody, lots tell the places drawn, 0 before that."""
    groups: tuple[tuple[str, ...], ...]
    """Best first; those in one group are still level."""


def standings(zone: Zone, rules: Rules) -> tuple[Standing, ...]:
    """The table of ``zone``, first player first; those that nothing separates stay in the zone's own order."""
    ranked = _ranked(zone, rules)
    rows: list[Standing] = []
    for tied in _refined(zone.players, _tie_steps(ranked, rules)):
        rank = len(rows) + 1
        lots = len(tied) > 1 and "lots" in rules.tiebreak_many
        rows.extend(replace(_row(ranked, one, rank, lots), points_for=_points_for(zone, one)) for one in tied)
    return tuple(rows)


def tie_steps(zone: Zone, rules: Rules) -> tuple[TieStep, ...]:
    """How the table of ``zone`` comes about, question by question; the first one is about wins and all players."""
    if rules.target_kind == "points_high":
        return tuple(_tie_steps(zone, rules))
    return tuple(
        replace(step, values=tuple((player, -value) for player, value in step.values))
        if step.by == "points_for"
        else step
        for step in _tie_steps(_ranked(zone, rules), rules)
    )


def _ranked(zone: Zone, rules: Rules) -> Zone:
    """``zone`` as it is ranked: the more points, the better."""
    return _turned(zone) if rules.target_kind == "points_low" else zone


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


def _tie_steps(zone: Zone, rules: Rules) -> Iterator[TieStep]:
    wins = _step("won", zone.players, lambda one: _won(zone, one) * rules.win_points)
    yield wins
    for level in wins.groups:
        yield from _separated(zone, level, rules)


def _step(by: TieBreak, tied: Sequence[str], metric: Callable[[str], int]) -> TieStep:
    levels = tuple(tuple(level) for level in _levels(tied, metric))
    values = tuple((player, metric(player)) for level in levels for player in level)
    return TieStep(by, tuple((player, abs(value)) for player, value in values) if by == "lots" else values, levels)


def _refined(players: Sequence[str], steps: Iterable[TieStep]) -> list[tuple[str, ...]]:
    """``players`` in groups that nothing more separates, best first."""
    groups = [tuple(players)]
    for step in steps:
        asked = {player for player, _ in step.values}
        at = next(number for number, group in enumerate(groups) if asked == set(group))
        groups[at : at + 1] = step.groups
    return groups


def _separated(zone: Zone, tied: Sequence[str], rules: Rules) -> Iterator[TieStep]:
    """What is asked of players level on wins."""
    if len(tied) < 2:
        return
    met = _head_to_head(zone, tied, rules)
    yield from met
    if any(len(step.groups) > 1 for step in met):
        return
    if not rules.tiebreak_many_only_complete or len(tied) == 2:
        yield from _by_list(zone, tied, rules.tiebreak_many, rules)
        return
    complete = _step("complete", tied, lambda player: int(_complete(zone, player)))
    if len(complete.groups) > 1:
        yield complete
    for level in complete.groups:
        yield from _by_list(zone, level, rules.tiebreak_many, rules)


def _head_to_head(zone: Zone, tied: Sequence[str], rules: Rules) -> tuple[TieStep, ...]:
    """Two tied players by the matches between them; nothing if they are more or the rules do not ask."""
    if len(tied) != 2 or rules.tiebreak_two != "head_to_head":
        return ()
    between = [match.winner for match in zone.matches if {match.home, match.away} == set(tied)]
    return (_step("head_to_head", tied, between.count),)


def _by_list(zone: Zone, tied: Sequence[str], metrics: Sequence[str], rules: Rules) -> Iterator[TieStep]:
    """Tied players by the first of ``metrics`` and, where that does not tell, by the rest of the list."""
    if len(tied) < 2 or not metrics:
        return
    step = _metric_step(zone, metrics[0], tied)
    yield step
    for level in step.groups:
        met = _head_to_head(zone, level, rules) if rules.restart_head_to_head and len(step.groups) > 1 else ()
        yield from met
        if not any(len(one.groups) > 1 for one in met):
            yield from _by_list(zone, level, metrics[1:], rules)


def _metric_step(zone: Zone, name: str, tied: Sequence[str]) -> TieStep:
    if name == "lots":
        drawn = [one for one in zone.lots if one in tied] if set(tied) <= set(zone.lots) else []
        return _step("lots", tied, lambda player: -1 - drawn.index(player) if drawn else 0)
    if name == "difference":
        return _step("difference", tied, lambda player: _difference(zone, player))
    return _step("points_for", tied, lambda player: _points_for(zone, player))
