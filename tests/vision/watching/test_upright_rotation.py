"""A picture is to be turned where the tiles of both sides lie so, and in no other table."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from tests.vision.watching.test_camera_fitness_monitor import followed
from vision.belief import Belief
from vision.reading import DetectedTile
from vision.tracking.belief_pooling import PooledBelief
from vision.tracking.tracked_table import Track, TrackedTable
from vision.watching.camera_fitness import FitCriterion, Verdict
from vision.watching.camera_fitness_monitor import FitGauge
from vision.watching.frame_results import FrameState
from vision.watching.upright_rotation import turn_wanted

SIZE_PX = (1280, 720)
UP, RIGHT, DOWN, LEFT = 0, 90, 180, 270
"""Where a tile's number points, in degrees clockwise from the picture's upper edge."""
THEIRS, MIDDLE, OURS = (0.5, 0.2), (0.5, 0.5), (0.5, 0.8)
WEST, EAST = (0.2, 0.5), (0.8, 0.5)
RUN, SAME = "3r 4r 5r 7r", "1r 6r 8r 9r 11r"


def lying(faces: str, way: int, at: tuple[float, float], chance: float = 0.99) -> list[Track]:
    """Tiles in a line, whose numbers point that way."""
    turned = np.deg2rad(way)
    turn = np.array([[np.cos(turned), -np.sin(turned)], [np.sin(turned), np.cos(turned)]])
    upright = np.array([[-20, -28], [20, -28], [20, 28], [-20, 28]])
    tracks = []
    for place, face in enumerate(faces.split()):
        quad = (upright + np.array([45 * place - 90, 0])) @ turn.T + np.array(at) * SIZE_PX
        believed = PooledBelief.of(Belief.peaked(face, chance))
        tracks.append(Track(number=place, place=DetectedTile(quad.astype(np.float32), 0.9), opinion=believed,
                            signature=np.zeros(3, np.float32)))  # fmt: skip
    return tracks


TABLES = {
    "both sides upright": ([(RUN, UP, THEIRS), (RUN, UP, OURS)], 0),
    "each side for itself": ([(RUN, DOWN, THEIRS), (RUN, UP, OURS)], 0),
    "each side away from itself": ([(RUN, UP, THEIRS), (RUN, DOWN, OURS)], 0),
    "both on their heads": ([(RUN, DOWN, THEIRS), (RUN, DOWN, OURS)], 180),
    "both on their heads, discards upright": (
        [(RUN, DOWN, THEIRS), (RUN, UP, MIDDLE), (RUN, UP, MIDDLE), (RUN, DOWN, OURS)],
        180,
    ),
    "both on their heads, one tile laid otherwise": (
        [(RUN, DOWN, THEIRS), (RUN, DOWN, OURS), ("10k", UP, (0.2, 0.8))],
        180,
    ),
    "only one side, on its head": ([(RUN, DOWN, OURS), (RUN, DOWN, OURS)], 0),
    "two tiles of the other side": ([(RUN, DOWN, OURS), ("3r 4r", DOWN, THEIRS)], 0),
    "one side half and half": ([(RUN, DOWN, THEIRS), (RUN, DOWN, OURS), (RUN, UP, OURS)], 0),
    "numbers that are some upside down as well": ([(SAME, DOWN, THEIRS), (SAME, DOWN, OURS)], 0),
    "backs": ([("back back back", DOWN, THEIRS), ("back back back", DOWN, OURS)], 0),
    "both to the right": ([(RUN, RIGHT, WEST), (RUN, RIGHT, EAST)], 270),
    "both to the left": ([(RUN, LEFT, WEST), (RUN, LEFT, EAST)], 90),
    "players left and right, each for itself": ([(RUN, RIGHT, WEST), (RUN, LEFT, EAST)], 0),
    "aslant": ([(RUN, 150, THEIRS), (RUN, 150, OURS)], 180),
    "too far aslant to tell": ([(RUN, 135, THEIRS), (RUN, 135, OURS)], 0),
    "bare": ([], 0),
}


@pytest.mark.parametrize("says", TABLES)
def test_by_how_much_a_picture_is_to_be_turned(says: str):
    rows, wanted = TABLES[says]
    assert turn_wanted([track for row in rows for track in lying(*row)], SIZE_PX) == wanted


def test_what_was_read_badly_tells_nothing():
    assert turn_wanted([*lying(RUN, DOWN, THEIRS, 0.6), *lying(RUN, DOWN, OURS, 0.6)], SIZE_PX) == 0


@pytest.mark.parametrize("is_mirrored", [False, True])
def test_a_table_as_in_a_mirror_is_told_with_what_to_do(is_mirrored: bool):
    asked: list[int] = []

    def seems_mirrored(_: object, places: Sequence[DetectedTile]) -> bool:
        asked.append(len(places))
        return is_mirrored

    table = TrackedTable(tracks=(*lying(RUN, UP, THEIRS), *lying(RUN, UP, OURS)))
    (_, fitness), *_ = followed([FrameState.STILL] * 15, FitGauge(seems_mirrored), laid=table)
    assert asked[0] == len(table.tracks)
    assert (fitness.is_mirrored, fitness.turn_deg) == (is_mirrored, 0)
    assert any("Espejá la imagen" in finding.sentence("es") for finding in fitness.bad) is is_mirrored


@pytest.mark.parametrize(("way", "turn_deg"), [(UP, 0), (DOWN, 180)])
def test_a_table_upside_down_is_told_with_what_to_do(way: int, turn_deg: int):
    table = TrackedTable(tracks=(*lying(RUN, way, THEIRS), *lying(RUN, way, OURS)))
    (_, fitness), *_ = followed([FrameState.STILL] * 15, FitGauge(), laid=table)
    assert fitness.turn_deg == turn_deg
    finding = fitness.by_check.get(FitCriterion.TURN)
    assert (finding and finding.verdict) == (Verdict.BAD if turn_deg else None)
    if finding:
        assert "180° más a la derecha" in finding.sentence("es")
