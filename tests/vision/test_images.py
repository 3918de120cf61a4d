"""Photographs from files: whatever can be opened comes out upright, BGR and whole; the rest is refused in words."""

from __future__ import annotations

import tracemalloc
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.image_files import (
    FLAG_HEIC,
    QUARTERS_BGR,
    bmp_header,
    box_file,
    encoded,
    flag,
    jpeg_header,
    jpeg_with_exif,
    pillow,
    png_header,
    png_with_exif,
    saved,
    tiff,
    webp_header,
)
from vision.errors import BadImage
from vision.io.heic import opens_heic
from vision.io.images import BACKDROP, MAX_BYTES, decode, load_image

FLAG = flag()
JPEG = encoded(FLAG)
PNG = encoded(FLAG, ".png")
WEBP = saved(pillow(FLAG), "WEBP", quality=90)
BMP = encoded(FLAG, ".bmp")
AVIF = saved(pillow(FLAG), "AVIF", quality=80)
OPENCV = tuple(int(part) for part in cv2.__version__.split(".")[:2])
WHOLE = {"jpeg": JPEG, "png": PNG, "webp": WEBP, "bmp": BMP, "avif": AVIF}

STORED = {  # what the camera stored, as the flag turned, under each orientation that brings the flag back
    1: FLAG,
    2: FLAG[:, ::-1],
    3: FLAG[::-1, ::-1],
    4: FLAG[::-1],
    5: FLAG.swapaxes(0, 1),
    6: np.rot90(FLAG, 1),
    7: FLAG[::-1, ::-1].swapaxes(0, 1),
    8: np.rot90(FLAG, -1),
}


def assert_is_flag(bgr: np.ndarray, tolerance: int = 12) -> None:
    """The four quarters of a picture have the colours of the flag, and it has the form that all stages rely on."""
    assert bgr.dtype == np.uint8
    assert bgr.flags.c_contiguous
    assert bgr.shape == FLAG.shape
    assert_same_colors(bgr, tolerance)


