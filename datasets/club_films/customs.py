"""What a table's people are used to: where things lie, how they lay and how they play, all drawn from one seed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import numpy as np

from datasets.club_films.lens import F64, Rng, Stand
from engine.rules.rules import Rules

PozoCustom = Literal["line", "fan", "heap", "stack"]
MuertoCustom = Literal["beside", "crossed", "tower"]
CanastaCustom = Literal["open", "pile", "across", "squeezed"]
HALF_MM = (400.0, 232.0)
"""Half of the part of the table that is played on."""
STRIP_MM = 64.0
"""Half the depth of the strip with mazo, muertos and pozo."""
THINGS_MM = 74.0
"""Beside the play, where things stand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Customs:
    """The customs of one table."""

    side: int
    """1 for a pozo on the right, -1 on the left."""
    pozo: PozoCustom
    muertos: MuertoCustom
    stack: int
    """Tiles of a full stack of the mazo."""
    canasta: CanastaCustom
    are_theirs_turned: bool
    gap_mm: float
    between_mm: float
    """Between two melds, at least."""
    crooked_deg: float
    """How askew tiles usually come to lie."""
    block: float
    """How often a meld is pushed as a whole."""
    singly: float
    """How often it is laid tile by tile."""
    straightens: float
    thinks: float
    """How often a tile is held over the table first."""
    takes_back: float
    slides: float
    rests: float
    """How often a hand stays at the table's edge after playing."""
    idles_every_s: float
    leans: float
    """How often a head leans in."""
    pace: float
    pause_s: float


def random_customs(rules: Rules, rng: Rng) -> Customs:
    """Customs as chance has them; a pozo of which only the top is seen is a stack."""
    pozo = str(rng.choice(["line", "line", "fan", "heap"])) if rules.pozo_display != "covered" else "stack"
    return Customs(
        side=1 if rng.random() < 0.65 else -1, pozo=pozo,  # type: ignore[arg-type]
        muertos=str(rng.choice(["beside", "crossed", "tower"])), stack=int(rng.integers(5, 8)),  # type: ignore[arg-type]
        canasta=str(rng.choice(["open", "pile", "across", "squeezed"])),  # type: ignore[arg-type]
        are_theirs_turned=bool(rng.random() < 0.6), gap_mm=float(rng.uniform(0.2, 2.2)),
        between_mm=float(rng.uniform(14, 28)), crooked_deg=float(rng.choice([1.0, 2.5, 5.0])),
        block=float(rng.uniform(0.1, 0.6)), singly=float(rng.uniform(0.0, 0.4)),
        straightens=float(rng.uniform(0.2, 0.8)), thinks=float(rng.uniform(0.05, 0.35)),
        takes_back=float(rng.uniform(0, 0.15)) if rules.name != "torneo" else 0.0, slides=float(rng.uniform(0.1, 0.7)),
        rests=float(rng.uniform(0.1, 0.6)), idles_every_s=float(rng.uniform(9, 25)),
        leans=float(rng.uniform(0, 0.4)), pace=float(rng.uniform(0.8, 1.3)), pause_s=float(rng.uniform(0.5, 1.4)),
    )  # fmt: skip


def must_see() -> F64:
    """The corners of what the camera has to show, (4, 3)."""
    x, y = HALF_MM[0] + THINGS_MM * 0.75, HALF_MM[1] + 12
    return np.array([[-x, -y, 0], [x, -y, 0], [x, y, 0], [-x, y, 0]])


def random_stand(rng: Rng) -> Stand:
    """A tripod or a lamp's arm: mostly steep, now and then low; low ones and every third have a finer sensor."""
    tilt = float(rng.choice([rng.uniform(0, 12), rng.uniform(8, 25), rng.uniform(22, 40)]))
    is_fine = tilt > 24 or rng.random() < 0.15
    view = float(rng.uniform(56, 84))
    bend = -float(rng.uniform(0.02, 0.16)) * (view / 84)
    return Stand(
        size_px=(1920, 1080) if is_fine else (1280, 720), view_deg=view, tilt_deg=tilt,
        turn_deg=float(rng.choice([0.0, rng.uniform(-8, 8), rng.uniform(-14, 14)])), roll_deg=float(rng.normal(0, 1.2)),
        barrel=(bend, -bend * 0.15),
    )  # fmt: skip


SIDES = {2: ("near", "far"), 3: ("near", "left", "far"), 4: ("near", "left", "far", "right")}
"""Where each seat sits, by how many play."""


def seat_of(seat: int, players: int) -> F64:
    """The unit vector from the table's middle to a seat, (2,)."""
    ways = {"near": (0, -1), "far": (0, 1), "left": (-1, 0), "right": (1, 0)}
    return np.array(ways[SIDES[players][seat]], np.float64)
