"""Suggest the canastas that a pile may be, of which a photograph shows only the top tile."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from companion.recognition.hidden_tiles import Faces, copies_left
from companion.view_models import PhotoScore
from engine.melds.melds import canasta_of, judge_meld, parse_meld
from engine.rules.rules import Rules
from engine.tiles import JOKER, Color, Tile
from vision.belief import BACK, FACE_NAMES

_ACE_HIGH = (*range(1, 14), 1)
_MOST = 6


def canastas_under(score: PhotoScore, top: int, rules: Rules) -> tuple[str, ...]:
    """At most six canastas of the least length, in notation, under the tile ``top``, the likeliest first.

    Runs that end at it or begin with it come first, then its group, then the other runs; without wilds, and only of
    tiles of which the others in the photograph leave enough. Empty where its face is unknown or a joker.
    """
    faces = {tile.id: tile.face for tile in score.tiles}
    face = faces.pop(top)
    if rules.canasta_len is None or face not in FACE_NAMES or face in (BACK, str(JOKER)):
        return ()
    likely = _likely(Tile.parse(face), rules.canasta_len, Counter(faces.values()), rules)
    return tuple(" ".join(canasta) for canasta in likely)


def _likely(tile: Tile, length: int, elsewhere: Counter[str], rules: Rules) -> Sequence[Faces]:
    has_copies = copies_left(Counter({face: elsewhere[face] for face in FACE_NAMES if face != BACK}), rules)
    found = dict.fromkeys(
        faces for faces in _around(tile, length, elsewhere, rules) if has_copies(faces) and _is_canasta(faces, rules)
    )
    return tuple(found)[:_MOST]


def _around(tile: Tile, length: int, elsewhere: Counter[str], rules: Rules) -> Iterator[Faces]:
    starts = range(len(_ACE_HIGH) - length + 1)
    runs = [tuple(f"{number}{tile.color}" for number in _ACE_HIGH[start : start + length]) for start in starts]
    around = [run for run in runs if str(tile) in run]
    yield from sorted((run for run in around if str(tile) in (run[0], run[-1])), key=lambda run: run[0] == str(tile))
    yield _group(tile, length, elsewhere, rules)
    yield from around


def _group(tile: Tile, length: int, elsewhere: Counter[str], rules: Rules) -> Faces:
    """The tile and others of its number, as many of each colour as are left."""
    colors = [tile.color, *(color for color in Color if color != tile.color)]
    faces = [f"{tile.number}{color}" for color in colors]
    left = {face: rules.most_of(Tile.parse(face)) - elsewhere[face] for face in faces}
    return tuple(face for face in faces for _ in range(left[face]))[:length]


def _is_canasta(faces: Faces, rules: Rules) -> bool:
    verdict = judge_meld(parse_meld(" ".join(faces)), rules)
    return verdict.lawful and canasta_of(verdict, rules) is not None
