"""A dashboard over the drawn table, and a browser where one is installed."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.companion.dashboard import table


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
