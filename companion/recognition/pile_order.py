"""Order of the tiles in a pile, most of which are out of view: a canasta takes tiles at both ends and in its middle."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from companion.recognition.row_joining import to_foot_mm
from companion.view_models import UNSURE
from engine.melds.reordered import lawful_order
from engine.melds.run_and_group import may_be_wild
from engine.rules.rules import Rules
from engine.tiles import Tile
from vision.belief import BACK
from vision.geometry import F64, TILE_MM

_CLOSE = 1.6
"""Widths from the foot of a pile within which a tile was laid on its meld."""


def as_one_meld(
    tiles: Sequence[int], *, faces: Mapping[int, str], hidden: Collection[int], rules: Rules
) -> tuple[int, ...] | None:
    """``tiles`` of a pile and at its foot, by index, in an order in which they are one lawful meld, or None.

    ``hidden`` tiles are out of view. Where only so they are a meld, a hidden wild is left out whose copy is in view: a
    natural tile took its place, and it was laid on top.
    """
    for left_out in (None, *_copies(tiles, faces, hidden, rules)):
        kept = [at for at in tiles if at != left_out]
        if order := _order([faces[at] for at in kept], rules):
            return tuple(kept[index] for index in order)
    return None


def as_one_row(
    tiles: Sequence[int], *, faces: Mapping[int, str], hidden: Collection[int], rules: Rules, spots_mm: F64
) -> tuple[int, ...] | None:
    """As ``as_one_meld``, or as they lie where only a pile's top and one tile close to its foot are in view.

    What is laid close to a pile is laid on its meld, lawful or not; farther away it may begin another. ``spots_mm``
    (n, 2) are the places of all tiles, and the one beside the pile is the last of ``tiles``.
    """
    found = as_one_meld(tiles, faces=faces, hidden=hidden, rules=rules)
    tops = [at for at in tiles[:-1] if at not in hidden]
    if found or len(tops) != 1 or tiles[-1] in hidden:
        return found
    off = to_foot_mm(spots_mm[tiles[-1]] - spots_mm[tops[0]], len(tiles) - 1)
    return tuple(tiles) if off < _CLOSE * TILE_MM[0] else None


def _copies(tiles: Sequence[int], faces: Mapping[int, str], hidden: Collection[int], rules: Rules) -> list[int]:
    """The hidden wilds of which a copy is in view."""
    in_view = {faces[at] for at in tiles if at not in hidden}
    return [at for at in tiles if at in hidden and faces[at] in in_view and _is_wild(faces[at], rules)]


def _is_wild(face: str, rules: Rules) -> bool:
    return face not in (UNSURE, BACK) and may_be_wild(Tile.parse(face), rules)


def _order(faces: Sequence[str], rules: Rules) -> tuple[int, ...] | None:
    is_read = UNSURE not in faces and BACK not in faces
    return lawful_order(list(map(Tile.parse, faces)), rules) if is_read else None
