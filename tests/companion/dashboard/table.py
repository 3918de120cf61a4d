"""A drawn table and a recognizer that knows what lies on it, so that pages are tested without networks."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np
from flask import Flask

from companion.dashboard import DashboardSettings, DemoHand, create_app
from companion.recognition.interpret import SeenPhotograph
from companion.recognition.piled_canastas import canastas_under
from companion.refusal import PhotoRefused
from companion.server.adapters import profile_views
from companion.view_models import NO_ANSWERS, PhotoAnswers, PhotoScore
from engine.rules.profiles import load_rules
from engine.rules.rules import Rules
from tests.companion.dashboard.compiled import TEMPLATES
from vision.adaptation.set_naming import self_named
from vision.belief import Belief
from vision.reading import DetectedTile, ReadTile, TableReading, TileRow

WIDTH_PX, HEIGHT_PX = 1000, 750
TILE_PX = (60, 84)
INK_BGR = {"r": (28, 36, 192), "b": (158, 71, 23), "y": (0, 120, 200), "k": (30, 30, 30), "J": (140, 40, 120)}
ROWS = ("4r 5r 6r 7r", "9k 9b 9y J", "7k 8k 10k 11k", "3y 4y?9y 5y", "12r 13b?3b 12k", "1b 2b 3b 4b 5b 6b 7b")
"""What lies there: ``4y?9y`` reads as a 4 that may as well be a 9."""
LOOSE = ("2r", "back")
PROFILES = tuple(
    replace(profile, titles={"es": spanish, "en": english})
    for name, spanish, english in (
        ("clasico", "Burako clásico", "Classic burako"),
        ("torneo", "Torneo", "Tournament"),
        ("buracco", "Buracco", "Buracco"),
        ("eburako", "eBurako", "eBurako"),
        ("parejas", "Parejas", "Pairs"),
        ("rummy", "Rummy", "Rummy"),
        ("burraco-fibur", "Burraco italiano", "Italian burraco"),
        ("buraco-stbl", "Buraco fechado", "Buraco fechado"),
        ("buraco-aberto", "Buraco abierto", "Open buraco"),
        ("rummikub", "Rummikub", "Rummikub"),
    )
    for profile in profile_views({name: load_rules(name)})
)


@dataclass(frozen=True, slots=True)
class Lying:
    """A tile on the table: its name (or two, between which the recognizer doubts), place and lean."""

    name: str
    x: float
    y: float
    lean_deg: float = 0.0

    @property
    def corners(self) -> np.ndarray:
        """(4, 2) pixels, clockwise from the number's top left."""
        width, height = TILE_PX
        flat = np.array([[-width, -height], [width, -height], [width, height], [-width, height]]) / 2
        turn = np.radians(self.lean_deg)
        matrix = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
        return (flat @ matrix.T + (self.x, self.y)).astype(np.float32)

    @property
    def read(self) -> ReadTile:
        """The tile as the recognizer has it."""
        first, doubt, second = self.name.partition("?")
        belief = Belief.peaked(first, 0.52, (second, 0.46)) if doubt else Belief.peaked(first, 0.998)
        return ReadTile(DetectedTile(self.corners, 0.9), belief)


def lying() -> tuple[tuple[Lying, ...], ...]:
    """The rows of the table, then the loose tiles."""
    rows = []
    for number, row in enumerate(ROWS):
        column, line = number % 2, number // 2
        y = 120 + 160 * line
        rows.append(tuple(Lying(name, 110 + 460 * column + 64 * i, y + 2 * i) for i, name in enumerate(row.split())))
    loose = tuple(Lying(name, 250 + 300 * i, 640, 24 - 60 * i) for i, name in enumerate(LOOSE))
    return (*rows, loose)


@cache
def picture() -> bytes:
    """A JPEG of the table."""
    shade = np.linspace(150, 95, WIDTH_PX, dtype=np.uint8)
    table = np.stack([shade * 0.45, shade * 0.8, shade * 0.4], axis=1).astype(np.uint8)[None].repeat(HEIGHT_PX, 0)
    canvas = np.ascontiguousarray(table)
    for tile in (tile for row in lying() for tile in row):
        _paint(canvas, tile)
    return cv2.imencode(".jpg", canvas, [cv2.IMWRITE_JPEG_QUALITY, 88])[1].tobytes()


def empty_picture() -> bytes:
    """A JPEG of a table without tiles; its last byte tells the recognizer so."""
    canvas = np.full((600, 800, 3), (70, 110, 60), np.uint8)
    return cv2.imencode(".jpg", canvas)[1].tobytes()


