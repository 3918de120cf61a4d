"""Who reads the pictures: this program, RapidOCR, and contours with templates. Each gives a ``Look`` at a picture."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

import numpy as np

from companion.evaluation.tile_grading import number_of
from tests.baselines.looks import SAYABLE, Look, Sighting
from tests.baselines.outlines import outlines
from tests.baselines.templates import LEAST, Templates, rectified, rendered
from tests.baselines.turning import QUARTERS, turned, turned_back
from vision.change_detection.signatures import U8

THREADS = 2
OURS, OCR, OCR_TURNED, TEXTBOOK = (
    "burako read",
    "RapidOCR",
    "RapidOCR, best of four rotations",
    "contours and templates",
)
NAMES = (OURS, OCR, OCR_TURNED, TEXTBOOK)
"""In the order shown."""

Contender = Callable[[U8], Mapping[str, Look]]
"""Looks at an upright BGR picture; one or two ways of looking, by name."""


def read_by_ours(burako: Path, pictures: Sequence[Path]) -> dict[Path, Look]:
    """What ``burako read`` says of all pictures in one call; those that it refuses are left out."""
    result = subprocess.run(
        [burako, "read", "--json", *pictures], stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True, check=False
    )
    return {Path(line["image"]): told_look(line) for line in map(json.loads, result.stdout.splitlines())}


def told_look(told: Mapping[str, Any]) -> Look:
    """The look behind one line of ``burako read --json``; its time is the program's own."""
    sightings = (
        Sighting(_middle(tile["corners"]), number_of(tile["face"]) if number_of(tile["face"]) in SAYABLE else None)
        for tile in told["tiles"]
    )
    return Look(tuple(sightings), told["elapsed_ms"]["total"])


def ocr_contender() -> Contender:
    """RapidOCR as it comes, once and in all four rotations. Raises ImportError where it is not installed."""
    from rapidocr import RapidOCR  # in an environment of its own

    threads = {"intra_op_num_threads": THREADS, "inter_op_num_threads": 1}
    params = {f"EngineConfig.onnxruntime.{name}": count for name, count in threads.items()}
    engine = RapidOCR(params={"Global.log_level": "error", **params})

    def looked(bgr: U8) -> Mapping[str, Look]:
        looks = [_text_look(engine, bgr, quarters) for quarters in QUARTERS]
        return {OCR: looks[0][1], OCR_TURNED: best_of(looks)}

    return looked


def words_of(lines: Iterable[Any] | None) -> list[tuple[str, float, Any]]:
    """Texts, scores and boxes (4, 2) of RapidOCR's lines of words; where it found none, it gives a word, not a line."""
    return [word for line in lines or () if not isinstance(line[0], str) for word in line if word[2] is not None]


def text_sightings(words: Iterable[tuple[str, Any]], quarters: int, size: tuple[int, int]) -> tuple[Sighting, ...]:
    """Words with boxes (4, 2) in a picture turned by ``quarters``, as sightings in the upright one of ``size``."""
    return tuple(
        Sighting(turned_back(_middle(box), quarters, size), text.strip() if text.strip() in SAYABLE else None)
        for text, box in words
    )


def best_of(looks: Sequence[tuple[float, Look]]) -> Look:
    """Of several looks, each with how sure it is, the surest; it cost the time of all."""
    surest = max(looks, key=lambda look: look[0])[1]
    return Look(surest.sightings, sum(look.elapsed_ms for _, look in looks))


def textbook_contender(templates: Templates | None = None) -> Contender:
    """Contours of thresholds, and templates of numbers."""
    drawn = templates or rendered()

    def looked(bgr: U8) -> Mapping[str, Look]:
        started = perf_counter()
        quads = outlines(bgr)
        named = [drawn.named(rectified(bgr, quad)) for quad in quads]
        says = [said[0] if said and said[1] >= LEAST else None for said in named]
        sightings = tuple(Sighting(_middle(quad), one) for quad, one in zip(quads, says, strict=True))
        return {TEXTBOOK: Look(sightings, 1000 * (perf_counter() - started))}

    return looked


def _text_look(engine: Any, bgr: U8, quarters: int) -> tuple[float, Look]:
    """The numbers that the text reader sees after so many quarter turns, and the sum of their scores."""
    started = perf_counter()
    words = words_of(engine(turned(bgr, quarters), return_word_box=True).word_results)
    elapsed_ms = 1000 * (perf_counter() - started)
    height, width = bgr.shape[:2]
    sightings = text_sightings(((text, box) for text, _, box in words), quarters, (width, height))
    sure = sum(score for (_, score, _), sighting in zip(words, sightings, strict=True) if sighting.says)
    return sure, Look(sightings, elapsed_ms)


def _middle(corners: Any) -> tuple[float, float]:
    x, y = np.asarray(corners, np.float64).mean(axis=0)
    return float(x), float(y)
