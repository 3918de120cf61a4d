"""Labels of a real filmed hand: typed moves with times, converted to ground truth.

A line is a time of the film and a move in notation: ``1:05 0 lay 4r 5r 6r``. Lines that begin with ``#`` are comments.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from companion.errors import TruthError
from engine.hand.apply import apply
from engine.hand.events import Event
from engine.hand.history import record_of
from engine.hand.moves import Move, ShowRack
from engine.hand.notation import parse_move
from engine.hand.state import TableState, dealt_table
from engine.inference.observation import observe
from engine.placed_tile import notation
from engine.rules.rules import Rules
from engine.scoring.scoring import score_hand
from engine.tiles import NotationError

MOST_LINES = 2000
_TOLD = 3
_LINE = re.compile(r"(?:(\d{1,3}):)?(\d{1,4}(?:[.,]\d{1,3})?)\s+(\S.*)")


@dataclass(frozen=True, slots=True)
class Label:
    """A move, and its time of visibility in seconds from the beginning of the film."""

    at_s: float
    move: Move
    line: int
    """Where it stands, from 1."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FilmedHand:
    """The known properties of a film before it is labelled."""

    video: str
    """The name of the video file, beside the ground truth."""
    fps: float
    rules: Rules
    players: int
    starter: int
    """The seat of the first turn, from 0."""


def read_labels(text: str) -> tuple[Label, ...]:
    """Parse typed moves. Raises TruthError with the line number for an invalid line or decreasing times."""
    labels: list[Label] = []
    for number, line in enumerate(text.splitlines()[:MOST_LINES], 1):
        if not line.strip() or line.lstrip().startswith("#"):
            continue
        label = _label(line.strip(), number)
        if labels and label.at_s < labels[-1].at_s:
            raise TruthError("label too early", line=number, text=line.strip())
        labels.append(label)
    return tuple(labels)


def _label(line: str, number: int) -> Label:
    found = _LINE.fullmatch(line)
    if not found:
        raise TruthError("label without time", line=number, text=line)
    minutes, seconds, move = found.groups()
    try:
        return Label(60 * int(minutes or 0) + float(seconds.replace(",", ".")), parse_move(move), number)
    except NotationError as error:
        raise TruthError("label no move", line=number, reason=error.sentence("es")) from error


def ground_truth(filmed: FilmedHand, labels: Sequence[Label]) -> dict[str, Any]:
    """Convert to the format of ``burako evaluate-films``.

    Raises TruthError for an impossible move, and RulesError for rules that are not for so many players.
    """
    state = dealt_table(filmed.players, filmed.rules, starter=filmed.starter)
    stills = [{"frame": 0, "moves": 0, "seen": str(observe(state, filmed.rules))}]
    moves: list[dict[str, Any]] = []
    for at_s, group in groupby(labels, key=lambda label: label.at_s):
        frame = round(at_s * filmed.fps)
        for event in _events(state, tuple(group), filmed.rules):
            state = event.after
            codes = [str(fault.code) for fault in event.violations]
            moves.append({"move": str(event.move), "violations": codes, "frame": frame})
        stills.append({"frame": frame, "moves": len(moves), "seen": str(observe(state, filmed.rules))})
    scored = score_hand(record_of(state), filmed.rules)
    if scored.impossible:
        reason = " ".join(fault.sentence() for fault in scored.impossible[:_TOLD])
        raise TruthError("labels no hand", reason=reason)
    score = scored.as_json("es", filmed.rules)
    return {"video": filmed.video, "codec": "mjpg", "rules": filmed.rules.name, "players": filmed.players,
            "starter": filmed.starter, "fps": filmed.fps, "moves": moves, "stills": stills,
            "racks": [notation(rack.known) for rack in state.racks], "score": score}  # fmt: skip


def _events(state: TableState, labels: Sequence[Label], rules: Rules) -> Iterator[Event]:
    for label in labels:
        applied = apply(state, label.move, rules)
        is_idle = applied.state == state and not isinstance(label.move, ShowRack)
        if is_idle and applied.violations:
            raise TruthError("label no move", line=label.line, reason=applied.violations[0].sentence())
        yield Event(move=label.move, before=state, after=applied.state, violations=applied.violations)
        state = applied.state
