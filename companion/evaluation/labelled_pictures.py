"""Load labelled pictures: COCO files with tile categories, and folders of single tiles named by their face."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.errors import TruthError
from companion.evaluation.tile_grading import number_of
from engine.tiles import NUMBERS, NotationError, Tile
from vision.belief import BACK

F32 = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class TrueTile:
    """A labelled tile."""

    name: str
    """Notation, ``back``, or a bare number where the colour was not labelled."""
    outline: F32
    """(n, 2) in pixels, convex: the visible part of the tile, or a box around it."""
    is_box: bool


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class TruePicture:
    """A picture with all its labelled tiles."""

    path: Path
    name: str
    session: str
    size: tuple[int, int] | None
    """Width and height in pixels of the labelled picture, where the file gives them."""
    tiles: tuple[TrueTile, ...]
    has_colors: bool = True
    """Whether the labels have colours; without them only numbers are judged, and no joker."""
    rows: tuple[tuple[int, ...], ...] = ()
    """The rows as tile indices, where the labels have them (``row``, left to right as read upright)."""
    partly_seen: tuple[F32, ...] = ()
    """Outlines (n, 2) px of tiles that are hardly seen (a crowd in COCO): neither missed nor invented."""


def load_truth(path: Path) -> tuple[TruePicture, ...]:
    """Load the pictures of a COCO file. Raises TruthError."""
    coco = _parsed(path)
    try:
        names = {category["id"]: str(category["name"]) for category in coco["categories"]}
        labels: dict[Any, list[Mapping[str, Any]]] = {image["id"]: [] for image in coco["images"]}
        for label in coco["annotations"]:
            name = "" if label.get("iscrowd") else _face(names[label["category_id"]], path)
            labels[label["image_id"]].append({**label, "name": name})
        has_colors = not any(label["name"].isdigit() for of_one in labels.values() for label in of_one)
        pictures = (_picture(path, image, labels[image["id"]]) for image in coco["images"])
        return tuple(replace(picture, has_colors=has_colors) for picture in pictures)
    except (KeyError, TypeError, ValueError, IndexError, AttributeError) as error:
        raise TruthError("not coco", path=path, reason=f"{type(error).__name__} {error}") from error


@dataclass(frozen=True, slots=True)
class TrueCrop:
    """A picture of a single tile, labelled by its folder."""

    path: Path
    name: str
    has_colors: bool


def true_crops(folder: Path) -> tuple[TrueCrop, ...]:
    """The pictures of single tiles in the subfolders of ``folder``, sorted by name. Raises TruthError."""
    if not os.path.isdir(folder):
        raise TruthError("no such file", path=folder)
    named = [(_face(sub.name, folder), sub) for sub in folder.iterdir() if sub.is_dir()]
    if not named:
        raise TruthError("no crops", path=folder)
    has_colors = not any(name.isdigit() for name, _ in named)
    return tuple(
        TrueCrop(path, name, has_colors)
        for name, sub in sorted(named, key=lambda item: (not item[0][0].isdigit(), number_of(item[0]).zfill(2), item))
        for path in sorted(sub.iterdir())
        if path.is_file() and path.name[0] != "."
    )


def _parsed(path: Path) -> Mapping[str, Any]:
    try:
        coco = json.loads(path.read_text("utf-8"))
    except FileNotFoundError as error:
        raise TruthError("no such file", path=path) from error
    except OSError as error:
        raise TruthError("unreadable file", path=path, reason=error.strerror) from error
    except (ValueError, RecursionError) as error:
        raise TruthError("not json", path=path) from error
    if not isinstance(coco, dict):
        raise TruthError("not coco", path=path, reason=type(coco).__name__)
    return coco


def _picture(path: Path, image: Mapping[str, Any], labels: Sequence[Mapping[str, Any]]) -> TruePicture:
    name = str(image["file_name"])
    wanted = [label for label in labels if not label.get("iscrowd")]
    return TruePicture(
        path=path.parent / name,
        name=name,
        session=str(image.get("session") or _folder(path, name)),
        size=(int(image["width"]), int(image["height"])) if "width" in image and "height" in image else None,
        tiles=tuple(_tile(label) for label in wanted),
        rows=_rows([int(label.get("row", -1)) for label in wanted]),
        partly_seen=tuple(_tile(label).outline for label in labels if label.get("iscrowd")),
    )


def _rows(numbers: Sequence[int]) -> tuple[tuple[int, ...], ...]:
    """The tiles with the same row number, in label order; single tiles and -1 are no row."""
    rows = (tuple(i for i, number in enumerate(numbers) if number == row) for row in sorted({*numbers} - {-1}))
    return tuple(row for row in rows if len(row) > 1)


def _folder(path: Path, name: str) -> str:
    """The folder used as session: the picture's own, or the label file's where all lie in ``images``."""
    own = Path(name).parent.name
    return path.resolve().parent.name if own in ("", "images") else own


def _tile(label: Mapping[str, Any]) -> TrueTile:
    written = label.get("segmentation")
    polygons = written if isinstance(written, list) else []
    is_box = not polygons
    if is_box:
        left, top, width, height = (float(side) for side in label["bbox"])
        points = np.array([[left, top], [left + width, top], [left + width, top + height], [left, top + height]])
    else:
        points = np.concatenate([np.asarray(polygon, np.float64).reshape(-1, 2) for polygon in polygons])
    outline = np.asarray(cv2.convexHull(points.astype(np.float32)), np.float32)[:, 0]
    return TrueTile(label["name"], outline, is_box)


def _face(name: str, path: Path) -> str:
    """The face of a category. Raises TruthError when it names no tile."""
    if name.strip().isdigit() and int(name) in NUMBERS:
        return str(int(name))
    if name.strip().lower() in (BACK, "joker"):
        return "J" if name.strip().lower() == "joker" else BACK
    try:
        return str(Tile.parse(name))
    except NotationError as error:
        raise TruthError("no tile name", path=path, name=name) from error
