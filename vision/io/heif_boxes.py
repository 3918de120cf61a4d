"""Parse the box structure of HEIC and AVIF files without decoding pixels.

Nothing here trusts the file: a length beyond its container ends the parsing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

_AVIF, _HEIC = frozenset({b"avif", b"avis"}), frozenset({b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx"})
_EITHER = frozenset({b"mif1", b"msf1", b"miaf"})
_MOST_BOXES = 4096
"""A photograph of 200 squares has some 800."""
_TURNED = {0: 1, 1: 8, 2: 3, 3: 6}
"""The EXIF orientation that is a turn by so many quarters, against the clock."""
_MIRRORED = {(0, 0): 4, (0, 1): 2, (1, 0): 5, (1, 1): 7, (2, 0): 2, (2, 1): 4, (3, 0): 7, (3, 1): 5}
"""The same of a turn and a mirror after it, upside down or left to right."""


@dataclass(frozen=True, slots=True)
class BoxPicture:
    """The properties of a file's primary picture."""

    width: int
    """Pixels from side to side as stored."""
    height: int
    orientation: int
    """The EXIF orientation that stands for its turns and mirrors."""
    is_deep: bool
    """Whether colours have more than eight bits."""


def kind_of(blob: bytes) -> str | None:
    """``avif`` or ``heic``, from the first bytes of a file; None for any other, such as a film."""
    brands = {blob[8:12], *(blob[at : at + 4] for at in range(16, min(_big(blob[:4]), 256), 4))}
    if brands & _AVIF:
        return "avif"
    if brands & (_HEIC | _EITHER):
        return "heic"
    return None


def picture_of(blob: bytes) -> BoxPicture | None:
    """The properties of the primary picture; None where they are missing."""
    meta = next((content for name, content in _boxes(blob) if name == b"meta"), b"")[4:]
    inner = dict(reversed(list(_boxes(meta))))
    properties = dict(reversed(list(_boxes(inner.get(b"iprp", b"")))))
    primary = _primary(inner.get(b"pitm", b""))
    known = list(_boxes(properties.get(b"ipco", b"")))
    own = [known[at - 1] for at in _own(properties.get(b"ipma", b""), primary) if 0 < at <= len(known)]
    property_boxes = dict(reversed(own))
    if len(size := property_boxes.get(b"ispe", b"")) < 12:
        return None
    quarters = (property_boxes[b"irot"][:1] or b"\0")[0] & 3 if b"irot" in property_boxes else 0
    orientation = _TURNED[quarters]
    if b"imir" in property_boxes:
        orientation = _MIRRORED[quarters, (property_boxes[b"imir"][:1] or b"\0")[0] & 1]
    depths = property_boxes.get(b"pixi", b"")[5:]
    return BoxPicture(_big(size[4:8]), _big(size[8:12]), orientation, any(bits > 8 for bits in depths))


def is_whole(blob: bytes) -> bool:
    """Whether all announced boxes are complete."""
    at = 0
    for _ in range(_MOST_BOXES):
        if at == len(blob):
            return True
        header, length = _length(blob, at)
        if not header or length < header or at + length > len(blob):
            return False
        at += length
    return False


def _boxes(content: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Name and content of each complete box in ``content``."""
    at = 0
    for _ in range(_MOST_BOXES):
        header, length = _length(content, at)
        if not header or length < header or at + length > len(content):
            return
        yield content[at + 4 : at + 8], content[at + header : at + length]
        at += length


def _length(content: bytes, at: int) -> tuple[int, int]:
    """The header length of the box that begins there, 0 where there is none, and its total length."""
    if at + 8 > len(content):
        return 0, 0
    length = _big(content[at : at + 4])
    if length == 1:
        return 16, _big(content[at + 8 : at + 16])
    return 8, length or len(content) - at


def _primary(pitm: bytes) -> int:
    """The item number of the primary picture."""
    return _big(pitm[4:6] if pitm[:1] == b"\0" else pitm[4:8])


def _own(ipma: bytes, item: int) -> tuple[int, ...]:
    """The property indices, from 1, of the picture with that item number."""
    if len(ipma) < 8:
        return ()
    wide, many, at = (4 if ipma[0] else 2), (2 if ipma[3] & 1 else 1), 8
    for _ in range(min(_big(ipma[4:8]), _MOST_BOXES)):
        count = _big(ipma[at + wide : at + wide + 1])
        first = at + wide + 1
        if _big(ipma[at : at + wide]) == item:
            mask = (1 << (8 * many - 1)) - 1
            return tuple(_big(ipma[first + many * index : first + many * (index + 1)]) & mask for index in range(count))
        at = first + many * count
    return ()


def _big(few: bytes) -> int:
    return int.from_bytes(few, "big")
