"""While a hand is counted from photographs, only what is known of it is counted."""

from __future__ import annotations

import html
import re
from typing import Any

import pytest

from tests.companion.dashboard.photo_counting import Counting
from tests.companion.dashboard.photographed import Recognizer
from tests.companion.dashboard.playing import Player

OURS, THEIRS = ("4r 5r 6r 7r 8r 9r 10r",), ("12r 12b 12k 12y",)


@pytest.fixture(scope="module")
def house_with(recognizer: Recognizer) -> dict[str, Any]:
    return {"read": recognizer.read}


def running(page: str) -> list[str]:
    """The points of each side so far, as the page says them; none where it says none."""
    found = re.search(r'<p class="running">(.*?)</p>', page, re.DOTALL)
    return re.findall(r"<strong>(.*?)</strong>", html.unescape(found[1])) if found else []


def test_nothing_is_counted_that_nobody_knows(player: Player, recognizer: Recognizer):
    counting = Counting(player)
    counting.sends(recognizer.table(OURS, THEIRS), recognizer.racks("3b 3k", "13y"), recognizer.racks("8y 10k"))
    counting.client.post(f"{counting.address}/say", data={"partial": "1"})
    so_far = {"": running(counting.page)}
    for words in ("Ana + Caro", "Caro", "Atril de Ana", "No"):
        counting.answers(words)
        so_far[words] = running(counting.page)
    assert so_far == {
        "": [],
        "Ana + Caro": ["+250", "+40"],
        "Caro": ["+450", "+40"],
        "Atril de Ana": ["+440", "+10"],
        "No": ["+440", "−90"],
    }


def test_the_history_says_that_melds_were_counted(player: Player, recognizer: Recognizer):
    counting = Counting(player)
    counting.sends(recognizer.table(OURS, THEIRS), recognizer.racks("3b 3k", "13y"), recognizer.racks("8y 10k"))
    for words in ("Ana + Caro", "Caro", "Atril de Ana", "No"):
        counting.answers(words)
    counting.client.post(f"{counting.address}/say", data={"partial": "1"})
    counting.confirms()
    page = player.page("/history")
    assert page.count("Se contó un juego de") == 2
    assert "Se corrige un juego" not in page
