"""The replay of a hand on its page: steps by address, with thumbnails, points and what they are for."""

from __future__ import annotations

import html
import io
import re

import cv2
import numpy as np
import pytest

from companion.dashboard.matches.replay_pages import around
from tests.companion.dashboard import table
from tests.companion.dashboard.playing import Player


def plays(player: Player) -> None:
    picture = player.client.post("/api/pictures", data={"photo": (io.BytesIO(table.picture()), "mesa.jpg")})
    player.send("play", moves="0 draw\n0 lay 4r 5r 6r\n0 discard 9k", picture=picture.get_json()["picture"])
    player.send("play", moves="1 draw\n1 lay 9k 9b 9y")


def words(page: str) -> str:
    return re.sub(r"\s+", " ", html.unescape(re.sub("<[^>]*>", " ", page)))


def step_of(page: str) -> str:
    return words(page.partition('id="part-now"')[2].partition("</section>")[0])


def ways(page: str) -> dict[str, str]:
    """Where each way of the bar leads; nowhere at the ends."""
    bar = page.partition('id="part-ways"')[2].partition("</div>")[0]
    tags = re.findall(r'<a ([^>]*)data-step="(\w+)"', bar)
    return {
        name: html.unescape("".join(re.findall(r'href="([^"]*)"', tag))).partition("/replay")[2] for tag, name in tags
    }


@pytest.mark.parametrize(
    ("query", "says", "leads"),
    [
        ("?step=1", "Empieza la mano 1: sale Ana.", {"first": "", "prev": "", "next": "?step=2", "last": ""}),
        ("?step=3", "Ana tira el 9 negro", {"first": "?step=1", "prev": "?step=2", "next": "", "last": ""}),
        ("", "Beto baja", {"first": "?step=1", "prev": "?step=3", "next": "", "last": ""}),
        ("?entry=3", "Ana baja", {"first": "?step=1", "prev": "?step=1", "next": "?step=3", "last": ""}),
    ],
)
def test_each_step_has_an_address_and_leads_to_the_others(player: Player, query: str, says: str, leads: dict[str, str]):
    plays(player)
    page = player.page(f"/hands/1/replay{query}")
    assert says in step_of(page)
    assert ways(page) == leads
    assert f'<form method="get" action="/matches/{player.match}/hands/1/replay"' in page


def test_the_step_tells_the_points_and_what_changed(player: Player):
    plays(player)
    assert "Ana + Caro −85 +15 Beto + Dani −100" in step_of(player.page("/hands/1/replay?step=2"))


def test_what_was_taken_back_says_so(player: Player):
    plays(player)
    player.send("undo")
    page = player.page("/hands/1/replay")
    assert "Beto baja" in step_of(page)
    assert "Se deshizo: no cuenta" in step_of(page)
    assert "Todavía no bajó nada." in words(page.partition('id="part-table"')[2])


def test_the_history_leads_to_the_replay_of_each_hand_and_shows_the_points(player: Player):
    plays(player)
    page = player.page("/history")
    assert f'href="/matches/{player.match}/hands/1/replay"' in page
    assert f'href="/matches/{player.match}/hands/1/replay?entry=3"' in page
    assert '<strong class="entry-points">−85 / −70</strong>' in page
    assert player.client.get(f"/matches/{player.match}/replay").headers["Location"].endswith("/hands/1/replay")


def test_a_hand_whose_deal_was_taken_back_is_told_and_leads_nowhere(player: Player):
    player.send("undo")
    page = player.page("/history")
    assert "Empieza la mano 1" in page
    assert "/hands/1" not in page


def test_a_hand_alone_is_a_plain_list(player: Player):
    plays(player)
    player.send("note", points=[10, 20])
    player.send("confirm")
    player.send("deal")
    assert "<span>Empieza la mano 2" not in player.page("/history?hand=1")
    assert "<span>Empieza la mano 2" in player.page("/history")


def test_the_points_are_told_by_what_they_are_for(player: Player):
    plays(player)
    page = player.page("/hands/1/replay")
    rows = re.findall(r'<th scope="row">(.*?)</th><td>(.*?)<svg.*?<td>(.*?)<svg', page)
    assert rows == [("Fichas bajadas", "+15", "+30"), ("Muerto", "−100", "−100")]


@pytest.mark.parametrize(
    ("query", "status"),
    [
        ("width=160", 200),
        ("width=960", 200),
        ("width=161", 400),
        ("", 400),
        ("width=160&around=0.1,0.1 0.4,0.1 0.4,0.3", 200),
        ("width=160&around=0.1,0.1 0.4,0.1", 400),
        ("width=160&around=0.1,0.1 7,0.1 0.4,0.3", 400),
        ("width=160&around=<svg>", 400),
        ("width=160&around=" + "0.1,0.1 " * 900, 400),
    ],
)
def test_a_part_of_a_picture_is_made_within_limits(player: Player, query: str, status: int):
    name = player.client.post("/api/pictures", data={"photo": (io.BytesIO(table.picture()), "mesa.jpg")}).json[
        "picture"
    ]
    answer = player.client.get(f"/matches/pictures/{name}/part?{query}")
    assert answer.status_code == status
    if status == 200:
        shown = cv2.imdecode(np.frombuffer(answer.data, np.uint8), cv2.IMREAD_COLOR)
        assert shown.shape[1] <= int(query[6:9])


def test_a_picture_that_is_gone_has_no_part(player: Player):
    assert player.client.get(f"/matches/pictures/{'0' * 64}/part?width=160").status_code == 404
    assert player.client.get("/matches/pictures/x/part?width=160").status_code == 404


def test_outlines_are_written_as_the_address_takes_them():
    assert around([[(0.1, 0.25), (1, 0)], [(0, 0.5)]]) == "0.1,0.25 1,0;0,0.5"
