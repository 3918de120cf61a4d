"""Objects with numbers that are no tiles: rulers, watches, bank cards, receipts, number puzzles, tags, trays."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from datasets.synthetic_tables import random_fields
from datasets.synthetic_tables.flat_object import Clutter, Sheet, Thing, box, rimmed, uneven
from datasets.synthetic_tables.random_fields import Bgr, Rng


def _ink_on(ground: Bgr, rng: Rng) -> Bgr:
    return random_fields.any_color(rng, (0.0, 0.9), (0.0, 0.4)) if sum(ground) > 380 else random_fields.off_white(rng)


def ruler(rng: Rng, px_per_mm: float) -> Clutter:
    """A ruler or tape: ticks and rising numbers."""
    size = (float(rng.uniform(155, 310)), float(rng.uniform(16, 38)))
    ground = [random_fields.off_white(rng), (90, 190, 230), (120, 170, 205), (180, 185, 190)][int(rng.integers(4))]
    sheet = Sheet(size, px_per_mm, ground)
    sheet.cut(box(0.3, 0.3, size[0] - 0.6, size[1] - 0.6, 1.0))
    ink, font, tall = _ink_on(ground, rng), int(rng.integers(0, 6)), size[1] * float(rng.uniform(0.2, 0.4))
    for centimetre in range(int((size[0] - 6) / 10) + 1):
        x = 4.0 + 10 * centimetre
        sheet.line([(x, 0), (x, size[1] * 0.38)], 0.4, ink)
        sheet.text(str(centimetre), (x - tall * 0.3, size[1] * 0.42 + tall), tall, ink, font)
        for millimetre in range(1, 10):
            reach = size[1] * (0.28 if millimetre == 5 else 0.18)
            sheet.line([(x + millimetre, 0), (x + millimetre, reach)], 0.2, ink)
    uneven(sheet, rng, 0.1)
    return sheet.clutter("ruler", float(rng.uniform(1, 4)))


def watch(rng: Rng, px_per_mm: float) -> Clutter:
    """A wrist watch: a dial with figures, hands, and a strap."""
    radius = float(rng.uniform(13, 23))
    size = (2.4 * radius, float(rng.uniform(120, 230)))
    strap, dial = random_fields.any_color(rng, (0.0, 0.8), (0.03, 0.7)), random_fields.off_white(rng)
    if rng.random() < 0.4:
        dial = random_fields.hsv(220, 0.3, 0.1)
    sheet = Sheet(size, px_per_mm, strap)
    middle = (size[0] / 2, size[1] / 2)
    sheet.cut(box(middle[0] - radius * 0.55, 1, radius * 1.1, size[1] - 2, 4))
    sheet.cut_disc(middle, radius * 1.1)
    sheet.disc(middle, radius * 1.1, [(185, 190, 195), (80, 150, 190), (30, 30, 30)][int(rng.integers(3))])
    sheet.disc(middle, radius * 0.93, dial)
    ink, font = _ink_on(dial, rng), int(rng.integers(0, 6))
    for hour in range(1, 13):
        angle = hour * np.pi / 6
        x, y = middle[0] + 0.75 * radius * np.sin(angle), middle[1] - 0.75 * radius * np.cos(angle)
        sheet.text(str(hour), (float(x) - radius * 0.1, float(y) + radius * 0.11), radius * 0.22, ink, font)
    for length, width in ((0.5, 1.4), (0.75, 0.9)):
        angle = rng.uniform(0, 2 * np.pi)
        tip = middle[0] + radius * length * np.sin(angle), middle[1] - radius * length * np.cos(angle)
        sheet.line([middle, tip], width, ink)
    rimmed(sheet, 1.2, 0.5)
    return sheet.clutter("watch", float(rng.uniform(6, 12)))


def bank_card(rng: Rng, px_per_mm: float) -> Clutter:
    """A bank or travel card with a chip and long numbers."""
    size = (85.6, 54.0)
    ground = random_fields.any_color(rng, (0.0, 1.0), (0.08, 0.95))
    sheet = Sheet(size, px_per_mm, ground)
    sheet.cut(box(0.2, 0.2, size[0] - 0.4, size[1] - 0.4, 3.2))
    ink, font = _ink_on(ground, rng), int(rng.integers(0, 6))
    for _ in range(int(rng.integers(0, 4))):
        at = float(rng.uniform(0, 85)), float(rng.uniform(0, 54))
        sheet.disc(at, float(rng.uniform(8, 40)), random_fields.mixed(ground, random_fields.any_color(rng), 0.4))
    sheet.fill(box(9, 17, 12, 9, 1.5), (110, 190, 215))
    digits = rng.integers(0, 10, (4, 4))
    for i, group in enumerate(digits):
        sheet.text("".join(map(str, group)), (9 + 17.5 * i, 36), 4, ink, font)
    sheet.text("VENCE 11/31", (30, 42), 2.2, ink, font)
    sheet.text("TARJETA", (52, 10), 4.5, ink, int(rng.integers(0, 6)))
    rimmed(sheet, 0.6, 0.3)
    uneven(sheet, rng, 0.1)
    return sheet.clutter("bank_card", 0.8)


def receipt(rng: Rng, px_per_mm: float) -> Clutter:
    """A till receipt: a long, curled slip of lines and prices."""
    size = (float(rng.uniform(50, 82)), float(rng.uniform(90, 260)))
    ground = random_fields.off_white(rng)
    sheet = Sheet(size, px_per_mm, ground)
    bow = rng.normal(0, 1.5, 2)
    foot = size[1] - 0.5
    sheet.cut([(0.5, 0.5), (size[0] - 0.5, 0.5), (size[0] - 0.5 + bow[0], foot), (0.5 + bow[1], foot)])
    ink, font, tall = (
        random_fields.mixed((40, 40, 45), ground, float(rng.uniform(0, 0.5))),
        int(rng.integers(0, 2)),
        2.6,
    )
    for i, y in enumerate(np.arange(10, size[1] - 6, 4.6).tolist()):
        if i % 9 == 8:
            sheet.line([(4, y), (size[0] - 4, y)], 0.3, ink)
            continue
        sheet.text(
            random_fields.pick(rng, ("PAN", "YERBA", "LECHE", "FIDEOS", "QUESO", "TOTAL")), (4, y), tall, ink, font
        )
        sheet.text(f"{rng.uniform(1, 9999):.2f}", (size[0] - 24, y), tall, ink, font)
    curl = np.cos(np.linspace(0, 2 * np.pi, sheet.alpha.shape[0])).astype(np.float32)[:, None]
    sheet.bgr = random_fields.shaded(
        sheet.bgr, np.broadcast_to(curl, sheet.alpha.shape).copy(), float(rng.uniform(0, 0.15))
    )
    return sheet.clutter("receipt", float(rng.uniform(0.2, 6)))


def number_puzzle(rng: Rng, px_per_mm: float) -> Clutter:
    """A sudoku or crossword: a square grid, some squares filled or black."""
    cells, pitch = int(rng.integers(6, 14)), float(rng.uniform(6, 14))
    side = cells * pitch + 10
    ground = random_fields.off_white(rng)
    sheet = Sheet((side, side), px_per_mm, ground)
    sheet.cut(box(0.3, 0.3, side - 0.6, side - 0.6))
    crossword, font = bool(rng.random() < 0.4), int(rng.integers(0, 6))
    ink = random_fields.mixed((15, 15, 20), ground, float(rng.uniform(0, 0.4)))
    for i in range(cells * cells):
        x, y = 5 + i % cells * pitch, 5 + i // cells * pitch
        if crossword and rng.random() < 0.25:
            sheet.fill(box(x, y, pitch, pitch), ink)
        elif rng.random() < 0.4:
            mark = "ABCDELMNORST"[int(rng.integers(12))] if crossword else str(int(rng.integers(1, 10)))
            sheet.text(mark, (x + pitch * 0.28, y + pitch * 0.78), pitch * 0.58, ink, font)
    for i in range(cells + 1):
        at, width = 5 + i * pitch, 0.9 if i % 3 == 0 and not crossword else 0.35
        sheet.line([(5, at), (side - 5, at)], width, ink)
        sheet.line([(at, 5), (at, side - 5)], width, ink)
    uneven(sheet, rng, 0.07)
    return sheet.clutter("number_puzzle", 0.4)


def tag(rng: Rng, px_per_mm: float) -> Clutter:
    """A price tag, raffle ticket or round sticker with one number."""
    size = (float(rng.uniform(35, 80)), float(rng.uniform(14, 26)))
    ground = random_fields.any_color(rng, (0.3, 0.9), (0.6, 1.0))
    sheet = Sheet(size, px_per_mm, ground)
    if rng.random() < 0.4:
        sheet.cut_disc((size[0] / 2, size[1] / 2), size[1] / 2 - 0.3)
    else:
        right, foot, half = size[0] - 0.2, size[1] - 0.2, size[1] / 2
        sheet.cut([(half, 0.2), (right, 0.2), (right, foot), (half, foot), (0.2, half)])
        sheet.disc((size[1] * 0.4, size[1] / 2), 1.5, (60, 60, 60))
    text = str(int(rng.integers(1, 1000)))
    tall = size[1] * (0.5 - 0.09 * len(text))
    at = size[0] / 2 - tall * 0.36 * len(text), size[1] / 2 + tall / 2
    sheet.text(text, at, tall, _ink_on(ground, rng), int(rng.integers(0, 8)))
    return sheet.clutter("tag", 0.3)


def tray(rng: Rng, px_per_mm: float) -> Clutter:
    """A game's open box or sorting tray: a wall around empty compartments."""
    size = (float(rng.uniform(140, 330)), float(rng.uniform(90, 230)))
    body = random_fields.any_color(rng, (0.0, 0.8), (0.1, 0.9))
    sheet = Sheet(size, px_per_mm, body)
    sheet.cut(box(0.5, 0.5, size[0] - 1, size[1] - 1, float(rng.uniform(0, 6))))
    columns, rows, wall = int(rng.integers(1, 5)), int(rng.integers(1, 4)), float(rng.uniform(3, 9))
    wide, deep = (size[0] - wall) / columns, (size[1] - wall) / rows
    floor = random_fields.mixed(body, random_fields.any_color(rng), float(rng.choice([0.0, 0.0, 0.8])))
    for i in range(columns * rows):
        x, y = wall + i % columns * wide, wall + i // columns * deep
        sheet.fill(box(x, y, wide - wall, deep - wall, 2), random_fields.mixed(floor, (0, 0, 0), 0.6))
        sheet.fill(box(x + 3, y + 5, wide - wall - 3, deep - wall - 5, 2), random_fields.mixed(floor, (0, 0, 0), 0.25))
    rimmed(sheet, 1.5, 0.4)
    uneven(sheet, rng, 0.12)
    return sheet.clutter("tray", float(rng.uniform(10, 50)))


