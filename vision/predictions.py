"""The reader network's output for patches: probabilities of kind, colour and rotation."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.belief import BACK, FACE_NAMES, softmax
from vision.geometry import axes, lengths, quads_of

F32 = NDArray[np.float32]
F64 = NDArray[np.float64]

KINDS = (*(str(number) for number in range(1, 14)), "J", BACK, "none")
COLORS = ("r", "b", "y", "k")
NUMBERS = 13
"""The number of kinds that are numbers; they come first."""
ONE, JOKER = KINDS.index("1"), KINDS.index("J")
TURNS = ("0", "90", "180", "270")
"""The orientations predicted by the network, in order: clockwise away from upright, in degrees."""
TURNABLE = [KINDS.index("6"), KINDS.index("9")]
"""The kinds that show a number either way up."""
_WITNESSES = [at for at, kind in enumerate(KINDS[:NUMBERS]) if kind not in ("6", "8", "9")]
"""The numbers whose orientation is visible; that of an 8 is not."""
_LIKENESS = 10.0
"""The certainty with which number and orientation together determine which of 6 and 9 a place shows."""
_HIGHER, _ACROSS = 1.15, 0.01
"""Height over width of a place across which a tile hardly lies, and how likely a number does; a joker never."""
_COLORS_FROM, _TURNS_FROM = len(KINDS), len(KINDS) + len(COLORS)
_KIND_OF = np.array([KINDS.index(name if name in KINDS else name[:-1]) for name in FACE_NAMES])
_COLOR_OF = np.array([-1 if name in KINDS else COLORS.index(name[-1]) for name in FACE_NAMES])


@dataclass(frozen=True, slots=True)
class Sureness:
    """The probabilities of what is likeliest, from which on a prediction is sure."""

    kind: float = 0.998
    turn: float = 0.98
    color: float = 0.997
    """Of a number: nothing else has a colour."""


SETTLED = Sureness()
"""How sure the small network must be of a patch that the large one is not asked about."""


@dataclass(frozen=True, slots=True, eq=False)
class Predictions:
    """Network output for n patches: probabilities of kind (n, 16), colour (n, 4) and quarter turn (n, 4)."""

    kind: F64
    color: F64
    turn: F64

    @staticmethod
    def of(logits: F64) -> Predictions:
        """The predictions for the network's ``logits`` (n, 24)."""
        kind, color, turn = logits[:, :_COLORS_FROM], logits[:, _COLORS_FROM:_TURNS_FROM], logits[:, _TURNS_FROM:]
        return Predictions(softmax(kind), softmax(color), softmax(turn))

    def only(self, which: NDArray[np.bool_]) -> Predictions:
        """The predictions for some of the patches."""
        return Predictions(self.kind[which], self.color[which], self.turn[which])

    def beliefs(self) -> F64:
        """(n, 54): beliefs over the faces; the probability of "no tile" is spread evenly."""
        by_color = np.concatenate([self.color, np.ones((len(self.color), 1))], axis=1)[:, _COLOR_OF]
        return np.asarray(self.kind[:, _KIND_OF] * by_color + self.kind[:, -1:] / len(FACE_NAMES))

    def clearness(self) -> F64:
        """(n,): the probability of the most likely kind, 6 and 9 counted as one."""
        return np.asarray(np.maximum(self.kind[:, :-1].max(axis=1), self.turnable()))

    def turnable(self) -> F64:
        """(n,): the probability of a 6 or a 9."""
        return np.asarray(self.kind[:, TURNABLE].sum(axis=1))

    def numbered(self) -> F64:
        """(n,): the probability of a number."""
        return np.asarray(self.kind[:, :NUMBERS].sum(axis=1))

    def printed(self) -> F64:
        """(n,): the probability of a number or a joker."""
        return np.asarray(self.kind[:, : NUMBERS + 1].sum(axis=1))

    def nothing(self) -> F64:
        """(n,): the probability of no tile."""
        return np.asarray(self.kind[:, -1])

    def doubtful(self, sure: float) -> NDArray[np.intp]:
        """The rows whose most likely kind has a probability below ``sure``."""
        return np.flatnonzero(self.kind.max(axis=1) < sure)

    def is_sure(self, least: Sureness) -> NDArray[np.bool_]:
        """(n,) bool: where kind, turn and, of numbers, colour are as probable as ``least`` says."""
        has_color = (self.color.max(axis=1) >= least.color) | (self.kind.argmax(axis=1) >= NUMBERS)
        return np.asarray((self.kind.max(axis=1) >= least.kind) & (self.turn.max(axis=1) >= least.turn) & has_color)

    def is_likeliest(self, kind: str) -> NDArray[np.bool_]:
        """(n,) bool: where ``kind`` is the most likely."""
        return np.asarray(self.kind.argmax(axis=1) == KINDS.index(kind))

    def has_sure_orientation(self, sure: float) -> NDArray[np.bool_]:
        """(n,) bool: upright patches with an unambiguous number, each with a probability above ``sure``."""
        return np.asarray((self.turn[:, 0] > sure) & (self.kind[:, _WITNESSES].max(axis=1) > sure))

    def has_face(self) -> NDArray[np.bool_]:
        """(n,) bool: where the most likely kind is not a face-down tile."""
        return ~self.is_likeliest(BACK)

    def perhaps_turned(self, which: NDArray[np.intp], odds: F64) -> tuple[Predictions, F64]:
        """The rows ``which``, of 6 and 9, reweighed by the odds of a half turn; and their probabilities of one.

        Number and rotation are one question there: a 6 mistaken for a 9 is also mistaken to lie the other way up.
        """
        kind, turn = self.kind[which], self.turn[which].copy()
        either = kind[:, TURNABLE]
        likeness = (either[:, 0] - either[:, 1]) * (turn[:, 0] - turn[:, 2])
        six_upright = 1 / (1 + np.exp(-_LIKENESS * likeness))
        turned = odds * turn[:, 2] / (odds * turn[:, 2] + turn[:, 0])
        six = six_upright * (1 - turned) + (1 - six_upright) * turned
        kind[:, TURNABLE] = np.stack([six, 1 - six], axis=1) * either.sum(axis=1, keepdims=True)
        upright = np.maximum(turned, 1 - turned)
        turn[:, [0, 2]] = np.stack([upright, 1 - upright], axis=1) * turn[:, [0, 2]].sum(axis=1, keepdims=True)
        return self.amended(which, Predictions(kind, self.color[which], turn)), turned

    def perhaps_jokers(self, which: NDArray[np.intp]) -> Predictions:
        """The rows ``which``, of 1, made equally likely jokers."""
        kind = self.kind[which]
        kind[:, [ONE, JOKER]] = kind[:, [ONE, JOKER]].mean(axis=1, keepdims=True)
        return self.renamed(which, kind)

    def along_the_tile(self, quads_px: F32) -> Predictions:
        """Restrict the rotation of quadrilaterals (n, 4, 2) clearly higher than wide to upright or upside down.

        A small 10 may look like a rotated number, and a joker's letters may run from top to bottom.
        """
        across, up = axes(quads_of(quads_px))
        high = np.flatnonzero(lengths(up) > _HIGHER * lengths(across))
        is_joker = self.is_likeliest("J")[high]
        turn = self.turn[high] + np.array([1e-6, 0.0, 0.0, 0.0])
        turn[:, [1, 3]] *= np.where(is_joker, 0.0, _ACROSS)[:, None]
        return replace(self, turn=_replaced(self.turn, high, turn / turn.sum(axis=1, keepdims=True)))

    def agreeing(self, which: NDArray[np.intp], other: Predictions) -> Predictions:
        """The rows ``which`` replaced by their geometric mean with ``other`` predictions for them."""
        parts = ((self.kind, other.kind), (self.color, other.color), (self.turn, other.turn))
        means = (np.sqrt(mine[which] * theirs) for mine, theirs in parts)
        return self.amended(which, Predictions(*(mean / mean.sum(axis=1, keepdims=True) for mean in means)))

    def recolored(self, which: NDArray[np.intp], color: F64) -> Predictions:
        """The colours of the rows ``which`` replaced."""
        return replace(self, color=_replaced(self.color, which, color))

    def colorless(self) -> Predictions:
        """All colours made equally likely."""
        return replace(self, color=np.full_like(self.color, 1 / len(COLORS)))

    def renamed(self, which: NDArray[np.intp], kind: F64) -> Predictions:
        """The kinds of the rows ``which`` replaced."""
        return replace(self, kind=_replaced(self.kind, which, kind))

    def amended(self, which: NDArray[np.intp], other: Predictions) -> Predictions:
        """The rows ``which`` taken from ``other``."""
        parts = ((self.kind, other.kind), (self.color, other.color), (self.turn, other.turn))
        return Predictions(*(_replaced(mine, which, theirs) for mine, theirs in parts))


def _replaced(rows: F64, which: NDArray[np.intp], new: F64) -> F64:
    out = rows.copy()
    out[which] = new
    return out
