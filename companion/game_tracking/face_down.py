"""Handle rows with a seemingly face-down tile, more often a pattern of the cloth than a tile."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

from companion.recognition.uncertainty import JOKER_NAME
from companion.view_models import UNSURE
from vision.belief import BACK, Belief

_FAINT = 0.02
"""Chance of a face, of a joker above all, from which what seems to lie face down in a row is asked about."""
PLAIN = 0.85
"""The score from which a place holds a tile, given that something arrived there."""
_RATHER = 0.5
"""Chance of a tile's back from which on it is likelier than everything else together."""
Row = tuple[int, ...]


def faceless(tiles: Iterable[int], faces: Mapping[int, str], beliefs: Sequence[Belief]) -> Iterator[int]:
    """The indices among ``tiles`` of those that most likely lie face down, are not claimed, and hardly show a face.

    Nobody needs to name them.
    """
    for at in (at for at in tiles if faces[at] == UNSURE):
        _, (_, next_chance) = beliefs[at].ranked(2)
        if beliefs[at].of(BACK) > _RATHER and next_chance < _FAINT:
            yield at


def is_all_down(beliefs: Sequence[Belief], row: Row) -> bool:
    """Whether a row shows no number, and some tile most likely its back: backs with an ornament pass for jokers."""
    likeliest = {beliefs[at].best for at in row}
    return BACK in likeliest <= {BACK, JOKER_NAME}


def faint_jokers(
    row: Row,
    faces: Mapping[int, str],
    beliefs: Sequence[Belief],
    is_meld: Callable[[Sequence[str]], bool],
    plain: Collection[int],
) -> Iterator[tuple[int, float]]:
    """The indices of seemingly face-down tiles among numbers that may be a pale joker, with the probability.

    Inside a row, or alone at its end if it is ``plain`` that a tile lies there, it may be one whatever it looks like:
    nobody lays a tile face down there.
    """
    inside = {at for part in face_up(row, faces, is_meld) for at in part}
    if not inside:
        return
    pairs = ((row[0], row[1]), (row[-1], row[-2])) if len(row) > 1 else ()
    ends = {end for end, beside in pairs if beside in inside and end in plain}
    for at in (at for at in row if faces[at] == BACK):
        chance = beliefs[at].of(JOKER_NAME)
        if chance >= _FAINT or at in inside | ends:
            yield at, max(chance, _FAINT)


def face_up(row: Row, faces: Mapping[int, str], is_meld: Callable[[Sequence[str]], bool]) -> Iterator[Row]:
    """The row without face-down tiles at its ends, split where they lie between two melds.

    Empty for a row that is all face down.
    """
    shown = [place for place, at in enumerate(row) if faces[at] != BACK]
    if not shown:
        return
    whole = row[shown[0] : shown[-1] + 1]
    for at in (place for place, tile in enumerate(whole) if faces[tile] == BACK):
        parts = [tuple(tile for tile in part if faces[tile] != BACK) for part in (whole[:at], whole[at:])]
        if all(is_meld([faces[tile] for tile in part]) for part in parts):
            yield from parts
            return
    yield whole
