"""The photographs of a hand at a tournament are the judges': nobody else is told what they are called."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.dashboard.auth.roles import Role
from tests.companion.dashboard import table
from tests.companion.dashboard.organiser import Organiser
from tests.companion.dashboard.playing import playing_app
from tests.companion.dashboard.test_tournaments import come_in, flashed


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    with playing_app(tmp_path) as app:
        yield app


@pytest.fixture
def name(app: Flask, organiser: Organiser) -> str:
    """The name of the photograph that came with the first hand."""
    home = organiser.comes_in(organiser.device(seat="home"))
    photo = (io.BytesIO(table.picture()), "mesa.jpg")
    sent = {"order": "propose", "hand": "1", "points": ["800", "300"], "photo": photo}
    assert flashed(home.post(f"{organiser.address}/table", data=sent, follow_redirects=True)) == []
    (found,) = organiser.slip()["pictures"]
    return found


@pytest.mark.parametrize("address", ["/api{}", "{}/papers/tournament.json", "{}/fixtures/1", "{}"])
def test_only_judges_are_told_of_a_photograph(app: Flask, organiser: Organiser, name: str, address: str):
    here = address.format(organiser.address)
    come_in(app, Role.JUDGE).get(here)  # and nothing kept of that is given to others
    for client in (organiser.elsewhere(), come_in(app, Role.PLAYER), come_in(app, Role.SCORER)):
        answer = client.get(here)
        assert (answer.status_code, name in answer.text) == (200, False)


def test_judges_are_told(app: Flask, organiser: Organiser, name: str):
    judge = come_in(app, Role.JUDGE)
    for address in (f"/api{organiser.address}", f"{organiser.address}/fixtures/1"):
        assert name in judge.get(address).text
