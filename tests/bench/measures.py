"""What is measured: opening and reading a picture of sixty tiles, reading one of 106, and judging a table of thirty
melds."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from itertools import count
from pathlib import Path
from time import perf_counter
from typing import Protocol

import cv2
import numpy as np

from engine import judge_meld, load_rules, parse_meld
from tests.bench.law import explaining, interpreting, simulating
from tests.bench.stopwatch import Timing, timed
from vision.change_detection.lazy_frame import Detect, TileJudge
from vision.errors import VisionError
from vision.io.images import load_image
from vision.pipeline import TableRecognizer
from vision.reading import Frame, TableReading
from vision.watching.watcher import TableWatcher

PICTURE, WHOLE_BAG = (Path(__file__).parent / f"table{tiles}.jpg" for tiles in (60, 106))
SETTLING = 8
"""Frames after which a table has been told."""
STAGES = ("detect", "read", "layout")
TABLE = (
    "4r 5r 6r",
    "4r 5r J 7r",
    "9r 9k 9b",
    "9r 9k J",
    "1b 2b 3b 4b 5b 6b 7b",
    "10y 11y 12y 13y 1y",
    "7k 8k 9k 10k J 12k 13k",
    "2r 3r 4r",
    "5k 5r 5b 5y",
    "3b 4b 2b 6b",
    "4r 5r 7r",
    "J J 5r",
    "8b 8b 8r",
    "1k 2k 3k 4k 5k 6k 7k 8k 9k 10k 11k 12k 13k",
    "11r 12r",
)
"""Half of the thirty melds: runs and groups, pure and not, lawful and not; the other half is the same from behind."""


class Recognizer(Protocol):
    """What reads a frame; in tests, a stand-in."""

    detect: Detect

    def look(self, frame: Frame) -> TableReading: ...

    def table_judge(self) -> TileJudge: ...


@dataclass(frozen=True, slots=True)
class Report:
    """Timings by name, and what could not be measured, in words."""

    timings: Mapping[str, Timing] = field(default_factory=dict)
    tiles: int | None = None
    """How many tiles were read in the picture."""
    missing: tuple[str, ...] = ()


def report(
    threads: int, rounds: int, picture: Path = PICTURE, recognizer: Callable[[int], Recognizer] | None = None
) -> Report:
    """Everything that can be measured on ``threads`` threads, each over ``rounds`` rounds."""
    law = {
        "long_row": interpreting(rounds),
        "rules_table": judging(rounds),
        "explain_turn": explaining(rounds),
        "simulated_hand": simulating(rounds),
    }
    if not picture.is_file():
        return Report(law, missing=(f"the picture {picture.name}",))
    before = cv2.getNumThreads()
    cv2.setNumThreads(threads)
    try:
        opened_recognizer = (recognizer or _table_recognizer)(threads)
        opened = opening(picture.read_bytes(), rounds)
        stages, tiles = reading(picture.read_bytes(), opened_recognizer, rounds)
        stages["unchanged_frame"] = watching(load_image(picture), opened_recognizer, rounds)
        stages["read_total_106"] = reading(WHOLE_BAG.read_bytes(), opened_recognizer, rounds)[0]["read_total"]
    except VisionError as error:
        return Report(law, missing=(error.sentence("en"),))
    finally:
        cv2.setNumThreads(before)
    return Report({**law, **opened, **stages}, tiles)


def judging(rounds: int) -> Timing:
    """Judging thirty melds that are already parsed."""
    rules = load_rules("clasico")
    melds = [parse_meld(text) for text in TABLE]
    melds += [meld[::-1] for meld in melds]
    return timed(lambda: [judge_meld(meld, rules) for meld in melds], rounds)


def opening(blob: bytes, rounds: int) -> dict[str, Timing]:
    """``decode``: OpenCV alone; ``open``: with the checks of header and end, and the orientation. Half as long once an
    recognizer is open, for by then the C library keeps large blocks of memory instead of giving them back."""
    pixels = np.frombuffer(blob, np.uint8)
    return {
        "decode": timed(lambda: cv2.imdecode(pixels, cv2.IMREAD_COLOR), rounds),
        "open": timed(lambda: load_image(blob), rounds),
    }


def reading(blob: bytes, recognizer: Recognizer, rounds: int) -> tuple[dict[str, Timing], int]:
    """``detect``, ``read`` and ``layout``, ``read_total`` from bytes to rows, and how many tiles were read."""
    recognizer.look(load_image(blob))
    by_stage: dict[str, list[float]] = {stage: [] for stage in (*STAGES, "read_total")}
    for _ in range(rounds):
        started = perf_counter()
        seen = recognizer.look(load_image(blob))
        by_stage["read_total"].append(1000 * (perf_counter() - started))
        for stage in STAGES:
            by_stage[stage].append(seen.elapsed_ms.get(stage, 0.0))
    return {stage: Timing.of(rounds_ms) for stage, rounds_ms in by_stage.items()}, len(seen.tiles)


def watching(frame: Frame, recognizer: Recognizer, rounds: int) -> Timing:
    """A frame of a table at rest, on which nothing has happened since it was told."""
    watcher = TableWatcher(recognizer.detect, recognizer.table_judge())
    for index in range(SETTLING):
        watcher(replace(frame, index=index, captured_at_s=0.1 * index))
    moments = count(SETTLING)
    return timed(lambda: watcher(_at(frame, next(moments))), rounds)


def _at(frame: Frame, index: int) -> Frame:
    """The frame a little later; a table is looked at again once in a while, and that is not what is measured."""
    return replace(frame, index=index, captured_at_s=0.1 * SETTLING + 0.002 * (index - SETTLING))


def _table_recognizer(threads: int) -> Recognizer:
    return TableRecognizer(threads=threads)
