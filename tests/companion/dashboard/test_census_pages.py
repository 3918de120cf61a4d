"""The page that counts a set: what is missing is drawn and printed with a tap, what nobody can tell is asked."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from tests.companion.dashboard.playing import playing_app


@pytest.fixture(scope="module")
def visitor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FlaskClient]:
    with playing_app(tmp_path_factory.mktemp("house")) as app:
        yield app.test_client()


def counted(visitor: FlaskClient, photos: int, **more: str) -> tuple[int, str]:
    """The status and the page of a count of so many photographs."""
    sent = [(io.BytesIO(b"a photograph"), f"mesa{at}.jpg") for at in range(photos)]
    answer = visitor.post("/census", data={"photo": sent, **more})
    return answer.status_code, answer.get_data(as_text=True)


def test_what_is_missing_is_drawn_and_can_be_printed(visitor: FlaskClient) -> None:
    status, page = counted(visitor, 1)
    assert status == 200
    assert "Hay 105 fichas." in page
    assert 'aria-label="7 rojo"' in page.partition("No las vi")[2].partition("Sobran")[0]
    assert 'aria-label="4 negro"' in page.partition("Sobran")[2]
    assert 'href="/print?tiles=7r"' in page


def test_what_cannot_be_told_is_asked(visitor: FlaskClient) -> None:
    _, page = counted(visitor, 2)
    assert "algo que mirar antes" in page
    assert "está en la foto 1 (mesa0.jpg) y también en la 2 (mesa1.jpg)" in page
    assert 'aria-label="9 azul"' in page
    _, told = counted(visitor, 2, apart="1")
    assert "algo que mirar antes" not in told


def test_a_question_is_answered_with_the_same_photographs(visitor: FlaskClient) -> None:
    """What was answered goes with the next count too; a tile that was not offered is written."""
    _, page = counted(visitor, 2)
    (place,) = re.findall(r'name="of.1" value="([^"]+)" form="census"', page)
    assert re.findall(r'name="is.1" value="([^"]+)"', page) == ["6b", "9b", "other", "none"]
    _, told = counted(visitor, 2, **{"of.1": place, "is.1": "9b"})
    assert "no leo bien" not in told
    assert 'aria-label="9 azul"' in told.partition("No las vi")[2].partition("Sobran")[0]
    assert f'name="of.1" value="{place}"><input type="hidden" name="is.1" value="9b">' in told
    _, other = counted(visitor, 2, **{"of.1": place, "is.1": "other", "other.1": " 3k "})
    assert 'aria-label="3 negro"' in other.partition("No las vi")[2].partition("Sobran")[0]
    _, silent = counted(visitor, 2, **{"of.1": place, "is.1": "other", "other.1": ""})
    assert "no leo bien" in silent


@pytest.mark.parametrize(("photos", "status"), [(0, 400), (13, 413)])
def test_none_and_too_many_are_refused(visitor: FlaskClient, photos: int, status: int) -> None:
    assert counted(visitor, photos)[0] == status


def test_printing_leads_there(visitor: FlaskClient) -> None:
    assert 'href="/census"' in visitor.get("/print").get_data(as_text=True)
    assert "sin que se tapen" in visitor.get("/census").get_data(as_text=True)
