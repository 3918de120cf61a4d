"""A whole hand as players meet it: filmed, seen through a phone's browser, read by the real networks, and counted.

The film is shown in two halves. Where it rests, somebody says that a tile is another and takes that back, and the
program is killed and started again.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import cv2
import pytest

from companion.evaluation.film_truth import TrueFilm, load_true_film, plain, visible
from datasets.synthetic_videos.generate import HandVideoSpec, write
from tests.companion.live.serving import Table, until
from tests.companion.running import WITH_THE_EYE
from tests.companion.shown_hand import FPS

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from playwright.sync_api import Page  # noqa: E402

from tests.companion.dashboard.browser import CHROMIUM, chromium, seeing, visiting  # noqa: E402
from tests.companion.phone_camera import (  # noqa: E402
    PATIENCE_MS,
    Start,
    pair,
    puts_right_and_takes_back,
    starting,
)

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(1200),
    pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed"),
]
AT_REST = re.compile(r"^La mesa está quieta\.")
"""What the phone says first of a table at rest, however small its tiles look."""
HAND = HandVideoSpec(seed=3)
"""A short one, with a swapped wild, a muerto, a canasta and two who take the pozo."""
REST = 14
"""The still at which the film rests."""
SLOWNESS = 2
"""The film is shown so much slower than it was filmed: its players hurry."""
HELD_S, STILL_FRAMES = 60.0, 5
MISSED = 0.1
"""So much of what was played may be told otherwise, where a slow machine missed a look; the score may not."""
PATIENCE_S = 300.0


@dataclass(frozen=True)
class Hand:
    """A filmed hand, and what a phone that looks at it shows."""

    sitting: TrueFilm

    def shows(self, reel: Path, first: int, last: int) -> None:
        """Writes JPEGs one after another, from a still to another, on which it stays."""
        film = cv2.VideoCapture(str(self.sitting.video))
        begin, end = self.sitting.tables[first].frame, self.sitting.tables[last].frame
        film.set(cv2.CAP_PROP_POS_FRAMES, begin)
        shots = [cv2.imencode(".jpg", film.read()[1])[1].tobytes() for _ in range(begin, end + STILL_FRAMES)]
        film.release()
        copies = round(SLOWNESS * FPS / self.sitting.fps)
        rest = shots[-STILL_FRAMES:] * round(HELD_S * FPS / copies / STILL_FRAMES)
        reel.write_bytes(b"".join(shot for shot in shots + rest for _ in range(copies)))

    def melds(self, still: int) -> Counter[str]:
        """What lies on the table at a still, each meld in the order of its notation."""
        return Counter(" ".join(map(str, meld.tiles)) for meld in self.sitting.tables[still].seen.melds)

    @cached_property
    def last(self) -> int:
        """The last still."""
        return len(self.sitting.tables) - 1


@pytest.fixture(scope="module")
def hand(tmp_path_factory: pytest.TempPathFactory) -> Hand:
    """The hand, filmed."""
    return Hand(load_true_film(write(tmp_path_factory.mktemp("film"), HAND, "mjpg")))


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts the program with the networks."""
    with starting(tmp_path / "kept", WITH_THE_EYE) as start:
        yield start


def counts(page: Page, closer: int, racks: Sequence[str]) -> None:
    """Fills in what each rack held once the camera saw who closed, and confirms the hand."""
    page.locator(".next-hand .button", has_text="Contar la mano").click(timeout=PATIENCE_MS)
    assert page.locator(f'input[name="closer"][value="{closer}"]').is_checked()
    for seat, rack in enumerate(racks):
        page.locator(f'input[name="left.{seat}"]').fill(rack)
        page.locator(f'input[name="none.{seat}"]').set_checked(not rack, force=True)
    page.locator(".count-form .actions .button").click()
    page.locator('#part-sheet form:has(input[value="confirm"]) button').click(timeout=PATIENCE_MS)
    playwright.expect(page.locator(".next-hand h2")).to_have_text("Mano 1 confirmada", timeout=PATIENCE_MS)


def test_a_filmed_hand_is_followed_and_scored_as_it_was_played(start: Start, hand: Hand, tmp_path: Path):
    reel = tmp_path / "table.mjpeg"
    hand.shows(reel, 0, REST)
    table = Table(start(), starter=hand.sitting.starter)
    address = f"http://127.0.0.1:{table.running.port}"
    table.is_followed()
    with (
        chromium(*seeing(reel)) as browser,
        visiting(browser, 1280, "es-AR") as scorer,
        visiting(browser, 360, "es-AR") as visitor,
    ):
        page, phone = scorer.page, visitor.page
        pair(phone, page, address)
        page.goto(f"{address}/matches/{table.match}")
        until(lambda: Counter(table.melds) == hand.melds(REST), PATIENCE_S)
        puts_right_and_takes_back(page)

        table.running.kill()
        playwright.expect(phone.locator("[data-says]")).to_contain_text("no contesta", timeout=PATIENCE_MS)
        table.running = start()
        playwright.expect(phone.locator("[data-says]")).to_have_text(AT_REST, timeout=PATIENCE_MS)
        assert Counter(table.melds) == hand.melds(REST)

        phone.locator("[data-stop]").click()
        hand.shows(reel, REST, hand.last)
        phone.locator("[data-begin]").click()
        until(lambda: Counter(table.melds) == hand.melds(hand.last), PATIENCE_S)
        counts(page, hand.sitting.racks.index(""), hand.sitting.racks)
        assert visitor.violations == scorer.violations == []
    recorded = table.shown["hands"][0]
    assert (recorded["standing"], recorded["points"]) == ("confirmed", [*hand.sitting.totals.values()])
    assert Counter(table.melds) == hand.melds(hand.last)
    played = Counter(plain(true_move.move) for true_move in visible(hand.sitting.moves))
    assert (played - table.told_by("cámara")).total() <= MISSED * played.total()
