"""On the one device of a table only a PIN shows that a side answers what the other said."""

from __future__ import annotations

import pytest
from flask import Flask

from tests.companion.dashboard.organiser import Organiser

POINTS = [800, 300]


@pytest.fixture
def organiser(app: Flask) -> Organiser:
    organiser = Organiser(app)
    organiser.begins()
    return organiser


@pytest.mark.parametrize("points", [POINTS, [0, 900]], ids=["the same", "otherwise"])
def test_a_device_for_both_sides_answers_for_the_other_with_its_pin_alone(organiser: Organiser, points: list[int]):
    token = organiser.device()
    organiser.says(token, "propose", hand=1, side="home", points=POINTS)
    answers = [organiser.says(token, "propose", hand=1, side="away", points=points, **pin)
               for pin in ({}, {"pin": ""}, {"pin": organiser.pin(0)})]  # fmt: skip
    assert [answer.status_code for answer in answers] == [409, 409, 403]
    assert (organiser.slip()["standing"], organiser.slip()["points"]) == ("proposed", POINTS)
    assert organiser.says(token, "propose", hand=1, side="home", points=[790, 300]).status_code == 200
    answer = organiser.says(token, "propose", hand=1, side="away", points=points, pin=organiser.pin(1))
    assert answer.status_code == 200
    assert organiser.slip()["standing"] == "disputed"
    assert organiser.says(token, "propose", hand=1, side="away", points=points).status_code == 409
