"""Matches as an event-sourced service: handle commands, append events to the journal, and provide views."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from hashlib import sha256
from pathlib import Path

from companion.errors import JournalError
from companion.eventstore import DataFolder, EvidenceStore, Journal, is_match
from companion.eventstore.evidence_store import is_no_room
from companion.eventstore.service import EventSourcedService, StreamKind
from companion.eventstore.service_errors import CONFLICT, MISSING, errors_as_refusals
from companion.eventstore.steady_clock import SteadyClock
from companion.eventstore.summaries import SummaryIndex
from companion.house_rules.rule_set_store import RuleSets
from companion.house_rules.rules_by_name import RulesByName
from companion.house_rules.rules_codec import OpenRules
from companion.match_commands import (
    Agree,
    Annul,
    Answer,
    Archive,
    Command,
    DealHand,
    Outcome,
    Redo,
    RestoreArchived,
    Revise,
    Sender,
    Tap,
    Undo,
)
from companion.matches.agreement import agree
from companion.matches.command_handlers import decide
from companion.matches.entry_pictures import evidence_of
from companion.matches.events import CODEC, Agreed, Archived, Asked, Event
from companion.matches.match_state import MatchState, read_on, state_after
from companion.matches.meld_extensions import fitting
from companion.matches.replay import replayed, replayed_whole
from companion.matches.table_observation import MatchCommand
from companion.matches.undo_redo import taken_back
from companion.matches.view import broken_card, card, snapshot
from companion.matches.view_log import log_lines
from companion.matches.wording import refuse
from companion.pictures.evidence_pictures import BadImage, Outline, PartOf, PutTogether, part_of, put_together
from companion.refusal import TableRefused
from companion.view_models import EvidenceView, KeptPhotographs, LogLine, MatchCard, MatchSnapshot, ReplayView
from engine.placed_tile import parse_meld

KEPT_PARTS, _ID_LETTERS = 256, 10
_ASKED = Asked.__name__.lower()
MATCHES = StreamKind(is_match, CODEC, read_on, TableRefused, refuse, "no such match", kept=24, unused_s=180.0)
"""A match that is held in memory is some megabytes."""


class MatchService(EventSourcedService[MatchState, MatchCommand, Event]):
    """All matches of a journal; thread-safe."""

    def __init__(self, journal: Journal, evidence: EvidenceStore) -> None:
        super().__init__(journal, MATCHES)
        self.evidence = evidence
        self.rule_sets = RuleSets(journal)
        self.jump_s: Callable[[], float] = float
        self._put_together: PutTogether = put_together
        self._draw_parts(part_of)
        self._open_rules: OpenRules = RulesByName(self.rule_sets).open
        self._listing = SummaryIndex(journal.following, self._state, card, broken_card)

    @staticmethod
    def open(data_folder: DataFolder, wall: Callable[[], float] = time.time) -> MatchService:
        """Open the service on a journal and its picture folder. Raises JournalError.

        Servers that share a database go by the clock of its machine, whatever their own clocks ``wall`` say: matches
        end by the minute.
        """
        try:
            journal = Journal.open(data_folder.database_url)
            ahead_s = journal.ahead_s(wall)
            clock = SteadyClock(data_folder.folder / "clock.json", lambda: wall() + ahead_s)
            journal.use_clock(clock)
            service = MatchService(journal, EvidenceStore(data_folder.evidence))
            service.jump_s = clock.jump_s
            return service
        except OSError as error:
            raise JournalError("story not opened", reason=error.strerror or error) from error

    def use_decoders(self, part: PartOf, together: PutTogether) -> None:
        """Set the decoders for uploaded pictures."""
        self._put_together = together
        self._draw_parts(part)

    def _draw_parts(self, part: PartOf) -> None:
        @lru_cache(maxsize=KEPT_PARTS)
        def drawn(path: Path, outlines: tuple[Outline, ...], width_px: int) -> bytes:
            try:
                return part(path.read_bytes(), outlines, width_px)
            except BadImage:
                return b""

        self._part = drawn

    def use_rules(self, open_rules: OpenRules) -> None:
        """Set the function that loads rules by name."""
        self._open_rules = open_rules

    @errors_as_refusals(TableRefused)
    def agree(self, command: Agree, sender: Sender, *, anyhow: bool = False) -> Outcome:
        """Create a match, idempotently by the command's key. Raises TableRefused.

        ``anyhow`` accepts a repeated key with other agreements.
        """
        match = sha256(f"match {sender.key}".encode()).hexdigest()[:_ID_LETTERS]
        agreed = Agreed(agree(command, self._open_rules))
        return self._begin(match, agreed, agreed.agreement.version, sender, anyhow=anyhow)

    @errors_as_refusals(TableRefused)
    def take_down(self, match: str, events: Sequence[Event], rules: str, sender: Sender) -> None:
        """Append an externally played match atomically, one entry for each of ``events``; idempotent by key. Raises
        TableRefused."""
        drafts = [
            self._drafted(match, event, rules, replace(sender, key=f"{sender.key} {number}"), event)
            for number, event in enumerate(events, 1)
        ]
        with self._answering, self.journal.turn(match) as turn:
            known, last = turn.said([draft.said.key for draft in drafts]), turn.last()
            fresh = [draft for draft in drafts if draft.said.key not in known]
            turn.append_all([turn.drafted(draft, number) for number, draft in enumerate(fresh, last + 1)])
        self.notifier.post(match, last + len(fresh))

    def ended_s(self, match: str) -> float | None:
        """The time at which a match ended or was archived, in seconds since 1970.

        0 for an unknown one; None while it goes on, and where it cannot be read.
        """
        try:
            state = self.state(match)
        except TableRefused as refused:
            return 0.0 if refused.status == MISSING else None
        is_over = state.is_shelved or state.verdict().next == "over"
        return state.course.recorded[-1].entry.at_s if is_over else None

    @errors_as_refusals(TableRefused)
    def snapshot(self, match: str, language: str, hand: int | None = None) -> MatchSnapshot:
        """The view of a match in ``language``, with the hand ``hand`` or the current one. Raises TableRefused."""
        state = self.state(match)
        if hand is not None and state.hand(hand) is None:
            refuse("no such hand", MISSING)
        return snapshot(state, language, hand)

    @errors_as_refusals(TableRefused)
    def foreseen(self, match: str, command: MatchCommand, language: str, hand: int | None = None) -> MatchSnapshot:
        """The view after a hypothetical command ``command``; nothing is written. Raises TableRefused."""
        state = self.state(match)
        if event := decide(state, command, self._open_rules):
            state = state_after(state, event)
        return snapshot(state, language, hand)

    @errors_as_refusals(TableRefused)
    def taken_back(self, match: str, command: Undo | Redo) -> Command | None:
        """The command equivalent to what an undo or redo would change; None where there is nothing. Raises
        TableRefused."""
        return taken_back(self.state(match), command)

    @errors_as_refusals(TableRefused)
    def fitting(self, match: str, tap: Tap) -> tuple[int, ...]:
        """The melds to which the tapped tiles may lawfully be added. Raises TableRefused."""
        state = self.state(match)
        hand = state.current if tap.hand is None else state.hand(tap.hand)
        if hand is None or hand.is_over or not 0 <= tap.seat < hand.state.players:
            return ()
        return fitting(hand.state, tap.seat, parse_meld(tap.tiles), hand.rules)

    @errors_as_refusals(TableRefused)
    def cards(self, language: str, first: int, most: int, *, shelved: bool = False) -> tuple[MatchCard, ...]:
        """A page of the match list, most recent first: the archived matches, or all others.

        At most so many from place ``first`` on. Unreadable ones are marked.
        """
        return self._listing.cards(self.journal.matches(), language, first, most, shelved=shelved)

    @errors_as_refusals(TableRefused)
    def revision(self, match: str) -> int:
        """The number of the newest entry of a match; cheaper than a snapshot. Raises TableRefused."""
        listed = self._listing.of(match)
        return listed.revision if listed else refuse("no such match", MISSING)

    @errors_as_refusals(TableRefused)
    def log(self, match: str, language: str) -> tuple[LogLine, ...]:
        """All entries of a match in words, the newest first. Raises TableRefused."""
        return tuple(log_lines(self.state(match), language))

    @errors_as_refusals(TableRefused)
    def replay(self, match: str, language: str, hand: int, at: int | None = None) -> ReplayView:
        """A hand at step ``at`` or the last. Raises TableRefused where there is no such hand."""
        state = self.state(match)
        return replayed(state, state.hand(hand) or refuse("no such hand", MISSING), language, at)

    @errors_as_refusals(TableRefused)
    def replay_whole(self, match: str, language: str, hand: int) -> Iterator[ReplayView]:
        """A hand with all of its steps. Raises TableRefused where there is no such hand."""
        state = self.state(match)
        return replayed_whole(state, state.hand(hand) or refuse("no such hand", MISSING), language)

    @errors_as_refusals(TableRefused)
    def meld_evidence(self, match: str, hand: int, meld: str, entry: int) -> EvidenceView:
        """The evidence for a meld, in notation, after an entry. Raises TableRefused where there is none."""
        state = self.state(match)
        found = evidence_of(state, state.hand(hand) or refuse("no such hand", MISSING), meld, entry)
        if found is None:
            refuse("no such hand", MISSING)
        said = found.recorded.entry
        return EvidenceView(
            entry=said.number,
            author=said.said.author,
            at_s=said.at_s,
            picture=found.picture,
            outlines=found.outlines,
        )

    @errors_as_refusals(TableRefused)
    def keep_photographs(self, pictures: Sequence[bytes]) -> KeptPhotographs:
        """Store photographs as one combined picture, with the place of each. Raises TableRefused where it cannot."""
        try:
            joined, places = self._put_together(pictures)
        except BadImage:  # it was read a moment ago, in another way: it is kept as it is
            joined, places = pictures[0], ((0.0, 1.0), *((0.0, 0.0) for _one in pictures[1:]))
        return KeptPhotographs(self.keep_picture(joined), places)

    @errors_as_refusals(TableRefused)
    def keep_picture(self, picture: bytes) -> str:
        """Store a picture as evidence and return its name. Raises TableRefused where it cannot."""
        try:
            name = self.evidence.keep(picture)
        except OSError as error:
            raise JournalError("disk full" if is_no_room(error) else "story not saved") from error
        self.evidence.trim(self.journal.pictures() | {name})
        return name

    def picture(self, name: str) -> Path | None:
        """The file of a stored picture."""
        return self.evidence.find(name)

    def picture_part(self, name: str, outlines: tuple[Outline, ...], width_px: int) -> bytes:
        """A JPEG of the part of a picture that shows ``outlines``, marked; all of it without outlines.

        Empty where it is missing or unreadable.
        """
        path = self.picture(name)
        try:
            return self._part(path, outlines, width_px) if path else b""
        except OSError:
            return b""

    def _handle(self, state: MatchState, command: MatchCommand, _log: object) -> Event | None:
        if state.is_shelved and not _may_be_asked_of_shelved(state, command):
            refuse("put away", CONFLICT)
        if isinstance(command, DealHand) and state.is_of_game:
            refuse("dealt on the screen", CONFLICT)
        if (hand := state.hand(_hand_of(state, command))) and hand.standing == "annulled":
            return None if isinstance(command, Annul) else refuse("hand annulled", CONFLICT, hand=hand.number)
        return decide(state, command, self._open_rules)

    def _rules(self, state: MatchState) -> str:
        return state.agreement.version

    def _standing(self, state: MatchState, kind: str | None) -> str:
        if kind is None:
            return "asked" if state.question else "nothing"
        return "asked" if kind == _ASKED else "done"


def _hand_of(state: MatchState, command: MatchCommand) -> int:
    """The number of the hand that a command names, or whose entry it changes; 0 where that is none."""
    if isinstance(command, Revise):
        changed = (recorded.event for recorded in state.course.held if recorded.number == command.entry)
        return int(getattr(next(changed, None), "hand", 0))
    if isinstance(command, Answer) and state.question:
        return int(getattr(state.question.event, "hand", 0))
    return getattr(command, "hand", None) or 0


def _may_be_asked_of_shelved(state: MatchState, command: MatchCommand) -> bool:
    """Whether a command may be given on an archived match: it restores it, or archives it again."""
    last = state.course.to_undo
    brings_back = isinstance(command, Undo) and last is not None and isinstance(last.event, Archived)
    return brings_back or isinstance(command, Archive | RestoreArchived)
