"""What a phone on a slow link downloads before it shows a page: `python -m tests.companion.dashboard.first_load PAGE`.

The program is served as people start it, with the reader that ships; Chromium plays a link of 50 kB a second on which
every answer is 400 ms away. Writes the table between the marks of the PAGE.
"""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from companion.server.adapters import demo_pictures
from tests.companion.dashboard.browser import chromium
from tests.companion.running import WITH_THE_EYE, Running

LINK = {"offline": False, "latency": 400, "downloadThroughput": 50_000, "uploadThroughput": 50_000}
TIMES = 5
LATER = ("Fetch", "EventSource")
MARKS = re.compile(r"(<!-- medido -->\n).*?(<!-- fin -->)", re.DOTALL)
_NOTE_PAINTS = """
window.paints = {};
new PerformanceObserver((list) => list.getEntries().forEach((one) => { window.paints[one.entryType] = one.startTime; }))
  .observe({ type: "largest-contentful-paint", buffered: true });
"""


@dataclass(frozen=True, slots=True)
class Load:
    """A page that was opened for the first time, until the browser said that it is loaded."""

    kilobytes: float
    """Over the link, with the heads of all answers."""
    requests: int
    painted_s: float
    """Until the first words were there."""
    whole_s: float
    """Until the largest thing on the first screen was there."""


def opened(browser: Browser, address: str, link: dict[str, object] | None = None) -> Load:
    """Opens ``address`` on a phone that was never there, over a ``link``."""
    context = browser.new_context(
        viewport={"width": 360, "height": 740}, locale="es-AR", is_mobile=True, has_touch=True
    )
    page = context.new_page()
    page.add_init_script(_NOTE_PAINTS)
    with counted(page) as sizes:
        if link:
            page.context.new_cdp_session(page).send("Network.emulateNetworkConditions", link)
        page.goto(address, wait_until="load")
        found = dict(sizes)
    page.wait_for_timeout(300)
    painted_ms = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0].startTime")
    whole_ms = page.evaluate("window.paints['largest-contentful-paint']")
    context.close()
    return Load(sum(found.values()) / 1000, len(found), painted_ms / 1000, whole_ms / 1000)


@contextmanager
def counted(page: Page) -> Iterator[dict[str, float]]:
    """The bytes of each answer that comes meanwhile, by the request; but for what the page asks for once it stands."""
    session, sizes = page.context.new_cdp_session(page), {}
    session.send("Network.enable")

    def answered(event: dict[str, Any]) -> None:
        if event["type"] not in LATER:
            sizes[event["requestId"]] = event["response"]["encodedDataLength"]

    def received(event: dict[str, Any]) -> None:
        if event["requestId"] in sizes:
            sizes[event["requestId"]] += event["encodedDataLength"]

    session.on("Network.responseReceived", answered)
    session.on("Network.dataReceived", received)
    yield sizes


def pages_of(server: Running) -> dict[str, str]:
    """The pages that a phone meets first: photographs, a match, the same with a camera."""
    photo = demo_pictures()[0].read_bytes()
    mark = "burako"
    body = (
        f'--{mark}\r\nContent-Disposition: form-data; name="photo"; filename="mesa.jpg"\r\n\r\n'.encode()
        + photo
        + f"\r\n--{mark}--\r\n".encode()
    )
    shown = server.ask("POST", "/photos", body, **{"Content-Type": f"multipart/form-data; boundary={mark}"})
    matches = [
        server.json("POST", "/api/matches", {"players": ["Ana", "Beto"], "rules": "clasico"})["match"] for _ in range(2)
    ]
    for match in matches:
        server.json("POST", f"/api/matches/{match}/orders", {"order": "deal"})
    server.ask("POST", "/camera/match", f"match={matches[1]}", **{"Content-Type": "application/x-www-form-urlencoded"})
    return {
        "Inicio": "/",
        "Una partida": f"/matches/{matches[0]}",
        "Una partida con cámara": f"/matches/{matches[1]}",
        "Una foto": shown.headers["Location"],
    }


def measured() -> dict[str, Load]:
    """Each page, opened over the slow link a few times: the quickest, for machines have other things to do."""
    server = Running("--camera", "demo", code=WITH_THE_EYE)
    try:
        with chromium() as browser:
            address = f"http://127.0.0.1:{server.port}"
            return {name: _quickest(browser, address + path) for name, path in pages_of(server).items()}
    finally:
        server.stop()


def _quickest(browser: Browser, address: str) -> Load:
    return min((opened(browser, address, LINK) for _ in range(TIMES)), key=lambda load: load.whole_s)


def table(found: dict[str, Load]) -> str:
    """The figures as the page has them."""
    lines = ["| Página | kB | Pedidos | Primeras palabras (s) | Entera (s) |", "|---|---|---|---|---|"]
    for name, load in found.items():
        lines.append(
            f"| {name} | {load.kilobytes:.0f} | {load.requests} | {load.painted_s:.1f} | {load.whole_s:.1f} |".replace(
                ".", ","
            )
        )
    return "\n".join(lines) + "\n"


def main() -> None:
    """Command line of the measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("page", type=Path, nargs="?")
    given = parser.parse_args()
    words = table(measured())
    print(words)
    if given.page:
        text = given.page.read_text("utf-8")
        given.page.write_text(MARKS.sub(lambda marks: marks[1] + words + marks[2], text), "utf-8")


if __name__ == "__main__":
    main()
