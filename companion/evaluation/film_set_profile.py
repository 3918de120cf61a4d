"""Adapt to the tile set of a film or session from its photograph, with wrong names corrected as a person would."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from companion.bootstrap import LearningRecognizer
from companion.errors import TruthError
from companion.tile_sets.learning import fit_set
from vision.errors import VisionError
from vision.io.images import open_photograph
from vision.reading import Frame, TableReading
from vision.recognition.set_profile import SetProfile

if TYPE_CHECKING:
    from vision.adaptation.set_learning import NamedTile

FOLDER = "sets"
"""The folder of the pictures of sets, beside the films or the annotations."""
_NEAR = 0.5
"""A place shows the tile whose middle is nearer to its own than this part of its width."""


def set_of(folder: Path, name: str, recognizer: LearningRecognizer) -> SetProfile | None:
    """The profile of the set of the film or session ``name`` in ``folder``; None where it does not help.

    Tiles that the recognizer does not see are not learned. Raises TruthError where no picture of the set lies there.
    """
    path = folder / FOLDER / f"{Path(name).name}.json"
    try:
        tiles = json.loads(path.read_text(encoding="utf-8"))["tiles"]
        faces = [str(tile["face"]) for tile in tiles]
        middles = np.array([tile["corners"] for tile in tiles], np.float32).reshape(-1, 4, 2).mean(axis=1)
        frame = open_photograph(path.with_suffix(".jpg"))
    except (OSError, ValueError, KeyError, TypeError, RecursionError, VisionError) as error:
        raise TruthError("no set", path=path) from error
    known = fit_set(recognizer.teacher(), path.stem, list(_named(frame, recognizer.look(frame), faces, middles)))
    return known.profile if known.is_better else None


def _named(frame: Frame, reading: TableReading, faces: list[str], middles: np.ndarray) -> Iterator[NamedTile]:
    """The detected tiles, each labelled with its true face."""
    from vision.adaptation.set_learning import (
        NamedTile,  # the reader takes a moment to load, and other commands do without
    )

    for tile in reading.tiles:
        corners = tile.place.corners_px
        apart = np.linalg.norm(middles - corners.mean(axis=0), axis=1)
        if apart.min() < _NEAR * np.linalg.norm(corners[1] - corners[0]):
            yield NamedTile.of(frame, tile.place, faces[int(apart.argmin())])
