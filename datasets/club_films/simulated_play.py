"""The simulated hands that are filmed: any of the six games, two to four players, with or without an offence."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from datasets.family_films.meld_offences import random_offence
from datasets.family_films.played_hand import FilmedPart, cut_after, ended
from datasets.family_films.rummy_rearrangements import wide_rearrangements
from datasets.synthetic_videos.offences import HandScript, spoilt
from engine.hand.apply import replay
from engine.hand.history import MoveHistory, record_of
from engine.hand.moves import StockOut
from engine.rules.profiles import load_rules
from engine.rules.rules import Rules
from engine.simulation import rummy_player
from engine.simulation.dealer import Dealer
from engine.simulation.simulate import SimulatedHand, simulate

_TRIES = 40
_MOST_PLAYERS, _MOST_TEAMS = 4, 2


def hands_of(profile: str, seed: int, moves: int, *, offends: bool) -> Iterator[FilmedPart]:
    """Hands up to the turn with the last of that many visible moves, the same for the same seed."""
    rules, rng = load_rules(profile), np.random.default_rng([seed, 71])
    players = int(rng.choice([count for count in rules.players if count <= _MOST_PLAYERS]))
    for at in range(_TRIES):
        hand = _simulated(rules, 7000 + _TRIES * seed + at, players, int(rng.integers(players)))
        if rules.meld_owner != "table" and len(hand.history.start.teams) > _MOST_TEAMS:
            players = 2
            continue
        history = MoveHistory(hand.history.start, hand.history.moves[: cut_after(hand.history, moves)])
        short = replace(hand, history=history, end=replay(history.start, history.moves, rules).state)
        script = spoilt(short, rng, 1, random_offence(rules)) if offends else HandScript(history)
        if script.offences or not offends or at > _TRIES // 4:
            yield ended(script, rules)


def _simulated(rules: Rules, seed: int, players: int, starter: int) -> SimulatedHand:
    if rules.meld_owner != "table":
        return simulate(rules, seed, players, starter)
    dealer = Dealer(rules, players, random.Random(f"club {rules.name} {seed}"), starter)
    while not dealer.state.ended and rummy_player.take_turn(dealer, wide_rearrangements):
        pass
    dealer.try_move(StockOut())
    history = MoveHistory(dealer.start, tuple(dealer.moves))
    return SimulatedHand(rules=rules, seed=seed, history=history, end=dealer.state, record=record_of(dealer.state))
