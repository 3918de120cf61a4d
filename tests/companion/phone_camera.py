"""A phone that is the camera: the program that takes its pictures, killed and started again, and how it is paired."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Page

from tests.companion.running import Running

Start = Callable[..., Running]
PATIENCE_MS = 120_000
"""How long a page may take on a busy machine."""


@contextmanager
def starting(folder: Path, code: str) -> Iterator[Start]:
    """What starts the program over the same matches, at the same port, with a phone for a camera."""
    started: list[Running] = []
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = str(free.getsockname()[1])

    def start(*more: str) -> Running:
        started.append(Running("--port", port, "--camera", "phone", *more, folder=folder, code=code))
        return started[-1]

    yield start
    for running in started:
        if running.program.poll() is None:
            running.kill()


def pair(phone: Page, scorer: Page, address: str) -> None:
    """Lets the phone in as the camera, by the code on the scorer's screen, and turns its camera on."""
    scorer.goto(f"{address}/invite?role=camera")
    invitation = scorer.locator(".qr-link").get_attribute("href")
    phone.goto(address + invitation[invitation.index("/join/") :])
    phone.locator("main form .button").click()
    phone.wait_for_url("**/phone")
    phone.locator("[data-begin]").click()


def puts_right_and_takes_back(page: Page) -> None:
    """Says that a meld's first tile is another, as a person who is mistaken, and undoes it."""
    page.locator("#meld-1 a.tiles").click()
    page.locator("#dialog a.tile").first.click()
    page.locator("#dialog .likely button").first.click()
    page.wait_for_selector("#meld-1.unlawful", timeout=PATIENCE_MS)
    page.locator("#part-tools form button").first.click()
    page.wait_for_selector("#meld-1.lawful", timeout=PATIENCE_MS)
