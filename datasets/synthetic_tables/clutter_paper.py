"""Paper and card on a table: playing cards, handwritten and printed score sheets, labels, napkins, notes, books."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from datasets.synthetic_tables import random_fields
from datasets.synthetic_tables.flat_object import Clutter, Sheet, Thing, box, rimmed, uneven
from datasets.synthetic_tables.random_fields import Bgr, Rng

_RED, _BLACK = (40, 30, 200), (25, 22, 20)
_NAMES = ("ANA", "LUZ", "TITO", "PEPE", "NOS", "ELLOS", "A", "B")
_BRANDS = ("FRAGATA", "SOL", "ARENA", "TRES", "LUNA 3", "EXTRA", "FINO", "ROMA", "100 g", "MATE", "TE", "CAFE")


def _pip(sheet: Sheet, at: tuple[float, float], size: float, suit: int, color: Bgr) -> None:
    x, y = at
    if suit == 0:  # diamond
        sheet.fill([(x, y - size), (x + 0.75 * size, y), (x, y + size), (x - 0.75 * size, y)], color)
    elif suit == 1:  # heart
        sheet.disc((x - 0.45 * size, y - 0.3 * size), 0.5 * size, color)
        sheet.disc((x + 0.45 * size, y - 0.3 * size), 0.5 * size, color)
        sheet.fill([(x - 0.9 * size, y - 0.05 * size), (x + 0.9 * size, y - 0.05 * size), (x, y + size)], color)
    else:  # spade or club
        sheet.disc((x - 0.45 * size, y + 0.2 * size), 0.48 * size, color)
        sheet.disc((x + 0.45 * size, y + 0.2 * size), 0.48 * size, color)
        if suit == 2:
            sheet.fill([(x - 0.85 * size, y + 0.05 * size), (x + 0.85 * size, y + 0.05 * size), (x, y - size)], color)
        else:
            sheet.disc((x, y - 0.5 * size), 0.48 * size, color)
        sheet.fill([(x - 0.3 * size, y + size), (x + 0.3 * size, y + size), (x, y)], color)


def playing_card(rng: Rng, px_per_mm: float) -> Clutter:
    """A card of a French pack, face up or down."""
    size = (float(rng.choice([57.0, 63.0])), float(rng.choice([88.0, 89.0])))
    sheet = Sheet(size, px_per_mm, random_fields.off_white(rng))
    sheet.cut(box(0.3, 0.3, size[0] - 0.6, size[1] - 0.6, 3.2))
    if rng.random() < 0.25:
        _card_back(sheet, rng)
    else:
        suit = int(rng.integers(4))
        color = _RED if suit < 2 else _BLACK
        _card_face(sheet, rng, suit, color)
    uneven(sheet, rng, 0.05)
    return sheet.clutter("playing_card", 0.3)


def _card_back(sheet: Sheet, rng: Rng) -> None:
    color, (width, height) = random_fields.any_color(rng, (0.5, 1.0), (0.3, 0.8)), sheet.size_mm
    sheet.fill(box(4, 4, width - 8, height - 8, 2), color)
    step = float(rng.uniform(3, 7))
    for offset in np.arange(-height, width, step):
        sheet.line([(offset, 4), (offset + height - 8, height - 4)], 0.5, (235, 235, 235))
        sheet.line([(offset + height - 8, 4), (offset, height - 4)], 0.5, (235, 235, 235))


def _card_face(sheet: Sheet, rng: Rng, suit: int, color: Bgr) -> None:
    (width, height), rank = sheet.size_mm, int(rng.integers(1, 14))
    name = {1: "A", 11: "J", 12: "Q", 13: "K"}.get(rank, str(rank))
    font, large = int(rng.integers(0, 5)), float(rng.choice([6.0, 9.0, 14.0], p=[0.6, 0.25, 0.15]))
    sheet.text(name, (3, 4 + large), large, color, font)
    _pip(sheet, (5.5, 8 + large + 2), 2.2, suit, color)
    if rank > 10:
        sheet.fill(box(13, 10, width - 26, height - 20), random_fields.any_color(rng, (0.3, 0.9), (0.4, 0.9)))
        for _ in range(10):
            x, y = rng.uniform(16, width - 16), rng.uniform(13, height - 13)
            sheet.disc((x, y), float(rng.uniform(1.5, 7)), random_fields.any_color(rng, (0.2, 1.0)))
    elif rank == 1:
        _pip(sheet, (width / 2, height / 2), 10, suit, color)
    else:
        for i in range(rank):
            column, row = i % 2, i // 2
            x = width * (0.35 + 0.3 * column) if i < rank - rank % 2 else width / 2
            y = height * (0.18 + 0.64 * row / max(1, (rank - 1) // 2)) if rank > 2 else height * (0.25 + 0.5 * i)
            _pip(sheet, (x, y), 4.5, suit, color)
    if rng.random() < 0.8:
        corner = sheet.bgr[: round((12 + large) * sheet.scale), : round(11 * sheet.scale)]
        sheet.bgr[-corner.shape[0] :, -corner.shape[1] :] = corner[::-1, ::-1]


def _scrawl(sheet: Sheet, rng: Rng, at: tuple[float, float], length_mm: float, ink: Bgr) -> None:
    """A word written by hand, as a wavering line."""
    x = np.arange(0, length_mm, 0.5)
    height = float(rng.uniform(1.2, 2.6))
    wave = np.sin(x * rng.uniform(1.8, 3.2) + rng.uniform(0, 6)) * height + rng.normal(0, 0.5, len(x))
    sheet.line(np.stack([at[0] + x + 0.6 * np.cos(x * 3), at[1] + wave], axis=-1), 0.45, ink)


def _paper(rng: Rng, px_per_mm: float, size: tuple[float, float]) -> Sheet:
    color = random_fields.off_white(rng) if rng.random() < 0.85 else random_fields.any_color(rng, (0.1, 0.4), (0.8, 1))
    sheet = Sheet(size, px_per_mm, color)
    corners = box(0.5, 0.5, size[0] - 1, size[1] - 1) + rng.normal(0, 0.6, (4, 2))
    sheet.cut(corners)
    ruling = int(rng.integers(4))
    step = float(rng.uniform(5, 9))
    line = random_fields.hsv(float(rng.choice([210, 220, 350])), float(rng.uniform(0.1, 0.4)), 0.85)
    if ruling in (1, 2):
        for y in np.arange(step * 2, size[1], step):
            sheet.line([(0, y), (size[0], y)], 0.25, line)
    if ruling == 2:
        for x in np.arange(step, size[0], step):
            sheet.line([(x, 0), (x, size[1])], 0.25, line)
    return sheet


def score_sheet(rng: Rng, px_per_mm: float) -> Clutter:
    """Columns of numbers under names, by hand or printed."""
    size = (float(rng.uniform(70, 210)), float(rng.uniform(90, 297)))
    sheet = _paper(rng, px_per_mm, size)
    ink = random_fields.any_color(rng, (0.3, 1.0), (0.05, 0.5)) if rng.random() < 0.7 else _BLACK
    columns, step = int(rng.integers(2, 6)), float(rng.uniform(7, 13))
    font, tall, width = int(rng.integers(0, 8)), float(rng.uniform(3, 7)), size[0] / columns
    shake = float(rng.choice([0.0, 0.8]))
    for column in range(columns):
        left = column * width
        sheet.line([(left, 4), (left, size[1] * 0.9)], 0.5, ink)
        sheet.text(_NAMES[int(rng.integers(len(_NAMES)))], (left + 2, step), tall, ink, font)
        for row in range(int(rng.integers(3, 12))):
            x, y = left + 2 + rng.normal(0, shake), (row + 2.2) * step + rng.normal(0, shake)
            sheet.text(str(int(rng.integers(-20, 300)) * 5), (float(x), float(y)), tall, ink, font)
    sheet.line([(2, step * 1.3), (size[0] - 2, step * 1.3)], 0.5, ink)
    uneven(sheet, rng, 0.08)
    return sheet.clutter("score_sheet", 0.2)


def notes(rng: Rng, px_per_mm: float) -> Clutter:
    """A page or scrap with handwriting."""
    size = (float(rng.uniform(50, 180)), float(rng.uniform(50, 220)))
    sheet = _paper(rng, px_per_mm, size)
    ink, step = random_fields.any_color(rng, (0.3, 1.0), (0.05, 0.5)), float(rng.uniform(7, 12))
    for y in np.arange(step, size[1] * float(rng.uniform(0.3, 1)), step):
        x = 5.0
        while x < size[0] - 15:
            length = float(rng.uniform(5, 22))
            _scrawl(sheet, rng, (x, float(y)), min(length, size[0] - 6 - x), ink)
            x += length + 4
    uneven(sheet, rng, 0.1)
    return sheet.clutter("notes", 0.2)


def calendar(rng: Rng, px_per_mm: float) -> Clutter:
    """A month or bingo card: a grid of numbers in boxes."""
    columns, rows = (7, 5) if rng.random() < 0.6 else (9, 3)
    cell = (float(rng.uniform(8, 26)), float(rng.uniform(8, 26)))
    size = (columns * cell[0] + 8, rows * cell[1] + 16)
    sheet = Sheet(size, px_per_mm, random_fields.off_white(rng))
    sheet.cut(box(0, 0, *size, 2))
    ink, line = random_fields.any_color(rng, (0.2, 1), (0.05, 0.5)), random_fields.any_color(rng, (0, 0.8), (0.2, 0.7))
    font, tall = int(rng.integers(0, 6)), min(cell) * float(rng.uniform(0.25, 0.6))
    for i in range(columns * rows):
        x, y = 4 + i % columns * cell[0], 12 + i // columns * cell[1]
        outline = box(x, y, *cell)
        sheet.line(np.vstack([outline, outline[:1]]), 0.4, line)
        number = i + 1 if columns == 7 else int(rng.integers(1, 91))
        color = _RED if i % 7 == 6 else ink
        sheet.text(str(number), (x + 1.5, y + cell[1] * 0.75), tall, color, font)
    sheet.text("ENERO", (6, 9), 6, ink, font)
    return sheet.clutter("calendar", 0.5)


def label_box(rng: Rng, px_per_mm: float) -> Clutter:
    """A matchbox, a packet or a game's box with a lettered, rounded label."""
    width = random_fields.log_uniform(rng, 30, 220)
    size = (width, width * float(rng.uniform(0.4, 1.0)))
    sheet = Sheet(size, px_per_mm, random_fields.any_color(rng))
    sheet.cut(box(0.5, 0.5, size[0] - 1, size[1] - 1, float(rng.uniform(0, 4))))
    inset = size[1] * float(rng.uniform(0.1, 0.3))
    ground = random_fields.off_white(rng) if rng.random() < 0.4 else random_fields.any_color(rng)
    corner = float(rng.uniform(0, size[1] * 0.3))
    sheet.fill(box(inset, inset, size[0] - 2 * inset, size[1] - 2 * inset, corner), ground)
    ink = random_fields.any_color(rng, (0.3, 1.0), (0.0, 0.5) if sum(ground) > 380 else (0.85, 1.0))
    tall = size[1] * float(rng.uniform(0.15, 0.3))
    sheet.text(random_fields.pick(rng, _BRANDS), (inset * 1.3, size[1] * 0.6), tall, ink, int(rng.integers(0, 8)))
    sheet.text(random_fields.pick(rng, _BRANDS), (inset * 1.3, size[1] * 0.8), tall * 0.4, ink, int(rng.integers(0, 8)))
    for _ in range(int(rng.integers(0, 5))):
        at = float(rng.uniform(0, size[0])), float(rng.uniform(0, size[1]))
        sheet.disc(at, size[1] * float(rng.uniform(0.03, 0.15)), random_fields.any_color(rng))
    rimmed(sheet, 1.0, 0.25)
    return sheet.clutter("label_box", float(rng.uniform(3, 40)))


