"""Rank the readings of a row by recognition probability and lawfulness."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from math import prod

from companion.recognition.thresholds import THRESHOLDS, InterpretationThresholds
from vision.belief import BACK

Options = tuple[tuple[str, float], ...]
"""The possible faces of a tile with probabilities, likeliest first; one for a certain tile."""
_Reading = tuple[tuple[str, ...], float]
"""Faces of a row, and how probable they are together."""


def decided_row(
    places: Sequence[Options], lawful: Callable[[tuple[str, ...]], bool], tuning: InterpretationThresholds = THRESHOLDS
) -> tuple[str, ...] | None:
    """The most likely lawful reading of a row, or None while it is not probable enough."""
    likeliest = tuple(options[0][0] for options in places if options)
    winner, chance = _likeliest_lawful(_readings(places, tuning.budget), lawful, tuning)
    return winner if winner and chance >= (tuning.accept if winner == likeliest else tuning.overrule) else None


def probably_lawful(
    places: Sequence[Options], lawful: Callable[[tuple[str, ...]], bool], tuning: InterpretationThresholds = THRESHOLDS
) -> tuple[str, ...] | None:
    """The most likely lawful reading of a row; None where it is too improbable to be asked about.

    Tiles of one print are misread alike: two 11s of thin strokes read as 1s are one mistake.
    """
    readings = ((faces, _with_mistakes(places, faces)) for faces, _ in _readings(places, tuning.budget))
    winner, chance = _likeliest_lawful(readings, lawful, tuning)
    return winner if chance >= tuning.contested else None


def guessed_row(
    places: Sequence[Options], lawful: Callable[[tuple[str, ...]], bool], tuning: InterpretationThresholds = THRESHOLDS
) -> tuple[str, ...] | None:
    """The most likely lawful reading of a row, however improbable, or None where there is none."""
    return _likeliest_lawful(_readings(places, tuning.budget), lawful, tuning)[0]


@dataclass(frozen=True, slots=True)
class LikelyRow:
    """The assumed reading of a row with unread tiles."""

    faces: tuple[str, ...]
    offence: float
    """How probable it is that the row breaks a rule, between 0 and 1."""
    others: tuple[tuple[str, ...], ...]
    """The other plausible readings, the likeliest first."""


def likely_row(
    places: Sequence[Options], lawful: Callable[[tuple[str, ...]], bool], tuning: InterpretationThresholds = THRESHOLDS
) -> LikelyRow | None:
    """The most likely reading of a row; None where no lawful one is plausible and no other probable.

    A lawful one is preferred to an unlawful one that is not both probable and clearly more likely: rules are seldom
    broken, but what the recognizer nearly saw is not explained away.
    """
    readings = [(faces, chance) for faces, chance in _readings(places, tuning.budget) if BACK not in faces]
    fits = {faces: lawful(faces) for faces, _ in readings}
    weighed = [(faces, chance * (1.0 if fits[faces] else tuning.offence_weight)) for faces, chance in readings]
    weight = sum(chance for _, chance in weighed)
    eligible = {faces for faces, chance in readings if fits[faces] or chance >= tuning.offence}
    if not eligible:
        return None
    taken = max((reading for reading in weighed if reading[0] in eligible), key=lambda reading: reading[1])[0]
    offence = sum(chance for faces, chance in weighed if not fits[faces]) / weight
    plausible = sorted(weighed, key=lambda reading: -reading[1])[: tuning.others + 1]
    others = (faces for faces, chance in plausible if faces != taken and chance >= tuning.plausible * weight)
    return LikelyRow(taken, offence, tuple(others)[: tuning.others])


def _likeliest_lawful(
    readings: Iterable[_Reading], lawful: Callable[[tuple[str, ...]], bool], tuning: InterpretationThresholds
) -> tuple[tuple[str, ...] | None, float]:
    """The most likely lawful reading of a row, if any, and its probability among all readings."""
    winner, best, weights = None, 0.0, {True: 0.0, False: 0.0}
    for faces, chance in readings:
        fits = BACK not in faces and lawful(faces)
        weights[fits] += chance
        if fits and chance > best:
            winner, best = faces, chance
    unexplored = max(0.0, 1 - sum(weights.values()))
    whole = weights[True] + tuning.unlawful_weight * (weights[False] + unexplored)
    return winner, best / whole if winner else 0.0


def _with_mistakes(places: Sequence[Options], faces: Sequence[str]) -> float:
    """The probability that a row shows ``faces``, counting equal mistakes once.

    Tiles that differ in the same way from the most likely face are one mistake, with the geometric mean of their
    probabilities.
    """
    right, mistakes = 1.0, dict[tuple[str, str], list[float]]()
    for options, face in zip(places, faces, strict=True):
        (likeliest, _), chance = options[0], dict(options)[face]
        if face == likeliest:
            right *= chance
        else:
            kind = mistake(likeliest, face)
            mistakes.setdefault(kind, []).append(chance)
    return right * prod(prod(alike) ** (1 / len(alike)) for alike in mistakes.values())


def mistake(read: str, face: str) -> tuple[str, str]:
    """The kind of a misreading: a pair of numbers, a pair of colours, or else a pair of faces."""
    if read[:-1] == face[:-1]:
        return read[-1], face[-1]
    return (read[:-1], face[:-1]) if read[-1] == face[-1] else (read, face)


def _readings(places: Sequence[Options], budget: int) -> Iterator[_Reading]:
    """The readings of a row with their probabilities, in descending order, at most ``budget`` of them."""
    if not all(places):
        return
    first = (0,) * len(places)
    waiting = [(-_chance(places, first), first, 0)]
    for _ in range(budget):
        if not waiting:
            return
        chance, picks, changed = heapq.heappop(waiting)
        yield tuple(options[pick][0] for options, pick in zip(places, picks, strict=True)), -chance
        for place in range(changed, len(places)):
            if picks[place] + 1 < len(places[place]):
                after = (*picks[:place], picks[place] + 1, *picks[place + 1 :])
                heapq.heappush(waiting, (-_chance(places, after), after, place))


def _chance(places: Sequence[Options], picks: tuple[int, ...]) -> float:
    return prod(options[pick][1] for options, pick in zip(places, picks, strict=True))
