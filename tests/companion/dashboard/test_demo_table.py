"""The demo table, read picture by picture."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from tests.companion.dashboard import table
from tests.companion.dashboard.test_pages import text


def test_the_demo_opens_with_its_first_picture(demo_client: FlaskClient):
    assert demo_client.get("/demo").headers["Location"] == "/demo/1"
    assert "Demostración, foto 1 de 2 175 puntos" in text(demo_client, "/demo")


@pytest.mark.parametrize(("number", "previous", "following"), [(1, 2, 2), (2, 1, 1)])
def test_the_pictures_follow_each_other_in_a_circle(demo_client, number, previous, following):
    page = demo_client.get(f"/demo/{number}").get_data(as_text=True)
    assert f'rel="prev" href="/demo/{previous}?rules=clasico"' in page
    assert f'rel="next" href="/demo/{following}?rules=clasico"' in page


def test_by_itself_it_goes_on_without_scripts_too(demo_client: FlaskClient):
    page = demo_client.get("/demo/1?auto=1&rules=rummy").get_data(as_text=True)
    assert re.search(r'<noscript><meta http-equiv="refresh" content="4;url=/demo/2\?rules=rummy&amp;auto=1">', page)
    assert 'http-equiv="refresh"' not in demo_client.get("/demo/1").get_data(as_text=True)


def test_every_look_reads_the_picture_anew(demo: tuple):
    looks = []

    def counted(picture: bytes, name: str) -> table.Judged:
        looks.append(name)
        return table.read_photo(picture, name)

    client = table.create_app(counted, table.PROFILES, demo, table.settings()).test_client()
    for address in ("/demo/1", "/demo/1", "/demo/1/tiles/0", "/demo/2", "/demo/2/tiles/0"):
        client.get(address)
    assert looks == ["01.jpg", "01.jpg", "02.jpg"]


def test_correcting_the_demo_makes_a_photograph_of_ones_own(demo_client: FlaskClient):
    answer = demo_client.post("/demo/1/tiles/16?rules=clasico", data={"face": "12b"})
    assert answer.headers["Location"].startswith("/photos/")
    assert "205 puntos" in text(demo_client, answer.headers["Location"])
    assert "175 puntos" in text(demo_client, "/demo/1")


@pytest.mark.parametrize(
    "address", ["/demo/0", "/demo/3", "/demo/3/picture", "/demo/1/tiles/99", "/demo/-1", "/demo/x"]
)
def test_the_demo_has_no_more_than_it_has(demo_client: FlaskClient, address: str):
    assert demo_client.get(address).status_code == 404


@pytest.mark.parametrize(("first", "order"), [(True, ["demo-card", "upload"]), (False, ["upload", "demo-card"])])
def test_the_home_page_opens_with_the_demo_where_it_was_asked_for(demo: tuple, first: bool, order: list[str]):
    page = table.app(demo, demo_first=first).test_client().get("/").get_data(as_text=True)
    assert (
        sorted(order, key=lambda part: page.index(f'class="card {part}' if part != "upload" else 'id="upload"'))
        == order
    )


def test_without_pictures_there_is_no_demo(client: FlaskClient):
    assert client.get("/demo", follow_redirects=True).status_code == 404
