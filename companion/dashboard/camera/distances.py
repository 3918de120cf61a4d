"""Camera height and tile size: the geometry shown on the page *Cámara* and in the guide."""

from __future__ import annotations

from dataclasses import dataclass
from math import radians, tan

TABLE_CM = (80.0, 60.0)
"""The width and depth of the table area that has to be in view, in centimetres."""
TILE_CM = 2.6
"""Width of a tile."""


@dataclass(frozen=True, slots=True)
class Distance:
    """A camera looking straight down from the height at which the whole table is just in view."""

    degrees: int
    """How wide it sees, from left to right."""
    size_px: tuple[int, int]
    """Width and height of its picture."""

    @property
    def height_cm(self) -> float:
        """Its height over the table."""
        width, height = self.size_px
        half = tan(radians(self.degrees) / 2)
        return max(TABLE_CM[0] / (2 * half), TABLE_CM[1] / (2 * half * height / width))

    @property
    def tile_px(self) -> float:
        """The width of a tile in its picture."""
        return TILE_CM * self.size_px[0] / (2 * self.height_cm * tan(radians(self.degrees) / 2))


DISTANCES = tuple(Distance(degrees, (1920, 1080)) for degrees in (60, 70, 80))
"""For the usual cameras: webcams see 60 to 70 degrees wide, phones and wide webcams 70 to 80."""
PICTURES = tuple(Distance(60, size_px) for size_px in ((1920, 1080), (1280, 720), (640, 480)))
"""Common picture sizes at a field of view of 60 degrees, for comparison with the camera in use."""
