"""Detect a database server that stopped answering, and fail fast until it answers again.

The system of a frozen server still acknowledges packets, so that no TCP or server timeout helps: the client has to
watch the clock.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from functools import partial
from threading import Event, Lock, Thread, get_ident
from time import monotonic
from typing import Any

from sqlalchemy import Connection, Engine, event, text

SILENCE_S = 5.0
"""The seconds without an answer after which a server counts as frozen."""
_PAUSE_S = 0.2
_NAMED = "silence"
_LIMIT = "burako_limit_s"


class ServerSilence:
    """Whether a server has stopped answering; safe to use from many threads."""

    def __init__(self, probe: Callable[[], object]) -> None:
        """``probe`` queries the server with a time limit."""
        self._probe = probe
        self._noticing = Lock()
        self._who = 0
        self.is_silent = False

    @contextmanager
    def turn(self) -> Iterator[None]:
        """A context in which the server is queried. Raises TimeoutError at once while it is known to be frozen."""
        self.check()
        try:
            yield
        except Exception as error:
            if is_of_silence(error):
                self._notice()
            raise

    def check(self) -> None:
        """Raises TimeoutError while the server is known to be frozen, except in the probing thread."""
        if self.is_silent and self._who != get_ident():
            raise TimeoutError("it says nothing")

    def _notice(self) -> None:
        """Mark the server as silent and start the thread that probes it."""
        with self._noticing:
            if self.is_silent:
                return
            self.is_silent = True
        Thread(target=self._ask, daemon=True).start()

    def _ask(self) -> None:
        self._who, pause = get_ident(), Event()
        while self.is_silent:
            try:
                self._probe()
                self.is_silent = False
            except Exception as error:  # one that is told so has an answer, too
                self.is_silent = is_of_silence(error)
            pause.wait(_PAUSE_S if self.is_silent else 0)


def with_time_limits(engine: Engine) -> Engine:
    """The same engine, whose connections time out."""
    silence = ServerSilence(partial(_probe, engine))

    @event.listens_for(engine, "do_connect")
    def connects(dialect: Any, _record: object, arguments: Any, named: dict[str, Any]) -> Any:
        silence.check()
        if dialect.driver == "psycopg":
            named.setdefault("connect_timeout", round(SILENCE_S))
            return _attentive(dialect.loaded_dbapi).connect(*arguments, **named)
        if dialect.driver == "pg8000":
            named.setdefault("timeout", SILENCE_S)
        return None

    @event.listens_for(engine, "checkin")
    def rests(connection: Any, _record: object) -> None:
        if connection is not None:
            _limit(connection, SILENCE_S)

    return engine.execution_options(**{_NAMED: silence})


@contextmanager
def guarded_query(database: Engine) -> Iterator[None]:
    """A context in which a database is queried. Raises TimeoutError at once while it is known to be frozen."""
    silence: ServerSilence | None = database.get_execution_options().get(_NAMED)
    if silence is None:
        yield
        return
    with silence.turn():
        yield


def listen_for(connection: Connection, limit_s: float | None) -> None:
    """Set the time limit of a connection's queries; None for no limit."""
    if _NAMED in connection.get_execution_options():
        _limit(connection.connection.driver_connection, limit_s)


def is_of_silence(error: BaseException | None) -> bool:
    """Whether an error was caused by a frozen server."""
    while error is not None:
        if isinstance(error, TimeoutError) or type(error).__name__ == "ConnectionTimeout":
            return True
        error = getattr(error, "orig", None) or error.__cause__
    return False


def _probe(engine: Engine) -> None:
    with engine.connect() as connection:
        connection.execute(text("SELECT 1"))


def _limit(connection: Any, limit_s: float | None) -> None:
    if hasattr(connection, _LIMIT):
        setattr(connection, _LIMIT, limit_s)
    elif sock := getattr(connection, "_usock", None):  # of pg8000
        sock.settimeout(limit_s)


def _attentive(driver: Any) -> Any:
    """The connections of psycopg, which look at the clock while they wait."""

    class Attentive(driver.Connection):  # type: ignore[misc]
        burako_limit_s: float | None = SILENCE_S

        def wait(self, gen: Any, *more: Any, **named: Any) -> Any:
            return super().wait(self._watched(gen), *more, **named)

        def _watched(self, gen: Any) -> Generator[Any, Any, Any]:
            """The same steps; a step at which nothing has been ready for too long is the last."""
            try:
                wanted, since_s = next(gen), monotonic()
                while True:
                    ready = yield wanted
                    now_s = monotonic()
                    if ready:
                        since_s = now_s
                    elif self.burako_limit_s is not None and now_s - since_s > self.burako_limit_s:
                        gen.close()
                        self.pgconn.finish()
                        raise driver.OperationalError("it said nothing") from TimeoutError()
                    wanted = gen.send(ready)
            except StopIteration as ended:
                return ended.value

    return Attentive
