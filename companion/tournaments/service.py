"""Tournaments as an event-sourced service: handle commands, append events to the journal, and provide views."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from hashlib import sha256
from itertools import takewhile

from companion.eventstore import TOURNAMENT, Entry, Journal, is_tournament
from companion.eventstore.notifier import ChangeNotifier
from companion.eventstore.service import EventSourcedService, StreamKind
from companion.eventstore.service_errors import errors_as_refusals
from companion.eventstore.state_cache import StateCache
from companion.eventstore.steady_clock import KEPT_S
from companion.eventstore.summaries import SummaryIndex
from companion.files.spreadsheet import sheet_texts
from companion.house_rules.rule_set_store import RuleSets
from companion.house_rules.rules_by_name import RulesByName
from companion.house_rules.rules_codec import OpenRules
from companion.match_commands import Outcome, Sender
from companion.refusal import TournamentRefused
from companion.tournaments import commands
from companion.tournaments.age_category import category_view
from companion.tournaments.command_handlers import decide
from companion.tournaments.commands import Command, CreateTournament
from companion.tournaments.creation import LONGEST_DELAY_S, plan_of
from companion.tournaments.draw_handlers import check_not_drawn
from companion.tournaments.entrant_list import likeliest_sheet, read_roster
from companion.tournaments.events import (
    CODEC,
    BracketDrawn,
    EntryVoided,
    Event,
    MatchLinked,
    Proposed,
    TournamentCreated,
)
from companion.tournaments.export_import import imported
from companion.tournaments.recorded_matches import RecordedMatches
from companion.tournaments.result_handlers import as_it_ended
from companion.tournaments.tournament_state import TournamentState, read_on
from companion.tournaments.view import broken_card, card, device_view, fixture_view, snapshot
from companion.tournaments.view_log import log_lines
from companion.tournaments.voiding import check_corrections, check_strike
from companion.tournaments.withheld_matches import WithheldMatches
from companion.tournaments.wording import CONFLICT, refuse
from companion.view_models.entrant_list import CategoryView, ColumnRole, Roster
from companion.view_models.exported_files import ImportedTournament
from companion.view_models.published_tournament import published
from companion.view_models.recorded_fixture import RecordedFixture
from companion.view_models.tournament import DeviceSeatView, TournamentCard, TournamentLine, TournamentSnapshot
from engine.rules.rules import Rules

KEPT_STATES, _ID_LETTERS = 20, 9
DELAYED_S = 31 * 24 * 3600.0
"""How long after its last entry a tournament withholds the matches in which its own are recorded: one that was begun
may go on another day, of which the tournament hears only at its end."""
TOURNAMENTS = StreamKind(
    is_tournament, CODEC, read_on, TournamentRefused, refuse, "no such tournament", kept=KEPT_STATES
)


class TournamentService(EventSourcedService[TournamentState, Command, Event]):
    """All tournaments of a journal. Thread-safe."""

    def __init__(
        self, journal: Journal, notifier: ChangeNotifier | None = None, open_rules: OpenRules | None = None
    ) -> None:
        """Rules are called by the names that ``open_rules`` knows: profiles and the house's own where it is None."""
        super().__init__(journal, TOURNAMENTS, notifier)
        self._open_rules: OpenRules = open_rules or RulesByName(RuleSets(journal)).open
        self._shown = StateCache(read_on, KEPT_STATES)
        self._withheld = WithheldMatches(self, partial(self.journal.texts, TournamentCreated.STORED_AS))
        self._recorded = RecordedMatches(partial(self.journal.texts, MatchLinked.STORED_AS))
        self._listing = SummaryIndex(journal.following, self._state, card, broken_card)

    @errors_as_refusals(TournamentRefused)
    def found(self, command: CreateTournament, sender: Sender) -> Outcome:
        """Create a tournament; the same key again gives the same one. Raises TournamentRefused."""
        name = TOURNAMENT + sha256(f"tournament {sender.key}".encode()).hexdigest()[:_ID_LETTERS]
        plan = plan_of(command, self._open_rules)
        return self._begin(name, TournamentCreated(plan), plan.version, sender)

    @errors_as_refusals(TournamentRefused)
    def take_in(self, blob: bytes) -> ImportedTournament:
        """Import an exported tournament. Raises TournamentRefused."""
        state, count = imported(self.journal, blob)
        self.notifier.post(state.tournament, state.revision)
        return ImportedTournament(state.tournament, state.plan.title, count)

    @errors_as_refusals(TournamentRefused)
    def roster(self, written: bytes | str, roles: Sequence[ColumnRole] | None = None) -> Roster:
        """The roster parsed from a list, a file or text, without entering anyone. Raises TournamentRefused."""
        if isinstance(written, str):
            return read_roster(written, roles)
        try:
            sheets = sheet_texts(written)
        except UnicodeDecodeError:
            refuse("no list")
        sheet = likeliest_sheet(sheets)
        others = {name: text for name, text in sheets.items() if name != sheet}
        return replace(read_roster(sheets[sheet], roles), sheet=sheet, others=others)

    @errors_as_refusals(TournamentRefused)
    def public(self, tournament: str) -> TournamentState:
        """The state that the public may see, as old as the plan's delay. Raises TournamentRefused."""
        state = self.state(tournament)
        if not state.plan.delay_s:
            return state
        now_s = self.journal.now_s()
        until_s = now_s - state.plan.delay_s
        ahead_s = now_s + KEPT_S  # what is dated later was written by a clock that was set back since

        def shown(after: int, mark: str = "") -> tuple[Entry, ...]:
            written = self.journal.following(tournament, after, mark)  # by clocks that may differ: none is passed over
            return tuple(takewhile(lambda entry: not until_s < entry.at_s <= ahead_s or entry.number == 1, written))

        return self._shown.newest(tournament, shown) or state

    def rules(self, tournament: str) -> Rules:
        """The rules of a tournament. Raises TournamentRefused."""
        return self.state(tournament).plan.rules

    def now_s(self) -> float:
        """The present time of the house's steady clock, in seconds since 1970."""
        return self.journal.now_s()

    def snapshot(self, tournament: str, language: str, *, is_public: bool = False) -> TournamentSnapshot:
        """The view of a tournament in ``language``. Raises TournamentRefused."""
        state = self.public(tournament) if is_public else self.state(tournament)
        shown = snapshot(state, language, self.journal.now_s())
        return published(shown) if is_public else shown

    def category(self, tournament: str) -> CategoryView:
        """The years of birth, for organisers. Raises TournamentRefused."""
        return category_view(self.state(tournament))

    def pin_marks(self, tournament: str) -> Mapping[int, str]:
        """By entrant number, what tells the present one from all others who have or had it. Raises
        TournamentRefused."""
        state = self.state(tournament)
        if state.plan.dated_pins:
            return {entrant: f" {round(at_s * 1000)}" for entrant, (_, at_s) in state.holders.items()}
        return {entrant: f" {nth}" if nth > 1 else "" for entrant, (nth, _) in state.holders.items()}

    def device(self, tournament: str, device: int) -> DeviceSeatView | None:
        """The view of an admitted device's table; None for any other device. Raises TournamentRefused."""
        return device_view(self.state(tournament), device, self.journal.now_s())

    @errors_as_refusals(TournamentRefused)
    def public_marks(self, names: Sequence[str]) -> Mapping[str, str]:
        """By tournament or match, a mark that changes whenever its public view does. Raises TournamentRefused."""
        late = self.journal.tournaments_changed_since(self.journal.now_s() - LONGEST_DELAY_S)
        marks = self.journal.marks(names)
        return {name: f"{mark} {self.public(name).revision}" if name in late else mark for name, mark in marks.items()}

    def version(self, tournament: str) -> str:
        """The number of the newest entry that the public may see, and when it was written: after a backup was put back
        another has its number. Cheaper than a snapshot. Raises TournamentRefused."""
        shown = self.public(tournament)
        return f"{shown.revision} {shown.changed_s}"

    @errors_as_refusals(TournamentRefused)
    def cards(
        self, language: str, first: int, most: int, *, shelved: bool = False, is_public: bool = False
    ) -> tuple[TournamentCard, ...]:
        """At most ``most`` tournaments from place ``first`` on, the latest changed first; those archived, or the
        others. They tell what the public may see where it ``is_public``."""
        cards = self._listing.cards(self.journal.tournaments(), language, first, most, shelved=shelved)
        if not is_public:
            return cards
        late = self.journal.tournaments_changed_since(self.journal.now_s() - LONGEST_DELAY_S)
        return tuple(
            card(self.public(known.tournament), language) if known.tournament in late and not known.trouble else known
            for known in cards
        )

    @errors_as_refusals(TournamentRefused)
    def withheld(self) -> Mapping[str, int]:
        """The matches of the house in which matches of tournaments are recorded that the public sees with a delay: by
        name the delay in seconds, until the board shows that they are over. Raises TournamentRefused."""
        names = tuple(self.journal.tournaments_changed_since(self.journal.now_s() - DELAYED_S))
        return self._withheld.of(names, self.journal.marks(names))

    @errors_as_refusals(TournamentRefused)
    def recorded(self, match: str, *, is_public: bool = False) -> RecordedFixture | None:
        """The match of a tournament that is recorded in ``match``; None without one. Raises TournamentRefused."""
        names = self.journal.tournaments()
        for name in self._recorded.of(match, names, self.journal.marks(names)):
            state = self.public(name) if is_public else self.state(name)
            for fixture in (fixture for fixture in state.fixtures.values() if fixture.match == match):
                return RecordedFixture(name, state.plan.title, fixture_view(state, fixture, self.journal.now_s()))
        return None

    @errors_as_refusals(TournamentRefused)
    def log(self, tournament: str, language: str, limit: int = 200) -> tuple[TournamentLine, ...]:
        """The newest ``limit`` entries of a tournament in words, the newest first. Raises TournamentRefused."""
        return log_lines(self.state(tournament), self.journal.entries(tournament), language)[:limit]

    @errors_as_refusals(TournamentRefused)
    def kind(self, tournament: str, entry: int) -> str:
        """The kind of an entry; empty for an unknown number. Raises TournamentRefused."""
        self.state(tournament)
        written = self.journal.entries(tournament, entry - 1) if entry > 0 else ()
        return next((written_entry.kind for written_entry in written if written_entry.number == entry), "")

    @errors_as_refusals(TournamentRefused)
    def written_ms(self, tournament: str, entry: int) -> int | None:
        """When an entry was written, in milliseconds since 1970; None for an unknown number. Raises
        TournamentRefused."""
        written = self.journal.entries(tournament, entry - 1) if 0 < entry <= self.state(tournament).revision else ()
        return round(written[0].at_s * 1000) if written else None

    def _handle(self, state: TournamentState, command: Command, log: Callable[[], Sequence[Entry]]) -> Event | None:
        if state.is_shelved and not isinstance(command, commands.Archive | commands.RestoreArchived):
            refuse("put away", CONFLICT)
        event = decide(state, command, self._open_rules)
        if isinstance(event, Proposed):
            return as_it_ended(state, event, self.journal.now_s())
        if isinstance(event, BracketDrawn):
            check_not_drawn(state, event)
        if isinstance(event, MatchLinked) and any(fixture.match == event.match for fixture in state.fixtures.values()):
            refuse("tied already", CONFLICT)
        if isinstance(event, EntryVoided):
            entries = log()
            check_strike(state, entries, event)
            check_corrections(entries, event)
        return event

    def _rules(self, state: TournamentState) -> str:
        return state.plan.version
