"""A canasta in a pile: a photograph shows its top alone, so it is asked which one it is."""

from __future__ import annotations

import re
from typing import Any

import pytest

from tests.companion.dashboard.photo_counting import Counting
from tests.companion.dashboard.photographed import Recognizer
from tests.companion.dashboard.playing import Player

LAID, THEIRS = ("9k 9b 9y", "1b 2b 3b 4b 5b"), ("12r 12b 12k 12y", "5k 6k 7k")
REST = 30 + 50 + 100 + 100
"""What the two other melds of that side, its closing and the muerto that it played are worth."""


@pytest.fixture(scope="module")
def house_with(recognizer: Recognizer) -> dict[str, Any]:
    return {"read": recognizer.read}


@pytest.fixture
def counting(player: Player) -> Counting:
    return Counting(player)


def piled(counting: Counting, recognizer: Recognizer) -> Counting:
    """A hand of which one canasta lies in a pile, of which the photograph shows the top alone."""
    counting.sends(recognizer.table(LAID, THEIRS, ("10r",)))
    counting.answers("Ana + Caro")
    counting.answers("Caro")
    page = counting.page
    assert "¿De quién son estas fichas?" in page
    assert "Si es una canasta apilada" in page
    counting.answers("Juegos de Ana + Caro")
    assert counting.question == "¿Qué canasta hay en esta pila?"
    return counting


@pytest.mark.parametrize(
    ("answer", "points"),
    [
        ("4r 5r 6r 7r 8r 9r 10r", 4 * 5 + 3 * 10 + 200),
        ("10r 10r 10b 10b 10y 10y 10k", 7 * 10 + 200),
    ],
    ids=["the run that ends at its top", "its group"],
)
def test_of_a_canasta_in_a_pile_it_is_asked_which_it_is(
    counting: Counting, recognizer: Recognizer, answer: str, points: int
):
    assert "no puede cerrar sin canasta" in piled(counting, recognizer).page
    counting.answers(answer)
    assert "Qué canasta hay" not in counting.question
    assert "no puede cerrar sin canasta" not in counting.page
    assert re.search(r"Ana \+ Caro <strong>\+?(\d+)", counting.page)[1] == str(points + REST)


def test_another_canasta_is_typed_and_what_is_no_tile_is_said(counting: Counting, recognizer: Recognizer):
    piled(counting, recognizer)
    name = re.search(r'name="(pile\.[^"]+)"', counting.page)[1]
    counting.client.post(f"{counting.address}/say", data={name: "4r 5r perro"})
    page = counting.page
    assert "perro" in page
    assert "¿Qué canasta hay en esta pila?" in page
    counting.client.post(f"{counting.address}/say", data={name: "4 rojo 5 rojo J 7 rojo 8 rojo 9 rojo 10 rojo"})
    assert "Qué canasta hay" not in counting.question


def test_a_single_tile_is_no_pile_where_somebody_says_so(counting: Counting, recognizer: Recognizer):
    piled(counting, recognizer).answers("none")
    assert "Qué canasta hay" not in counting.question
    assert 'aria-label="No cuenta (pozo, mazo)"' in counting.page
