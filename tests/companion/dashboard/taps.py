"""Measures the five ways to a scored hand in a real browser: `python -m tests.companion.dashboard.taps PAGE`.

The pages are served by this machine with the reader that ships; the photographs are rendered. Before each tap the thumb
waits a second, and a quarter of one before each letter, as somebody who looks where they tap. Writes the table between
the marks of the PAGE.
"""

from __future__ import annotations

import argparse
import re
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from statistics import median

import cv2

from companion.bootstrap import open_recognizer
from companion.server.adapters import PhotoReader
from datasets.synthetic_tables.counted_hand import PhoneCamera
from tests.companion.dashboard.browser import chromium, serving
from tests.companion.dashboard.counted_hands import NAMES, hand_of_four
from tests.companion.dashboard.playing import Player, playing_app
from tests.companion.dashboard.ways import WAYS, PlayedHand, Thumb, counted

SEEDS = (500, 600, 700)
PAUSE_S = 1.0
MARKS = re.compile(r"(<!-- medido -->\n).*?(<!-- fin -->)", re.DOTALL)


def photographed(hand: PlayedHand, seed: int, folder: Path) -> PlayedHand:
    """The hand with its photographs: the table, and each rack on which something was left."""
    camera = PhoneCamera.of(seed)
    shots = [camera.table(*hand.melds), *(camera.rack(rack) for rack in hand.racks if rack)]
    paths = [folder / f"{seed}-{number}.jpg" for number in range(len(shots))]
    for path, shot in zip(paths, shots, strict=True):
        cv2.imwrite(str(path), shot, [cv2.IMWRITE_JPEG_QUALITY, 88])
    return replace(hand, photographs=tuple(paths))


@contextmanager
def real_app(folder: Path) -> Iterator[object]:
    """The dashboard with the recognizer that ships."""
    recognizer = open_recognizer()

    def read(blob: bytes, name: str, law):
        return PhotoReader(recognizer, law).read(blob, name)

    with playing_app(folder / "house", read=read) as app:
        yield app


def measured(seeds: Sequence[int], folder: Path, pause_s: float) -> dict[str, list[Thumb]]:
    """How each way went for each hand; every hand has to come to its points."""
    found: dict[str, list[Thumb]] = {name: [] for name in WAYS}
    with real_app(folder) as app, serving(app) as address, chromium() as browser:
        for seed in seeds:
            hand = photographed(hand_of_four(seed), seed, folder)
            for name, way in WAYS.items():
                player = Player(app.test_client())
                answer = player.client.post("/api/matches", json={"players": list(NAMES), "rules": "clasico"})
                player.match = answer.get_json()["match"]
                context = browser.new_context(
                    viewport={"width": 360, "height": 740}, locale="es-AR", is_mobile=True, has_touch=True
                )
                thumb = counted(context.new_page(), f"{address}/matches/{player.match}", way, hand, pause_s)
                found[name].append(thumb)
                thumb.took_s = thumb.seconds
                totals = tuple(team["total"] for team in player.shown()["teams"])
                assert totals == hand.totals, (name, seed, totals, hand.totals)
                print(f"{name}: {thumb.taps} taps, {thumb.letters} letters, {thumb.took_s:.1f} s", flush=True)
                context.close()
    return found


def table(found: dict[str, list[Thumb]]) -> str:
    """The table as the page has it: the least and the most of the hands, and the median of the seconds."""
    lines = ["| Manera | Toques | Letras escritas | Segundos |", "|---|---|---|---|"]
    for name, thumbs in found.items():
        taps, letters = (_span([getattr(thumb, what) for thumb in thumbs]) for what in ("taps", "letters"))
        seconds = round(median(thumb.took_s for thumb in thumbs))
        lines.append(f"| {name} | {taps} | {letters} | {seconds} |")
    return "\n".join(lines) + "\n"


def _span(numbers: Sequence[int]) -> str:
    low, high = min(numbers), max(numbers)
    return str(low) if low == high else f"{low} a {high}"


def main() -> None:
    """Command line of the measure."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("page", type=Path)
    parser.add_argument("--seeds", type=int, nargs="+", default=SEEDS)
    parser.add_argument("--pause", type=float, default=PAUSE_S)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = measured(given.seeds, Path(folder), given.pause)
    text = given.page.read_text("utf-8")
    given.page.write_text(MARKS.sub(lambda marks: marks[1] + table(found) + marks[2], text), "utf-8")


if __name__ == "__main__":
    main()
