"""The page on which a game is printed: the PDF that was asked for, or one sentence and the form as it was."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from tests.companion.dashboard.playing import playing_app


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    with playing_app(tmp_path_factory.mktemp("house")) as app:
        yield app.test_client()


def sheets(visitor: FlaskClient, asked: str) -> int:
    """How many pages are printed for what the address asks."""
    answer = visitor.get(f"/print/game.pdf?{asked}")
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
    return len(re.findall(rb"/Type /Page\b", answer.data))


@pytest.mark.parametrize(
    ("asked", "count"),
    [
        ("", 18),
        ("part=tiles", 5),
        ("part=tiles&part=card&paper=letter", 6),
        ("part=racks", 9),
        ("part=mat&rules=rummy", 1),
        ("part=mat&rules=no-such-rules", 3),
        ("tiles=5r+J&part=tiles&part=racks&part=mat&part=card", 1),
        ("part=tiles&tile=50x75", 14),
    ],
)
def test_what_is_asked_for_is_printed(visitor: FlaskClient, asked: str, count: int) -> None:
    assert sheets(visitor, asked) == count


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ("margin=30&part=racks", "Con un margen de 30 mm los atriles no entran en una hoja A4: hasta 13 mm sí."),
        ("tile=900x900", "Una ficha de 900 mm de ancho no se puede: va de 14 a 60 mm."),
        ("tiles=5q", "«5q» no es una ficha"),
        ("part=dados", "El juego no tiene una parte «dados»"),
        ("paper=a9", "No hay un papel «a9»"),
    ],
)
def test_what_cannot_be_printed_is_said_over_the_form(visitor: FlaskClient, asked: str, said: str) -> None:
    answer = visitor.get(f"/print/game.pdf?{asked}&ink=black")
    page = answer.get_data(as_text=True)
    assert answer.status_code == 422
    assert said in page
    assert 'value="black" checked' in page, "what was chosen is still there"


def test_the_home_page_leads_there_in_one_tap(visitor: FlaskClient) -> None:
    assert 'href="/print"' in visitor.get("/").get_data(as_text=True)
    assert "Cuatro atriles" in visitor.get("/print").get_data(as_text=True)


def test_the_address_may_name_the_missing_tiles(visitor: FlaskClient) -> None:
    page = visitor.get("/print?tiles=5r+J").get_data(as_text=True)
    assert 'value="5r J"' in page
    assert re.search(r'value="tiles" checked', page)
    assert not re.search(r'value="racks" checked', page)
