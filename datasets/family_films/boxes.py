"""Objects on a table as boxes with a position, a rotation and a thickness, in millimetres.

The table is z = 0, x points to the right as seen from the near side, y away from it and z up.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

F64 = NDArray[np.float64]
Spot = tuple[float, float, float]
BACK = "back"
_ROUND_STEPS = 4


@dataclass(frozen=True, slots=True)
class Body:
    """One box: a tile, or another object."""

    face: str
    """The upper side: a tile in notation, ``back``, or the name of a colour of ``THINGS``."""
    at: Spot
    """The middle of its underside."""
    size: Spot
    """Width, depth and thickness."""
    turn: float = 0.0
    """Degrees against the clock, seen from above; 0 is read from the near side."""
    lean: float = 0.0
    """Degrees by which its far edge is lifted."""
    roll: float = 0.0
    """Degrees by which its right edge is lifted."""

    @property
    def frame(self) -> F64:
        """(3, 3): the unit vectors of its width, depth and thickness, as columns."""
        return _frame(self.turn, self.lean, self.roll)

    def points(self, local: F64) -> F64:
        """Map (n, 3) millimetres of the box, whose origin is the centre of its underside, to the table."""
        return np.asarray(local @ self.frame.T + np.array(self.at))

    @property
    def top(self) -> F64:
        """(4, 3): the corners of its upper side: top left, top right, bottom right, bottom left in reading
        orientation."""
        w, d, t = self.size
        return self.points(np.array([[-w, d, 2 * t], [w, d, 2 * t], [w, -d, 2 * t], [-w, -d, 2 * t]]) / 2)


Scene = Mapping[int, Body]
"""All objects on the table, by a number that each keeps while it is there."""

THINGS: Mapping[str, tuple[int, int, int]] = {
    "walnut": (52, 84, 122),
    "carton": (120, 160, 188),
    "box_red": (48, 44, 158),
    "box_green": (70, 112, 58),
    "tin": (168, 160, 152),
}
"""Colours (blue, green, red) of the things that are no tiles."""


@cache
def outline(size: Spot, radius: float) -> F64:
    """(16 + 4, 2): a rectangle with rounded corners around its centre, counter-clockwise."""
    w, d = size[0] / 2 - radius, size[1] / 2 - radius
    steps = np.linspace(0, np.pi / 2, _ROUND_STEPS + 1)
    corners = []
    for quarter, (x, y) in enumerate(((w, d), (-w, d), (-w, -d), (w, -d))):
        angle = steps + quarter * np.pi / 2
        corners.append(np.column_stack([x + radius * np.cos(angle), y + radius * np.sin(angle)]))
    return np.concatenate(corners)


@cache
def _frame(turn_deg: float, lean_deg: float, roll_deg: float) -> F64:
    turn, lean, roll = np.radians((turn_deg, lean_deg, roll_deg))
    about_z = np.array([[np.cos(turn), -np.sin(turn), 0], [np.sin(turn), np.cos(turn), 0], [0, 0, 1]])
    about_x = np.array([[1, 0, 0], [0, np.cos(lean), -np.sin(lean)], [0, np.sin(lean), np.cos(lean)]])
    about_y = np.array([[np.cos(roll), 0, -np.sin(roll)], [0, 1, 0], [np.sin(roll), 0, np.cos(roll)]])
    return np.asarray(about_z @ about_x @ about_y)
