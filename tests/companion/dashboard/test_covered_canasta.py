"""What the tile across a canasta hides is asked with the canastas that it may be, and counted as it is answered."""

from __future__ import annotations

import html
import io
import re
from typing import Any

import pytest
from flask import Flask

from tests.companion.covered import covered_canasta
from tests.companion.dashboard.photo_counting import Counting
from tests.companion.dashboard.photographed import Recognizer
from tests.companion.dashboard.playing import Player
from vision.reading import TableReading

COVERED = covered_canasta("8r 8b _ 8k 8r 8y", "8b", 2)
CHOSEN = "8r 8b 8y 8k 8r 8y 8b"
QUESTION = "¿Qué tapa la ficha cruzada?"


@pytest.fixture(scope="module")
def house_with(recognizer: Recognizer) -> dict[str, Any]:
    return {"read": recognizer.read}


class Visitor:
    """Somebody who looks at a photograph of a canasta."""

    def __init__(self, app: Flask, recognizer: Recognizer, reading: TableReading) -> None:
        self.client = app.test_client()
        picture = recognizer.table(["4r 5r 6r"])
        recognizer.seen[picture] = reading
        answer = self.client.post("/photos", data={"photo": (io.BytesIO(picture), "mesa.jpg")})
        self.address = str(answer.headers["Location"])
        self.client.post(f"{self.address}/rules", data={"rules": "parejas"})

    @property
    def page(self) -> str:
        return html.unescape(self.client.get(self.address).text)

    def says(self, canasta: str) -> int:
        """Chooses a canasta by the form of the page before anything was said."""
        across = len(COVERED.tiles) - 1
        return self.client.post(f"{self.address}/tiles/{across}", data={"canasta": canasta}).status_code

    @property
    def offered(self) -> list[str]:
        return re.findall(r'name="canasta" value="([^"]+)"', self.page)


def test_a_canasta_is_chosen_and_taken_back(app: Flask, recognizer: Recognizer) -> None:
    visitor = Visitor(app, recognizer, COVERED)
    assert CHOSEN in visitor.offered
    assert visitor.offered[-1] == "seen"
    assert "0 puntos" in visitor.page
    assert visitor.says(CHOSEN) == 303
    assert "canasta pura" in visitor.page
    assert "Con lo que tapa la ficha cruzada: 8 amarillo" in visitor.page
    assert "la decidieron las reglas" not in visitor.page, "a person did"
    assert visitor.offered == []
    visitor.client.post(f"{visitor.address}/undo")
    assert CHOSEN in visitor.offered


@pytest.mark.parametrize(("canasta", "status"), [("1r 2r 3r", 409), ("8r", 409), ("x" * 5000, 409), ("seen", 303)])
def test_only_what_is_offered_is_taken(app: Flask, recognizer: Recognizer, canasta: str, status: int) -> None:
    visitor = Visitor(app, recognizer, COVERED)
    assert visitor.says(canasta) == status
    assert bool(visitor.offered) is (status != 303)


def test_what_was_answered_is_not_taken_twice(app: Flask, recognizer: Recognizer) -> None:
    visitor = Visitor(app, recognizer, COVERED)
    assert [visitor.says(CHOSEN), visitor.says("seen")] == [303, 409]
    assert "canasta pura" in visitor.page


@pytest.mark.parametrize("answer", [CHOSEN, "seen"])
def test_a_hand_is_not_counted_before_it_is_answered(app: Flask, recognizer: Recognizer, answer: str) -> None:
    player = Player(app.test_client())
    player.begins(rules="parejas")
    counting, picture = Counting(player), recognizer.table(["4r 5r 6r"])
    recognizer.seen[picture] = COVERED
    counting.sends(picture)
    while counting.question != QUESTION:
        counting.answers({"¿De quién son estos juegos?": "Ana + Caro",
                          "¿Quién cerró?": "Ana"}[counting.question])  # fmt: skip
    assert "confirmar la mano" not in counting.page
    counting.answers(answer)
    assert QUESTION not in counting.page
    said = re.sub(r"\s+", " ", re.sub(r"<[^>]*>", " ", counting.page))
    assert ("Canasta pura" in said) is (answer == CHOSEN)
    assert ("+370 = 370" in said) is (answer == CHOSEN), "seven eights, the canasta and the close"
