"""The keys of commands that changed nothing: nothing is written of them, yet nothing else may come under them."""

from __future__ import annotations

from collections import OrderedDict

MOST = 20_000
"""Keys that are remembered; the oldest are forgotten first, and all when the program ends."""


class KeysWithoutEffect:
    """Remembers the digest of each such command by stream and key. Not thread-safe: its owner has a lock."""

    def __init__(self, most: int = MOST) -> None:
        self._most = most
        self._asked: OrderedDict[tuple[str, str], str] = OrderedDict()

    def asked(self, stream: str, key: str) -> str | None:
        """The digest of the command that changed nothing under that key; None where there was none."""
        return self._asked.get((stream, key))

    def note(self, stream: str, key: str, asked: str) -> None:
        """Remember a command that changed nothing by its digest."""
        self._asked[stream, key] = asked
        while len(self._asked) > self._most:
            self._asked.popitem(last=False)