def assert_same_colors(bgr: np.ndarray, tolerance: int = 12) -> None:
    """The four quarters of a picture have the colours of the flag."""
    height, width = bgr.shape[:2]
    for color, (y, x) in zip(QUARTERS_BGR, ((1, 1), (1, 3), (3, 1), (3, 3)), strict=True):
        assert np.abs(bgr[y * height // 4, x * width // 4].astype(int) - color).max() <= tolerance, (y, x)


@pytest.mark.parametrize("kind", WHOLE)
def test_a_picture_comes_out_as_it_went_in(kind: str) -> None:
    assert_is_flag(load_image(WHOLE[kind]).bgr)


@pytest.mark.parametrize("order", ["<", ">"], ids=["little-endian", "big-endian"])
@pytest.mark.parametrize("orientation", STORED)
def test_a_jpeg_is_turned_once_for_each_orientation(orientation: int, order: str) -> None:
    blob = jpeg_with_exif(encoded(np.ascontiguousarray(STORED[orientation])), tiff(orientation, order))
    assert_is_flag(decode(blob))


@pytest.mark.parametrize("orientation", STORED)
def test_a_png_and_a_webp_are_turned_once_for_each_orientation(orientation: int) -> None:
    stored = np.ascontiguousarray(STORED[orientation])
    assert_is_flag(decode(png_with_exif(encoded(stored, ".png"), tiff(orientation))))
    assert_is_flag(decode(saved(pillow(stored), "WEBP", quality=90, exif=b"Exif\0\0" + tiff(orientation))))


@pytest.mark.parametrize("exif", [b"", b"II*\0", tiff(0), tiff(9), tiff(6)[:20], b"II*\0\xff\xff\xff\xff", b"junk" * 9])
def test_an_exif_block_that_makes_no_sense_turns_nothing(exif: bytes) -> None:
    assert_is_flag(decode(jpeg_with_exif(JPEG, exif)))


@pytest.mark.parametrize(
    "blob",
    [
        encoded(FLAG.astype(np.uint16) * 257, ".png"),
        saved(pillow(FLAG).convert("CMYK"), "JPEG", quality=95),
        saved(pillow(FLAG).convert("RGBA"), "PNG"),
        saved(pillow(FLAG).quantize(8), "PNG"),
        saved(pillow(FLAG), "JPEG", progressive=True),
        saved(pillow(FLAG), "WEBP", lossless=True),
        pytest.param(
            saved(pillow(FLAG), "WEBP", save_all=True, append_images=[pillow(FLAG[::-1])]),
            marks=pytest.mark.skipif(OPENCV < (4, 11), reason="OpenCV opens animated WebP from 4.11 on"),
        ),
        saved(pillow(FLAG), "PNG", save_all=True, append_images=[pillow(FLAG[::-1])]),
        JPEG + b"\0" * 100 + JPEG[:50],
    ],
    ids=["16-bit", "cmyk", "opaque", "palette", "progressive", "lossless", "animated-webp", "animated-png", "trailer"],
)
def test_a_less_usual_file_is_the_same_picture(blob: bytes) -> None:
    assert_is_flag(decode(blob))


@pytest.mark.parametrize(
    ("pixels", "extension", "expected"),
    [
        (np.full((20, 30), 77, np.uint8), ".png", 77),
        (np.full((20, 30), 77, np.uint8), ".jpg", 77),
        (np.full((20, 30), 77 * 257, np.uint16), ".png", 77),
        (np.full((20, 30, 3), 65535, np.uint16), ".png", 255),
        (np.full((20, 30, 3), 127, np.uint16), ".png", 0),
    ],
    ids=["grey", "grey-jpeg", "grey-16", "white-16", "black-16"],
)
def test_grey_and_deep_pixels_keep_their_brightness(pixels: np.ndarray, extension: str, expected: int) -> None:
    bgr = decode(encoded(pixels, extension))
    assert bgr.shape == (20, 30, 3)
    assert (bgr == expected).all()


@pytest.mark.parametrize("depth", [np.uint8, np.uint16])
def test_transparency_shows_the_grey_backdrop(depth: type) -> None:
    top = np.iinfo(depth).max
    pixels = np.zeros((10, 30, 4), depth)
    pixels[:, :, 2] = top
    pixels[:, 10:20, 3] = top // 2
    pixels[:, 20:, 3] = top
    bgr = decode(encoded(pixels, ".png"))
    assert bgr[5, 5].tolist() == [BACKDROP] * 3
    assert np.abs(bgr[5, 15].astype(int) - [64, 64, 191]).max() <= 1
    assert bgr[5, 25].tolist() == [0, 0, 255]


@pytest.mark.parametrize("kind", WHOLE)
@pytest.mark.parametrize("share", [0.2, 0.5, 0.9, 0.97])
def test_a_file_cut_short_is_refused(kind: str, share: float) -> None:
    noisy = np.random.default_rng(3).integers(0, 255, (64, 96, 3), np.uint8)
    blob = saved(pillow(noisy), kind.upper())
    with pytest.raises(BadImage) as refused:
        decode(blob[: int(len(blob) * share)])
    assert refused.value.code == "truncated"


def test_the_end_of_a_thumbnail_is_not_the_end_of_the_picture() -> None:
    blob = jpeg_with_exif(JPEG, tiff(1) + JPEG)
    assert_is_flag(decode(blob))
    with pytest.raises(BadImage, match="cortada"):
        decode(blob[:-40])


REFUSED = {
    "0 bytes": (b"", "empty"),
    "text": (b"7r 8r 9r\n" * 40, "not_an_image"),
    "one byte": (b"\xff", "not_an_image"),
    "avif, its beginning": (AVIF[:200], "truncated"),
    "avif without its end": (AVIF[:-20], "truncated"),
    "avif of nothing": (box_file(b"avif", b"mif1"), "damaged"),
    "avif of noise": (AVIF[:-40] + bytes(40), "damaged"),
    "video": (box_file(b"isom", b"mp42"), "foreign_format"),
    "gif": (saved(pillow(FLAG), "GIF"), "foreign_format"),
    "tiff": (saved(pillow(FLAG), "TIFF"), "foreign_format"),
    "pdf": (saved(pillow(FLAG), "PDF"), "foreign_format"),
    "svg": (b"<svg xmlns='http://www.w3.org/2000/svg'/>", "foreign_format"),
    "dot": (encoded(FLAG[:1, :1], ".png"), "too_small"),
    "sliver": (encoded(FLAG[:4], ".jpg"), "too_small"),
    "jpeg of noise": (b"\xff\xd8\xff" + bytes(range(256)) * 4, "damaged"),
    "png with a flipped bit": (PNG[:60] + bytes([PNG[60] ^ 4]) + PNG[61:], "damaged"),
    "webp of noise": (b"RIFF\x40\0\0\0WEBPVP8 " + bytes(60), "damaged"),
    "webp without pixels": (webp_header(90, 60) + bytes(50), "damaged"),
    "too heavy": (JPEG + bytes(MAX_BYTES), "too_heavy"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_what_is_no_photograph_is_refused_with_its_reason(case: str) -> None:
    blob, code = REFUSED[case]
    with pytest.raises(BadImage) as refused:
        load_image(blob)
    assert refused.value.code == code


@pytest.mark.parametrize("header", [png_header, jpeg_header, webp_header, bmp_header])
@pytest.mark.parametrize("ending", [b"", bytes(5000)], ids=["cut", "padded"])
def test_a_huge_picture_is_refused_from_its_header(
    header: object, ending: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("vision.io.images.cv2.imdecode", lambda *_: pytest.fail("a huge picture was decoded"))
    side = 16000 if header is webp_header else 20000
    blob = header(side, side) + ending  # type: ignore[operator]
    tracemalloc.start()
    with pytest.raises(BadImage) as refused:
        load_image(blob)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert refused.value.code == "too_many_pixels"
    assert peak < 1_000_000


def test_a_jpeg_of_very_many_scans_is_refused() -> None:
    progressive = saved(pillow(FLAG), "JPEG", progressive=True)
    scan = b"\xff\xda\0\x08\x01\x01\0\x01\x3f\0" + b"\x11" * 20
    with pytest.raises(BadImage) as refused:
        decode(progressive[:-2] + scan * 200 + b"\xff\xd9")
    assert refused.value.code == "damaged"


def test_the_pixel_limit_can_be_lowered() -> None:
    with pytest.raises(BadImage, match="96 × 64"):
        load_image(PNG, max_pixels=5000)


def test_a_file_and_its_bytes_give_the_same_picture(tmp_path: Path) -> None:
    path = tmp_path / "ñandú.jpg"
    path.write_bytes(JPEG)
    assert np.array_equal(load_image(path).bgr, load_image(JPEG).bgr)


def test_paths_that_lead_to_no_file_are_refused(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    cases = {
        "is_folder": tmp_path,
        "missing_file": tmp_path / "nothing.jpg",
        "empty": tmp_path / "file",
        "not_an_image": Path("/dev/null"),
    }
    for code, path in {**cases, "missing_file ": tmp_path / "file" / "x.jpg"}.items():
        with pytest.raises(BadImage) as refused:
            load_image(path)
        assert refused.value.code == code.strip()


def outcome(blob: bytes) -> str:
    """``picture`` when the file can be opened, else the sentence that refuses it."""
    try:
        return "picture" if load_image(blob, max_pixels=100_000).bgr.ndim == 3 else "no picture"
    except BadImage as refused:
        return refused.sentence()


MUTANTS = 200_000
MUTATED = WHOLE | ({"heic": FLAG_HEIC} if opens_heic() else {})


@pytest.mark.parametrize(
    "count", [60, pytest.param(-(-MUTANTS // len(MUTATED)), marks=[pytest.mark.slow, pytest.mark.timeout(1200)])]
)
@pytest.mark.parametrize("kind", MUTATED)
def test_a_mutilated_file_gives_a_picture_or_a_refusal(kind: str, count: int) -> None:
    rng = np.random.default_rng(8)
    outcomes = set()
    for _ in range(count):
        blob = bytearray(MUTATED[kind])
        for at in (*rng.integers(0, 64, 2), *rng.integers(0, len(blob), 3)):
            blob[at] = rng.integers(256)
        outcomes.add(outcome(bytes(blob)))
    assert len(outcomes) > 1
    assert "no picture" not in outcomes


@pytest.mark.skipif(not opens_heic(), reason="pi-heif is not installed")
def test_a_damaged_heic_is_refused_whatever_its_library_says_of_it() -> None:
    blob = bytearray(FLAG_HEIC)
    at = blob.index(b"infe") + 4
    blob[at] = 17  # a version that is not implemented: the library raises SyntaxError
    assert outcome(bytes(blob)) == BadImage("damaged").sentence()
