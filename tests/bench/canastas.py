"""How many closed canastas are told with all their tiles: `python -m tests.bench.canastas --count 200 --seed 6011`.

Each is rendered by itself, photographed, read and judged by the rules of clubs that mark them. One is *told* where one
row holds just its tiles with the right bonus, a false mark is held against it and a true one is not; *asked about*
where something of it is a question; else it is *silently wrong*, and so is one told rightly with the row beside it
wrong.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Literal

import cv2
import numpy as np

from companion.bootstrap import Recognizer, open_single_recognizer
from companion.recognition.interpret import interpret
from companion.view_models import UNSURE, PhotoScore, RowView
from datasets.seated_views.canastas import ClosedCanasta, pictures
from datasets.synthetic_tables.render import TileLabel
from engine.melds.melds import judge_meld, parse_meld
from engine.rules.codes import Code
from engine.rules.profiles import load_rules
from engine.scoring.canastas import canasta_bonus
from vision.geometry import short_sides
from vision.reading import Frame

Fate = Literal["told", "asked about", "silently wrong"]
RULES = load_rules("parejas")
_AROUND = 0.6
"""How far around its tiles something is a part of the canasta, in their widths."""
_LEGIBLE_PX, _WHOLE = 24.0, 0.9
"""The short side of a tile that can be read, and the part of the tile across that is in view."""
_BY_NEIGHBOUR, _BY_THINGS = 0.4, 0.2
"""The part of a tile that the next one may hide where they overlap, and that arms and things may hide."""


def fates(
    seed: int, count: int, recognizer: Recognizer, failures: Path | None = None
) -> Iterator[tuple[ClosedCanasta, bool, Fate]]:
    """Each canasta of a seed, whether it is in view, and what became of it.

    Pictures of those that are not told go to ``failures``.
    """
    for number, (canasta, picture) in enumerate(pictures(seed, count), 1):
        height, width = picture.bgr.shape[:2]
        coded = cv2.imencode(".jpg", picture.bgr, [cv2.IMWRITE_JPEG_QUALITY, 92])[1]
        bgr = np.asarray(cv2.imdecode(coded, cv2.IMREAD_COLOR), np.uint8)
        score = interpret(recognizer.look(Frame(bgr)), (width, height), RULES)
        fate = fate_of(canasta, picture.labels, score)
        if failures and fate != "told":
            failures.mkdir(parents=True, exist_ok=True)
            cv2.imwrite(str(failures / f"{seed}-{number:03d}-{fate.replace(' ', '_')}.jpg"), bgr)
            print(number, fate, canasta, *_said(score), sep="\n  ", flush=True)
        yield canasta, is_in_view(canasta, picture.labels), fate


def is_in_view(canasta: ClosedCanasta, labels: tuple[TileLabel, ...]) -> bool:
    """Whether a person could read every tile: none is small, or hidden by more than the tile across and its neighbour.

    What lies under the tile across is left to the law. The tiles of a pile are not in view.
    """
    own = [label for label in labels if label.row == 0]
    if canasta.across is None or len(own) < len(canasta.faces):
        return False
    face = canasta.faces[canasta.across]
    across = max(own, key=lambda label: (label.face == face, label.visible))
    if across.visible < _WHOLE or min(short_sides(np.stack([label.corners_px for label in own]))) < _LEGIBLE_PX:
        return False
    most = _BY_NEIGHBOUR if canasta.lying == "overlapping" else _BY_THINGS
    return all(1 - label.visible - _under(label, across) <= most for label in own if label is not across)


def _under(label: TileLabel, across: TileLabel) -> float:
    """The part of a tile that the one ``across`` covers."""
    tile, mark = (np.asarray(part.corners_px, np.float32) for part in (label, across))
    return float(cv2.intersectConvexConvex(tile, mark)[0]) / float(cv2.contourArea(tile))


def fate_of(canasta: ClosedCanasta, labels: tuple[TileLabel, ...], score: PhotoScore) -> Fate:
    """What became of a canasta with these labels (row 0 is its) in the ``score`` of its photograph."""
    here = _here(labels, score)
    rows = [row for row in score.rows if here.intersection(row.tiles)]
    is_alone = len(rows) == 1 and not here.intersection(score.loose)
    if is_alone and _is_right(canasta, rows[0]):
        return "told"
    is_asked = any(row.meld is None for row in rows) or any(score.tiles[tile].face == UNSURE for tile in here)
    return "asked about" if is_asked or not here else "silently wrong"


def _is_right(canasta: ClosedCanasta, row: RowView) -> bool:
    verdict = judge_meld(parse_meld(" ".join(canasta.faces)), RULES)
    bonus = canasta_bonus(verdict, "pure" if canasta.is_pure else "impure", RULES)[1]
    said = Counter(part.partition("=")[0] for part in (row.meld or "").split())
    is_false = canasta.across is not None and canasta.marked != ("pure" if canasta.is_pure else "impure")
    held = any(violation.code == Code.MARK_MISMATCH for violation in row.violations)
    return said == Counter(canasta.faces) and row.lawful and row.bonus == bonus and held == is_false


def _here(labels: tuple[TileLabel, ...], score: PhotoScore) -> set[int]:
    """The tiles of a score that lie where the canasta does."""
    own = [label.corners_px for label in labels if label.row == 0]
    if not own:
        return set()
    outline = cv2.convexHull(np.concatenate(own))
    wide = _AROUND * float(np.linalg.norm(own[0][1] - own[0][0]))
    others = [label.corners_px.mean(axis=0) for label in labels if label.row == 1]
    found = set[int]()
    for tile in score.tiles:
        middle = np.asarray(tile.corners, np.float32).mean(axis=0)
        nearest = min((float(np.hypot(*(other - middle))) for other in others), default=np.inf)
        if cv2.pointPolygonTest(outline, middle.tolist(), True) > -wide and nearest > wide:
            found.add(tile.id)
    return found


def _said(score: PhotoScore) -> Iterator[str]:
    for row in score.rows:
        names = " ".join(score.tiles[tile].face for tile in row.tiles)
        yield f"{names} -> {row.meld} {row.canasta} {row.bonus} {[violation.code for violation in row.violations]}"
    yield f"loose {[score.tiles[tile].face for tile in score.loose]}"


def main() -> None:
    """Prints a table of how they lie, whether a person could read them, and what became of them."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.canastas", description=__doc__)
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--failures", type=Path, help="where pictures of those go that are not told")
    given = parser.parse_args()
    cv2.setNumThreads(1)
    counts = Counter[tuple[str, ...]]()
    for canasta, in_view, fate in fates(given.seed, given.count, open_single_recognizer(), given.failures):
        for group in (canasta.lying, "in view" if in_view else "not in view",
                      f"marked {canasta.marked}" if canasta.across is not None else "",
                      "from a chair" if canasta.is_seated else "from above",
                      "a row near" if canasta.neighbour else "alone", "all"):  # fmt: skip
            counts[group, fate] += 1
    for group in sorted({group for group, _ in counts} - {""}):
        told, asked, wrong = (counts[group, fate] for fate in ("told", "asked about", "silently wrong"))
        print(f"{group:14} told {told:3}  asked about {asked:3}  silently wrong {wrong:3}  of {told + asked + wrong}")


if __name__ == "__main__":
    main()
