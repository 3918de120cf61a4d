"""The queue of commands to the worker process, so that whoever gives one never waits for it."""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from threading import Condition, Thread
from typing import IO

from companion.live.reports import Command, PushPicture, WatchOrder, send


class CommandQueue:
    """Writes to a program by a thread of its own: of pictures only the newest, everything else in order."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe
        self._changed = Condition()
        self._commands: deque[Command | WatchOrder] = deque()
        self._is_closed = False
        Thread(target=self._write, name="lookout outbox", daemon=True).start()

    def put(self, command: Command | WatchOrder) -> None:
        """Tells something, soon; a picture takes the place of one that still waits."""
        with self._changed:
            if isinstance(command, PushPicture):
                self._commands = deque(command for command in self._commands if not isinstance(command, PushPicture))
            self._commands.append(command)
            self._changed.notify()

    def close(self) -> None:
        """Tells nothing more; the program has to be ended before, lest it keep the thread waiting."""
        with self._changed:
            self._is_closed = True
            self._changed.notify()

    def _write(self) -> None:
        with suppress(OSError, ValueError):
            while (command := self._next()) is not None:
                send(self._pipe, command)
        with suppress(OSError, ValueError):
            self._pipe.close()

    def _next(self) -> Command | WatchOrder | None:
        with self._changed:
            self._changed.wait_for(lambda: self._commands or self._is_closed)
            return None if self._is_closed else self._commands.popleft()
