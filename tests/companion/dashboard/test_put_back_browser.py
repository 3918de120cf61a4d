"""Pages that are open while a house is put back to a backup show what is, and take no tap on what never was."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Browser, Page, expect

from companion.eventstore import find_data_folder
from companion.eventstore.backup import back_up, restore
from tests.companion.dashboard.browser import CHROMIUM, serving, visiting
from tests.companion.dashboard.playing import Player, playing_app

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
STREAM = 'retry: 60000\n\nid: {0}\nevent: revision\ndata: {{"revision": {0}}}\n\n'


def comes_back(page: Page, address: str, now: str, revision: int) -> None:
    """The server goes, and another at ``now`` answers in its place, whose match is at a revision."""
    page.route(f"{address}/**", lambda route: route.continue_(url=route.request.url.replace(address, now)))
    stream = {"content_type": "text/event-stream", "body": STREAM.format(revision)}
    page.route(re.compile("/events"), lambda route: route.fulfill(**stream))
    for hidden in ("true", "false"):  # the stream ends and is asked for again
        page.evaluate(f"Object.defineProperty(document, 'hidden', {{value: {hidden}, configurable: true}})")
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")


@pytest.mark.parametrize("place", ["", "/tv"])
def test_a_match_that_was_put_back_is_shown_as_it_is(browser: Browser, tmp_path: Path, place: str):
    house, there = (find_data_folder(tmp_path / name, environment={}) for name in ("house", "there"))
    with playing_app(house.folder) as app, serving(app) as address, visiting(browser, 1280, "es-AR") as visit:
        player, page = Player(app.test_client()), visit.page
        match = player.begins(("Ana", "Beto"))
        player.send("note", points=[300, 200])
        player.send("confirm")
        back_up(house, tmp_path / "all.zip")
        revision = player.shown()["revision"]
        for order, fields in (("deal", {}), ("note", {"points": [1111, 0]}), ("confirm", {})):
            player.send(order, **fields)
        page.goto(f"{address}/matches/{match}{place}")
        expect(page.locator("body")).to_contain_text("1.411")
        restore(tmp_path / "all.zip", there)
        with playing_app(there.folder) as restored, serving(restored) as now:
            comes_back(page, address, now, revision)
            expect(page.locator("body")).not_to_contain_text("1.411", timeout=10_000)
            expect(page.locator("body")).to_contain_text("300")
