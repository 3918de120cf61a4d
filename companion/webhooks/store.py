"""Hooks in a folder: one folder each, with what it is, how far the journal was read for it, what waits to be sent in
order, and what became of what was sent last. Each file is there whole or not at all, so that nothing is lost."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import Lock
from typing import Any

from companion.eventstore.evidence import write_whole
from companion.webhooks.hook import Hook

SHOWN, MOST_WAITING = 20, 5000
"""Deliveries that are remembered, and events that may wait for one hook: beyond that the oldest are given up."""
_NAME = re.compile(r"w[0-9a-f]{9}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """An event on its way to a hook."""

    number: int
    """Counts from 1 for each hook: the order in which they go out."""
    event: str
    kind: str
    at_s: float
    shown_s: float
    """The moment from which it may be told."""
    not_before_s: float
    """That of the next try."""
    content: Mapping[str, Any]
    tries: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """A try to deliver an event, and what came of it."""

    event: str
    kind: str
    at_s: float
    tries: int
    answer: str
    """The status of the answer, or one of the words of ``sending`` for why there was none."""
    took_ms: int
    standing: str
    """``delivered``, ``waits`` for the next try, or ``given up``."""


class HookStore:
    """The hooks of a folder; whatever is there that is none is passed over. Raises OSError where it cannot write."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._noting = Lock()

    def all(self) -> tuple[Hook, ...]:
        """By address."""
        paths = self._folder.glob("w*/hook.json") if self._folder.is_dir() else ()
        return tuple(sorted(filter(None, map(_hook, paths)), key=lambda hook: (hook.address, hook.name)))

    def find(self, name: str) -> Hook | None:
        """The hook of that name."""
        return _hook(self._folder / name / "hook.json") if _NAME.fullmatch(name) else None

    def add(self, hook: Hook, read_to: int, asked: str = "") -> None:
        """Writes down a hook that is told of what comes after the entry of that id, and what tells how it was asked
        for."""
        self._write(hook.name, "read.json", {"entry": read_to}, is_new=True)
        self._write(hook.name, "asked.json", {"asked": asked}, is_new=True)
        self.keep(hook)

    def asked(self, name: str) -> str:
        """What tells how a hook was asked for; empty where an earlier program set it up."""
        return str(_read(self._folder / name / "asked.json", {"asked": ""})["asked"])

    def keep(self, hook: Hook) -> None:
        """Writes it down."""
        self._write(hook.name, "hook.json", asdict(hook), is_new=True)

    def erase(self, name: str) -> None:
        """Leaves nothing of it."""
        (self._folder / name / "hook.json").unlink(missing_ok=True)
        shutil.rmtree(self._folder / name, ignore_errors=True)

    def read_to(self, name: str) -> int:
        """The id of the entry of the journal up to which a hook was told everything."""
        return int(_read(self._folder / name / "read.json", {"entry": 0})["entry"])

    def keep_read_to(self, name: str, entry: int) -> None:
        """Remembers that."""
        self._write(name, "read.json", {"entry": entry})

    def waiting(self, name: str) -> Iterator[Delivery]:
        """What waits for a hook, in order."""
        for path in self._queued(name):
            if found := _read(path, None):
                with suppress(KeyError, TypeError):
                    yield Delivery(**found)

    def queue(self, name: str, delivery: Delivery) -> None:
        """Puts an event in its place in the queue, or changes the one there."""
        self._write(name, f"queue/{delivery.number:012}.json", asdict(delivery))

    def next_number(self, name: str) -> int:
        """The number of the next delivery: after all that wait or went out."""
        last = [int(path.stem) for path in self._queued(name)[-1:]]
        return max([*last, int(_read(self._folder / name / "sent.json", {"number": 0})["number"])]) + 1

    def drop(self, name: str, delivery: Delivery) -> None:
        """Takes an event out of the queue."""
        (self._folder / name / f"queue/{delivery.number:012}.json").unlink(missing_ok=True)

    def attempts(self, name: str) -> tuple[Attempt, ...]:
        """What became of what was sent last, the newest first."""
        kept = _read(self._folder / name / "sent.json", {"attempts": []})["attempts"]
        return tuple(Attempt(**row) for row in kept)

    def note(self, name: str, delivery: Delivery, attempt: Attempt) -> None:
        """Remembers what became of a delivery."""
        with self._noting:
            kept = [asdict(made) for made in (attempt, *self.attempts(name))][:SHOWN]
            before = _read(self._folder / name / "sent.json", {"number": 0})["number"]
            self._write(name, "sent.json", {"number": max(before, delivery.number), "attempts": kept})

    def _queued(self, name: str) -> list[Path]:
        return sorted((self._folder / name / "queue").glob("*.json"))

    def _write(self, name: str, file: str, values: Mapping[str, Any], *, is_new: bool = False) -> None:
        path = self._folder / name / file
        if not is_new and not (self._folder / name / "hook.json").exists():
            return  # it was erased meanwhile
        path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_whole(path, json.dumps(values, ensure_ascii=False).encode())


def _hook(path: Path) -> Hook | None:
    try:
        said = json.loads(path.read_bytes())
        return Hook(**(said | {"events": tuple(said["events"])}))
    except (OSError, ValueError, KeyError, TypeError):
        return None


def _read(path: Path, instead: Any) -> Any:
    try:
        return json.loads(path.read_bytes())
    except (OSError, ValueError):
        return instead
