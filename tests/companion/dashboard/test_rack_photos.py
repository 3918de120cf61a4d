"""Racks photographed at the end of a hand: what is sure is filled in, and no law guesses the rest."""

from __future__ import annotations

import io
import re
from dataclasses import replace

import numpy as np
import pytest

from tests.companion.dashboard import table
from tests.companion.dashboard.playing import Player, fields_of

WON = """0 correct new : 4r 5r 6r 7r 8r 9r 10r
0 draw
0 close"""
TYPED = {"closer": "0", "left.2": "3b J", "none.3": "1", "melds.0": "4r 5r 6r 7r 8r 9r 10r", "muertos": "untaken"}


@pytest.fixture
def counting(player: Player) -> Player:
    player.send("play", moves=WON)
    return player


def photographed(player: Player, picture: bytes, **fields: object):
    sent = {"read": "1", "photo.1": (io.BytesIO(picture), "atril.jpg"), **fields}
    return player.client.post(f"/matches/{player.match}/hands/1/racks", data=sent)


def field(page: str, name: str) -> str:
    return re.search(rf'name="{re.escape(name)}" value="([^"]*)"', page)[1]


def test_what_is_sure_is_filled_in_and_the_rest_is_asked(counting: Player):
    page = photographed(counting, table.picture(), **TYPED).get_data(as_text=True)
    filled = field(page, "left.1").split()
    assert len(filled) == 24
    assert filled[:4] == ["4r", "5r", "6r", "7r"]
    assert "Se leyeron 24 fichas" in page
    assert "3 no se leen bien" in page
    asked = re.findall(r'name="named\.1\.(\d+)" value="(\w*)"', page)
    offered = [[value for tile, value in asked if tile == number] for number in dict(asked)]
    assert [choices[:2] for choices in offered[:2]] == [["4y", "9y"], ["13b", "3b"]]
    assert all(choices[-1] == "" for choices in offered)


@pytest.mark.parametrize("hiding", [[], ["burnt_out"], ["faint"]])
def test_what_may_hide_tiles_of_the_rack_is_told(counting: Player, monkeypatch: pytest.MonkeyPatch, hiding: list[str]):
    there = np.array([[330, 90], [420, 90], [420, 180]], np.float32)
    seen = replace(table.reading(), **dict.fromkeys(hiding, (there,)))
    monkeypatch.setattr(table, "reading", lambda: seen)
    page = photographed(counting, table.picture(), **TYPED).get_data(as_text=True)
    assert page.count("fijate que no falte ninguna") == len(hiding)


def test_what_was_typed_stays(counting: Player):
    page = photographed(counting, table.picture(), **TYPED).get_data(as_text=True)
    assert field(page, "left.2") == "3b J"
    assert re.search(r'name="none.3" value="1" checked', page)
    assert re.search(r'name="closer" value="0" checked', page)
    assert ">4r 5r 6r 7r 8r 9r 10r</textarea>" in page


def test_the_tiles_that_were_named_are_counted_and_the_photograph_is_kept(counting: Player):
    page = photographed(counting, table.picture(), **TYPED).get_data(as_text=True)
    tiles = sorted({int(tile) for tile in re.findall(r'name="named\.1\.(\d+)"', page)})
    named = {f"named.1.{tile}": face for tile, face in zip(tiles, ("9y", "3b", ""), strict=True)}
    filled = fields_of(page, "count") | {"closer": "0", "none.0": "1", "left.1": "12r", "none.2": "1", "none.3": "1"}
    counting.client.post(f"/matches/{counting.match}/orders", data={**filled, **named, "muertos": ["untaken"] * 2})
    shown = counting.shown()
    assert shown["hand"]["racks"][1]["known"] == ["12r", "9y", "3b"]
    assert counting.client.get(f"/matches/pictures/{shown['log'][0]['picture']}").data == table.picture()


def test_a_second_photograph_keeps_what_was_named_of_the_first(counting: Player):
    page = photographed(counting, table.picture(), **{"left.2": "3b", "named.2.7": "9y", "named.2.8": ""})
    assert field(page.get_data(as_text=True), "left.2") == "3b 9y"


@pytest.mark.parametrize(
    ("picture", "fields", "status", "words"),
    [
        (b"no picture", {}, 415, "No"),
        (table.empty_picture(), {}, 422, "no se ve ninguna ficha"),
        (table.picture(), {"read": ""}, 422, "de quién es el atril"),
    ],
)
def test_what_cannot_be_read_is_said_and_nothing_is_lost(counting: Player, picture, fields, status, words):
    before = counting.shown()["revision"]
    answer = photographed(counting, picture, **fields)
    assert answer.status_code == status
    assert words in answer.get_data(as_text=True)
    assert counting.shown()["revision"] == before
