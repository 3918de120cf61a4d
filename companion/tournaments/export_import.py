"""Export and import of a tournament: all entries of its journal and of the house's matches that record its hands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby

from companion.errors import JournalError, JournalFileError, NewerJournal
from companion.eventstore import TOURNAMENT, Entry, Journal, is_match
from companion.eventstore.export_import import packed, unpacked
from companion.matches.view import snapshot as table_snapshot
from companion.tournaments.events import MatchLinked, read_event
from companion.tournaments.import_validation import validate_import, validate_match_import
from companion.tournaments.tournament_state import TournamentState
from companion.tournaments.view import snapshot
from engine.rule_and_tile_words import LANGUAGES


def exported(journal: Journal, tournament: str) -> bytes:
    """The tournament and its matches as one file; the same entries give the same bytes. Raises JournalError."""
    entries = journal.entries(tournament) if tournament.startswith(TOURNAMENT) else ()
    if not entries:
        raise JournalError("no tournament here", name=tournament)
    return packed([*entries, *(entry for match in sorted(_tied(entries)) for entry in journal.entries(match))])


def imported(journal: Journal, blob: bytes) -> tuple[TournamentState, int]:
    """The tournament of an exported file, and how many of its entries were new here.

    A tournament that is here in an earlier state is continued. Nothing is written where another one has its name, or
    where the file is damaged or invalid. Raises JournalError.
    """
    stories = [tuple(entries) for _, entries in groupby(unpacked(blob), key=lambda entry: entry.match)]
    if not stories or not stories[0][0].match.startswith(TOURNAMENT):
        raise JournalFileError("no story file")
    state = _checked(stories)
    return state, journal.take_in(stories)


def _checked(stories: Sequence[Sequence[Entry]]) -> TournamentState:
    """The tournament of the first of ``stories``, after all of them were replayed and rendered. Raises
    JournalFileError."""
    first, *others = stories
    try:
        state = validate_import(first)
        tables = [validate_match_import(entries) for entries in others]
        if len({entries[0].match for entries in stories}) < len(stories):
            raise JournalFileError("damaged story file")
        if not {entries[0].match for entries in others} <= _tied(first):
            raise JournalFileError("damaged story file")
        for language in LANGUAGES:
            snapshot(state, language, state.changed_s)
            for table in tables:
                table_snapshot(table, language)
    except JournalFileError:
        raise
    except NewerJournal as error:
        raise JournalFileError("newer story file") from error
    except Exception as error:  # whoever forged it may have got anything wrong, and the orders refuse it
        raise JournalFileError("damaged story file") from error
    return state


def _tied(entries: Iterable[Entry]) -> set[str]:
    """The matches of the house in which a tournament was noted; whatever else was tied to it stays here."""
    events = (read_event(entry.kind, entry.text) for entry in entries)
    return {event.match for event in events if isinstance(event, MatchLinked) and is_match(event.match)}
