"""Large photographs, of which only as many pixels are made as a look needs."""

from __future__ import annotations

import numpy as np
import pytest

from tests.vision.image_files import encoded, flag, jpeg_header, jpeg_with_exif, tiff
from tests.vision.test_images import STORED, assert_same_colors
from vision.errors import BadImage
from vision.io.images import open_photograph


@pytest.mark.parametrize(
    ("size", "reduction", "seen"),
    [
        pytest.param((1280, 960), 1, (1280, 960), id="as it is"),
        pytest.param((3201, 1600), 2, (1601, 800), id="every second pixel, and the odd one"),
        pytest.param((1600, 6400), 4, (400, 1600), id="by its long side"),
    ],
)
def test_of_a_large_photograph_fewer_pixels_are_made(size, reduction, seen):
    frame = open_photograph(encoded(flag(*size)))
    assert (frame.reduction, frame.bgr.shape[1::-1], frame.size_px) == (reduction, seen, size)
    assert_same_colors(frame.bgr)


def test_more_pixels_are_made_when_they_are_asked_for():
    frame = open_photograph(encoded(flag(6400, 4800)))
    sizes = []
    while frame:
        sizes.append((frame.reduction, frame.bgr.shape[1::-1], frame.size_px))
        frame = frame.nearer and frame.nearer()
    assert sizes == [(by, (6400 // by, 4800 // by), (6400, 4800)) for by in (4, 2, 1)]


@pytest.mark.parametrize("orientation", [3, 6])
def test_a_turned_photograph_is_upright_at_any_size(orientation):
    stored = np.ascontiguousarray(np.repeat(np.repeat(STORED[orientation], 40, axis=0), 40, axis=1))
    frame = open_photograph(jpeg_with_exif(encoded(stored), tiff(orientation)))
    assert (frame.reduction, frame.size_px) == (2, (96 * 40, 64 * 40))
    assert_same_colors(frame.bgr)


def test_what_has_more_pixels_than_are_ever_made_is_opened_all_the_same():
    """64 megapixels, as phones write them."""
    frame = open_photograph(encoded(np.full((6936, 9248), 90, np.uint8)))
    assert (frame.bgr.shape, frame.size_px) == ((1734, 2312, 3), (9248, 6936))
    assert frame.nearer().nearer is None


def test_what_has_too_many_pixels_for_that_too_is_refused():
    with pytest.raises(BadImage) as refused:
        open_photograph(jpeg_header(20_000, 10_001))
    assert (refused.value.code, refused.value.parameters["limit_mp"]) == ("too_many_pixels", 200)
