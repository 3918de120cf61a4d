"""A queue of commands to the worker process, so that callers never block."""

from __future__ import annotations

from collections import deque
from contextlib import suppress
from threading import Condition, Thread
from typing import IO

from companion.live.worker_messages import Command, PushPicture, WatchTable, send


class CommandQueue:
    """Writes to a process in a thread: only the newest of pending pictures, everything else in order."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe = pipe
        self._changed = Condition()
        self._commands: deque[Command | WatchTable] = deque()
        self._is_closed = False
        Thread(target=self._write, name="lookout outbox", daemon=True).start()

    def put(self, command: Command | WatchTable) -> None:
        """Enqueue a command; a picture replaces a pending one."""
        with self._changed:
            if isinstance(command, PushPicture):
                self._commands = deque(command for command in self._commands if not isinstance(command, PushPicture))
            self._commands.append(command)
            self._changed.notify()

    def close(self) -> None:
        """Stop writing; the process must have ended before, or the thread may block."""
        with self._changed:
            self._is_closed = True
            self._changed.notify()

    def _write(self) -> None:
        with suppress(OSError, ValueError):
            while (command := self._next()) is not None:
                send(self._pipe, command)
        with suppress(OSError, ValueError):
            self._pipe.close()

    def _next(self) -> Command | WatchTable | None:
        with self._changed:
            self._changed.wait_for(lambda: self._commands or self._is_closed)
            return None if self._is_closed else self._commands.popleft()
