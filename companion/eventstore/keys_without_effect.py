"""The keys of commands that changed nothing: nothing is written of them, yet nothing else may come under them.

They are forgotten when the program ends, and another server on the same database does not know them. What is sent again
after that is handled as a command that comes late, as if the network had held it up: where that could write over what
was noted meanwhile, forms and devices say what they saw (``change_marks``, revisions), and it is refused.
"""

from __future__ import annotations

from collections import OrderedDict
from dataclasses import dataclass

MOST_KEYS = 20_000
"""Keys that are remembered; the oldest are forgotten first, and all when the program ends."""


@dataclass(frozen=True, slots=True)
class VainCommand:
    """A command that changed nothing."""

    asked: str
    """Its digest."""
    revision: int
    """That of the stream when it was handled."""


class KeysWithoutEffect:
    """Remembers each such command by stream and key. Not thread-safe: its owner has a lock."""

    def __init__(self, most: int = MOST_KEYS) -> None:
        self._most = most
        self._asked: OrderedDict[tuple[str, str], VainCommand] = OrderedDict()

    def asked(self, stream: str, key: str) -> VainCommand | None:
        """The command that changed nothing under that key; None where there was none."""
        return self._asked.get((stream, key))

    def note(self, stream: str, key: str, vain: VainCommand) -> None:
        """Remember a command that changed nothing."""
        self._asked[stream, key] = vain
        while len(self._asked) > self._most:
            self._asked.popitem(last=False)
