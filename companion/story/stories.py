"""Stories as far as they were read, held in memory and read on."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from threading import RLock
from time import monotonic
from typing import Generic, Protocol, TypeVar

from companion.story.entries import Entry


class Story(Protocol):
    """What entries amount to."""

    @property
    def revision(self) -> int:
        """The number of the newest entry that is told in it."""


StoryT = TypeVar("StoryT", bound=Story)
Entries = Callable[[int], Sequence[Entry]]
"""The entries after that of a number."""
ReadOn = Callable[[str, Entries, StoryT | None], StoryT | None]
"""A story by its name, from its entries and from what of it was read before; None where there is no such story."""


class Stories(Generic[StoryT]):
    """Safe to use from many threads, of which one reads for all who wait."""

    def __init__(self, read_on: ReadOn[StoryT], most: int) -> None:
        """At ``most`` so many are held; the others are read from their beginning when somebody asks for them."""
        self._read_on = read_on
        self._most = most
        self._kept: OrderedDict[str, tuple[float, StoryT]] = OrderedDict()
        self._reading = RLock()

    def __len__(self) -> int:
        return len(self._kept)

    def newest(self, name: str, entries: Entries) -> StoryT | None:
        """The story with all of its ``entries``; None where there is none.

        Who waited while another read takes what that one found, unless it had begun before they came.
        """
        came = monotonic()
        with self._reading:
            began, known = self._kept.get(name, (came, None))
            if known and began > came:
                return known
            began = monotonic()
            story = self._read_on(name, entries, known)
            if story:
                self._keep(name, began, story)
            return story

    def told(self, name: str, story: StoryT) -> None:
        """Takes in what was just written."""
        with self._reading:
            began, known = self._kept.get(name, (0.0, None))
            if known is None or story.revision > known.revision:
                self._keep(name, began, story)

    def _keep(self, name: str, began: float, story: StoryT) -> None:
        self._kept[name] = (began, story)
        self._kept.move_to_end(name)
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)
