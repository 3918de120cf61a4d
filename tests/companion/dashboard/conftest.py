"""A dashboard over the drawn table, and a browser where one is installed."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.companion.dashboard import table
from tests.companion.dashboard.organiser import Organiser
from tests.companion.dashboard.photographed import Recognizer
from tests.companion.dashboard.playing import Player, playing_app


def pytest_itemcollected(item: pytest.Item) -> None:
    """Whatever takes a browser is marked so, and is a run of its own."""
    if "browser" in getattr(item, "fixturenames", ()):
        item.add_marker("browser")


@pytest.fixture
def client() -> FlaskClient:
    """A visitor without a language of their own."""
    return table.app().test_client()


@pytest.fixture
def photo(client: FlaskClient) -> str:
    """The address of the score of the drawn table."""
    answer = client.post("/photos", data={"photo": (io.BytesIO(table.picture()), "mesa.jpg")})
    return str(answer.headers["Location"])


@pytest.fixture
def demo(tmp_path: Path) -> tuple[Path, ...]:
    """The files of a demo with two pictures: the table, and an empty one."""
    return table.demo_folder(tmp_path)


@pytest.fixture
def demo_client(demo: tuple[Path, ...]) -> FlaskClient:
    """A visitor of a dashboard with a demo."""
    return table.app(demo, demo_first=True).test_client()


@pytest.fixture
def organiser(app: Flask) -> Organiser:
    """Who runs a tournament of eight players in two zones, three tables, the first matches seated."""
    organiser = Organiser(app)
    organiser.begins()
    return organiser


@pytest.fixture(scope="module")
def recognizer() -> Recognizer:
    """What reads the pictures that it draws, where a file's ``house_with`` takes it."""
    return Recognizer()


@pytest.fixture(scope="module")
def house_with() -> dict[str, Any]:
    """What the house of a file has that others have not."""
    return {}


@pytest.fixture(scope="module")
def app(house_with: dict[str, Any], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """One house for all tests of a file; each begins a match of its own."""
    with playing_app(tmp_path_factory.mktemp("house"), **house_with) as app:
        yield app


@pytest.fixture
def player(app: Flask) -> Player:
    """Four people who play the classic game, the first hand dealt to Ana."""
    player = Player(app.test_client())
    player.begins()
    return player


@pytest.fixture(scope="module")
def address(app: Flask) -> Iterator[str]:
    """Where the house can be reached with a browser."""
    from tests.companion.dashboard.browser import serving

    with serving(app) as found:
        yield found


@pytest.fixture(scope="package")
def browser():
    """Chromium, one for all files: each visitor finds nothing of the last, and a browser of its own takes a second."""
    from tests.companion.dashboard.browser import chromium

    with chromium() as launched:
        yield launched
