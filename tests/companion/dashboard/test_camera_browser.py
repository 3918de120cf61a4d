"""The camera in a real browser: the picture renews itself, a tile is named, and zones are dragged and moved by keys."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Browser, expect

from tests.companion.dashboard.browser import CHROMIUM, serving, visiting
from tests.companion.dashboard.camera import ActedLookout, seen_table
from tests.companion.dashboard.playing import Player, playing_app

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")


class Renewed(ActedLookout):
    """A camera that shows something new as soon as it is told to."""

    version = 7

    def view(self, language: str):
        return replace(super().view(language), version=self.version)

    def wait(self, after: int, timeout_s: float) -> int:
        return self.version


@pytest.fixture(scope="module")
def visit(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple]:
    """Somebody with a phone before a match that the camera follows."""
    with playing_app(tmp_path_factory.mktemp("house")) as app:
        lookout = app.extensions["lookout"] = Renewed()
        player = Player(app.test_client())
        lookout.changes |= {"match": player.begins(), "score": seen_table()}
        with serving(app) as address, visiting(browser, 360, "es-AR") as visit:
            yield visit, lookout, f"{address}/matches/{player.match}"


def test_the_panel_renews_itself_and_a_tile_is_named(visit: tuple):
    visit, lookout, address = visit
    visit.page.goto(address)
    expect(visit.page.locator("[data-camera] img")).to_have_attribute("src", re.compile("^blob:"), timeout=30_000)
    unread = next(tile for tile in seen_table().tiles if tile.face == "?")
    lookout.changes["unread"] = (unread.id,)
    lookout.version = 8
    with visit.page.expect_response(lambda answer: answer.request.method == "POST", timeout=30_000):
        visit.page.locator(".camera-unread button").first.click(timeout=30_000)
    assert lookout.asked[-1] == (unread.id, unread.alternatives[0][0])
    assert (visit.overflow_px, visit.violations) == (0, [])


@pytest.mark.slow
def test_the_first_picture_takes_the_place_of_the_words_that_there_is_none(visit: tuple):
    visit, lookout, address = visit
    picture, score = lookout.jpeg, lookout.changes["score"]
    lookout.jpeg, lookout.changes["score"] = b"", None
    visit.page.goto(address)
    expect(visit.page.locator("[data-camera] .picture")).to_have_text("La cámara todavía no mandó ninguna imagen.")
    lookout.jpeg = picture
    image = visit.page.locator("[data-camera] .picture img")
    expect(image).to_have_attribute("src", re.compile("^blob:"), timeout=30_000)
    expect(image).to_have_attribute("alt", "La mesa, como la ve la cámara")
    expect(visit.page.locator("[data-camera] .picture")).to_have_text("")
    assert (visit.overflow_px, visit.violations) == (0, [])
    lookout.changes["score"] = score
    visit.complaints.clear()  # the browser notes that there was no picture yet


@pytest.mark.slow
def test_a_corner_is_dragged_and_moved_with_the_arrows(visit: tuple):
    visit, lookout, address = visit
    visit.page.goto(f"{address.rpartition('/matches')[0]}/camera/zones")
    corner = visit.page.locator(".zone-ours .zone-corner").first
    box = corner.bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    visit.page.mouse.move(x, y)
    visit.page.mouse.down()
    visit.page.mouse.move(x + 30, y + 20)
    visit.page.mouse.up()
    corner.press("ArrowRight")
    written = visit.page.locator("input[name=ours]").input_value()
    assert float(written.split(",")[0]) > 9
    assert float(written.split()[0].split(",")[1]) > 69
    visit.page.locator(".zone-drawing button").first.click()
    visit.page.wait_for_url("**/camera")
    assert f"{100 * lookout.asked[-1]['ours'][0][0]:.1f}" == written.split(",")[0]
    assert (visit.overflow_px, visit.violations) == (0, [])
    assert visit.complaints == []


@pytest.mark.slow
def test_a_finger_finds_a_corner_beside_its_dot_and_of_two_the_nearer_one(visit: tuple):
    visit, lookout, address = visit
    lookout.changes["outlines"] = {"ours": ((0.3, 0.3), (0.36, 0.3), (0.3, 0.9))}
    visit.page.goto(f"{address.rpartition('/matches')[0]}/camera/zones")
    corners = visit.page.locator('[data-zone="ours"] .zone-corner')
    before = [corner.get_attribute("cx") for corner in corners.all()]
    box = corners.nth(0).bounding_box()
    x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    visit.page.mouse.move(x - 18, y)
    visit.page.mouse.down()
    visit.page.mouse.move(x - 40, y)
    visit.page.mouse.up()
    after = [corner.get_attribute("cx") for corner in corners.all()]
    assert [one != other for one, other in zip(before, after, strict=True)] == [True, False, False]
    visit.page.mouse.move(x + 4, y)
    lookout.changes["outlines"] = {}
