"""Send the queued deliveries of each hook in order, with growing pauses between retries.

Runs in threads of its own; a slow hook delays no other.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from dataclasses import replace
from threading import Event, Thread
from time import time

from companion.errors import JournalError
from companion.webhooks.hook import Hook
from companion.webhooks.journal_reader import JournalLog, JournalReader
from companion.webhooks.sending import HookAnswer, sent
from companion.webhooks.store import Attempt, Delivery, HookStore

LOOK_S = 0.5
WAITS_S = (2.0, 10.0, 30.0, 120.0, 600.0, 1800.0, 3600.0)
"""The pauses before each retry, in seconds: an event is given up after eight attempts, within an hour and forty
minutes."""
OBS_WAITS_S = (2.0, 5.0, *(10.0,) * 10_000)
"""The same for OBS, which may be opened long after the match began: until the event is too old."""
LONGEST_WAIT_S = 24 * 3600.0
"""The age in seconds from which an event is not retried."""
STEP_S = 2.0
"""From how many seconds on a time lies in the future because the clock went back."""
MOST_AT_ONCE = 10
"""The number of deliveries to a hook before the journal is read again."""
Send = Callable[[Hook, Delivery], HookAnswer]
_log = logging.getLogger(__name__)


class Deliverer:
    """Reads the journal for each hook and sends what is due."""

    def __init__(
        self,
        journal: JournalLog,
        store: HookStore,
        send: Send = sent,
        clock: Callable[[], float] = time,
        withheld: Callable[[], Mapping[str, int]] = dict[str, int],
    ) -> None:
        """``withheld`` are the matches that are shown with a delay in seconds."""
        self._noticer, self._store = JournalReader(journal, store, withheld), store
        self._send, self._clock = send, clock

    def turn(self, hook: Hook) -> int:
        """Read the journal for a hook and send what is due; returns the number of attempts.

        Raises JournalError and OSError, after which the next turn continues.
        """
        self._noticer.look(hook)
        for tried in range(MOST_AT_ONCE):
            delivery = self._due(hook)
            if delivery is None or not self._delivered(hook, delivery):
                return tried
        return MOST_AT_ONCE

    def _due(self, hook: Hook) -> Delivery | None:
        """The first delivery that is due, in order; None while an earlier one waits for its retry.

        What a tournament shows later than what came after it, its delay having been shortened since, waits no longer.
        """
        first = next(self._store.waiting(hook.name), None) if hook.kind == "web" else None
        if first is not None:  # thousands may be behind it
            first = self._in_time(hook, first)
            is_due = first.not_before_s <= self._clock()
            if is_due or first.tries:
                return first if is_due else None
        waiting = [self._in_time(hook, kept) for kept in self._wanted(hook)]
        due_s = _soonest(waiting)
        for delivery in waiting:
            if delivery.tries:
                return delivery if delivery.not_before_s <= self._clock() else None
            if due_s[delivery.number] <= self._clock():
                return delivery
        return None

    def _in_time(self, hook: Hook, delivery: Delivery) -> Delivery:
        """The delivery, brought forward where the clock that gave it its time went back since: it waits no longer than
        it would have."""
        now_s, delay_s = self._clock(), delivery.shown_s - delivery.at_s
        latest_s = now_s + (max(WAITS_S) if delivery.tries else delay_s)
        if delivery.not_before_s <= latest_s + STEP_S:
            return delivery
        early = replace(
            delivery, at_s=now_s, shown_s=now_s + delay_s, not_before_s=now_s if delivery.tries else latest_s
        )
        self._store.queue(hook.name, early)
        return early

    def _wanted(self, hook: Hook) -> Iterator[Delivery]:
        """What waits; of the scores for a text that shows one, the newest of those that may be shown."""
        waiting = list(self._store.waiting(hook.name))
        shown = [delivery for delivery in waiting if hook.kind == "obs" and delivery.shown_s <= self._clock()]
        for delivery in waiting:
            if delivery in shown[:-1] and delivery.kind == "score.changed":
                self._store.drop(hook.name, delivery)
            else:
                yield delivery

    def _delivered(self, hook: Hook, delivery: Delivery) -> bool:
        """Whether the next may go out, for this one is over."""
        answer = self._send(hook, delivery)
        tried = replace(delivery, tries=delivery.tries + 1)
        is_late = self._clock() - delivery.at_s > LONGEST_WAIT_S
        waits_s = OBS_WAITS_S if hook.kind == "obs" else WAITS_S
        is_given_up = not answer.is_done and (answer.is_final or is_late or tried.tries > len(waits_s))
        is_over = answer.is_done or is_given_up
        if is_over:
            self._store.note(hook.name, tried, attempt(tried, answer, self._clock(), is_over=True))
            self._store.drop(hook.name, tried)
        else:
            later_s = self._clock() + waits_s[tried.tries - 1]
            self._store.queue(hook.name, replace(tried, not_before_s=later_s))
            self._store.note(hook.name, replace(tried, number=0), attempt(tried, answer, self._clock(), is_over=False))
        return is_over


def _soonest(waiting: Sequence[Delivery]) -> Mapping[int, float]:
    """By number of a delivery, when it or one of the same match or tournament after it may be sent."""
    found: dict[int, float] = {}
    by_story: dict[object, float] = {}
    for delivery in reversed(waiting):
        story = delivery.content.get("tournament") or delivery.content.get("match")
        by_story[story] = found[delivery.number] = min(
            delivery.not_before_s, by_story.get(story, delivery.not_before_s)
        )
    return found


def attempt(delivery: Delivery, answer: HookAnswer, at_s: float, *, is_over: bool) -> Attempt:
    """The record of an attempt."""
    return Attempt(
        event=delivery.event,
        kind=delivery.kind,
        at_s=at_s,
        tries=delivery.tries,
        answer=answer.says,
        took_ms=answer.took_ms,
        standing="delivered" if answer.is_done else "given up" if is_over else "waits",
    )


class HookRunner:
    """Serves all active hooks in background threads for as long as the program runs."""

    def __init__(self, store: HookStore, deliverer: Deliverer) -> None:
        self._store, self._deliverer = store, deliverer
        self._busy: dict[str, Future[None]] = {}

    def start(self, most: int) -> None:
        """Start the threads; at ``most`` so many hooks are served at once."""
        Thread(target=self._run, args=(ThreadPoolExecutor(most, "hook"),), daemon=True).start()

    def _run(self, threads: ThreadPoolExecutor) -> None:
        pause = Event()
        while True:
            with suppress(OSError, RuntimeError):  # the folder, and threads while the program ends
                self._begin_turns(threads)
            pause.wait(LOOK_S)

    def _begin_turns(self, threads: ThreadPoolExecutor) -> None:
        for hook in self._store.all():
            known = self._busy.get(hook.name)
            if hook.is_on and (known is None or known.done()):
                self._busy[hook.name] = threads.submit(self._turn, hook)

    def _turn(self, hook: Hook) -> None:
        try:
            self._deliverer.turn(hook)
        except (JournalError, OSError) as error:
            _log.warning("hook %s: %s", hook.name, error)
        except Exception:
            _log.exception("hook %s", hook.name)
