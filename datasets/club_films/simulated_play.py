"""The simulated hands that are filmed: any of the six games, two to four players, with or without an offence."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from datasets.family_films.meld_offences import random_offence
from datasets.family_films.played_hand import FilmedPart, cut_after, ended
from datasets.family_films.simulated_hands import simulated
from datasets.synthetic_videos.offences import HandScript, spoilt
from engine.hand.apply import replay
from engine.hand.history import MoveHistory
from engine.rules.profiles import load_rules

_TRIES = 40
_MOST_PLAYERS, _MOST_TEAMS = 4, 2


def hands_of(profile: str, seed: int, moves: int, *, offends: bool) -> Iterator[FilmedPart]:
    """Hands up to the turn with the last of that many visible moves, the same for the same seed."""
    rules, rng = load_rules(profile), np.random.default_rng([seed, 71])
    players = int(rng.choice([count for count in rules.players if count <= _MOST_PLAYERS]))
    for at in range(_TRIES):
        hand = simulated(rules, 7000 + _TRIES * seed + at, players, int(rng.integers(players)), "club")
        if rules.meld_owner != "table" and len(hand.history.start.teams) > _MOST_TEAMS:
            players = 2
            continue
        history = MoveHistory(hand.history.start, hand.history.moves[: cut_after(hand.history, moves)])
        short = replace(hand, history=history, end=replay(history.start, history.moves, rules).state)
        script = spoilt(short, rng, 1, random_offence(rules)) if offends else HandScript(history)
        if script.offences or not offends or at > _TRIES // 4:
            yield ended(script, rules)
