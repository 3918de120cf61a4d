"""Whether an entry may be struck out: not where what was played since would hang in the air."""

from __future__ import annotations

from collections.abc import Sequence

from companion.eventstore import Entry
from companion.tournaments.events import (
    BracketDrawn,
    Drawn,
    Entered,
    Extended,
    LotsDrawn,
    Paired,
    Penalised,
    Struck,
    Tied,
    WalkedOver,
    read_deed,
)
from companion.tournaments.tournament_story import TournamentStory, tournament_story
from companion.tournaments.wording import CONFLICT, MISSING, refuse

MAY_BE_STRUCK = (Entered, Drawn, Paired, BracketDrawn, LotsDrawn, WalkedOver, Penalised, Extended, Tied)


def check_strike(story: TournamentStory, entries: Sequence[Entry], strike: Struck) -> None:
    """Refuses where the entry cannot be struck, or where a match that was played would not be any more."""
    entry = next((one for one in entries if one.number == strike.entry), None) or refuse("no such entry", MISSING)
    if not isinstance(read_deed(entry.kind, entry.text), MAY_BE_STRUCK):
        refuse("not to strike", CONFLICT)
    without = tournament_story(story.tournament, [one for one in entries if one.number != strike.entry])
    if without and any(one not in without.entrants for drawn in story.zones for one in drawn.entrants):
        refuse("drawn already", CONFLICT)
    for one in story.fixtures.values():
        if without and any(entrant not in without.entrants for entrant in one.entrants):
            refuse("drawn already", CONFLICT)
        kept = without.fixtures.get(one.number) if without else None
        if one.has_begun and (kept is None or kept.entrants != one.entrants):
            refuse("later played", CONFLICT, after=one.number)
