"""Remember for a moment that a database took no writes: who only looks is told, too."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

from sqlalchemy import Engine

from companion.errors import JournalError

LASTS_S = 20.0
"""The seconds for which a failed write is remembered unless another succeeds: people try again within them."""
OF_WRITES = frozenset({"disk full", "story not saved"})
"""The sentences about failed writes."""
_NAMED = "write_failures"


class WriteFailures:
    """The last failed write of a database; thread-safe."""

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._last: tuple[float, str] | None = None

    def note(self, error: JournalError | None) -> None:
        """Note how a write ended: with an error, or well."""
        if error is None:
            self._last = None
        elif error.key in OF_WRITES:
            self._last = (self._clock(), error.key)

    def present(self) -> str:
        """The name of the sentence about the last failed write; empty where it was long ago, or one succeeded since."""
        last = self._last
        return last[1] if last and self._clock() - last[0] < LASTS_S else ""


def with_write_failures(engine: Engine) -> Engine:
    """The same engine, which remembers failed writes."""
    return engine.execution_options(**{_NAMED: WriteFailures()})


def write_failures(database: Engine) -> WriteFailures:
    """The failed writes of a database."""
    found: WriteFailures | None = database.get_execution_options().get(_NAMED)
    return found or WriteFailures()
