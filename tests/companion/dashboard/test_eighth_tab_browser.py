"""Eight tabs of one browser at one match: the eighth opens as the first, and hears of a move as the first does."""

from __future__ import annotations

from time import perf_counter

import pytest

from tests.companion.live.serving import Table
from tests.companion.running import Running
from tests.torture.figures import Record, figure

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from tests.companion.dashboard.browser import CHROMIUM, chromium  # noqa: E402

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
TABS, OPENS_S = 8, 1.0
TURNS = """is_behind => {
  Object.defineProperty(document, "hidden", { configurable: true, get: () => is_behind });
  document.dispatchEvent(new Event("visibilitychange"));
}"""
"""What a browser does with a tab that comes to the front or goes behind another; without a screen all are in front."""


@pytest.mark.slow
def test_an_eighth_tab_opens_and_hears_as_the_first(record_property: Record):
    running = Running()
    try:
        table = Table(running)
        with chromium() as browser:
            context = browser.new_context()
            tabs, took_s = [], []
            for _ in range(TABS):
                tabs.append(context.new_page())
                for tab in tabs:
                    tab.evaluate(TURNS, tab is not tabs[-1])
                began_s = perf_counter()
                tabs[-1].goto(f"http://127.0.0.1:{running.port}/matches/{table.match}", wait_until="load")
                took_s.append(perf_counter() - began_s)
            table.send("tap", verb="draw", seat=0)
            for tab in tabs:
                for other in tabs:
                    other.evaluate(TURNS, other is not tab)
                tab.wait_for_selector("[data-live][data-revision='3']")
            context.close()
    finally:
        running.stop()
    said = f"the first of {TABS} tabs open in {took_s[0]:.1f} s, the last in {took_s[-1]:.1f} s"
    figure(record_property, "L3", said, is_reached=took_s[-1] <= OPENS_S)
