"""Photographs from files and uploads: checked from the header first, decoded once, turned upright once."""

from __future__ import annotations

import errno
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import BadImage
from vision.io.exif import upright
from vision.io.headers import ImageHeader, check_complete, read_header
from vision.reading import Frame

Pixels = Callable[[bytes], NDArray[np.uint8]]
"""What opens the bytes of a file, as `decode` does."""
MAX_PIXELS = 50_000_000
"""Pixels of the largest picture that is decoded."""
MAX_WEIGHT_BYTES = 9 * MAX_PIXELS
"""Memory that decoding may take: that of the largest photograph, stored in its most wasteful way."""
MAX_BYTES = 40_000_000
"""Bytes of the heaviest file that is read."""
MIN_SIDE_PX = 8
"""Pixels of the shortest side in which a single tile could still be seen."""
BACKDROP = 128
"""The grey seen through transparent pixels: tiles are light and their ink is dark, so both stand out from it."""

_BAND_ROWS = 256


def load_image(source: Path | bytes, *, max_pixels: int = MAX_PIXELS) -> Frame:
    """The picture in a file, or in the bytes of one, with its EXIF orientation applied. Raises BadImage."""
    blob = source if isinstance(source, bytes) else read_blob(source)
    return Frame(decode(blob, max_pixels=max_pixels))


def decode(blob: bytes, *, max_pixels: int = MAX_PIXELS) -> NDArray[np.uint8]:
    """The upright picture in the bytes of a JPEG, PNG, WebP or BMP file: BGR, (height, width, 3), contiguous.

    Sixteen bits become eight, grey and CMYK become BGR, transparency shows ``BACKDROP``, and of an animation the
    first picture is taken. Whatever is too large, cut short or no image is refused before it is decoded.
    """
    header = check(blob, max_pixels=max_pixels)
    return upright(_as_bgr(_decoded(blob, header)), header.orientation)


def check(blob: bytes, *, max_pixels: int = MAX_PIXELS) -> ImageHeader:
    """The header of the picture in the bytes of a file, which is of a lawful size and whole; nothing is decoded.

    Raises BadImage.
    """
    if len(blob) > MAX_BYTES:
        raise BadImage("too_heavy", {"limit_mb": MAX_BYTES // 10**6})
    header = read_header(blob)
    _check_size(header, max_pixels)
    check_complete(blob, header)
    return header


def read_blob(path: Path) -> bytes:
    """The bytes of a file; one byte more than ``MAX_BYTES`` when there are more."""
    try:
        if path.is_dir():
            raise BadImage("is_folder")
        if not path.is_file() and path.exists():
            raise BadImage("not_an_image")
        with path.open("rb") as file:
            return file.read(MAX_BYTES + 1)
    except (FileNotFoundError, NotADirectoryError, ValueError) as error:
        raise BadImage("missing_file") from error
    except PermissionError as error:
        raise BadImage("not_permitted") from error
    except OSError as error:
        raise BadImage("unreadable", {"errno": errno.errorcode.get(error.errno or 0, "?")}) from error


def _check_size(header: ImageHeader, max_pixels: int) -> None:
    """Nothing, when the declared size is one that can hold tiles and be decoded; raises BadImage otherwise."""
    size = {"width": header.width, "height": header.height}
    if header.width * header.height > max_pixels:
        raise BadImage("too_many_pixels", {**size, "limit_mp": max_pixels // 10**6})
    if header.weight_bytes > MAX_WEIGHT_BYTES:
        raise BadImage(
            "too_much_memory", {"needs_mb": header.weight_bytes // 10**6, "limit_mb": MAX_WEIGHT_BYTES // 10**6}
        )
    if min(header.width, header.height) < MIN_SIDE_PX:
        raise BadImage("too_small", size)


def _decoded(blob: bytes, header: ImageHeader) -> NDArray[np.uint8 | np.uint16]:
    """The pixels as OpenCV decodes them, not turned: BGR of 8 bits, or of what has alpha also BGRA of 8 or 16."""
    flags = cv2.IMREAD_UNCHANGED if header.has_alpha else cv2.IMREAD_COLOR | cv2.IMREAD_IGNORE_ORIENTATION
    try:
        pixels = cv2.imdecode(np.frombuffer(blob, np.uint8), flags)
    except (cv2.error, MemoryError) as error:
        code = getattr(error, "code", cv2.Error.StsNoMem)
        raise BadImage("too_hard" if code == cv2.Error.StsNoMem else "damaged") from error
    if pixels is None or pixels.shape[:2] != (header.height, header.width):
        raise BadImage("damaged")
    return np.asarray(pixels, np.uint16 if pixels.dtype == np.uint16 else np.uint8)


def _as_bgr(pixels: NDArray[np.uint8 | np.uint16]) -> NDArray[np.uint8]:
    """BGR or BGRA pixels of 8 or 16 bits as BGR of 8 bits, transparent ones laid over the grey ``BACKDROP``."""
    if pixels.dtype == np.uint8 and pixels.shape[2] == 3:
        return np.asarray(pixels, np.uint8)
    bgr = np.empty((*pixels.shape[:2], 3), np.uint8)
    for top in range(0, len(pixels), _BAND_ROWS):  # band by band, to save memory
        band = _narrow(pixels[top : top + _BAND_ROWS])
        bgr[top : top + _BAND_ROWS] = _over_backdrop(band) if band.shape[2] == 4 else band
    return bgr


def _narrow(pixels: NDArray[np.uint8 | np.uint16]) -> NDArray[np.uint8]:
    """Pixels of 8 or 16 bits as such of 8."""
    is_deep = pixels.dtype == np.uint16
    return np.asarray(cv2.convertScaleAbs(pixels, alpha=255 / 65535) if is_deep else pixels, np.uint8)


def _over_backdrop(bgra: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """A picture with transparency (height, width, 4) laid over ``BACKDROP``, channel by channel, for that is quick."""
    *colors, alpha = cv2.split(bgra)
    if alpha.min() == 255:
        return np.asarray(cv2.merge(colors), np.uint8)
    behind = np.asarray(BACKDROP * (255 - alpha.astype(np.uint16)), np.uint16)
    laid = [cv2.add(cv2.multiply(color, alpha, dtype=cv2.CV_16U), behind) for color in colors]
    return np.asarray(cv2.merge([cv2.convertScaleAbs(channel, alpha=1 / 255) for channel in laid]), np.uint8)
