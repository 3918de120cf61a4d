"""The keyboard of tiles is drawn once for each language, and leads where each page says."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from companion.dashboard.keyboard import keyboard
from tests.companion.dashboard import table


@pytest.fixture(scope="module")
def app() -> Flask:
    return table.create_app(lambda *_: None, table.PROFILES, (), table.settings())


@pytest.mark.parametrize(
    ("language", "named"),
    [("es", "7 rojo"), ("en", "red 7"), ("it", "7 rosso"), ("pt", "7 vermelho")],
)
def test_each_hears_the_tiles_in_their_language(app: Flask, language: str, named: str):
    with app.test_request_context(headers={"Accept-Language": language}):
        assert f'aria-label="{named}"' in keyboard("r")


@pytest.mark.parametrize(
    ("here", "led"),
    [
        ("/matches/a1", {"/matches/a1"}),
        ("/matches/b2", {"/matches/b2"}),
        ('/"><script>', {"/&#34;&gt;&lt;script&gt;"}),
        ("", set()),
    ],
)
def test_each_key_leads_to_its_page(app: Flask, here: str, led: set[str]):
    with app.test_request_context():
        keys = keyboard("k", here)
    assert set(re.findall('formaction="([^"]*)"', keys)) == led
    assert keys.count('name="add"') == 4 * 14


@pytest.mark.parametrize(("ink", "shown"), [("r", "r"), ("k", "k"), ("", "r"), ("purple", "r"), ("<", "r")])
def test_the_ink_that_was_chosen_is_first(app: Flask, ink: str, shown: str):
    with app.test_request_context():
        assert re.findall('name="ink" value="(.)" checked', keyboard(ink)) == [shown]
