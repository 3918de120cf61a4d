"""Renders table pictures with exact labels: `python -m datasets.synthetic_tables.generate OUT --count 100 --seed 1`.

``--windows`` writes shards of small windows for training; without it whole pictures with COCO labels.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synthetic_tables import backdrops, clutter, optics, shards, surfaces
from datasets.synthetic_tables.fonts import discover
from datasets.synthetic_tables.laying import Size
from datasets.synthetic_tables.layouts import arrange, with_any_numbers
from datasets.synthetic_tables.lens_distortion import bent
from datasets.synthetic_tables.played_tables import played
from datasets.synthetic_tables.render import Painter, Picture, Sun, TextureCache, TileLabel
from datasets.synthetic_tables.scene import SceneLayout, Solids, View, aim, turned
from datasets.synthetic_tables.set_design import SetDesign, sample_look, with_coloured_back
from vision.belief import FACE_NAMES

U8 = NDArray[np.uint8]
Rng = np.random.Generator
SCENES_PER_LOOK, SHARD_WINDOWS = 10, 500
WANTED = 0.5
"""The visible share of a face from which a tile has to be found."""
FEWEST_FONTS = 60
"""Fewer typefaces than this are no range to train on."""
LAYOUT_SHARES = {"melds": 0.29, "grid": 0.08, "scatter": 0.12, "heap": 0.08, "walls": 0.05, "piles": 0.07, "few": 0.06,
                 "rack": 0.17, "nothing": 0.08}  # fmt: skip
COLOURED_PILES = 0.6
"""The share of sets with coloured backs among pictures of piles: rare in shops, and hard to tell from other objects."""
PLAYED = "played"
"""The layout of hands as they are played, by which the judging of melds is measured."""


Layout = Callable[[Rng, Size, float], SceneLayout]
Camera = Callable[[Rng, tuple[int, int]], View]
"""Draws a view for a picture's width and height; its record has ``px_per_mm``, pixels per millimetre."""


@dataclass(frozen=True, slots=True)
class PictureSpec:
    """The specification of pictures: size and, where not None, choices that are otherwise random."""

    size_px: tuple[int, int] = (416, 416)
    layout: str | Layout | None = None
    """The layout's name, or a function that arranges the tiles."""
    tile_px: float | None = None
    tilt_deg: float | None = None
    severity: float | None = None
    photographs: tuple[Path, ...] = ()
    """Photographs whose parts serve as backgrounds; empty for drawn tables."""
    of_a_look: int = SCENES_PER_LOOK
    """The number of pictures of each maker's set."""
    any_numbers: bool = False
    """Whether rows have random numbers, so that a reader of whole pictures learns nothing about melds."""
    camera: Camera | None = None
    """The camera; None for one above the centre."""
    opening: tuple[float, float] = optics.OPENING
    """The aperture of its lens, in half tile widths."""


@dataclass(frozen=True, slots=True)
class Amount:
    """The number of objects."""

    shares: Mapping[int, float]
    """The probability of each number of objects."""
    hands: float
    """The share of them that are hands."""


_BESIDE = Amount({0: 0.4, 1: 0.2, 2: 0.2, 4: 0.13, 8: 0.07}, 0.03)
_LITTER = Amount({4: 0.3, 8: 0.4, 14: 0.3}, 0.03)
_OVER = Amount({0: 0.86, 1: 0.1, 2: 0.04}, 0.6)


def render(rng: Rng, textures: TextureCache, look: SetDesign, order: PictureSpec) -> Picture:
    """One picture of tiles of one maker's set."""
    layout = order.layout or str(rng.choice(list(LAYOUT_SHARES), p=list(LAYOUT_SHARES.values())))
    tile_px = order.tile_px or sample_tile_px(rng)
    tilt = order.tilt_deg if order.tilt_deg is not None else _tilt_deg(rng, layout)
    height_mm = float(rng.uniform(32, 42))
    size_mm = (height_mm * look.aspect, height_mm, height_mm * look.thickness_ratio)
    px_per_mm = tile_px / size_mm[0]
    view = order.camera(rng, order.size_px) if order.camera else aim(rng, order.size_px, px_per_mm, tilt)
    px_per_mm = view.record["px_per_mm"]
    tile_px = px_per_mm * size_mm[0]
    radius_mm = 0.75 * max(order.size_px) / px_per_mm
    radius_mm = min(radius_mm, 8 * height_mm)
    lay = layout if callable(layout) else played if layout == PLAYED else partial(arrange, kind=layout)
    arrangement = lay(rng, size_mm, radius_mm)
    if order.any_numbers:
        arrangement = with_any_numbers(rng, arrangement)
    if isinstance(layout, str) and layout != "rack":
        arrangement = turned(arrangement, float(rng.uniform(-np.pi, np.pi)), rng.uniform(-0.3, 0.3, 2) * radius_mm)
    sun = _sun(rng)
    background, chosen = (
        backdrops.backdrop(rng, order.photographs, order.size_px)
        if order.photographs
        else table_top(rng, view, px_per_mm)
    )
    painter = Painter(view, sun, background)
    littered = layout == "nothing" and rng.random() < 0.6
    things = _clutter(rng, painter, (radius_mm, px_per_mm), _LITTER if littered else _BESIDE)
    solids = Solids.of(arrangement.tiles, view)
    painter.tiles(arrangement, solids, textures, np.array(look.base_bgr, dtype=np.float64))
    things += _clutter(rng, painter, (radius_mm, px_per_mm), _OVER)
    labels = painter.labels(arrangement.tiles, solids)
    bgr, labels, lens = bent(rng, painter.canvas, labels)
    severity = order.severity if order.severity is not None else float(rng.beta(1.2, 1.6))
    bgr, lit = optics.light(bgr, rng, severity)
    bytes_lit = np.clip(bgr, 0, 255).astype(np.uint8)
    bgr, focus = optics.depth_of_field(bytes_lit, rng, _nearness(view), tile_px, order.opening)
    bgr, shot = optics.camera(bgr, rng, severity, tile_px)
    chosen_here = {"layout": str(layout), "tile_px": round(tile_px, 1), "surface": chosen, "clutter": things,
                   "lens": lens, "light": lit, "camera": focus | shot, "severity": round(severity, 3)}  # fmt: skip
    return Picture(bgr, labels, {**chosen_here, **view.record, **arrangement.record})


