"""A picture that is asked about in four turns, without a network: what it answers is drawn by hand."""

import numpy as np
import pytest

from tests.vision.test_detector import answer, quad
from vision.detection import detector
from vision.detection.detector import DetectTuning, TileDetector, decode, fitted
from vision.detection.rotations import as_it_is, in_four_turns, turned

SIDES = (384, 512)


def painted(corners):
    """A black picture in which the corners of one tile have the shades 1, 2, 3 and 4."""
    picture = np.zeros((*SIDES, 3), np.uint8)
    for shade, (x, y) in enumerate(corners.astype(int), start=1):
        picture[y, x] = shade
    return picture


def what_is_painted(pictures):
    """What a perfect detector says of a painted picture, however it was turned."""
    corners = [[at[0] + 0.5 for at in np.nonzero(pictures[0, ..., 0] == shade)][::-1] for shade in (1, 2, 3, 4)]
    return (answer([np.array(corners)], (pictures.shape[1] // 4, pictures.shape[2] // 4))[None],)


def all_four(session, picture):
    return in_four_turns(session, picture, as_it_is(session, picture))


@pytest.mark.parametrize("angle", range(-170, 190, 40))
def test_a_tile_is_told_where_it_lies_in_the_picture_as_it_is(angle):
    truth = quad((250, 190), (60, 84), angle).astype(int) + 0.5
    quads, scores = decode(all_four(what_is_painted, painted(truth)), DetectTuning())
    assert len(quads) == 1
    assert scores[0] > 0.9
    assert np.abs(quads[0] - truth).max() < 2


@pytest.mark.parametrize("shape", [(64, 96), (96, 64)])
def test_a_picture_that_was_turned_before_is_answered_as_it_is(shape):
    """Whatever the network answers, nobody sees from the mean which way up the picture came."""
    weights = np.random.default_rng(5).normal(size=(4, 4, 3, 11))

    def session(pictures):
        _, height, width, _ = pictures.shape
        cells = pictures[0].reshape(height // 4, 4, width // 4, 4, 3)
        return (np.einsum("hiwjc,ijck->hwk", cells, weights)[None],)

    picture = np.random.default_rng(3).integers(0, 255, (*shape, 3), np.uint8)
    plain, other = all_four(session, picture), all_four(session, turned(picture, 2))
    assert np.allclose(other[::-1, ::-1, 0], plain[..., 0], rtol=1e-4, atol=0.1)
    assert np.allclose(other[::-1, ::-1, 9:], -plain[..., 9:], rtol=1e-4, atol=0.1)


@pytest.mark.parametrize(
    ("scores", "looks", "kept"),
    [
        ((0.9, 0.1, 0.1, 0.1), 1, 1),
        ((0.4, 0.9, 0.9, 0.9), 4, 1),
        ((0.5, 0.1, 0.1, 0.1), 4, 0),
    ],
    ids=["sure at once", "a tile from the other sides", "a knot from the other sides"],
)
def test_what_may_be_none_is_looked_at_from_four_sides(scores, looks, kept):
    """Twenty tiles are sure; of the last place each turn has another opinion."""
    asked = []
    tiles = [quad((30 + 60 * (at % 10), 60 + 90 * (at // 10)), (40, 56), 0) for at in range(20)]

    def session(pictures):
        quarters = next(n for n in range(4) if np.array_equal(turned(marked, n), pictures[0]))
        asked.append(quarters)
        said = answer(tiles, (120, 160))
        chance = np.float32(scores[quarters])
        said[100, 140, :] = said[15, 7, :]
        said[100, 140, 0] = np.log(chance / (1 - chance))
        return (as_turned(said, quarters)[None],)

    marked = np.zeros((480, 640, 3), np.uint8)
    marked[0, 0] = 255
    places = TileDetector(session)(marked)
    assert len(asked) == looks
    assert len(places) == 20 + kept


def as_turned(said, quarters):
    """The answer ``said`` of a picture, as it would be after so many quarter turns against the clock."""
    out = np.rot90(said, quarters).copy()
    for _ in range(quarters):
        for x, y in ((1, 2), (9, 10)):
            out[..., x], out[..., y] = out[..., y].copy(), -out[..., x]
        out[..., 5:9] *= -1
    return out


@pytest.mark.parametrize("quarters", range(4))
@pytest.mark.parametrize("shape", [(64, 96), (96, 64)])
def test_a_picture_is_turned_counter_clockwise(quarters, shape):
    picture = np.random.default_rng(quarters).integers(0, 255, (*shape, 3), np.uint8)
    assert (turned(picture, quarters) == np.rot90(picture, quarters)).all()


def test_what_is_doubted_is_fitted_to_the_network_once(monkeypatch):
    """The further rotations are of the very picture that the first look was shown."""
    scales, shown = [], []

    def doubtful(pictures):
        height, width = pictures.shape[1:3]
        shown.append((height, width))
        said = answer([quad((width // 2, height // 2), (40, 56), 0)], (height // 4, width // 4))
        said[..., 0] = np.minimum(said[..., 0], -0.4)
        return (said[None],)

    monkeypatch.setattr(detector, "fitted", lambda bgr, scale: scales.append(scale) or fitted(bgr, scale))
    TileDetector(doubtful).found(np.zeros((*SIDES, 3), np.uint8))
    assert len(shown) == len(scales) + 3
    assert len(scales) == len(set(scales))
