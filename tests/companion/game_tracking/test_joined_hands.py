"""An arm that crosses two sides of the picture near a corner is one, of whoever's turn it is."""

from __future__ import annotations

import numpy as np
import pytest

from companion.game_tracking.known_arms import SIDES
from companion.game_tracking.whose_turn import HandsOverTable
from tests.companion.tabletop import Tabletop
from vision.tracking.hand_entry_side import Box, ReachedOver
from vision.watching.frame_results import FrameResult, FrameState

ARM: Box = (0.3, 0.0, 1.0, 0.56)
BESIDE: Box = (0.4, 0.0, 0.9, 0.56)


@pytest.mark.parametrize(
    ("says", "other", "plays", "seat"),
    [
        pytest.param("one arm, of the right player's turn", ARM, 3, 3),
        pytest.param("one arm, of the far player's turn", ARM, 2, 2),
        pytest.param("one arm, and it is the turn of neither: that of the side it crossed most", ARM, 0, 2),
        pytest.param("two arms: that which covered most", BESIDE, 3, 2),
    ],
)
def test_an_arm_over_two_sides_is_of_who_plays(says: str, other: Box, plays: int, seat: int) -> None:
    table, over = Tabletop.dealt(), HandsOverTable(4)
    over.note_look(table.sees())
    table.lays("4b 5b 6b", (640, 300))
    _, _, far, right = SIDES[4]
    hands = (ReachedOver(right, other), ReachedOver(far, ARM))
    over.update(FrameResult(index=0, at_s=0, state=FrameState.STILL, reached_from=far, reached=ARM, hands=hands))
    over.note_look(table.sees(), None, plays)
    assert over.seats == (seat,), says


@pytest.mark.parametrize(("is_over", "seat"), [(True, 0), (False, 2)], ids=["over it", "its box alone is"])
def test_who_was_over_a_meld_is_told_by_what_a_hand_covered(is_over: bool, seat: int) -> None:
    """Two hands whose boxes take the new meld in; the near player is in turn, and would have come first."""
    table, hands_over = Tabletop.dealt(), HandsOverTable(4)
    hands_over.note_look(table.sees())
    table.lays("4b 5b 6b", (640, 300))
    near, _, far, _ = SIDES[4]
    nowhere, everywhere = np.zeros((54, 96), np.uint8), np.ones((54, 96), np.uint8)
    hands = (ReachedOver(near, BESIDE, everywhere if is_over else nowhere), ReachedOver(far, BESIDE, everywhere))
    hands_over.update(
        FrameResult(index=0, at_s=0, state=FrameState.STILL, reached_from=far, reached=BESIDE, hands=hands)
    )
    hands_over.note_look(table.sees(), 0, 0)
    assert hands_over.seats == (seat,)
