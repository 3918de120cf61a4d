"""The program goes on at another address while a phone at a table keeps what it said: no browser hands that on."""

from __future__ import annotations

import re

import pytest
from flask import Flask

from tests.companion.dashboard.organiser import Organiser

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from tests.companion.dashboard.browser import CHROMIUM, serving, visiting  # noqa: E402
from tests.companion.dashboard.test_tournaments_browser import admits, types_hand  # noqa: E402

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
expect = playwright.expect


@pytest.mark.parametrize("loads_anew", [False, True])
def test_what_a_phone_kept_is_in_view_and_not_left_unseen(
    browser, app: Flask, address: str, organiser: Organiser, loads_anew: bool
):
    """Also where the page is loaded anew, which a browser does by itself: ``address`` is the new one."""
    with visiting(browser, 360, "es-AR", is_alone=True) as visit:
        page, where = visit.page, visit.page.locator("[data-queue-where]")
        with serving(app) as former:
            admits(page, f"{former}/tournaments/device/{organiser.device(seat='home')}")
            title = page.locator("h1").inner_text()
            page.evaluate("navigator.serviceWorker.ready.then(() => true)")
            expect(where).to_be_hidden()
        types_hand(page)
        page.locator("#part-say button:not([data-sign])").first.click()
        if loads_anew:
            page.on("dialog", lambda asked: asked.accept())
            page.reload()
        expect(where.locator("li")).to_have_text(re.compile(rf"^{title} · .* 1 \(415 : −60\)$"))
        expect(where).to_contain_text(f"en la página de {former.removeprefix('http://')}: si el programa pasó")
        if not loads_anew:
            asked = []
            page.on("dialog", lambda leaving: (asked.append(leaving.type), leaving.dismiss()))
            page.evaluate("there => { setTimeout(() => { location.href = there; }); }", address)
            page.wait_for_timeout(500)
            assert asked == ["beforeunload"]
        expect(where).to_be_visible()
        assert organiser.shown()["fixtures"][0]["slips"] == []


def test_what_a_program_of_another_name_refuses_waits(browser, address: str, organiser: Organiser):
    """It answers under the name that the phone has of it, which is no longer its own."""
    with visiting(browser, 360, "es-AR") as visit:
        page = visit.page
        admits(page, f"{address}/tournaments/device/{organiser.device(seat='home')}")
        elsewhere = organiser.elsewhere().post("/api/x", headers={"Host": "otra.local:8000"})
        page.route(
            "**/api/tournaments/*/table",
            lambda route: route.fulfill(
                status=elsewhere.status_code, content_type=elsewhere.content_type, body=elsewhere.data
            ),
        )
        types_hand(page)
        page.locator("#part-say button:not([data-sign])").first.click()
        expect(page.locator("[data-queue-note]")).to_have_text(
            re.compile(r"^Esta página no se llama así: .* Queda anotado acá\. Por mandar: 1$")
        )
        expect(page.locator("[data-queue-where] li")).to_have_count(1)
        page.unroute_all()
        page.locator(".slip.is-proposed").wait_for(timeout=30_000)
        assert organiser.slip()["points"] == [415, -60]


def test_nobody_is_asked_before_leaving_once_all_is_sent(browser, address: str, organiser: Organiser):
    with visiting(browser, 360, "es-AR", is_alone=True) as visit:
        page = visit.page
        page.on("dialog", lambda asked: pytest.fail(asked.type))
        admits(page, f"{address}/tournaments/device/{organiser.device(seat='home')}")
        page.context.set_offline(True)
        types_hand(page)
        page.locator("#part-say button:not([data-sign])").first.click()
        expect(page.locator("[data-queue-where] li")).to_have_count(1)
        page.context.set_offline(False)
        page.locator(".slip.is-proposed").wait_for(timeout=30_000)
        expect(page.locator("[data-queue-where]")).to_be_hidden()
        page.goto(f"{address}{organiser.address}")
        assert organiser.slip()["points"] == [415, -60]
