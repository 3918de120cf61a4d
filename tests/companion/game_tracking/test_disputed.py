"""Where two cameras surely say different things of a tile people are asked, though the law would allow only one."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.game_tracking.hand_tracker import HandTracker
from companion.game_tracking.updates import Change, Question, Update
from datasets.synthetic_videos.generate import HandVideoSpec, hand_to_film
from engine import load_rules
from tests.companion.onlooker import Onlooker
from vision.belief import Belief
from vision.watching.frame_results import FrameResult, FrameState, SeenTable

EITHER = {"9k": Belief.peaked("9k", 0.495, ("9y", 0.495))}


def looks(hand: HandTracker, seen: SeenTable) -> list[Update]:
    return [update for at_s, shown in ((0.0, seen), (2.0, None), (4.0, None))
            if (update := hand(FrameResult(index=0, at_s=at_s, state=FrameState.STILL, seen=shown)))]  # fmt: skip


def disputed(seen: SeenTable, face: str = "9k") -> SeenTable:
    """The same table, of which the tile that may be ``face`` is disputed."""
    settled = seen.settled
    numbers = zip(settled.numbers, settled.reading.tiles, strict=True)
    return replace(
        seen, settled=replace(settled, disputed=frozenset(n for n, tile in numbers if tile.belief.of(face) > 0.4))
    )


@pytest.fixture
def onlooker() -> Onlooker:
    """A hand in which the second still shows the meld 7k 2y 9k."""
    return Onlooker(hand_to_film(HandVideoSpec(seed=3, size_px=(320, 192))))


def test_one_camera_in_doubt_leaves_the_tile_to_the_law(onlooker: Onlooker) -> None:
    hand = HandTracker(load_rules("clasico"), 2)
    (update,) = looks(hand, onlooker.sees(1, EITHER))
    assert isinstance(update, Change)


def test_two_that_differ_ask_and_an_answer_holds(onlooker: Onlooker) -> None:
    hand = HandTracker(load_rules("clasico"), 2)
    (asked,) = looks(hand, disputed(onlooker.sees(1, EITHER)))
    assert isinstance(asked, Question)
    ((number, options),) = ((tile.number, dict(tile.options)) for tile in asked.unsure)
    assert {"9k", "9y"} <= set(options)
    assert hand.is_provisional
    update = hand.name_tiles({number: "9k"})
    assert isinstance(update, Change)
    assert [str(event.move) for event in update.events][-1] == "0 lay 7k 2y 9k"
    assert not hand.is_provisional
    assert looks(hand, disputed(onlooker.sees(1, EITHER))) == []


def test_what_was_noted_before_is_asked_about_too(onlooker: Onlooker) -> None:
    hand = HandTracker(load_rules("clasico"), 2)
    assert all(isinstance(update, Change) for update in looks(hand, onlooker.sees(1)))
    (asked,) = looks(hand, disputed(onlooker.sees(1, EITHER)))
    assert isinstance(asked, Question)
