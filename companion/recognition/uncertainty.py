"""Decide which readings are certain enough to be claimed, and which doubtful ones the rules can settle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from companion.recognition.row_readings import Options, decided_row, guessed_row, mistake, probably_lawful
from companion.recognition.thresholds import THRESHOLDS, InterpretationThresholds
from companion.view_models import UNSURE
from engine.rules.rules import Rules
from engine.tiles import COPIES, JOKER, NUMBERS, Color, Tile
from vision.belief import BACK, FACE_NAMES, Belief, same_print

JOKER_NAME = str(JOKER)
_NEVER_WILD = [number for number in NUMBERS if number != 2]
"""A 2 stands for other tiles by some rules."""

_MOST_DECIDED = 2 / 3
"""The share of a row that the rules may decide."""
_SINGLE = frozenset((JOKER_NAME, BACK))
"""Names without a number and a colour."""
Copies = Callable[[str], int]
"""The number of copies of a face in the set."""


def copies_of(rules: Rules) -> Copies:
    """The number of copies of each face in the set of ``rules``."""
    return lambda name: rules.most_of(Tile.parse(name)) if name in FACE_NAMES and name != BACK else COPIES


def _two_of_each(_name: str) -> int:
    return COPIES


@dataclass(frozen=True, slots=True, eq=False)
class TileEvidence:
    """The combined evidence of recognizer and people about each tile of a picture."""

    beliefs: tuple[Belief, ...]
    known: Mapping[int, str]
    """The face that a person stated, by tile."""
    surplus: frozenset[int]
    """Tiles read as a face of which as many others as the set has are read more surely."""
    doubtful: frozenset[int]
    """Tiles that may not be claimed as they are read."""
    left: Mapping[str, float]
    """The part of a face's copies that a doubtful tile may still be, for each face that is surely read somewhere."""
    mistaken: frozenset[tuple[str, str]]
    """The confusions of faces on this table that people corrected."""

    @staticmethod
    def of(
        beliefs: Sequence[Belief],
        faces: Mapping[int, str],
        tuning: InterpretationThresholds = THRESHOLDS,
        in_set: Copies = _two_of_each,
    ) -> TileEvidence:
        """The evidence of ``beliefs`` and of people's statements, which are certain."""
        certain = {tile: Belief.peaked(face, 1.0) for tile, face in faces.items() if face in FACE_NAMES}
        known_beliefs = tuple(certain.get(tile, belief) for tile, belief in enumerate(beliefs))
        copies: dict[str, list[int]] = {}
        for tile in sorted(range(len(known_beliefs)), key=lambda i: -known_beliefs[i].confidence):
            if is_sure(known_beliefs[tile], tuning) and known_beliefs[tile].best != BACK:
                copies.setdefault(known_beliefs[tile].best, []).append(tile)
        surplus = frozenset(tile for face, tiles in copies.items() for tile in tiles[in_set(face) :]) - certain.keys()
        left = {face: max(0.0, 1 - len(tiles) / max(in_set(face), 1)) for face, tiles in copies.items()}
        unsure = frozenset(tile for tile, belief in enumerate(known_beliefs) if not is_sure(belief, tuning)
                           and not _lies_one_way(belief, left, tuning))  # fmt: skip
        wrong = ((beliefs[tile].best, face) for tile, face in faces.items() if tile in certain)
        mistaken = frozenset(mistake(*pair) for pair in wrong if pair[0] != pair[1] and not _SINGLE.intersection(pair))
        return TileEvidence(known_beliefs, faces, surplus, surplus | unsure, left, mistaken)

    def claims(self) -> dict[int, str]:
        """The faces that may be claimed without consulting the rules."""
        return dict(enumerate(self.claims_of(range(len(self.beliefs)))))

    def claims_of(self, tiles: Sequence[int]) -> list[str]:
        """The claims of several tiles, in order."""
        seen = (UNSURE if tile in self.doubtful else self.beliefs[tile].best for tile in tiles)
        return [self.known.get(tile, face) for tile, face in zip(tiles, seen, strict=True)]

    def decided(self, tiles: Sequence[int], lawful: Callable[[tuple[str, ...]], bool]) -> dict[int, str]:
        """The faces of the doubtful tiles of a row, where the rules leave one probable reading.

        Nothing is decided where most of a row is doubtful: the rules would invent a row. A joker fits almost anywhere,
        so a tile is never taken for a joker unless it looks most like one, nor where it may be the very tile, in the
        visible ink, that a joker would stand for.
        """
        unsure = {tile for tile in tiles if tile in self.doubtful}
        is_known = len(unsure) <= _MOST_DECIDED * len(tiles)
        found = decided_row([self.options(tile) for tile in tiles], lawful) if unsure and is_known else None
        faces = {tile: face for tile, face in zip(tiles, found or (), strict=False) if tile in unsure}
        jokers = [at for at, tile in enumerate(tiles) if faces.get(tile) == JOKER_NAME]
        invents = any(self.beliefs[tiles[at]].best != JOKER_NAME for at in jokers)
        return {} if invents or any(self._fitting(tiles[at], at, found or (), lawful) for at in jokers) else faces

    def may_be(self, tiles: Sequence[int], lawful: Callable[[tuple[str, ...]], bool]) -> bool:
        """Whether a row of ``tiles`` in this order is lawful as claimed, or has a lawful reading."""
        faces = tuple(self.claims_of(tiles))
        return bool(self.decided(tiles, lawful)) if UNSURE in faces else BACK not in faces and lawful(faces)

    def _fitting(
        self, tile: int, place: int, row: Sequence[str], lawful: Callable[[tuple[str, ...]], bool]
    ) -> tuple[str, ...]:
        """The numbers in the ink of the ``tile`` that make its ``row`` lawful in that ``place``."""
        named = [(name, chance) for name, chance in self.beliefs[tile].ranked(len(FACE_NAMES)) if name not in _SINGLE]
        inks = {ink: sum(chance for name, chance in named if name[-1] == ink) for ink in Color}
        ink = max(inks, key=lambda ink: inks[ink])
        names = (f"{number}{ink}" for number in _NEVER_WILD)
        return tuple(name for name in names if lawful((*row[:place], name, *row[place + 1 :])))

    def contested(
        self, tiles: Sequence[int], claimed: Sequence[str], lawful: Callable[[tuple[str, ...]], bool]
    ) -> frozenset[int]:
        """The tiles of a row, ``claimed`` except those in doubt, whose misreading probably explains its violation.

        Without them it would not be unlawful whatever they are. People hardly ever lay an unlawful row: reporting one
        takes more than an ordinary claim, and where one tile alone is at fault, a plain one. It is asked about, and
        nothing is repaired.
        """
        pairs = zip(tiles, claimed, strict=True)
        if guessed_row([self.asked(tile) if face == UNSURE else ((face, 1.0),) for tile, face in pairs], lawful):
            return frozenset()
        found = probably_lawful([self.asked(tile) for tile in tiles], lawful)
        if found is None:
            return frozenset(self.overlooked(tiles, claimed, lawful))
        readings = zip(tiles, claimed, found or (), strict=False)
        return frozenset(tile for tile, claim, face in readings if face != claim)

    def overlooked(
        self, tiles: Sequence[int], claimed: Sequence[str], lawful: Callable[[tuple[str, ...]], bool]
    ) -> dict[int, tuple[str, ...]]:
        """The tiles of an unlawful row that are hardly sure enough to be claimed, with what each may be instead.

        Of a tile that something hides in part another number may be in view, without its own among the readings: those
        in its ink with which the row would be lawful.
        """
        if {UNSURE, BACK}.intersection(claimed):
            return {}
        poor = (pair for pair in enumerate(tiles) if self.beliefs[pair[1]].confidence < THRESHOLDS.plain)
        found = {tile: self._fitting(tile, place, claimed, lawful) for place, tile in poor if tile not in self.known}
        return {tile: faces for tile, faces in found.items() if faces}

    def asked(self, tile: int) -> Options:
        """The options for a claimed tile that is asked about nevertheless.

        A confusion found elsewhere on this table may have occurred here, too.
        """
        likely = self.options(tile) if tile in self.doubtful else self._likely(tile, THRESHOLDS.slight)
        best, names = self.beliefs[tile].best, dict(likely)
        if not self.mistaken or tile in self.known or best in _SINGLE:
            return likely
        others = (name for name in FACE_NAMES if name not in _SINGLE and name not in names)
        return (*likely, *((name, THRESHOLDS.mistaken) for name in others if mistake(best, name) in self.mistaken))

    def options(self, tile: int, tuning: InterpretationThresholds = THRESHOLDS) -> Options:
        """The options for a tile: its one face where certain, else every plausible face with a copy left.

        A face of which one copy lies elsewhere is half as likely as one that was not seen at all.
        """
        if tile not in self.doubtful:
            return ((self.beliefs[tile].best, 1.0),)
        return self._likely(tile, tuning.plausible)

    def whatever(self, tile: int) -> Options:
        """Every numbered face with a copy left that a tile may be, however unlikely."""
        return tuple(option for option in self._likely(tile, THRESHOLDS.hardly) if option[0] not in _SINGLE)

    def _likely(self, tile: int, least: float) -> Options:
        """The faces of a tile with a probability of at least ``least``, weighed by the copies left."""
        belief = self.beliefs[tile]
        copies = self.left if tile in self.doubtful else {}
        weighed = [(name, chance * copies.get(name, 1.0)) for name, chance in belief.ranked(len(FACE_NAMES))]
        whole = sum(chance for _, chance in weighed)
        likely = ((name, chance / whole) for name, chance in weighed if chance >= least * whole > 0)
        return tuple(sorted(likely, key=lambda option: -option[1]))


def within_the_bag(
    faces: Mapping[int, str], corrections: Mapping[int, str], beliefs: Sequence[Belief], in_set: Copies = _two_of_each
) -> dict[int, str]:
    """The ``faces`` of tiles, without the least likely ones that exceed the copies in the set.

    The ``corrections`` of people take precedence.
    """
    kept = dict(faces)
    for face, count in (Counter(faces.values()) + Counter(corrections.values())).items():
        alike = sorted((at for at in faces if faces[at] == face), key=lambda at: beliefs[at].of(face))
        for at in alike[: max(count - in_set(face), 0)]:
            del kept[at]
    return kept


def is_sure(belief: Belief, tuning: InterpretationThresholds = THRESHOLDS) -> bool:
    """Whether the most likely name may be claimed."""
    return belief.confidence >= tuning.sure


def _lies_one_way(belief: Belief, left: Mapping[str, float], tuning: InterpretationThresholds) -> bool:
    """Whether a tile is only doubtful as a rotated 6 or 9 of which no copy is left."""
    likely = [face for face, chance in belief.ranked(len(FACE_NAMES)) if chance >= tuning.slight]
    return len(likely) == 2 and same_print(*likely) and left.get(likely[1], 1.0) == 0
