"""Digits as strokes of straight lines and arcs with a width, with rounded or cut ends, like a mould cutter's.

A digit lives in the box x in [0, 1], y in [0, 1] with y down; a ``Hand`` sets a maker's style.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

F64 = NDArray[np.float64]
U8 = NDArray[np.uint8]
_SHIFT = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Hand:
    """A maker's style of digits."""

    width: float = 0.15
    """Width of a stroke over the height of the digit."""
    aspect: float = 0.6
    """Width of the box over its height."""
    contrast: float = 0.0
    """The relative thinness of horizontal strokes against vertical ones, 0 to 0.6."""
    boxiness: float = 2.0
    """Exponent of the arcs: 2 is an ellipse, 4 nearly a rectangle."""
    round_ends: bool = True
    one: str = "flag"
    """``bare``, ``flag``, ``foot`` (flag and foot)."""
    three: str = "round"
    """``round`` or ``flat`` on top."""
    four: str = "closed"
    """``open`` or ``closed``."""
    six: str = "curved"
    """``curved`` or ``straight``; nine is the same turned by half a turn."""
    seven: str = "straight"
    """``straight``, ``curved``, ``crossed`` or ``serif``."""
    stencil: float = 0.0
    """Width of the bridges of a stencil over the height; 0 for none."""


