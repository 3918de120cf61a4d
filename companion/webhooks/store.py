"""Hooks in a folder, one subfolder each: settings, position in the journal, queue, and latest attempts.

Files are replaced as a whole, so that a crash leaves none half written.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from threading import Lock
from typing import Any

from companion.eventstore.evidence_store import remove_file, write_whole
from companion.webhooks.hook import EVENTS, FIRST_EVENTS, Hook

SHOWN, MOST_WAITING = 20, 5000
"""The number of attempts kept, and of events that may wait for a hook; beyond that the oldest are given up."""
FOLDER = "hooks"
"""Where the hooks of a data folder are."""
_NAME = re.compile(r"w[0-9a-f]{9}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """An event in the queue of a hook."""

    number: int
    """Counts from 1 for each hook, in order of delivery."""
    event: str
    kind: str
    at_s: float
    shown_s: float
    """The time from which it may be sent."""
    not_before_s: float
    """The time of the next attempt."""
    content: Mapping[str, Any]
    tries: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """An attempt to deliver an event, and its result."""

    event: str
    kind: str
    at_s: float
    tries: int
    answer: str
    """The HTTP status, or one of the words of ``sending`` for the failure."""
    took_ms: int
    standing: str
    """``delivered``, ``waits`` for the next attempt, or ``given up``."""


class HookStore:
    """The hooks of a folder; files that are no hooks are ignored. Writing raises OSError."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._noting = Lock()

    def all(self) -> tuple[Hook, ...]:
        """All hooks by address."""
        paths = self._folder.glob("w*/hook.json") if self._folder.is_dir() else ()
        return tuple(sorted(filter(None, map(_hook, paths)), key=lambda hook: (hook.address, hook.name)))

    def find(self, name: str) -> Hook | None:
        """The hook with that name; None without one."""
        return _hook(self._folder / name / "hook.json") if _NAME.fullmatch(name) else None

    def add(self, hook: Hook, read_to: int, command_digest: str = "") -> None:
        """Store a new hook that receives the events after the entry ``read_to``; ``command_digest`` is that of its
        command."""
        self._write(hook.name, "read.json", {"entry": read_to}, is_new=True)
        self._write(hook.name, "asked.json", {"asked": command_digest, "of": EVENTS}, is_new=True)
        self.keep(hook)

    def asked(self, name: str) -> str:
        """The digest of the command that created a hook; empty where an earlier version did."""
        return str(_read(self._folder / name / "asked.json", {"asked": ""})["asked"])

    def keep(self, hook: Hook) -> None:
        """Store a hook's settings."""
        self._write(hook.name, "hook.json", asdict(hook), is_new=True)

    def erase(self, name: str) -> None:
        """Delete a hook."""
        remove_file(self._folder / name / "hook.json")
        shutil.rmtree(self._folder / name, ignore_errors=True)

    def read_to(self, name: str) -> int:
        """The id of the last journal entry read for a hook."""
        return int(_read(self._folder / name / "read.json", {"entry": 0})["entry"])

    def keep_read_to(self, name: str, entry: int) -> None:
        """Store the id of the last journal entry read for a hook."""
        self._write(name, "read.json", {"entry": entry})

    def waiting(self, name: str) -> Iterator[Delivery]:
        """The queue of a hook, in order."""
        for file in self._queued(name):
            if found := _read(self._folder / name / "queue" / file, None):
                with suppress(KeyError, TypeError):
                    yield Delivery(**found)

    def drop_oldest(self, name: str, most: int) -> None:
        """Remove from the queue what is more than ``most``, the oldest first."""
        for file in self._queued(name)[:-most]:
            (self._folder / name / "queue" / file).unlink(missing_ok=True)

    def queue(self, name: str, delivery: Delivery) -> None:
        """Add a delivery to the queue, or replace the one with its number."""
        self._write(name, f"queue/{delivery.number:012}.json", asdict(delivery))

    def next_number(self, name: str) -> int:
        """The number of the next delivery."""
        last = [int(file.removesuffix(".json")) for file in self._queued(name)[-1:]]
        return max([*last, int(_read(self._folder / name / "sent.json", {"number": 0})["number"])]) + 1

    def drop(self, name: str, delivery: Delivery) -> None:
        """Remove a delivery from the queue."""
        (self._folder / name / f"queue/{delivery.number:012}.json").unlink(missing_ok=True)

    def attempts(self, name: str) -> tuple[Attempt, ...]:
        """The latest attempts, the newest first."""
        kept = _read(self._folder / name / "sent.json", {"attempts": []})["attempts"]
        return tuple(Attempt(**row) for row in kept)

    def note(self, name: str, delivery: Delivery, attempt: Attempt) -> None:
        """Record an attempt."""
        with self._noting:
            kept = [asdict(made) for made in (attempt, *self.attempts(name))][:SHOWN]
            before = _read(self._folder / name / "sent.json", {"number": 0})["number"]
            self._write(name, "sent.json", {"number": max(before, delivery.number), "attempts": kept})

    def _queued(self, name: str) -> list[str]:
        """The files of a queue, in order."""
        with suppress(OSError):
            return sorted(file for file in os.listdir(self._folder / name / "queue") if file.endswith(".json"))
        return []

    def _write(self, name: str, file: str, values: Mapping[str, Any], *, is_new: bool = False) -> None:
        path = self._folder / name / file
        if not is_new and not (self._folder / name / "hook.json").exists():
            return  # it was erased meanwhile
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_whole(path, json.dumps(values, ensure_ascii=False).encode())


def keep_off(before: Path, restored: Path) -> None:
    """Switch off in the data folder ``restored`` the hooks that ``before`` has no longer, or switched off: a backup
    sends nothing to where somebody wanted nothing sent since. Raises OSError."""
    now, hooks = HookStore(before / FOLDER), HookStore(restored / FOLDER)
    for hook in hooks.all():
        known = now.find(hook.name)
        if hook.is_on and not (known and known.is_on):
            hooks.keep(replace(hook, is_on=False))


def _hook(path: Path) -> Hook | None:
    """The hook of a file; one that was to receive everything also receives the kinds that came later."""
    try:
        said = json.loads(path.read_bytes())
        hook = Hook(**(said | {"events": tuple(said["events"])}))
        offered = _read(path.with_name("asked.json"), {}).get("of", FIRST_EVENTS)
        return replace(hook, events=EVENTS) if set(offered) <= set(hook.events) else hook
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def _read(path: Path, instead: Any) -> Any:
    try:
        return json.loads(path.read_bytes())
    except (OSError, ValueError):
        return instead
