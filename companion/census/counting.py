"""Count the tiles of all photographs, each once, against the whole set: missing, surplus and uncertain ones."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations

import numpy as np

from companion.census.overlaps import Overlap, cut_off, inverse, likes, overlap_of
from companion.census.pictures import CLAIMED_FROM, SeenPicture, seen_picture
from companion.view_models.census import Census, CensusAnswers, CensusDoubt
from engine.tiles import FACES
from vision.belief import BACK, FACE_NAMES
from vision.geometry import F64

__all__ = ["Census", "CensusAnswers", "SeenPicture", "census_of", "seen_picture"]
LIKELY = 0.05
"""The probability from which a face is offered for a doubtful tile."""
TilePlace = tuple[int, int]
"""A picture and a tile of it."""
Judged = tuple[str | None, CensusDoubt | None]
"""The face of a tile, or the doubt about it."""
_NOTHING_SAID = CensusAnswers()


def census_of(pictures: Sequence[SeenPicture], bag: Sequence[str], answers: CensusAnswers = _NOTHING_SAID) -> Census:
    """Count the tiles of ``pictures`` against ``bag``, a set in notation, with people's answers."""
    mapped, asked = ({}, ()) if answers.are_apart else _overlaps(pictures)
    judged = (_told(_judged(pictures, group), answers) for group in _groups(pictures, mapped))
    found = [verdict for verdict in judged if verdict is not None]
    counted = Counter(face for face, _ in found if isinstance(face, str))
    unsure = tuple(doubt for _, doubt in found if doubt)
    order = [*map(str, FACES)]
    return Census(
        seen=len(found),
        missing=_named(Counter(bag) - counted, order),
        surplus=_named(counted - Counter(bag), order),
        unsure=unsure,
        overlaps=tuple((pictures[one].name, pictures[other].name) for one, other in asked),
    )


def _named(counted: Counter[str], order: Sequence[str]) -> tuple[str, ...]:
    return tuple(sorted(counted.elements(), key=order.index))


def _overlaps(pictures: Sequence[SeenPicture]) -> tuple[dict[TilePlace, Overlap], tuple[TilePlace, ...]]:
    """The homographies between overlapping pictures, and the pairs where overlap is uncertain."""
    found = {pair: overlap_of(pictures[pair[0]], pictures[pair[1]]) for pair in combinations(range(len(pictures)), 2)}
    proven = {pair: overlap for pair, overlap in found.items() if overlap and overlap.is_proven}
    parts = _parts(len(pictures), proven)
    asked = [pair for pair, overlap in found.items() if parts[pair[0]] != parts[pair[1]] and overlap]
    doubtful = [pair for pair in asked if (overlap := found[pair]) and overlap.is_possible]
    if len(set(parts)) > 1 and not doubtful:
        first = {part: parts.index(part) for part in set(parts)}
        doubtful = list(combinations(sorted(first.values()), 2))[:1]
    return proven, tuple(doubtful)


def _parts(count: int, linked: dict[TilePlace, Overlap]) -> list[int]:
    """The connected component of each picture, as its first index."""
    parts = list(range(count))
    for one, other in sorted(linked):
        old, new = max(parts[one], parts[other]), min(parts[one], parts[other])
        parts = [new if part == old else part for part in parts]
    return parts


def _chained(count: int, linked: dict[TilePlace, Overlap]) -> Iterator[tuple[TilePlace, F64]]:
    """The homography from each picture to each of its component, composed over others where necessary."""
    step = {pair: overlap.other_from_picture for pair, overlap in linked.items()}
    step |= {(other, one): inverse(found) for (one, other), found in step.items()}
    for start in range(count):
        reached: dict[int, F64] = {start: np.eye(3)}
        frontier = [start]
        while frontier:
            here = frontier.pop(0)
            for one, other in step:
                if one == here and other not in reached:
                    reached[other] = step[one, other] @ reached[here]
                    frontier.append(other)
        yield from (((start, other), found) for other, found in reached.items() if other > start)


def _groups(pictures: Sequence[SeenPicture], linked: dict[TilePlace, Overlap]) -> list[list[TilePlace]]:
    """The places that are the same tile."""
    leader = {(at, tile): (at, tile) for at, picture in enumerate(pictures) for tile in range(len(picture.quads))}
    for (one, other), found in _chained(len(pictures), linked):
        same = [(int(first), int(second)) for first, second in likes(pictures[one], pictures[other], found)]
        same += cut_off(pictures[one], pictures[other], found)
        same += [(first, second) for second, first in cut_off(pictures[other], pictures[one], inverse(found))]
        for first, second in same:
            old, new = leader[other, second], leader[one, first]
            leader = {place: new if lead == old else lead for place, lead in leader.items()}
    groups: dict[TilePlace, list[TilePlace]] = {}
    for place, lead in leader.items():
        groups.setdefault(lead, []).append(place)
    return list(groups.values())


def _told(judged: Judged, answers: CensusAnswers) -> Judged | None:
    """A tile after the answer to its doubt, if there is one; nothing where it is no tile."""
    _, doubt = judged
    if doubt is None or doubt.place not in answers.faces:
        return judged
    said = answers.faces[doubt.place]
    return (said, None) if said else None


def _judged(pictures: Sequence[SeenPicture], group: Sequence[TilePlace]) -> Judged:
    """The face of a tile, or the doubt about it: complete views count before those cut off by an edge."""
    whole = [place for place in group if pictures[place[0]].is_whole[place[1]]]
    beliefs = np.array([pictures[at].beliefs[tile] for at, tile in whole or group])
    best = beliefs[beliefs.max(axis=1).argmax()]
    sure = {FACE_NAMES[row.argmax()] for row in beliefs if row.max() >= CLAIMED_FROM}
    if whole and len(sure) == 1 and BACK not in sure:
        return sure.pop(), None
    at, tile = (whole or group)[int(beliefs.max(axis=1).argmax())]
    order = np.argsort(best)[::-1]
    likely = tuple(FACE_NAMES[face] for face in order if best[face] >= LIKELY) or (FACE_NAMES[order[0]],)
    corners = tuple((round(float(x), 1), round(float(y), 1)) for x, y in pictures[at].quads[tile])
    return None, CensusDoubt(pictures[at].name, corners, tuple(sorted(sure - set(likely))) + likely)
