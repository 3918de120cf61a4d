"""The common design of all tiles of one maker's set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np

from datasets.synthetic_tables.digits import Digits
from datasets.synthetic_tables.fonts import families
from datasets.synthetic_tables.inks import Bgr, Inks, base_of, inks_on
from datasets.synthetic_tables.jokers import FAMILIES
from datasets.synthetic_tables.makers import ANY_MAKER, ARCHETYPES, FREEDOM, WEIGHTS, Choice, Ranges
from datasets.synthetic_tables.sketch import INKS
from datasets.synthetic_tables.strokes import Hand

Rng = np.random.Generator
_SUITS = ("heart", "spade", "diamond", "club")
_SYLLABLES = ("ru", "mi", "ko", "ta", "bu", "ra", "lo", "na", "kan", "to", "si", "de", "gra", "pla", "mar", "vel", "or")


@dataclass(frozen=True, slots=True, kw_only=True)
class JokerDesign:
    """One drawing of a joker; the inks are BGR, the first draws its lines."""

    family: str
    style: str
    pen: float
    seed: int
    inks: tuple[Bgr, ...]
    caption: str
    """``none``, ``mark`` (what stands under the numbers) or a word under the drawing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SetDesign:
    """The design of one maker's set. Lengths are fractions of the tile's height unless a field says otherwise."""

    archetype: str
    aspect: float
    """Width over height."""
    thickness_ratio: float
    base_bgr: Bgr
    bevel: float
    bevel_slope: float
    """Sine of the steepest tilt of the rim."""
    bevel_profile: str
    corner_radius: float
    dish: str
    """A hollow around the number: ``none``, ``circle``, ``ellipse``, ``panel``; ``line`` is a printed frame."""
    dish_depth: float
    digits: Digits
    number_height: float
    number_width: float
    """The most a number may take, as a fraction of the tile's width."""
    number_y: float
    """The number's centre, from the top."""
    marks: tuple[str, str, str, str]
    """The mark under a number in red, blue, yellow, black: ``none``, ``dimple``, ``text`` or a name in ``MARKS``."""
    mark_size: float
    mark_y: float
    mark_ink: str
    """``same`` as the number, ``bare`` (only a hollow), ``own`` (always the red ink)."""
    six_nine: str
    """The mark that distinguishes 6 and 9: ``none``, a ``dot`` beside, a ``bar`` or ``dot_below`` under them."""
    maker_name: str
    """Empty for none."""
    maker_style: str
    maker_width: float
    """The width of the maker's name, as a fraction of the tile's width."""
    maker_font: str
    inks: Inks
    """Red, blue, yellow, black."""
    engraving: float
    raggedness: float
    paint_loss: float
    ink_gloss: float
    pooling: float
    """The additional darkness of paint along the edges of a digit."""
    wear: float
    dirt: float
    scratches: float
    grain: float
    print_shift: float
    jokers: tuple[JokerDesign, ...]
    joker_size: float
    joker_y: float
    back: str
    """``plain``, ``text``, ``lattice``, ``coloured`` or ``emblem``."""
    back_word: str
    back_bgr: Bgr


def sample_look(rng: Rng, fonts: Sequence[Path]) -> SetDesign:
    """A random design; without ``fonts`` its digits are drawn with strokes."""
    archetype = _pick(rng, WEIGHTS)
    return _consistent(_look(rng, archetype, fonts), rng)


def look_of(archetype: str, rng: Rng, fonts: Sequence[Path]) -> SetDesign:
    """A random design of one archetype of maker."""
    return _consistent(_look(rng, archetype, fonts), rng)


def _look(rng: Rng, archetype: str, fonts: Sequence[Path]) -> SetDesign:
    ranges = _mixed(rng, ARCHETYPES[archetype])
    numbers = {name: _between(rng, value) for name, value in ranges.items() if isinstance(value, tuple)}
    names = {name: _pick(rng, value) for name, value in ranges.items() if not isinstance(value, tuple)}
    base = base_of(names["base"], rng)
    inks = inks_on(base, (names["red"], names["blue"], names["yellow"], names["black"]), rng)
    kept = {name: numbers[name] for name in numbers if name in SetDesign.__dataclass_fields__}
    maker = _invented_name(rng) if names["maker_text"] != "none" or names["mark"] == "text" else ""
    return SetDesign(
        archetype=archetype, base_bgr=base, inks=inks, **kept,
        bevel_profile=names["bevel_profile"], dish=names["dish"], digits=_digits(rng, names, numbers, fonts),
        marks=_marks(rng, names["mark"]), mark_ink=names["mark_ink"], mark_y=0.8, six_nine=names["six_nine"],
        maker_name=maker, maker_style=names["maker_text"], maker_font=_face(rng, fonts),
        jokers=_jokers(rng, names, numbers["joker_pen"], inks),
        joker_y=0.5 if names["joker_place"] == "center" else numbers["number_y"],
        back=names["back"], back_word=_invented_name(rng), back_bgr=_back_color(rng, names["back"], base),
    )  # fmt: skip


def _mixed(rng: Rng, narrowed: Ranges) -> Ranges:
    """The archetype's ranges, each replaced with a small chance by the whole range."""
    return {name: narrowed.get(name, whole) if rng.random() > FREEDOM else whole for name, whole in ANY_MAKER.items()}


def _between(rng: Rng, bounds: tuple[float, float]) -> float:
    return round(float(rng.uniform(*bounds)), 4)


def _pick(rng: Rng, weights: Choice) -> str:
    shares = np.array(list(weights.values()))
    return list(weights)[int(rng.choice(len(shares), p=shares / shares.sum()))]


