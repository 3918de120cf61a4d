"""Score sheets of the hands shown by a list of photographs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from companion.bulk_counting.photo_list import ListedPhotograph, PhotoList
from companion.matches.hand_scoring import as_it_goes_on
from companion.view_models import NO_TILE, UNSURE, PhotoScore
from engine.hand.hand_file import HandRecord, MuertoState, TeamRecord
from engine.placed_tile import PlacedTile, parse_meld
from engine.rules.rules import Rules
from engine.scoring.score_sheets import HandScore, ScoreSheet
from engine.scoring.scoring import score_hand
from engine.tiles import Tile
from vision.belief import BACK

_NO_FACES = (UNSURE, BACK, NO_TILE)


@dataclass(frozen=True, slots=True)
class ReadPhotograph:
    """A successfully read photograph of the list."""

    listed: ListedPhotograph
    photo: str
    """The hash of its bytes."""
    score: PhotoScore

    @property
    def doubts(self) -> tuple[int, ...]:
        """The ids of tiles that a person must name."""
        return tuple(tile.id for tile in self.score.tiles if tile.face == UNSURE)

    @property
    def is_empty(self) -> bool:
        """Whether it shows nothing of what it should, so that it must be checked before it counts."""
        return not self.doubts and not (_melds(self.score) if self.listed.shows == "melds" else _tiles(self.score))

    @property
    def left_out(self) -> tuple[str, ...]:
        """The faces outside all melds in a picture of melds, which are not counted."""
        if self.listed.shows != "melds":
            return ()
        counted = {tile for row in self.score.rows if row.meld for tile in row.tiles}
        return tuple(tile.face for tile in self.score.tiles if tile.id not in counted and tile.face not in _NO_FACES)


@dataclass(frozen=True, slots=True, kw_only=True)
class TallyHand:
    """A hand of a table, from its photographs."""

    table: str
    hand: str
    score: HandScore | None
    """``None`` while a photograph of it is in doubt, shows nothing or could not be read."""
    doubts: int = 0
    unread: int = 0
    empty: int = 0
    teams: tuple[str, ...] = ()

    @property
    def sheets(self) -> tuple[ScoreSheet, ...]:
        """The sheets of the photographed teams."""
        return tuple(sheet for sheet in (self.score.sheets if self.score else ()) if sheet.team in self.teams)


def counted_hands(listing: PhotoList, readings: Mapping[int, ReadPhotograph], rules: Rules) -> tuple[TallyHand, ...]:
    """The hands of ``listing``, in order; ``readings`` are the readable photographs, by index.

    What the list omits is not counted: without a column for it nobody closed, and no muerto costs anything.
    """
    found: dict[tuple[str, str], list[int]] = {}
    for index, listed in enumerate(listing.pictures):
        found.setdefault((listed.table, listed.hand), []).append(index)
    law = rules_of_columns(rules, listing.columns)
    return tuple(_hand(listing, indices, readings, law) for indices in found.values())


def rules_of_columns(rules: Rules, columns: frozenset[str]) -> Rules:
    """``rules`` without those that a list with only these ``columns`` cannot decide."""
    law = rules if "closed" in columns else as_it_goes_on(rules)
    return law if "muerto" in columns else replace(law, muerto_untaken_penalty=0)


def _hand(
    listing: PhotoList, indices: Sequence[int], readings: Mapping[int, ReadPhotograph], rules: Rules
) -> TallyHand:
    listed = [listing.pictures[index] for index in indices]
    read = [readings[index] for index in indices if index in readings]
    doubts, unread = sum(len(photo.doubts) for photo in read), len(listed) - len(read)
    empty = sum(photo.is_empty for photo in read)
    return TallyHand(
        table=listed[0].table,
        hand=listed[0].hand,
        score=None if doubts or unread or empty else score_hand(_record(listed, read, rules), rules),
        doubts=doubts,
        unread=unread,
        empty=empty,
        teams=tuple(dict.fromkeys(_team(line) for line in listed)),
    )


def _team(listed: ListedPhotograph) -> str:
    return listed.team or listed.table


def _record(listed: Sequence[ListedPhotograph], read: Sequence[ReadPhotograph], rules: Rules) -> HandRecord:
    names = tuple(dict.fromkeys(map(_team, listed)))
    teams = [_team_record(name, listed, read) for name in names]
    closers = [_team(line) for line in listed if line.closed]
    others = (TeamRecord(name=f"({number})") for number in range(len(teams), _sides(len(teams), rules)))
    return HandRecord(teams=(*teams, *others), closed_by=closers[0] if closers else None, partial=True)


def _sides(photographed: int, rules: Rules) -> int:
    """The number of teams for that many photographs."""
    return min((side for count in rules.players if (side := rules.sides or count) >= photographed), default=0)


def _team_record(name: str, listed: Sequence[ListedPhotograph], read: Sequence[ReadPhotograph]) -> TeamRecord:
    said: list[MuertoState] = [line.muerto for line in listed if _team(line) == name and line.muerto]
    mine = {picture.photo: picture for picture in read if _team(picture.listed) == name}.values()
    unplayed = tuple(tile for picture in mine if picture.listed.shows == "muerto" for tile in _tiles(picture.score))
    return TeamRecord(
        name=name,
        melds=tuple(meld for picture in mine if picture.listed.shows == "melds" for meld in _melds(picture.score)),
        racks=tuple(_tiles(picture.score) for picture in mine if picture.listed.shows == "rack"),
        muerto="unplayed" if unplayed else next(iter(said), "untaken"),
        unplayed_muerto=unplayed,
    )


def _melds(score: PhotoScore) -> tuple[tuple[PlacedTile, ...], ...]:
    return tuple(parse_meld(row.meld) for row in score.rows if row.meld)


def _tiles(score: PhotoScore) -> tuple[Tile, ...]:
    """Every face-up tile of a photograph, in or outside rows."""
    faces = (tile.face for tile in score.tiles)
    return tuple(Tile.parse(face) for face in faces if face not in _NO_FACES)
