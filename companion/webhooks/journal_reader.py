"""Read the journal on for each hook and queue its new events, whichever process wrote them."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import takewhile
from typing import Protocol

from companion.eventstore import Entry, is_match, is_tournament
from companion.eventstore.journal import NewEntries
from companion.matches import match_state
from companion.tournaments import tournament_state
from companion.webhooks.events_to_send import happened
from companion.webhooks.hook import Hook, HookEvent
from companion.webhooks.scores import Scoreboard, of_match, of_tournament
from companion.webhooks.store import MOST_WAITING, Delivery, HookStore

_log = logging.getLogger(__name__)
KEPT_STATES = 200
"""The number of match and tournament states cached."""


class JournalLog(Protocol):
    """The part of a journal that hooks read."""

    def newest(self) -> int:
        """The id of the newest entry."""

    def news(self, after: int) -> tuple[NewEntries, ...]:
        """The new entries after that id, summarised by match and tournament."""

    def entries(self, match: str, after: int = 0) -> tuple[Entry, ...]:
        """The entries of a match after number ``after``."""


class JournalReader:
    """Finds the events of a hook since it was last read for. One thread at a time for each hook."""

    def __init__(
        self, journal: JournalLog, store: HookStore, withheld: Callable[[], Mapping[str, int]] = dict[str, int]
    ) -> None:
        """``withheld`` are the matches that are shown with a delay in seconds, as their tournaments are."""
        self._journal, self._store, self._withheld = journal, store, withheld
        self._seen: dict[tuple[str, int], tuple[Scoreboard, int]] = {}
        self._known: dict[str, set[str]] = {}

    def look(self, hook: Hook) -> int:
        """Queue the events since the last call; returns how many are new. Raises JournalError and OSError.

        The events are stored before the position in the journal, so that none is lost; events already queued are
        skipped.
        """
        read_to, newest = self._store.read_to(hook.name), self._journal.newest()
        if read_to > newest:  # the journal is another one, from a backup
            self._store.keep_read_to(hook.name, newest)
        if read_to >= newest or not (news := self._journal.news(read_to)):
            return 0
        known = self._known_events(hook)
        found = [notice for each in news for notice in self._of_story(each) if _is_for(hook, notice)]
        fresh = [notice for notice in found if notice.event not in known]
        for number, notice in enumerate(fresh, self._store.next_number(hook.name)):
            self._store.queue(hook.name, queued(notice, number))
            known.add(notice.event)
        self._store.keep_read_to(hook.name, max(change.last_id for change in news))
        known.clear()
        self._store.drop_oldest(hook.name, MOST_WAITING)
        return len(fresh)

    def _known_events(self, hook: Hook) -> set[str]:
        """The events queued since the disk last had how far was read; of a program that begins, all there are."""
        if hook.name not in self._known:
            waiting = {delivery.event for delivery in self._store.waiting(hook.name)}
            self._known[hook.name] = waiting | {attempt.event for attempt in self._store.attempts(hook.name)}
        return self._known[hook.name]

    def _of_story(self, news: NewEntries) -> Iterator[HookEvent]:
        if not (is_match(news.match) or is_tournament(news.match)):
            return
        try:
            known = self._brought_to(news)
            before, after = self._board(news.match, known), self._board(news.match, news.last, news.last_id)
        except Exception as error:  # what cannot be told is told to nobody; the pages say why
            _log.warning("%s is told to no hook: %r", news.match, error)
            return
        found = happened(before, after, f"{news.match} {news.first}", news.at_s)
        delay_s = self._withheld().get(news.match, 0) if is_match(news.match) else 0
        yield from (replace(event, delay_s=delay_s) if delay_s else event for event in found)

    def _brought_to(self, news: NewEntries) -> int:
        """The number of the entry before the first that is news: a match or tournament that a file brought in is none,
        but what a file adds to one that is here is."""
        fresh = self._journal.entries(news.match) if news.first == 1 else ()
        brought = takewhile(lambda entry: not entry.said.asked and entry.number <= news.last, fresh)
        return max((entry.number for entry in brought), default=news.first - 1)

    def _board(self, name: str, upto: int, entry: int = 0) -> Scoreboard:
        """The score of a match or tournament after the entry ``upto``, cached by the entry's id, since a repair may
        reuse its number."""
        key = (name, upto)
        board, known = self._seen.get(key, (None, 0))
        if board is not None and entry in (0, known):
            return board
        entries = partial(_until, self._journal.entries, name, upto)
        board = Scoreboard()
        if upto and is_tournament(name) and (state := tournament_state.read_on(name, entries, None)):
            board = of_tournament(state)
        elif upto and is_match(name) and (match := match_state.read_on(name, entries, None)):
            board = of_match(match)
        while len(self._seen) >= KEPT_STATES:
            self._seen.pop(next(iter(self._seen)), None)
        self._seen[key] = (board, entry)
        return board


def queued(event: HookEvent, number: int) -> Delivery:
    """An event as a delivery in the queue of a hook."""
    return Delivery(
        number=number,
        event=event.event,
        kind=event.kind,
        at_s=event.at_s,
        shown_s=event.at_s + event.delay_s,
        not_before_s=event.at_s + event.delay_s,
        content=event.content,
    )


def _is_for(hook: Hook, event: HookEvent) -> bool:
    return event.kind in hook.events and (not hook.only or hook.only in event.about)


def _until(entries: Callable[[str, int], tuple[Entry, ...]], name: str, upto: int, after: int) -> tuple[Entry, ...]:
    return tuple(entry for entry in entries(name, after) if entry.number <= upto)
