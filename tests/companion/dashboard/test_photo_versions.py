"""A confirmed hand is counted anew from photographs while somebody else changes it: both versions are shown."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.companion.dashboard.photo_counting import Counting
from tests.companion.dashboard.photographed import Recognizer
from tests.companion.dashboard.playing import Player

OURS = ("4r 5r 6r 7r 8r 9r 10r", "9k 9b 9y", "1b 2b 3b 4b 5b")
THEIRS = ("12r 12b 12k 12y", "5k 6k 7k")


@pytest.fixture(scope="module")
def house_with(recognizer: Recognizer) -> dict[str, Any]:
    return {"read": recognizer.read}


@pytest.fixture
def counting(player: Player) -> Counting:
    return Counting(player)


def _counted_again(counting: Counting, recognizer: Recognizer):
    """The hand is confirmed, counted from photographs anew, and changed by somebody else before it is confirmed."""
    player = counting.player
    player.send("note", points=[420, -35])
    player.send("confirm")
    counting.sends(recognizer.table(OURS, THEIRS), recognizer.racks("3b 3k"))
    counting.client.post(f"{counting.address}/say", data={"partial": "1"})
    said = {"¿De quién son estos juegos?": "Ana + Caro", "¿Quién cerró?": "Caro", "¿De quién son": "Atril de Ana"}
    while asked := counting.question:
        known = next((words for begins, words in said.items() if asked.startswith(begins)), "")
        counting.answers(known or ("untaken" if "el muerto?" in asked else "No le quedó nada"))
    seen = re.search(r'name="seen_version" value="(\w+)"', counting.page)[1]
    player.send("note", points=[500, 100], hand=1)
    return counting.confirms(seen_version=seen)


def test_whoever_counts_a_hand_that_somebody_else_changed_meanwhile_sees_both(
    counting: Counting, recognizer: Recognizer
):
    there = _counted_again(counting, recognizer).headers["Location"]
    assert there.endswith("/versions")
    assert counting.totals == [500, 100], "nothing is overwritten before somebody chooses"
    both = counting.client.get(there).get_data(as_text=True)
    assert re.findall(r"<strong>([+−\d.]+)</strong>", both.split('id="mine"')[0])[:2] == ["+500", "+100"]
    mine = re.findall(r"<strong>([+−\d.]+)</strong>", both.split('id="mine"')[1])[:2]
    seen = re.search(r'name="seen_version" value="(\w+)"', both)[1]
    counting.confirms(seen_version=seen)
    assert [f"{total:+d}".replace("-", "−") for total in counting.totals] == mine
    assert mine != ["+500", "+100"]