def napkin(rng: Rng, px_per_mm: float) -> Clutter:
    """A folded napkin or tissue with an embossed edge."""
    side = float(rng.uniform(80, 180))
    size = (side, side * float(rng.choice([0.5, 1.0])))
    color = random_fields.off_white(rng) if rng.random() < 0.6 else random_fields.any_color(rng, (0.1, 0.7), (0.6, 1))
    sheet = Sheet(size, px_per_mm, color)
    sheet.cut(box(1, 1, size[0] - 2, size[1] - 2, 2) + rng.normal(0, 0.4, 2))
    edge = float(rng.uniform(3, 10))
    for inset in np.arange(edge, edge * 2.5, 2.0):
        outline = box(inset, inset, size[0] - 2 * inset, size[1] - 2 * inset, 1)
        sheet.line(np.vstack([outline, outline[:1]]), 0.6, random_fields.mixed(color, (0, 0, 0), 0.15))
    sheet.line([(size[0] / 2, 0), (size[0] / 2 + rng.normal(0, 2), size[1])], 0.8, (190, 190, 190))
    uneven(sheet, rng, 0.12)
    return sheet.clutter("napkin", 2.0)


def banknote(rng: Rng, px_per_mm: float) -> Clutter:
    """A banknote: fine guilloches, a portrait's oval and large figures."""
    size = (155.0, 65.0)
    tone = random_fields.any_color(rng, (0.2, 0.5), (0.6, 0.9))
    sheet = Sheet(size, px_per_mm, tone)
    sheet.cut(box(0, 0, *size))
    dark = random_fields.mixed(tone, (0, 0, 0), 0.5)
    x = np.arange(0, 156, 2.0)
    for i in range(8):
        sheet.line(
            np.stack([x, 32 + (8 + 3 * i) * np.sin(x / 9 + i * 0.7)], -1), 0.3, random_fields.mixed(tone, dark, 0.5)
        )
    sheet.disc((float(rng.uniform(40, 110)), 32), 20, random_fields.mixed(tone, dark, 0.6))
    value = random_fields.pick(rng, ("10", "20", "50", "100", "200", "500", "1000"))
    for at, tall in (((6.0, 16.0), 10.0), ((120.0, 58.0), 14.0)):
        sheet.text(value, at, tall, dark, int(rng.integers(0, 6)))
    uneven(sheet, rng, 0.12)
    return sheet.clutter("banknote", 0.3)


