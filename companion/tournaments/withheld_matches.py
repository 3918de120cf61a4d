"""The matches of the house that the public may not see yet, kept by tournament until that has a new entry."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from companion.errors import JournalError
from companion.refusal import TranslatableRefusal
from companion.tournaments.tournament_state import TournamentState
from companion.tournaments.view import withheld_matches
from engine.sentences import TranslatableError


class TournamentStates(Protocol):
    """Reads tournaments as they are, and as the public sees them."""

    def state(self, name: str) -> TournamentState:
        """The current state. Raises TranslatableRefusal."""

    def public(self, tournament: str) -> TournamentState:
        """The state that the public may see. Raises TranslatableRefusal."""


@dataclass(frozen=True, slots=True)
class _Known:
    mark: str
    """The mark of the tournament's newest entry."""
    matches: Mapping[str, int]


class WithheldMatches:
    """Thread-safe. A tournament of which the public sees all is read again only once it has a new entry."""

    def __init__(self, states: TournamentStates) -> None:
        self._states = states
        self._known: Mapping[str, _Known] = {}

    def of(self, names: Iterable[str], marks: Mapping[str, str]) -> Mapping[str, int]:
        """By match its delay in seconds, of the tournaments ``names`` with the ``marks`` of their newest entries.

        A tournament that cannot be read withholds none.
        """
        known, kept, found = self._known, dict[str, _Known](), dict[str, int]()
        for name in names:
            before = known.get(name)
            if before and before.mark == marks[name]:
                kept[name] = before
                found |= before.matches
                continue
            with suppress(TranslatableError, TranslatableRefusal, JournalError):
                shown, state = self._states.public(name), self._states.state(name)
                matches = withheld_matches(state, shown)
                found |= matches
                if shown.revision == state.revision and marks[name].startswith(f"{state.revision} "):
                    kept[name] = _Known(marks[name], matches)
        self._known = kept
        return found
