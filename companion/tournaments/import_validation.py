"""Validate an imported tournament entry by entry: each must be the result of a command that is accepted here."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from companion.errors import JournalFileError
from companion.eventstore import Entry
from companion.eventstore.service_errors import LONGEST_AUTHOR, LONGEST_KEY
from companion.match_commands import Agree
from companion.matches.agreement import Agreement, agree
from companion.matches.events import Agreed
from companion.matches.events import read_event as read_table_event
from companion.matches.import_validation import led_to as could_be_told
from companion.matches.match_state import MatchState, match_state
from companion.tournaments.commands_from_events import began, led_to
from companion.tournaments.events import EntryVoided, TournamentCreated, read_event
from companion.tournaments.tournament_state import TournamentState, read_on
from companion.tournaments.voiding import check_strike
from engine.rules.profiles import overridden

_NAME, _PICTURE = re.compile(r"[A-Za-z0-9]{1,40}"), re.compile(r"[0-9a-f]{64}")
_LONGEST_RULES, _LONGEST_MODEL, _LONGEST_PROGRAM = 80, 80, 40


def validate_import(entries: Sequence[Entry]) -> TournamentState:
    """The tournament folded from ``entries``. Raises JournalFileError for an entry that no command here would make."""
    check_entries(entries)
    state: TournamentState | None = None
    for count, entry in enumerate(entries, 1):
        if not _may_follow(state, entries[: count - 1], entry):
            raise JournalFileError("damaged story file")
        state = read_on(entry.match, _after(entries[:count]), state)
    if state is None:
        raise JournalFileError("damaged story file")
    return state


def check_entries(entries: Sequence[Entry]) -> None:
    """Check that ``entries`` are numbered from 1, have distinct keys and can be stored here. Raises
    JournalFileError."""
    keys = {entry.said.key for entry in entries}
    numbers = [entry.number for entry in entries]
    if len(keys) < len(entries) or numbers != list(range(1, len(entries) + 1)) or not all(map(_is_writable, entries)):
        raise JournalFileError("damaged story file")


def validate_match_import(entries: Sequence[Entry]) -> MatchState:
    """The match folded from ``entries``. Raises JournalFileError for an entry that no command here would make."""
    check_entries(entries)
    state: MatchState | None = None
    for entry in entries:
        event = read_table_event(entry.kind, entry.text)
        is_begun = state is not None or isinstance(event, Agreed)
        is_agreed = not isinstance(event, Agreed) or _may_be_agreed(event.agreement)
        if not is_begun or not is_agreed or (state and not could_be_told(state, event)):
            raise JournalFileError("damaged story file")
        state = match_state(entry.match, [entry], state)
    if state is None:
        raise JournalFileError("damaged story file")
    return state


def _may_follow(state: TournamentState | None, before: Sequence[Entry], entry: Entry) -> bool:
    """Whether an order may lead to ``entry``. Raises what the order is refused with."""
    event = read_event(entry.kind, entry.text)
    if state is None:
        return isinstance(event, TournamentCreated) and began(event.plan)
    if isinstance(event, EntryVoided):
        check_strike(state, before, event)
        return led_to(state, replace(event, pauses=True)) and isinstance(event.pauses, bool)
    return led_to(state, event)


def _after(entries: Sequence[Entry]) -> Callable[[int], Sequence[Entry]]:
    return lambda after: entries[after:]


def _may_be_agreed(agreement: Agreement) -> bool:
    asked = Agree(
        players=agreement.players,
        rules=agreement.rules.name,
        overrides=agreement.overrides,
        sides=agreement.sides,
        title=agreement.title,
    )
    return agree(asked, lambda *_: overridden(agreement.rules, ())) == agreement


def _is_writable(entry: Entry) -> bool:
    """Whether an entry fits its place in every database, and says who says it as people here do.

    A key is read by nobody: earlier versions of the program took those with signs that are not printed.
    """
    said = entry.said
    limits = (
        (said.author, LONGEST_AUTHOR),
        (said.model, _LONGEST_MODEL),
        (entry.rules, _LONGEST_RULES),
        (entry.program, _LONGEST_PROGRAM),
    )
    is_named = _NAME.fullmatch(entry.match) and (said.picture is None or _PICTURE.fullmatch(said.picture))
    is_keyed = len(said.key) <= LONGEST_KEY and "\0" not in said.key
    return bool(is_named) and is_keyed and all(len(text) <= most and text.isprintable() for text, most in limits)
