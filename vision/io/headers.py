"""Parse the headers of image files without decoding pixels.

JPEG, PNG, WebP, BMP, AVIF and HEIC are supported; other well-known formats are recognised only to name them in the
error. Nothing here trusts the file: every length is checked against the bytes that came.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from zlib import crc32

from vision.errors import BadImage
from vision.io import heif_boxes
from vision.io.exif import orientation_of
from vision.io.heic import opens_heic

_FOREIGN: tuple[tuple[bytes, str], ...] = (
    (b"GIF8", "GIF"),
    (b"II*\0", "TIFF"),
    (b"MM\0*", "TIFF"),
    (b"%PDF", "PDF"),
    (b"8BPS", "Photoshop"),
    (b"\xff\x0a", "JPEG XL"),
    (b"\0\0\0\x0cJXL ", "JPEG XL"),
    (b"\0\0\0\x0cjP  ", "JPEG 2000"),
    (b"<svg", "SVG"),
    (b"PK\x03\x04", "ZIP"),
    (b"\x1aE\xdf\xa3", "WebM"),
)
_JPEG_FRAMES = frozenset(range(0xC0, 0xD0)) - {0xC4, 0xC8, 0xCC}
_JPEG_PROGRESSIVE = frozenset({0xC2, 0xC6, 0xCA, 0xCE})
_JPEG_BARE = frozenset({0x01, *range(0xD0, 0xD9)})
_PNG_WITH_ALPHA = frozenset({4, 6})
_PNG_TOLD = frozenset({b"tRNS", b"acTL", b"eXIf"})
_WEBP_BYTES = 8
_BOX_BYTES = {"avif": 18, "heic": 9}
_DEEP = 2
"""The memory factor of a picture with more than eight bits per channel."""
_LOST = 0
_AFTER_SCAN = re.compile(rb"\xff[^\x00\xd0-\xd7\xff]", re.DOTALL)
_MOST_SCANS = 64
_MOST_CHUNKS, _MOST_SEGMENTS = 6_000, 2_000
"""The number of parts beyond which a file counts as damaged."""


@dataclass(frozen=True, slots=True)
class ImageHeader:
    """The declared properties of a picture file."""

    format: str
    """``jpeg``, ``png``, ``webp``, ``bmp``, ``avif`` or ``heic``."""
    width: int
    """Pixels from side to side as stored, before the EXIF orientation."""
    height: int
    orientation: int = 1
    """The EXIF orientation, 1 to 8."""
    pixel_bytes: int = 6
    """Bytes that a pixel takes at most while it is decoded, the decoder's own copies among them."""
    has_alpha: bool = False
    """Whether pixels may be transparent."""
    waiting_bytes: int = 0
    """Bytes that a pixel takes until the last part of the file has come, however few pixels are made of it then."""

    def pixels(self, reduction: int = 1) -> int:
        """The number of decoded pixels with a linear ``reduction``."""
        return -(-self.width // reduction) * -(-self.height // reduction)

    def weight_bytes(self, reduction: int = 1) -> int:
        """The memory needed for decoding with that reduction."""
        waiting = self.width * self.height * self.waiting_bytes
        return waiting + self.pixels(reduction) * max(3, self.pixel_bytes - self.waiting_bytes)


def read_header(blob: bytes) -> ImageHeader:
    """Parse the header of a JPEG, PNG, WebP, BMP, AVIF or HEIC file. Raises BadImage for everything else."""
    if not blob:
        raise BadImage("empty")
    if blob.startswith(b"\xff\xd8\xff"):
        return _jpeg_header(blob)
    if blob.startswith(b"\x89PNG\r\n\x1a\n"):
        return _png_header(blob)
    if blob[:4] == b"RIFF" and blob[8:12] == b"WEBP":
        return _webp_header(blob)
    if blob.startswith(b"BM") and blob[6:10] == b"\0\0\0\0":
        return _bmp_header(blob)
    if blob[4:8] == b"ftyp" and (kind := heif_boxes.kind_of(blob)):
        return _box_header(blob, kind)
    raise _refusal(blob)


def check_complete(blob: bytes, header: ImageHeader) -> None:
    """Raise BadImage when the file ends before the end that its format announces."""
    complete = {"jpeg": _jpeg_ends, "png": _png_ends, "webp": _webp_ends, "bmp": _bmp_ends}.get(header.format)
    if not (complete(blob, header) if complete else heif_boxes.is_whole(blob)):
        raise BadImage("truncated")


def _refusal(blob: bytes) -> BadImage:
    """The error for an unsupported file, naming its format where known."""
    if blob[4:8] == b"ftyp":
        return BadImage("foreign_format", {"format": "MP4"})
    for magic, name in _FOREIGN:
        if blob.startswith(magic):
            return BadImage("foreign_format", {"format": name})
    return BadImage("not_an_image")


def _box_header(blob: bytes, kind: str) -> ImageHeader:
    if kind == "heic" and not opens_heic():
        raise BadImage("heic")
    found = heif_boxes.picture_of(blob)
    if not found:
        raise BadImage("damaged" if heif_boxes.is_whole(blob) else "truncated")
    weight = _BOX_BYTES[kind] * (_DEEP if found.is_deep else 1)
    if kind == "avif":
        return ImageHeader(kind, found.width, found.height, found.orientation, weight)
    size = (found.width, found.height) if found.orientation <= 4 else (found.height, found.width)
    return ImageHeader(kind, *size, pixel_bytes=weight)  # whoever opens it turns it


def _counted(most: int) -> Iterator[int]:
    """Iterate over the parts of a file. Raises BadImage where there are more than ``most``."""
    yield from range(most)
    raise BadImage("damaged")


def _jpeg_segments(blob: bytes) -> Iterator[tuple[int, int, bytes]]:
    """Marker, offset and content of each JPEG segment; the marker ``_LOST`` where none follows."""
    at = 2
    for _ in _counted(_MOST_SEGMENTS):
        if at + 4 > len(blob):
            return
        marker = blob[at + 1]
        if blob[at] != 0xFF:
            yield _LOST, at, b""
            return
        if marker == 0xFF or marker in _JPEG_BARE:
            at += 1 if marker == 0xFF else 2
            continue
        length = _big(blob[at + 2 : at + 4])
        yield marker, at + 4, blob[at + 4 : at + 2 + length]
        at += 2 + length


def _jpeg_header(blob: bytes) -> ImageHeader:
    """Size and orientation from any segment before the first scan: some writers put EXIF after the frame."""
    orientation, frame, over, scan = 1, b"", False, b""
    for marker, _, content in _jpeg_segments(blob):
        if marker == 0xE1 and content.startswith(b"Exif\0\0"):
            orientation = orientation_of(content[6:])
        if marker in _JPEG_FRAMES and len(content) >= 5:
            frame, is_progressive = content, marker in _JPEG_PROGRESSIVE
        if over := marker in (_LOST, 0xDA, 0xD9):
            scan = content
            break
    if not frame:
        raise BadImage("damaged" if over else "truncated")
    waits = is_progressive or scan[:1] < frame[5:6]
    waiting = _coefficient_bytes(frame) if waits else 0
    return ImageHeader("jpeg", _big(frame[3:5]), _big(frame[1:3]), orientation, max(6, 3 + waiting),
                       waiting_bytes=waiting)  # fmt: skip


def _coefficient_bytes(frame: bytes) -> int:
    """Bytes per pixel for the buffered coefficients, two each, of a progressive JPEG."""
    sampled = [(sampling >> 4) * (sampling & 15) for sampling in frame[7::3]]
    return -(-2 * sum(sampled) // max(sampled, default=1)) if any(sampled) else 0


def _jpeg_ends(blob: bytes, _: ImageHeader) -> bool:
    """Whether the end marker follows the scans. Implausibly many scans are rejected as damage."""
    at = next((offset for marker, offset, _ in _jpeg_segments(blob) if marker == 0xDA), len(blob))
    parts = _counted(_MOST_SEGMENTS)
    for _scan in range(_MOST_SCANS):
        found = _AFTER_SCAN.search(blob, at)
        while found and blob[found.start() + 1] not in (0xDA, 0xD9):
            next(parts)
            found = _AFTER_SCAN.search(blob, found.start() + 2 + _big(blob[found.start() + 2 : found.start() + 4]))
        if not found:
            return False
        if blob[found.start() + 1] == 0xD9:
            return True
        at = found.start() + 2
    raise BadImage("damaged")


def _png_chunks(blob: bytes) -> Iterator[tuple[bytes, bytes, bytes]]:
    """Name, content and checksum of each complete PNG chunk."""
    at = 8
    for _ in _counted(_MOST_CHUNKS):
        end = at + 8 + _big(blob[at : at + 4])
        if end + 4 > len(blob):
            return
        yield blob[at + 4 : at + 8], blob[at + 8 : end], blob[end : end + 4]
        at = end + 4


def _png_header(blob: bytes) -> ImageHeader:
    if len(blob) < 33:
        raise BadImage("truncated")
    name, content, _ = next(_png_chunks(blob), (b"", b"", b""))
    if name != b"IHDR" or len(content) != 13:
        raise BadImage("damaged")
    first: dict[bytes, bytes] = {}
    for name, chunk, _ in _png_chunks(blob):
        if name in _PNG_TOLD:
            first.setdefault(name, chunk)
    has_alpha = content[9] in _PNG_WITH_ALPHA or b"tRNS" in first
    deep = 2 if content[8] == 16 else 1
    pixel_bytes = (2 if b"acTL" in first else 1) * (8 * deep if has_alpha else 6)
    orientation = orientation_of(first.get(b"eXIf", b""))
    return ImageHeader("png", _big(content[:4]), _big(content[4:8]), orientation, pixel_bytes, has_alpha)


def _png_ends(blob: bytes, _: ImageHeader) -> bool:
    """Whether the closing chunk is there. A critical chunk with a wrong checksum is rejected as damage."""
    for name, content, checksum in _png_chunks(blob):
        if name[:1].isupper() and crc32(name + content) != _big(checksum):
            raise BadImage("damaged")
        if name == b"IEND":
            return True
    return False


def _webp_chunks(blob: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Name and content of each WebP chunk; the last may be cut short."""
    at = 12
    for _ in _counted(_MOST_SEGMENTS):
        if at + 8 > len(blob):
            return
        length = _little(blob[at + 4 : at + 8])
        yield blob[at : at + 4], blob[at + 8 : at + 8 + length]
        at += 8 + length + length % 2


def _webp_header(blob: bytes) -> ImageHeader:
    if len(blob) < 30:
        raise BadImage("truncated")
    name, content = next(_webp_chunks(blob))
    if name == b"VP8X":
        exif = next((chunk for name, chunk in _webp_chunks(blob) if name == b"EXIF"), b"")
        orientation = orientation_of(exif.removeprefix(b"Exif\0\0"))
        return _webp(1 + _little(content[4:7]), 1 + _little(content[7:10]), orientation)
    if name == b"VP8L" and content[:1] == b"\x2f":
        bits = _little(content[1:5])
        return _webp(1 + (bits & 0x3FFF), 1 + (bits >> 14 & 0x3FFF))
    if name == b"VP8 " and content[3:6] == b"\x9d\x01\x2a":
        return _webp(_little(content[6:8]) & 0x3FFF, _little(content[8:10]) & 0x3FFF)
    raise BadImage("damaged")


def _webp(width: int, height: int, orientation: int = 1) -> ImageHeader:
    return ImageHeader("webp", width, height, orientation, _WEBP_BYTES, has_alpha=True)


def _webp_ends(blob: bytes, _: ImageHeader) -> bool:
    return len(blob) >= 8 + _little(blob[4:8])


def _bmp_header(blob: bytes) -> ImageHeader:
    if len(blob) < 30:
        raise BadImage("truncated")
    if _little(blob[14:18]) == 12:
        return ImageHeader("bmp", _little(blob[18:20]), _little(blob[20:22]))
    height = int.from_bytes(blob[22:26], "little", signed=True)
    return ImageHeader("bmp", _little(blob[18:22]), abs(height))


def _bmp_ends(blob: bytes, header: ImageHeader) -> bool:
    old = _little(blob[14:18]) == 12
    bits = _little(blob[24:26] if old else blob[28:30])
    compressed = not old and _little(blob[30:34]) in (1, 2, 4, 5)
    rows = 0 if compressed else (header.width * bits + 31) // 32 * 4 * header.height
    return len(blob) >= _little(blob[10:14]) + rows


def _big(few: bytes) -> int:
    return int.from_bytes(few, "big")


def _little(few: bytes) -> int:
    return int.from_bytes(few, "little")
