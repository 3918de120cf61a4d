"""The drawings that makers put on the joker: figures here, words and ornaments in ``joker_signs.py``.

Every family is drawn from scratch out of curves, and differs from look to look through its random numbers.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synthetic_tables import joker_signs
from datasets.synthetic_tables.marks import ellipse, star
from datasets.synthetic_tables.sketch import INKS, Sketch

F64 = NDArray[np.float64]
U8 = NDArray[np.uint8]


@lru_cache(maxsize=64)
def joker_masks(family: str, style: str, pen: float, font: str, seed: int) -> U8:
    """Masks (INKS, h, w) of one joker, cropped to what is drawn; ink 0 is the ink of the lines."""
    sketch = Sketch(style, pen, font, np.random.default_rng(seed))
    FAMILIES[family](sketch)
    drawn = sketch.masks.max(axis=0)
    rows, columns = np.flatnonzero(drawn.any(axis=1)), np.flatnonzero(drawn.any(axis=0))
    return np.ascontiguousarray(sketch.masks[:, rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])


def fitted(masks: U8, width_px: int, height_px: int) -> U8:
    """``masks`` as large as fits, their proportions kept."""
    scale = min(width_px / masks.shape[2], height_px / masks.shape[1])
    size = (max(2, round(masks.shape[2] * scale)), max(2, round(masks.shape[1] * scale)))
    return np.stack([cv2.resize(masks[i], size, interpolation=cv2.INTER_AREA) for i in range(INKS)])


def _oval_face(s: Sketch) -> None:
    """A smiling face in an oval, with brows, nose and lips."""
    rx = s.rng.uniform(0.68, 0.92)
    s.ground(ellipse((0, 0), (rx, 0.94)))
    for side in (-1, 1):
        brow = ellipse((side * 0.36 * rx, -0.22), (0.26 * rx, 0.24), (205, 335))
        s.line(brow)
        s.line(ellipse((side * 0.38 * rx, -0.14), (0.22 * rx, 0.1)), closed=True)
        s.spot(ellipse((side * 0.38 * rx, -0.14), (0.08, 0.08)))
    s.line([(-0.06, -0.1), (-0.12, 0.22), (0.0, 0.29), (0.12, 0.22)])
    for i in range(s.rng.integers(0, 4)):
        s.line([(0.1 * i - 0.1, -0.55), (0.08 * i - 0.08, -0.42)])
    s.mouth((0, 0.46), 0.42 * rx)


def _smiley(s: Sketch) -> None:
    """The plainest smile in a circle."""
    s.ground(ellipse((0, 0), (0.92, 0.92)))
    s.eyes((0, -0.25), 0.33, 0.16)
    s.mouth((0, 0.32), 0.5)


def _clown(s: Sketch) -> None:
    """A head with tufts of hair, a round nose and a small hat."""
    for side in (-1, 1):
        for k in range(3):
            s.shape(ellipse((side * (0.62 + 0.08 * k), -0.05 + 0.22 * (k - 1)), (0.24, 0.22)), 3)
    s.ground(ellipse((0, 0.12), (0.6, 0.66)))
    if s.rng.random() < 0.7:
        s.shape(np.array([[-0.34, -0.42], [s.rng.uniform(-0.2, 0.2), -0.96], [0.34, -0.42]]), 2)
    else:
        s.shape(np.array([[-0.5, -0.4], [-0.3, -0.45], [-0.3, -0.9], [0.3, -0.9], [0.3, -0.45], [0.5, -0.4]]), 2)
    s.eyes((0, -0.1), 0.26, 0.12)
    s.spot(ellipse((0, 0.16), (0.14, 0.14)), 2 if s.style == "coloured" else 0)
    s.mouth((0, 0.46), 0.36)


def _hat_points(s: Sketch, foot: float) -> None:
    """The hat of a jester over row ``foot``: two to four horns with bells."""
    horns = int(s.rng.integers(2, 5))
    xs = np.linspace(-0.78, 0.78, horns)
    base = np.linspace(-0.5, 0.5, horns + 1)
    for i, x in enumerate(xs):
        bend = np.sign(x) * 0.2
        tip = (x, foot - 0.62 + 0.45 * abs(x))
        horn = [(base[i], foot), (base[i] + bend * 0.5, foot - 0.5), tip, (base[i + 1] + bend * 0.2, foot - 0.25)]
        s.shape(np.array([*horn, (base[i + 1], foot)]), 2 + i % 2)
        s.spot(ellipse((tip[0], tip[1] - 0.02), (0.1, 0.1)), 0)


def _jester(s: Sketch) -> None:
    """A face under a jester's hat, over a collar of points."""
    for x in np.linspace(-0.5, 0.5, int(s.rng.integers(3, 6))):
        s.shape(np.array([[x - 0.2, 0.6], [x, 0.97], [x + 0.2, 0.6]]), 2)
    s.ground(ellipse((0, 0.2), (0.46, 0.52)))
    _hat_points(s, -0.12)
    s.line([(-0.5, -0.1), (0.5, -0.1)])
    s.eyes((0, 0.1), 0.2, 0.1)
    s.mouth((0, 0.46), 0.24)


