"""Determine the entries in effect: without undone ones, and with revised content."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.eventstore import Entry
from companion.matches.events import Answered, Counted, Event, Moved, Redone, Revised, Undone, read_event


@dataclass(frozen=True, slots=True)
class RecordedEvent:
    """An entry and its event."""

    entry: Entry
    event: Event
    is_revised: bool = False
    """Whether somebody put it right since."""

    @property
    def number(self) -> int:
        """Its number in the match."""
        return self.entry.number

    @property
    def is_by_person(self) -> bool:
        """Whether a person made it, and not a camera."""
        return not self.entry.said.model


@dataclass(frozen=True, slots=True)
class EntriesInEffect:
    """The entries of a match: all of them, those in effect, and those that can be redone, the last first."""

    recorded: tuple[RecordedEvent, ...] = ()
    held: tuple[RecordedEvent, ...] = ()
    undone: tuple[RecordedEvent, ...] = ()

    @property
    def last(self) -> int:
        """The number of the newest entry."""
        return self.recorded[-1].number if self.recorded else 0

    @property
    def to_undo(self) -> RecordedEvent | None:
        """The entry that an undo would remove; None where only the agreement is left."""
        return self.held[-1] if len(self.held) > 1 else None

    @property
    def to_redo(self) -> RecordedEvent | None:
        """The entry that a redo would restore."""
        return self.undone[0] if self.undone else None

    def then(self, entries: Iterable[Entry]) -> EntriesInEffect:
        """The course with ``entries`` appended."""
        course = self
        for entry in entries:
            course = course._with(RecordedEvent(entry, read_event(entry.kind, entry.text)))
        return course

    def _with(self, event: RecordedEvent) -> EntriesInEffect:
        recorded = (*self.recorded, event)
        match event.event:
            case Undone():
                if self.to_undo is None:
                    return replace(self, recorded=recorded)
                return EntriesInEffect(recorded, self.held[:-1], (self.held[-1], *self.undone))
            case Redone():
                return EntriesInEffect(recorded, (*self.held, *self.undone[:1]), self.undone[1:])
            case _:
                return EntriesInEffect(recorded, (*self.held, event))

    def revised(self) -> tuple[RecordedEvent, ...]:
        """The entries in effect, each with the content of its last revision."""
        revisions = {hand.event.entry: hand.event for hand in self.held if isinstance(hand.event, Revised)}
        return tuple(
            _under(hand, revisions.get(hand.number)) for hand in self.held if not isinstance(hand.event, Revised)
        )

    def holds(self) -> frozenset[int]:
        """The numbers of the entries in effect."""
        return frozenset(hand.number for hand in self.held)


def _under(event: RecordedEvent, revision: Revised | None) -> RecordedEvent:
    if revision is None or not isinstance(event.event, Moved | Answered | Counted):
        return event
    if isinstance(event.event, Moved):
        return RecordedEvent(event.entry, replace(event.event, moves=revision.moves, guessed=()), is_revised=True)
    return RecordedEvent(event.entry, replace(event.event, moves=revision.moves), is_revised=True)
