"""The reliability diagram: confidence against accuracy, one line for each source."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from xml.sax.saxutils import escape

SIDE, MARGIN, LEGEND = 320, 44, 170
"""Pixels: of the diagram, of the space around it, and of the names beside it."""
INKS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#000000", "#e69f00")
"""Told apart by most eyes; after Okabe and Ito."""
FEWEST = 5
"""A bin with fewer readings than this says nothing."""


def diagram(reports: Mapping[str, Mapping[str, Any]]) -> str:
    """An SVG; a calibrated reader lies on the grey line."""
    width, height = MARGIN + SIDE + LEGEND, SIDE + 2 * MARGIN
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"',
        ' font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        f'<path d="M{at(0, 0)} L{at(1, 1)}" stroke="#bbb"/>',
        f'<path d="M{at(0, 1)} L{at(0, 0)} L{at(1, 0)}" fill="none" stroke="#555"/>',
        *(_tick(step / 5) for step in range(6)),
        _words(MARGIN + SIDE / 2, height - 8, "how sure"),
        _words(MARGIN, MARGIN - 12, "how many are right"),
    ]
    for number, (source, report) in enumerate(reports.items()):
        parts += _line(number, source, report["calibration"])
    return "\n".join([*parts, "</svg>\n"])


def at(sure: float, right: float) -> str:
    """The coordinates of a point in the SVG."""
    return f"{MARGIN + SIDE * sure:.1f} {MARGIN + SIDE * (1 - right):.1f}"


def _line(number: int, source: str, calibration: Mapping[str, Any]) -> list[str]:
    ink = INKS[number % len(INKS)]
    held = [bucket for bucket in calibration["bins"] if bucket["count"] >= FEWEST]
    points = [at(bucket["confidence"], bucket["right"] / bucket["count"]) for bucket in held]
    if not points:
        return []
    dots = [f'<circle cx="{x}" cy="{y}" r="3" fill="{ink}"/>' for x, y in (point.split() for point in points)]
    x, y = MARGIN + SIDE + 12, MARGIN + 18 * (number + 1)
    name = f'<text x="{x}" y="{y}" fill="{ink}">{escape(source)} ({100 * calibration["error"]:.1f} %)</text>'
    return [f'<path d="M{" L".join(points)}" fill="none" stroke="{ink}" stroke-width="1.5"/>', *dots, name]


def _tick(value: float) -> str:
    x, y = at(value, 0).split()
    left, up = at(0, value).split()
    below = _words(float(x), float(y) + 16, f"{value:.1f}")
    return below + f'<text x="{float(left) - 8}" y="{float(up) + 4}" text-anchor="end">{value:.1f}</text>'


def _words(x: float, y: float, text: str) -> str:
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="middle">{text}</text>'
