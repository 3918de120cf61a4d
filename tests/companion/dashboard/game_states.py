"""Games on the screen in the states that people meet: the name of each, its address, and what somebody does there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from flask.testing import FlaskClient
from playwright.sync_api import Page

from companion.playing.command_handlers import RandomChoices

DEALT = RandomChoices(lambda bag: Random(5).sample(list(bag), len(bag)), lambda _count: 0)
"""Whoever begins a game plays first, and can lay something."""


def at_tables(client: FlaskClient) -> Iterator[tuple[str, str] | tuple[str, str, Callable[[Page], None]]]:
    """Games on the screen: one in which somebody learns, one for which somebody is awaited, a move that was refused."""
    opened = []
    for said in ({"learn": "1"}, {"name": "Ana", "rules": "clasico", "seat.1": "person"}, {"name": "Ana"},
                 {"name": "Ana", "rules": "rummikub", "count": "4", "seat.1": "easy", "pace_ms": "0"}):  # fmt: skip
        opened.append(str(client.post("/play", data=said).headers["Location"]).partition("?")[0])
    learns, waits, plays, common = opened
    yield "games on the screen", "/play"
    yield "the first game", learns
    yield "a game that waits", waits
    yield "a game under way", plays, takes_a_turn
    yield "what can be done in a game", f"{plays}/advice"
    yield "a refusal at a game", plays, lays_too_few
    yield "a game of rummy", common


def takes_a_turn(page: Page) -> None:
    """Draws, and chooses a tile."""
    page.wait_for_selector("#part-verbs button")
    if (draw := page.locator('#part-verbs [value="draw"]')).count():
        draw.click()
    page.wait_for_selector('#part-verbs [value="lay"]')
    page.locator(".rack-tile").first.click()


def lays_too_few(page: Page) -> None:
    """Lays a single tile."""
    takes_a_turn(page)
    page.locator('#part-verbs [value="lay"]').click()
    page.wait_for_selector(".game-problem")
