"""What is remembered of a table from look to look, by its inks. Colours are r, b, y, k in that order."""

import numpy as np
import pytest

from tests.vision.test_inks import BLACK, SEEMS_BLACK, SLATE, SURE, B, K, patches
from vision.recognition.print_inks import colors_of, print_inks
from vision.recognition.table_memory import MOST_TILES, SpotMemory

TILE = np.array([[0, 0], [30, 0], [30, 40], [0, 40]], np.float32)


def at(*spots):
    """Places (n, 4, 2) of tiles, one for each step to the right."""
    return np.stack([TILE + np.float32([35 * spot, 0]) for spot in spots])


def seen(memory, spots, *inks):
    """Colours (n, 4) of tiles on spots, each with its ink and what the network says of it."""
    prints, alone = print_inks(patches(*(ink for ink, _ in inks))), np.array([alone for _, alone in inks])
    return colors_of(*memory.along(at(*spots), prints, alone))[-len(spots) :]


def test_a_slate_that_looks_black_is_blue_once_black_was_seen_elsewhere():
    memory = SpotMemory()
    slates = [(SLATE, SURE[B]), (SLATE, SURE[B]), (SLATE, SEEMS_BLACK)]
    assert seen(memory, [8], slates[2]).argmax(axis=1).tolist() == [K]
    seen(memory, range(6), *[(BLACK, SURE[K])] * 6)
    assert seen(memory, [6, 7, 8], *slates).argmax(axis=1).tolist() == [B, B, B]
    assert seen(memory, [8], slates[2]).argmax(axis=1).tolist() == [B]


def test_what_lies_on_the_spot_of_another_takes_its_place():
    memory = SpotMemory()
    for _ in range(50):
        seen(memory, [1], (BLACK, SURE[K]))
    alone = SpotMemory()
    seen(alone, [1], (BLACK, SURE[K]))
    one, other = (seen(each, [2], (SLATE, (0.0, 0.6, 0.0, 0.4))) for each in (memory, alone))
    assert one == pytest.approx(other)


def test_no_more_tiles_than_a_set_has_are_remembered():
    memory = SpotMemory()
    seen(memory, [0], (SLATE, SURE[B]))
    seen(memory, range(1, MOST_TILES + 1), *[(BLACK, SURE[K])] * MOST_TILES)
    fresh = SpotMemory()
    seen(fresh, range(1, MOST_TILES), *[(BLACK, SURE[K])] * (MOST_TILES - 1))
    one, other = (seen(each, [200], (SLATE, (0.0, 0.6, 0.0, 0.4))) for each in (memory, fresh))
    assert one == pytest.approx(other)
