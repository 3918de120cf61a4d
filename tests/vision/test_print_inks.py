"""Whether the mark below the number tells a tile's colour. Colours are r, b, y, k in that order."""

import numpy as np
import pytest

from tests.vision.test_inks import BLACK, BLUE, ORANGE, RED, SURE, B, K, R, Y, patches
from vision.recognition.print_inks import colors_of, print_inks

SIX_OF_EACH = [(ink, SURE[color]) for ink, color in ((RED, R), (BLUE, B), (ORANGE, Y), (BLACK, K)) for _ in range(6)]
PERHAPS_RED = (0.72, 0.0, 0.28, 0.0)
DARK_RED = (25, 20, 110)
NO_MARK = None


def marked(inks, marks):
    """Patches with thin numbers in ``inks`` and bold marks below them."""
    out = patches(*inks)
    out[:, 14:44, 18:28] = 235
    for patch, ink, mark in zip(out, inks, marks, strict=True):
        patch[12:34, 22:26] = ink
        patch[40:54, 18:30] = 235 if mark is NO_MARK else mark
    return out


TABLES = {
    "marks of one ink say nothing": (lambda ink: DARK_RED, ORANGE, DARK_RED),
    "marks of the number's ink tell more than a faint number": (lambda ink: ink, (214, 219, 228), ORANGE),
    "without a mark the number tells": (lambda ink: NO_MARK, ORANGE, NO_MARK),
}


@pytest.mark.parametrize("name", TABLES)
def test_the_colour_of_an_orange_tile_that_the_network_takes_for_red(name):
    mark_of, number, mark = TABLES[name]
    inks, alone = [ink for ink, _ in SIX_OF_EACH], [words for _, words in SIX_OF_EACH]
    prints = print_inks(marked([*inks, number], [*map(mark_of, inks), mark]))
    told = colors_of(prints, np.array([*alone, PERHAPS_RED]))[-1]
    assert told.argmax() == Y
    assert told.max() > 0.9


def test_of_a_few_tiles_it_is_not_known_what_their_marks_say():
    inks = [RED, BLUE, ORANGE]
    prints = print_inks(marked(inks, [RED] * 3))
    alone = np.array([SURE[R], SURE[B], SURE[Y]])
    assert np.allclose(colors_of(prints, alone), colors_of(prints[:, [0, 0, 0]], alone))
