"""The papers of a tournament on the pages: every link leads to a file, and only an organiser takes the whole away."""

from __future__ import annotations

import html
import json
import re

import pytest
from flask import Flask

from companion.dashboard.auth.roles import ENDPOINTS, Role
from tests.companion.dashboard.organiser import Organiser
from tests.companion.dashboard.playing import Player
from tests.companion.dashboard.test_tournaments import come_in


@pytest.fixture
def organiser(app: Flask) -> Organiser:
    """Four players in a zone, one of their matches over."""
    organiser = Organiser(app, tables=2)
    organiser.begins(("Ana", "Beto", "Caro", "Dani"))
    organiser.send("rule", fixture=1, hand=0, points=[1500, 900], seen=[], reason="planilla")
    return organiser


def test_every_link_of_the_page_leads_to_a_file(organiser: Organiser):
    page = organiser.client.get(f"{organiser.address}/papers").get_data(as_text=True)
    links = {html.unescape(link) for link in re.findall(rf'href="({organiser.address}/(?:papers/|export)[^"]*)"', page)}
    kinds = {link: organiser.client.get(link) for link in sorted(links)}
    assert not {link: answer.status_code for link, answer in kinds.items() if answer.status_code != 200}
    forms = sorted(answer.mimetype.rpartition(".")[2].rpartition("/")[2] for answer in kinds.values())
    assert {"pdf", "png", "csv", "sheet", "json", "octet-stream"} == set(forms)
    assert f"{organiser.address}/papers/sheets.pdf?round=zone-1" in links


def test_a_played_match_and_a_match_of_the_house_have_their_sheet(organiser: Organiser, player: Player):
    assert (
        f"{organiser.address}/papers/sheets.pdf?fixture=1"
        in organiser.client.get(f"{organiser.address}/fixtures/1").text
    )
    assert organiser.client.get(f"{organiser.address}/papers/sheets.pdf?fixture=1").data.startswith(b"%PDF-")
    sheet = re.search(r'href="([^"]+sheet\.pdf)"', player.client.get(f"/matches/{player.match}/scores").text)
    assert sheet is not None
    assert player.client.get(sheet[1]).data.startswith(b"%PDF-")


def test_the_public_prints_what_the_board_shows_it(organiser: Organiser, app: Flask):
    late = Organiser(app, delay_s=600)
    late.send("enter", lines="Ana\nBeto")
    address = f"{late.address}/papers/players.csv"
    assert b"Ana" in late.client.get(address).data
    assert b"Ana" not in come_in(app, Role.PLAYER).get(address).data


def test_only_an_organiser_takes_the_whole_tournament_away(organiser: Organiser, app: Flask):
    found = {role: come_in(app, role).get(f"{organiser.address}/export") for role in Role}
    assert {role for role, answer in found.items() if answer.status_code == 200} == {Role.ORGANISER}
    assert json.loads(found[Role.ORGANISER].data.splitlines()[0])["entries"] == organiser.shown()["revision"]
    assert ENDPOINTS["papers.export"] == Role.ORGANISER


@pytest.mark.parametrize("path", ["papers/secrets.pdf", "papers/players.pdf", "papers/standings.exe"])
def test_there_is_no_other_paper(organiser: Organiser, path: str):
    assert organiser.client.get(f"{organiser.address}/{path}").status_code == 404
