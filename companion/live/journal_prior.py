"""Prior knowledge about tiles from the journal, applied where a reading is in doubt or was corrected by people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product

from companion.game_tracking.rejected_detections import without_rejected
from companion.game_tracking.updates import foreign_in
from companion.matches.events import Answered, Asked, Event, Moved, Moves, Revised
from companion.matches.hand_state import HandState
from companion.matches.match_state import MatchState
from companion.recognition.uncertainty import is_sure
from companion.view_models import NO_TILE
from engine.hand.moves import CorrectMeld, Discard, Extend, LayDown, Row, SwapWild, TakePozo
from engine.hand.state import LaidMeld
from engine.inference.observation import NOTHING_SEEN, Observation
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
_LAYS = LayDown | Extend | SwapWild | CorrectMeld


@dataclass(frozen=True, slots=True)
class PeoplesWord:
    """What people said of the melds of a hand; it overrides the camera."""

    stated: frozenset[int]
    """The melds that people stated, and nothing was recorded of since."""
    put_right: Mapping[int, frozenset[tuple[str, str]]]
    """By meld, the faces that people replaced, each with what they said instead."""
    pozo: frozenset[tuple[str, str]]
    """The same of the tiles that lie in the pozo."""


def peoples_word(state: MatchState, hand: HandState) -> PeoplesWord:
    """What people said of the melds of a hand, by the journal."""
    revised = {recorded.event.entry for recorded in state.course.held if isinstance(recorded.event, Revised)}
    told = {recorded.number: recorded.event for recorded in state.course.recorded if recorded.number in revised}
    last: dict[int, bool] = {}
    put_right: dict[int, frozenset[tuple[str, str]]] = {}
    for step in hand.steps:
        by_person = step.recorded.is_by_person or step.recorded.number in revised
        for event in step.events:
            last |= {meld.number: by_person for meld in event.melds}
            for meld in event.melds if by_person else ():
                was = event.before.meld(meld.number) if isinstance(event.move, CorrectMeld) else None
                rows = (was.row,) if was else _rows(told.get(step.recorded.number))
                put_right[meld.number] = put_right.get(meld.number, frozenset()) | _replaced(rows, meld)
    stated = frozenset(number for number, by_person in last.items() if by_person)
    return PeoplesWord(stated, put_right, frozenset(_discards_put_right(state, hand, revised)))


def _discards_put_right(state: MatchState, hand: HandState, revised: Collection[int]) -> Iterator[tuple[str, str]]:
    """The faces of discards that a camera told and people took back or revised, each with what they said instead of
    the tiles of the same player that lie in the pozo."""
    void = {recorded.number for recorded in state.course.recorded} - state.course.holds() | set(revised)
    told = (recorded for recorded in state.course.recorded if recorded.number in void and not recorded.is_by_person)
    moves = [move for recorded in told for move in _moves_of(recorded.event, hand.number) if isinstance(move, Discard)]
    lying = list[Discard]()
    for step in hand.steps:
        for event in step.events:
            if isinstance(event.move, TakePozo):
                lying.clear()
            elif isinstance(event.move, Discard) and (step.recorded.is_by_person or step.recorded.number in revised):
                lying.append(event.move)
    for discard in lying:
        yield from ((str(move.tile), str(discard.tile)) for move in moves if move.seat == discard.seat)


def _moves_of(event: Event, hand: int) -> Moves:
    return event.moves if isinstance(event, Moved | Answered) and event.hand == hand else ()


def _rows(told: Event | None) -> tuple[Row, ...]:
    """The melds in the moves that an entry told before it was revised."""
    return tuple(move.row for move in told.moves if isinstance(move, _LAYS)) if isinstance(told, Moved) else ()


def _replaced(rows: Iterable[Row], meld: LaidMeld) -> frozenset[tuple[str, str]]:
    """Each face that a correction took off a meld, one of ``rows`` before, with each that it put there."""
    now = Counter(str(tile) for tile in meld.tiles)
    before = (Counter(str(placed.tile) for placed in row) for row in rows)
    was = max(before, key=lambda faces: (faces & now).total(), default=now)
    return frozenset(product(was - now, now - was)) if (was & now).total() >= FEWEST_MATCHING else frozenset()


def noted_faces(state: MatchState, table: SeenTable) -> Faces:
    """The faces that the journal of the current hand knows, by tile index."""
    return faces_from_journal(table, state.current, peoples_word(state, state.current)) if state.current else {}


def faces_from_journal(table: SeenTable, hand: HandState, people: PeoplesWord) -> Faces:
    """The faces of tiles that match the journal's melds, without guessed ones."""
    reading, guessed, settled = table.settled.reading, hand.guessed, table.settled
    disputed = {at for at, number in enumerate(settled.numbers) if number in settled.disputed}
    faces: dict[int, str] = {}
    left = list(hand.state.melds)
    for row in sorted(reading.rows, key=lambda row: -len(row.tiles)):
        found = _same_meld(row.tiles, reading, left)
        if found is not None:
            left.remove(found.meld)
            certain = found.meld.number in people.stated
            put_right = people.put_right.get(found.meld.number, frozenset())
            known = _differing(found, reading, put_right, certain=certain)
            faces.update(
                (at, face)
                for at, face in known
                if certain
                or _is_put_right(reading, at, face, put_right)
                or (face not in guessed and at not in disputed)
            )
    in_pozo = _pozo(table, [str(tile) for tile in hand.state.pozo if tile], people.pozo)
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


