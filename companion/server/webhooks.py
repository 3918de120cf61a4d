"""The webhooks of the server process."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.eventstore import Journal, Places
from companion.webhooks.delivery_queue import Deliverer, HookRunner
from companion.webhooks.service import MOST_HOOKS, HookService
from companion.webhooks.store import HookStore


def hooks_of(where: Places, journal: Journal) -> HookService:
    """The webhooks of a folder, without delivery."""
    return HookService(HookStore(where.folder / "hooks"), journal)


def running_hooks(where: Places, journal: Journal, withheld: Callable[[], Mapping[str, int]]) -> HookService:
    """The hook service with its deliveries running, for as long as this process does.

    ``withheld`` are the matches that are shown with a delay in seconds.
    """
    store = HookStore(where.folder / "hooks")
    HookRunner(store, Deliverer(journal, store, clock=journal.now_s, withheld=withheld)).start(MOST_HOOKS)
    return HookService(store, journal)
