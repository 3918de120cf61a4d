"""The four inks of a set, judged together. Inks are BGR on a white of 235; the colours are r, b, y, k in that order."""

import numpy as np
import pytest

from vision.recognition.inks import KnownInks, color_probabilities, ink_features

DEEP_RED, REDDISH_ORANGE = (60, 30, 150), (30, 80, 225)
PERHAPS_ORANGE = (0.6, 0.0, 0.4, 0.0)
RED, BLUE, ORANGE = (60, 40, 200), (170, 90, 30), (40, 130, 235)
NAVY, TURQUOISE = (165, 55, 25), (165, 180, 65)
BLACK, BLUISH_BLACK, SLATE = (45, 45, 45), (110, 90, 80), (130, 109, 99)
TINTS = ((-30, 15, 15), (15, -30, 15), (15, 15, -30), (0, 0, 0))
BLACKS = [tuple(75 + part for part in tint) for tint in TINTS]
GREYS = [tuple(155 + part // 2 for part in tint) for tint in TINTS]
R, B, Y, K = range(4)
SURE = {R: (0.97, 0.01, 0.01, 0.01), B: (0.01, 0.97, 0.01, 0.01), Y: (0.01, 0.01, 0.97, 0.01)}
SURE[K] = (0.0, 0.001, 0.0, 0.999)
SEEMS_BLACK = (0.0, 0.015, 0.0, 0.985)
PLAINLY_BLUE, SEEMS_BLUE = (0.0, 1.0, 0.0, 0.0), (0.0, 0.997, 0.003, 0.0)
PERHAPS_BLUE = (0.0, 0.98, 0.02, 0.0)
UNSURE_BLUE = (0.0, 0.65, 0.0, 0.35)
UNSURE_BLACK = (0.0, 0.3, 0.0, 0.7)


def patches(*inks):
    """Patches of a bold stroke in each ink."""
    out = np.full((len(inks), 64, 48, 3), 235, np.uint8)
    for patch, ink in zip(out, inks, strict=True):
        patch[14:44, 18:28] = ink
    return out


TABLES = {
    "a bluish black beside a real blue is black": (
        [(BLUE, SURE[B]), (BLUE, SURE[B]), (BLUISH_BLACK, UNSURE_BLUE), (BLUISH_BLACK, UNSURE_BLACK),
         (BLUISH_BLACK, UNSURE_BLACK), (RED, SURE[R])],
        [B, B, K, K, K, R],
    ),
    "four plain inks stay what they are": (
        [(RED, SURE[R]), (BLUE, SURE[B]), (ORANGE, SURE[Y]), (BLACK, (0.01, 0.01, 0.01, 0.97))],
        [R, B, Y, K],
    ),
    "an orange that looks red is orange beside a deep red": (
        [(DEEP_RED, SURE[R])] * 4 + [(REDDISH_ORANGE, PERHAPS_ORANGE)] * 4 + [(BLUE, SURE[B])] * 2,
        [R] * 4 + [Y] * 4 + [B] * 2,
    ),
    "a slate blue that looks black is blue beside blacks that are all alike": (
        [(BLACK, SURE[K])] * 6 + [(SLATE, SURE[B])] * 2 + [(SLATE, SEEMS_BLACK)] + [(ORANGE, SURE[Y])] * 3,
        [K] * 6 + [B] * 3 + [Y] * 3,
    ),
    "where stray tints say nothing, how dark an ink is tells black from a greyish blue": (
        [(ink, UNSURE_BLACK) for ink in BLACKS * 3] + [(ink, UNSURE_BLUE) for ink in GREYS * 3]
        + [(BLACKS[3], UNSURE_BLUE), (GREYS[3], UNSURE_BLACK)],
        [K] * 12 + [B] * 12 + [K, B],
    ),
    "many tiles of one ink that looks blue, beside a real blue, are one mistake": (
        [(NAVY, PLAINLY_BLUE)] * 5 + [(TURQUOISE, SEEMS_BLUE)] * 24 + [(RED, SURE[R])] * 6 + [(BLACK, SURE[K])] * 6,
        [B] * 5 + [Y] * 24 + [R] * 6 + [K] * 6,
    ),
    "eight are enough beside one, where the recognizer is not so sure": (
        [(NAVY, PLAINLY_BLUE)] + [(TURQUOISE, PERHAPS_BLUE)] * 8 + [(RED, SURE[R])] * 5 + [(BLACK, SURE[K])],
        [B] + [Y] * 8 + [R] * 5 + [K],
    ),
    "where the ink of the others is seen too, they are not": (
        [(NAVY, PLAINLY_BLUE)] * 5 + [(TURQUOISE, SEEMS_BLUE)] * 24 + [(ORANGE, SURE[Y])] * 6 + [(BLACK, SURE[K])] * 6,
        [B] * 29 + [Y] * 6 + [K] * 6,
    ),
    "a red that is nowhere near another stays red": ([(REDDISH_ORANGE, PERHAPS_ORANGE)] * 4, [R] * 4),
    "one ink alone stays what the network said": ([(BLUISH_BLACK, UNSURE_BLUE)] * 3, [B, B, B]),
}  # fmt: skip


@pytest.mark.parametrize("name", TABLES)
def test_inks_together(name):
    tiles, colors = TABLES[name]
    together = color_probabilities(
        ink_features(patches(*(ink for ink, _ in tiles))), np.array([alone for _, alone in tiles])
    )
    assert together.argmax(axis=1).tolist() == colors
    assert np.allclose(together.sum(axis=1), 1)


def test_one_unsure_ink_alone_stays_a_question():
    together = color_probabilities(ink_features(patches(*[BLUISH_BLACK] * 4)), np.array([UNSURE_BLUE] * 4))
    assert together.max() < 0.8


@pytest.mark.parametrize(
    ("black", "spread", "is_settled"),
    [(BLUISH_BLACK, 0.02, True), (BLUISH_BLACK, 0.3, False), (BLACK, 0.02, False)],
    ids=["the very ink that was taught", "taught in glare", "another black was taught"],
)
def test_where_the_inks_were_taught_one_tile_alone_is_told_by_them(black, spread, is_settled):
    taught = KnownInks(ink_features(patches(RED, BLUE, ORANGE, black)), np.full(4, spread**2))
    together = color_probabilities(ink_features(patches(BLUISH_BLACK)), np.array([UNSURE_BLUE]), taught)
    assert (together[0, K] > 0.9) == is_settled


def test_features_do_not_depend_on_how_bold_the_stroke_is():
    bold = patches(BLUE)
    thin = bold.copy()
    thin[:, :, 22:] = 235
    assert np.allclose(ink_features(bold), ink_features(thin), atol=0.02)


def test_a_border_in_other_colours_is_no_ink():
    plain = patches(BLACK, RED)
    bordered = plain.copy()
    bordered[:, :, [8, 39]] = ORANGE
    bordered[:, [9, 54]] = BLUE
    assert np.allclose(ink_features(plain), ink_features(bordered), atol=0.001)
