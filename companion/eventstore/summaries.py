"""An index of streams that caches only a summary of each: a whole state takes some megabytes."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import islice
from typing import Generic, Protocol, TypeVar

from companion.errors import JournalError
from companion.eventstore import Entry
from companion.eventstore.state_cache import Entries, FoldedState, StateCache
from engine.rule_and_tile_words import LANGUAGES
from engine.sentences import TranslatableError

KEPT_CARDS = 2000


class Listable(FoldedState, Protocol):
    """A stream's state that can be summarised in a list."""

    @property
    def is_shelved(self) -> bool:
        """Whether it is archived."""


StateT = TypeVar("StateT", bound=Listable)
CardT = TypeVar("CardT")


@dataclass(frozen=True, slots=True)
class Summary(Generic[CardT]):
    """The summary of a stream."""

    revision: int
    is_shelved: bool
    cards: Mapping[str, CardT]
    """By language."""


class SummaryIndex(Generic[StateT, CardT]):
    """Thread-safe. A stream is read only where it has new entries."""

    def __init__(
        self,
        entries: Callable[..., Sequence[Entry]],
        state: Callable[[str], StateT | None],
        card: Callable[[StateT, str], CardT],
        broken: Callable[[str, str], CardT],
    ) -> None:
        """Takes functions: ``entries`` of a name as ``ReadEntries``, ``state`` of a name, its ``card`` in a language.

        And the card of an unreadable stream, with the sentence that says why.
        """
        self._entries, self._state, self._card, self._broken = entries, state, card, broken
        self._listed: StateCache[Summary[CardT]] = StateCache(self._read_on, KEPT_CARDS)

    def of(self, name: str) -> Summary[CardT] | None:
        """The summary of a stream; None for an unknown one. Raises the errors of reading it."""
        return self._listed.newest(name, partial(self._entries, name))

    def cards(self, names: Iterable[str], language: str, first: int, most: int, *, shelved: bool) -> tuple[CardT, ...]:
        """The cards of the archived streams, or of all others; at most so many from place ``first`` on.

        A story that cannot be told, or only by a newer program, says so on its card, among the others. Raises
        JournalError where the database does not answer.
        """
        found = map(self._readable, names)
        wanted = (summary.cards[language] for summary in found if summary and summary.is_shelved == shelved)
        return tuple(islice(wanted, first, first + most))

    def _readable(self, name: str) -> Summary[CardT] | None:
        try:
            return self.of(name)
        except (TranslatableError, JournalError) as error:
            if isinstance(error, JournalError) and not error.is_of_one_stream:
                raise
            return Summary(0, False, {language: self._broken(name, error.sentence(language)) for language in LANGUAGES})

    def _read_on(self, name: str, entries: Entries, cached: Summary[CardT] | None) -> Summary[CardT] | None:
        if cached and not entries(cached.revision):
            return cached
        if (state := self._state(name)) is None:
            return None
        entries(state.revision - 1)  # the newest, whose checksum is kept with the summary
        return Summary(
            state.revision, state.is_shelved, {language: self._card(state, language) for language in LANGUAGES}
        )
