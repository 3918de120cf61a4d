"""Photographs as new phones write them, HEIC and AVIF."""

from __future__ import annotations

import pytest
from PIL import Image

from tests.vision.image_files import FLAG_HEIC, box_file, pillow, saved
from tests.vision.test_images import AVIF, STORED, assert_is_flag
from vision.errors import BadImage
from vision.io.heic import opens_heic
from vision.io.images import decode, load_image


@pytest.mark.parametrize("brands", [(b"heic", b"mif1", b"heic"), (b"mif1", b"heic")])
def test_a_phones_heic_is_refused_by_name_where_nothing_opens_it(brands, monkeypatch):
    monkeypatch.setattr("vision.io.headers.opens_heic", lambda: False)
    with pytest.raises(BadImage, match="pi-heif") as refused:
        load_image(box_file(*brands))
    assert refused.value.code == "heic"


@pytest.mark.parametrize("orientation", STORED)
def test_an_avif_is_turned_as_its_boxes_say(orientation):
    """OpenCV opens it as it is stored, whatever it is asked."""
    exif = Image.Exif()
    exif[0x0112] = orientation
    assert_is_flag(decode(saved(pillow(STORED[orientation]), "AVIF", quality=80, exif=exif)), 20)


def test_an_avif_that_is_too_large_is_refused_before_it_is_decoded():
    size = AVIF.index(b"ispe") + 8
    with pytest.raises(BadImage) as refused:
        load_image(AVIF[:size] + (30_000).to_bytes(4, "big") + AVIF[size + 4 :], max_pixels=1_000_000)
    assert refused.value.code == "too_many_pixels"


@pytest.mark.skipif(not opens_heic(), reason="pi-heif is not installed")
def test_a_phones_heic_is_opened_where_something_opens_it():
    assert_is_flag(decode(FLAG_HEIC), 20)
    with pytest.raises(BadImage, match="cortada"):
        decode(FLAG_HEIC[:-20])
