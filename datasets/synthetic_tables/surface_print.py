"""Printed tops: oilcloth with motifs, lace, rugs with figures, newspapers, board mats and chequered boards.

A repeat is drawn once, small, and laid side by side.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import cv2
import numpy as np

from datasets.synthetic_tables import random_fields, surface_wood
from datasets.synthetic_tables.random_fields import U8, Bgr, Extent, Maker, Rng, Top
from datasets.synthetic_tables.surface_plain import paint

Motif = Callable[[U8, tuple[float, float], float, Rng], None]
_BITS = 4


def disc(canvas: U8, at: tuple[float, float], radius: float, color: Bgr) -> None:
    """Fills a circle with smooth edges; pixels, to a sixteenth."""
    center = round(at[0] * 16), round(at[1] * 16)
    cv2.circle(canvas, center, max(1, round(radius * 16)), color, -1, cv2.LINE_AA, _BITS)


def blob(canvas: U8, points: np.ndarray, color: Bgr) -> None:
    """Fills a polygon (n, 2) with smooth edges."""
    cv2.fillPoly(canvas, [np.round(points * 16).astype(np.int32)], color, cv2.LINE_AA, _BITS)


def _flower(canvas: U8, at: tuple[float, float], radius: float, rng: Rng) -> None:
    petals, color = int(rng.integers(4, 9)), random_fields.any_color(rng, (0.3, 0.95), (0.5, 1.0))
    turn = rng.uniform(0, 2 * np.pi)
    for angle in turn + np.arange(petals) * 2 * np.pi / petals:
        middle = at[0] + 0.6 * radius * np.cos(angle), at[1] + 0.6 * radius * np.sin(angle)
        disc(canvas, middle, radius * 1.4 / petals + 0.1 * radius, color)
    disc(canvas, at, radius * 0.3, random_fields.any_color(rng, (0.5, 1.0), (0.4, 1.0)))


def _leaf(canvas: U8, at: tuple[float, float], radius: float, rng: Rng) -> None:
    green = random_fields.hsv(float(rng.uniform(80, 150)), float(rng.uniform(0.3, 0.9)), float(rng.uniform(0.2, 0.7)))
    center = round(at[0] * 16), round(at[1] * 16)
    axes = round(radius * 16), round(radius * 16 * rng.uniform(0.25, 0.5))
    cv2.ellipse(canvas, center, axes, float(rng.uniform(0, 180)), 0, 360, green, -1, cv2.LINE_AA, _BITS)


def _fruit(canvas: U8, at: tuple[float, float], radius: float, rng: Rng) -> None:
    hue_deg = float(rng.choice([2, 25, 45, 58, 95, 280]))
    color = random_fields.hsv(hue_deg, float(rng.uniform(0.7, 1)), float(rng.uniform(0.6, 1)))
    _leaf(canvas, (at[0] + radius * 0.8, at[1] - radius * 0.8), radius * 0.6, rng)
    disc(canvas, at, radius * 0.9, color)
    disc(
        canvas,
        (at[0] - 0.3 * radius, at[1] - 0.3 * radius),
        radius * 0.25,
        random_fields.mixed(color, (255, 255, 255), 0.6),
    )


def _dot(canvas: U8, at: tuple[float, float], radius: float, rng: Rng) -> None:
    disc(canvas, at, radius * float(rng.uniform(0.3, 0.9)), random_fields.any_color(rng))


def _star(canvas: U8, at: tuple[float, float], radius: float, rng: Rng) -> None:
    points = int(rng.integers(4, 9))
    angles = np.arange(2 * points) * np.pi / points + rng.uniform(0, np.pi)
    reach = np.where(np.arange(2 * points) % 2, radius, radius * 0.45)
    tips = np.stack([at[0] + reach * np.cos(angles), at[1] + reach * np.sin(angles)], axis=-1)
    blob(canvas, tips, random_fields.any_color(rng))


def _numeral(canvas: U8, at: tuple[float, float], radius: float, rng: Rng) -> None:
    text, color = str(rng.integers(1, 32)), random_fields.any_color(rng, (0.2, 1.0), (0.1, 0.7))
    origin = round(at[0] - radius * 0.7), round(at[1] + radius * 0.5)
    thick = max(1, round(radius / 8))
    cv2.putText(canvas, text, origin, int(rng.integers(0, 8)), radius / 18, color, thick, cv2.LINE_AA)


_MOTIFS: Mapping[str, Motif] = {"flowers": _flower, "leaves": _leaf, "fruit": _fruit, "dots": _dot, "stars": _star,
                                "numerals": _numeral}  # fmt: skip


def oilcloth(rng: Rng, extent: Extent) -> Top:
    """A smooth printed tablecloth: one to three motifs scattered in a repeat."""
    _, ground = paint(rng)
    names = [random_fields.pick(rng, list(_MOTIFS)) for _ in range(int(rng.integers(1, 4)))]
    repeat_mm = random_fields.log_uniform(rng, 30, 220)
    side = int(np.clip(repeat_mm * extent.px_per_mm, 24, 320))
    cell = np.full((side, side, 3), ground, np.uint8)
    per_side = int(rng.integers(1, 5))
    pitch = side / per_side
    for i in range(per_side**2):
        at = (i % per_side + 0.5) * pitch, (i // per_side + 0.5) * pitch
        radius = pitch * float(rng.uniform(0.2, 0.45))
        _MOTIFS[names[i % len(names)]](cell, at, radius, rng)
    bgr = random_fields.quilted(cell, repeat_mm * extent.px_per_mm, extent.shape, rng)
    sheen = random_fields.clouds(rng, extent.shape, 150 * extent.px_per_mm, 3)
    return random_fields.shaded(bgr, sheen, float(rng.uniform(0, 0.12))), {
        "motifs": names,
        "repeat_mm": round(repeat_mm),
    }


def lace(rng: Rng, extent: Extent) -> Top:
    """Crochet or lace in pale thread over another surface."""
    under, chosen = surface_wood.board(rng, extent)
    repeat_mm = random_fields.log_uniform(rng, 20, 90)
    period = repeat_mm * extent.px_per_mm
    side = int(np.clip(period, 24, 256))
    cell = np.zeros((side, side, 3), np.uint8)
    thread = max(1, round(side * float(rng.uniform(0.02, 0.06))))
    middle = side // 2
    for share in rng.uniform(0.12, 0.5, int(rng.integers(2, 5))):
        cv2.circle(cell, (middle, middle), round(side * share), (255,) * 3, thread, cv2.LINE_AA)
    spokes = int(rng.integers(4, 17))
    for angle in np.arange(spokes) * 2 * np.pi / spokes:
        end = round(middle + side * 0.72 * np.cos(angle)), round(middle + side * 0.72 * np.sin(angle))
        cv2.line(cell, (middle, middle), end, (255,) * 3, thread, cv2.LINE_AA)
        disc(cell, (middle + side * 0.4 * np.cos(angle), middle + side * 0.4 * np.sin(angle)), thread * 1.6, (255,) * 3)
    mask = random_fields.quilted(cell, period, extent.shape, rng)
    white = np.full_like(under, random_fields.off_white(rng))
    kept = cv2.multiply(under, cv2.bitwise_not(mask), scale=1 / 255)
    return np.asarray(cv2.add(kept, cv2.multiply(white, mask, scale=1 / 255)), np.uint8), chosen


def rug(rng: Rng, extent: Extent) -> Top:
    """A woven rug with bands of lozenges, steps and zigzags."""
    repeat_mm = random_fields.log_uniform(rng, 50, 260)
    side = 96
    colors = [paint(rng, ("red", "brown", "blue", "cream", "black", "green", "yellow"))[1] for _ in range(5)]
    cell = np.full((side * 2, side, 3), colors[0], np.uint8)
    edges = np.sort(rng.integers(0, 2 * side, 7))
    for top, bottom, color in zip(edges, edges[1:], rng.permutation(5).tolist() * 2, strict=False):
        cv2.rectangle(cell, (0, int(top)), (side, int(bottom)), colors[color], -1)
        middle, half = (top + bottom) / 2, (bottom - top) / 2
        repeats = int(rng.integers(1, 7))
        for i in range(repeats):
            x, step = (i + 0.5) * side / repeats, side / repeats / 2
            lozenge = np.array([[x - step, middle], [x, middle - half], [x + step, middle], [x, middle + half]])
            blob(cell, lozenge, colors[(color + 1) % 5])
            blob(cell, (lozenge - [x, middle]) * 0.5 + [x, middle], colors[(color + 2) % 5])
    bgr = random_fields.quilted(cell, repeat_mm * extent.px_per_mm, extent.shape, rng)
    fibre = random_fields.cloud(rng, extent.shape, (1.0, 3.0)) + random_fields.cloud(
        rng, extent.shape, 2 * extent.px_per_mm
    )
    return random_fields.shaded(bgr, fibre, float(rng.uniform(0.1, 0.3))), {"repeat_mm": round(repeat_mm)}


_WORDS = (
    "la", "mesa", "del", "domingo", "se", "juega", "hasta", "tarde", "con", "mate", "y", "risas", "gana", "quien",
    "lava", "los", "platos", "otra", "vuelta",
)  # fmt: skip


def newspaper(rng: Rng, extent: Extent) -> Top:
    """Columns of print, headings, rules and a grey picture."""
    letter_mm = float(rng.uniform(1.4, 3.2))
    side_mm = letter_mm * 60
    side = int(np.clip(side_mm * extent.px_per_mm, 64, 480))
    paper = random_fields.mixed(random_fields.off_white(rng), (150, 170, 180), float(rng.uniform(0, 0.5)))
    cell = np.full((side, side, 3), paper, np.uint8)
    ink, pitch = random_fields.mixed((30, 30, 30), paper, float(rng.uniform(0, 0.3))), side / 40
    for column in range(2):
        left, width = column * side / 2 + pitch / 2, side / 2 - pitch
        for line in range(40):
            words = " ".join(rng.permutation(_WORDS)[:6])
            size = 3.0 if line == column * 12 else 1.0
            if line % 12 in (1, 2) and line == column * 12 + 1:
                continue
            origin = round(left), round((line + 0.8) * pitch)
            cv2.putText(cell, words[: int(26 / size)], origin, 2, pitch * size / 42, ink, 1, cv2.LINE_AA)
        top = int(rng.integers(14, 26))
        gray = int(rng.integers(60, 190))
        box = (round(left), round(top * pitch)), (round(left + width), round((top + 9) * pitch))
        cv2.rectangle(cell, *box, (gray,) * 3, -1)
    bgr = random_fields.quilted(cell, side_mm * extent.px_per_mm, extent.shape, rng)
    creases = random_fields.clouds(rng, extent.shape, 90 * extent.px_per_mm, 3)
    return random_fields.shaded(bgr, creases, float(rng.uniform(0.02, 0.1))), {"letter_mm": round(letter_mm, 1)}


def chessboard(rng: Rng, extent: Extent) -> Top:
    """Squares in two woods or two colours."""
    square_mm = float(rng.uniform(25, 60))
    pair = [paint(rng, ("white", "cream"))[1], paint(rng, ("black", "brown", "green", "red", "blue"))[1]]
    cell = np.zeros((64, 64, 3), np.uint8)
    cell[:32, :32], cell[32:, 32:], cell[32:, :32], cell[:32, 32:] = pair[0], pair[0], pair[1], pair[1]
    bgr = random_fields.quilted(cell, 2 * square_mm * extent.px_per_mm, extent.shape, rng)
    figure = surface_wood.grain(rng, extent, 4.0, 0.4)
    return random_fields.shaded(bgr, figure, float(rng.uniform(0.02, 0.25))), {"square_mm": round(square_mm)}


def mat(rng: Rng, extent: Extent) -> Top:
    """A playing mat or board for burako: places drawn as outlines, with words."""
    _, ground = paint(rng, ("green", "green", "blue", "red", "black", "brown", "cream"))
    line = random_fields.mixed(
        ground, (255, 255, 255) if sum(ground) < 380 else (0, 0, 0), float(rng.uniform(0.5, 0.9))
    )
    bgr = np.full((*extent.shape, 3), ground, np.uint8)
    scale, thick = extent.px_per_mm, max(1, round(1.2 * extent.px_per_mm))
    for word in ("POZO", "MAZO", "MUERTO", "MUERTO", "NOSOTROS", "ELLOS", "BURAKO", "CANASTAS"):
        x, y = rng.uniform(-0.1, 0.9, 2) * (extent.width_px, extent.height_px)
        w, h = float(rng.uniform(35, 160)) * scale, float(rng.uniform(45, 110)) * scale
        corners = np.array([[x, y], [x + w, y], [x + w, y + h], [x, y + h]])
        cv2.polylines(bgr, [np.round(corners).astype(np.int32)], True, line, thick, cv2.LINE_AA)
        origin = round(x + 4 * scale), round(y + 10 * scale)
        cv2.putText(bgr, word, origin, 2, 0.25 * scale, line, max(1, round(0.6 * scale)), cv2.LINE_AA)
    fibre = random_fields.cloud(rng, extent.shape, (1.0, 2.5)) + random_fields.cloud(rng, extent.shape, (2.5, 1.0))
    return random_fields.shaded(bgr, fibre, float(rng.uniform(0.02, 0.15))), {"bgr": list(ground)}


MAKERS: Mapping[str, tuple[Maker, float]] = {
    "oilcloth": (oilcloth, 1.6),
    "lace": (lace, 0.6),
    "rug": (rug, 0.7),
    "newspaper": (newspaper, 0.7),
    "chessboard": (chessboard, 0.5),
    "mat": (mat, 0.8),
}
