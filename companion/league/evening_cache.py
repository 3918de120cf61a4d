"""A cache on disk of the evenings of leagues, so that a tournament's journal is read again only after a change.

A change is an entry of the tournament, or of one of the house's matches that record its hands.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import astuple, dataclass
from functools import cache
from pathlib import Path
from typing import Any

from companion.eventstore.evidence_store import write_whole
from companion.league.evenings import Evening, EveningSide, Game, HandsMade
from companion.version import program_version

FORMAT = 2
"""The format version of the files; raised where the stored fields change, or what they mean."""
_NAME = re.compile(r"t[0-9a-z]{9}")
_log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class EveningSummary:
    """An evening, with the journal state it was computed from."""

    evening: Evening
    marks: Mapping[str, str]
    """The marks of the tournament and of each of its matches at that time (see ``MarksOf``)."""
    is_current: bool = True
    """Whether this version of the program computed it."""


class EveningStore:
    """Summaries in a folder. Unreadable ones count as missing; one that cannot be written is computed again next
    time."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def find(self, tournament: str) -> EveningSummary | None:
        """The stored summary of a tournament; None without one of this ``FORMAT``."""
        try:
            said = json.loads(self._path(tournament).read_bytes())
            return _read(said) if said["by"][0] == FORMAT else None
        except (OSError, ValueError, KeyError, TypeError, IndexError):
            return None

    def keep(self, summary: EveningSummary) -> None:
        """Store a summary."""
        if not _NAME.fullmatch(summary.evening.tournament):
            return
        try:
            self._folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            written = json.dumps(_written(summary), ensure_ascii=False, separators=(",", ":"))
            write_whole(self._path(summary.evening.tournament), written.encode(), lasts=False)
        except OSError as error:
            _log.warning("an evening is not kept: %s", error)

    def drop(self, tournament: str) -> None:
        """Delete the summary of a tournament."""
        if _NAME.fullmatch(tournament):
            self._path(tournament).unlink(missing_ok=True)
            with suppress(OSError):  # others are still in it
                self._folder.rmdir()

    def _path(self, tournament: str) -> Path:
        return self._folder / f"{tournament}.json"


@cache
def _by() -> list[object]:
    return [FORMAT, program_version()]


def _written(summary: EveningSummary) -> dict[str, Any]:
    evening = summary.evening
    sides = list(dict.fromkeys((*evening.sides, *(side for game in evening.games for side in game.sides))))
    places = {side: place for place, side in enumerate(sides)}
    return {
        "by": _by(),
        "marks": dict(summary.marks),
        "tournament": evening.tournament,
        "title": evening.title,
        "began_s": evening.began_s,
        "sides": [[side.name, side.players, side.club] for side in sides],
        "came": [places[side] for side in evening.sides],
        "games": [
            [[places[side] for side in game.sides], game.points, game.score, game.was_played,
             [astuple(side_made) for side_made in game.made] if game.made else None]
            for game in evening.games
        ],
        "places": evening.places,
    }  # fmt: skip


def _read(stored: Mapping[str, Any]) -> EveningSummary:
    sides = [EveningSide(name, tuple(players), club) for name, players, club in stored["sides"]]
    games = tuple(
        Game(
            sides=(sides[home], sides[away]),
            points=(points[0], points[1]),
            score=(score[0], score[1]),
            was_played=was_played,
            made=(HandsMade(*made[0]), HandsMade(*made[1])) if made else None,
        )
        for (home, away), points, score, was_played, made in stored["games"]
    )
    evening = Evening(
        tournament=stored["tournament"],
        title=stored["title"],
        began_s=stored["began_s"],
        sides=tuple(sides[index] for index in stored["came"]),
        games=games,
        places=tuple(stored["places"]),
    )
    return EveningSummary(evening, stored["marks"], is_current=stored["by"] == _by())
