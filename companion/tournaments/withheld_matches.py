"""The matches of the house that the public may not see yet, kept by tournament until that has a new entry."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
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


PlansOf = Callable[[Sequence[str]], Mapping[str, Sequence[str]]]
"""By tournament, the events of its plan, each as one line of JSON."""


class WithheldMatches:
    """Thread-safe. A tournament that was never delayed, or of which the public sees all, is read again only once it has
    a new entry."""

    def __init__(self, states: TournamentStates, plans: PlansOf) -> None:
        self._states, self._plans = states, plans
        self._known: Mapping[str, _Known] = {}

    def of(self, names: Sequence[str], marks: Mapping[str, str]) -> Mapping[str, int]:
        """By match its delay in seconds, of the tournaments ``names`` with the ``marks`` of their newest entries.

        A tournament that cannot be read withholds none.
        """
        kept = {name: known for name, known in self._known.items() if known.mark == marks.get(name)}
        found = dict[str, int]()
        fresh = [name for name in names if name not in kept]
        kept |= {name: _Known(marks[name], {}) for name, plans in self._plans(fresh).items() if not _is_delayed(plans)}
        for name in names:
            if name in kept:
                found |= kept[name].matches
                continue
            with suppress(TranslatableError, TranslatableRefusal, JournalError):
                shown, state = self._states.public(name), self._states.state(name)
                matches = withheld_matches(state, shown)
                found |= matches
                if shown.revision == state.revision and marks[name].startswith(f"{state.revision} "):
                    kept[name] = _Known(marks[name], matches)
        self._known = kept
        return found


def _is_delayed(plans: Sequence[str]) -> bool:
    """Whether the public was ever to see a tournament with a delay; or its plan cannot be read."""
    try:
        return not plans or any(json.loads(plan)["plan"].get("delay_s", 0) for plan in plans)
    except (ValueError, TypeError, KeyError, AttributeError):
        return True
