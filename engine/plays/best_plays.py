"""Find the best plays of a turn: the entry point for every game."""

from __future__ import annotations

from engine.hand.state import TableState
from engine.plays import burako_plays, rummy_plays
from engine.plays.play import Advice
from engine.rules.rules import Rules


def advise(state: TableState, rules: Rules) -> Advice:
    """The best plays of the seat in turn, all of them lawful; deterministic.

    The rack of that seat must be known; of the others only open tiles are used.
    """
    return rummy_plays.plays_of(state, rules) if rules.meld_owner == "table" else burako_plays.plays_of(state, rules)
