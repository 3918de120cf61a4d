"""Tiles contributed by a second camera, and tiles that the two cameras read differently."""

from __future__ import annotations

from dataclasses import dataclass, replace

from vision.belief import Belief
from vision.tracking.belief_pooling import PooledBelief
from vision.tracking.tracked_table import Track, Visibility

_EITHER = 0.495
"""The probability of each of two faces between which the cameras disagree."""
_LOOKS = 4
"""Looks that a disputed tile counts for: more change nothing, as neither camera reads again what it surely read."""


@dataclass(frozen=True, slots=True, eq=False)
class LentTile:
    """A tile seen only by the second camera."""

    track: Track
    """As it lies in the first picture, if that had never moved."""
    second: int | None
    """Its number for the second camera; None since that camera was reset."""


class DisagreementTimer:
    """Measures for how long two cameras have disagreed about a tile."""

    def __init__(self, lasts_s: float) -> None:
        """It runs out after ``lasts_s``."""
        self._lasts_s, self.now_s = lasts_s, 0.0
        self._since_s: dict[tuple[int, str], float] = {}
        self._said: set[tuple[int, str]] = set()

    def begin(self) -> None:
        """Start a comparison; disagreements not repeated in the last one are dropped."""
        self._since_s = {word: since_s for word, since_s in self._since_s.items() if word in self._said}
        self._said = set()

    def has_run_out(self, word: tuple[int, str]) -> bool:
        """Whether they have disagreed about a tile, by number and face, for long enough."""
        self._said.add(word)
        return self.now_s - self._since_s.setdefault(word, self.now_s) >= self._lasts_s


def disputed(track: Track, *faces: str) -> Track:
    """``track`` with an ambiguous belief: split between two faces, or between one face and no tile."""
    first, *others = faces
    belief = Belief.peaked(first, _EITHER, *((face, _EITHER) for face in others))
    return replace(track, opinion=replace(PooledBelief.of(belief), looks=_LOOKS), is_disputed=True)


def hidden(lent: LentTile) -> LentTile:
    """The same while the second camera does not see it."""
    return replace(lent, track=replace(lent.track, standing=Visibility.HIDDEN))
