"""What the law takes: judging a long row, explaining a turn that was seen, and playing a whole hand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count, cycle

from engine import (
    Contradiction,
    Observation,
    Rules,
    TableState,
    explain,
    judge_meld,
    load_rules,
    observe,
    parse_meld,
    replay,
    simulate,
)
from engine.hand.events import events_of
from engine.hand.moves import Discard
from tests.bench.stopwatch import Timing, timed

ROWS = (
    "1k 2k 3k 4k 5k 6k 7k 8k 9k 10k 11k 12k 13k",
    "13r 12r 11r J 9r 8r 7r 6r 5r 4r 3r 2r 1r",
    "2b 3b 4b 5b 6b 2b 8b 9b 10b 11b 12b 13b 1b",
    "1y 2y 3y 4y 5y 6y 7y 8r 9y 10y 11y 12y 13y",
    "3k 1k 2k 4k 5k 6k 7k 8k 9k 10k 11k 12k 13k",
    "J 2y 3y 4y 5y 6y 7y 8y 9y J 11y 12y 13y",
)
"""Thirteen tiles: with and without wilds, from either side, of two colours, in a wrong order, with a wild too many."""


def interpreting(rounds: int) -> Timing:
    """Judging a row of thirteen tiles that is already parsed, another one each round."""
    rules, melds = load_rules("clasico"), cycle([parse_meld(row) for row in ROWS])
    return timed(lambda: judge_meld(next(melds), rules), rounds * len(ROWS))


def explaining(rounds: int) -> Timing:
    """Explaining a turn: one look after each discard of a hand, the racks unseen."""
    rules = load_rules("clasico")
    looks = list(_looks(rules))
    turns = iter(looks * rounds)
    return timed(lambda: explain(*next(turns), rules), min(rounds * len(looks), 10 * len(looks)) - 1)


def simulating(rounds: int) -> Timing:
    """Playing a hand, another one each round."""
    rules, seeds = load_rules("clasico"), count()
    return timed(lambda: simulate(rules, next(seeds)), rounds)


def _looks(rules: Rules) -> Iterator[tuple[TableState, Observation]]:
    """What was known and what is seen then, turn after turn."""
    hand = simulate(rules, 3)
    state = hand.history.start
    for event in events_of(hand.history, rules):
        if isinstance(event.move, Discard):
            seen = observe(event.after, rules)
            yield state, seen
            moves = explain(state, seen, rules)
            state = event.after if isinstance(moves, Contradiction) else replay(state, moves, rules).state
