"""The scenario types of the films: table and camera set-ups, and the players' habits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from datasets.family_films.pinhole_camera import Pinhole

PozoHabit = Literal["to_right", "to_left", "two_rows", "away", "heap", "spiral"]
MuertoHabit = Literal["two_piles", "one_pile", "laid_out"]
Canasta = Literal["piled", "crossed", "squeezed", "left"]
Rng = np.random.Generator


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """A scenario type: what is in view and from where. Lengths are millimetres of the table."""

    name: str
    size_px: tuple[int, int] = (1280, 720)
    wide_mm: float = 900.0
    elevation: tuple[float, float] = (85.0, 89.0)
    """Degrees above the table, drawn between these."""
    around: float = 3.0
    """Degrees by which it stands at most to the left or right of the near side."""
    area_mm: tuple[float, float] = (850.0, 450.0)
    """Width and depth of the playing area, whose centre is the centre of the picture."""
    pozo: tuple[PozoHabit, ...] = ("to_right",)
    """The possible arrangements of the discards, one of which is drawn."""
    muertos: tuple[MuertoHabit, ...] = ("two_piles",)
    stack: int = 7
    """Tiles in a stack of the mazo."""
    apart_mm: float = 0.0
    """The additional width of the strip between the two sides, where stacks would hide tiles."""
    is_mirrored: bool = False
    """Whether mazo and muertos lie on the right and the pozo on the left."""
    has_zones: bool = False
    """Whether the zones of the table are drawn."""
    has_rack: bool = False
    """Whether the rack of the near player is in view."""
    has_things: bool = False
    """Whether the box of the game and some spare tiles lie at the edge."""
    brightness: float = 1.0
    noise: float = 2.2
    """The noise of every picture, of 255 levels."""
    blur_px: float = 0.55
    jpeg: int | None = None
    """Quality of the JPEG in which the camera sends each picture; None where it sends them whole."""
    sway_px: float = 0.0
    slant: float = 3.0
    """The usual rotation of a dropped tile, in degrees."""


CASES: Mapping[str, Scenario] = {
    case.name: case
    for case in (
        Scenario(name="main"),
        Scenario(name="rack-in-view", wide_mm=940.0, area_mm=(880.0, 410.0), has_rack=True),
        Scenario(name="45-degrees", elevation=(43.0, 48.0), area_mm=(780.0, 500.0), stack=3, apart_mm=24.0),
        Scenario(name="wide", wide_mm=1250.0, area_mm=(1100.0, 560.0), slant=6.0),
        Scenario(name="heaped-pozo", pozo=("heap",)),
        Scenario(name="mirrored", is_mirrored=True, has_zones=True),
        Scenario(name="mirrored-undrawn", is_mirrored=True),
        Scenario(name="dim-vga", size_px=(640, 480), wide_mm=860.0, area_mm=(810.0, 520.0), brightness=0.4, noise=8.0,
             blur_px=0.7, jpeg=60),
        Scenario(name="sway", sway_px=2.0),
        Scenario(name="hidden-meld", elevation=(43.0, 48.0), area_mm=(780.0, 480.0)),
        Scenario(name="two-rows", pozo=("two_rows",)),
        Scenario(name="oblique", elevation=(30.0, 38.0), area_mm=(780.0, 500.0), stack=3, apart_mm=24.0),
        Scenario(name="free", wide_mm=1000.0, elevation=(55.0, 89.0), around=12.0,
             pozo=("to_right", "to_left", "two_rows", "away", "heap", "spiral"),
             muertos=("two_piles", "one_pile", "laid_out"), has_things=True, slant=6.0),
    )
}  # fmt: skip
"""By name: `EIGHT`, then ``mirrored-undrawn`` (no zones drawn), ``hidden-meld`` (the mazo hides a meld),
``two-rows`` (discards alternately above and below), ``oblique`` (from 30 degrees above the table) and ``free`` (all
random)."""
EIGHT = ("main", "rack-in-view", "45-degrees", "wide", "heaped-pozo", "mirrored", "dim-vga", "sway")
"""The reported scenarios; each differs from ``main`` in one respect."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FamilyHabits:
    """The constant habits of one family."""

    area_mm: tuple[float, float]
    tile_mm: tuple[float, float, float]
    """Width, height and thickness of a tile."""
    side: int
    """1 for a pozo on the right, -1 on the left."""
    pozo: PozoHabit
    muertos: MuertoHabit
    are_theirs_turned: bool
    """Whether the opposite player lays tiles to be read from that side."""
    stack: int
    apart_mm: float
    slant: float
    gap_mm: float
    """Between the tiles of a row."""
    lays_singly: float
    """The probability that a meld is laid tile by tile."""
    straightens: float
    """The probability that a row is straightened after it is laid."""
    canasta: Canasta
    has_rack: bool
    has_things: bool
    margin_mm: float = 15.0
    """Between two melds that lie beside each other."""
    takes_back: float = 0.0
    """The probability that tiles are laid, taken back and laid again, or that one too many is taken back."""
    swift: float = 0.0
    """The probability that the next hand comes before the last one is gone."""
    idles: float = 0.0
    """The probability that another player's hand rests over the table meanwhile."""

    @property
    def band_mm(self) -> float:
        """Half the depth of the strip between the two sides."""
        return self.apart_mm + (60.0 if self.pozo in ("to_right", "to_left", "two_rows") else 82.0)


def habits_of(case: Scenario, rng: Rng) -> FamilyHabits:
    """The habits of a film's family, drawn at random as far as the case allows."""
    width = float(rng.uniform(25.5, 27.5))
    size = (width, width * float(rng.uniform(1.34, 1.46)), float(rng.uniform(7.0, 9.0)))
    is_free = case.name == "free"
    side = -1 if case.is_mirrored or (is_free and rng.random() < 0.5) else 1
    return FamilyHabits(
        area_mm=case.area_mm, tile_mm=size, side=side, pozo=case.pozo[int(rng.integers(len(case.pozo)))],
        muertos=case.muertos[int(rng.integers(len(case.muertos)))], are_theirs_turned=bool(rng.random() < 0.5),
        stack=case.stack, apart_mm=case.apart_mm, slant=case.slant,
        gap_mm=float(rng.uniform(0.5, 2.0)), lays_singly=float(rng.uniform(0.2, 0.5)),
        straightens=float(rng.uniform(0.2, 0.6)), has_rack=case.has_rack, has_things=case.has_things,
        canasta=("piled", "squeezed", "left")[int(rng.integers(3))],
    )  # fmt: skip


def lively(habits: FamilyHabits, rng: Rng) -> FamilyHabits:
    """A lively variant of the family: tiles are taken back, turns overlap with hands, and melds lie close together."""
    return replace(
        habits, margin_mm=float(rng.choice((4.0, 8.0, 15.0))), takes_back=float(rng.uniform(0.03, 0.12)),
        swift=float(rng.uniform(0.0, 0.25)), idles=float(rng.uniform(0.0, 0.2)),
        canasta=("piled", "crossed", "squeezed", "left")[int(rng.integers(4))],
    )  # fmt: skip


def camera_of(case: Scenario, rng: Rng) -> Pinhole:
    """The camera pose of a film."""
    low, high = case.elevation
    return Pinhole(
        size_px=case.size_px, wide_mm=case.wide_mm, elevation=float(rng.uniform(low, high)),
        azimuth=float(rng.uniform(-case.around, case.around)), roll=float(rng.uniform(-1.5, 1.5)),
        focal=float(rng.uniform(1.0, 1.3)),
    )  # fmt: skip
