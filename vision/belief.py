"""A probability distribution over what a tile shows: the 53 faces and the back."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from engine.tiles import FACES, Tile

BACK = "back"
"""How a face-down tile is written in a reading."""
FACE_NAMES: tuple[str, ...] = (*(str(face) for face in FACES), BACK)
"""Names of the 54 things that a tile may show, in the order of a belief's probabilities."""
SAME_TURNED = frozenset({1, 6, 8, 9, 11})
"""Numbers that are numbers upside down as well."""
SHOWS_UPRIGHT = frozenset(str(face) for face in FACES if face.number and face.number not in SAME_TURNED)
"""Faces that tell which way up they lie."""
_INDEX = {name: index for index, name in enumerate(FACE_NAMES)}


@dataclass(frozen=True, slots=True, eq=False)
class Belief:
    """Probabilities over ``FACE_NAMES``: float64 of shape (54,), non-negative, summing to one."""

    probabilities: NDArray[np.float64]

    @staticmethod
    def flat() -> Belief:
        """The uniform belief."""
        return Belief(np.full(len(FACE_NAMES), 1 / len(FACE_NAMES)))

    @staticmethod
    def peaked(name: str, confidence: float = 0.99, *others: tuple[str, float]) -> Belief:
        """``name`` with ``confidence``, each of ``others`` with its own, the rest spread evenly."""
        given = {name: confidence, **dict(others)}
        rest = (1 - sum(given.values())) / (len(FACE_NAMES) - len(given))
        return Belief(np.array([given.get(face, rest) for face in FACE_NAMES]))

    def doubted(self, power: float) -> Belief:
        """This belief with its odds raised to ``power``, from 0 (uniform) to 1 (unchanged)."""
        weakened = self.probabilities**power
        return self if power >= 1 else Belief(weakened / weakened.sum())

    @property
    def best(self) -> str:
        """The most likely name: a tile in notation, or ``back``."""
        return FACE_NAMES[int(self.probabilities.argmax())]

    @property
    def confidence(self) -> float:
        """The probability of ``best``."""
        return float(self.probabilities.max())

    @property
    def is_certain(self) -> bool:
        """Whether a person stated the face: no network output is certain."""
        return self.confidence >= 1

    def of(self, face: Tile | str) -> float:
        """The probability of one face, given as a tile or by name."""
        return float(self.probabilities[_INDEX[str(face)]])

    def ranked(self, count: int) -> tuple[tuple[str, float], ...]:
        """The ``count`` most likely names with their probabilities, in descending order."""
        order = np.argsort(self.probabilities)[::-1][:count]
        return tuple((FACE_NAMES[i], float(self.probabilities[i])) for i in order)


def softmax(logits: NDArray[np.float64]) -> NDArray[np.float64]:
    """Softmax along the last axis."""
    power = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return np.asarray(power / power.sum(axis=-1, keepdims=True))


def same_print(face: str, other: str) -> bool:
    """Whether two faces are the 6 and the 9 of one colour: the same print, rotated by 180°."""
    return {face[:-1], other[:-1]} == {"6", "9"} and face[-1] == other[-1]
