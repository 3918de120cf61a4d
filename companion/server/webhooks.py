"""The webhooks of the server process."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.eventstore import DataFolder, Journal
from companion.webhooks.delivery_queue import Deliverer, HookRunner
from companion.webhooks.service import MOST_HOOKS, HookService
from companion.webhooks.store import FOLDER, HookStore


def hooks_of(data_folder: DataFolder, journal: Journal) -> HookService:
    """The webhooks of a folder, without delivery."""
    return HookService(HookStore(data_folder.folder / FOLDER), journal)


def running_hooks(data_folder: DataFolder, journal: Journal, withheld: Callable[[], Mapping[str, int]]) -> HookService:
    """The hook service with its deliveries running, for as long as this process does.

    ``withheld`` are the matches that are shown with a delay in seconds.
    """
    store = HookStore(data_folder.folder / FOLDER)
    HookRunner(store, Deliverer(journal, store, clock=journal.now_s, withheld=withheld)).start(MOST_HOOKS)
    return HookService(store, journal)
