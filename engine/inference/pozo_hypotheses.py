"""Hypotheses about the pozo between two looks, given whose turn it is and what was laid in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from engine.hand.draw_moves import has_exchanged
from engine.hand.moves import SeenTile
from engine.hand.state import TableState
from engine.inference.meld_matching import TableChange
from engine.inference.observation import Observation
from engine.inference.pozo_changes import PozoDiscard, PozoStep, PozoTaken, pozo_changes
from engine.rules.rules import Rules

_ENOUGH_OF_POZO = 2
"""Tiles of the pozo, if it had as many, that tell that it was taken when they are laid."""
PozoHypotheses = list[tuple[tuple[PozoStep, ...], bool]]
"""Hypotheses about the pozo, each with whether its first discard was an exchanged tile that ended no turn."""


def hypotheses(state: TableState, observation: Observation, rules: Rules) -> PozoHypotheses:
    """The pozo hypotheses, each preceded by its variant in which the first discard was an exchange."""
    first = state.turn.count == 0 and not state.turn.redrawn and state.melds == state.turn.melds
    stories: list[tuple[tuple[PozoStep, ...], bool]] = []
    for steps in pozo_changes(state.pozo, observation):
        if first and rules.first_player_redraw and len(steps) > 1 and isinstance(steps[0], PozoDiscard):
            stories.append((steps, True))
        stories.append((steps, False))
    return stories


def took_pozo_after_all(
    state: TableState, observation: Observation, changes: Sequence[TableChange], steps: Sequence[PozoStep]
) -> bool:
    """Whether a seat that seemed to draw took the pozo under its hand: that is gone, and its tiles were laid since."""
    turn, pozo = state.turn, Counter(state.pozo)
    if not turn.drawn or turn.taken or steps[:1] != (PozoTaken(0),) or {*observation.hands} - {turn.seat}:
        return False
    laid = Counter[SeenTile](state.laid_tiles())
    laid.subtract(tile for meld in turn.melds for tile in meld.tiles)
    laid.update(tile for change in changes for tile in change.added.elements())
    return (pozo & laid).total() >= min(pozo.total(), _ENOUGH_OF_POZO)


def late_hypotheses(state: TableState, stories: PozoHypotheses) -> Iterator[tuple[PozoStep, ...]]:
    """The pozo hypotheses for a turn that is one ahead; a player who exchanged the first tile has already drawn."""
    drawn = state.turn.count == 1
    return (
        steps for steps, redraw in stories if not redraw and not (drawn and steps and isinstance(steps[0], PozoTaken))
    )


def may_lag(state: TableState, rules: Rules) -> bool:
    """Whether the turn may be one ahead because the exchanged first tile looked like a discard."""
    begun = state.turn.drawn or state.melds != state.turn.melds
    is_early = 0 < state.turn.count <= state.players and not has_exchanged(state, rules)
    return rules.first_player_redraw and is_early and not begun
