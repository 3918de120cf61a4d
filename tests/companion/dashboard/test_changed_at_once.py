"""Of two who have the same form open, whoever saves second is told, and what the first changed stays."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from flask import Flask

from companion.live.camera_settings import CameraMemory, zones_mark
from companion.refusal import TableRefused
from tests.companion.dashboard.camera import ActedLookout
from tests.companion.dashboard.organiser import Organiser
from tests.companion.dashboard.playing import Player, playing_app
from tests.companion.dashboard.test_tournaments import flashed
from vision.table_plan.zones import TableZone

INPUT = re.compile(r"<input[^>]*>")


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    with playing_app(tmp_path) as app:
        yield app


def form(page: str, marked: str) -> dict[str, str]:
    """The inputs of the form of ``page`` that has ``marked`` in it."""
    found = next(part for part in page.split("<form")[1:] if marked in part.partition("</form>")[0])
    inputs = INPUT.findall(found.partition("</form>")[0])
    said = [(re.search(r'name="([^"]*)"', tag), re.search(r'value="([^"]*)"', tag)) for tag in inputs]
    return {name[1]: unescape(value[1]) if value else "" for name, value in said if name}


def test_a_league(app: Flask):
    client = app.test_client()
    address = client.post("/leagues", data={"title": "Los sábados", "key": "l"}).headers["Location"]

    def saves(**fields: str) -> list[str]:
        return flashed(client.post(address, data=fields, follow_redirects=True))

    def shown() -> tuple[str, int]:
        league = client.get(f"/api{address}").get_json()
        return league["title"], league["won"]

    first, second = (form(client.get(address).text, 'value="change"') for _ in range(2))
    assert saves(**(first | {"won": "7"})) == []
    assert "alguien cambió la liga" in saves(**(second | {"title": "Los martes"}))[0]
    assert shown() == ("Los sábados", 7)
    assert saves(**(first | {"won": "7"})) == [], "a form that is sent twice"
    assert saves(**(form(client.get(address).text, 'value="change"') | {"title": "Los martes"})) == []
    assert shown() == ("Los martes", 7)
    assert saves(order="change", title="Los jueves", won="1") == [], "a program need not say what it saw"


def test_the_name_and_the_club_of_an_entrant(app: Flask):
    organiser = Organiser(app)
    organiser.send("enter", lines="Ana\nBeto")

    def opened() -> dict[str, str]:
        return form(organiser.client.get(f"{organiser.address}/plan").text, 'value="Ana')

    def saves(**fields: str) -> list[str]:
        return flashed(organiser.client.post(f"{organiser.address}/orders", data=fields, follow_redirects=True))

    first, second = opened(), opened()
    assert first["entrant"] == "1"
    assert saves(**(first | {"name": "Ana Paz"})) == []
    assert "alguien cambió a «Ana Paz»" in saves(**(second | {"club": "Lobos"}))[0]
    one = organiser.shown()["entrants"][0]
    assert (one["name"], one["club"]) == ("Ana Paz", "")
    assert saves(**(opened() | {"club": "Lobos"})) == []
    one = organiser.shown()["entrants"][0]
    assert (one["name"], one["club"]) == ("Ana Paz", "Lobos")
    assert organiser.asks("rename", entrant=1, name="Ana", club="").status_code == 200
    assert organiser.asks("rename", entrant=1, name="Ani", club="", seen=first["seen"]).status_code == 200
    assert organiser.asks("rename", entrant=1, name="Anita", club="", seen=first["seen"]).status_code == 409


def test_the_names_of_a_match(app: Flask):
    client = app.test_client()
    begun = client.post("/api/matches", json={"players": ["Ana", "Beto"], "rules": "clasico"}).get_json()["match"]
    address = f"/matches/{begun}"

    def opened(names: list[str]) -> dict[str, object]:
        said = form(client.get(f"{address}/agreement").text, 'value="agree"')
        return said | {"players": names, "rules": "clasico"}

    def saves(form: dict[str, object]) -> list[str]:
        return flashed(client.post(f"{address}/orders", data=form, follow_redirects=True))

    def names() -> list[str]:
        return [player["name"] for player in client.get(f"/api{address}").get_json()["players"]]

    first, second = opened(["Ana Paz", "Beto"]), opened(["Ana", "Beto Sur"])
    assert saves(first | {"key": "1"}) == []
    assert "alguien cambió los nombres o las reglas" in saves(second | {"key": "2"})[0]
    assert names() == ["Ana Paz", "Beto"]
    assert saves(opened(["Ana Paz", "Beto Sur"]) | {"key": "3"}) == []
    assert names() == ["Ana Paz", "Beto Sur"]


def test_the_zones_of_a_camera(player: Player):
    lookout: ActedLookout = player.client.application.extensions["lookout"]
    box = "10,10 20,10 20,20"
    try:
        lookout.changes["zones_mark"] = "0c1d"
        page = player.client.get("/camera/zones").text
        assert 'name="seen" value="0c1d"' in page or "no mandó ninguna imagen" in page
        told = player.client.post("/camera/zones", data={"pozo": box, "seen": "77ab"}, follow_redirects=True)
        assert "alguien cambió las zonas" in told.text
        assert lookout.asked == []
        player.client.post("/camera/zones", data={"pozo": box, "seen": "0c1d"})
        assert lookout.asked == [{"pozo": ((0.1, 0.1), (0.2, 0.1), (0.2, 0.2))}]
    finally:
        lookout.changes.clear()
        lookout.asked.clear()


def test_the_zones_that_are_kept(tmp_path: Path):
    memory = CameraMemory(tmp_path / "cameras.json")
    first, second = (((TableZone.POZO, ((0.1, 0.1), (share, 0.1), (0.2, 0.2))),) for share in (0.2, 0.3))
    seen = zones_mark(memory.of("0").outlines)
    memory.draw("0", first, seen)
    with pytest.raises(TableRefused, match="alguien cambió las zonas"):
        memory.draw("0", second, seen)
    assert memory.of("0").outlines == first
    memory.draw("0", first, seen)
    memory.draw("0", second, zones_mark(memory.of("0").outlines))
    assert memory.of("0").outlines == second
