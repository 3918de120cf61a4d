"""Write animated GIFs of drawings with few colours: of each picture only the changed area is stored.

OpenCV writes GIFs as well, every picture whole and some twenty times as large.
"""

from __future__ import annotations

import struct

import numpy as np
from numpy.typing import NDArray

from companion.animation.board_picture import DARK, NEW, SOFT, WHITE
from companion.animation.tile_sprites import EDGE, FELT, HIDDEN, INKS, IVORY, JOKER

U8 = NDArray[np.uint8]
_CLEAR, _END, _MOST = 256, 257, 4096
_SAME = 255
"""The index of a pixel that stays as it was."""
_LONGEST_MS = 600_000
_PAIRS = [
    (FELT, WHITE), (FELT, SOFT), (FELT, NEW), (FELT, EDGE), (FELT, IVORY), (DARK, WHITE), (DARK, SOFT), (DARK, EDGE),
    (DARK, FELT), (EDGE, IVORY), (IVORY, HIDDEN), (IVORY, JOKER), *((IVORY, ink) for ink in INKS.values()),
]  # fmt: skip
"""Colours that meet in the drawn table."""


class GifWriter:
    """Encodes pictures of one size as an endlessly looping GIF."""

    def __init__(self, size: tuple[int, int], palette: U8) -> None:
        """``size`` is (width, height) in pixels; ``palette`` (at most 255, 3) BGR, to which colours are mapped."""
        self._size, self._nearest = size, _nearest(palette)
        colors = np.zeros((256, 3), np.uint8)
        colors[: len(palette)] = palette[:, ::-1]
        head = struct.pack("<6sHHBBB", b"GIF89a", *size, 0xF7, 0, 0)
        self._out = bytearray(head + colors.tobytes() + b"\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00")
        self._shown: U8 | None = None
        self._waits: tuple[U8, tuple[int, int], int] | None = None

    def add(self, bgr: U8, lasting_ms: int) -> None:
        """Add a picture of (height, width, 3), and its duration."""
        indexes = self._nearest[_coarse(bgr)]
        if self._shown is None:
            self._waits = indexes, (0, 0), lasting_ms
        else:
            rows, columns = (np.flatnonzero((indexes != self._shown).any(axis)) for axis in (1, 0))
            if not len(rows):
                pixels, corner, so_far_ms = self._waits or (indexes, (0, 0), 0)
                self._waits = pixels, corner, min(so_far_ms + lasting_ms, _LONGEST_MS)
                return
            self._flush()
            box = np.s_[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
            changed = np.where(indexes[box] == self._shown[box], np.uint8(_SAME), indexes[box])
            self._waits = changed, (int(columns[0]), int(rows[0])), lasting_ms
        self._shown = indexes

    def finish(self) -> bytes:
        """The whole file."""
        self._flush()
        return bytes(self._out + b"\x3b")

    def _flush(self) -> None:
        if self._waits is None:
            return
        pixels, (left, top), lasting_ms = self._waits
        height, width = pixels.shape
        self._out += struct.pack("<BBBBHBB", 0x21, 0xF9, 4, 0b101, lasting_ms // 10, _SAME, 0)
        self._out += struct.pack("<BHHHHB", 0x2C, left, top, width, height, 0) + b"\x08"
        packed = _Packer().packed(pixels.ravel())
        for at in range(0, len(packed), 255):
            block = packed[at : at + 255]
            self._out += bytes((len(block),)) + block
        self._out += b"\x00"
        self._waits = None


def blends(pairs: list[tuple[tuple[int, int, int], tuple[int, int, int]]], shades: int) -> U8:
    """The colours of ``pairs`` and ``shades`` between each two: (n, 3), without duplicates."""
    parts = np.linspace(0, 1, shades + 2)[:, None]
    mixed = [np.round((1 - parts) * np.array(one) + parts * np.array(other)) for one, other in pairs]
    return np.asarray(np.unique(np.concatenate(mixed).astype(np.uint8), axis=0), np.uint8)


TABLE_PALETTE = blends(_PAIRS, 9)[:255]
"""The colours of the drawn table, and the blends between adjacent ones."""


def _coarse(bgr: U8) -> NDArray[np.uint16]:
    """Each pixel quantised to 32768 colours."""
    blue, green, red = (bgr[..., channel].astype(np.uint16) >> 3 for channel in range(3))
    return np.asarray(blue << 10 | green << 5 | red, np.uint16)


def _nearest(palette: U8) -> U8:
    """For each of the 32768 colours the index of the nearest in ``palette``."""
    steps = np.arange(32, dtype=np.float32) * 8 + 4
    all_of_them = np.stack(np.meshgrid(steps, steps, steps, indexing="ij"), -1).reshape(-1, 3)
    found = [
        ((part[:, None] - palette[None].astype(np.float32)) ** 2).sum(-1).argmin(1)
        for part in np.array_split(all_of_them, 32)
    ]
    return np.concatenate(found).astype(np.uint8)


class _Packer:
    """LZW compression as in GIF (codes of 9 to 12 bits)."""

    def __init__(self) -> None:
        self._out = bytearray()
        self._held, self._bits, self._size = 0, 0, 9
        self._forget()

    def packed(self, pixels: U8) -> bytes:
        """The codes of ``pixels`` (n,), run by run, since long stretches have one colour."""
        starts = np.flatnonzero(np.diff(pixels, prepend=pixels[:1] ^ 1))
        lengths = np.diff(starts, append=len(pixels))
        prefix = -1
        for value, left in zip(pixels[starts].tolist(), lengths.tolist(), strict=True):
            while left and prefix >= 0 and (code := self._known.get(prefix << 8 | value)) is not None:
                prefix, left = code, left - 1
            if left and prefix >= 0:
                self._learn(prefix, value)
            while left:  # from here on a run alone: the longest stretch of it that is known is one code
                runs = self._runs.setdefault(value, [value])
                prefix = runs[min(left, len(runs)) - 1]
                left -= min(left, len(runs))
                if left and (learned := self._learn(prefix, value)) is not None:
                    runs.append(learned)
        self._emit(prefix)
        self._size += self._free == 1 << self._size < _MOST
        self._emit(_END)
        return bytes(self._out) + self._held.to_bytes(2, "little")

    def _learn(self, prefix: int, value: int) -> int | None:
        """Emit a prefix, and add it with ``value`` appended to the dictionary, unless that is reset."""
        self._emit(prefix)
        if self._free == _MOST:
            self._forget()
            return None
        learned = self._known[prefix << 8 | value] = self._free
        self._size += learned == 1 << self._size
        self._free += 1
        return learned

    def _forget(self) -> None:
        self._known: dict[int, int] = {}
        self._runs: dict[int, list[int]] = {}
        """For each value the codes of one, two, three of it, as far as they are known."""
        self._emit(_CLEAR)
        self._free, self._size = _END + 1, 9

    def _emit(self, code: int) -> None:
        self._held |= code << self._bits
        self._bits += self._size
        while self._bits >= 8:
            self._out.append(self._held & 255)
            self._held >>= 8
            self._bits -= 8
