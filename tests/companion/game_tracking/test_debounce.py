"""How long an update waits: a meld that breaks the law may be a slip, which its player takes back."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.game_tracking.debounce import (
    HOLD_S,
    LAYING_S,
    LOOK_S,
    SLIP_S,
    HeldUpdate,
    has_passed,
    held_since,
    hold_s_of,
    slips_since,
)
from companion.game_tracking.hand_tracker import HandTracker
from companion.game_tracking.observation import NO_FACES
from companion.game_tracking.updates import Change, Question, slips
from datasets.synthetic_videos.generate import HandVideoSpec, hand_to_film
from engine import load_rules
from engine.inference.observation import Observation
from tests.companion.game_tracking.test_hand_tracker import changed
from tests.companion.game_tracking.test_updates import change
from tests.companion.onlooker import Onlooker
from tests.companion.tabletop import Tabletop
from vision.belief import Belief
from vision.tracking.hand_entry_side import PictureSide
from vision.watching.frame_results import FrameResult, FrameState

REACHED = FrameResult(index=0, at_s=1.0, state=FrameState.MOVING, reached_from=PictureSide.FAR)
CLASICO, WRONG = load_rules("clasico"), "0 draw\n0 lay 4b 5b 9k"


@pytest.mark.parametrize(
    ("says", "rules", "moves", "waits"),
    [
        ("a wrong tile", "clasico", WRONG, ["4b 5b 9k"]),
        ("a lawful meld", "clasico", "0 draw\n0 lay 4b 5b 6b", []),
        ("both", "clasico", f"{WRONG}\n0 lay 7r 7k 7b", ["4b 5b 9k"]),
        ("its turn has ended", "clasico", f"{WRONG}\n0 discard 3r", []),
        ("in a tournament a laid tile is played", "torneo", WRONG, []),
    ],
)
def test_an_unlawful_meld_may_be_a_slip_until_its_turn_ends(says: str, rules: str, moves: str, waits: list[str]):
    law = load_rules(rules)
    update = change(moves, law)
    assert sorted(slips(update, law)) == waits, says
    held_s = hold_s_of(update, slips_since(update, None, 0.0, law), law, None)
    assert held_s == (SLIP_S if waits else HOLD_S), says


def test_a_question_is_no_slip():
    assert slips(Question(), CLASICO) == frozenset()


@pytest.mark.parametrize(
    ("says", "then", "since_s"),
    [
        ("its player plays on: it was not taken back", f"{WRONG}\n0 lay 7r 7k 7b", 10.0),
        ("a second one", f"{WRONG}\n0 lay 7r 7k 8b", 12.0),
        ("another one instead", "0 draw\n0 lay 4b 5b 9r", 12.0),
        ("it was taken back", "0 draw\n0 lay 4b 5b 6b", 12.0),
    ],
)
def test_a_slip_waits_since_it_was_laid(says: str, then: str, since_s: float):
    first = change(WRONG, CLASICO)
    update = replace(change(then, CLASICO), seen=Observation.parse("pozo:"))
    last = HeldUpdate(first, NO_FACES, 10.0, slips_s=slips_since(first, None, 10.0, CLASICO))
    assert held_since(update, last, 12.0, slips_since(update, last, 12.0, CLASICO)) == since_s, says


@pytest.mark.parametrize(
    ("says", "step_s", "state", "is_told"),
    [
        ("it may be a slip", HOLD_S, FrameState.STILL, False),
        ("nobody took it back", SLIP_S, FrameState.STILL, True),
        ("a hand may be taking it back", SLIP_S, FrameState.MOVING, False),
        ("the hand only rests", SLIP_S, FrameState.HAND, True),
    ],
)
def test_an_unlawful_meld_waits_for_the_end_of_the_turn_or_for_a_while(
    says: str, step_s: float, state: FrameState, is_told: bool
) -> None:
    made = hand_to_film(HandVideoSpec(seed=3, size_px=(320, 192)))
    wrong, moves = {"9k": Belief.peaked("9r", 0.99)}, ["0 draw", "0 lay 7k 2y 9r"]
    hand, onlooker = HandTracker(load_rules("clasico"), 2), Onlooker(made)
    hand(FrameResult(index=0, at_s=0, state=FrameState.STILL, seen=onlooker.sees(0)))
    assert hand(FrameResult(index=1, at_s=1, state=FrameState.STILL, seen=onlooker.sees(1, wrong))) is None
    updates = [hand(FrameResult(index=2, at_s=1 + step_s, state=state))]
    updates.append(hand(FrameResult(index=3, at_s=1.1 + step_s, state=FrameState.STILL)))
    assert changed(updates) == (moves if is_told else []), says
    assert hand.finish() is None if is_told else changed([hand.finish()]) == moves


@pytest.mark.parametrize(
    ("says", "turn", "seats", "passed"),
    [
        ("its own player", "0 lay 3b 4b 9k", (0,), False),
        ("the next one, over a wrong meld", "0 lay 3b 4b 9k", (1,), True),
        ("the next one, over a lawful table", "0 rearrange #1 : 3r 4r 5r | 6r 7r 8r", (1,), True),
        ("somebody over a meld that is taken apart", "0 rearrange #1 : 3r 4r 5r 6r | 7r 8r", (1,), False),
    ],
)
def test_a_hand_over_melds_that_are_being_rearranged_ends_no_turn(
    says: str, turn: str, seats: tuple[int, ...], passed: bool
):
    law = load_rules("rummy")
    update = change(f"0 draw\n0 lay 3r 4r 5r 6r 7r 8r\n0 end\n1 draw\n1 end\n0 draw\n{turn}", law)
    update = replace(update, events=update.events[-1:])
    held = HeldUpdate(update, NO_FACES, 0.0, is_by_known_hand=True)
    assert has_passed(held, REACHED, seats, law) is passed, says


@pytest.mark.parametrize(
    ("says", "more", "told"),
    [
        ("the other meld lay under a hand", "12r 12k 12b", ["0 lay 8r 8k 8b", "0 lay 12r 12k 12b", "0 discard 5y"]),
        ("there is none", "", ["0 lay 8r 8k 8b", "0 discard 5y"]),
    ],
)
def test_who_opens_with_too_little_and_throws_may_have_laid_more(says: str, more: str, told: list[str]):
    table, hand = Tabletop.dealt(), HandTracker(load_rules("parejas"), 4)
    updates = [hand(FrameResult(index=0, at_s=0.0, state=FrameState.STILL, seen=table.sees()))]
    table.lays("8r 8k 8b", (150, 80))
    table.puts("5y", (150, 20))
    updates.append(hand(FrameResult(index=1, at_s=1.0, state=FrameState.STILL, seen=table.sees())))
    updates.append(hand(FrameResult(index=2, at_s=1.9, state=FrameState.STILL)))
    assert changed(updates) == [], says
    table.lays(more, (150, 140))
    updates = [hand(FrameResult(index=3, at_s=2.0, state=FrameState.STILL, seen=table.sees()))]
    updates.append(hand(FrameResult(index=4, at_s=3.1, state=FrameState.STILL)))
    assert changed(updates) == ["0 draw", *told], says
    assert any(change.violations for change in updates if isinstance(change, Change)) is not bool(more), says


@pytest.mark.parametrize(
    ("says", "hold_s", "far", "is_ripe"),
    [
        ("its tiles are still being laid", LAYING_S, None, False),
        ("it may be taken back", SLIP_S, None, False),
        ("a discard far from the pozo, whoever's hand it is", LAYING_S, 7, True),
        ("nothing is wrong with it", HOLD_S, None, True),
    ],
)
def test_while_a_hand_moves_nothing_is_told_that_it_may_be_at(
    says: str, hold_s: float, far: int | None, is_ripe: bool
) -> None:
    held = HeldUpdate(change(WRONG, CLASICO), NO_FACES, 0.0, hold_s=hold_s, far_discard=far)
    held = held.after_frame(20.0, is_moving=True)
    assert held.is_ripe(20.1) is is_ripe, says
    assert held.is_ripe(20.1 + LOOK_S), "once it has gone"