def _jester_hat(s: Sketch) -> None:
    """Only the hat, with its band."""
    _hat_points(s, 0.4)
    s.shape(np.array([[-0.56, 0.4], [0.56, 0.4], [0.52, 0.66], [-0.52, 0.66]]), 1)


def _crown(s: Sketch) -> None:
    """A crown of three to five points with jewels."""
    points = int(s.rng.integers(3, 6))
    xs = np.linspace(-0.9, 0.9, points)
    outline = [(-0.72, 0.6)]
    for i, x in enumerate(xs):
        outline.append((x, -0.55 - (0.15 if i == points // 2 else 0)))
        if i < points - 1:
            outline.append(((x + xs[i + 1]) / 2 * 0.9, 0.05))
    s.shape(np.array([*outline, (0.72, 0.6)]), 2)
    for x in xs:
        s.spot(ellipse((x, -0.68), (0.1, 0.1)), 0)
    s.detail([(-0.7, 0.36), (0.7, 0.36)])


def _king(s: Sketch) -> None:
    """A bearded head under a small crown."""
    s.shape(np.array([[-0.5, 0.1], [0.5, 0.1], [0.42, 0.7], [0, 0.97], [-0.42, 0.7]]), 3)
    s.ground(ellipse((0, 0.05), (0.44, 0.42)))
    s.shape(np.array([[-0.5, -0.25], [-0.6, -0.9], [-0.25, -0.55], [0, -0.95], [0.25, -0.55], [0.6, -0.9],
                      [0.5, -0.25]]), 2)  # fmt: skip
    s.eyes((0, -0.02), 0.18, 0.09)
    for side in (-1, 1):
        s.line([(0, 0.24), (side * 0.2, 0.2), (side * 0.34, 0.3)])


def _moon(s: Sketch) -> None:
    """A crescent in profile, with an eye and often a star."""
    outer = ellipse((0, 0), (0.9, 0.94), (60, 300))
    nose = np.array([[0.18, -0.4], [0.06, -0.15], [0.2, 0.0], [0.05, 0.1], [0.08, 0.35]])
    s.shape(np.vstack([outer, nose]), 1)
    s.detail(ellipse((-0.2, -0.2), (0.13, 0.08)))
    s.detail(ellipse((0.0, 0.22), (0.16, 0.12), (30, 120)))
    if s.rng.random() < 0.7:
        s.shape(star(5, 0.12, 0.28) + np.array([0.55, -0.1]), 2)


def _sun(s: Sketch) -> None:
    """A face among rays."""
    rays = int(s.rng.integers(8, 17))
    s.shape(star(rays, s.rng.uniform(0.58, 0.68), 0.97), 2)
    s.ground(ellipse((0, 0), (0.56, 0.56)))
    s.eyes((0, -0.12), 0.2, 0.1)
    s.mouth((0, 0.22), 0.28)


def _mask(s: Sketch) -> None:
    """A theatre mask."""
    outline = np.vstack([[(-0.75, -0.7)], ellipse((0, -0.7), (0.75, 0.16), (180, 0)),
                         ellipse((0, -0.1), (0.75, 1.0), (10, 170))])  # fmt: skip
    s.shape(outline, 1)
    for side in (-1, 1):
        hole = ellipse((side * 0.32, -0.25), (0.2, 0.12), (180, 360))
        s.spot(hole) if s.style != "solid" else s.erase(hole)
    smile = np.vstack([ellipse((0, 0.15), (0.45, 0.45), (15, 165)), ellipse((0, 0.15), (0.45, 0.25), (165, 15))])
    s.spot(smile, 2) if s.style == "coloured" else s.erase(smile)
    s.line(smile, closed=True)


def _gentleman(s: Sketch) -> None:
    """A top hat, an eyeglass and a moustache."""
    s.ground(ellipse((0, 0.3), (0.5, 0.6)))
    s.spot(np.array([[-0.46, -0.2], [-0.42, -0.95], [0.42, -0.95], [0.46, -0.2]]))
    s.spot(np.array([[-0.8, -0.22], [0.8, -0.22], [0.75, -0.08], [-0.75, -0.08]]))
    s.eyes((0, 0.16), 0.2, 0.09)
    for side in (-1, 1):
        s.spot(np.array([[0, 0.45], [side * 0.3, 0.42], [side * 0.42, 0.32], [side * 0.3, 0.56], [0, 0.55]]))


def _tumbler(s: Sketch) -> None:
    """A whole figure that dances, in a pointed cap."""
    sway = s.rng.uniform(-0.15, 0.15)
    s.shape(np.array([[-0.2, -0.55], [sway, -0.98], [0.2, -0.55]]), 2)
    s.ground(ellipse((0, -0.4), (0.22, 0.22)))
    s.shape(np.array([[-0.26, -0.15], [0.26, -0.15], [0.34, 0.4], [-0.34, 0.4]]), 2)
    for side in (-1, 1):
        lift = s.rng.uniform(-0.5, 0.3)
        s.line([(side * 0.24, -0.1), (side * 0.55, lift * 0.5), (side * 0.8, lift)])
        knee = s.rng.uniform(0.3, 0.6)
        s.line([(side * 0.18, 0.4), (side * knee, 0.65), (side * (knee - 0.1), 0.95), (side * (knee + 0.15), 0.95)])
    s.eyes((0, -0.42), 0.09, 0.04)


def _cat(s: Sketch) -> None:
    """An animal's head with ears and whiskers."""
    for side in (-1, 1):
        s.shape(np.array([[side * 0.75, -0.2], [side * 0.7, -0.95], [side * 0.2, -0.5]]), 1)
    s.ground(ellipse((0, 0.12), (0.8, 0.72)))
    s.eyes((0, -0.05), 0.32, 0.13)
    s.spot(np.array([[-0.1, 0.2], [0.1, 0.2], [0, 0.32]]))
    for side in (-1, 1):
        for rise in (-0.08, 0.08):
            s.line([(side * 0.3, 0.35), (side * 0.95, 0.35 + rise * 2)])
    s.mouth((0, 0.5), 0.2)


FAMILIES: dict[str, Callable[[Sketch], None]] = {
    "oval_face": _oval_face, "smiley": _smiley, "clown": _clown, "jester": _jester, "jester_hat": _jester_hat,
    "crown": _crown, "king": _king, "moon": _moon, "sun": _sun, "mask": _mask, "gentleman": _gentleman,
    "tumbler": _tumbler, "cat": _cat, **joker_signs.FAMILIES,
}  # fmt: skip
"""Every joker a maker may print, by name."""
