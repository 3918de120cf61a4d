"""The alternatives for a tile, the most likely first: common confusions of people and cameras."""

from __future__ import annotations

from companion.dashboard.tile_faces import INKS, JOKER, Face, face_of

_ALIKE = {1: (7, 11), 2: (7, 12), 3: (8, 13), 5: (6, 3), 6: (9, 8), 7: (1, 11), 8: (3, 6), 9: (6, 8), 10: (1, 11)} | {
    11: (1, 10),
    12: (2, 13),
    13: (12, 3),
}
"""Numbers that look alike, the most alike first."""
_INKS_ALIKE = {"r": "ykb", "b": "kyr", "y": "rkb", "k": "byr"}
_LAST = 13


def likely_faces(face: str) -> tuple[Face, ...]:
    """The faces to offer first instead of ``face``: similar numbers, other inks, neighbours, the joker."""
    shown = face_of(face)
    if not shown.number:
        return tuple(face_of(f"2{ink}") for ink in INKS)
    number, ink = int(shown.number), face[-1]
    names = [f"{other}{ink}" for other in _ALIKE.get(number, ())]
    names += [f"{number}{other}" for other in _INKS_ALIKE[ink]]
    names += [f"{other}{ink}" for other in (number - 1, number + 1) if 1 <= other <= _LAST]
    return tuple(face_of(name) for name in dict.fromkeys((*names, JOKER)))
