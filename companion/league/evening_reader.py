"""Read the evenings of leagues, from the cache or from the journal.

After an update of the program, outdated evenings are recomputed in the background and shown as cached meanwhile.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from threading import RLock, Thread
from time import perf_counter, sleep

from companion.errors import JournalError
from companion.league.evening_cache import EveningStore, EveningSummary
from companion.league.evenings import HandsMade, MadeOf, evening_of
from companion.refusal import TranslatableRefusal
from companion.tournaments.tournament_state import TournamentState
from engine.sentences import TranslatableError

StateOf = Callable[[str], TournamentState]
MarksOf = Callable[[Sequence[str]], Mapping[str, str]]
"""By tournament or match, a mark that changes with every entry."""
Later = Callable[[Callable[[], None]], None]
"""Runs a callable in the background."""
Trouble = TranslatableRefusal | TranslatableError | JournalError
TROUBLES = (TranslatableRefusal, TranslatableError, JournalError)
PAUSES = 3
"""The background thread pauses this many times the duration of the last evening it computed."""
_log = logging.getLogger(__name__)


def beside(does: Callable[[], None]) -> None:
    """Run a callable in a daemon thread."""
    Thread(target=does, daemon=True).start()


class EveningReader:
    """Computes and caches evenings. Thread-safe."""

    def __init__(
        self, kept: EveningStore, state: StateOf, marks: MarksOf, made_in: MadeOf, later: Later = beside
    ) -> None:
        self._kept, self._later = kept, later
        self._state, self._marks, self._made_in = state, marks, made_in
        self._known: dict[str, EveningSummary] = {}
        self._asked: set[str] = set()
        self._outdated: dict[str, None] = {}
        self._is_retelling = False
        self._lock = RLock()

    def evening(self, tournament: str) -> EveningSummary:
        """The present state of an evening. Raises TranslatableRefusal, TranslatableError and JournalError."""
        told = self.evenings([tournament], is_exact=True)[0]
        if isinstance(told, EveningSummary):
            return told
        raise told

    def evenings(self, tournaments: Sequence[str], *, is_exact: bool = False) -> list[EveningSummary | Trouble]:
        """The evenings of ``tournaments`` in order, or for each the error why it cannot be read.

        An evening without new entries that an earlier version computed is given as it was, and recomputed in the
        background, unless ``is_exact``.
        """
        found = {name: self._known.get(name) or self._kept.find(name) for name in tournaments}
        names = {mark: None for summary in found.values() if summary for mark in summary.marks}
        try:
            marks = self._marks(list(names))
        except TROUBLES as error:
            return [error for _ in tournaments]
        told = [self._as_it_stands(name, found[name], marks, is_exact=is_exact) for name in tournaments]
        self._begin_retelling()
        return told

    def refresh(self, tournaments: Sequence[str]) -> None:
        """Compute evenings in the background that are missing from the cache or were computed by an earlier version."""
        with self._lock:
            for name in tournaments:
                known = self._known.get(name) or self._kept.find(name)
                if known is None or not known.is_current:
                    self._asked.add(name)
                    self._outdated[name] = None
        self._begin_retelling()

    def forget(self, tournament: str) -> None:
        """Delete an evening from the cache."""
        with self._lock:
            self._known.pop(tournament, None)
            self._outdated.pop(tournament, None)
            self._asked.discard(tournament)
            self._kept.drop(tournament)

    def _as_it_stands(
        self, name: str, cached: EveningSummary | None, marks: Mapping[str, str], *, is_exact: bool
    ) -> EveningSummary | Trouble:
        is_right = cached and all(marks[other] == mark for other, mark in cached.marks.items())
        if cached and is_right and (cached.is_current or not is_exact):
            with self._lock:
                self._asked.add(name)
                self._known[name] = cached
                if not cached.is_current:
                    self._outdated[name] = None
            return cached
        try:
            told = self._told(name)
        except TROUBLES as error:
            return error
        with self._lock:
            self._asked.add(name)
            self._keep(told)
        return told

    def _keep(self, told: EveningSummary) -> None:
        """Store the summary of an evening that is still wanted. The caller holds the lock."""
        name = told.evening.tournament
        self._outdated.pop(name, None)
        if name in self._asked:
            self._known[name] = told
            self._kept.keep(told)

    def _told(self, tournament: str) -> EveningSummary:
        marks = dict(self._marks([tournament]))

        def made_of(match: str, sides: tuple[str, str]) -> tuple[HandsMade, HandsMade] | None:
            marks.update(self._marks([match]))
            try:
                return self._made_in(match, sides)
            except TROUBLES:
                return None

        return EveningSummary(evening_of(self._state(tournament), made_of), marks)

    def _begin_retelling(self) -> None:
        with self._lock:
            if self._is_retelling or not self._outdated:
                return
            self._is_retelling = True
        self._later(self._retell)

    def _retell(self) -> None:
        for name in self._still_outdated():
            began_s = perf_counter()
            try:
                told = self._told(name)
            except TROUBLES as error:
                _log.warning("an evening is not told anew: %s", error)
            except Exception:  # one evening that cannot be told keeps no other from it
                _log.exception("an evening is not told anew: %s", name)
            else:
                with self._lock:
                    self._keep(told)
            sleep(PAUSES * (perf_counter() - began_s))

    def _still_outdated(self) -> Iterator[str]:
        """One after another, each once, whichever come meanwhile."""
        while True:
            with self._lock:
                if not self._outdated:
                    self._is_retelling = False
                    return
                name = next(iter(self._outdated))
                del self._outdated[name]
            yield name