def book(rng: Rng, px_per_mm: float) -> Clutter:
    """A closed book, magazine or folder."""
    size = (float(rng.uniform(100, 210)), float(rng.uniform(150, 297)))
    sheet = Sheet(size, px_per_mm, random_fields.any_color(rng))
    sheet.cut(box(0, 0, *size, 1.5))
    picture = random_fields.any_color(rng, (0.1, 0.9), (0.2, 0.95))
    sheet.fill(box(size[0] * 0.1, size[1] * 0.35, size[0] * 0.8, size[1] * 0.5), picture)
    ink = random_fields.any_color(rng, (0, 0.6), (0.0, 1.0))
    for i in range(3):
        at = size[0] * 0.1, size[1] * (0.12 + 0.09 * i)
        sheet.text(random_fields.pick(rng, _BRANDS), at, size[0] / (8 + 5 * i), ink, i)
    rimmed(sheet, 1.5, 0.3)
    uneven(sheet, rng, 0.08)
    return sheet.clutter("book", float(rng.uniform(3, 30)))


THINGS: Mapping[str, tuple[Thing, float]] = {
    "playing_card": (playing_card, 2.5),
    "score_sheet": (score_sheet, 1.6),
    "notes": (notes, 1.0),
    "calendar": (calendar, 1.0),
    "label_box": (label_box, 1.4),
    "napkin": (napkin, 0.7),
    "banknote": (banknote, 0.4),
    "book": (book, 0.5),
}
