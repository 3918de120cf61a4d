"""Two people change one confirmed hand: the second sees both versions and chooses."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.companion.dashboard.playing import Player, playing_app

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Browser, Page, expect  # noqa: E402

from tests.companion.dashboard.browser import CHROMIUM, serving, visiting  # noqa: E402

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
SUMS = ["una pura, cierre, muerto, fichas 245", "sin muerto, fichas 80, atril 35"]


@pytest.fixture
def player(tmp_path: Path) -> Iterator[Player]:
    """A match whose first hand is confirmed."""
    with playing_app(tmp_path) as app:
        player = Player(app.test_client())
        player.begins()
        player.send("note", points=[700, 100])
        player.send("confirm")
        yield player


def _points(player: Player) -> list[int]:
    return list(player.shown()["hands"][0]["points"])


def _notes(page: Page, points: tuple[str, str]) -> None:
    """Somebody opens the count, and writes other points without sending them yet."""
    page.locator("summary", has_text="Anotar sólo los puntos").click()
    for field, said in zip(page.locator('form:has([value="note"]) input[name="points"]').all(), points, strict=False):
        field.fill(said)


@pytest.mark.parametrize(
    ("width", "choice"),
    [(360, "Poner lo mío"), pytest.param(1280, "Dejar lo que está anotado", marks=pytest.mark.slow)],
)
def test_the_second_of_two_sees_both_versions_and_chooses(
    browser: Browser, player: Player, width: int, choice: str
) -> None:
    assert player.client.application is not None
    with serving(player.client.application) as address, visiting(browser, width, "es-AR") as visit:
        page = visit.page
        page.goto(f"{address}/matches/{player.match}/hands/1/count")
        _notes(page, ("650", "120"))
        player.send("note", points=[715, 95], hand=1)
        page.get_by_role("button", name="Anotar", exact=True).click()
        expect(page.locator("h2.page-title")).to_have_text("Dos versiones de la mano 1")
        expect(page.locator("section:has(#theirs)")).to_contain_text("+715")
        expect(page.locator("section:has(#mine)")).to_contain_text("+650")
        assert _points(player) == [715, 95], "nothing is overwritten before somebody chooses"
        page.get_by_text(choice).click()
        expect(page.locator("h2.page-title")).to_have_text("Contar la mano 1")
        assert _points(player) == ([650, 120] if choice == "Poner lo mío" else [715, 95])
        assert (visit.overflow_px, visit.violations) == (0, [])


@pytest.mark.slow
def test_who_is_alone_is_asked_nothing(browser: Browser, player: Player) -> None:
    assert player.client.application is not None
    with serving(player.client.application) as address, visiting(browser, 1280, "es-AR") as visit:
        page = visit.page
        page.goto(f"{address}/matches/{player.match}/hands/1/count")
        _notes(page, ("650", "120"))
        player.send("deal")
        page.get_by_role("button", name="Anotar", exact=True).click()
        expect(page.locator("#part-sheet")).to_contain_text("+650")
        assert _points(player) == [650, 120]


def test_a_hand_as_on_the_paper_sheet_is_chosen_in_the_same_way(player: Player) -> None:
    player.send("sum", sides=SUMS, hand=1)
    player.send("confirm", hand=1)
    address = f"/matches/{player.match}/hands/1/sum"
    page = player.client.get(address).text
    seen = page.partition('name="seen_version" value="')[2].partition('"')[0]
    player.send("note", points=[1, 2], hand=1)
    said = {"words.0": SUMS[0], "words.1": SUMS[1].replace("80", "90"), "closer": "0", "seen_version": seen, "key": "a"}
    answer = player.client.post(address, data=said)
    there = answer.headers["Location"]
    assert "/hands/1/versions?" in there
    assert _points(player) == [1, 2]
    shown = player.client.get(there).text
    now = shown.partition('name="seen_version" value="')[2].partition('"')[0]
    assert now not in ("", seen)
    assert player.client.post(address, data=said | {"seen_version": now, "key": "b"}).status_code == 303
    assert _points(player) == [645, -45], "245 + 200 + 100 + 100, and 90 − 35 − 100"
