"""Simulated hands with all habits of play, whole or partial, for a random number of players."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from datasets.family_films.meld_offences import random_offence
from datasets.family_films.played_hand import QUIET, FilmedPart, cut_after, ended
from datasets.family_films.rummy_rearrangements import wide_rearrangements
from datasets.family_films.scenarios import FamilyHabits, Rng
from datasets.family_films.table_arrangement import FamilyTable
from datasets.synthetic_videos.offences import HandScript, spoilt
from engine.hand.apply import replay
from engine.hand.history import MoveHistory, record_of
from engine.hand.moves import StockOut
from engine.rules.profiles import load_rules
from engine.rules.rules import Rules
from engine.simulation import rummy_player
from engine.simulation.dealer import Dealer
from engine.simulation.simulate import SimulatedHand, simulate

LONGEST = 90
"""Visible moves of a whole hand that is filmed."""
_STOCK_OUT = 0.2
"""How often a whole hand is sought that ends with the mazo."""
_TRIES = 60
_TRIES_FOR_STOCK = 12
_MOST_PLAYERS = 4
_MOST_SPOILT = 6
"""After so many hands in which nobody can offend, one without an offence will do."""


def lively_hand(profile: str, seed: int, moves: int, offends: bool, habits: FamilyHabits) -> FilmedPart:
    """A hand up to the turn with the last of that many visible ``moves``; with 0, to its end.

    It fits on the table of a family with these ``habits``. Raises ValueError where none does.
    """
    rules, rng = load_rules(profile), np.random.default_rng([seed, 53])
    for tries, hand in enumerate(_hands(rules, seed, rng, wants_whole=not moves)):
        if moves:
            history = MoveHistory(hand.history.start, hand.history.moves[: cut_after(hand.history, moves)])
            hand = replace(hand, history=history, end=replay(history.start, history.moves, rules).state)
        script = spoilt(hand, rng, 2, random_offence(rules)) if offends else HandScript(hand.history)
        played = ended(script, rules)
        if (script.offences or not offends or tries > _MOST_SPOILT) and _has_room(played, habits, seed):
            return played
    raise ValueError("no hand finds room on this table")


def _hands(rules: Rules, seed: int, rng: Rng, *, wants_whole: bool) -> Iterator[SimulatedHand]:
    """Random hands, those with a randomly chosen ending first; whole ones of limited length."""
    players = int(rng.choice([count for count in rules.players if count <= _MOST_PLAYERS]))
    by_stock = wants_whole and rng.random() < _STOCK_OUT
    others: list[SimulatedHand] = []
    for at in range(_TRIES):
        if at == _TRIES_FOR_STOCK:
            yield from others
            others, by_stock = [], False
        hand = simulated(rules, _TRIES * seed + at, players, int(rng.integers(players)))
        if wants_whole and sum(not isinstance(move, QUIET) for move in hand.history.moves) > LONGEST:
            continue
        if isinstance(hand.history.moves[-1], StockOut) == by_stock:
            yield hand
        else:
            others.append(hand)
    yield from others


def simulated(rules: Rules, seed: int, players: int, starter: int, who: str = "family") -> SimulatedHand:
    """A whole hand, in Rummy with wide rearrangements; ``who`` plays draws other tiles there."""
    if rules.meld_owner != "table":
        return simulate(rules, seed, players, starter)
    dealer = Dealer(rules, players, random.Random(f"{who} {rules.name} {seed}"), starter)
    while not dealer.state.ended and rummy_player.take_turn(dealer, wide_rearrangements):
        pass
    dealer.try_move(StockOut())
    history = MoveHistory(dealer.start, tuple(dealer.moves))
    return SimulatedHand(rules=rules, seed=seed, history=history, end=dealer.state, record=record_of(dealer.state))


def _has_room(hand: FilmedPart, habits: FamilyHabits, seed: int) -> bool:
    """Whether everything fits on the table in a random layout."""
    rng = np.random.default_rng([seed, 54])
    table = FamilyTable(hand.start, habits, rng, hand.rules.pozo_display == "covered")
    try:
        for event in hand.events:
            table.show(event.after)
    except ValueError:
        return False
    return True
