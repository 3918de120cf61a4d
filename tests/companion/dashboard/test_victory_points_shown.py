"""Where victory points rank a table they stand on every page and paper; and a match may end without a winner."""

from __future__ import annotations

import csv
import io
import re

import pytest
from flask import Flask

from tests.companion.dashboard.organiser import Organiser


def ended(app: Flask, rules: str) -> Organiser:
    """Three who met each other; each won once."""
    organiser = Organiser(app, format="round_robin", rules=rules, delay_s=0)
    organiser.begins(("Ana", "Beto", "Caro"))
    for fixture in organiser.shown()["fixtures"]:
        organiser.send("rule", fixture=fixture["number"], hand=0, points=[1600, 100 + 100 * fixture["number"]])
    return organiser


@pytest.fixture
def organiser(app: Flask) -> Organiser:
    return ended(app, "burraco-fibur")


def columns(page: str) -> list[str]:
    """The heads of the first table of standings, by their titles."""
    return re.findall(r'<abbr title="([^"]+)"', re.search(r"<thead>.*?</thead>", page, re.DOTALL)[0])


def test_they_stand_beside_the_names_wherever_a_table_is(organiser: Organiser):
    rows = organiser.shown()["zones"][0]["standings"]
    told = {row["name"]: row["victory"] for row in rows}
    assert sorted(told.values(), reverse=True) == [row["victory"] for row in rows], "they rank the table"
    assert sum(told.values()) == 3 * 20
    for where in ("standings", "tv"):
        page = organiser.client.get(f"{organiser.address}/{where}").text
        assert columns(page)[:3] == ["Jugados", "Puntos de victoria", "Ganados"]
        body = re.search(r"<tbody>.*?</tbody>", page, re.DOTALL)[0]
        cells = [re.findall(r"<td>([^<]*)</td>", row) for row in body.split("</tr>") if "<td>" in row]
        assert [row[2] for row in cells] == [str(row["victory"]) for row in rows]
    written = organiser.client.get(f"{organiser.address}/papers/standings.csv").data.decode("utf-8-sig")
    listed = list(csv.DictReader(io.StringIO(written), delimiter=";"))
    assert {row["Nombre"]: int(row["Puntos de victoria"]) for row in listed} == told
    parsed = organiser.client.get(f"{organiser.address}/papers/tournament.json").get_json()
    assert {row["name"]: row["victory"] for row in parsed["standings"]} == told


def test_papers_have_their_column_and_those_of_other_rules_have_not(app: Flask, organiser: Organiser):
    for paper in ("standings.pdf", "standings.png"):
        assert organiser.client.get(f"{organiser.address}/papers/{paper}").status_code == 200
    other = ended(app, "torneo")
    assert {row["victory"] for row in other.shown()["zones"][0]["standings"]} == {None}
    assert columns(other.client.get(f"{other.address}/standings").text)[:2] == ["Jugados", "Ganados"]
    assert "Puntos de victoria" not in other.client.get(f"{other.address}/papers/standings.csv").text


def ending(organiser: Organiser, order: str, **fields: object) -> str:
    """How the device of the first table tells the end of its match."""
    match = next(listed for listed in organiser.shown()["fixtures"] if listed["table"] == 1)
    organiser.send(order, fixture=match["number"], **fields)
    page = organiser.comes_in(organiser.device()).get(f"{organiser.address}/table").text
    return re.search(r'class="good-note">([^<]*)<', page)[1]


def test_a_device_names_no_winner_where_there_is_none(app: Flask):
    said = {"reason": "no vino"}
    for rules, end, told in (
        ("burraco-fibur", ("rule", {"hand": 0, "points": [500, 500]}), "Terminó igualado."),
        ("torneo", ("miss", said), "no vino nadie"),
        ("torneo", ("miss", said | {"void": True}), "anulado"),
    ):
        organiser = Organiser(app, format="round_robin", rules=rules)
        organiser.begins(("Ana", "Beto"))
        assert ending(organiser, end[0], **end[1]) == told
    organiser = Organiser(app, format="round_robin")
    organiser.begins(("Ana", "Beto"))
    home = organiser.shown()["fixtures"][0]["names"][0]
    assert ending(organiser, "walkover", present="home", **said) == f"Ganó {home}."
