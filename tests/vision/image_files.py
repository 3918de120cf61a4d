"""Image files made by hand for the tests: an arrow of four colours, EXIF blocks, oversized headers."""

from __future__ import annotations

import base64
import io
import struct
import zlib

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

U8 = NDArray[np.uint8]
QUARTERS_BGR = ((0, 0, 230), (0, 230, 0), (230, 0, 0), (230, 230, 230))
"""Red, green, blue and white: the quarters of ``flag``, from the top left in reading order."""


def flag(width: int = 96, height: int = 64) -> U8:
    """A BGR picture whose four quarters have four colours, so that every turn and mirror image of it differs."""
    picture = np.empty((height, width, 3), np.uint8)
    half_h, half_w = height // 2, width // 2
    for color, (top, left) in zip(QUARTERS_BGR, ((0, 0), (0, half_w), (half_h, 0), (half_h, half_w)), strict=True):
        picture[top : top + half_h, left : left + half_w] = color
    return picture


def encoded(picture: NDArray[np.generic], extension: str = ".jpg", *options: int) -> bytes:
    """``picture`` as the bytes of a file, written by OpenCV."""
    return cv2.imencode(extension, picture, options)[1].tobytes()


def saved(picture: Image.Image, format: str, **options: object) -> bytes:
    """``picture`` as the bytes of a file, written by Pillow."""
    file = io.BytesIO()
    picture.save(file, format, **options)  # type: ignore[arg-type]
    return file.getvalue()


def pillow(bgr: U8) -> Image.Image:
    """A BGR array as a Pillow picture."""
    return Image.fromarray(np.ascontiguousarray(bgr[..., ::-1]))


def tiff(orientation: int, order: str = "<") -> bytes:
    """An EXIF block with two entries, the second of which is the orientation; ``order`` is ``<`` or ``>``."""
    head = b"II*\0" if order == "<" else b"MM\0*"
    width = struct.pack(order + "HHIHH", 0x0100, 3, 1, 96, 0)
    turn = struct.pack(order + "HHIHH", 0x0112, 3, 1, orientation, 0)
    return head + struct.pack(order + "IH", 8, 2) + width + turn + struct.pack(order + "I", 0)


def jpeg_with_exif(jpeg: bytes, exif: bytes) -> bytes:
    """``jpeg`` with an EXIF segment right after its first marker."""
    content = b"Exif\0\0" + exif
    return jpeg[:2] + b"\xff\xe1" + struct.pack(">H", len(content) + 2) + content + jpeg[2:]


def png_chunk(name: bytes, content: bytes) -> bytes:
    """One chunk of a PNG with its length and checksum."""
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def png_with_exif(png: bytes, exif: bytes) -> bytes:
    """``png`` with an eXIf chunk after its header."""
    return png[:33] + png_chunk(b"eXIf", exif) + png[33:]


def png_header(width: int, height: int, depth: int = 8, kind: int = 2) -> bytes:
    """The beginning of a PNG that declares a size; no pixels follow."""
    return b"\x89PNG\r\n\x1a\n" + png_chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, kind, 0, 0, 0))


def jpeg_header(width: int, height: int, marker: bytes = b"\xc0", sampled: bytes = b"\x22\x11\x11") -> bytes:
    """The beginning of a JPEG that declares a size, and how each channel is sampled; no pixels follow."""
    channels = b"".join(bytes((at, value, 0)) for at, value in enumerate(sampled))
    frame = struct.pack(">BHHB", 8, height, width, len(sampled)) + channels
    return b"\xff\xd8\xff" + marker + struct.pack(">H", len(frame) + 2) + frame


def webp_header(width: int, height: int) -> bytes:
    """The beginning of an extended WebP that declares a size; no pixels follow."""
    canvas = b"\0\0\0\0" + (width - 1).to_bytes(3, "little") + (height - 1).to_bytes(3, "little")
    chunk = b"VP8X" + struct.pack("<I", len(canvas)) + canvas
    return b"RIFF" + struct.pack("<I", 4 + len(chunk)) + b"WEBP" + chunk


def bmp_header(width: int, height: int) -> bytes:
    """The beginning of a BMP that declares a size; no pixels follow."""
    return b"BM" + struct.pack("<IHHI", 54, 0, 0, 54) + struct.pack("<IiiHHIIiiII", 40, width, height, 1, 24, *[0] * 6)


FLAG_HEIC = base64.b64decode(
    "AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAVZtZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAA"
    "ACJpbG9jAAAAAERAAAEAAQAAAAABegABAAAAAAAAANIAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABodmMxAAAAAA5waXRt"
    "AAAAAAABAAAA1mlwcnAAAAC3aXBjbwAAAHhodmNDAQNwAAAAkAAAAAAAHvAA/P34+AAADwNgAAEAGEABDAH//wNwAAADAJAAAAMA"
    "AAMAHroCQGEAAQArQgEBA3AAAAMAkAAAAwAAAwAeoDCBBZbqSSmubgIaDAgAAAMAyAAAAwAIQGIAAQAHRAHBcrAiQAAAABNjb2xy"
    "bmNseAABAA0ABoAAAAAUaXNwZQAAAAAAAABgAAAAQAAAABBwaXhpAAAAAAMICAgAAAAXaXBtYQAAAAAAAAABAAEEgQIDBAAAANpt"
    "ZGF0AAAAzigBrwng4wybUR///g3Kv/9dM9D/T8XB5k8i/zmPt/uWOP/nZjNluJc8wnA5aFXut2UnIoCo79CjMAgImyEs8VbLCseo"
    "03QVkW5EnxtUegQOL0TZdI/gSkWLi1b3LCqv6ivf/+KsX//ETKv/uKjOO2Pjty2U16ijQ6LE3k2YQxN/JhNwKwXELMwO4mlnYScT"
    "U9D4DdpsXKPVO+fexVCjw9ZusjZx9N2R/4fVp+dKen/zy6R8PqvwdxIOidr/lt8gfhcfjX/hUkbJj+//24v8"
)
"""``flag`` as a phone writes it; no library that may be passed on writes such files."""


def box_file(*brands: bytes) -> bytes:
    """The beginning of a file of the MP4 family, HEIC and AVIF among them."""
    content = b"ftyp" + brands[0] + b"\0\0\0\0" + b"".join(brands)
    return struct.pack(">I", len(content) + 4) + content + bytes(100)
