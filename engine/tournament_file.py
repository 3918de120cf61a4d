"""How a standings file (TOML or JSON) names the zones of a tournament and their matches."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.records import RecordError
from engine.rules import Rules
from engine.tournament import Decision, PlayedMatch, Zone

_ZONE_KEYS = ("name", "players", "matches", "walkovers", "decisions", "lots")


@dataclass(frozen=True, slots=True)
class StandingsFile:
    """What a standings file says: the name of its rules and its zones."""

    rules: str
    zones: tuple[dict[str, Any], ...]

    def played(self, rules: Rules) -> tuple[Zone, ...]:
        """The zones, walkovers counted as ``rules`` say; raises RecordError."""
        return tuple(_zone(zone, f"zone {number}", rules) for number, zone in enumerate(self.zones, 1))


def read_standings(text: str) -> StandingsFile:
    """The file that ``text`` writes, in TOML or JSON; raises RecordError with one sentence."""
    try:
        contents = json.loads(text) if text.lstrip().startswith("{") else tomllib.loads(text)
    except (ValueError, RecursionError) as problem:
        raise RecordError(f"the tournament is neither TOML nor JSON: {problem}") from problem
    zones, rules = contents.get("zones"), contents.get("rules", "torneo")
    if not isinstance(zones, list) or not zones or not all(isinstance(zone, dict) for zone in zones):
        raise RecordError("the tournament has no zones: write [[zones]] with name, players and matches")
    if not isinstance(rules, str):
        raise RecordError("rules: write the name of a profile")
    return StandingsFile(rules, tuple(zones))


def _zone(zone: Mapping[str, Any], place: str, rules: Rules) -> Zone:
    for key in zone:
        if key not in _ZONE_KEYS:
            raise RecordError(f"{place}: «{key}» is not a key of it; the keys are {', '.join(_ZONE_KEYS)}")
    name = zone.get("name", "")
    where = f"zone «{name}»" if name else place
    players = _names(zone.get("players"), f"{where}, players")
    matches = [_match(row, players, f"{where}, match {row}") for row in _rows(zone, "matches", where)]
    absent = [_walkover(row, players, f"{where}, walkover {row}", rules) for row in _rows(zone, "walkovers", where)]
    lots = _names(zone.get("lots", []), f"{where}, lots")
    for player in lots:
        _known(player, players, f"{where}, lots")
    decisions = tuple(_decision(row, players, f"{where}, decision {row}") for row in _rows(zone, "decisions", where))
    return Zone(str(name), players, (*matches, *absent), decisions, lots)


def _names(listed: object, where: str) -> tuple[str, ...]:
    if not isinstance(listed, list) or not all(isinstance(one, str) for one in listed):
        raise RecordError(f"{where}: write a list of names")
    if len(set(listed)) < len(listed):
        raise RecordError(f"{where}: a name is there twice")
    return tuple(listed)


def _rows(zone: Mapping[str, Any], key: str, where: str) -> list[list[Any]]:
    rows = zone.get(key, [])
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise RecordError(f"{where}, {key}: write a list of lists")
    return rows


def _known(player: object, players: tuple[str, ...], where: str) -> str:
    if not isinstance(player, str) or player not in players:
        raise RecordError(f"{where}: «{player}» is not a player of the zone")
    return player


def _pair(row: list[Any], players: tuple[str, ...], where: str) -> tuple[str, str]:
    home, away = _known(row[0], players, where), _known(row[1], players, where)
    if home == away:
        raise RecordError(f"{where}: nobody plays alone")
    return home, away


def _match(row: list[Any], players: tuple[str, ...], where: str) -> PlayedMatch:
    if len(row) != 4 or not all(type(points) is int for points in row[2:]):
        raise RecordError(f'{where}: write ["home", "away", points, points]')
    home, away = _pair(row, players, where)
    if row[2] == row[3]:
        raise RecordError(f"{where}: a match does not end level; one more hand decides it")
    return PlayedMatch(home, away, row[2], row[3])


def _walkover(row: list[Any], players: tuple[str, ...], where: str, rules: Rules) -> PlayedMatch:
    if len(row) != 2:
        raise RecordError(f'{where}: write ["present", "absent"]')
    present, absent = _pair(row, players, where)
    return PlayedMatch(present, absent, rules.walkover_points, 0, walkover=True)


def _decision(row: list[Any], players: tuple[str, ...], where: str) -> Decision:
    if len(row) != 3 or type(row[1]) is not int or not isinstance(row[2], str):
        raise RecordError(f'{where}: write ["player", points, "reason"]')
    return Decision(_known(row[0], players, where), row[1], row[2])
