"""Render photographs of one closed canasta each: `python -m datasets.seated_views.canastas OUT`.

Its tiles touch or overlap, and one of its own lies across them: on the whole of it for a pure canasta, half over it for
an impure one (004:31). Or they lie in a pile. One in twenty has the wrong mark, and shows it by a visible wild. Half of
the pictures are taken from straight above, half from a chair; in half of them another row lies near the tile across.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Literal

import cv2
import numpy as np

from datasets.seated_views.generate import OPENING
from datasets.seated_views.phone_poses import seat
from datasets.synthetic_tables.fonts import discover
from datasets.synthetic_tables.generate import PictureSpec, render, write_coco
from datasets.synthetic_tables.laying import Rng, Size, Start, flat, row_of
from datasets.synthetic_tables.render import Picture, TextureCache
from datasets.synthetic_tables.scene import SceneLayout, TilePose
from datasets.synthetic_tables.set_design import sample_look

Lying = Literal["beside", "overlapping", "piled"]
SIZE_PX = (1600, 1200)
ABOVE_DEG, CHAIR_DEG = (0.0, 12.0), (35.0, 65.0)
_LYING: dict[Lying, float] = {"beside": 0.5, "overlapping": 0.3, "piled": 0.2}
_COLORS = "rbyk"
_STEP = (0.72, 0.92)
"""From a tile to the next where they overlap, in widths of a tile: the number is still in view."""
_FALSE = 0.05


@dataclass(frozen=True, slots=True)
class ClosedCanasta:
    """A closed canasta and the other row beside it."""

    faces: tuple[str, ...]
    """All its tiles, in an order that the law allows."""
    across: int | None
    """The index of the tile that lies across; None for a pile."""
    lying: Lying
    marked: Literal["pure", "impure"]
    is_pure: bool
    is_seated: bool
    """Whether the photograph is taken from a chair."""
    neighbour: tuple[str, ...]
    """The row near the tile across, if any."""


def canastas(rng: Rng, count: int) -> Iterator[ClosedCanasta]:
    """Random canastas under the rules of clubs that use marks."""
    for _ in range(count):
        is_pure, lying = rng.random() < 0.6, list(_LYING)[int(rng.choice(3, p=list(_LYING.values())))]
        faces, wild = _faces(rng, is_pure)
        ends = [at for at in (0, len(faces) - 1) if at != wild]
        is_false = rng.random() < _FALSE and (is_pure or lying == "beside")
        yield ClosedCanasta(
            tuple(faces),
            None if lying == "piled" else int(rng.choice(ends)),
            lying,
            "pure" if is_pure != is_false else "impure",
            is_pure,
            bool(rng.random() < 0.5),
            tuple(_neighbour(rng, faces)) if rng.random() < 0.5 else (),
        )


def _faces(rng: Rng, is_pure: bool) -> tuple[list[str], int]:
    """Seven or eight tiles of a run, or seven of a number, and the index of a wild one among them, -1 for none."""
    if rng.random() < 0.75:
        length = int(rng.choice([7, 7, 7, 8]))
        start, color = int(rng.integers(3, 15 - length)), _COLORS[rng.integers(4)]
        faces = [f"{number}{color}" for number in range(start, start + length)]
    else:
        number = int(rng.integers(3, 14))
        faces = [str(face) for face in rng.permutation([f"{number}{color}" for color in _COLORS * 2])[:7]]
    if is_pure:
        return faces, -1
    wild = int(rng.integers(1, len(faces) - 1))
    faces[wild] = "J" if rng.random() < 0.5 else f"2{_COLORS[rng.integers(4)]}"
    return faces, wild


def _neighbour(rng: Rng, faces: list[str]) -> list[str]:
    """A meld of tiles other than those of the canasta."""
    while True:
        start, color = int(rng.integers(3, 11)), _COLORS[rng.integers(4)]
        row = [f"{number}{color}" for number in range(start, start + int(rng.integers(3, 5)))]
        if not set(row) & set(faces):
            return row


def laid(rng: Rng, size: Size, _radius_mm: float, canasta: ClosedCanasta) -> SceneLayout:
    """The placed tiles: the canasta in the middle, the other row above or below the tile across it."""
    wide, tall, _ = size
    if canasta.lying == "piled":
        pile = [flat(face, tuple(rng.normal(0, 0.6, 2)), float(rng.normal(0, 0.02)), size, row=0, level=at)
                for at, face in enumerate(canasta.faces)]  # fmt: skip
        return SceneLayout((*pile, *_near(rng, size, canasta, 0.0, 1.0)), (), {})
    below = [face for at, face in enumerate(canasta.faces) if at != canasta.across]
    step = wide * float(rng.uniform(*_STEP)) if canasta.lying == "overlapping" else wide * 1.01
    left = -step * (len(below) - 1) / 2
    if canasta.lying == "overlapping":
        row = [
            flat(face, (left + at * step, float(rng.normal(0, 0.4))), float(rng.normal(0, 0.01)), size, row=0, order=at)
            for at, face in enumerate(below)
        ]
    else:
        row = row_of(rng, below, Start(np.array([left, 0.0]), 0.0, 0), size)
    aside = 1.0 if rng.random() < 0.5 else -1.0
    off = float(rng.normal(0, 0.04)) if canasta.marked == "pure" else aside * float(rng.normal(0.52, 0.04))
    at = float(rng.uniform(row[0].center_mm[0], row[-1].center_mm[0]))
    assert canasta.across is not None
    face = canasta.faces[canasta.across]
    mark = flat(face, (at, off * tall), np.pi / 2 + float(rng.normal(0, 0.1)), size, row=0, level=1)
    return SceneLayout((*row, mark, *_near(rng, size, canasta, at, aside)), (), {})


def _near(rng: Rng, size: Size, canasta: ClosedCanasta, at: float, aside: float) -> list[TilePose]:
    wide, tall, _ = size
    if not canasta.neighbour:
        return []
    left = at - (len(canasta.neighbour) - 1) / 2 * wide + float(rng.normal(0, wide))
    start = Start(np.array([left, aside * tall * float(rng.uniform(1.5, 1.8))]), 0.0, 1)
    return row_of(rng, list(canasta.neighbour), start, size)


def pictures(seed: int, count: int) -> Iterator[tuple[ClosedCanasta, Picture]]:
    """Each canasta and its photograph, each of another maker's set; deterministic for the same seed and fonts."""
    rng = np.random.default_rng(seed)
    fonts = discover()
    for canasta in canastas(np.random.default_rng([seed, 1]), count):
        camera = partial(seat, tilt_deg=CHAIR_DEG if canasta.is_seated else ABOVE_DEG)
        order = PictureSpec(SIZE_PX, partial(laid, canasta=canasta), camera=camera, opening=OPENING)
        look = sample_look(rng, fonts)
        yield canasta, render(rng, TextureCache(look, rng), look, order)


def main() -> None:
    """Command line of the recipe."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    cv2.setNumThreads(1)
    told = list[ClosedCanasta]()
    write_coco(given.out, given.seed, _kept(pictures(given.seed, given.count), told))
    (given.out / "canastas.json").write_text(json.dumps([asdict(canasta) for canasta in told]))


def _kept(drawn: Iterator[tuple[ClosedCanasta, Picture]], told: list[ClosedCanasta]) -> Iterator[Picture]:
    for canasta, picture in drawn:
        told.append(canasta)
        yield picture


if __name__ == "__main__":
    main()
