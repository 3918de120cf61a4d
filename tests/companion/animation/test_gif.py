"""Our GIFs, opened by another program: every picture as it was drawn, and small where little changes."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from companion.animation.gif import GifWriter, blends

PALETTE = np.array([[0, 0, 0], [248, 248, 248], [200, 0, 0], [0, 200, 0], [0, 0, 200]], np.uint8)


def opened(gif: bytes) -> list[np.ndarray]:
    """The pictures of a GIF, as OpenCV reads them."""
    read, animation = cv2.imdecodeanimation(np.frombuffer(gif, np.uint8))
    assert read
    return [frame[..., :3] for frame in animation.frames]


@pytest.mark.parametrize("size", [(1, 1), (7, 3), (160, 120)])
@pytest.mark.parametrize("grain", [1, 5, 400])
def test_every_picture_is_as_it_was_drawn(size: tuple[int, int], grain: int):
    width, height = size
    noise = np.random.default_rng(7)
    writer, drawn = GifWriter(size, PALETTE), []
    for _ in range(4):
        cells = noise.integers(0, 5, (height // grain + 1, width // grain + 1))
        drawn.append(PALETTE[np.kron(cells, np.ones((grain, grain), int))[:height, :width]])
        writer.add(drawn[-1], 100)
    shown = opened(writer.finish())
    changes = [picture for at, picture in enumerate(drawn) if not at or (picture != drawn[at - 1]).any()]
    assert len(shown) == len(changes)
    assert all((picture == other).all() for picture, other in zip(shown, changes, strict=True))


def test_a_picture_in_which_a_corner_changes_costs_next_to_nothing():
    writer, lengths = GifWriter((400, 400), PALETTE), []
    canvas = PALETTE[np.random.default_rng(1).integers(0, 5, (400, 400))]
    for color in PALETTE[:3]:
        canvas = canvas.copy()
        canvas[:20, :20] = color
        writer.add(canvas, 100)
        lengths.append(len(writer.finish()))
    assert lengths[2] - lengths[1] < 200 < lengths[0]


def test_a_picture_that_stays_is_kept_once():
    writer = GifWriter((8, 8), PALETTE)
    for _ in range(3):
        writer.add(np.full((8, 8, 3), PALETTE[1], np.uint8), 500)
    shown = cv2.imdecodeanimation(np.frombuffer(writer.finish(), np.uint8))[1]
    assert (len(shown.frames), list(shown.durations)) == (1, [1500])


def test_the_colours_between_two_are_there_once():
    found = blends([((0, 0, 0), (200, 100, 0)), ((0, 0, 0), (200, 100, 0))], 3)
    assert found.tolist() == [[0, 0, 0], [50, 25, 0], [100, 50, 0], [150, 75, 0], [200, 100, 0]]
