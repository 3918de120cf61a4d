"""Find the games in play in a journal, whose racks are readable in it."""

from __future__ import annotations

from functools import partial

from companion.eventstore import Journal
from companion.playing.game_state import read_on
from companion.playing.service import IDLE_S


def games_in_play(journal: Journal) -> int:
    """The number of screen games with an unfinished hand and an entry within a day.

    Unreadable games count too, since their tiles can be read all the same.
    """
    return sum(_is_in_play(journal, name) for name in journal.games())


def _is_in_play(journal: Journal, name: str) -> bool:
    try:
        state = read_on(name, partial(journal.entries, name), None)
    except Exception:  # whatever is wrong with what was written
        return True
    return state is not None and state.standing == "playing" and journal.now_s() - state.changed_s <= IDLE_S
