"""Find the picture that shows an entry, and the place in it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.matches.entries_in_effect import RecordedEvent
from companion.matches.events import Answered, Asked, Counted, Moved
from companion.matches.hand_state import HandState
from companion.matches.match_state import MatchState
from companion.matches.meld_outlines import Outline, OutlinedMeld, outline_of
from engine.placed_tile import parse_meld
from engine.tiles import Tile


@dataclass(frozen=True, slots=True)
class ShownEvidence:
    """The picture of an entry, if any, and the melds in it that the entry concerns."""

    recorded: RecordedEvent
    picture: str | None
    outlines: tuple[Outline, ...] = ()


def shown_by(state: MatchState, recorded: RecordedEvent, melds: Iterable[tuple[Tile, ...]]) -> ShownEvidence:
    """The evidence for the ``melds`` of an entry; an answer has that of its question."""
    source = recorded
    if isinstance(recorded.event, Answered):
        source = next((entry for entry in state.course.recorded if entry.number == recorded.event.question), recorded)
    found = (outline_of(tiles, _outlined(source)) for tiles in melds)
    return ShownEvidence(recorded, source.entry.said.picture, tuple(filter(None, found)))


def evidence_of(state: MatchState, hand: HandState, meld: str, entry: int) -> ShownEvidence | None:
    """The evidence for a ``meld``, in notation, as it was after ``entry``.

    The newest picture until then with a known location, else that of the entry; None where there is no such entry.
    Raises NotationError.
    """
    tiles = tuple(placed.tile for placed in parse_meld(meld))
    steps = [step.recorded for step in hand.steps if step.recorded.number <= entry]
    if not steps or steps[-1].number != entry:
        return None
    seen = (shown_by(state, recorded, [tiles]) for recorded in reversed(steps))
    return next((look for look in seen if look.picture and look.outlines), shown_by(state, steps[-1], []))


def _outlined(recorded: RecordedEvent) -> tuple[OutlinedMeld, ...]:
    return recorded.event.outlined if isinstance(recorded.event, Moved | Asked | Counted) else ()
