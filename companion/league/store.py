"""Leagues in a folder: what each is called, what it gives points for, its evenings, and whose names nobody shows.

Not in the journal, where nothing is ever erased: a league and whoever asks to be out of it can be.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

from companion.eventstore.evidence import write_whole
from companion.league.evenings import person
from companion.league.season import SeasonRule

LONGEST_TITLE, MOST_EVENINGS, MOST_PLACES, MOST_POINTS = 40, 2000, 20, 100
_NAME = re.compile(r"l[0-9a-f]{9}")


@dataclass(frozen=True, slots=True, kw_only=True)
class League:
    """Una liga."""

    name: str
    """``l`` and nine letters."""
    title: str
    rule: SeasonRule
    evenings: tuple[str, ...] = ()
    """The names of its tournaments."""
    is_public: bool = False
    hidden: tuple[str, ...] = ()
    """Marks of those who are shown by no name: nobody can tell from one who it is."""
    asked: str = ""
    """What tells how it was asked for at first; empty in what an earlier program wrote."""

    def is_hidden(self, name: str) -> bool:
        """Whether somebody asked to be shown by no name."""
        return bool(self.hidden) and self.mark(name) in self.hidden

    def mark(self, name: str) -> str:
        """What is kept of somebody who is not to be shown."""
        return sha256(f"{self.name} {person(name)}".encode()).hexdigest()[:20]


class LeagueStore:
    """The leagues of a folder; whatever is there that is none is passed over."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def all(self) -> tuple[League, ...]:
        """By title."""
        return tuple(sorted(self._read(), key=lambda league: (league.title.casefold(), league.name)))

    def find(self, name: str) -> League | None:
        """The league of that name."""
        return self._one(self._path(name)) if _NAME.fullmatch(name) else None

    def keep(self, league: League) -> None:
        """Writes it down. Raises OSError where it cannot."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_whole(self._path(league.name), json.dumps(asdict(league), ensure_ascii=False, indent=1).encode())

    def erase(self, name: str) -> None:
        """Leaves nothing of it; its tournaments stay. Raises OSError where it cannot."""
        self._path(name).unlink(missing_ok=True)

    def _path(self, name: str) -> Path:
        return self.folder / f"{name}.json"

    def _read(self) -> Iterator[League]:
        if self.folder.is_dir():
            yield from (one for path in self.folder.glob("l*.json") if (one := self._one(path)))

    @staticmethod
    def _one(path: Path) -> League | None:
        try:
            return read_league(json.loads(path.read_bytes()))
        except (OSError, ValueError, KeyError, TypeError):
            return None


def read_league(stored: Mapping[str, Any]) -> League:
    """The league that a file says. Raises KeyError, TypeError and ValueError for what is none."""
    rule = dict(stored["rule"])
    return League(
        name=str(stored["name"]),
        title=str(stored["title"]),
        rule=SeasonRule(**(rule | {"places": tuple(map(int, rule["places"]))})),
        evenings=tuple(map(str, stored["evenings"])),
        is_public=stored["is_public"] is True,
        hidden=tuple(map(str, stored["hidden"])),
        asked=str(stored.get("asked", "")),
    )
