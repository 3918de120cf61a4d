"""What the law takes: explaining a turn that was seen, and playing a whole hand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

from engine import Contradiction, Observation, Rules, TableState, explain, load_rules, observe, replay, simulate
from engine.events import events_of
from engine.moves import Discard
from tests.bench.stopwatch import Timing, timed


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
    state = hand.story.start
    for event in events_of(hand.story, rules):
        if isinstance(event.move, Discard):
            seen = observe(event.after, rules)
            yield state, seen
            moves = explain(state, seen, rules)
            state = event.after if isinstance(moves, Contradiction) else replay(state, moves, rules).state
