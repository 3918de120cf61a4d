"""The hand file, TOML or JSON: the record of a finished hand, and the parser of its text."""

from __future__ import annotations

import json
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeVar, cast, get_args

from engine.melds.canasta_marks import marks_of, parse_marked
from engine.melds.melds import Purity
from engine.placed_tile import PlacedTile, parse_meld, parse_tiles
from engine.sentences import TranslatableError
from engine.tiles import NotationError, Tile

MuertoState = Literal["untaken", "played", "unplayed"]
_Parsed = TypeVar("_Parsed")
_HAND_KEYS = ("closed_by", "teams", "players", "partial", "table", "pozo", "mazo", "muertos")
_TEAM_KEYS = ("melds", "racks", "muerto", "unplayed_muerto", "set_aside")


class RecordError(TranslatableError):
    """A malformed hand file or standings file; its sentence names the key."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TeamRecord:
    """What one team had when the hand ended."""

    name: str
    melds: tuple[tuple[PlacedTile, ...], ...] = ()
    marks: tuple[Purity | None, ...] = ()
    """The kind of canasta that the mark of each meld states, where marks were written."""
    racks: tuple[tuple[Tile, ...], ...] = ()
    """The tiles left on each player's rack; players without tiles may be missing."""
    muerto: MuertoState = "untaken"
    """``unplayed``: taken, and its holder had no turn after that."""
    unplayed_muerto: tuple[Tile, ...] = ()
    """The tiles of an unplayed muerto; they are not among the racks."""
    set_aside: tuple[tuple[Tile, ...], ...] = ()
    """Wrongly laid melds that a judge took off the table."""

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile of the team: laid, on racks, of its unplayed muerto and set aside."""
        laid = (placed_tile.tile for meld in self.melds for placed_tile in meld)
        others = (tile for some in (*self.racks, self.unplayed_muerto, *self.set_aside) for tile in some)
        return (*laid, *others)


@dataclass(frozen=True, slots=True, kw_only=True)
class HandRecord:
    """A finished hand, as far as it was recorded."""

    teams: tuple[TeamRecord, ...]
    closed_by: str | None = None
    """The team that closed; ``None`` when the stock ran out."""
    players: int | None = None
    """The number of players; ``None`` derives it from the racks."""
    partial: bool = False
    """Whether tiles were left out on purpose, so that a team may have fewer than it was dealt."""
    table: tuple[tuple[PlacedTile, ...], ...] = ()
    """Melds of the shared table."""
    pozo: tuple[Tile, ...] = ()
    mazo: tuple[Tile, ...] = ()
    muertos: tuple[Tile, ...] = ()
    """Tiles of the untaken muertos, if they were turned up."""

    @property
    def tiles(self) -> tuple[Tile, ...]:
        """Every tile that the record lists."""
        common = (placed_tile.tile for meld in self.table for placed_tile in meld)
        return (*(tile for team in self.teams for tile in team.tiles), *common, *self.pozo, *self.mazo, *self.muertos)


def read_hand(text: str) -> HandRecord:
    """Parse the hand file ``text``, TOML or JSON. Raises RecordError with one sentence."""
    return parse_hand(parse_document(text, "hand_not_readable"))


def parse_document(text: str, complaint: str) -> dict[str, Any]:
    """Parse ``text`` as TOML or JSON. Raises RecordError: the sentence ``complaint`` with the problem in it."""
    try:
        is_json = text.lstrip().startswith("{")
        return json.loads(text, object_pairs_hook=_keyed_once) if is_json else tomllib.loads(text)
    except (ValueError, RecursionError) as problem:
        raise RecordError(complaint, problem=problem) from problem


def _keyed_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object of ``pairs``, rejecting duplicate keys, which JSON would accept."""
    for key, count in Counter(key for key, _ in pairs).items():
        if count > 1:
            raise TranslatableError("key_twice", key=key)
    return dict(pairs)


def parse_hand(contents: Mapping[str, Any]) -> HandRecord:
    """The hand in ``contents``, a parsed TOML or JSON document. Raises RecordError."""
    refuse_unknown(TranslatableError("the_hand"), contents, _HAND_KEYS)
    teams = contents.get("teams")
    if not isinstance(teams, Mapping) or not teams:
        raise RecordError("no_teams")
    closed_by = contents.get("closed_by")
    if not all(name.strip() for name in teams):
        raise RecordError("nameless_team")
    if closed_by is not None and (not isinstance(closed_by, str) or closed_by not in teams):
        raise RecordError("closed_by_nobody", team=closed_by, teams=", ".join(teams))
    players = contents.get("players")
    if players is not None and type(players) is not int:
        raise RecordError("players_not_a_number")
    if type(contents.get("partial", False)) is not bool:
        raise RecordError("partial_not_bool")
    return HandRecord(
        partial=contents.get("partial", False),
        teams=tuple(_team(name, team) for name, team in teams.items()),
        closed_by=closed_by,
        players=players,
        table=_many(contents, "table", "table", parse_meld),
        pozo=_one(contents, "pozo", "pozo", parse_tiles),
        mazo=_one(contents, "mazo", "mazo", parse_tiles),
        muertos=tuple(tile for some in _many(contents, "muertos", "muertos", parse_tiles) for tile in some),
    )


def _team(name: str, team: object) -> TeamRecord:
    where = f"teams.{name}"
    if not isinstance(team, Mapping):
        raise RecordError("team_not_a_table", where=where)
    refuse_unknown(where, team, _TEAM_KEYS)
    muerto = team.get("muerto", "untaken")
    if muerto not in get_args(MuertoState):
        raise RecordError("no_such_muerto", where=where, muerto=muerto, choices=", ".join(get_args(MuertoState)))
    unplayed = _one(team, "unplayed_muerto", where, parse_tiles)
    if unplayed and muerto != "unplayed":
        raise RecordError("muerto_has_tiles", where=where, muerto=muerto)
    melds = _many(team, "melds", where, parse_marked)
    return TeamRecord(
        name=name,
        melds=tuple(meld for meld, _ in melds),
        marks=marks_of(melds),
        racks=_many(team, "racks", where, parse_tiles),
        muerto=cast(MuertoState, muerto),
        unplayed_muerto=unplayed,
        set_aside=tuple(
            tuple(placed_tile.tile for placed_tile in meld) for meld in _many(team, "set_aside", where, parse_meld)
        ),
    )


def refuse_unknown(where: object, table: Mapping[str, Any], keys: Sequence[str]) -> None:
    """Raise RecordError for the first key of ``table`` that is not in ``keys``."""
    for key in table:
        if key not in keys:
            raise RecordError("unknown_key", where=where, key=key, known=", ".join(keys))


def _one(table: Mapping[str, Any], key: str, where: str, parse: Callable[[str], _Parsed]) -> _Parsed:
    return next(_read([table.get(key, "")], f"{where}.{key}" if where != key else key, parse))


def _many(table: Mapping[str, Any], key: str, where: str, parse: Callable[[str], _Parsed]) -> tuple[_Parsed, ...]:
    listed = table.get(key, [])
    place = f"{where}.{key}" if where != key else key
    if not isinstance(listed, list):
        raise RecordError("not_a_list_of_texts", where=place)
    return tuple(_read(listed, place, parse))


def _read(listed: Sequence[object], place: str, parse: Callable[[str], _Parsed]) -> Iterator[_Parsed]:
    for word in listed:
        if not isinstance(word, str):
            raise RecordError("not_tiles", where=place, one=word)
        try:
            yield parse(word)
        except NotationError as problem:
            raise RecordError("at", where=place, problem=problem) from problem
