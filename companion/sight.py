"""One settled table, being understood: which rows are whose melds, what is in the pozo, which tiles are in doubt."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import chain

import numpy as np

from companion.doubt import JOKER_NAME, TUNING, Evidence, guessed_row, within_the_bag
from companion.face_down import PLAIN, face_up, faceless, faint_jokers
from companion.muertos import Spots
from companion.observed import NO_FACES, Faces, Known, Observed, UnsureTile
from companion.reading_order import in_reading_order
from companion.sides import TEAMS, faces_in, sided
from companion.snapshot import UNSURE
from companion.table.arranging import as_it_lay
from companion.upright import as_their_side_lies
from companion.whole_rows import ZonedRow, closed_up, on_piles, parted, whole
from engine.counted import counts
from engine.melds import judge_meld
from engine.observation import Observation, SeenMeld
from engine.placed import Placed
from engine.rules import Rules
from engine.state import TableState
from engine.tiles import Tile
from vision.belief import BACK, Belief
from vision.geometry import centers, quads_of
from vision.surface import TILE_MM
from vision.watcher import SeenTable
from vision.zones import Zone

_MELD_ZONES = (Zone.OURS, Zone.THEIRS, None)
_FEWEST_TO_MELD = 3


class TableSight:
    """One settled table, being understood."""

    def __init__(self, seen: SeenTable, state: TableState, rules: Rules, known: Known) -> None:
        self._seen, self._state, self._rules = seen, state, rules
        self._reading, self._numbers = seen.settled.reading, seen.settled.numbers
        quads = quads_of([tile.place.corners_px for tile in self._reading.tiles])
        laid = [(row.tiles, zone) for row, zone in zip(self._reading.rows, seen.zones.rows, strict=True)]
        told, said, guesses = (self._by_index(faces) for faces in (known.faces, known.said, known.guesses))
        beliefs = as_their_side_lies([self._belief(at) for at in range(len(self._numbers))], quads, laid, said)
        self._guesses = {at: face for at, face in guesses.items() if not beliefs[at].is_certain}
        self._told = {at: face for at, face in told.items() if at not in said and not beliefs[at].is_certain}
        self._laid = known.laid
        self._taken: set[int] = set()
        """The tiles that are taken for what was guessed, by index."""
        self._alone = Evidence.of(beliefs, said)
        """What is known of each tile without what was told of it."""
        kept = {at: face for at, face in told.items() if at in self._alone.doubtful or beliefs[at].best == face}
        self._evidence = Evidence.of(beliefs, within_the_bag(kept, said, beliefs) | said)
        claims = self._evidence.claims()
        self._claims = claims = claims | dict.fromkeys(faceless(self._reading.rows, claims, beliefs), BACK)
        plain = {at for at, tile in enumerate(self._reading.tiles) if tile.place.score >= PLAIN}
        faint = (faint_jokers(row.tiles, claims, beliefs, self._reads_as_meld, plain) for row in self._reading.rows)
        self._faint = dict(chain.from_iterable(faint))
        self._faces = claims | dict.fromkeys(self._faint, UNSURE)
        self.has_pale_jokers = known.has_pale_jokers or any(
            face == JOKER_NAME and beliefs[at].best == BACK for at, face in said.items()
        )
        self._foreign, self._patterns = frozenset[str](), frozenset[int]()
        self._zones = sided([(self._faces_of(tiles), zone) for tiles, zone in laid], state.melds)
        """By index of the row: where it lies."""
        self._spots = seen.fix.on_table(centers(quads)).reshape(-1, 2)

    def _by_index(self, faces: Faces) -> dict[int, str]:
        return {at: faces[number] for at, number in enumerate(self._numbers) if number in faces}

    def _belief(self, at: int) -> Belief:
        """What a tile may be; among the tiles that lie face down a face is no tile's."""
        belief = self._reading.tiles[at].belief
        is_down = at in self._reading.loose and self._seen.zones.tiles[at] in (Zone.MAZO, Zone.MUERTOS)
        return Belief.flat() if is_down and belief.best != BACK and not self._rules.closing_tile else belief

    def observed(self) -> Observed:
        """Everything at once."""
        melds = [row for row in self._rows() if len(row[0]) > 1 and self._is_meld_zone(row[1])]
        for tiles, _ in melds:
            self._faces |= self._evidence.decided(tiles, self._is_lawful)
            self._faces |= self._pale_jokers(tiles)
        self._takes_for({at: face for at, face in self._guesses.items() if self._faces[at] == UNSURE})
        lone: list[ZonedRow] = [((at,), self._seen.zones.tiles[at]) for at in self._loose()]
        rows = closed_up([*melds, *lone], self._spots, self._is_one_meld)
        if not self._is_common:
            parts = (parted(row, self._faces, self._state, self._reads_as_meld) for row in rows)
            rows = whole(list(chain.from_iterable(parts)), self._faces, self._spots, self._state)
            rows = on_piles(rows, self._seen.settled.piles, self._spots, self._goes_on)
        melds = [row for row in rows if len(row[0]) > 1]
        for tiles, _ in melds:
            self._takes_for(self._meld_only_by(self._guesses, tiles))
            told = self._meld_only_by(self._told, tiles)
            self._faces |= {at: UNSURE for at, face in told.items() if face != self._faces[at]}
            self._faces |= self._contested(tiles)
        asked = {at for tiles, _ in melds for at in tiles} | set(self._pozo())
        open_ones = [at for at in sorted(asked) if self._faces[at] == UNSURE]
        known = {at: face for at, face in self._faces.items() if face not in (UNSURE, BACK) and at not in self._taken}
        likeliest = [one for tiles, _ in melds for one in self._likeliest(tiles).items()]
        seen = list(self._claims.values())
        return Observed(
            observation=self._observation(melds),
            unsure=tuple(self._unsure(at) for at in sorted({*open_ones, *self._taken & asked})),
            faces={self._numbers[at]: face for at, face in known.items()},
            guesses={self._numbers[at]: face for at, face in likeliest},
            laid=frozenset(self._numbers[at] for tiles, _ in melds for at in tiles),
            doubtful=seen.count(UNSURE),
            shown=len(seen) - seen.count(BACK),
        )

    def _pale_jokers(self, tiles: Sequence[int]) -> Faces:
        """What looks in a row's ``tiles`` like the joker that people have told, if the row is a meld with it."""
        found = {at: JOKER_NAME for at in tiles if self.has_pale_jokers and at in self._faint}
        return found if found and self._reads_as_meld([found.get(at, self._faces[at]) for at in tiles]) else NO_FACES

    def _contested(self, tiles: Sequence[int]) -> Faces:
        """The ones of a row's ``tiles`` that make it what hardly anybody means, told or not, if any of it is new: as
        the law decides them, or unsure."""
        claimed = [self._faces[at] for at in tiles]
        evidence = self._evidence if claimed == [self._told.get(at) for at in tiles] else self._alone
        contested = evidence.contested(tiles, claimed, self._is_lawful)
        decided = evidence.decided(tiles, self._is_lawful) if contested else NO_FACES
        return {at: decided.get(at, UNSURE) for at in contested}

    def _takes_for(self, guesses: Mapping[int, str]) -> None:
        """Takes tiles about which people were asked in vain for what was guessed."""
        self._faces |= guesses
        self._taken |= guesses.keys()

    def _meld_only_by(self, earlier: Faces, tiles: Sequence[int]) -> Faces:
        """What a row's ``tiles`` were ``earlier``, those that seem to be something else now too, if it is a meld only
        by that: no tile changes where it lies, and what people were asked about is no offence before they say so."""
        now = [self._faces[at] for at in tiles]
        were = [earlier.get(at, face) for at, face in zip(tiles, now, strict=True)]
        if were == now or self._reads_as_meld(now) or not self._reads_as_meld(were):
            return NO_FACES
        return {at: earlier[at] for at in tiles if at in earlier}

    def _likeliest(self, tiles: Sequence[int]) -> dict[int, str]:
        """What the unsure ones of a row's ``tiles`` most likely are by the law of the row, by index."""
        unsure = [at for at in tiles if self._faces[at] == UNSURE]
        for options_of in (lambda at: self._unsure(at).options, self._evidence.whatever) if unsure else ():
            options = {at: options_of(at) for at in unsure}
            if found := guessed_row([options.get(at, ((self._faces[at], 1.0),)) for at in tiles], self._is_lawful):
                return {at: face for at, face in zip(tiles, found, strict=True) if at in options}
        return {}

    def _goes_on(self, tiles: Sequence[int]) -> bool:
        """Whether tiles that lie in two rows are one meld, by law or as a meld that is known."""
        shown = self._faces_of(tiles)
        return self._is_one_meld(tiles) or any(not shown - faces_in(meld) for meld in self._state.melds)

    def _is_one_meld(self, tiles: Sequence[int]) -> bool:
        return self._reads_as_meld([self._faces[at] for at in tiles])

    def _reads_as_meld(self, faces: Sequence[str]) -> bool:
        return UNSURE not in faces and BACK not in faces and self._is_lawful(faces)

    def _observation(self, melds: Sequence[ZonedRow]) -> Observation:
        pozo, has_pozo = self._pozo(), self._rules.pozo_display != "none"
        lone = [at for at in self._loose() if all(at not in tiles for tiles, _ in melds)]
        return Observation(
            melds=tuple(self._meld(tiles, zone) for tiles, zone in melds),
            pozo=tuple(self._seen_tile(at) for at in pozo) if has_pozo else None,
            pozo_covers=self._covers(pozo),
            closing_tile=bool(self._closing()) if self._rules.closing_tile else None,
            loose=tuple(self._seen_tile(at) for at in lone if self._faces[at] not in self._foreign),
        )

    @property
    def _is_common(self) -> bool:
        return self._rules.meld_owner == "table"

    def _faces_of(self, row: Sequence[int]) -> Counter[str]:
        return Counter(map(self._faces.__getitem__, row))

    def _rows(self) -> Iterator[ZonedRow]:
        """The rows that are not all face down, each with its zone."""
        for row, zone in zip(self._reading.rows, self._zones, strict=True):
            for part in face_up(row.tiles, self._faces, self._reads_as_meld):
                yield part, zone

    def _is_lawful(self, faces: Sequence[str]) -> bool:
        return counts(judge_meld([Placed(Tile.parse(face)) for face in faces], self._rules), self._rules)

    def _seen_tile(self, at: int) -> Tile | None:
        face = self._faces[at]
        return None if face in (UNSURE, BACK) else Tile.parse(face)

    def _unsure(self, at: int) -> UnsureTile:
        options = ((JOKER_NAME, self._faint[at]),) if at in self._faint else self._alone.asked(at)[:4]
        others = dict.fromkeys((self._alone.beliefs[at].best, self._told.get(at, BACK)))
        more = tuple((face, TUNING.slight) for face in others if face not in (BACK, *dict(options)))
        return UnsureTile(number=self._numbers[at], options=(*options, *more))

    def _meld(self, row: tuple[int, ...], zone: Zone | None) -> SeenMeld:
        team = None if self._is_common or zone is None else TEAMS[zone]
        placed = tuple(Placed(tile) if (tile := self._seen_tile(at)) else None for at in row)
        in_view = set(row) - self._seen.settled.hidden
        if len(in_view) < len(row) and all(placed):
            is_new = any(self._numbers[at] not in self._laid for at in in_view)
            placed = as_it_lay(self._state, tuple(filter(None, placed)), team, self._rules, may_grow=is_new)
        return SeenMeld(placed, team)

    def _in_zone(self, zone: Zone) -> list[int]:
        """The tiles that lie in a zone, those in rows too."""
        by_row = {at: zone for row, zone in zip(self._reading.rows, self._zones, strict=True)
                  for at in row.tiles}  # fmt: skip
        return [at for at in range(len(self._numbers)) if by_row.get(at, self._seen.zones.tiles[at]) is zone]

    def _pozo(self) -> list[int]:
        """The tiles of the pozo, as one reads; of one that lies open, what seems to lie under another was taken."""
        if self._rules.pozo_display == "none":
            return []
        settled, is_open = self._seen.settled, self._rules.pozo_display == "open"
        taken = settled.hidden.intersection(chain.from_iterable(settled.piles)) if is_open else frozenset()
        lying = [at for at in self._in_zone(Zone.POZO) if self._numbers[at] not in self._patterns and at not in taken]
        return in_reading_order([at for at in lying if self._faces[at] != BACK], self._spots)

    @property
    def muertos(self) -> Spots:
        """Where what lies face down in the zone of the muertos lies, of what is in view."""
        in_view = set(self._in_zone(Zone.MUERTOS)) - self._seen.settled.hidden
        return {self._numbers[at]: self._spots[at] for at in in_view if self._faces[at] == BACK}

    def _closing(self) -> list[int]:
        """The tile that only serves to close: face up and alone between the melds."""
        middle = [at for zone in (Zone.POZO, Zone.MAZO, Zone.MUERTOS) for at in self._in_zone(zone)]
        return [at for at in middle if at in self._reading.loose and self._faces[at] != BACK]

    def _loose(self) -> list[int]:
        """Single tiles among the melds whose face is read; what cannot be read there is hardly ever a tile."""
        closing = set(self._closing()) if self._rules.closing_tile else set()
        alone = [at for at in self._reading.loose if self._seen.zones.tiles[at] in _MELD_ZONES and at not in closing]
        left = [row[0][0] for row in self._rows() if len(row[0]) == 1 and self._is_meld_zone(row[1])]
        return [at for at in (*alone, *left) if self._faces[at] not in (BACK, UNSURE)]

    @property
    def alone(self) -> list[str]:
        """The faces of single tiles among the melds."""
        return [self._faces[at] for at in self._loose()]

    @property
    def numbers_in_pozo(self) -> frozenset[int]:
        """The numbers of the tiles of the pozo; what lies face down at its edge is of the mazo."""
        return frozenset(self._numbers[at] for at in self._in_zone(Zone.POZO) if self._faces[at] != BACK)

    def takes_for_melds(self, before: frozenset[int] | None) -> None:
        """Takes for melds of the nearer side rows that lie where the mazo or the muertos do, face up, and rows that
        came into the pozo's zone at once and may be melds, or lie beside it, lawful or not: the pozo, of which
        ``before`` are the tiles of the last look, grows tile by tile."""
        if not self._is_common:
            rows = zip(self._reading.rows, self._zones, strict=True)
            self._zones = tuple(self._nearer(row.tiles) if self._is_laid(row.tiles, zone, before) else zone
                                for row, zone in rows)  # fmt: skip

    def _is_laid(self, row: Sequence[int], zone: Zone | None, before: frozenset[int] | None) -> bool:
        faces = [self._faces[at] for at in row]
        if len(row) < _FEWEST_TO_MELD or zone in _MELD_ZONES:
            return False
        if zone is not Zone.POZO:
            return BACK not in faces
        if before is None or not before.isdisjoint(self._numbers[at] for at in row):
            return False
        is_beside = not before.isdisjoint(self.numbers_in_pozo)
        return self._reads_as_meld(faces) or (BACK not in faces and (is_beside or bool(self._likeliest(row))))

    def _nearer(self, row: Sequence[int]) -> Zone:
        """The side to which a row is nearer, in the upper or the lower half of the picture."""
        width, height = self._seen.size_px
        ((_, middle),) = self._seen.fix.on_table([(width / 2, height / 2)]).tolist()
        return Zone.THEIRS if float(self._spots[list(row), 1].mean()) < middle else Zone.OURS

    def ignores(self, foreign: frozenset[str], patterns: frozenset[int]) -> None:
        """Leaves single tiles among the melds with ``foreign`` faces out of what is told, and of the pozo those with
        the numbers ``patterns``."""
        self._foreign, self._patterns = foreign, patterns

    @property
    def jokers_in_pozo(self) -> frozenset[int]:
        """The numbers of the jokers that lie in the pozo."""
        return frozenset(self._numbers[at] for at in self._pozo() if self._faces[at] == JOKER_NAME)

    def _is_meld_zone(self, zone: Zone | None) -> bool:
        return zone in _MELD_ZONES or self._is_common

    def _covers(self, pozo: Sequence[int]) -> bool:
        """Whether tiles lie under the ``pozo``: under an open one as many as are missing, or it was begun anew."""
        places = [self._seen.fix.on_table(track.place.corners_px.mean(axis=0)) for track in self._seen.settled.covered]
        apart = (np.linalg.norm(self._spots[pozo] - place, axis=1).min(initial=np.inf) for place in places)
        missing = len(self._state.pozo) - len(pozo) if self._rules.pozo_display == "open" else 0
        return sum(bool(one < TILE_MM[1]) for one in apart) >= max(missing, 1)
