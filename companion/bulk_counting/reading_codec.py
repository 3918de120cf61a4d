"""Encode a reading as one line of JSON, to be judged again at any time."""

from __future__ import annotations

import json
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import dataclass
from math import floor
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.recognition.interpret import SeenPhotograph
from vision.belief import Belief
from vision.reading import DetectedTile, ReadTile, TableReading, TileRow

_NAMES = 8
"""The number of names stored of a belief; the remaining probability is spread evenly when it is decoded."""
_MILLIONTHS = 10**6
_OUTLINES = ("burnt_out", "faint")
"""The fields of a reading that are outlines in pixels."""
_PIECE_PX = 96
"""Height in pixels of a tile that is kept as a picture."""
_AROUND = 0.35
"""The margin stored around it, in parts of its size."""


@dataclass(frozen=True, slots=True, eq=False)
class KeptReading:
    """The reading of a photograph, with pictures of its doubtful tiles."""

    photograph: SeenPhotograph
    pieces: Mapping[int, bytes]
    """JPEG files, by tile id."""


def kept_text(photograph: SeenPhotograph, pieces: Mapping[int, bytes]) -> str:
    """Encode to one line of JSON; ``kept_reading`` restores it to six digits."""
    reading = photograph.reading
    return json.dumps(
        {
            "size": photograph.size,
            "tiles": [_tile_json(tile) for tile in reading.tiles],
            "rows": [row.tiles for row in reading.rows],
            "loose": reading.loose,
            "elapsed_ms": dict(reading.elapsed_ms),
            "flaws": reading.flaws,
            **{name: [outline.tolist() for outline in getattr(reading, name)] for name in _OUTLINES},
            "pieces": {tile: b64encode(jpeg).decode("ascii") for tile, jpeg in pieces.items()},
        },
        separators=(",", ":"),
    )


def kept_reading(text: str, name: str) -> KeptReading:
    """Decode the output of ``kept_text`` for the photograph ``name``."""
    kept = json.loads(text)
    width, height = kept["size"]
    reading = TableReading(
        tiles=tuple(map(_tile, kept["tiles"])),
        rows=tuple(TileRow(tuple(row)) for row in kept["rows"]),
        loose=tuple(kept["loose"]),
        elapsed_ms=kept["elapsed_ms"],
        flaws=tuple(kept.get("flaws", ())),
        **{name: tuple(np.array(outline, np.float32) for outline in kept.get(name, ())) for name in _OUTLINES},
    )
    pieces = {int(tile): b64decode(jpeg) for tile, jpeg in kept["pieces"].items()}
    return KeptReading(SeenPhotograph(name, (width, height), reading), pieces)


def piece(bgr: NDArray[np.uint8], corners_px: NDArray[np.float32]) -> bytes:
    """The tile at ``corners_px`` (4, 2) of the picture ``bgr``, upright with its surroundings, as a JPEG file."""
    middle = corners_px.mean(axis=0)
    wide = (middle + (corners_px - middle) * (1 + 2 * _AROUND)).astype(np.float32)
    width, height = (float(np.linalg.norm(wide[end] - wide[0])) for end in (1, 3))
    size = round(_PIECE_PX * (1 + 2 * _AROUND) * width / max(height, 1.0)), round(_PIECE_PX * (1 + 2 * _AROUND))
    size = min(max(size[0], 8), 4 * _PIECE_PX), size[1]
    target = np.array([[0, 0], [size[0], 0], [size[0], size[1]], [0, size[1]]], np.float32)
    upright = cv2.warpPerspective(bgr, cv2.getPerspectiveTransform(wide, target), size, flags=cv2.INTER_AREA)
    return bytes(cv2.imencode(".jpg", upright, (cv2.IMWRITE_JPEG_QUALITY, 80))[1])


def _tile_json(tile: ReadTile) -> dict[str, Any]:
    chances = {name: floor(chance * _MILLIONTHS) / _MILLIONTHS for name, chance in tile.belief.ranked(_NAMES)}
    return {
        "corners": [round(float(value), 1) for value in tile.place.corners_px.ravel()],
        "score": round(float(tile.place.score), 4),
        "belief": {name: chance for name, chance in chances.items() if chance},
    }


def _tile(kept: Mapping[str, Any]) -> ReadTile:
    corners = np.array(kept["corners"], np.float32).reshape(4, 2)
    (best, chance), *others = kept["belief"].items()
    return ReadTile(DetectedTile(corners, kept["score"]), Belief.peaked(best, chance, *others))
