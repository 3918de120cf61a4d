"""Debounce suspicious updates: report them only after nothing else has happened for a while."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from math import inf

from companion.game_tracking.observation import Faces
from companion.game_tracking.tile_questions import NOTHING_OPEN, OpenQuestions
from companion.game_tracking.updates import Change, Update, is_half_rearranged, is_unfinished, lacks_meld, slips
from engine.rules.rules import Rules
from vision.watching.frame_results import FrameResult

HOLD_S = 0.8
"""Seconds after which a contradictory table is reported anyway."""
SLIP_S = 2.0
"""Seconds after which a meld that breaks the law is reported: a slip that its player notices is taken back by then."""
LOOK_S = 0.4
"""Seconds after a motion within which the table is looked at again."""
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
    slips_s: Mapping[str, float] = field(default_factory=dict)
    """By meld, since when those lie that break the law and may be taken back."""
    far_discard: int | None = None
    """The number of a discard that lies far from the pozo, so that it may begin a meld."""
    touched_s: float = -inf
    """When something moved last."""

    def after_frame(self, at_s: float, *, is_moving: bool) -> HeldUpdate:
        """The same, where it may be a slip or unfinished with the time until which a hand may have been at it."""
        is_waiting = self.hold_s in (SLIP_S, LAYING_S) and self.far_discard is None
        return replace(self, touched_s=at_s) if is_moving and is_waiting else self

    def is_ripe(self, at_s: float) -> bool:
        """Whether nothing has happened for long enough to report them."""
        return at_s - self.since_s >= self.hold_s and at_s - self.touched_s >= LOOK_S


def slips_since(update: Update, last: HeldUpdate | None, at_s: float, rules: Rules) -> Mapping[str, float]:
    """The slips of an update, each with the time since which it lies there, after the ``last`` one that was held."""
    return {meld: last.slips_s.get(meld, at_s) if last else at_s for meld in slips(update, rules)}


def held_since(update: Update, last: HeldUpdate | None, at_s: float, slips_s: Mapping[str, float]) -> float:
    """Since when it has been shown: its newest slip, whatever else its player does, or all of it."""
    unchanged_s = last.since_s if last and last.update.seen == update.seen else at_s
    return max(slips_s.values(), default=unchanged_s)


def has_passed(held: HeldUpdate, watched: FrameResult, seats: Iterable[int], rules: Rules) -> bool:
    """Whether play went on: a discard far from the pozo was taken, so that it began no meld, or a turn ended.

    Hands of other ``seats`` came over a table whose turn was ended by ``held``, whose hand was known. Over melds that
    are being rearranged they only point, or rest.
    """
    if held.far_discard is not None and watched.seen is not None:
        return held.far_discard not in watched.seen.settled.numbers
    update, is_known = held.update, held.is_by_known_hand and watched.reached_from is not None
    if rules.discard_ends_turn or not isinstance(update, Change) or not is_known or is_half_rearranged(update):
        return False
    return bool(set(seats) - {getattr(update.events[-1].move, "seat", None)})


def hold_s_of(update: Update, slips_s: Mapping[str, float], rules: Rules, far: int | None) -> float:
    """The number of seconds without updates for which these are held back, with a discard ``far`` from the pozo."""
    if far is not None or is_unfinished(update, rules):
        return LAYING_S
    return SLIP_S if slips_s or lacks_meld(update) else HOLD_S
