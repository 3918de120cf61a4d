"""While the server is away, what a transmission shows says that it may be old; once it is back it is what it is now."""

from __future__ import annotations

import os
from contextlib import ExitStack
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Browser, Page, expect

from tests.companion.dashboard.browser import CHROMIUM, visiting
from tests.companion.running import Running

pytestmark = [
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed"),
    pytest.mark.skipif(os.name != "posix", reason="needs SIGKILL"),
]
WITHIN_MS = 15_000
SAYS = {"es-AR": "esto puede ser viejo", "en-GB": "this may be old"}


class Match:
    """A match that is told to whichever program runs now."""

    def __init__(self, running: Running) -> None:
        self.name = running.json("POST", "/api/matches", {"players": ["Ana", "Beto"], "rules": "torneo"})["match"]
        self.send(running, "deal", starter=0)

    def send(self, running: Running, order: str, **fields: object) -> None:
        running.json("POST", f"/api/matches/{self.name}/orders", {"order": order, **fields})

    def plays(self, running: Running, *points: int) -> None:
        self.send(running, "note", points=points)
        self.send(running, "confirm")


def shows(page: Page, total: str, *, is_old: bool) -> None:
    expect(page.locator(".over-total strong, .tv-total strong").first).to_have_text(total, timeout=WITHIN_MS)
    old = page.locator("#old")
    if is_old:
        expect(old).to_be_visible(timeout=WITHIN_MS)
        expect(page.locator("[data-live].is-old")).to_have_count(1)
    else:
        expect(old).to_be_hidden(timeout=WITHIN_MS)
        expect(page.locator("[data-live].is-old")).to_have_count(0)


@pytest.mark.slow
def test_a_score_is_marked_as_old_while_the_server_is_away(browser: Browser, tmp_path: Path) -> None:
    running = Running(folder=tmp_path)
    match = Match(running)
    match.plays(running, 420, -35)
    address = f"http://127.0.0.1:{running.port}/matches/{match.name}"
    with ExitStack() as stack:
        pages: list[Page] = []
        for path, width, locale in (("/overlay", 1280, "es-AR"), ("/tv", 1280, "es-AR"), ("/overlay", 360, "en-GB")):
            visit = stack.enter_context(visiting(browser, width, locale))
            visit.page.goto(address + path)
            pages.append(visit.page)
            visit.complaints.clear()
        for page in pages:
            shows(page, "420", is_old=False)
        running.kill()
        for page in pages:
            shows(page, "420", is_old=True)
        assert SAYS["es-AR"] in pages[0].locator("#old").inner_text()
        assert SAYS["en-GB"] in pages[2].locator("#old").inner_text()
        again = Running("--port", f"{running.port}", folder=tmp_path)
        try:
            match.send(again, "deal")
            match.plays(again, 100, 50)
            for page in pages:
                shows(page, "520", is_old=False)
        finally:
            again.stop()


def test_a_tournament_is_marked_as_old_while_the_server_is_away(browser: Browser, tmp_path: Path) -> None:
    """The board, the table of points and the television of a hall, in both languages and widths."""
    running = Running(folder=tmp_path)
    name = running.json("POST", "/api/tournaments", {"title": "Club", "format": "round_robin"})["tournament"]
    for order in ({"order": "enter", "names": "Ana\nBeto\nCaro"}, {"order": "draw"}):
        running.json("POST", f"/api/tournaments/{name}/orders", order)
    address = f"http://127.0.0.1:{running.port}/tournaments/{name}"
    with ExitStack() as stack:
        pages: list[Page] = []
        for path, width, locale in (("", 360, "es-AR"), ("/standings", 1280, "en-GB"), ("/tv", 1280, "es-AR")):
            visit = stack.enter_context(visiting(browser, width, locale))
            visit.page.goto(address + path)
            pages.append(visit.page)
            visit.complaints.clear()
        for page in pages:
            is_marked(page, is_old=False)
        running.kill()
        for page in pages:
            is_marked(page, is_old=True)
        assert SAYS["en-GB"] in pages[1].locator("#old").inner_text()
        again = Running("--port", f"{running.port}", folder=tmp_path)
        try:
            for page in pages:
                is_marked(page, is_old=False)
        finally:
            again.stop()


def is_marked(page: Page, *, is_old: bool) -> None:
    """Whether a page that asks again and again says that it may be old."""
    expect(page.locator("[data-poll]")).to_have_count(1)
    expect(page.locator("[data-poll].is-old")).to_have_count(int(is_old), timeout=WITHIN_MS)
    expect(page.locator("#old")).to_be_visible(visible=is_old, timeout=WITHIN_MS)
