"""Leagues in a folder: title, season rule, evenings, and hidden names.

They are not in the journal, which never erases anything: a league, and a person's name in it, can be deleted.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from companion.eventstore.change_marks import mark_of
from companion.eventstore.evidence_store import remove_file, write_whole
from companion.league.evenings import person, without_club
from companion.league.season import SeasonRule

FOLDER = "leagues"
"""Where the leagues of a data folder are."""
LONGEST_TITLE, MOST_EVENINGS, MOST_PLACES, MOST_POINTS = 40, 2000, 20, 100
_NAME = re.compile(r"l[0-9a-f]{9}")


@dataclass(frozen=True, slots=True, kw_only=True)
class League:
    """A league (liga) as stored."""

    name: str
    """``l`` and nine letters."""
    title: str
    rule: SeasonRule
    evenings: tuple[str, ...] = ()
    """The names of its tournaments."""
    is_public: bool = False
    hidden: tuple[str, ...] = ()
    """The marks of people with hidden names; a mark does not reveal the name."""
    asked: str = ""
    """The digest of the command that created it; empty where an earlier version of the program did."""
    done: tuple[str, ...] = ()
    """Of the latest forms that changed it the key and the command, as digests with a blank between; newest first."""

    def is_hidden(self, name: str, club: str = "") -> bool:
        """Whether the name of a person is hidden, with or without the ``club`` beside it."""
        spellings = (name, without_club(name, club), f"{name} ({club})")
        return bool(self.hidden) and any(self.mark(spelling) in self.hidden for spelling in spellings)

    @property
    def settings_mark(self) -> str:
        """A short digest of its title and its rule."""
        return mark_of([self.title, asdict(self.rule)])

    def mark(self, name: str) -> str:
        """The mark of a person's name: a digest with the league's name; equal for all spellings of the name."""
        return sha256(f"{self.name} {person(name)}".encode()).hexdigest()[:20]


class LeagueStore:
    """The leagues of a folder; files that are no leagues are ignored."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def all(self) -> tuple[League, ...]:
        """All leagues by title."""
        return tuple(sorted(self._read(), key=lambda league: (league.title.casefold(), league.name)))

    def find(self, name: str) -> League | None:
        """The league with that name; None without one."""
        return self._one(self._path(name)) if _NAME.fullmatch(name) else None

    def keep(self, league: League) -> None:
        """Store a league. Raises OSError."""
        self.folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        write_whole(self._path(league.name), json.dumps(asdict(league), ensure_ascii=False, indent=1).encode())

    def erase(self, name: str) -> None:
        """Delete a league; its tournaments stay. Raises OSError."""
        remove_file(self._path(name))

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


def keep_private(before: Path, restored: Path) -> None:
    """Keep hidden in the data folder ``restored`` who is hidden in ``before``, and private what is private there: a
    backup tells of nobody who asked since to be out of a league. Raises OSError."""
    now, leagues = LeagueStore(before / FOLDER), LeagueStore(restored / FOLDER)
    for league in leagues.all():
        if known := now.find(league.name):
            hidden = tuple(dict.fromkeys((*league.hidden, *known.hidden)))
            leagues.keep(replace(league, hidden=hidden, is_public=league.is_public and known.is_public))


def read_league(stored: Mapping[str, Any]) -> League:
    """The league in the JSON of a file. Raises KeyError, TypeError and ValueError for an invalid one."""
    rule = dict(stored["rule"])
    return League(
        name=str(stored["name"]),
        title=str(stored["title"]),
        rule=SeasonRule(**(rule | {"places": tuple(map(int, rule["places"]))})),
        evenings=tuple(map(str, stored["evenings"])),
        is_public=stored["is_public"] is True,
        hidden=tuple(map(str, stored["hidden"])),
        asked=str(stored.get("asked", "")),
        done=tuple(map(str, stored.get("done", ()))),
    )