@cache
def reading() -> TableReading:
    """What the recognizer sees on ``picture``."""
    placed = lying()
    tiles = tuple(tile.read for row in placed for tile in row)
    starts = np.cumsum([0, *(len(row) for row in placed)])
    groups = [tuple(range(a, b)) for a, b in pairwise(starts)]
    times = {"detect": 9.0, "read": 6.0, "total": 17.3}
    return TableReading(tiles, tuple(TileRow(group) for group in groups[:-1]), groups[-1], times)


@dataclass(frozen=True, slots=True)
class Judged:
    """A seen photograph whose rules are named."""

    photo: SeenPhotograph
    law: Callable[[str], Rules]

    def score(self, rules: str, language: str, said: PhotoAnswers = NO_ANSWERS) -> PhotoScore:
        """The score under the rules called ``rules``."""
        return self.photo.score(self.law(rules), language, said)

    def canastas_under(self, score: PhotoScore, top: int, rules: str) -> tuple[str, ...]:
        """The canastas that the tile ``top`` of its ``score`` may be the top of, under the rules called ``rules``."""
        return canastas_under(score, top, self.law(rules))

    def beyond_doubt(self) -> Mapping[int, str]:
        """The faces of the tiles that are surely read."""
        return {named_tile.tile: named_tile.face for named_tile in self_named(self.photo.reading)}


def read_photo(blob: bytes, name: str, law: Callable[[str], Rules] = load_rules) -> Judged:
    """Reads ``picture``; any other JPEG holds no tiles, and any other file is refused."""
    if blob == picture():
        return Judged(SeenPhotograph(name, (WIDTH_PX, HEIGHT_PX), reading()), law)
    if blob.startswith(b"\xff\xd8"):
        return Judged(SeenPhotograph(name, (800, 600), TableReading((), (), (), {"total": 4.0})), law)
    raise PhotoRefused({"es": "Eso no es una foto.", "en": "That is no photograph."}, 415)


def settings(**changes: object) -> DashboardSettings:
    """The usual settings, with ``changes``."""
    return DashboardSettings(**({"rules": "clasico"} | changes))


def app(
    demo: Sequence[Path] = (), law: Callable[[str], Rules] = load_rules, read=read_photo, **changes: object
) -> Flask:
    """The dashboard over this table, judged by the rules that ``law`` gives for a name; ``read`` reads photographs."""
    made = create_app(partial(read, law=law), PROFILES, demo, settings(**changes))
    made.jinja_env.bytecode_cache = TEMPLATES
    return made


def demo_folder(folder: Path) -> tuple[Path, ...]:
    """Two pictures of a demo in ``folder``."""
    paths = (folder / "01.jpg", folder / "02.jpg")
    for path, blob in zip(paths, (picture(), empty_picture()), strict=True):
        path.write_bytes(blob)
    return paths


def demo_hand(folder: Path) -> DemoHand:
    """A hand that a demo camera shows; its rack is the drawn table."""
    rack = folder / "rack.jpg"
    rack.write_bytes(picture())
    return DemoHand(rules="clasico", players=2, starter=1, table=rack, rack=rack)


def _paint(canvas: np.ndarray, tile: Lying) -> None:
    corners = tile.corners
    cv2.fillConvexPoly(canvas, (corners + np.array([3, 6])).astype(np.int32), (40, 60, 40), cv2.LINE_AA)
    cv2.fillConvexPoly(canvas, corners.astype(np.int32), (216, 236, 244), cv2.LINE_AA)
    name = tile.name.partition("?")[0]
    if name == "back":
        return
    text = name[:-1] or "J"
    ink = INK_BGR[name[-1]]
    (width, height), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_DUPLEX, 1.1, 2)
    face = np.zeros((TILE_PX[1], TILE_PX[0]), np.uint8)
    cv2.putText(face, text, ((TILE_PX[0] - width) // 2, 14 + height), cv2.FONT_HERSHEY_DUPLEX, 1.1, 255, 2, cv2.LINE_AA)
    cv2.circle(face, (TILE_PX[0] // 2, 66), 6, 255, -1, cv2.LINE_AA)
    source = np.array([[0, 0], [TILE_PX[0], 0], [TILE_PX[0], TILE_PX[1]], [0, TILE_PX[1]]], np.float32)
    onto = cv2.getPerspectiveTransform(source, corners)
    mask = cv2.warpPerspective(face, onto, (WIDTH_PX, HEIGHT_PX))
    inked = mask > 0
    share = mask[inked][:, None] / 255.0
    canvas[inked] = (canvas[inked] * (1 - share) + np.array(ink) * share).astype(np.uint8)
