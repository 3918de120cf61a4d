"""What decoding a picture takes is known, and limited, before a pixel of it is decoded."""

from __future__ import annotations

import pytest

from tests.vision.image_files import bmp_header, encoded, flag, jpeg_header, png_chunk, png_header, webp_header
from vision.errors import BadImage
from vision.io.headers import read_header
from vision.io.images import check, decode

ANIMATED = png_header(30, 20) + png_chunk(b"acTL", bytes(8))
WEIGHED = {
    "png": (png_header(30, 20), 6),
    "png, sixteen bits": (png_header(30, 20, 16), 6),
    "png, palette": (png_header(30, 20, 8, 3), 6),
    "png, palette with transparency": (png_header(30, 20, 8, 3) + png_chunk(b"tRNS", b"\0"), 8),
    "png, transparent": (png_header(30, 20, 8, 6), 8),
    "png, transparent grey": (png_header(30, 20, 8, 4), 8),
    "png, transparent, sixteen bits": (png_header(30, 20, 16, 6), 16),
    "png, transparent grey, sixteen bits": (png_header(30, 20, 16, 4), 16),
    "png, animated": (ANIMATED, 12),
    "jpeg": (jpeg_header(30, 20), 6),
    "jpeg, grey": (jpeg_header(30, 20, sampled=b"\x11"), 6),
    "jpeg, progressive": (jpeg_header(30, 20, b"\xc2"), 6),
    "jpeg, progressive, grey": (jpeg_header(30, 20, b"\xc2", b"\x11"), 6),
    "jpeg, progressive, sharp colours": (jpeg_header(30, 20, b"\xc2", b"\x11\x11\x11"), 9),
    "jpeg, progressive, four inks": (jpeg_header(30, 20, b"\xc2", b"\x11\x11\x11\x11"), 11),
    "jpeg, one scan for each colour": (
        jpeg_header(30, 20, sampled=b"\x11\x11\x11") + b"\xff\xda\0\x08\x01\x01\0\0\x3f\0",
        9,
    ),
    "jpeg, sampled nowhere": (jpeg_header(30, 20, b"\xc2", b"\0\0\0"), 6),
    "webp": (webp_header(30, 20), 8),
    "bmp": (bmp_header(30, 20), 6),
}
"""Bytes that a pixel takes while it is decoded: measured of pictures of 16 megapixels, those above one that it is."""


@pytest.mark.parametrize("case", WEIGHED)
def test_what_decoding_takes_is_known_from_the_header(case: str) -> None:
    beginning, expected = WEIGHED[case]
    assert read_header(beginning.ljust(40, b"\0")).weight_bytes() == 30 * 20 * expected


@pytest.mark.parametrize(
    ("beginning", "is_refused"),
    [
        (png_header(7000, 5200, 16, 6), True),
        (png_header(5800, 4600, 16, 6), False),
        (png_header(7000, 5200, 16), False),
        (jpeg_header(8160, 6120, b"\xc2", b"\x11\x11\x11"), False),
        (jpeg_header(7680, 5760, b"\xc2", b"\x11\x11\x11\x11"), True),
    ],
    ids=["36 deep transparent", "27 deep transparent", "36 deep", "50 progressive", "44 progressive of four inks"],
)
def test_what_would_take_too_much_memory_is_refused_from_its_header(
    beginning: bytes, is_refused: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.io.images.cv2.imdecode", lambda *_: pytest.fail("decoded"))
    with pytest.raises(BadImage) as refused:
        decode(beginning.ljust(40, b"\0"))
    assert refused.value.code == ("too_much_memory" if is_refused else "truncated")


MANY_PARTS = {
    "png": (png_header(30, 20), png_chunk(b"IDAT", b"")),
    "jpeg": (b"\xff\xd8", b"\xff\xe1\0\2"),
    "jpeg, filled up": (b"\xff\xd8", b"\xff\xff\xff\xff"),
    "jpeg, after its scan": (jpeg_header(30, 20) + b"\xff\xda\0\x08\x01\x01\0\0\x3f\0", b"\xff\xe1\0\2"),
    "webp": (webp_header(30, 20), b"ABCD\0\0\0\0"),
}


@pytest.mark.parametrize("case", MANY_PARTS)
def test_a_file_of_very_many_parts_is_refused(case: str) -> None:
    beginning, part = MANY_PARTS[case]
    with pytest.raises(BadImage) as refused:
        check(beginning + 20_000 * part)
    assert refused.value.code == "damaged"


def test_as_many_parts_as_a_writer_makes_are_taken() -> None:
    png = encoded(flag(640, 480), ".png")
    assert check(png[:33] + 5000 * png_chunk(b"tEXt", b"a\0b") + png[33:]).width == 640
