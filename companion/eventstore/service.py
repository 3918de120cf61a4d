"""A service over one sort of streams of the journal: commands become events, and events fold into a state.

A command is handled against the state as it stands and gives an event or none; the event is written as an entry; the
states that were read are held in memory and read on. This is event sourcing as Greg Young and Martin Fowler
describe it, with the stream's last number as the guard against two who write at once.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from threading import RLock
from typing import Generic, TypeVar

from companion.eventstore.codec import EventCodec
from companion.eventstore.command_digest import digest, is_another
from companion.eventstore.entries import Draft, Entry
from companion.eventstore.journal import Journal, StaleStream
from companion.eventstore.keys_without_effect import KeysWithoutEffect, VainCommand
from companion.eventstore.notifier import ChangeNotifier
from companion.eventstore.service_errors import CONFLICT, LONGEST_KEY, MISSING, errors_as_refusals, metadata_of
from companion.eventstore.state_cache import FoldedState, ReadEntries, ReadOn, StateCache
from companion.match_commands import Outcome, Sender
from companion.refusal import Refuse, TranslatableRefusal
from engine.sentences import TranslatableError

_NO_LETTER = "\0"
"""What no name has, and no text of PostgreSQL may have."""
StateT = TypeVar("StateT", bound=FoldedState)
CommandT = TypeVar("CommandT")
EventT = TypeVar("EventT")


@dataclass(frozen=True, slots=True)
class StreamKind(Generic[StateT, EventT]):
    """One sort of streams."""

    is_one: Callable[[str], bool]
    """Whether a name is one of this sort."""
    codec: EventCodec[EventT]
    fold: ReadOn[StateT]
    refused: type[TranslatableRefusal]
    """The class of this service's refusals."""
    refuse: Refuse
    """Ends with a sentence: that of ``missing``, ``stale`` or ``sent before``."""
    missing: str
    """The name of the sentence for a missing stream."""
    kept: int
    """The number of states held in memory."""
    unused_s: float = float("inf")
    """The seconds after its last use at which a cached state is dropped."""


@dataclass(slots=True)
class _Pending(Generic[CommandT]):
    """Somebody who waits for what becomes of a command."""

    stream: str
    command: CommandT
    sender: Sender
    answer: Outcome | Exception | None = None

    @property
    def key(self) -> str:
        return self.sender.key[:LONGEST_KEY]

    def outcome(self) -> Outcome:
        if isinstance(self.answer, Outcome):
            return self.answer
        raise self.answer or RuntimeError("nobody answered")


