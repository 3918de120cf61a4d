"""Prior knowledge about tiles from the journal, applied where a reading is in doubt or was corrected by people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from companion.game_tracking.rejected_detections import without_rejected
from companion.matches.events import Revised
from companion.matches.hand_state import HandState
from companion.matches.match_state import MatchState
from companion.recognition.uncertainty import is_sure
from companion.view_models import NO_TILE
from engine.hand.state import LaidMeld
from engine.placed_tile import PlacedTile
from vision.belief import BACK, FACE_NAMES, Belief
from vision.reading import TableReading
from vision.table_plan.zones import TableZone
from vision.tracking.settled_report import SettledReading
from vision.watching.frame_results import SeenTable

Faces = Mapping[int, str]
"""Faces by index of the reading."""
FEWEST_MATCHING = 2
"""A row with fewer tiles of a meld is not known to be that meld."""
_PLAUSIBLE = 0.002


def named_by_people(state: MatchState, hand: HandState) -> frozenset[int]:
    """The melds of a hand that people stated; they override the camera."""
    revised = {recorded.event.entry for recorded in state.course.held if isinstance(recorded.event, Revised)}
    last: dict[int, bool] = {}
    for step in hand.steps:
        by_person = step.recorded.is_by_person or step.recorded.number in revised
        last |= {meld.number: by_person for event in step.events for meld in event.melds}
    return frozenset(number for number, by_person in last.items() if by_person)


def faces_from_journal(table: SeenTable, hand: HandState, people: Collection[int]) -> Faces:
    """The faces of tiles that match the journal's melds, without guessed ones.

    ``people`` are the melds that people stated.
    """
    reading, guessed, settled = table.settled.reading, hand.guessed, table.settled
    disputed = {at for at, number in enumerate(settled.numbers) if number in settled.disputed}
    faces: dict[int, str] = {}
    left = list(hand.state.melds)
    for row in sorted(reading.rows, key=lambda row: -len(row.tiles)):
        found = _same_meld(row.tiles, reading, left)
        if found is not None:
            left.remove(found.meld)
            certain = found.meld.number in people
            known = _differing(found, reading, certain=certain)
            faces.update((at, face) for at, face in known if certain or (face not in guessed and at not in disputed))
    in_pozo = _pozo(table, [str(tile) for tile in hand.state.pozo if tile])
    faces.update((at, face) for at, face in in_pozo if at not in disputed)
    return faces


def with_faces(table: SeenTable, faces: Faces) -> SeenTable:
    """The table with known tiles as certain readings, and without those that are none."""
    if not faces:
        return table
    table = without_rejected(table, {at for at, face in faces.items() if face == NO_TILE})
    reading = table.settled.reading
    tiles = tuple(
        replace(tile, belief=Belief.peaked(faces[at], 1.0)) if faces.get(at) in FACE_NAMES else tile
        for at, tile in enumerate(reading.tiles)
    )
    settled: SettledReading = replace(table.settled, reading=replace(reading, tiles=tiles))
    return replace(table, settled=settled)


def may_go_on(hand: HandState) -> bool:
    """Whether a hand is being played, or only seems to be over.

    It only seems so where a camera inferred an empty rack and no person has confirmed or scored anything since.
    """
    if hand.standing == "playing":
        return True
    last = next((step for step in reversed(hand.steps) if step.events), None)
    is_counted = hand.standing != "ended" or hand.noted is not None or bool(hand.said_end)
    return (
        last is not None and not is_counted and not any(step.recorded.is_by_person for step in (last, hand.steps[-1]))
    )


@dataclass(frozen=True, slots=True)
class _Lying:
    """A recorded meld, and where it lies."""

    meld: LaidMeld
    tiles: tuple[int, ...]
    """Indices of the reading."""
    wanted: tuple[PlacedTile, ...]
    """What was noted of each."""

    def matching(self, reading: TableReading) -> int:
        """The number of tiles that are read as recorded."""
        beliefs = (reading.tiles[at].belief for at in self.tiles)
        return sum(one.best == str(placed.tile) for one, placed in zip(beliefs, self.wanted, strict=True))


def _same_meld(row: tuple[int, ...], reading: TableReading, melds: Sequence[LaidMeld]) -> _Lying | None:
    """The recorded meld that a row is, possibly extended at its ends."""
    fits = (
        _Lying(meld, row[first : first + len(order)], order)
        for meld in melds
        for order in (meld.row, meld.row[::-1])
        for first in range(len(row) - len(order) + 1)
    )
    best = max(fits, key=lambda fit: fit.matching(reading), default=None)
    if best is None or best.matching(reading) < max(FEWEST_MATCHING, len(best.wanted) / 2):
        return None
    return best


def _differing(lying: _Lying, reading: TableReading, *, certain: bool) -> Iterator[tuple[int, str]]:
    """The tiles that match the record; a wild that certainly shows another tile now was swapped."""
    for at, placed in zip(lying.tiles, lying.wanted, strict=True):
        belief, face = reading.tiles[at].belief, str(placed.tile)
        if is_sure(belief):
            holds = certain and belief.best != face and not placed.is_wild
        else:
            holds = certain or belief.of(face) >= _PLAUSIBLE
        if holds:
            yield at, face


def _pozo(table: SeenTable, noted: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Doubtful tiles of the pozo that fit what should remain of it."""
    reading = table.settled.reading
    lying = [at for at, zone in enumerate(table.zones.tiles) if zone is TableZone.POZO]
    beliefs = {at: reading.tiles[at].belief for at in lying if reading.tiles[at].belief.best != BACK}
    left = Counter(noted) - Counter(belief.best for belief in beliefs.values() if is_sure(belief))
    for at, belief in beliefs.items():
        faces = [face for face in left.elements() if belief.of(face) >= _PLAUSIBLE]
        if faces and not is_sure(belief):
            face = max(faces, key=belief.of)
            left[face] -= 1
            yield at, face
