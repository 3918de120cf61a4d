"""Parse a standings file (TOML or JSON): the zones of a tournament and their matches."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engine.hand.hand_file import RecordError, parse_document, refuse_unknown
from engine.rules.rules import Rules
from engine.sentences import TranslatableError
from engine.tournament.standings import PlayedMatch, PointsAdjustment, Zone

_FILE_KEYS = ("rules", "zones")
_ZONE_KEYS = ("name", "players", "matches", "walkovers", "decisions", "lots")


@dataclass(frozen=True, slots=True)
class StandingsFile:
    """The content of a standings file: the name of its rules and its zones."""

    rules: str
    zones: tuple[dict[str, Any], ...]

    def played(self, rules: Rules) -> tuple[Zone, ...]:
        """The zones, with walkovers scored as ``rules`` say. Raises RecordError."""
        zones = tuple(
            _zone(zone, TranslatableError("zone_number", number=number), rules)
            for number, zone in enumerate(self.zones, 1)
        )
        _refuse_twice("zone_twice", [zone.name for zone in zones if zone.name])
        _refuse_twice("in_two_zones", [player for zone in zones for player in zone.players])
        return zones


def read_standings(text: str) -> StandingsFile:
    """Parse the standings file ``text``, TOML or JSON. Raises RecordError with one sentence."""
    contents = parse_document(text, "tournament_not_readable")
    refuse_unknown(TranslatableError("the_tournament"), contents, _FILE_KEYS)
    zones, rules = contents.get("zones"), contents.get("rules", "torneo")
    if not isinstance(zones, list) or not zones or not all(isinstance(zone, dict) for zone in zones):
        raise RecordError("no_zones")
    if not isinstance(rules, str):
        raise RecordError("rules_not_a_name")
    return StandingsFile(rules, tuple(zones))


def _refuse_twice(key: str, names: Sequence[str]) -> None:
    for name, count in Counter(names).items():
        if count > 1:
            raise RecordError(key, name=name)


def _zone(zone: Mapping[str, Any], place: TranslatableError, rules: Rules) -> Zone:
    refuse_unknown(place, zone, _ZONE_KEYS)
    name = zone.get("name", "")
    if not isinstance(name, str):
        raise RecordError("zone_name_not_text", where=place)
    where = TranslatableError("zone_named", name=name) if name else place
    players = _names(zone.get("players"), _part(where, "players"))
    if len(players) < 2:
        raise RecordError("zone_too_small", where=where)
    matches = [_match(row, players, _row_of(where, "match", row), rules) for row in _rows(zone, "matches", where)]
    walkovers = [(row, _row_of(where, "walkover", row)) for row in _rows(zone, "walkovers", where)]
    absent = [_walkover(row, players, place, rules) for row, place in walkovers]
    lots = _names(zone.get("lots", []), _part(where, "lots"))
    for player in lots:
        _known(player, players, _part(where, "lots"))
    rows = _rows(zone, "decisions", where)
    decisions = tuple(_decision(row, players, _row_of(where, "decision", row)) for row in rows)
    return Zone(name, players, (*matches, *absent), decisions, lots)


def _part(zone: TranslatableError, key: str) -> TranslatableError:
    """The key in the file of what a zone calls ``key``."""
    return TranslatableError("zone_part", zone=zone, part=key)


def _row_of(zone: TranslatableError, kind: str, row: object) -> TranslatableError:
    return TranslatableError(f"zone_{kind}", zone=zone, row=json.dumps(row, ensure_ascii=False, default=str))


def _names(listed: object, where: TranslatableError) -> tuple[str, ...]:
    if not isinstance(listed, list) or not all(isinstance(name, str) and name.strip() for name in listed):
        raise RecordError("not_names", where=where)
    if len(set(listed)) < len(listed):
        raise RecordError("name_twice", where=where)
    return tuple(listed)


def _rows(zone: Mapping[str, Any], key: str, where: TranslatableError) -> list[list[Any]]:
    rows = zone.get(key, [])
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise RecordError("not_rows", where=_part(where, key))
    return rows


def _known(player: object, players: tuple[str, ...], where: TranslatableError) -> str:
    if not isinstance(player, str) or player not in players:
        raise RecordError("not_of_the_zone", where=where, player=player)
    return player


def _pair(row: list[Any], players: tuple[str, ...], where: TranslatableError) -> tuple[str, str]:
    home, away = _known(row[0], players, where), _known(row[1], players, where)
    if home == away:
        raise RecordError("plays_alone", where=where)
    return home, away


def _match(row: list[Any], players: tuple[str, ...], where: TranslatableError, rules: Rules) -> PlayedMatch:
    if len(row) != 4 or not all(type(points) is int for points in row[2:]):
        raise RecordError("not_a_match", where=where)
    home, away = _pair(row, players, where)
    if row[2] == row[3] and not rules.victory_points:
        raise RecordError("level_match", where=where)
    return PlayedMatch(home, away, row[2], row[3])


def _walkover(row: list[Any], players: tuple[str, ...], where: TranslatableError, rules: Rules) -> PlayedMatch:
    if len(row) != 2:
        raise RecordError("not_a_walkover", where=where)
    present, absent = _pair(row, players, where)
    won, lost = (rules.walkover_points, 0) if rules.target_kind == "points_high" else (0, rules.walkover_points)
    return PlayedMatch(present, absent, won, lost, walkover=True)


def _decision(row: list[Any], players: tuple[str, ...], where: TranslatableError) -> PointsAdjustment:
    if len(row) != 3 or type(row[1]) is not int or not isinstance(row[2], str) or not row[2].strip():
        raise RecordError("not_a_decision", where=where)
    return PointsAdjustment(_known(row[0], players, where), row[1], row[2])
