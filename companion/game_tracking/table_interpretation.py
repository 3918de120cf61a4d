"""Interpret one settled table: the owner of each row, the pozo, and the doubtful tiles."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence, Set
from functools import partial
from itertools import chain

import numpy as np

from companion.game_tracking.face_down import face_up
from companion.game_tracking.faces import TableFaces, by_index
from companion.game_tracking.muertos import Spots
from companion.game_tracking.observation import ObservedTable, PriorKnowledge
from companion.game_tracking.pozo_matching import PozoLook, PozoTile, lie_apart, under_others
from companion.game_tracking.reading_order import in_reading_order
from companion.game_tracking.row_orientation import as_their_side_lies
from companion.game_tracking.stray_discards import is_thrown, thrown_beside
from companion.game_tracking.tile_lines import RACK, TablePart
from companion.matches.tile_order import as_it_lay
from companion.recognition.pile_order import as_one_row
from companion.recognition.row_joining import SHORTEST_MELD, ZonedRow, close_gaps, join_rows, on_piles, split_rows
from companion.recognition.row_sides import TEAMS, assign_sides, faces_in, nearer_side
from companion.recognition.uncertainty import JOKER_NAME
from companion.view_models import UNSURE
from engine.hand.state import TableState
from engine.inference.observation import Observation, SeenMeld
from engine.placed_tile import PlacedTile
from engine.rules.rules import Rules
from vision.belief import BACK, Belief
from vision.geometry import TILE_MM, axes, centers, quads_of
from vision.table_plan.zones import MELD_ZONES, TableZone
from vision.watching.frame_results import SeenTable

_LIKELY_DOWN, _CUT_DOWN = 0.75, 0.5
"""Chance from which what cannot be read in the pozo shows its back, and where it seems cut."""
_SIDE_MM = 0.6 * TILE_MM[0]  # of a pile, from its foot
_SHORTEST, _NARROWEST = 0.87, 0.8
"""In tile lengths or widths: a shorter place is cut off by another; in widths, a narrower unreadable one in the pozo is
the side of tiles below its top."""


class TableSight:
    """The interpretation of one settled table."""

    def __init__(self, table: SeenTable, state: TableState, rules: Rules, prior: PriorKnowledge) -> None:
        self._seen, self._state, self._rules = table, state, rules
        self._laid, self._came, self._ground = prior.laid, prior.came, np.array([*prior.ground]).reshape(-1, 2)
        self._reading, self._numbers = table.settled.reading, table.settled.numbers
        quads = quads_of([tile.place.corners_px for tile in self._reading.tiles])
        laid = [(row.tiles, zone) for row, zone in zip(self._reading.rows, table.zones.rows, strict=True)]
        beliefs = [self._belief(at) for at in range(len(self._numbers))]
        upright = as_their_side_lies(beliefs, quads, laid, by_index(prior.said, self._numbers))
        self._faces, self._said = TableFaces(table.settled, upright, prior, rules), prior.said.keys()
        self._foreign, self._patterns = frozenset[str](), frozenset[int]()
        self._zones = assign_sides([(Counter(self._faces.of(tiles)), zone) for tiles, zone in laid], state.melds)
        """By index of the row: where it lies."""
        self._spots = table.fix.on_table(centers(quads)).reshape(-1, 2)
        sizes = np.sort(np.linalg.norm(axes(table.fix.on_table(quads)), axis=-1), axis=0) / np.array(TILE_MM)[:, None]
        self._narrow, self._cut = sizes[0] < _NARROWEST, sizes.min(axis=0) < _SHORTEST
        """By index of the tile: whether it seems too narrow to show its face whole, or cut at one end."""
        has_pozo = rules.pozo_display != "none"
        self._thrown = thrown_beside(table, self._faces.now, self._spots, prior) if has_pozo else frozenset()

    def _belief(self, at: int) -> Belief:
        """The belief about a tile; in face-down zones faces are ignored."""
        belief = self._reading.tiles[at].belief
        is_down = at in self._reading.loose and self._seen.zones.tiles[at] in (TableZone.MAZO, TableZone.MUERTOS)
        is_face = is_down and is_thrown(belief, self._seen.zones.tiles[at])
        is_print = is_down and not is_face and belief.best != BACK and not self._rules.closing_tile
        return Belief.flat() if is_print else belief

    @property
    def has_pale_jokers(self) -> bool:
        """Whether people named as a joker what looks like a face-down tile."""
        return self._faces.has_pale_jokers

    def observed(self) -> ObservedTable:
        """The complete observation."""
        laid = [row for row in self._rows() if len(row[0]) > 1 and self._is_meld_zone(row[1])]
        self._faces.decides([tiles for tiles, _ in laid])
        melds = [row for row in self._whole_rows(laid) if len(row[0]) > 1]
        self._faces.doubts([tiles for tiles, _ in melds])
        in_melds = [at for tiles, _ in melds for at in tiles]
        likeliest = [guess for tiles, _ in melds for guess in self._faces.likeliest(tiles).items()]
        return ObservedTable(
            observation=self._observation(melds),
            unsure=self._faces.to_ask({*in_melds, *self._pozo()}),
            faces=self._faces.claimed,
            guesses={self._numbers[at]: face for at, face in likeliest},
            taken=self._faces.taken,
            guessed_rows=tuple(filter(None, (self._faces.guessed_row(tiles) for tiles, _ in melds))),
            laid=frozenset(self._numbers[at] for at in in_melds),
            doubtful=self._faces.doubtful,
            shown=self._faces.shown,
        )

    def _whole_rows(self, laid: Sequence[ZonedRow]) -> list[ZonedRow]:
        """The ``laid`` rows and single tiles, joined where they are one meld."""
        lone: list[ZonedRow] = [((at,), self._seen.zones.tiles[at]) for at in self._loose()]
        widths = np.full(len(self._spots), TILE_MM[0])
        rows = close_gaps([*laid, *lone], self._spots, widths, self._faces.is_meld, range(len(widths)))
        faces, piles = self._faces.now, self._seen.settled.piles
        rows = [part for row in rows for part in split_rows(row, faces, self._state, self._faces.reads_as_meld, piles)]
        rows = join_rows(rows, faces, self._spots, self._state, lambda at: self._numbers[at] not in self._laid)
        hidden = self._seen.settled.hidden
        reordered = partial(as_one_row, faces=faces, hidden=hidden, rules=self._rules, spots_mm=self._spots)
        return rows if self._is_common else on_piles(rows, piles, self._spots, self._goes_on, reordered)

    def _goes_on(self, tiles: Sequence[int]) -> bool:
        """Whether tiles in two rows are one meld, by the rules or as a known meld."""
        shown = Counter(self._faces.of(tiles))
        return self._faces.is_meld(tiles) or any(not shown - faces_in(meld) for meld in self._state.melds)

    def _observation(self, melds: Sequence[ZonedRow]) -> Observation:
        pozo, has_pozo = self._pozo(), self._rules.pozo_display != "none"
        lone = [at for at in self._loose() if all(at not in tiles for tiles, _ in melds)]
        return Observation(
            melds=tuple(self._meld(tiles, zone) for tiles, zone in melds),
            pozo=tuple(self._faces.tile(at) for at in pozo) if has_pozo else None,
            pozo_covers=self._covers(pozo),
            closing_tile=self._shows_closing() if self._rules.closing_tile else None,
            loose=tuple(self._faces.tile(at) for at in lone if self._faces[at] not in self._foreign),
        )

    @property
    def _is_common(self) -> bool:
        return self._rules.meld_owner == "table"

    def _rows(self) -> Iterator[ZonedRow]:
        """The rows that are not all face down, each with its zone."""
        for row, zone in zip(self._reading.rows, self._zones, strict=True):
            for part in face_up(row.tiles, self._faces.now, self._faces.reads_as_meld):
                yield part, zone

    def _meld(self, row: tuple[int, ...], zone: TableZone | None) -> SeenMeld:
        team = None if self._is_common or zone is None else TEAMS[zone]
        placed = tuple(PlacedTile(tile) if (tile := self._faces.tile(at)) else None for at in row)
        in_view = set(row) - self._seen.settled.hidden
        if len(in_view) < len(row) and all(placed):
            is_new = any(self._numbers[at] not in self._laid for at in in_view)
            placed = as_it_lay(self._state, tuple(filter(None, placed)), team, self._rules, may_grow=is_new)
        return SeenMeld(placed, team)

    def _in_zone(self, zone: TableZone) -> list[int]:
        """The tiles in a zone, including those in rows."""
        by_row = {at: zone for row, zone in zip(self._reading.rows, self._zones, strict=True) for at in row.tiles}
        where = (
            TableZone.POZO if at in self._thrown else by_row.get(at, seen_zone)
            for at, seen_zone in enumerate(self._seen.zones.tiles)
        )
        return [at for at, held_by in enumerate(where) if held_by is zone]

    def _pozo(self) -> list[int]:
        """The tiles of the pozo in reading order; of an open one, seemingly covered tiles were taken."""
        if self._rules.pozo_display == "none":
            return []
        in_zone = {at for at in self._in_zone(TableZone.POZO) if self._numbers[at] not in self._patterns}
        unread = {at for at in in_zone if self._faces[at] == UNSURE}
        below = self._below({at for at in unread if self._cut[at]}, in_zone - unread, _SIDE_MM)
        sides = below | {at for at in unread if self._narrow[at]}
        lying = {at for at in in_zone - self._under_piles() - sides if not self._is_down(at)}
        return in_reading_order(lying - self._below(self._seen.settled.hidden & lying, lying), self._spots)

    def _below(self, parts: Set[int], pozo: set[int], within_mm: float = TILE_MM[1]) -> frozenset[int]:
        """The ``parts`` of a covered ``pozo`` that lie under others of it, which are in view; its side, for one."""
        tops = pozo - parts if self._rules.pozo_display == "covered" else ()
        return under_others(parts, tops, self._spots, len(self._state.pozo), within_mm)

    def _is_down(self, at: int) -> bool:
        """Whether a tile most likely shows its back; nobody lays one so in the pozo: it is the side of a pile."""
        belief = self._reading.tiles[at].belief
        likely = _CUT_DOWN if self._cut[at] else _LIKELY_DOWN
        is_unsure = self._faces[at] == UNSURE
        return self._faces[at] == BACK or (is_unsure and belief.best == BACK and belief.confidence > likely)

    def _under_piles(self) -> frozenset[int]:
        """The seemingly covered tiles in piles of an open pozo."""
        piled = chain.from_iterable(self._seen.settled.piles if self._rules.pozo_display == "open" else ())
        return self._seen.settled.hidden.intersection(piled)

    @property
    def spots(self) -> Spots:
        """The place of every tile."""
        return dict(zip(self._numbers, self._spots, strict=True))

    def pozo(self, moved_mm: Mapping[int, float]) -> PozoLook:
        """The visible pozo; ``moved_mm`` gives the motion of tiles since the last table."""
        under = frozenset(track.number for track in self._seen.settled.covered)
        lying = (PozoTile(self._numbers[at], self._faces.tile(at), self._spots[at], self._numbers[at] in self._said)
                 for at in self._pozo())  # fmt: skip
        is_new = not self._under_piles().isdisjoint(self._in_zone(TableZone.POZO))
        return PozoLook(lying=tuple(lying), under=under, moved_mm=moved_mm, is_new=is_new)

    def muertos(self, *, is_sure: bool) -> Spots:
        """The places of visible tiles in the zone of the muertos that surely, or most likely, lie face down."""
        in_view = set(self._in_zone(TableZone.MUERTOS)) - self._seen.settled.hidden
        down = (at for at in in_view if (self._faces[at] == BACK if is_sure else self._is_down(at)))
        return {self._numbers[at]: self._spots[at] for at in down}

    def _shows_closing(self) -> bool | None:
        """Whether the closing tile lies there; None where the tile found may as well be a back."""
        faces = {self._faces[at] for at in self._closing()}
        return None if faces == {UNSURE} else bool(faces)

    @property
    def closing(self) -> frozenset[int]:
        """The number of the closing tile, as a set; empty where it is not known to lie there."""
        is_there = self._rules.closing_tile and self._shows_closing()
        return frozenset(self._numbers[at] for at in self._closing()) if is_there else frozenset()

    def _closing(self) -> list[int]:
        """The closing tile: face up and isolated between the melds, and never part of one."""
        middle = (at for zone in (TableZone.POZO, TableZone.MAZO, TableZone.MUERTOS) for at in self._in_zone(zone))
        alone = (at for at in middle if at in self._reading.loose and self._numbers[at] not in self._laid)
        return [at for at in alone if self._faces[at] != BACK]

    def _loose(self) -> list[int]:
        """Readable single tiles among the melds; an unreadable one there is hardly ever a tile."""
        others = self._thrown.union(self._closing() if self._rules.closing_tile else ())
        loose = (at for at in self._reading.loose if at not in others)
        alone = [at for at in loose if self._seen.zones.tiles[at] in MELD_ZONES]
        left = [row[0][0] for row in self._rows() if len(row[0]) == 1 and self._is_meld_zone(row[1])]
        return [at for at in (*alone, *left) if self._faces.tile(at)]

    def parts(self) -> Iterator[TablePart]:
        """The face-up rows and single tiles in meld zones, and rows as long as on a rack anywhere."""
        rows = [tiles for tiles, zone in self._rows() if len(tiles) > 1 and zone is not TableZone.POZO
                and (self._is_meld_zone(zone) or len(tiles) >= RACK)]  # fmt: skip
        for tiles in (*rows, *((at,) for at in self._loose())):
            faces, spots = tuple(self._faces.of(tiles)), {self._numbers[at]: self._spots[at] for at in tiles}
            may_be = BACK not in faces and (self._faces.is_meld(tiles) or self._faces.may_be_meld(tiles))
            yield TablePart(spots=spots, faces=faces, may_be_meld=may_be)

    @property
    def alone(self) -> list[str]:
        """The faces of single tiles among the melds."""
        return self._faces.of(self._loose())

    @property
    def numbers_in_pozo(self) -> frozenset[int]:
        """The numbers of the pozo's tiles; face-down tiles at its edge belong to the mazo."""
        return frozenset(self._numbers[at] for at in self._in_zone(TableZone.POZO) if self._faces[at] != BACK)

    def take_for_melds(self, before: frozenset[int] | None) -> None:
        """Assign face-up rows in the zones of mazo and muertos to the nearer side.

        And rows that came at once into the pozo's zone and may be melds, or lie beside it or where it lay: the pozo,
        of which there were the tiles ``before``, grows tile by tile.
        """
        if not self._is_common:
            ((_, middle),) = self._seen.fix.on_table([np.array(self._seen.size_px) / 2]).tolist()
            self._zones = tuple(
                nearer_side(self._spots[list(row.tiles)], middle) if self._is_laid(row.tiles, zone, before) else zone
                for row, zone in zip(self._reading.rows, self._zones, strict=True)
            )

    def _is_laid(self, row: Sequence[int], zone: TableZone | None, before: frozenset[int] | None) -> bool:
        if len(row) < 2 or zone in MELD_ZONES or BACK in self._faces.of(row) or self._thrown & {*row}:
            return False
        if zone is not TableZone.POZO:
            return len(row) >= SHORTEST_MELD or all(face[0].isdigit() for face in self._faces.of(row))
        lie, numbers = Counter(str(tile) for tile in self._state.pozo if tile), [self._numbers[at] for at in row]
        if len(row) < SHORTEST_MELD:
            pozo = [at for at in self._in_zone(zone) if self._numbers[at] in (before or ())]
            lay = self._spots[pozo] if pozo or self._state.pozo else self._ground
            is_at_once = not lie & Counter(self._faces.of(row)) and len(self._came(numbers)) == 1
            return is_at_once or lie_apart(self._spots[list(row)], lay)
        if before is None or not before.isdisjoint(numbers):
            return False
        lie -= Counter(self._faces[at] for at in self._in_zone(zone) if self._numbers[at] in before)
        is_beside = not before.isdisjoint(self.numbers_in_pozo - {self._numbers[at] for at in self._thrown})
        if (Counter(self._faces.of(row)) - lie).total() < (SHORTEST_MELD if is_beside else 1):
            return False
        return is_beside or self._faces.is_meld(row) or self._faces.may_be_meld(row)

    def ignore(self, foreign: frozenset[str], patterns: frozenset[int]) -> None:
        """Ignore single tiles among the melds with ``foreign`` faces, and tiles of the pozo numbered ``patterns``."""
        self._foreign, self._patterns = foreign, patterns

    @property
    def jokers_in_pozo(self) -> frozenset[int]:
        """The numbers of the jokers in the pozo."""
        return frozenset(self._numbers[at] for at in self._pozo() if self._faces[at] == JOKER_NAME)

    def _is_meld_zone(self, zone: TableZone | None) -> bool:
        return zone in MELD_ZONES or self._is_common

    def _covers(self, pozo: Sequence[int]) -> bool:
        """Whether tiles lie under the ``pozo``: under an open one as many as are missing, or it was restarted."""
        places = [self._seen.fix.on_table(track.place.corners_px.mean(axis=0)) for track in self._seen.settled.covered]
        apart = (np.linalg.norm(self._spots[pozo] - place, axis=1).min(initial=np.inf) for place in places)
        missing = len(self._state.pozo) - len(pozo) if self._rules.pozo_display == "open" else 1
        under = sum(bool(distance < TILE_MM[1]) for distance in apart)
        lying = {*pozo, *self._in_zone(TableZone.POZO)}
        return bool(self._below(self._seen.settled.hidden & lying, lying)) or under >= max(missing, 1)
