"""A preview of the surroundings: every table top, every kind of clutter, and complete photographed tables.

Run ``python -m datasets.synthetic_tables.preview_surroundings OUT.png [--seed N]``.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2
import numpy as np

from datasets.synthetic_tables import clutter, optics, surfaces
from datasets.synthetic_tables.random_fields import U8, Extent, Rng

_CELL_PX = 224
_COLUMNS = 8
_SCALES_PX_PER_MM = (0.6, 1.2, 2.5, 6.0)


def main() -> None:
    """Write the picture."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args()
    rng = np.random.default_rng(given.seed)
    cells = [*_tops(rng), *_things(rng), *_tables(rng, 32)]
    cells += [np.zeros_like(cells[0])] * (-len(cells) % _COLUMNS)
    rows = [np.hstack(cells[i : i + _COLUMNS]) for i in range(0, len(cells), _COLUMNS)]
    cv2.imwrite(str(given.out), np.vstack(rows))


def _named(cell: U8, name: str) -> U8:
    cv2.putText(cell, name, (4, 16), cv2.FONT_HERSHEY_DUPLEX, 0.45, (0, 0, 255), 1, cv2.LINE_AA)
    return cell


def _tops(rng: Rng) -> list[U8]:
    """Each kind of table top once at each of several scales."""
    return [
        _named(surfaces.render_kind(rng, kind, Extent(_CELL_PX, _CELL_PX, scale))[0].copy(), f"{kind} {scale}")
        for kind in surfaces.KINDS
        for scale in _SCALES_PX_PER_MM
    ]


def _things(rng: Rng) -> list[U8]:
    """Each kind of clutter three times, and hands, fitted into their cells."""
    drawn = [clutter.THINGS[kind][0](rng, 2.0) for kind in clutter.KINDS for _ in range(3)]
    drawn += [clutter.sample_hand(rng) for _ in range(11)]
    cells = []
    for thing in drawn:
        ground, _ = surfaces.render_surface(rng, _CELL_PX, _CELL_PX, 1.0)
        fit = (_CELL_PX - 24) / max(thing.size_mm)
        cells.append(_named(_laid(ground, thing, (_CELL_PX / 2, _CELL_PX / 2), fit, 0.0), thing.kind))
    return cells


def _tables(rng: Rng, count: int) -> list[U8]:
    """Table tops with objects on them, lit and photographed, from easy to hard."""
    cells = []
    for i in range(count):
        scale = float(np.exp(rng.uniform(-0.7, 1.0)))
        picture, _ = surfaces.render_surface(rng, _CELL_PX, _CELL_PX, scale)
        for _ in range(int(rng.integers(0, 5))):
            thing = clutter.sample_hand(rng, scale) if rng.random() < 0.15 else clutter.sample_clutter(rng, scale)
            at = float(rng.uniform(0, _CELL_PX)), float(rng.uniform(0, _CELL_PX))
            picture = _laid(picture, thing, at, scale, float(rng.uniform(0, 360)))
        severity = i / (count - 1)
        lit, _ = optics.light(picture, rng, severity)
        shot, _ = optics.camera(lit, rng, severity, 27 * scale)
        cells.append(shot)
    return cells


def _laid(ground: U8, thing: clutter.Clutter, at_px: tuple[float, float], px_per_mm: float, turn_deg: float) -> U8:
    """``thing`` pasted flat on ``ground``, with a soft shadow beside it."""
    height, width = thing.bgra.shape[:2]
    scale = px_per_mm * thing.size_mm[0] / width
    matrix = cv2.getRotationMatrix2D((width / 2, height / 2), turn_deg, scale)
    matrix[:, 2] += np.array(at_px) - (width / 2, height / 2)
    size = ground.shape[1::-1]
    bgr = cv2.warpAffine(thing.bgra[..., :3], matrix, size, flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    alpha = cv2.warpAffine(thing.bgra[..., 3], matrix, size, flags=cv2.INTER_AREA).astype(np.float32) / 255
    reach = max(1, round(0.25 * thing.height_mm * px_per_mm))
    cast = cv2.GaussianBlur(np.roll(alpha, (reach, reach), (0, 1)), (0, 0), 1 + 0.4 * reach)
    dark = ground * (1 - 0.45 * cast[..., None])
    return np.asarray(dark * (1 - alpha[..., None]) + bgr * alpha[..., None], np.uint8)


if __name__ == "__main__":
    main()