def sample_tile_px(rng: Rng) -> float:
    """A random tile width in a window: mostly that of a table photograph, sometimes very far or near."""
    low, high = (17, 100) if rng.random() < 0.62 else (10, 230)
    return float(np.exp(rng.uniform(np.log(low), np.log(high))))


def _tilt_deg(rng: Rng, layout: str | Layout) -> float:
    if layout == "rack":
        return float(rng.uniform(25, 72))
    return float(rng.beta(1.0, 1.5) * 64)


def _sun(rng: Rng) -> Sun:
    azimuth, elevation = rng.uniform(-np.pi, np.pi), np.radians(rng.uniform(28, 80))
    direction = np.array([np.cos(azimuth) * np.cos(elevation), np.sin(azimuth) * np.cos(elevation), np.sin(elevation)])
    return Sun(direction, float(rng.beta(2, 2)), float(rng.choice([0.1, 0.25, 0.5, 0.9])))


def table_top(rng: Rng, view: View, px_per_mm: float, kind: str | None = None) -> tuple[U8, dict[str, Any]]:
    """The table top (of one ``kind``, or any) in perspective, and a blurred room beyond its edge."""
    side = int(1.5 * max(view.width_px, view.height_px))
    extent = surfaces.Extent(side, side, px_per_mm)
    texture, chosen = (
        surfaces.render_kind(rng, kind, extent) if kind else surfaces.render_surface(rng, side, side, px_per_mm)
    )
    half_mm = side / 2 / px_per_mm
    ground_from_texture = np.array([[1 / px_per_mm, 0, -half_mm], [0, -1 / px_per_mm, half_mm], [0, 0, 1]])
    image_from_texture = view.image_from_ground @ ground_from_texture
    size = (view.width_px, view.height_px)
    flags = cv2.INTER_LINEAR
    picture = cv2.warpPerspective(texture, image_from_texture, size, flags=flags, borderMode=cv2.BORDER_REFLECT_101)
    nearness = _nearness(view)
    beyond = nearness / nearness[-1, view.width_px // 2] < 0.12
    if beyond.any():
        room = cv2.resize(rng.integers(20, 230, (3, 4, 3)).astype(np.uint8), size, interpolation=cv2.INTER_CUBIC)
        picture[beyond] = room[beyond]
    return np.ascontiguousarray(picture), chosen


def _nearness(view: View) -> NDArray[np.float64]:
    """(height, width): the inverse distance of the ground at each pixel, in any unit; 0 at the horizon."""
    by_column, by_row, constant = np.linalg.inv(view.image_from_ground)[2]
    rows, columns = np.arange(view.height_px)[:, None], np.arange(view.width_px)[None]
    return np.asarray(by_column * columns + by_row * rows + constant)


def _clutter(rng: Rng, painter: Painter, extent: tuple[float, float], amount: Amount) -> list[str]:
    """Put objects beside, under or over the tiles; returns their kinds.

    ``extent`` is the radius of the scene in millimetres and the scale in pixels per millimetre.
    """
    kinds = []
    for _ in range(int(rng.choice(list(amount.shares), p=list(amount.shares.values())))):
        hand = rng.random() < amount.hands
        thing = clutter.sample_hand(rng, extent[1]) if hand else clutter.sample_clutter(rng, extent[1])
        at = rng.uniform(-1.1, 1.1, 2) * extent[0]
        painter.clutter(thing, at, float(rng.uniform(-np.pi, np.pi)))
        kinds.append(thing.kind)
    return kinds


def pictures(seed: int, count: int, order: PictureSpec) -> Iterator[Picture]:
    """``count`` pictures; deterministic for the same seed, order and fonts."""
    rng = np.random.default_rng(seed)
    fonts = discover()
    textures, look = None, None
    for i in range(count):
        if i % order.of_a_look == 0 or textures is None or look is None:
            look = sample_look(rng, fonts)
            if order.layout == "piles" and rng.random() < COLOURED_PILES:
                look = with_coloured_back(look, rng)
            textures = TextureCache(look, rng)
        yield render(rng, textures, look, order)


def write_coco(folder: Path, seed: int, drawn: Iterable[Picture]) -> None:
    """Write whole pictures, COCO annotations of visible tiles, and one record of choices a picture.

    A tile with less than half of its face visible is a crowd annotation, which COCO ignores.
    """
    (folder / "images").mkdir(parents=True, exist_ok=True)
    categories = [{"id": i + 1, "name": name, "supercategory": "tile"} for i, name in enumerate(FACE_NAMES)]
    coco: dict[str, Any] = {"images": [], "annotations": [], "categories": categories}
    for number, picture in enumerate(drawn, 1):
        name = f"images/{seed:05d}-{number:05d}.jpg"
        cv2.imwrite(str(folder / name), picture.bgr)
        (folder / name).with_suffix(".json").write_text(json.dumps(picture.record, default=float))
        height, width = picture.bgr.shape[:2]
        coco["images"].append({"id": number, "file_name": name, "width": width, "height": height,
                               "session": picture.record.get("session", picture.record["layout"])})  # fmt: skip
        coco["annotations"] += [
            _annotation(len(coco["annotations"]) + i, number, label)
            for i, label in enumerate(sorted(picture.labels, key=_is_crowd), 1)
        ]
    (folder / "annotations.json").write_text(json.dumps(coco))


def _is_crowd(label: TileLabel) -> bool:
    return label.visible < WANTED


def _annotation(number: int, image: int, label: TileLabel) -> dict[str, Any]:
    return {"id": number, "image_id": image, "category_id": FACE_NAMES.index(label.face) + 1,
            "iscrowd": int(_is_crowd(label)), "row": label.row, "visible": round(label.visible, 3),
            **located(label.corners_px)}  # fmt: skip


def located(outline_px: NDArray[np.float32]) -> dict[str, Any]:
    """The COCO box and segmentation of an outline (n, 2)."""
    low, high = outline_px.min(axis=0), outline_px.max(axis=0)
    return {"segmentation": [outline_px.ravel().round(1).tolist()], "bbox": [*low.tolist(), *(high - low).tolist()],
            "area": float(abs(cv2.contourArea(outline_px)))}  # fmt: skip


def _one_shard(job: tuple[Path, int, int, PictureSpec]) -> Path:
    cv2.setNumThreads(1)
    if not job[0].exists():
        path, seed, count, order = job
        shards.store(path, pictures(seed, count, order))
    return job[0]


def main() -> None:
    """Command line of the recipe."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--size", default="1280x960")
    parser.add_argument("--layout", choices=sorted((*LAYOUT_SHARES, PLAYED)))
    parser.add_argument("--tile-px", type=float)
    parser.add_argument("--severity", type=float)
    parser.add_argument("--of-a-look", type=int, default=SCENES_PER_LOOK, help="pictures of each maker's set")
    parser.add_argument("--photographs", action="store_true", help="behind the tiles, instead of drawn tables")
    parser.add_argument("--any-numbers", action="store_true", help="in rows, instead of runs and groups")
    parser.add_argument("--windows", action="store_true", help="shards of windows for training")
    parser.add_argument("--shard", type=int, default=SHARD_WINDOWS, help="windows of a shard")
    parser.add_argument("--fewest-fonts", type=int, default=FEWEST_FONTS, help="without which no windows are drawn")
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    width, height = (int(n) for n in given.size.split("x"))
    photographs = backdrops.discover() if given.photographs else ()
    if given.photographs and not photographs:
        raise SystemExit("no photographs: apt install $(python -m datasets.synthetic_tables.backdrops packages)")
    order = PictureSpec((width, height), given.layout, given.tile_px, None, given.severity, photographs,
                         given.of_a_look, given.any_numbers)  # fmt: skip
    if given.windows and len(discover()) < given.fewest_fonts:
        raise SystemExit(
            "too few fonts for training: apt install $(python -m datasets.synthetic_tables.fonts packages)"
        )
    if not given.windows:
        write_coco(given.out, given.seed, pictures(given.seed, given.count, order))
        return
    jobs = [(given.out / f"shard_{given.seed:03d}_{i:04d}.npz", given.seed * 100_000 + i, given.shard, order)
            for i in range(-(-given.count // given.shard))]  # fmt: skip
    with multiprocessing.get_context("spawn").Pool(given.jobs) as pool:
        for done, path in enumerate(pool.imap_unordered(_one_shard, jobs), 1):
            print(f"{done}/{len(jobs)} {path.name}", flush=True)


if __name__ == "__main__":
    main()
