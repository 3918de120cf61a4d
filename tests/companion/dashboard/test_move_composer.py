"""What somebody is about to tell: the tray, where its tiles fit, and what was told last."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.companion.dashboard.playing import Player


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """The scorer, at the machine itself."""
    return app.test_client()


@pytest.mark.parametrize(
    ("asked", "written", "shown", "misread"),
    [
        ("tiles=4r+5r&add=6r&drop=0", "5r 6r", ["5 rojo", "6 rojo"], []),
        ("tiles=4b+5b+66b+6b", "4b 5b 66b 6b", ["4 azul", "5 azul", "6 azul"], ["66b"]),
        ("tiles=4B,5o+J%3D6b", "4B 5o J=6b", ["4 azul", "5 amarillo", "comodín"], []),
        ("tiles=4b+back+none&add=back", "4b back none", ["4 azul"], ["back", "none"]),
        ("tiles=4b+66b&drop=1", "4b", ["4 azul"], []),
    ],
)
def test_the_tray_shows_what_was_tapped_and_what_was_written(
    player: Player, asked: str, written: str, shown: list[str], misread: list[str]
):
    page = player.page(f"?{asked}")
    assert f'name="tiles" value="{written}"' in page
    assert re.findall(r'aria-label="Sacar ([^"]+)"', page) == shown
    assert re.findall(r'class="misread"[^>]*>([^<]+)<', page) == misread


@pytest.mark.parametrize(
    ("tiles", "seat", "melds", "likely"),
    [
        ("", 0, ["1", "2"], ["redraw", "lay", "discard"]),
        ("9y", 0, ["2!", "1"], ["redraw", "discard"]),
        ("7r", 0, ["1!", "2"], ["redraw", "discard"]),
        ("7r 8r", 0, ["1!", "2"], ["redraw", "discard"]),
        ("7r 8r 9r", 0, ["1!", "2"], ["redraw", "lay", "discard"]),
        ("13b", 0, ["1", "2"], ["redraw", "lay", "discard"]),
        ("66b", 0, ["1", "2"], ["redraw", "lay", "discard"]),
        ("7r", 1, [], ["redraw", "lay", "discard"]),
    ],
)
def test_tiles_are_offered_to_the_melds_where_they_fit(
    player: Player, tiles: str, seat: int, melds: list[str], likely: list[str]
):
    """A mark after the number of a meld: there they may lawfully be added."""
    player.send("play", moves="0 correct new : 4r 5r 6r\n0 correct new : 9k 9b 9r")
    for page in (f"?tiles={tiles}&seat={seat}", f"/hands/1/verbs?tiles={tiles}&seat={seat}"):
        found = re.findall(r'<button class="button( secondary)?" name="(add_to|verb)" value="(\w+)"', player.page(page))
        assert [f"{value}{'' if second else '!'}" for second, name, value in found if name == "add_to"] == melds
        assert [value for second, name, value in found if name == "verb" and not second] == likely


def test_what_speaks_against_a_move_is_told_beside_the_verbs_and_to_those_who_listen(player: Player):
    player.taps("lay", 0, "1k 2y 9b")
    page = player.page()
    beside = re.search(r'id="part-said".*?</div>', page, re.DOTALL)
    heard = re.search(r'<p class="unseen" role="status">.*?</p>', page, re.DOTALL)
    for said in (beside, heard):
        assert said
        assert "Ana baja 1k 2y 9b." in said.group()
        assert "Si es una escalera, es de un solo color" in said.group()
