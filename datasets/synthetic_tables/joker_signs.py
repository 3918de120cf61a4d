"""Jokers that are words, letters, stars and ornaments."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from datasets.synthetic_tables.marks import ellipse, heart, star
from datasets.synthetic_tables.sketch import Sketch

WORDS = ("JOKER", "COMODÍN", "COMODIN", "JOKER", "Joker", "Comodín", "joker", "OKEY", "JOLLY", "WILD")
"""Words that makers print on a joker."""


def _spoken(s: Sketch) -> str:
    text = WORDS[int(s.rng.integers(len(WORDS)))]
    return text if s.font else text.replace("Í", "I").replace("í", "i")


def _word(s: Sketch) -> None:
    """A word across the tile, with or without something above it."""
    s.word(_spoken(s), (0, 0.45), (1.9, 0.6))
    _emblem(s, (0, -0.3), 0.45)


def _word_alone(s: Sketch) -> None:
    s.word(_spoken(s), (0, 0), (1.9, 0.9))
    if s.rng.random() < 0.3:
        for y in (-0.45, 0.45):
            s.line([(-0.9, y), (0.9, y)])


def _word_tall(s: Sketch) -> None:
    """A word from top to bottom: letters under each other, or the whole word turned."""
    text = _spoken(s)
    if s.rng.random() < 0.5:
        text = text.upper()
        step = 1.9 / len(text)
        for i, char in enumerate(text):
            s.letter(char, (0, -0.95 + step * (i + 0.5)), step * 0.8, 0)
    else:
        turn = 90 if s.rng.random() < 0.5 else -90
        across = Sketch(s.style, s.pen, s.font, s.rng)
        across.word(text, (0, 0), (1.9, 0.7))
        s.masks = np.rot90(across.masks, -turn // 90, axes=(1, 2)).copy()


def _word_arc(s: Sketch) -> None:
    """A word along an arc over an emblem."""
    text = _spoken(s).upper()
    half = s.rng.uniform(50, 75)
    for char, angle in zip(text, np.linspace(-half, half, len(text)), strict=True):
        turn = np.radians(angle)
        s.letter(char, (0.74 * np.sin(turn), 0.1 - 0.74 * np.cos(turn)), 0.32, float(angle))
    _emblem(s, (0, 0.25), 0.4)


def _word_corners(s: Sketch) -> None:
    """A letter in two corners and a figure between them, as on a playing card."""
    s.letter("J", (-0.75, -0.78), 0.36, 0)
    s.letter("J", (0.75, 0.78), 0.36, 180)
    _emblem(s, (0, 0), 0.6)


def _letter(s: Sketch) -> None:
    """A large J, bare or in a ring."""
    if s.rng.random() < 0.4:
        s.line(ellipse((0, 0), (0.93, 0.93)), closed=True)
        s.letter("J", (0, 0), 1.1, 0)
    else:
        s.letter("J", (0, 0), 1.9, 0)
        if s.rng.random() < 0.5:
            s.shape(star(5, 0.12, 0.28) + np.array([-0.55, -0.6]), 2)


def _star(s: Sketch) -> None:
    """One star of four to eight points, perhaps with another inside or a ring around it."""
    points = int(s.rng.integers(4, 9))
    inner = s.rng.uniform(0.3, 0.55)
    s.shape(star(points, inner), 1)
    kind = s.rng.integers(4)
    if kind == 0:
        s.detail(np.vstack([star(points, inner * 0.55, 0.55), star(points, inner * 0.55, 0.55)[:1]]))
    elif kind == 1:
        for x, y in star(points, inner)[::2]:
            s.detail([(0, 0), (x, y)])
    elif kind == 2:
        s.erase(ellipse((0, 0), (0.2, 0.2)))


def _stars(s: Sketch) -> None:
    """Several small stars: in a ring, in a row or in a triangle."""
    count = int(s.rng.integers(3, 7))
    layout = s.rng.integers(3)
    for i in range(count):
        angle = 2 * np.pi * i / count - np.pi / 2
        spots = ((0.62 * np.cos(angle), 0.62 * np.sin(angle)), (0.0, -0.8 + 1.6 * i / (count - 1)),
                 (-0.8 + 1.6 * i / (count - 1), 0.25 * (-1) ** i))  # fmt: skip
        size = (0.3, min(0.28, 0.8 / count + 0.05), 0.24)[layout]
        s.shape(star(5, size * 0.42, size) + spots[layout], 1 + i % 3)
    if layout == 0:
        _emblem(s, (0, 0), 0.26)


def _flower(s: Sketch) -> None:
    """Petals around a heart, in one or two rings, sometimes on a stem."""
    petals = int(s.rng.integers(5, 10))
    for ring, (reach, size) in enumerate(((0.62, 0.3), (0.34, 0.2))[: int(s.rng.integers(1, 3))]):
        for i in range(petals):
            angle = 2 * np.pi * (i + ring / 2) / petals
            petal = ellipse((reach, 0), (size, size * 0.62))
            turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
            s.shape(petal @ turn.T, 1 + ring)
    s.spot(ellipse((0, 0), (0.17, 0.17)), 3 if s.style == "coloured" else 0)


def _dragon(s: Sketch) -> None:
    """A winding body with spines, a head and a tail."""
    along = np.linspace(0, 1, 60)
    waves = s.rng.uniform(1.2, 2.2)
    x = 0.55 * np.sin(2 * np.pi * waves * along) * (0.5 + 0.5 * along)
    y = 0.85 - 1.5 * along
    width = 0.05 + 0.16 * np.sin(np.pi * np.minimum(1, along * 0.9 + 0.1))
    s.shape(np.vstack([np.column_stack([x - width, y]), np.column_stack([x + width, y])[::-1]]), 1)
    for i in range(6, 56, 5):
        s.spot(
            np.array([[x[i] + width[i], y[i] - 0.08], [x[i] + width[i] + 0.16, y[i]], [x[i] + width[i], y[i] + 0.08]])
        )
    head = np.array([[-0.2, 0.1], [-0.45, 0.05], [-0.3, -0.08], [0, -0.22], [0.2, -0.3], [0.12, 0], [0.2, 0.14]])
    s.shape(head + np.array([x[-1], y[-1]]), 2)
    s.erase(ellipse((x[-1], y[-1] - 0.05), (0.05, 0.05)))


def _butterfly(s: Sketch) -> None:
    """Two pairs of wings around a body."""
    spread = s.rng.uniform(0.75, 0.95)
    for side in (-1, 1):
        s.shape(ellipse((side * spread * 0.5, -0.32), (spread * 0.46, 0.42)), 1)
        s.shape(ellipse((side * spread * 0.42, 0.42), (spread * 0.36, 0.36)), 2)
        s.detail(ellipse((side * spread * 0.5, -0.32), (0.16, 0.16)))
        s.line([(0, -0.5), (side * 0.25, -0.92)])
    s.spot(ellipse((0, 0), (0.08, 0.6)))


def _rosette(s: Sketch) -> None:
    """A turning ornament of curved blades."""
    blades = int(s.rng.integers(3, 9))
    for i in range(blades):
        angle = 2 * np.pi * i / blades
        turn = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
        outer = ellipse((0.45, 0), (0.45, 0.38), (180, 360))
        inner = ellipse((0.45, 0), (0.45, 0.1), (360, 180))
        s.shape(np.vstack([outer, inner]) @ turn.T, 1 + i % 2)
    if s.rng.random() < 0.5:
        s.line(ellipse((0, 0), (0.95, 0.95)), closed=True)


def _swirls(s: Sketch) -> None:
    """Scrolls that mirror each other, like the false joker of an Okey set."""
    angles = np.linspace(0.6, s.rng.uniform(7, 11), 70)
    spiral = np.column_stack([np.cos(angles), np.sin(angles)]) * (0.045 * angles)[:, None]
    for side in (-1, 1):
        for rise in (-1, 1):
            s.line((spiral + 0.45) * [side, rise])
    s.shape(star(4, 0.14, 0.5), 1)


def _suits(s: Sketch) -> None:
    """Four hearts or lozenges around the middle."""
    piece = heart() * 0.32 if s.rng.random() < 0.5 else np.array([[0, -0.36], [0.26, 0], [0, 0.36], [-0.26, 0]])
    for i, center in enumerate(((0, -0.58), (0.58, 0), (0, 0.58), (-0.58, 0))):
        s.shape(piece + center, i % 4)


def _emblem(s: Sketch, center: tuple[float, float], size: float) -> None:
    """A small star, heart, smile or crown."""
    kind = s.rng.integers(5)
    middle = np.array(center)
    if kind == 0:
        s.shape(star(5, 0.4 * size, size) + middle, 1)
    elif kind == 1:
        s.shape(heart() * size + middle, 2)
    elif kind == 2:
        s.ground(ellipse(center, (size, size)))
        s.eyes((center[0], center[1] - size * 0.25), size * 0.35, size * 0.18)
        s.mouth((center[0], center[1] + size * 0.3), size * 0.5)
    elif kind == 3:
        crown = np.array([[-0.8, 0.6], [-1, -0.6], [-0.4, 0], [0, -0.8], [0.4, 0], [1, -0.6], [0.8, 0.6]])
        s.shape(crown * size + middle, 2)
    else:
        s.shape(star(8, 0.45 * size, size) + middle, 1)


FAMILIES: dict[str, Callable[[Sketch], None]] = {
    "word": _word, "word_alone": _word_alone, "word_tall": _word_tall, "word_arc": _word_arc,
    "word_corners": _word_corners, "letter": _letter, "star": _star, "stars": _stars, "flower": _flower,
    "dragon": _dragon, "butterfly": _butterfly, "rosette": _rosette, "swirls": _swirls, "suits": _suits,
}  # fmt: skip
