"""Finds the best plays of a turn: the entry point for the rules of any game."""

from __future__ import annotations

from engine.hand.state import TableState
from engine.plays import burako_plays, rummy_plays
from engine.plays.play import Advice
from engine.rules.rules import Rules


def advise(state: TableState, rules: Rules) -> Advice:
    """The best plays of whoever's turn it is, every one of them lawful; the same question has the same answer.

    The rack of that seat has to be known; of the others only what lies open is used.
    """
    return rummy_plays.plays_of(state, rules) if rules.meld_owner == "table" else burako_plays.plays_of(state, rules)