def cable(rng: Rng, px_per_mm: float) -> Clutter:
    """A wire, string or necklace lying in loops."""
    side = float(rng.uniform(80, 220))
    sheet = Sheet((side, side), px_per_mm, random_fields.any_color(rng, (0.0, 0.9), (0.03, 0.98)))
    turns = np.linspace(0, float(rng.uniform(2, 9)), 160)
    wander = np.cumsum(rng.normal(0, side * 0.006, (160, 2)), axis=0)
    loops = side * float(rng.uniform(0.1, 0.3)) * np.stack([np.sin(turns), np.cos(turns * rng.uniform(0.7, 1.3))], -1)
    sheet.cut_line(loops + wander + side / 2, float(rng.uniform(1.2, 5)))
    rimmed(sheet, 0.8, 0.5)
    return sheet.clutter("cable", float(rng.uniform(1.5, 5)))


THINGS: Mapping[str, tuple[Thing, float]] = {
    "ruler": (ruler, 0.9),
    "watch": (watch, 0.5),
    "bank_card": (bank_card, 0.7),
    "receipt": (receipt, 0.6),
    "number_puzzle": (number_puzzle, 1.0),
    "tag": (tag, 0.8),
    "tray": (tray, 0.7),
    "cable": (cable, 0.4),
}
