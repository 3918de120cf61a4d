"""A line of the score sheet opens its meld in its photograph, marked; also of a hand counted from photographs."""

from __future__ import annotations

import html
import io
import re
from typing import Any

import cv2
import numpy as np
import pytest

from tests.companion.dashboard.photo_counting import Counting
from tests.companion.dashboard.photographed import SIZE_PX, Recognizer
from tests.companion.dashboard.playing import Player

OURS, THEIRS = ("4r 5r 6r 7r 8r 9r 10r", "9k 9b 9y"), ("12r 12b 12k 12y",)
MARK_BGR = np.array((60, 225, 255))


@pytest.fixture(scope="module")
def house_with(recognizer: Recognizer) -> dict[str, Any]:
    return {"read": recognizer.read}


@pytest.fixture
def counted(player: Player, recognizer: Recognizer) -> Player:
    """A hand that was counted from four photographs: of each side's melds, and of racks."""
    counting = Counting(player)
    counting.sends(recognizer.table(OURS), field="photo.side.0")
    counting.sends(recognizer.table(THEIRS), field="photo.side.1")
    counting.sends(recognizer.racks("3b 3k", "13y"), recognizer.racks("8y 10k"))
    for words in ("Caro", "Atril de Ana", "No"):
        counting.answers(words)
    counting.client.post(f"{counting.address}/say", data={"partial": "1"})
    assert counting.confirms().headers["Location"].endswith(player.match)
    return player


def sheets(player: Player) -> list[str]:
    """Where the lines of the score sheet lead."""
    return re.findall(r'href="([^"]*/sheets/\d+/\d+)"', player.page("/hands/1/count"))


def picture_in(page: str) -> str:
    found = re.search(r'<img class="evidence-picture" src="([^"]+)"', page)
    return html.unescape(found[1]) if found else ""


def test_each_meld_of_a_counted_hand_is_shown_marked(counted: Player):
    seen = {}
    for address in sheets(counted):
        page = counted.client.get(address).get_data(as_text=True)
        assert "El juego en la foto, marcado" in page
        blob = counted.client.get(picture_in(page)).data
        part = cv2.imdecode(np.frombuffer(blob, np.uint8), cv2.IMREAD_COLOR).astype(int)
        assert (np.abs(part - MARK_BGR).max(-1) < 60).sum() > 100, "the meld is marked"
        seen[re.search(r'<h1 id="tile-title">(\S+ ?\w*)', page)[1], address] = part.shape
    assert len(seen) == 4, "three melds, and one of them is a canasta"


def test_racks_are_not_kept_and_photographs_are_one_below_the_other(counted: Player):
    line = next(line for line in counted.shown()["log"] if line["kind"] == "counted")
    kept = counted.client.get(f"/matches/pictures/{line['picture']}").data
    height, width = cv2.imdecode(np.frombuffer(kept, np.uint8), cv2.IMREAD_COLOR).shape[:2]
    assert round(height / width, 1) == round(2 * SIZE_PX[1] / SIZE_PX[0], 1)


def test_what_somebody_typed_has_no_picture_and_says_who_said_it(player: Player):
    player.send("play", moves="0 draw\n0 lay 4r 5r 6r")
    page = player.client.get(sheets(player)[0]).get_data(as_text=True)
    assert "No hay una foto. Se anotó así" in page
    assert picture_in(page) == ""
    assert f"/matches/{player.match}/hands/1/replay?entry=3" in page


def test_a_picture_without_places_is_shown_whole(player: Player, recognizer: Recognizer):
    picture = player.client.post("/api/pictures", data={"photo": (io.BytesIO(recognizer.table(OURS)), "mesa.jpg")})
    player.send("play", moves="0 draw\n0 lay 4r 5r 6r", picture=picture.get_json()["picture"])
    page = player.client.get(sheets(player)[0]).get_data(as_text=True)
    assert "La foto no dice dónde está este juego" in page
    assert "around" not in picture_in(page)


@pytest.mark.parametrize("place", ["0/99", "7/0", "0/x"])
def test_a_line_that_is_not_there_is_said(player: Player, place: str):
    player.send("play", moves="0 draw\n0 lay 4r 5r 6r")
    assert player.client.get(f"/matches/{player.match}/hands/1/sheets/{place}").status_code == 404
