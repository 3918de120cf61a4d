"""The service of hooks for pages and commands: create, test, switch and delete."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import replace
from hashlib import sha256
from threading import Lock
from time import monotonic, time
from typing import Protocol

from companion.eventstore.command_digest import digest
from companion.naming import one_line
from companion.view_models.webhooks import AttemptView, CreatedHook, HookRequest, HookView
from companion.webhooks.addresses import LONGEST_ADDRESS, BarredAddress, parsed, target
from companion.webhooks.delivery_queue import attempt
from companion.webhooks.hook import EVENTS, OF_OBS, Hook, HookEventKind, HookKind
from companion.webhooks.sending import HookAnswer, sent
from companion.webhooks.signing import new_secret
from companion.webhooks.store import Attempt, Delivery, HookStore
from companion.webhooks.wording import CONFLICT, FULL, MISSING, answer_words, refuse

MOST_HOOKS, LONGEST_WORD = 10, 100
TWICE_S = 60.0
"""How many seconds after its creation a hook's secret is shown again where the same form came twice."""
PROBE_S = 4.0
"""The time limit of a test delivery."""
_ID_LETTERS = 9
_TRIED = {"sides": [{"name": "Ana y Beto", "total": 1240, "won": False},
                    {"name": "Caro y Dani", "total": 980, "won": False}]}  # fmt: skip
"""The content of a test delivery."""


class JournalEnds(Protocol):
    """The newest entries of a journal and of its streams."""

    def newest(self) -> int:
        """The id of the newest entry."""

    def last(self, match: str) -> int:
        """The number of the newest entry of a match or tournament; 0 without one."""


class HookService:
    """The hooks of a data folder. Thread-safe; every failure raises HookRefused."""

    def __init__(
        self, store: HookStore, journal: JournalEnds, send: Callable[[Hook, Delivery], HookAnswer] = sent
    ) -> None:
        self._store, self._journal, self._send = store, journal, send
        self._made_at_s: dict[str, float] = {}
        self._probes = ThreadPoolExecutor(1, "probe")
        self._lock = Lock()

    def hooks(self, language: str) -> tuple[HookView, ...]:
        """The views of all hooks with their latest attempts, in ``language``."""
        return tuple(self._view(hook, language) for hook in self._store.all())

    def make(self, wanted: HookRequest, key: str, *, is_near: bool) -> CreatedHook:
        """Create a hook that receives the events from now on.

        The same key again gives the same hook, with its secret only within ``TWICE_S``: of a form that is sent twice
        the last answer is seen. It is refused with other settings.
        """
        name = "w" + sha256(f"hook {key}".encode()).hexdigest()[:_ID_LETTERS]
        with self._lock:
            if known := self._store.find(name):
                if self._store.asked(name) not in ("", digest(wanted)):
                    refuse("sent before", CONFLICT)
                is_new = monotonic() - self._made_at_s.get(name, float("-inf")) < TWICE_S
                return CreatedHook(name, known.secret if is_new and known.kind != "obs" else "")
            if len(self._store.all()) >= MOST_HOOKS:
                refuse("too many", most=MOST_HOOKS)
            kind: HookKind = "obs" if wanted.kind == "obs" else "web"
            hook = Hook(
                name=name,
                kind=kind,
                address=_address(wanted.address, kind, is_near=is_near),
                secret=_word(wanted.password) if kind == "obs" else new_secret(),
                events=OF_OBS if kind == "obs" else _events(wanted.events),
                only=self._only(wanted.only),
                is_near=is_near,
                source=(_word(wanted.source) or refuse("no source", most=LONGEST_WORD)) if kind == "obs" else "",
                scene=_word(wanted.scene) if kind == "obs" else "",
            )
            with _kept():
                self._store.add(hook, self._journal.newest(), digest(wanted))
            self._made_at_s[name] = monotonic()
        return CreatedHook(name, "" if kind == "obs" else hook.secret)

    def switch(self, name: str, *, is_on: bool) -> None:
        """Switch a hook off, or on for the events from now on."""
        with self._lock:
            hook = self._hook(name)
            if hook.is_on != is_on:
                with _kept():
                    if is_on:
                        self._store.keep_read_to(name, self._journal.newest())
                    self._store.keep(replace(hook, is_on=is_on))

    def drop(self, name: str) -> None:
        """Delete a hook."""
        with self._lock, _kept():
            self._hook(name)
            self._store.erase(name)

    def probe(self, name: str, language: str) -> AttemptView | None:
        """Send a test event now; returns the attempt, or None where it takes longer than ``PROBE_S``."""
        probing = self._probes.submit(self._probe, self._hook(name))
        with suppress(TimeoutError):
            return _attempt(probing.result(PROBE_S), language)
        return None

    def _probe(self, hook: Hook) -> Attempt:
        now_s = time()
        event = "e" + sha256(f"{hook.name} {now_s}".encode()).hexdigest()[:24]
        delivery = Delivery(
            number=0, event=event, kind="test", at_s=now_s, shown_s=now_s, not_before_s=now_s, content=_TRIED, tries=1
        )  # fmt: skip
        found = attempt(delivery, self._send(hook, delivery), time(), is_over=True)
        with _kept():
            self._store.note(hook.name, delivery, found)
        return found

    def _view(self, hook: Hook, language: str) -> HookView:
        return HookView(
            hook=hook.name,
            kind=hook.kind,
            address=hook.address,
            events=hook.events,
            only=hook.only,
            is_on=hook.is_on,
            source=hook.source,
            scene=hook.scene,
            waiting=sum(1 for _ in self._store.waiting(hook.name)),
            attempts=tuple(_attempt(tried, language) for tried in self._store.attempts(hook.name)),
        )

    def _hook(self, name: str) -> Hook:
        return self._store.find(name) or refuse("no such hook", MISSING)

    def _only(self, written: str) -> str:
        """The name of a match or a tournament, out of its address where that is given."""
        name = one_line(written).rstrip("/").rpartition("/")[2]
        if name and not (len(name) <= LONGEST_WORD and self._journal.last(name)):
            refuse("no such match", MISSING, name=name[:LONGEST_WORD])
        return name


def _attempt(attempt: Attempt, language: str) -> AttemptView:
    return AttemptView(
        event=attempt.event,
        kind=attempt.kind,
        at_s=attempt.at_s,
        tries=attempt.tries,
        answer=answer_words(attempt.answer, language),
        took_ms=attempt.took_ms,
        standing=attempt.standing,
    )


def _address(written: str, kind: HookKind, *, is_near: bool) -> str:
    address = written.strip()
    parts = parsed(address, kind) or refuse("no obs address" if kind == "obs" else "no address", most=LONGEST_ADDRESS)
    try:
        target(parts, is_near=is_near)
    except BarredAddress as barred:
        if barred.why != "unknown":  # what cannot be found now may be found on the evening
            refuse(barred.why, host=parts.hostname)
    return address


def _events(written: Sequence[str]) -> tuple[HookEventKind, ...]:
    known = ", ".join(EVENTS)
    for name in written:
        if name not in EVENTS:
            refuse("no such event", name=name[:LONGEST_WORD], known=known)
    return tuple(event for event in EVENTS if event in written) or refuse("no event")


def _word(written: str) -> str:
    word = one_line(written)
    return word if len(word) <= LONGEST_WORD else refuse("too long", most=LONGEST_WORD)


@contextmanager
def _kept() -> Iterator[None]:
    """A disk that refuses, as a refusal in words."""
    try:
        yield
    except OSError as error:
        refuse("not kept", FULL, reason=error.strerror or error)