def stroke_digit(hand: Hand, digit: str, height_px: int) -> U8:
    """Mask (height_px, w) of one digit, 255 where it is inked, cropped to the ink on the left and right."""
    if digit == "4" and hand.four == "closed":
        hand = replace(hand, width=min(hand.width, 0.14))
    margin = hand.width / 2
    scale = 2 * height_px
    canvas = np.zeros((scale, int(scale * (hand.aspect + hand.width)) + 8), np.uint8)
    inner = np.array([hand.aspect, 1.0]) * (1 - hand.width)
    for path in _PATHS[digit](hand):
        _sweep(canvas, (path * inner + margin) * scale, hand, scale)
    if hand.stencil > 0:
        _bridge(canvas, digit, hand, scale)
    columns = np.flatnonzero(canvas.any(axis=0))
    cropped = canvas[:, columns[0] : columns[-1] + 1]
    return np.asarray(cv2.resize(cropped, (max(2, cropped.shape[1] // 2), height_px), interpolation=cv2.INTER_AREA))


def _sweep(canvas: U8, path: F64, hand: Hand, scale: int) -> None:
    """Draws a pen of the hand's width along ``path`` (n, 2) in pixels."""
    steps = np.diff(path, axis=0)
    lengths = np.maximum(np.linalg.norm(steps, axis=1, keepdims=True), 1e-6)
    lying = np.abs(steps[:, :1] / lengths)
    radii = hand.width * scale / 2 * (1 - hand.contrast * lying**2)
    across = np.column_stack([-steps[:, 1], steps[:, 0]]) / lengths * radii
    for start, end, side in zip(path[:-1], path[1:], across, strict=True):
        quad = np.stack([start + side, end + side, end - side, start - side])
        cv2.fillConvexPoly(canvas, _fixed(quad), 255, cv2.LINE_AA, _SHIFT)
    joints = path if hand.round_ends or np.allclose(path[0], path[-1]) else path[1:-1]
    widths = np.minimum(np.append(radii, radii[-1]), np.append(radii[0], radii))
    picked = widths if len(joints) == len(path) else widths[1:-1]
    for joint, radius in zip(joints, picked, strict=True):
        cv2.circle(canvas, _fixed(joint).tolist(), int(radius * (1 << _SHIFT)), 255, -1, cv2.LINE_AA, _SHIFT)


def _bridge(canvas: U8, digit: str, hand: Hand, scale: int) -> None:
    """Cuts the bridges that hold the islands of a stencil."""
    gap = max(2, int(hand.stencil * scale))
    middle = int(scale * (hand.aspect * (1 - hand.width) + hand.width) / 2)
    if digit in "147":
        row = int(scale * (0.45 if digit != "4" else 0.35))
        canvas[row : row + gap] = 0
    else:
        canvas[:, middle - gap // 2 : middle - gap // 2 + gap] = 0


def _fixed(points: F64) -> NDArray[np.int32]:
    return np.round(points * (1 << _SHIFT)).astype(np.int32)


def _arc(hand: Hand, center: tuple[float, float], radius: tuple[float, float], sweep_deg: tuple[float, float]) -> F64:
    """Points of an arc; degrees grow clockwise from the right, because y is down."""
    angles = np.radians(np.linspace(*sweep_deg, max(6, int(abs(sweep_deg[1] - sweep_deg[0]) / 12))))
    power = 2 / hand.boxiness
    cosine, sine = np.cos(angles), np.sin(angles)
    x = np.sign(cosine) * np.abs(cosine) ** power
    y = np.sign(sine) * np.abs(sine) ** power
    return np.column_stack([center[0] + radius[0] * x, center[1] + radius[1] * y])


def _line(*points: tuple[float, float]) -> F64:
    return np.array(points, dtype=np.float64)


def _zero(hand: Hand) -> Sequence[F64]:
    return (_arc(hand, (0.5, 0.5), (0.5, 0.5), (0, 360)),)


def _one(hand: Hand) -> Sequence[F64]:
    strokes = [_line((0.55, 0), (0.55, 1))]
    if hand.one != "bare":
        strokes.append(_line((0.55, 0), (0.22, 0.2)))
    if hand.one == "foot":
        strokes.append(_line((0.2, 1), (0.9, 1)))
    return strokes


def _two(hand: Hand) -> Sequence[F64]:
    bow = _arc(hand, (0.5, 0.29), (0.5, 0.29), (190, 385))
    return (np.vstack([bow, _line((0.02, 1), (1, 1))]),)


def _three(hand: Hand) -> Sequence[F64]:
    if hand.three == "flat":
        top = _line((0.05, 0), (0.95, 0), (0.45, 0.4))
        return (np.vstack([top, _arc(hand, (0.47, 0.7), (0.53, 0.3), (275, 515))]),)
    top = _arc(hand, (0.48, 0.26), (0.46, 0.26), (205, 450))
    return (top, _arc(hand, (0.48, 0.74), (0.52, 0.26), (270, 515)))


def _four(hand: Hand) -> Sequence[F64]:
    if hand.four == "open":
        return (_line((0.28, 0), (0.02, 0.66), (1, 0.66)), _line((0.72, 0.3), (0.72, 1)))
    return (_line((0.72, 1), (0.72, 0), (0, 0.7), (1, 0.7)),)


def _five(hand: Hand) -> Sequence[F64]:
    bowl = _arc(hand, (0.47, 0.67), (0.53, 0.33), (215, 515))
    return (np.vstack([_line((0.95, 0), (0.14, 0), (0.06, 0.48)), bowl]),)


def _six(hand: Hand) -> Sequence[F64]:
    bowl = _arc(hand, (0.5, 0.67), (0.5, 0.33), (180, 540))
    if hand.six == "straight":
        return (np.vstack([_line((0.72, 0)), _arc(hand, (0.5, 0.67), (0.5, 0.33), (205, 180))]), bowl)
    curl_deg = 318 - 260 * max(0.0, hand.width - 0.08)
    return (np.vstack([_arc(hand, (0.5, 0.42), (0.5, 0.42), (curl_deg, 180)), _line((0, 0.67))]), bowl)


def _seven(hand: Hand) -> Sequence[F64]:
    top = _line((0, 0), (1, 0))
    if hand.seven == "curved":
        return (np.vstack([top, _arc(hand, (1.2, 1.0), (0.85, 0.8), (235, 180))]),)
    strokes = [np.vstack([top, _line((0.35, 1))])]
    if hand.seven == "crossed":
        strokes.append(_line((0.25, 0.5), (0.9, 0.5)))
    if hand.seven == "serif":
        strokes.append(_line((0, 0), (0, 0.16)))
    return strokes


def _eight(hand: Hand) -> Sequence[F64]:
    return (_arc(hand, (0.5, 0.25), (0.43, 0.25), (90, 450)), _arc(hand, (0.5, 0.75), (0.5, 0.25), (-90, 270)))


def _nine(hand: Hand) -> Sequence[F64]:
    return [1 - stroke for stroke in _six(hand)]


_PATHS: dict[str, Callable[[Hand], Sequence[F64]]] = dict(
    zip("0123456789", (_zero, _one, _two, _three, _four, _five, _six, _seven, _eight, _nine), strict=True)
)
