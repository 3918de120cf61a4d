"""Devices, game gear and pocket contents: phones, keypads, dice, dominoes, racks, bags, pens, keys."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from datasets.synthetic_tables import random_fields
from datasets.synthetic_tables.flat_object import Clutter, Sheet, Thing, box, rimmed, uneven
from datasets.synthetic_tables.random_fields import Bgr, Rng

_PIPS = {1: (4,), 2: (0, 8), 3: (0, 4, 8), 4: (0, 2, 6, 8), 5: (0, 2, 4, 6, 8), 6: (0, 2, 3, 5, 6, 8)}


def phone(rng: Rng, px_per_mm: float) -> Clutter:
    """A telephone: dark glass, a lit screen of icons, or its back with cameras."""
    size = (float(rng.uniform(64, 80)), float(rng.uniform(130, 168)))
    case = (
        random_fields.hsv(220, 0.1, float(rng.uniform(0.03, 0.2)))
        if rng.random() < 0.6
        else random_fields.any_color(rng)
    )
    sheet = Sheet(size, px_per_mm, case)
    sheet.cut(box(0.5, 0.5, size[0] - 1, size[1] - 1, 9))
    mode = int(rng.integers(3))
    if mode < 2:
        screen = (12, 12, 12) if mode == 0 else random_fields.any_color(rng, (0.1, 0.8), (0.2, 1.0))
        sheet.fill(box(3, 4, size[0] - 6, size[1] - 8, 6), screen)
    if mode == 1:
        _icons(sheet, rng)
    if mode == 2:
        sheet.fill(box(5, 6, 26, 30, 7), random_fields.mixed(case, (0, 0, 0), 0.4))
        for at in ((13.0, 14.0), (13.0, 28.0), (24.0, 20.0)):
            sheet.disc(at, 5.2, (15, 15, 15))
            sheet.disc(at, 2.2, (70, 50, 40))
    rimmed(sheet, 1.2, 0.5)
    uneven(sheet, rng, 0.3)
    return sheet.clutter("phone", 8.0)


def _icons(sheet: Sheet, rng: Rng) -> None:
    """Rows of rounded icons, or a keypad of digits."""
    width, keypad = sheet.size_mm[0], bool(rng.random() < 0.3)
    columns = 3 if keypad else int(rng.integers(3, 6))
    pitch = (width - 10) / columns
    for i in range(columns * int(rng.integers(3, 8))):
        x, y = 5 + i % columns * pitch, 16 + i // columns * pitch * 1.1
        color = random_fields.off_white(rng) if keypad else random_fields.any_color(rng, (0.0, 1.0), (0.3, 1.0))
        sheet.fill(box(x + pitch * 0.12, y, pitch * 0.76, pitch * 0.76, pitch * 0.18), color)
        text = str((i + 1) % 10) if keypad else random_fields.pick(rng, ("M", "31", "7", "@", "", "", ""))
        sheet.text(
            text, (x + pitch * 0.3, y + pitch * 0.6), pitch * 0.4, random_fields.any_color(rng, (0, 1), (0, 0.6)), 2
        )


def keypad(rng: Rng, px_per_mm: float) -> Clutter:
    """A calculator, a remote control or a keyboard: small lettered rectangles in a grid."""
    kind = ("calculator", "remote", "keyboard")[int(rng.integers(3))]
    columns, rows = {"calculator": (4, 5), "remote": (3, 9), "keyboard": (15, 5)}[kind]
    pitch = float(rng.uniform(11, 22)) if kind != "keyboard" else 19.0
    body = (
        random_fields.hsv(220, 0.08, float(rng.uniform(0.05, 0.3)))
        if rng.random() < 0.6
        else random_fields.off_white(rng)
    )
    head = 34.0 if kind == "calculator" else 8.0
    size = (columns * pitch + 10, rows * pitch + head + 6)
    sheet = Sheet(size, px_per_mm, body)
    sheet.cut(box(0.5, 0.5, size[0] - 1, size[1] - 1, 5))
    if kind == "calculator":
        sheet.fill(box(6, 7, size[0] - 12, 20, 1), (120, 140, 130))
        sheet.text(str(int(rng.integers(0, 99999))), (size[0] * 0.35, 22), 10, (30, 35, 30), 7)
    keys = [
        random_fields.any_color(rng, (0.0, 0.3), (0.1, 1.0)),
        random_fields.off_white(rng),
        random_fields.any_color(rng),
    ]
    letters = "7894561230.=+-xC" if kind != "keyboard" else "QWERTYUIOPASDFGHJKLZXCVBNM1234567890"
    corner, inner, font = pitch * float(rng.uniform(0.05, 0.4)), float(rng.uniform(0.72, 0.92)), int(rng.integers(0, 6))
    usual = keys[int(rng.integers(2))]
    for i in range(columns * rows):
        x, y = 5 + i % columns * pitch, head + i // columns * pitch
        color = usual if rng.random() < 0.9 else keys[2]
        sheet.fill(box(x, y, pitch * inner, pitch * inner, corner), color)
        ink = (20, 20, 20) if sum(color) > 380 else (235, 235, 235)
        sheet.text(letters[i % len(letters)], (x + pitch * 0.3, y + pitch * 0.62), pitch * 0.4, ink, font)
    rimmed(sheet, 1.5, 0.4)
    return sheet.clutter(kind, float(rng.uniform(6, 22)))


def _bone(rng: Rng) -> tuple[Bgr, Bgr]:
    """A body and its pips: ivory with dark, or dark with pale."""
    if rng.random() < 0.7:
        return random_fields.off_white(rng), (25, 25, 30)
    return random_fields.any_color(rng, (0.3, 1.0), (0.1, 0.8)), (235, 240, 240)


def dice(rng: Rng, px_per_mm: float) -> Clutter:
    """One to five dice."""
    side, body = float(rng.uniform(11, 18)), _bone(rng)
    sheet = Sheet((5 * side, 5 * side), px_per_mm)
    for place in rng.permutation(9)[: int(rng.integers(1, 6))].tolist():
        middle = np.array([place % 3 + 0.5, place // 3 + 0.5]) * side * 1.66
        angle = rng.uniform(0, np.pi)
        turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        outline = (box(-side / 2, -side / 2, side, side, side * 0.18)) @ turn + middle
        sheet.cut(outline)
        sheet.fill(outline, body[0])
        for pip in _PIPS[int(rng.integers(1, 7))]:
            spot = np.array([pip % 3 - 1, pip // 3 - 1]) * side * 0.27 @ turn + middle
            sheet.disc((float(spot[0]), float(spot[1])), side * 0.09, body[1])
    rimmed(sheet, 1.0, 0.5)
    return sheet.clutter("dice", side)


def domino(rng: Rng, px_per_mm: float) -> Clutter:
    """A domino with its two halves."""
    width = float(rng.uniform(18, 26))
    sheet = Sheet((width, 2 * width), px_per_mm)
    body, pips = _bone(rng)
    sheet.fill(box(0, 0, width, 2 * width), body)
    sheet.cut(box(0.3, 0.3, width - 0.6, 2 * width - 0.6, width * 0.1))
    sheet.line([(width * 0.1, width), (width * 0.9, width)], 0.9, pips)
    for half in (0.5, 1.5):
        for pip in _PIPS[int(rng.integers(1, 7))]:
            at = width * (0.5 + 0.27 * (pip % 3 - 1)), width * (half + 0.27 * (pip // 3 - 1))
            sheet.disc(at, width * 0.085, pips)
    rimmed(sheet, 0.9, 0.5)
    return sheet.clutter("domino", 8.0)


def chip(rng: Rng, px_per_mm: float) -> Clutter:
    """A counter or poker chip with a number in its middle."""
    radius = float(rng.uniform(10, 20))
    side, color = 2 * radius + 1, random_fields.any_color(rng, (0.3, 1.0), (0.2, 0.9))
    sheet = Sheet((side, side), px_per_mm, color)
    middle = (side / 2, side / 2)
    sheet.cut_disc(middle, radius)
    if rng.random() < 0.6:
        for angle in np.arange(6) * np.pi / 3:
            wedge = np.array([[0.0, 0.0], [np.cos(angle), np.sin(angle)], [np.cos(angle + 0.3), np.sin(angle + 0.3)]])
            sheet.fill(wedge * radius * 1.1 + np.array(middle), (240, 240, 240))
        sheet.disc(middle, radius * 0.68, color)
    sheet.disc(middle, radius * 0.55, random_fields.off_white(rng))
    text = random_fields.pick(rng, ("1", "5", "10", "25", "50", "100"))
    at = middle[0] - radius * 0.18 * len(text), middle[1] + radius * 0.2
    sheet.text(text, at, radius * 0.4, random_fields.mixed(color, (0, 0, 0), 0.4), int(rng.integers(0, 6)))
    rimmed(sheet, 0.9, 0.4)
    return sheet.clutter("chip", 3.5)


def rack_bar(rng: Rng, px_per_mm: float) -> Clutter:
    """An empty rack: a long bar with one to three steps, plastic or wood."""
    size = (float(rng.uniform(200, 360)), float(rng.uniform(35, 95)))
    hue = random_fields.hsv(28, float(rng.uniform(0.4, 0.7)), float(rng.uniform(0.3, 0.7)))
    body = [(22, 22, 24), (205, 210, 214), hue, random_fields.any_color(rng)][
        int(rng.choice(4, p=[0.4, 0.15, 0.3, 0.15]))
    ]
    sheet = Sheet(size, px_per_mm, body)
    sheet.cut(box(0.5, 0.5, size[0] - 1, size[1] - 1, 2))
    steps = int(rng.integers(1, 5))
    for i in range(steps):
        y, deep = size[1] * i / steps, size[1] / steps
        sheet.fill(box(0, y, size[0], deep * 0.35), random_fields.mixed(body, (0, 0, 0), float(rng.uniform(0.15, 0.5))))
        sheet.line(
            [(0, y + deep * 0.36), (size[0], y + deep * 0.36)], 0.8, random_fields.mixed(body, (255, 255, 255), 0.35)
        )
    if rng.random() < 0.3:
        ink = random_fields.mixed(body, (255, 255, 255) if sum(body) < 300 else (0, 0, 0), 0.25)
        sheet.text("BURAKO", (size[0] * 0.1, size[1] * 0.9), size[1] / steps * 0.3, ink, int(rng.integers(0, 8)))
    uneven(sheet, rng, 0.2)
    rimmed(sheet, 1.5, 0.4)
    return sheet.clutter("rack_bar", float(rng.uniform(10, 50)))


def bag(rng: Rng, px_per_mm: float) -> Clutter:
    """A cloth bag for tiles, crumpled, with its cord."""
    radius = float(rng.uniform(60, 110))
    side = 2.5 * radius
    color = random_fields.any_color(rng, (0.2, 0.9), (0.15, 0.7))
    sheet = Sheet((side, side), px_per_mm, color)
    angles = np.linspace(0, 2 * np.pi, 60)[:-1]
    reach = radius * (1 + 0.06 * np.sin(3 * angles + rng.uniform(0, 6)) + 0.05 * np.sin(7 * angles + rng.uniform(0, 6)))
    sheet.cut(np.stack([side / 2 + reach * np.cos(angles), side / 2 + reach * np.sin(angles)], -1))
    folds = random_fields.clouds(rng, sheet.alpha.shape, max(6.0, radius * sheet.scale * 0.5), 4, 0.7)
    relief = folds - np.roll(folds, (-3, -3), (0, 1))
    sheet.bgr = random_fields.shaded(sheet.bgr, np.clip(relief * np.float32(3), -1, 1), 0.5)
    cord = np.cumsum(rng.normal(0, 8, (30, 2)), axis=0) + side / 2
    sheet.line(cord, 2.5, random_fields.off_white(rng))
    rimmed(sheet, 6.0, 0.5)
    return sheet.clutter("bag", float(rng.uniform(8, 45)))


def block(rng: Rng, px_per_mm: float) -> Clutter:
    """An eraser, sugar cube or chalk: pale and blank, but never of a tile's proportions."""
    cube = bool(rng.random() < 0.35)
    width = float(rng.uniform(9, 17) if cube else rng.uniform(9, 32))
    aspect = 1.0 if cube else float(rng.uniform(2.1, 4.5))
    size = (width, width * aspect)
    sheet = Sheet(
        size,
        px_per_mm,
        random_fields.off_white(rng) if rng.random() < 0.7 else random_fields.any_color(rng, (0.1, 0.6)),
    )
    sheet.cut(box(0.4, 0.4, size[0] - 0.8, size[1] - 0.8, float(rng.uniform(0.3, 4))))
    if aspect > 2 and rng.random() < 0.5:
        sheet.fill(box(0, size[1] * 0.3, size[0], size[1] * 0.7), random_fields.any_color(rng, (0.3, 1.0), (0.2, 0.9)))
        sheet.text(
            random_fields.pick(rng, ("OK", "20", "DOS", "B2")), (2, size[1] * 0.7), size[0] * 0.3, (240, 240, 240), 2
        )
    rimmed(sheet, 1.2, 0.4)
    uneven(sheet, rng, 0.06)
    return sheet.clutter("block", float(rng.uniform(5, 18)))