class EventSourcedService(ABC, Generic[StateT, CommandT, EventT]):
    """Safe to use from many threads, and beside other servers on the same journal."""

    def __init__(
        self, journal: Journal, kind: StreamKind[StateT, EventT], notifier: ChangeNotifier | None = None
    ) -> None:
        self.journal = journal
        self.notifier = notifier or ChangeNotifier()
        self._kind = kind
        self._states = StateCache(kind.fold, kind.kept, kind.unused_s)
        self._without_effect = KeysWithoutEffect()
        self._asked: deque[_Pending[CommandT]] = deque()
        self._answering = RLock()

    @abstractmethod
    def _handle(self, state: StateT, command: CommandT, log: Callable[[], Sequence[Entry]]) -> EventT | None:
        """The event that a command makes, or None where it changes nothing; ``log`` gives all entries of the stream.
        Raises TranslatableRefusal."""

    @abstractmethod
    def _rules(self, state: StateT) -> str:
        """The version of the rules by which a stream is judged."""

    def _standing(self, state: StateT, kind: str | None) -> str:
        """What became of a command that made an event of that kind, or none."""
        return "done" if kind else "nothing"

    def handle(self, name: str, command: CommandT, sender: Sender) -> Outcome:
        """Handle a command; with a known key nothing is done again. Raises TranslatableRefusal.

        A different command under a known key is refused. The first thread handles the commands of all that wait, so
        that they share one write to the disk.
        """
        asked = _Pending(name, command, sender)
        self._asked.append(asked)
        with errors_as_refusals(self._kind.refused), self._answering:
            if asked.answer is None:
                self._answer([self._asked.popleft() for _ in range(len(self._asked))])
            return asked.outcome()

    def state(self, name: str) -> StateT:
        """The current state of a stream. Raises TranslatableRefusal where there is none."""
        with errors_as_refusals(self._kind.refused):
            return self._state(name) or self._kind.refuse(self._kind.missing, MISSING)

    def wait(self, name: str, after: int, timeout_s: float) -> int:
        """Wait until the revision differs from ``after``, at most ``timeout_s``; returns the revision. Raises
        TranslatableRefusal."""
        with errors_as_refusals(self._kind.refused):
            return self.notifier.wait(name, partial(self.journal.last, name), after, timeout_s)

    def _state(self, name: str, read: ReadEntries | None = None) -> StateT | None:
        read = read or partial(self.journal.following, name)
        return self._states.newest(name, read) if self._kind.is_one(name) and _NO_LETTER not in name else None

    def _begin(self, name: str, event: EventT, rules: str, sender: Sender, *, anyhow: bool = False) -> Outcome:
        """Create a stream with its first event unless it exists; refused where another command created it, unless
        ``anyhow``."""
        with self._answering:
            if self._state(name) is None:
                self._append(name, event, rules, sender, after=0)
            elif not anyhow and any(is_another(entry, event) for entry in self._made_by(name, sender)):
                self._kind.refuse("sent before", CONFLICT)
        return Outcome(name, self.state(name).revision, "done", first_revision=1)

    def _made_by(self, name: str, sender: Sender) -> Iterable[Entry]:
        """The entry that was written under the key of ``sender``, if there is one."""
        return self.journal.said(name, [sender.key[:LONGEST_KEY]]).values()

    def _append(self, name: str, event: EventT, rules: str, sender: Sender, after: int) -> Entry:
        """Append one event after the entry ``after``. Raises StaleStream, JournalError."""
        entry = self.journal.append(self._drafted(name, event, rules, sender, event), after)
        self.notifier.post(name, entry.number)
        return entry

    def _drafted(self, name: str, event: EventT, rules: str, sender: Sender, command: object) -> Draft:
        """An event as the journal takes it, made by ``command``."""
        codec = self._kind.codec
        kind, text = codec.kind_of(event), codec.text_of(event)
        return Draft(match=name, kind=kind, text=text, rules=rules, said=metadata_of(sender, digest(command)))

    def _answer(self, waiting: Sequence[_Pending[CommandT]]) -> None:
        """Answer all pending commands in ``waiting``."""
        for name in dict.fromkeys(pending.stream for pending in waiting):
            asked = [pending for pending in waiting if pending.stream == name]
            try:
                self._answer_at(name, asked)
            except Exception as trouble:  # told to each of them, where it is handled
                for pending in asked:
                    pending.answer = trouble

    def _answer_at(self, name: str, commands: Sequence[_Pending[CommandT]]) -> None:
        try:
            state, mark = self._written(name, commands)
        except StaleStream:
            self._kind.refuse("stale", CONFLICT)
        if mark:
            self._states.put(name, state, mark)
            self.notifier.post(name, state.revision)

    def _written(self, name: str, commands: Sequence[_Pending[CommandT]]) -> tuple[StateT, str]:
        """The state after ``commands``, which are stored, and its checksum; empty where nothing had to be stored.

        Servers that share a database take turns from the reading on: who only tries, and tries again where another was
        first, may be second for ever. A file has one server as a rule, which takes its turn once another was first.
        """
        if not self.journal.is_shared:
            with suppress(StaleStream):
                known = self.journal.said(name, [pending.key for pending in commands])
                fresh, state = self._handled(self.state(name), commands, known)
                return state, self.journal.append_all(fresh) if fresh else ""
        with self.journal.turn(name) as turn:
            newest = self._state(name, turn.following) or self._kind.refuse(self._kind.missing, MISSING)
            fresh, state = self._handled(newest, commands, turn.said([pending.key for pending in commands]))
            mark = turn.append_all(fresh)
        return state, mark

    def _handled(
        self, state: StateT, commands: Sequence[_Pending[CommandT]], written: Mapping[str, Entry]
    ) -> tuple[Sequence[Entry], StateT]:
        """The entries that ``commands`` produce on one stream, in order, and the resulting state; keys ``written``
        before produce none."""
        name, fresh, known = commands[0].stream, list[Entry](), dict(written)
        for pending in commands:
            done = known.get(pending.key)
            try:
                vain = None if done else self._without_effect.asked(name, pending.key)
                entry = None if done or vain else self._handled_one(state, pending, fresh)
                if (done and is_another(done, pending.command)) or (vain and vain.asked != digest(pending.command)):
                    self._kind.refuse("sent before", CONFLICT)
            except (TranslatableRefusal, TranslatableError) as refused:
                pending.answer = refused
                continue
            if entry is not None:
                fresh.append(entry)
                known[pending.key] = entry
                state = self._kind.fold(name, partial(self._since, name, fresh), state) or state
            made = done or entry
            if made is None and vain is None:
                vain = VainCommand(digest(pending.command), state.revision)
                self._without_effect.note(name, pending.key, vain)
            first = made.number if made else vain.revision if vain else state.revision
            standing = self._standing(state, made.kind if made else None)
            pending.answer = Outcome(name, state.revision, standing, first)
        return fresh, state

    def _handled_one(self, state: StateT, pending: _Pending[CommandT], fresh: Sequence[Entry]) -> Entry | None:
        if pending.sender.revision is not None and pending.sender.revision != state.revision:
            self._kind.refuse("stale", CONFLICT)
        event = self._handle(state, pending.command, partial(self._since, pending.stream, fresh, 0))
        if event is None:
            return None
        draft = self._drafted(pending.stream, event, self._rules(state), pending.sender, pending.command)
        return self.journal.drafted(draft, state.revision + 1)

    def _since(self, name: str, fresh: Sequence[Entry], after: int) -> Sequence[Entry]:
        """The entries after number ``after``, with those that are not written yet."""
        unwritten = [entry for entry in fresh if entry.number > after]
        is_all = bool(unwritten) and unwritten[0].number == after + 1
        return unwritten if is_all else (*self.journal.entries(name, after), *unwritten)
