"""Infer the canasta under the tile across it from the rules, the visible tiles and its mark."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from math import prod

from engine.melds.melds import Purity, canasta_of, judge_meld, parse_meld
from engine.rules.rules import Rules
from engine.tiles import JOKER, NUMBERS, Color, Tile

Chances = Mapping[str, float] | None
"""The possible faces of a tile with their probabilities; None for a hidden tile, which may have any."""
Faces = tuple[str, ...]
_WILD = (str(JOKER), *(f"2{ink}" for ink in Color))
_ACE_HIGH = (*NUMBERS, 1)
_SHARE = 0.9
"""The smallest probability of a claimed canasta among all that rules and mark allow."""
_MOST_WAYS = 200
"""To fill in the colours of a group."""


@dataclass(frozen=True, slots=True)
class CrossedCanasta:
    """A canasta with a tile across it, in one possible geometry."""

    places: tuple[Chances, ...]
    """The tiles of its row, from left to right."""
    across: Chances
    """The tile that marks it, which goes to either end."""
    weight: float = 1.0
    """The relative probability of this way of lying."""


@dataclass(frozen=True, slots=True)
class HiddenCanasta:
    """A possible canasta under the tile across it."""

    way: CrossedCanasta
    """The way in which it lies."""
    faces: Faces
    """From left to right."""
    is_first: bool
    """Whether the tile across is its first."""
    share: float
    """Its probability among all that rules and mark allow."""

    @property
    def is_told(self) -> bool:
        """Whether it is probable enough to be claimed."""
        return self.share >= _SHARE


def possible_canastas(
    ways: Sequence[CrossedCanasta], purity: Purity | None, rules: Rules, has_copies: Callable[[Faces], bool]
) -> tuple[HiddenCanasta, ...]:
    """The canastas possible in one of the ``ways``, each once, the most probable first.

    ``purity`` is the meaning of the mark, and ``has_copies`` tells whether the set has so many copies.
    """
    found = dict[Faces, tuple[float, tuple[CrossedCanasta, Faces, bool]]]()
    for way in ways:
        for is_first, faces, chance in _candidates(way, rules):
            if chance and has_copies(faces) and _is_canasta(faces, purity, rules):
                alike, chance = tuple(sorted(faces)), chance * way.weight
                if chance > found.get(alike, (0.0, None))[0]:
                    found[alike] = (chance, (way, faces, is_first))
    whole = sum(chance for chance, _ in found.values())
    canastas = (HiddenCanasta(*lies, chance / whole) for chance, lies in found.values())
    return tuple(sorted(canastas, key=lambda canasta: -canasta.share))


def _is_canasta(faces: Faces, purity: Purity | None, rules: Rules) -> bool:
    verdict = judge_meld(parse_meld(" ".join(faces)), rules)
    is_one = verdict.lawful and canasta_of(verdict, rules)
    return bool(is_one) and purity in (None, is_one)


def _candidates(way: CrossedCanasta, rules: Rules) -> Iterator[tuple[bool, Faces, float]]:
    """Whether the tile across is the first, all faces from left to right, and their fit to what is seen."""
    for is_first in (False, True):
        places = (way.across, *way.places) if is_first else (*way.places, way.across)
        naturals = _runs(len(places)) if is_first else (*_runs(len(places)), *_groups(places))
        for faces in naturals:
            for wild in _with_wilds(faces, places, rules.max_wilds):
                yield is_first, wild, prod(_chance(at, face) for at, face in zip(places, wild, strict=True))


def _chance(place: Chances, face: str) -> float:
    return 1.0 if place is None else place.get(face, 0.0)


def _runs(length: int) -> tuple[Faces, ...]:
    """All runs of that many tiles, in both directions."""
    starts = range(len(_ACE_HIGH) - length + 1)
    up = [tuple(f"{number}{ink}" for number in _ACE_HIGH[at : at + length]) for at in starts for ink in Color]
    return (*up, *(faces[::-1] for faces in up))


def _groups(places: Sequence[Chances]) -> Iterator[Faces]:
    """All groups of matching tiles; before wilds are inserted they may have any colour."""
    for number in NUMBERS:
        options = [[f"{number}{ink}" for ink in Color if _chance(place, f"{number}{ink}")] or [f"{number}r"]
                   for place in places]  # fmt: skip
        if prod(map(len, options)) <= _MOST_WAYS:
            yield from product(*options)


def _with_wilds(faces: Faces, places: Sequence[Chances], most: int) -> Iterator[Faces]:
    """A meld as it is, and with wilds in every allowed place where no other tile fits."""
    unfit = [at for at, face in enumerate(faces) if not _chance(places[at], face)]
    if len(unfit) > most:
        return
    if not unfit:
        yield faces
    for count in range(max(len(unfit), 1), most + 1):
        for spots in combinations(range(len(faces)), count):
            if set(unfit).issubset(spots):
                wilds = [[wild for wild in _WILD if wild != faces[at] and _chance(places[at], wild)] for at in spots]
                for some in product(*wilds):
                    put = dict(zip(spots, some, strict=True))
                    yield tuple(put.get(at, face) for at, face in enumerate(faces))


def copies_left(elsewhere: Counter[str], rules: Rules) -> Callable[[Faces], bool]:
    """A predicate: whether the set has all faces of a canasta beside those that lie ``elsewhere``."""

    def has_copies(faces: Faces) -> bool:
        return all(count + elsewhere[face] <= rules.most_of(Tile.parse(face)) for face, count in Counter(faces).items())

    return has_copies