def _face(rng: Rng, fonts: Sequence[Path]) -> str:
    """The path of a typeface: first a random family, then one of its faces."""
    if not fonts:
        return ""
    groups = families(fonts)
    group = groups[int(rng.integers(len(groups)))]
    return str(group[int(rng.integers(len(group)))])


def _digits(rng: Rng, names: dict[str, str], numbers: dict[str, float], fonts: Sequence[Path]) -> Digits:
    slant = numbers["slant"] if rng.random() < 0.85 else _between(rng, (0.05, 0.25))
    font = _face(rng, fonts) if names["digits"] == "font" else ""
    return Digits(
        font=font, hand=_hand(rng, numbers["stroke"]), weight=numbers["weight"] if font else 0.0,
        rounding=numbers["rounding"], stretch=numbers["stretch"], slant=slant, spacing=numbers["spacing"],
    )  # fmt: skip


def _hand(rng: Rng, width: float) -> Hand:
    return Hand(
        width=width, aspect=_between(rng, (0.48, 0.74)),
        contrast=0.0 if rng.random() < 0.7 else _between(rng, (0.1, 0.55)),
        boxiness=2.0 if rng.random() < 0.6 else _between(rng, (2.2, 3.6)), round_ends=bool(rng.random() < 0.65),
        one=_pick(rng, {"bare": 2, "flag": 5, "foot": 3}), three=_pick(rng, {"round": 3, "flat": 1}),
        four=_pick(rng, {"open": 1, "closed": 2}), six=_pick(rng, {"curved": 2, "straight": 1}),
        seven=_pick(rng, {"straight": 4, "curved": 2, "crossed": 1, "serif": 1}),
        stencil=_between(rng, (0.025, 0.05)) if width > 0.12 and rng.random() < 0.08 else 0.0,
    )  # fmt: skip


def _marks(rng: Rng, mark: str) -> tuple[str, str, str, str]:
    if mark == "suits":
        first, second, third, fourth = (_SUITS[int(i)] for i in rng.permutation(4))
        return first, second, third, fourth
    return mark, mark, mark, mark


def _invented_name(rng: Rng) -> str:
    count = int(rng.integers(2, 4))
    name = "".join(_SYLLABLES[int(i)] for i in rng.integers(len(_SYLLABLES), size=count))
    return name.upper() if rng.random() < 0.3 else name.capitalize()


def _jokers(rng: Rng, names: dict[str, str], pen: float, inks: Inks) -> tuple[JokerDesign, ...]:
    """Usually one drawing in one or two inks, sometimes two drawings."""
    families_drawn = rng.choice(sorted(FAMILIES), size=2 if rng.random() < 0.18 else 1, replace=False)
    choices = rng.permutation(4)
    own, inks = inks, _joker_inks(rng, names["joker_style"], inks)
    if names["joker_style"] == "coloured" and (inks != own or rng.random() < 0.75):
        choices = np.array([3, 0, 1, 2])
    shown = 2 if len(families_drawn) > 1 or rng.random() < 0.35 else 1
    return tuple(
        JokerDesign(
            family=str(families_drawn[i % len(families_drawn)]), style=names["joker_style"], pen=pen,
            seed=int(rng.integers(1 << 30)), caption=names["joker_caption"],
            inks=tuple(inks[int(choices[(i + k) % 4])] for k in range(INKS)),
        )
        for i in range(shown)
    )  # fmt: skip


def _joker_inks(rng: Rng, style: str, inks: Inks) -> Inks:
    """The set's inks, of which the joker may replace one: by any ink, or by the colour of a face."""
    if style == "coloured" and rng.random() < 0.4:
        return ((int(rng.integers(120, 190)), int(rng.integers(170, 215)), int(rng.integers(225, 252))), *inks[1:])
    if rng.random() < 0.15:
        blue, green, red = (int(v) for v in rng.integers(20, 190, 3))
        return ((blue, green, red), *inks[1:])
    return inks


def _back_color(rng: Rng, back: str, base: Bgr) -> Bgr:
    if back == "coloured":
        blue, green, red = (int(v) for v in rng.integers(30, 220, 3))
        return blue, green, red
    return base


def _consistent(look: SetDesign, rng: Rng) -> SetDesign:
    """The same design with everything inside its tile, no overlaps, and 6 distinguishable from 9."""
    marked = look.marks[0] != "none"
    room = 0.89 - look.mark_size if marked else 0.94
    if look.maker_name and not marked:
        room = min(room, 0.82)
    height = min(look.number_height, room - 0.06)
    top = min(max(look.number_y - height / 2, 0.06), room - height)
    middle = round(top + height / 2, 4)
    gap = 0.94 - (top + height)
    mark_y = round(top + height + gap / 2, 4) if marked else look.mark_y
    six_nine = look.six_nine if not marked or gap - look.mark_size > 0.16 else "none"
    if six_nine == "none" and not marked and not look.maker_name and middle > 0.43:
        six_nine = _pick(rng, {"dot": 1, "bar": 1, "dot_below": 0.5})
    return replace(
        look, number_height=round(height, 4), number_y=middle, mark_y=min(mark_y, 0.93 - look.mark_size / 2),
        six_nine=six_nine, maker_name="" if marked and look.marks[0] != "text" else look.maker_name,
    )  # fmt: skip


def with_coloured_back(look: SetDesign, rng: Rng) -> SetDesign:
    """The same design with backs of another colour than its faces."""
    return replace(look, back="coloured", back_bgr=_back_color(rng, "coloured", look.base_bgr))
