"""The hooks of a house, as the process that serves the pages runs them."""

from __future__ import annotations

from companion.eventstore import Journal, Places
from companion.hooks.delivering import Deliverer, HookRunner
from companion.hooks.room import MOST_HOOKS, HookRoom
from companion.hooks.store import HookStore


def hooks_of(where: Places, journal: Journal) -> HookRoom:
    """The hooks of a folder; nothing is sent by itself."""
    return HookRoom(HookStore(where.folder / "hooks"), journal)


def running_hooks(where: Places, journal: Journal) -> HookRoom:
    """The same, told from now on as long as this process runs."""
    store = HookStore(where.folder / "hooks")
    HookRunner(store, Deliverer(journal, store)).start(MOST_HOOKS)
    return HookRoom(store, journal)
