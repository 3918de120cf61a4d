"""The README's first lines as a new user follows them: `make run`, one tap, and a whole hand is watched and scored."""

from __future__ import annotations

from pathlib import Path
from time import monotonic

import pytest

from companion.evaluation.film_truth import TrueFilm, load_true_film
from companion.server import adapters as reception
from tests.companion.running import WITH_THE_EYE, Running

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Page  # noqa: E402

from tests.companion.dashboard.browser import CHROMIUM, chromium, visiting  # noqa: E402

PROMISED_S = 180
PATIENCE_MS = 1000 * PROMISED_S


@pytest.fixture(scope="module")
def truth() -> TrueFilm:
    """What is played in the film."""
    film = reception.demo_film()
    assert film is not None
    return load_true_film(film.with_suffix(".json"))


def begins(page: Page, port: int) -> str:
    """Opens the first page and taps once; the match that this leads to."""
    page.goto(f"http://127.0.0.1:{port}/")
    page.get_by_role("button", name="Ver una mano entera").click()
    page.wait_for_url("**/matches/*", timeout=PATIENCE_MS)
    return page.url.rpartition("/")[2]


def counts(page: Page) -> None:
    """Adds up and confirms, with what the page has filled in."""
    page.get_by_role("link", name="Contar la mano", exact=True).click(timeout=PATIENCE_MS)
    page.get_by_role("button", name="Sacar la cuenta").click()
    page.get_by_role("button", name="Está bien: confirmar la mano").click(timeout=PATIENCE_MS)
    playwright.expect(page.locator(".next-hand h2")).to_have_text("Mano 1 confirmada", timeout=PATIENCE_MS)


def test_a_program_that_was_begun_anew_shows_the_hand_from_its_beginning(tmp_path: Path):
    seen = []
    for _ in range(2):
        running = Running("--camera", "demo", folder=tmp_path / "kept")
        assert running.json("GET", "/api/camera")["match"] is None
        seen += [running.ask("POST", "/demo/hand").headers["Location"] for _ in range(2)]
        assert running.json("GET", "/api/camera")["match"] == seen[-1].rpartition("/")[2]
        running.kill()
    assert seen[0] == seen[1] != seen[2] == seen[3]


@pytest.mark.slow
@pytest.mark.timeout(400)
@pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
def test_a_new_user_has_a_scored_hand_within_three_minutes(truth: TrueFilm, tmp_path: Path):
    began_s = monotonic()
    running = Running("--camera", "demo", folder=tmp_path / "kept", code=WITH_THE_EYE)
    try:
        with chromium() as browser, visiting(browser, 1280, "es-AR") as visit:
            page = visit.page
            match = begins(page, running.port)
            page.wait_for_selector(".meld.unlawful", timeout=PATIENCE_MS)
            counts(page)
            took_s = monotonic() - began_s
            assert visit.violations == []
        recorded = running.json("GET", f"/api/matches/{match}")["hands"][0]
    finally:
        running.kill()
    print(f"from the start to the score: {took_s:.0f} s")
    assert recorded["points"] == [*truth.totals.values()]
    assert took_s < PROMISED_S
