"""Tournaments as far as they were read, held in memory and read on."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence
from threading import RLock
from time import monotonic

from companion.story import Entry
from companion.tournament.tournament_story import TournamentStory, strikes, tournament_story

KEPT_STORIES = 20
"""Tournaments held in memory; the others are folded again when somebody asks for them."""


class Stories:
    """Safe to use from many threads, of which one reads for all who wait."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, tuple[float, TournamentStory]] = OrderedDict()
        self._reading = RLock()

    def read_on(self, tournament: str, entries: Callable[[int], Sequence[Entry]]) -> TournamentStory | None:
        """The tournament with its ``entries`` after the one that was read last; None where nobody announced it.

        Who waited while another read takes what that one found, unless it had begun before they came.
        """
        came = monotonic()
        with self._reading:
            began, known = self._kept.get(tournament, (came, None))
            if known and began > came:
                return known
            began = monotonic()
            fresh = entries(known.revision if known else 0)
            if known and strikes(fresh):
                known, fresh = None, entries(0)
            story = tournament_story(tournament, fresh, known) if fresh else known
            if story:
                self._keep(began, story)
            return story

    def told(self, story: TournamentStory) -> None:
        """Takes in what was just written."""
        with self._reading:
            began, known = self._kept.get(story.tournament, (0.0, None))
            if known is None or story.revision > known.revision:
                self._keep(began, story)

    def _keep(self, began: float, story: TournamentStory) -> None:
        self._kept[story.tournament] = (began, story)
        self._kept.move_to_end(story.tournament)
        while len(self._kept) > KEPT_STORIES:
            self._kept.popitem(last=False)
