"""Load photographs from files and uploads: check the header, decode once, apply the EXIF orientation once."""

from __future__ import annotations

import errno
from functools import partial
from pathlib import Path
from typing import Protocol

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import BadImage
from vision.io.exif import upright
from vision.io.headers import ImageHeader, check_complete, read_header
from vision.io.heic import decode_heic
from vision.reading import Frame

MAX_PIXELS = 50_000_000
"""Pixels of the largest picture that is made of a file."""
LARGEST_PIXELS = 200_000_000
"""Pixels that the file itself may have, where fewer are made of them."""
REDUCTIONS = (1, 2, 4, 8)
"""The linear reductions available while decoding a JPEG, which is then much faster."""
LOOKED_AT_PX = 1600
"""The smallest long side to which an opened photograph is reduced."""
MAX_WEIGHT_BYTES = 9 * MAX_PIXELS
"""Memory that decoding may take: that of the largest photograph, stored in its most wasteful way."""
MAX_BYTES = 40_000_000
"""Bytes of the heaviest file that is read."""
MIN_SIDE_PX = 8
"""Pixels of the shortest side in which a single tile could still be seen."""
BACKDROP = 128
"""The grey seen through transparent pixels: tiles are light and their ink is dark, so both stand out from it."""

Deep = NDArray[np.uint8 | np.uint16]
_BAND_ROWS = 256
_COLORED = {
    1: cv2.IMREAD_COLOR,
    2: cv2.IMREAD_REDUCED_COLOR_2,
    4: cv2.IMREAD_REDUCED_COLOR_4,
    8: cv2.IMREAD_REDUCED_COLOR_8,
}
_GREY = {
    1: cv2.IMREAD_GRAYSCALE,
    2: cv2.IMREAD_REDUCED_GRAYSCALE_2,
    4: cv2.IMREAD_REDUCED_GRAYSCALE_4,
    8: cv2.IMREAD_REDUCED_GRAYSCALE_8,
}


class Pixels(Protocol):
    """A decoder of file contents, with the signature of `decode`."""

    def __call__(self, blob: bytes, /, *, reduction: int = 1) -> NDArray[np.uint8]:
        """See `decode`."""
        ...


def load_image(source: Path | bytes, *, max_pixels: int = MAX_PIXELS) -> Frame:
    """Load a picture from a file or its bytes, with its EXIF orientation applied. Raises BadImage."""
    blob = source if isinstance(source, bytes) else read_blob(source)
    return Frame(decode(blob, max_pixels=max_pixels))


def open_photograph(source: Path | bytes, pixels: Pixels | None = None) -> Frame:
    """Open a picture as a frame that decodes large JPEGs at a reduced size, and larger on demand.

    ``pixels`` decodes the bytes, `decode` by default. Raises BadImage.
    """
    blob = source if isinstance(source, bytes) else read_blob(source)
    header = _header(blob)
    return _opened(blob, header, reduction_of(header, LOOKED_AT_PX), pixels or decode)


def decode_at(blob: bytes, long_side_px: int) -> NDArray[np.uint8]:
    """Decode at the smallest size that keeps the long side ``long_side_px``, where it has that. Raises BadImage."""
    return decode(blob, reduction=reduction_of(_header(blob), long_side_px))


def decode_grey(blob: bytes, long_side_px: int) -> NDArray[np.uint8]:
    """Decode to grey (h, w), without EXIF orientation; a JPEG at the smallest size that keeps ``long_side_px``.

    Raises BadImage.
    """
    header = check(blob)
    if header.format != "jpeg":
        return np.asarray(cv2.cvtColor(decode(blob), cv2.COLOR_BGR2GRAY), np.uint8)
    reduction = max(
        factor for factor in REDUCTIONS if factor == 1 or max(header.width, header.height) >= factor * long_side_px
    )
    pixels = cv2.imdecode(np.frombuffer(blob, np.uint8), _GREY[reduction] | cv2.IMREAD_IGNORE_ORIENTATION)
    if pixels is None:
        raise BadImage("damaged")
    return np.asarray(pixels, np.uint8)


def reduction_of(header: ImageHeader, long_side_px: int) -> int:
    """The linear reduction while decoding that keeps a long side of ``long_side_px``, or fits into memory."""
    if header.format != "jpeg":
        return 1
    longest = max(header.width, header.height)
    return max(
        max(reduction for reduction in REDUCTIONS if reduction == 1 or longest >= reduction * long_side_px),
        next((reduction for reduction in REDUCTIONS if _fits(header, reduction)), 1),
    )


def _fits(header: ImageHeader, reduction: int) -> bool:
    return header.pixels(reduction) <= MAX_PIXELS and header.weight_bytes(reduction) <= MAX_WEIGHT_BYTES


