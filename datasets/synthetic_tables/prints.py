"""The print of each face, as layers of ink and depth over the unprinted tile."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.synthetic_tables.bare_tile import HEIGHT_PX, frame_mask, width_px
from datasets.synthetic_tables.digits import number_mask, word_mask
from datasets.synthetic_tables.inks import Bgr
from datasets.synthetic_tables.jokers import fitted, joker_masks
from datasets.synthetic_tables.marks import mark_mask
from datasets.synthetic_tables.set_design import JokerDesign, SetDesign

U8 = NDArray[np.uint8]
Layers = tuple["InkLayer", ...]
_WHOLE = (slice(None), slice(None))
_MARGIN_PX = 16
"""Room around a layer for the print to be moved in."""
_RELIEF = {"relief": -0.7, "engraved": 0.7, "printed": 0.0}


@dataclass(frozen=True, slots=True, eq=False)
class InkLayer:
    """One ink, or one recess without ink, on the part of the face given by ``where``."""

    where: tuple[slice, slice]
    mask: U8
    """255 where it is; of the shape that ``where`` cuts out of a face."""
    bgr: Bgr | None
    """``None`` where nothing is painted."""
    depth: float
    """1 for deep and steep, 0 for flat print, negative where it is raised."""
    softness_px: float = 1.5


@lru_cache(maxsize=216)
def layers_of(look: SetDesign, face: str, version: int = 0) -> Layers:
    """The layers of a face named as in ``vision.belief.FACE_NAMES``; jokers come in ``len(look.jokers)`` versions."""
    return tuple(_trimmed(layer) for layer in _whole_layers(look, face, version) if layer.mask.any())


def _whole_layers(look: SetDesign, face: str, version: int) -> Layers:
    if face == "back":
        return _back(look)
    common = _maker(look) + _frame(look)
    if face == "J":
        design = look.jokers[version % len(look.jokers)]
        worded = design.caption not in ("none", "mark")
        return (_frame(look) if worded else common) + _joker(look, design)
    color = "rbyk".index(face[-1])
    return common + _number(look, face[:-1], color) + _mark(look, color, look.inks[color])


def _trimmed(layer: InkLayer) -> InkLayer:
    """The same layer cropped to its content."""
    rows, columns = np.flatnonzero(layer.mask.any(axis=1)), np.flatnonzero(layer.mask.any(axis=0))
    height, width = layer.mask.shape
    where = (
        slice(max(0, int(rows[0]) - _MARGIN_PX), min(height, int(rows[-1]) + _MARGIN_PX + 1)),
        slice(max(0, int(columns[0]) - _MARGIN_PX), min(width, int(columns[-1]) + _MARGIN_PX + 1)),
    )
    return replace(layer, where=where, mask=np.ascontiguousarray(layer.mask[where]))


def _number(look: SetDesign, text: str, color: int) -> Layers:
    height, width = round(look.number_height * HEIGHT_PX), width_px(look)
    glyphs = number_mask(look.digits, text, height, round(look.number_width * width))
    mask = _placed(look, glyphs, (0.5, look.number_y))
    if text in ("6", "9") and look.six_nine != "none":
        mask = np.maximum(mask, _six_nine(look, glyphs.shape[1]))
    return (InkLayer(_WHOLE, mask, look.inks[color], look.engraving),)


def _six_nine(look: SetDesign, glyph_width: int) -> U8:
    """The dot or bar that tells a 6 from a 9."""
    width, below = width_px(look), look.number_y + look.number_height / 2
    size = max(6, round(0.13 * look.number_height * HEIGHT_PX))
    if look.six_nine == "dot":
        x = min(0.5 + (glyph_width / 2 + 0.9 * size) / width, 0.9)
        return _placed(look, mark_mask("dot", size), (x, below - size / 2 / HEIGHT_PX))
    y = min(below + 1.1 * size / HEIGHT_PX, 0.95)
    if look.six_nine == "dot_below":
        return _placed(look, mark_mask("dot", size), (0.5, y))
    bar = np.full((max(4, size // 2), max(8, round(0.9 * glyph_width))), 255, np.uint8)
    return _placed(look, bar, (0.5, y))


def _mark(look: SetDesign, color: int, ink: Bgr) -> Layers:
    """What stands under a number."""
    name = look.marks[color]
    if name == "none":
        return ()
    size = max(8, round(look.mark_size * HEIGHT_PX))
    painted = {"same": ink, "own": look.inks[0], "bare": None}[look.mark_ink]
    if name == "text":
        return (_caption(look, look.maker_name, (painted or ink)),)
    center = (0.5, look.mark_y)
    if name == "dimple":
        hollow = InkLayer(_WHOLE, _placed(look, mark_mask("dot", size), center), None, 0.8, 0.2 * size)
        paint = InkLayer(_WHOLE, _placed(look, mark_mask("dot", round(0.85 * size)), center), painted, 0.0)
        return (hollow, paint) if painted else (hollow,)
    depth = max(0.3, look.engraving) if painted is None else look.engraving
    return (InkLayer(_WHOLE, _placed(look, mark_mask(name, size), center), painted, depth),)


def _caption(look: SetDesign, text: str, ink: Bgr) -> InkLayer:
    """A word in small letters below."""
    height = min(0.11, max(0.05, look.mark_size * 0.6)) * HEIGHT_PX
    mask = _narrowed(word_mask(look.maker_font, text, round(height)), round(0.8 * width_px(look)))
    return InkLayer(_WHOLE, _placed(look, mask, (0.5, max(look.mark_y, 0.84))), ink, look.engraving * 0.5)


def _maker(look: SetDesign) -> Layers:
    """The maker's name near the lower edge."""
    if not look.maker_name or look.marks[0] == "text":
        return ()
    mask = _narrowed(word_mask(look.maker_font, look.maker_name, 32), round(look.maker_width * width_px(look)))
    ink = tuple(int(0.62 * v) for v in look.base_bgr) if look.maker_style == "printed" else None
    bgr = None if ink is None else (ink[0], ink[1], ink[2])
    return (InkLayer(_WHOLE, _placed(look, mask, (0.5, 0.87)), bgr, _RELIEF.get(look.maker_style, 0.0), 1.1),)