def pen(rng: Rng, px_per_mm: float) -> Clutter:
    """A pen, pencil, marker or lighter."""
    size = (float(rng.uniform(75, 175)), float(rng.uniform(7, 24)))
    color = random_fields.any_color(rng, (0.0, 1.0), (0.05, 1.0))
    sheet = Sheet(size, px_per_mm, color)
    length, deep = size
    tip = length * float(rng.uniform(0.05, 0.2))
    sheet.cut([(0, deep * 0.45), (tip, 0.4), (length, 0.4), (length, deep - 0.4), (tip, deep - 0.4), (0, deep * 0.55)])
    sheet.fill(box(0, 0, tip, deep), random_fields.any_color(rng, (0.0, 0.5), (0.1, 0.9)))
    sheet.fill(box(length * 0.7, 0, length * float(rng.uniform(0.05, 0.3)), deep), random_fields.any_color(rng))
    sheet.fill(box(0, deep * 0.2, length, deep * 0.16), random_fields.mixed(color, (255, 255, 255), 0.5))
    sheet.fill(box(0, deep * 0.75, length, deep * 0.25), random_fields.mixed(color, (0, 0, 0), 0.4))
    return sheet.clutter("pen", deep)


def keys(rng: Rng, px_per_mm: float) -> Clutter:
    """A bunch of keys on a ring."""
    sheet = Sheet((110, 110), px_per_mm, (150, 160, 168))
    for _ in range(int(rng.integers(1, 5))):
        angle = rng.uniform(0, 2 * np.pi)
        turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
        metal = [(150, 160, 168), (80, 150, 185), (60, 60, 65)][int(rng.integers(3))]
        for part in (box(2, -10, 20, 20, 9), box(20, -3.5, 30, 7, 1), box(30, -5, 4, 10), box(40, -6, 3, 12)):
            shape = part @ turn + 55
            sheet.cut(shape)
            sheet.fill(shape, metal)
    sheet.cut_disc((55, 55), 4)
    sheet.ring((55, 55), 10, 1.8, (200, 205, 210))
    rimmed(sheet, 1.0, 0.7)
    uneven(sheet, rng, 0.3)
    return sheet.clutter("keys", float(rng.uniform(2, 8)))


