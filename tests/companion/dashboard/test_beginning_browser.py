"""A match is begun knowing what is played: each game in two lines, its target, and what its switches mean."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from tests.companion.dashboard.playing import playing_app

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Browser, expect  # noqa: E402

from tests.companion.dashboard.browser import CHROMIUM, serving, visiting  # noqa: E402

GAMES = [
    ("clasico", "de a dos o en parejas", "3000 (lo normal)", "Un juego mal bajado vuelve al atril."),
    ("torneo", "mesas de dos, a 1500 puntos", "1500 (lo normal)", "Un juego mal bajado se aparta"),
    ("rummy", "Gana quien se queda sin fichas", "lo que dicen las reglas", "La partida dura 4 manos."),
]


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    with playing_app(tmp_path) as app:
        yield app


@pytest.mark.parametrize(("rules", "about", "target", "main"), GAMES)
def test_a_game_is_described_where_it_is_chosen(app: Flask, rules: str, about: str, target: str, main: str) -> None:
    page = app.test_client().get(f"/matches/new?rules={rules}").text
    told = re.search(r'class="rule-about".*?</div>', page, re.DOTALL)
    assert told is not None
    assert about in told[0]
    assert main in told[0]
    assert ("muerto" in told[0].lower()) == (rules != "rummy"), "a game without muertos is not told with them"
    assert f'placeholder="{target}"' in page


@pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
def test_choosing_another_game_tells_of_that_one(app: Flask, browser: Browser) -> None:
    with serving(app) as address, visiting(browser, 360, "es-AR") as visit:
        page = visit.page
        page.goto(f"{address}/matches/new")
        for rules, about, target, main in GAMES[::-1]:
            page.locator("select[name=rules]").select_option(rules)
            expect(page.locator(".rule-about")).to_contain_text(about)
            expect(page.locator(".rule-about")).to_contain_text(main)
            expect(page.locator("input[name=target]")).to_have_attribute("placeholder", target)
        assert (visit.overflow_px, visit.violations, visit.complaints) == (0, [], [])