def _frame(look: SetDesign) -> Layers:
    """A printed line around the face."""
    return (InkLayer(_WHOLE, frame_mask(look), look.inks[3], 0.0),) if look.dish == "line" else ()


def _joker(look: SetDesign, design: JokerDesign) -> Layers:
    captioned = design.caption not in ("none", "mark") or (design.caption == "mark" and look.marks[0] != "none")
    floor = 0.76 if captioned or look.maker_name else 0.93
    if captioned and design.caption == "mark":
        floor = min(look.mark_y - look.mark_size / 2, 0.82) - 0.02
    height = min(look.joker_size, floor - 0.07)
    middle = min(max(look.joker_y, 0.07 + height / 2), floor - height / 2)
    drawn = joker_masks(design.family, design.style, design.pen, look.maker_font, design.seed)
    masks = fitted(drawn, round(0.84 * width_px(look)), round(height * HEIGHT_PX))
    figure = tuple(
        InkLayer(_WHOLE, _placed(look, mask, (0.5, middle)), ink, look.engraving)
        for mask, ink in zip(masks, design.inks, strict=True)
        if mask.any()
    )
    if not captioned:
        return figure
    if design.caption == "mark":
        return figure + _mark(look, 3, design.inks[0])
    return (*figure, _caption(look, design.caption, design.inks[0]))


def _back(look: SetDesign) -> Layers:
    """The other side: bare, or with a name, a lattice, an emblem or a colour."""
    width = width_px(look)
    if look.back == "coloured":
        return (InkLayer(_WHOLE, np.full((HEIGHT_PX, width), 255, np.uint8), look.back_bgr, 0.0),)
    if look.back == "text":
        word = _narrowed(word_mask(look.maker_font, look.back_word, 40), round(0.8 * HEIGHT_PX))
        turned = np.ascontiguousarray(np.rot90(word)) if word.shape[1] > 0.8 * width else word
        return (InkLayer(_WHOLE, _placed(look, turned, (0.5, 0.5)), None, _RELIEF.get(look.maker_style) or 0.6),)
    if look.back == "emblem":
        mark = look.marks[0] if look.marks[0] not in ("none", "dimple", "text") else "ring"
        return (InkLayer(_WHOLE, _placed(look, mark_mask(mark, round(0.5 * width)), (0.5, 0.5)), None, 0.6),)
    return (InkLayer(_WHOLE, _lattice(width), None, 0.5),) if look.back == "lattice" else ()


def _lattice(width: int) -> U8:
    """Crossing lines inside a margin."""
    canvas = np.zeros((HEIGHT_PX, width), np.uint8)
    step, margin = width // 7, width // 8
    for start in range(-HEIGHT_PX, width + HEIGHT_PX, step):
        cv2.line(canvas, (start, 0), (start + HEIGHT_PX, HEIGHT_PX), 255, 3, cv2.LINE_AA)
        cv2.line(canvas, (start, 0), (start - HEIGHT_PX, HEIGHT_PX), 255, 3, cv2.LINE_AA)
    inner = np.zeros_like(canvas)
    inner[margin:-margin, margin:-margin] = canvas[margin:-margin, margin:-margin]
    return inner


def _narrowed(mask: U8, most_width: int) -> U8:
    """``mask``, made smaller when it is wider than ``most_width``."""
    if mask.shape[1] <= most_width:
        return mask
    height = max(3, round(mask.shape[0] * most_width / mask.shape[1]))
    return np.asarray(cv2.resize(mask, (most_width, height), interpolation=cv2.INTER_AREA))


def _placed(look: SetDesign, stamp: U8, center: tuple[float, float]) -> U8:
    """A full face (h, w) with ``stamp`` around ``center`` (fractions of width and height), clipped at the edges."""
    canvas = np.zeros((HEIGHT_PX, width_px(look)), np.uint8)
    top = round(center[1] * canvas.shape[0] - stamp.shape[0] / 2)
    left = round(center[0] * canvas.shape[1] - stamp.shape[1] / 2)
    target = canvas[max(top, 0) : top + stamp.shape[0], max(left, 0) : left + stamp.shape[1]]
    y, x = max(-top, 0), max(-left, 0)
    target[:] = stamp[y : y + target.shape[0], x : x + target.shape[1]]
    return canvas