def spectacles(rng: Rng, px_per_mm: float) -> Clutter:
    """A pair of glasses lying open."""
    frame = random_fields.hsv(25, float(rng.uniform(0, 0.6)), float(rng.uniform(0.03, 0.5)))
    sheet = Sheet((140, 120), px_per_mm, frame)
    for x in (36.0, 104.0):
        sheet.cut(box(x - 26, 14, 52, 40, 16), 255)
        sheet.cut(box(x - 23, 17, 46, 34, 14), int(rng.integers(20, 90)))
        sheet.fill(box(x - 22, 18, 44, 32, 13), random_fields.mixed(frame, (230, 230, 235), 0.6))
    sheet.cut_line([(60, 28), (80, 28)], 3.5)
    for ends in ([(10, 26), (6, 70), (14, 116)], [(130, 26), (134, 70), (126, 116)]):
        sheet.cut_line(ends, 4)
    return sheet.clutter("spectacles", float(rng.uniform(5, 30)))


THINGS: Mapping[str, tuple[Thing, float]] = {
    "phone": (phone, 1.3),
    "keypad": (keypad, 1.5),
    "dice": (dice, 1.0),
    "domino": (domino, 1.2),
    "chip": (chip, 0.9),
    "rack_bar": (rack_bar, 1.5),
    "bag": (bag, 0.6),
    "block": (block, 1.0),
    "pen": (pen, 0.8),
    "keys": (keys, 0.5),
    "spectacles": (spectacles, 0.4),
}
