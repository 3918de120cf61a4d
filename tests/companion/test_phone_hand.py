"""A whole hand through a phone's camera, from the code on the screen to the recorded score, in a real browser.

The phone shows a film, the program reads it with a watcher that knows what each picture means; in between somebody
puts a tile right, takes that back, and the program is killed and started again.
"""

from __future__ import annotations

import ssl
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.phrases.wording import say
from tests.companion.live.serving import WITH_A_FILM, Table, until
from tests.companion.network.test_tls import port_of
from tests.companion.shown_hand import PLACE, film
from vision.watching.frame_results import FrameState

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from tests.companion.dashboard.browser import CHROMIUM, chromium, seeing, visiting  # noqa: E402
from tests.companion.live import acted  # noqa: E402
from tests.companion.phone_camera import (  # noqa: E402
    PATIENCE_MS,
    Start,
    pair,
    puts_right_and_takes_back,
    starting,
)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(480),
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed"),
]
CODE = WITH_A_FILM.replace(acted.KNOWING, PLACE)
FIRST, LAST = (0, 1, 2, 3), (4, 5, 6)


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts the program with a watcher that knows the hand."""
    with starting(tmp_path / "kept", CODE) as start:
        yield start


def melds_of(table: Table, state: int) -> list[str]:
    """What lies on the table in a state of the hand."""
    return [" ".join(str(placed.tile) for placed in meld.row) for meld in acted.played().states[state].melds]


def still(language: str) -> str:
    """What the phone says of a table at rest whose tiles are drawn so small."""
    return f"{FrameState.STILL.sentence(language)} {say(language, 'small_tiles', height=36)}"


def test_a_hand_is_shown_by_a_phone_put_right_and_recorded(start: Start, tmp_path: Path):
    reel = tmp_path / "table.mjpeg"
    film(reel, FIRST, 4.0, 90.0)
    table = Table(start())
    address = f"http://127.0.0.1:{table.running.port}"
    table.is_followed()
    match = f"{address}/matches/{table.match}"
    with (
        chromium(*seeing(reel)) as browser,
        visiting(browser, 1280, "es-AR") as scorer,
        visiting(browser, 360, "es-AR") as visitor,
    ):
        phone = visitor.page
        pair(phone, scorer.page, address)
        until(lambda: table.melds == melds_of(table, FIRST[-1]))
        assert phone.locator("[data-says]").inner_text() == still("es")

        page = scorer.page
        page.goto(match)
        puts_right_and_takes_back(page)
        assert table.melds == melds_of(table, FIRST[-1])

        table.running.kill()
        phone.wait_for_function(
            "() => document.querySelector('[data-says]').textContent.includes('no contesta')", timeout=PATIENCE_MS
        )
        table.running = start()
        until(lambda: phone.locator("[data-says]").inner_text() == still("es"))
        assert table.melds == melds_of(table, FIRST[-1])

        phone.locator("[data-stop]").click()
        film(reel, LAST, 4.0, 90.0)
        phone.locator("[data-begin]").click()
        until(lambda: table.melds == melds_of(table, LAST[-1]))
        page.wait_for_selector(f"#meld-{len(melds_of(table, LAST[-1]))}", timeout=PATIENCE_MS)

        page.goto(f"{match}/hands/1/count")
        page.locator(".chip", has_text="Nadie").click()
        for seat in (0, 1):
            page.locator(f'input[name="left.{seat}"]').fill("")
        page.locator('input[name="partial"]').check()
        page.locator(".count-form .actions .button").click()
        page.locator('#part-sheet form:has(input[value="confirm"]) button').click(timeout=PATIENCE_MS)
        page.wait_for_selector(".next-hand", timeout=PATIENCE_MS)
        page.goto(f"{match}/scores")
        assert page.locator("tbody tr").first.inner_text().startswith("1")
        assert visitor.violations == scorer.violations == []
    assert table.shown["hands"][0]["standing"] == "confirmed"


def test_over_an_encrypted_connection_a_phone_is_paired(start: Start, tmp_path: Path):
    """The browser is told to trust any certificate, as somebody does who accepts the warning."""
    reel = tmp_path / "table.mjpeg"
    film(reel, FIRST[:1], 1.0, 30.0)
    running = start("--tls")
    address = f"https://127.0.0.1:{port_of(running.greeting, 'https')}"
    with (
        chromium(*seeing(reel), "--ignore-certificate-errors") as browser,
        visiting(browser, 360, "en-US", ignore_https_errors=True) as visitor,
    ):
        phone = visitor.page
        pair(phone, phone, address)
        playwright.expect(phone.locator("[data-says]")).to_have_text(still("en"), timeout=PATIENCE_MS)
        assert ssl.get_server_certificate(("127.0.0.1", port_of(running.greeting, "https")))
        assert visitor.complaints == visitor.violations == []
