"""Schedule requests: a few run at once, round-robin between client addresses.

Otherwise a thousand requests of one address would all start before one of another.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque

AT_ONCE, BRIEF_S = 3, 0.25
"""So many are begun at once; who takes longer than this waits for something else, and lets the next one begin.

Pages are made by one interpreter: more at once make each later, and once all take longer than this, there is no limit.
"""
ORDERS_AT_ONCE, ORDER_S = 8, 0.1
"""The limits for commands, which are short, and for photographs, which wait for another process."""


class RequestTurn:
    """The turn of one request, which ends when it is done, or after a timeout."""

    def __init__(self, turns: RequestTurns) -> None:
        self._turns: RequestTurns | None = turns
        self._ends = asyncio.get_running_loop().call_later(turns.brief_s, self.end)

    def end(self) -> None:
        """End the turn; a second call does nothing."""
        turns, self._turns = self._turns, None
        if turns:
            self._ends.cancel()
            turns.next_turn()


class RequestTurns:
    """Grants turns to addresses round-robin; belongs to one event loop."""

    def __init__(self, at_once: int = AT_ONCE, brief_s: float = BRIEF_S) -> None:
        self._free, self.brief_s = at_once, brief_s
        self._waiting: OrderedDict[str, deque[asyncio.Future[None]]] = OrderedDict()

    async def turn(self, place: str) -> RequestTurn:
        """Wait for a turn of ``place``."""
        if self._free:
            self._free -= 1
        else:
            called = asyncio.get_running_loop().create_future()
            self._waiting.setdefault(place, deque()).append(called)
            try:
                await called
            except asyncio.CancelledError:
                if called.done() and not called.cancelled():
                    self.next_turn()
                raise
        return RequestTurn(self)

    def next_turn(self) -> None:
        """Pass an ended turn to a waiting request of the next address, else free it."""
        while self._waiting:
            place, line = self._waiting.popitem(last=False)
            called = line.popleft()
            if line:
                self._waiting[place] = line
            if not called.done():
                called.set_result(None)
                return
        self._free += 1
