"""The filmed part of a simulated hand: its moves, and the table after each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from datasets.synthetic_videos.offences import HandScript, spoilt
from engine.hand.apply import replay
from engine.hand.events import Event, events_of
from engine.hand.history import MoveHistory, record_of
from engine.hand.moves import Close, Draw, EndTurn, StockOut, TakeClosingTile, TakePozo
from engine.hand.state import TableState
from engine.inference.observation import observe
from engine.rules.profiles import load_rules
from engine.rules.rules import Rules
from engine.scoring.scoring import score_hand
from engine.simulation.simulate import simulate

QUIET = Draw | EndTurn | StockOut | Close | TakeClosingTile
"""Moves after which the melds and the pozo lie as before."""


@dataclass(frozen=True, slots=True)
class FilmedPart:
    """The beginning of a hand up to the end of its film."""

    rules: Rules
    start: TableState
    events: tuple[Event, ...]
    offences: tuple[int, ...]
    """The moves that are offences on purpose, by their index."""

    @property
    def end(self) -> TableState:
        """The final table."""
        return self.events[-1].after if self.events else self.start


@dataclass(frozen=True, slots=True)
class RestMoment:
    """A moment at which the table is at rest."""

    frame: int
    """The first frame that shows it so."""
    moves: int
    """How many moves were made until then."""


def played(profile: str, seed: int, moves: int, offends: bool) -> FilmedPart:
    """A hand up to the end of the turn with the last of that many visible ``moves``.

    There the players stop and count, as if the mazo had run out.
    """
    rules = load_rules(profile)
    hand = simulate(rules, seed)
    cut = cut_after(hand.history, moves)
    history = MoveHistory(hand.history.start, hand.history.moves[:cut])
    short = replace(hand, history=history, end=replay(history.start, history.moves, rules).state)
    script = spoilt(short, np.random.default_rng([seed, 52]), 1) if offends else HandScript(history)
    return ended(script, rules)


def ended(script: HandScript, rules: Rules) -> FilmedPart:
    """The recorded hand; where it was not closed, it ends there as if the mazo had run out."""
    over = () if replay(script.history.start, script.history.moves, rules).state.ended else (StockOut(),)
    whole = MoveHistory(script.history.start, (*script.history.moves, *over))
    return FilmedPart(rules, whole.start, tuple(events_of(whole, rules)), script.offences)


def cut_after(history: MoveHistory, moves: int) -> int:
    """The number of moves up to the end of the turn of the visible move with this number."""
    seen = 0
    for made, move in enumerate(history.moves, 1):
        seen += not isinstance(move, QUIET)
        is_over = made == len(history.moves) or isinstance(history.moves[made], Draw | TakePozo)
        if seen >= moves and is_over:
            return made
    return len(history.moves)


def truth_of(hand: FilmedPart, rests: Sequence[RestMoment], fps: float) -> Mapping[str, Any]:
    """The ground truth: what happened and from which frame it is visible, as JSON for `burako evaluate-films`."""
    moves: list[dict[str, Any]] = []
    for at, event in enumerate(hand.events):
        frame = next((rest.frame for rest in rests if rest.moves > at), rests[-1].frame)
        faults = [] if isinstance(event.move, StockOut) else [str(fault.code) for fault in event.violations]
        moves.append({"move": str(event.move), "violations": faults, "frame": frame})
    stills = [
        {"frame": rest.frame, "moves": rest.moves, "seen": str(observe(_after(hand, rest.moves), hand.rules))}
        for rest in rests
    ]
    return {
        "rules": hand.rules.name, "players": hand.start.players, "starter": hand.start.turn.seat, "fps": fps,
        "moves": moves, "stills": stills, "offences": list(hand.offences),
        "racks": [" ".join(map(str, rack.known)) for rack in hand.end.racks],
        "score": score_hand(record_of(hand.end), hand.rules).as_json("es", hand.rules),
    }  # fmt: skip


def _after(hand: FilmedPart, moves: int) -> TableState:
    return hand.events[moves - 1].after if moves else hand.start
