"""A contact sheet of many makers' tiles under one plain light, for comparison with photographs.

python -m datasets.synthetic_tables.contact_sheet OUT.png [SEED] [ARCHETYPE]
"""

from __future__ import annotations

import sys

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synthetic_tables.faces import FaceTexture, render_face
from datasets.synthetic_tables.fonts import discover
from datasets.synthetic_tables.set_design import SetDesign, look_of, sample_look

FACES = ("1r", "2b", "3y", "4k", "5r", "6b", "7y", "8k", "9r", "10b", "12y", "13k", "J", "J", "back")
LOOKS = 24
_CELL = (124, 168)
_TABLE = (92, 104, 84)


def main() -> None:
    """Write the contact sheet."""
    path, *rest = sys.argv[1:]
    rng = np.random.default_rng(int(rest[0]) if rest else 0)
    fonts = discover()
    looks = [look_of(rest[1], rng, fonts) if len(rest) > 1 else sample_look(rng, fonts) for _ in range(LOOKS)]
    rows = [_row(look, rng) for look in looks]
    half = LOOKS // 2
    cv2.imwrite(path, np.hstack([np.vstack(rows[:half]), np.vstack(rows[half:])]))


def _row(look: SetDesign, rng: np.random.Generator) -> NDArray[np.uint8]:
    cells = [_cell(render_face(look, face, rng)) for face in FACES]
    row = np.hstack(cells)
    cv2.putText(row, look.archetype, (2, 12), cv2.FONT_HERSHEY_SIMPLEX, 0.4, (255, 255, 255), 1)
    return np.asarray(row)


def _cell(texture: FaceTexture) -> NDArray[np.uint8]:
    """One tile on a cloth, lit from the upper left."""
    light = np.array([-0.5, -0.7], np.float32)
    shade = 0.97 + 0.5 * (texture.normals.astype(np.float32) @ light) / 127
    color = np.clip(texture.bgra[..., :3] * shade[..., None], 0, 255)
    alpha = texture.bgra[..., 3:].astype(np.float32) / 255
    tile = color * alpha + np.array(_TABLE, np.float32) * (1 - alpha)
    height = _CELL[1] - 12
    scale = height / tile.shape[0]
    small = cv2.resize(tile, (min(_CELL[0] - 2, round(tile.shape[1] * scale)), height), interpolation=cv2.INTER_AREA)
    cell = np.full((_CELL[1], _CELL[0], 3), _TABLE, np.float32)
    left = (_CELL[0] - small.shape[1]) // 2
    cell[6 : 6 + height, left : left + small.shape[1]] = small
    return np.asarray(cell.astype(np.uint8))


if __name__ == "__main__":
    main()
