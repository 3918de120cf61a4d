"""Things to eat and drink: cups, glasses, mate, plates, cutlery, caps, coins, sweets."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from datasets.synthetic_tables import random_fields
from datasets.synthetic_tables.flat_object import Clutter, Sheet, Thing, box, rimmed, uneven
from datasets.synthetic_tables.random_fields import Rng


def _ware(rng: Rng) -> random_fields.Bgr:
    return random_fields.off_white(rng) if rng.random() < 0.5 else random_fields.any_color(rng, (0.0, 0.8), (0.1, 0.95))


def mug(rng: Rng, px_per_mm: float) -> Clutter:
    """A cup or mug from above, its handle, rim and what is in it."""
    radius = float(rng.uniform(30, 48))
    side = 2.9 * radius
    sheet = Sheet((side, side), px_per_mm, _ware(rng))
    middle, body = (side * 0.45, side / 2), sheet.bgr[0, 0].tolist()
    color = (int(body[0]), int(body[1]), int(body[2]))
    sheet.cut_line([(middle[0] + radius * 0.8, middle[1]), (middle[0] + radius * 1.55, middle[1])], radius * 0.25)
    if rng.random() < 0.3:
        saucer = min(side / 2 - 1, radius * 1.4)
        sheet.cut_disc(middle, min(saucer, middle[0] - 1))
        sheet.ring(middle, radius * 1.02, 2.5, random_fields.mixed(color, (0, 0, 0), 0.45))
    sheet.cut_disc(middle, radius)
    rimmed(sheet, 3.0, 0.45)
    sheet.disc(middle, radius * 0.9, random_fields.mixed(color, (0, 0, 0), 0.5))
    drink = [(18, 30, 52), (10, 18, 28), (90, 130, 180), (60, 120, 170), (230, 235, 238), (40, 90, 60)][rng.integers(6)]
    shift = radius * 0.06
    sheet.disc((middle[0] + shift, middle[1] + shift), radius * 0.8, drink)
    if rng.random() < 0.5:
        glint = (middle[0] - radius * 0.3, middle[1] - radius * 0.35)
        sheet.disc(glint, radius * 0.12, random_fields.mixed(drink, (255, 255, 255), 0.6))
    return sheet.clutter("mug", float(rng.uniform(5, 95)))


def glass(rng: Rng, px_per_mm: float) -> Clutter:
    """A drinking glass: bright rims around something half transparent."""
    radius = float(rng.uniform(28, 42))
    side = 2 * radius + 4
    tint = random_fields.any_color(rng, (0.0, 0.6), (0.4, 1.0))
    sheet = Sheet((side, side), px_per_mm, tint)
    middle = (side / 2, side / 2)
    sheet.cut_disc(middle, radius, int(rng.integers(50, 130)))
    sheet.cut_disc(middle, radius * 0.8, int(rng.integers(60, 230)))
    for share, tone in ((0.97, 235), (0.82, 60), (0.7, 220)):
        width = float(rng.uniform(0.8, 2.5))
        sheet.ring(middle, radius * share, width, random_fields.mixed(tint, (tone,) * 3, 0.7))
    glint = middle[0] - radius * 0.5, middle[1] - radius * 0.5
    sheet.disc(glint, radius * float(rng.uniform(0.08, 0.2)), (250, 250, 250))
    return sheet.clutter("glass", float(rng.uniform(5, 100)))


def plate(rng: Rng, px_per_mm: float) -> Clutter:
    """A plate or bowl with a coloured rim and something to eat."""
    radius = float(rng.uniform(60, 135))
    side = 2 * radius + 2
    sheet = Sheet((side, side), px_per_mm, _ware(rng))
    middle = (side / 2, side / 2)
    color = (int(sheet.bgr[0, 0, 0]), int(sheet.bgr[0, 0, 1]), int(sheet.bgr[0, 0, 2]))
    sheet.cut_disc(middle, radius)
    if rng.random() < 0.5:
        sheet.ring(
            middle, radius * float(rng.uniform(0.85, 0.97)), float(rng.uniform(0.8, 6)), random_fields.any_color(rng)
        )
    sheet.ring(middle, radius * 0.68, 3, random_fields.mixed(color, (0, 0, 0), 0.18))
    sheet.ring(middle, radius * 0.7, 1.5, random_fields.mixed(color, (255, 255, 255), 0.5))
    food = random_fields.hsv(float(rng.uniform(10, 60)), float(rng.uniform(0.3, 0.9)), float(rng.uniform(0.3, 0.95)))
    for _ in range(int(rng.integers(0, 14))):
        at = (middle[0] + float(rng.normal(0, radius * 0.25)), middle[1] + float(rng.normal(0, radius * 0.25)))
        reach, turn = float(rng.uniform(4, radius * 0.25)), rng.uniform(0, 2 * np.pi)
        angles = turn + np.linspace(0, 2 * np.pi, 9)[:-1]
        reaches = reach * rng.uniform(0.7, 1.1, 8)
        piece = np.stack([at[0] + reaches * np.cos(angles), at[1] + reaches * np.sin(angles)], -1)
        sheet.fill(piece, random_fields.mixed(food, random_fields.any_color(rng), 0.2))
    rimmed(sheet, 4.0, 0.25)
    return sheet.clutter("plate", float(rng.uniform(3, 25)))


def mate(rng: Rng, px_per_mm: float) -> Clutter:
    """A mate gourd with its metal rim, the herb and the straw."""
    radius = float(rng.uniform(28, 42))
    side = 3.4 * radius
    sheet = Sheet(
        (side, side), px_per_mm, random_fields.hsv(float(rng.uniform(10, 35)), 0.6, float(rng.uniform(0.15, 0.5)))
    )
    middle = (side / 2, side / 2)
    sheet.cut_disc(middle, radius)
    rimmed(sheet, 4.0, 0.4)
    sheet.ring(middle, radius * 0.8, 3, (190, 195, 200))
    sheet.disc(middle, radius * 0.72, (40, 90, 90))
    for _ in range(60):
        at = middle[0] + float(rng.normal(0, radius * 0.27)), middle[1] + float(rng.normal(0, radius * 0.27))
        sheet.disc(at, 1.2, random_fields.hsv(float(rng.uniform(50, 90)), 0.5, float(rng.uniform(0.25, 0.7))))
    angle = float(rng.uniform(0, 2 * np.pi))
    way = np.array([np.cos(angle), np.sin(angle)])
    ends = np.array([np.array(middle) + way * 0.3 * radius, np.array(middle) + way * 1.65 * radius])
    sheet.cut_line(ends, 5)
    sheet.line(ends, 5, (150, 155, 160))
    sheet.line(ends - 0.8, 1.5, (225, 228, 230))
    return sheet.clutter("mate", float(rng.uniform(10, 90)))


def cutlery(rng: Rng, px_per_mm: float) -> Clutter:
    """A spoon, a knife or a fork."""
    length = float(rng.uniform(120, 210))
    sheet = Sheet((length, 30), px_per_mm, (175, 180, 185))
    sheet.cut(box(length * 0.25, 11, length * 0.75, 8, 4))
    shape = int(rng.integers(3))
    if shape == 0:
        reach = np.linspace(0, 2 * np.pi, 24)
        sheet.cut(np.stack([length * 0.14 + length * 0.13 * np.cos(reach), 15 + 12 * np.sin(reach)], -1))
    elif shape == 1:
        sheet.cut([(0, 20), (length * 0.1, 8), (length * 0.5, 9), (length * 0.5, 21)])
    else:
        sheet.cut(box(length * 0.15, 4, length * 0.15, 22, 8))
        for y in (4, 10.5, 17, 23.5):
            sheet.cut(box(0, y, length * 0.2, 2.5, 1))
    rimmed(sheet, 2.0, 0.6)
    uneven(sheet, rng, 0.35)
    return sheet.clutter("cutlery", float(rng.uniform(2, 12)))


def coin(rng: Rng, px_per_mm: float) -> Clutter:
    """A coin: a rim, a figure, gold, silver or copper."""
    radius = float(rng.uniform(8, 14))
    side = 2 * radius + 1
    metal = [(90, 170, 205), (180, 186, 190), (70, 110, 170)][rng.integers(3)]
    sheet = Sheet((side, side), px_per_mm, metal)
    middle = (side / 2, side / 2)
    sheet.cut_disc(middle, radius)
    if rng.random() < 0.3:
        sheet.disc(middle, radius * 0.65, (180, 186, 190))
    dark = random_fields.mixed(metal, (0, 0, 0), float(rng.uniform(0.2, 0.5)))
    sheet.ring(middle, radius * 0.88, 0.6, dark)
    value = random_fields.pick(rng, ("1", "2", "5", "10", "25", "50"))
    sheet.text(value, (middle[0] - radius * 0.3 * len(value), middle[1] + radius * 0.4), radius * 0.8, dark, 4)
    rimmed(sheet, 0.8, 0.6)
    uneven(sheet, rng, 0.25)
    return sheet.clutter("coin", 2.0)


def cap(rng: Rng, px_per_mm: float) -> Clutter:
    """A bottle cap, crown or screw."""
    radius = float(rng.uniform(13, 19))
    side = 2 * radius + 2
    color = random_fields.any_color(rng, (0.0, 1.0), (0.2, 1.0))
    sheet = Sheet((side, side), px_per_mm, color)
    middle = (side / 2, side / 2)
    angles = np.linspace(0, 2 * np.pi, 169)[:-1]
    reach = radius * (0.96 + 0.04 * np.sign(np.sin(21 * angles)))
    sheet.cut(np.stack([middle[0] + reach * np.cos(angles), middle[1] + reach * np.sin(angles)], -1))
    sheet.disc(middle, radius * 0.8, random_fields.mixed(color, (255, 255, 255), 0.12))
    ink = random_fields.any_color(rng, (0.0, 1.0), (0.0, 1.0))
    word = random_fields.pick(rng, ("1", "OLA", "7", "S", "KIWI", "*"))
    tall = radius * (0.75 - 0.11 * len(word))
    sheet.text(word, (middle[0] - 0.42 * tall * len(word), middle[1] + tall / 2), tall, ink, 3)
    rimmed(sheet, 1.5, 0.5)
    return sheet.clutter("cap", float(rng.uniform(5, 14)))


def sweets(rng: Rng, px_per_mm: float) -> Clutter:
    """A few sweets, some wrapped, some round and coated."""
    sheet = Sheet((80, 80), px_per_mm)
    for _ in range(int(rng.integers(1, 10))):
        at = rng.uniform(14, 66, 2)
        color = random_fields.any_color(rng, (0.3, 1.0), (0.5, 1.0))
        if rng.random() < 0.5:
            spot = float(at[0]), float(at[1])
            radius = float(rng.uniform(4, 9))
            sheet.disc(spot, radius, color)
            sheet.cut_disc(spot, radius)
            sheet.disc((spot[0] - radius * 0.3, spot[1] - radius * 0.3), radius * 0.25, (245, 245, 245))
        else:
            angle = rng.uniform(0, np.pi)
            turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
            body = np.array([[-13, -5], [-7, -1.5], [-6, -4.5], [6, -4.5], [7, -1.5], [13, -5],
                             [13, 5], [7, 1.5], [6, 4.5], [-6, 4.5], [-7, 1.5], [-13, 5]]) @ turn + at  # fmt: skip
            sheet.fill(body, color)
            sheet.cut(body)
            stripe = np.array([[-2, -4.5], [2, -4.5], [2, 4.5], [-2, 4.5]]) @ turn + at
            sheet.fill(stripe, random_fields.off_white(rng))
    rimmed(sheet, 1.2, 0.5)
    return sheet.clutter("sweets", float(rng.uniform(4, 12)))


THINGS: Mapping[str, tuple[Thing, float]] = {
    "mug": (mug, 1.0),
    "glass": (glass, 0.8),
    "plate": (plate, 0.7),
    "mate": (mate, 0.5),
    "cutlery": (cutlery, 0.5),
    "coin": (coin, 0.8),
    "cap": (cap, 0.6),
    "sweets": (sweets, 0.6),
}