def _opened(blob: bytes, header: ImageHeader, reduction: int, pixels: Pixels) -> Frame:
    bgr = pixels(blob, reduction=reduction)
    if reduction == 1:
        return Frame(bgr)
    size = (header.width, header.height) if header.orientation <= 4 else (header.height, header.width)
    has_nearer = _fits(header, reduction // 2)
    nearer = partial(_opened, blob, header, reduction // 2, pixels) if has_nearer else None
    return Frame(bgr, reduction=reduction, nearer=nearer, full_px=size)


def decode(blob: bytes, /, *, max_pixels: int = MAX_PIXELS, reduction: int = 1) -> NDArray[np.uint8]:
    """Decode a JPEG, PNG, WebP, BMP, AVIF or HEIC file: upright, BGR, contiguous, (height, width, 3).

    A JPEG may be decoded with a linear ``reduction``. Sixteen bits become eight, grey and CMYK become BGR, transparency
    shows ``BACKDROP``, and of an animation the first picture is taken. Files that are too large, cut short or no image
    are rejected before decoding.
    """
    header = check(blob, max_pixels=max_pixels, reduction=reduction)
    return upright(_as_bgr(_decoded(blob, header, reduction)), header.orientation)


def check(blob: bytes, *, max_pixels: int = MAX_PIXELS, reduction: int = 1) -> ImageHeader:
    """The checked header of a picture file: of a permitted size at this ``reduction``, and complete.

    Nothing is decoded. Raises BadImage.
    """
    header = _header(blob)
    _check_size(header, max_pixels, reduction)
    check_complete(blob, header)
    return header


def _header(blob: bytes) -> ImageHeader:
    """The header of a file within the byte limit. Raises BadImage."""
    if len(blob) > MAX_BYTES:
        raise BadImage("too_heavy", {"limit_mb": MAX_BYTES // 10**6})
    return read_header(blob)


def read_blob(path: Path) -> bytes:
    """The bytes of a file, at most ``MAX_BYTES`` and one more. Raises BadImage; TypeError for what is no path."""
    if not isinstance(path, Path):
        raise TypeError(f"a picture is a Path or the bytes of its file, not {type(path).__name__}")
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


def _check_size(header: ImageHeader, max_pixels: int, reduction: int) -> None:
    """Raise BadImage for a declared size that is too small for tiles or too large to decode."""
    size = {"width": header.width, "height": header.height}
    most = max_pixels if header.format != "jpeg" else min(LARGEST_PIXELS, max_pixels * reduction**2)
    if header.pixels() > most:
        raise BadImage("too_many_pixels", {**size, "limit_mp": most // 10**6})
    weight = header.weight_bytes(reduction)
    if weight > MAX_WEIGHT_BYTES:
        raise BadImage("too_much_memory", {"needs_mb": weight // 10**6, "limit_mb": MAX_WEIGHT_BYTES // 10**6})
    if min(header.width, header.height) < MIN_SIDE_PX:
        raise BadImage("too_small", size)


def _decoded(blob: bytes, header: ImageHeader, reduction: int) -> Deep:
    """Decode with OpenCV, without orientation: BGR of 8 bits or, with alpha, BGRA of 8 or 16."""
    if header.format == "heic":
        return _of_size(decode_heic(blob), header, 1)
    flags = cv2.IMREAD_UNCHANGED if header.has_alpha else _COLORED[reduction] | cv2.IMREAD_IGNORE_ORIENTATION
    try:
        pixels = cv2.imdecode(np.frombuffer(blob, np.uint8), flags)
    except (cv2.error, MemoryError) as error:
        code = getattr(error, "code", cv2.Error.StsNoMem)
        raise BadImage("too_hard" if code == cv2.Error.StsNoMem else "damaged") from error
    if pixels is None:
        raise BadImage("damaged")
    return _of_size(np.asarray(pixels, np.uint16 if pixels.dtype == np.uint16 else np.uint8), header, reduction)


def _of_size(pixels: Deep, header: ImageHeader, reduction: int) -> Deep:
    """The pixels, checked against the declared size. Raises BadImage."""
    if pixels.shape[:2] != (-(-header.height // reduction), -(-header.width // reduction)):
        raise BadImage("damaged")
    return pixels


def _as_bgr(pixels: Deep) -> NDArray[np.uint8]:
    """Convert BGR or BGRA pixels of 8 or 16 bits to 8-bit BGR, blending transparency over the grey ``BACKDROP``."""
    if pixels.dtype == np.uint8 and pixels.shape[2] == 3:
        return np.asarray(pixels, np.uint8)
    bgr = np.empty((*pixels.shape[:2], 3), np.uint8)
    for top in range(0, len(pixels), _BAND_ROWS):  # band by band, to save memory
        band = _narrow(pixels[top : top + _BAND_ROWS])
        bgr[top : top + _BAND_ROWS] = _over_backdrop(band) if band.shape[2] == 4 else band
    return bgr


def _narrow(pixels: Deep) -> NDArray[np.uint8]:
    """Convert pixels of 8 or 16 bits to 8."""
    is_deep = pixels.dtype == np.uint16
    return np.asarray(cv2.convertScaleAbs(pixels, alpha=255 / 65535) if is_deep else pixels, np.uint8)


def _over_backdrop(bgra: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Blend BGRA (height, width, 4) over ``BACKDROP``, channel by channel for speed."""
    *colors, alpha = cv2.split(bgra)
    if alpha.min() == 255:
        return np.asarray(cv2.merge(colors), np.uint8)
    behind = np.asarray(BACKDROP * (255 - alpha.astype(np.uint16)), np.uint16)
    laid = [cv2.add(cv2.multiply(color, alpha, dtype=cv2.CV_16U), behind) for color in colors]
    return np.asarray(cv2.merge([cv2.convertScaleAbs(channel, alpha=1 / 255) for channel in laid]), np.uint8)