def typed_since(state: MatchState, revision: int) -> bool:
    """Whether people typed moves after an entry, and nothing else was recorded: the table may not show them yet."""
    since = [recorded for recorded in state.course.recorded if recorded.number > revision]
    typed = (isinstance(recorded.event, Moved) and recorded.event.origin == "typed" for recorded in since)
    return bool(since) and all(typed)


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


def came_to_nothing(state: MatchState, observation: Observation) -> bool:
    """Whether people undid or dismissed the result of the identical observation of this hand."""
    held, current = state.course.holds(), state.current.number if state.current else 0
    dismissed = {
        recorded.event.question
        for recorded in state.course.held
        if isinstance(recorded.event, Answered) and recorded.event.choice is None and recorded.is_by_person
    }
    for recorded in reversed(state.course.recorded):
        if isinstance(recorded.event, Moved | Asked) and recorded.event.seen != NOTHING_SEEN:
            if recorded.event.hand != current:
                return False
            is_void = recorded.number not in held or recorded.number in dismissed
            return is_void and recorded.event.seen.agrees_with(observation)
    return False


def foreign_faces(state: MatchState) -> set[str]:
    """The faces of isolated tiles among the melds that people dismissed as irrelevant."""
    asked = {recorded.number: recorded.event for recorded in state.course.recorded if isinstance(recorded.event, Asked)}
    answered = [recorded.event for recorded in state.course.held if isinstance(recorded.event, Answered)]
    current = state.current.number if state.current else 0
    known = (asked[answer.question] for answer in answered if answer.hand == current and answer.question in asked)
    return {face for question in known for face in foreign_in(question.doubts, question.seen)}


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


def _differing(
    lying: _Lying, reading: TableReading, put_right: Collection[tuple[str, str]], *, certain: bool
) -> Iterator[tuple[int, str]]:
    """The tiles that match the record; a wild that certainly shows another tile now was swapped, unless it showed that
    one already when people put it right."""
    for at, placed in zip(lying.tiles, lying.wanted, strict=True):
        belief, face = reading.tiles[at].belief, str(placed.tile)
        if is_sure(belief):
            holds = certain and belief.best != face and not placed.is_wild
        else:
            holds = certain or belief.of(face) >= _PLAUSIBLE
        if holds or _is_put_right(reading, at, face, put_right):
            yield at, face


def _is_put_right(reading: TableReading, at: int, face: str, put_right: Collection[tuple[str, str]]) -> bool:
    """Whether people said that a tile is ``face`` though it is read as now."""
    return (reading.tiles[at].belief.best, face) in put_right


def _pozo(table: SeenTable, noted: Sequence[str], put_right: Collection[tuple[str, str]]) -> Iterator[tuple[int, str]]:
    """Tiles of the pozo that fit what should remain of it: doubtful ones, and those that people put right."""
    reading = table.settled.reading
    lying = [at for at, zone in enumerate(table.zones.tiles) if zone is TableZone.POZO]
    beliefs = {at: reading.tiles[at].belief for at in lying if reading.tiles[at].belief.best != BACK}
    sure = Counter(belief.best for belief in beliefs.values() if is_sure(belief))
    left, surplus = Counter(noted) - sure, sure - Counter(noted)
    for at, belief in beliefs.items():
        best = belief.best
        if not is_sure(belief):
            faces = [face for face in left.elements() if belief.of(face) >= _PLAUSIBLE]
        else:
            faces = [face for face in left.elements() if surplus[best] > 0 and (best, face) in put_right]
        if faces:
            face = max(faces, key=belief.of)
            left[face] -= 1
            surplus[best] -= 1
            yield at, face
