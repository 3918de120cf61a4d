"""Archetypes of makers: the range of every property of a tile.

``ANY_MAKER`` holds the whole range; each archetype narrows some of it. Ranges are pairs of numbers (uniform); choices
are mappings of value to weight. Lengths are fractions of the tile's height unless said otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

Range = tuple[float, float]
Choice = Mapping[str, float]
Ranges = Mapping[str, Range | Choice]

ANY_MAKER: Ranges = MappingProxyType({
    "aspect": (0.65, 0.8), "thickness_ratio": (0.15, 0.4),
    "base": {"ivory": 5, "white": 4, "cream": 4, "yellowed": 2, "grey": 1, "paper": 1, "pale_green": 0.3,
             "pale_pink": 0.3},
    "bevel": (0.0, 0.075), "bevel_slope": (0.25, 0.85), "bevel_profile": {"round": 3, "chamfer": 1},
    "corner_radius": (0.0, 0.16),
    "dish": {"none": 8, "circle": 1, "ellipse": 1, "panel": 1.5, "line": 0.7}, "dish_depth": (0.1, 0.5),
    "digits": {"font": 7, "hand": 3}, "stroke": (0.06, 0.2), "weight": (-2.5, 3.5), "rounding": (0.0, 4.0),
    "stretch": (0.78, 1.25), "slant": (-0.02, 0.02), "spacing": (0.03, 0.14),
    "number_height": (0.3, 0.78), "number_width": (0.6, 0.86), "number_y": (0.26, 0.54),
    "mark": {"none": 4, "dot": 2, "ring": 1.2, "dimple": 1.2, "heart": 1.5, "spade": 1, "club": 0.4, "diamond": 0.6,
             "star": 1, "suits": 0.8, "flower": 0.4, "asterisk": 0.4, "bullseye": 0.6, "moon": 0.2, "square": 0.3,
             "bar": 0.4, "text": 0.8},
    "mark_size": (0.07, 0.24), "mark_ink": {"same": 6, "bare": 1.2, "own": 0.8},
    "six_nine": {"none": 6, "dot": 2, "bar": 2, "dot_below": 0.8},
    "maker_text": {"none": 7, "relief": 1.5, "engraved": 0.8, "printed": 0.7}, "maker_width": (0.4, 0.84),
    "red": {"plain": 5, "orange_red": 2, "brownish": 1.5, "pinkish": 1.5, "faded": 1},
    "blue": {"plain": 5, "navy": 2, "teal": 2, "greyish": 1.5, "cyan": 1.2, "violet": 0.6},
    "yellow": {"orange": 4, "yellow": 3, "amber": 3, "ochre": 1.2, "green": 3, "lime": 0.5},
    "black": {"plain": 6, "grey": 2, "brown_black": 1, "blue_black": 1},
    "engraving": (-0.25, 0.8), "raggedness": (0.0, 0.35), "paint_loss": (0.0, 0.25), "ink_gloss": (0.0, 0.3),
    "pooling": (0.0, 0.35), "wear": (0.0, 0.5), "dirt": (0.0, 0.35), "scratches": (0.0, 0.5), "grain": (0.0, 0.35),
    "print_shift": (0.0, 0.02),
    "joker_style": {"line": 3, "solid": 2.5, "coloured": 2}, "joker_pen": (0.03, 0.1), "joker_size": (0.45, 0.85),
    "joker_place": {"number": 1, "center": 1.5}, "joker_caption": {"none": 4, "COMODIN": 1, "JOKER": 1, "mark": 1.5},
    "back": {"plain": 4, "text": 1, "lattice": 1, "coloured": 1.2, "emblem": 0.8},
})  # fmt: skip
"""The whole range of tiles that may occur."""

ARCHETYPES: Mapping[str, Ranges] = MappingProxyType({
    "burako": {
        "aspect": (0.66, 0.78), "base": {"ivory": 6, "cream": 3, "yellowed": 2, "white": 1.5},
        "dish": {"none": 8, "panel": 1}, "corner_radius": (0.02, 0.12), "digits": {"font": 5, "hand": 5},
        "number_height": (0.36, 0.58), "number_y": (0.3, 0.42),
        "mark": {"dot": 4, "dimple": 3, "ring": 3, "bullseye": 1.5, "none": 1, "star": 0.6, "flower": 0.4},
        "mark_size": (0.09, 0.22), "mark_ink": {"same": 6, "bare": 2}, "engraving": (0.25, 0.9),
        "raggedness": (0.05, 0.4), "yellow": {"yellow": 3, "green": 3, "orange": 3, "amber": 2},
        "maker_text": {"none": 1}, "joker_caption": {"none": 3, "COMODIN": 3, "mark": 3},
    },
    "okey": {
        "base": {"ivory": 3, "cream": 3, "yellowed": 4, "white": 1, "grey": 1}, "number_height": (0.36, 0.56),
        "number_y": (0.28, 0.4), "mark": {"heart": 4, "spade": 1.5, "dot": 3, "ring": 1, "star": 1, "club": 0.5},
        "blue": {"greyish": 4, "navy": 2, "plain": 3, "violet": 1}, "yellow": {"yellow": 3, "amber": 3, "orange": 2},
        "black": {"plain": 4, "grey": 3, "blue_black": 1.5}, "maker_text": {"none": 1}, "engraving": (0.2, 0.8),
        "mark_size": (0.1, 0.26), "paint_loss": (0.0, 0.4), "joker_caption": {"none": 4, "mark": 3},
    },
    "smooth": {
        "base": {"white": 4, "cream": 4, "ivory": 2}, "bevel": (0.01, 0.05), "corner_radius": (0.06, 0.16),
        "dish": {"none": 1}, "stroke": (0.05, 0.11), "weight": (-4.0, 0.0), "number_height": (0.42, 0.68),
        "number_y": (0.44, 0.52), "mark": {"none": 1}, "six_nine": {"dot": 4, "bar": 3, "dot_below": 1.5},
        "blue": {"teal": 5, "cyan": 2, "plain": 2}, "engraving": (0.0, 0.35), "raggedness": (0.0, 0.12),
        "maker_text": {"none": 1},
    },
    "paper": {
        "base": {"paper": 6, "white": 2, "kraft": 0.6}, "bevel": (0.0, 0.0), "corner_radius": (0.0, 0.06),
        "thickness_ratio": (0.15, 0.2), "dish": {"none": 4, "line": 3}, "digits": {"font": 9, "hand": 1},
        "engraving": (0.0, 0.0), "raggedness": (0.0, 0.2), "pooling": (0.0, 0.05), "ink_gloss": (0.0, 0.05),
        "grain": (0.2, 0.8), "number_height": (0.32, 0.8), "paint_loss": (0.0, 0.12),
        "back": {"plain": 3, "coloured": 1},
    },
    "rummikub": {
        "aspect": (0.68, 0.78), "base": {"ivory": 3, "cream": 4, "white": 3}, "bevel": (0.03, 0.075),
        "corner_radius": (0.02, 0.1), "dish": {"none": 3, "circle": 4, "ellipse": 3}, "number_height": (0.34, 0.5),
        "number_y": (0.3, 0.39), "number_width": (0.55, 0.74), "mark": {"none": 1}, "weight": (0.0, 3.5),
        "maker_text": {"relief": 6, "engraved": 2, "none": 1}, "yellow": {"orange": 6, "amber": 2},
        "black": {"plain": 4, "blue_black": 1}, "joker_place": {"number": 3, "center": 1},
        "joker_style": {"line": 5, "solid": 1, "coloured": 1},
    },
    "modern": {
        "base": {"white": 5, "cream": 2, "grey": 1.5}, "digits": {"font": 1}, "number_height": (0.5, 0.8),
        "number_y": (0.38, 0.52), "engraving": (0.0, 0.3), "raggedness": (0.0, 0.1), "paint_loss": (0.0, 0.08),
        "mark": {"none": 6, "dot": 1, "bar": 1}, "wear": (0.0, 0.15), "dirt": (0.0, 0.1),
    },
    "worn": {
        "base": {"yellowed": 6, "ivory": 2, "grey": 1}, "wear": (0.4, 1.0), "dirt": (0.25, 0.8),
        "scratches": (0.3, 1.0), "paint_loss": (0.2, 0.65), "raggedness": (0.15, 0.5), "engraving": (0.3, 0.9),
        "red": {"brownish": 3, "faded": 3, "plain": 1}, "blue": {"greyish": 3, "navy": 2, "plain": 2},
        "black": {"grey": 3, "brown_black": 2, "plain": 2},
    },
    "free": {},
})  # fmt: skip
WEIGHTS: Mapping[str, float] = MappingProxyType(
    {"burako": 5, "okey": 3, "smooth": 2.5, "paper": 1.5, "rummikub": 4, "modern": 1.5, "worn": 1.5, "free": 3}
)
"""The probability of each archetype."""
FREEDOM = 0.2
"""The probability that a property is drawn from the whole range instead of the archetype's."""
