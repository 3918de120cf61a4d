"""Guessing a PIN of the server or of an entrant: thousands of tries, of which few are checked."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.dashboard.auth.pin_attempts import PinAttempts
from tests.companion.dashboard.organiser import Organiser
from tests.companion.dashboard.playing import ELSEWHERE, playing_app
from tests.torture.figures import Record, figure

A_MINUTE, AN_HOUR = 5, 20
STEP_S = 0.72
MANY = [300, pytest.param(10_000, marks=[pytest.mark.slow, pytest.mark.timeout(900)])]
"""Two hours of tries, or four minutes."""


class Clock:
    """A clock that is put forward by hand."""

    now_s = 0.0

    def __call__(self) -> float:
        return self.now_s


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def app(tmp_path: Path, clock: Clock) -> Iterator[Flask]:
    """A house that phones can reach, whose doors go by the clock."""
    with playing_app(tmp_path, public_url="http://192.168.0.7:8000/") as app:
        app.extensions["attempts"] = PinAttempts(clock)
        app.extensions["entrant attempts"] = PinAttempts(clock, for_all=False)
        yield app


def looked_at(clock: Clock, tries: int, guess: Callable[[int], int]) -> list[float]:
    """When each guess was made that was looked at: ``guess`` makes one and gives the status of the answer."""
    moments = []
    for number in range(tries):
        clock.now_s = STEP_S * number
        status = guess(number)
        assert status in (303, 403, 429)
        if status != 429:
            moments.append(clock.now_s)
    return moments


def most_within(moments: list[float], seconds: float) -> int:
    """How many of the moments lie within so many seconds of each other, at most."""
    return max(sum(first <= moment < first + seconds for moment in moments) for first in moments)


def held(record_property: Record, moments: list[float], tries: int, of: str) -> None:
    """Asserts that no more were looked at than may be, and keeps that for the row."""
    minute, hour = most_within(moments, 60), most_within(moments, 3600)
    assert (minute <= A_MINUTE, hour <= AN_HOUR) == (True, True), (minute, hour)
    figure(record_property, "S4", f"of {tries} guesses {of} at most {minute} in a minute and {hour} in an hour")


@pytest.mark.parametrize("tries", MANY)
def test_one_address_guesses_the_pins_of_the_house(app: Flask, clock: Clock, tries: int, record_property: Record):
    client = app.test_client()
    client.environ_base.update(ELSEWHERE)
    moments = looked_at(clock, tries, lambda number: client.post("/join", data={"pin": f"{number:06}"}).status_code)
    held(record_property, moments, tries, "from one address at the house's PINs")


@pytest.mark.parametrize("tries", MANY)
def test_devices_take_turns_at_one_entrant(app: Flask, clock: Clock, tries: int, record_property: Record):
    organiser = Organiser(app)
    organiser.begins()
    devices, right = [organiser.device() for _ in range(3)], organiser.pin(1)
    organiser.says(devices[0], "propose", hand=1, side="home", points=[800, 300])

    def guess(number: int) -> int:
        pin = f"{number % 10_000:04}"
        wrong = pin if pin != right else "0"
        return organiser.says(devices[number % 3], "agree", hand=1, side="away", pin=wrong).status_code

    held(record_property, looked_at(clock, tries, guess), tries, "from three devices at one entrant's PIN")
    assert organiser.slip()["standing"] != "agreed"


def test_who_is_right_may_be_so_as_often_as_there_are_hands(app: Flask):
    organiser = Organiser(app)
    organiser.begins()
    device, pin = organiser.device(), organiser.pin(1)
    for hand in range(1, AN_HOUR + 5):
        organiser.says(device, "propose", hand=hand, side="home", points=[800, 300])
        assert organiser.says(device, "agree", hand=hand, side="away", pin=pin).status_code in (200, 409)


@pytest.mark.parametrize("tries", MANY)
def test_a_made_up_link_is_refused_however_often(app: Flask, tries: int, record_property: Record):
    client = app.test_client()
    client.environ_base.update(ELSEWHERE)
    token = app.extensions["token issuer"].token(3)
    body, _, seal = token.rpartition(".")
    made_up = (f"{body}.{number:0{len(seal)}}" for number in range(tries))
    assert {client.post(f"/join/{link}", data={"name": "Beto"}).status_code for link in made_up} == {403}
    bits = 6 * len(seal)
    assert bits >= 40
    figure(record_property, "S4", f"{tries} made-up links refused, each sealed with {bits} bits")
