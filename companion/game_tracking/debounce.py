"""Debounce suspicious updates: report them only after nothing else has happened for a while."""

from __future__ import annotations

from dataclasses import dataclass

from companion.game_tracking.observation import Faces
from companion.game_tracking.tile_questions import NOTHING_OPEN, OpenQuestions
from companion.game_tracking.updates import Update, is_unfinished
from engine.rules.rules import Rules

HOLD_S = 0.8
"""Seconds after which a contradictory table is reported anyway."""
LAYING_S = 6.0
"""Seconds after which tiles that may still be being laid are reported."""


@dataclass(frozen=True, slots=True)
class HeldUpdate:
    """Updates that are held back."""

    update: Update
    faces: Faces
    since_s: float
    hold_s: float = HOLD_S
    open: OpenQuestions = NOTHING_OPEN
    """The tiles it leaves open, for a question."""
    is_by_known_hand: bool = False
    """Whether the hand that made the changes is known, not only whose turn it is."""

    def is_ripe(self, at_s: float) -> bool:
        """Whether nothing has happened for long enough to report them."""
        return at_s - self.since_s >= self.hold_s


def hold_s_of(update: Update, rules: Rules) -> float:
    """The number of seconds without updates for which these are held back."""
    return LAYING_S if is_unfinished(update, rules) else HOLD_S
