"""The table as far as it is quiet, while something moves elsewhere: at a real table somebody always does.

Where something was laid and lies still, the picture is taken as it is but for what moves, what reaches in from its
edge, and what lies near either: there it stays as it was when the table was last at rest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.change_detection.small_pictures import SmallView

F32 = NDArray[np.float32]
U8 = NDArray[np.uint8]
Changed = Callable[[F32, F32], U8]
"""(h, w): 1 where two reduced pictures differ."""
See = Callable[[], U8]
"""A picture (height, width, 3) that is made when it is asked for."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuietTuning:
    """When a part of the table counts as quiet."""

    stirred_s: float = 1.5
    """Seconds of motion after which parts of the table are looked at."""
    every_s: float = 0.8
    """Seconds between two such looks."""
    tried_s: float = 0.08
    """Seconds after which it is asked again whether anything new lies still."""
    quiet_s: float = 0.5
    """Seconds without change after which a part is quiet."""
    away_px: int = 12
    """Small pixels from anything that moves or reaches in, two tiles in a picture of a whole table."""
    calm_s: float = 0.8
    """Seconds without change after which a part may lie nearer."""
    near_px: int = 5
    """As near: its shadow falls there, too."""
    patience_s: float = 3.0
    """Seconds for which nothing is looked at while something new lies nearer: a discard ends a turn of which it is."""
    least_px: int = 5
    """Changed small pixels of the smallest part."""
    again: int = 3
    """How often a part in doubt is looked at again."""
    left: float = 0.7
    """The share of a part at the edge that looks as at an earlier rest: what lay there was a hand, and it left."""
    earlier: int = 3
    """How many earlier rests are remembered."""


@dataclass(frozen=True, slots=True, eq=False)
class _Plate:
    """The last picture of the table without what moved over it."""

    see: See
    contrast: F32


class QuietParts:
    """Follows the frames of one camera between two moments of rest."""

    def __init__(self, changed: Changed, tuning: QuietTuning | None = None) -> None:
        self._changed, self._tuning = changed, tuning or QuietTuning()
        self._plate: _Plate | None = None
        self._earlier: tuple[F32, ...] = ()
        """The table at earlier rests, the newest first."""
        self._last: F32 | None = None
        self._changed_s = np.zeros((0, 0))
        """When each small pixel changed last."""
        self.unseen = np.zeros((1, 1), np.uint8)
        """(h, w): 1 where the last picture that was made is as it was before."""
        self._looked_s, self._next_s, self._parts, self._left = 0.0, 0.0, np.zeros((0, 0), np.uint8), 0

    def rest(self, see: See, view: SmallView, at_s: float) -> None:
        """Take the picture of a table at rest."""
        if self._plate is not None and (self._changed_s > -np.inf).any():
            self._earlier = (self._plate.contrast, *self._earlier)[: self._tuning.earlier]
        self._plate, self._last, self._looked_s, self._left = _Plate(see, view.contrast), view.contrast, at_s, 0
        self._changed_s = np.full(view.contrast.shape, -np.inf)

    def __call__(self, see: See, view: SmallView, at_s: float, *, in_doubt: bool) -> U8 | None:
        """The table (height, width, 3) with what is new and quiet in a frame; None where nothing is.

        With ``in_doubt`` what was new at the last such look is looked at again.
        """
        tuning, plate = self._tuning, self._plate
        if plate is None or self._last is None or plate.contrast.shape != view.contrast.shape:
            self._plate, self._earlier = None, ()
            return None
        self._changed_s[self._changed(view.contrast, self._last) > 0] = at_s
        self._last = view.contrast
        since_s = tuning.every_s if self._left else tuning.stirred_s
        if at_s - self._looked_s < (since_s if not in_doubt else tuning.every_s) or at_s < self._next_s:
            return None
        self._next_s = at_s + tuning.tried_s
        parts, quiet = self._new_parts(view.contrast, plate.contrast, at_s)
        if parts.any():
            self._left = tuning.again
        elif in_doubt and self._left and not (self._parts & self._stirred(at_s)).any():
            parts, self._left = self._parts, self._left - 1
        else:
            return None
        self._looked_s, self._parts, self.unseen = at_s, parts, np.asarray(1 - quiet, np.uint8)
        seen = _pasted(plate.see(), see(), quiet)
        self._plate = _Plate(lambda: seen, np.where(quiet > 0, view.contrast, plate.contrast))
        return seen

    def _stirred(self, at_s: float) -> U8:
        """(h, w): 1 where something moved a moment ago."""
        return np.asarray(self._changed_s > at_s - self._tuning.quiet_s, np.uint8)

    def _new_parts(self, contrast: F32, before: F32, at_s: float) -> tuple[U8, U8]:
        """(h, w): 1 in and around parts that differ from ``before`` and lie still, away from all that moves.

        And (h, w): 1 where nothing moves or lies near what does. One colour for another of the same brightness differs
        in nothing, so that it is more than the parts.
        """
        other, stirred = self._changed(contrast, before), self._stirred(at_s)
        joined = cv2.morphologyEx(other | stirred, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
        _, labels, stats, _ = cv2.connectedComponentsWithStats(joined)
        edge = np.concatenate([labels[:2].ravel(), labels[-2:].ravel(), labels[:, :2].ravel(), labels[:, -2:].ravel()])
        since = [self._changed(contrast, earlier) for earlier in self._earlier]
        at_edge = (part for part in np.unique(edge).tolist() if part and not self._has_left(since, labels == part))
        busy = {*at_edge, *np.unique(labels[stirred > 0]).tolist()} - {0}
        moving = np.isin(labels, [*busy]).astype(np.uint8)
        near, nearer = (cv2.dilate(moving, np.ones((2 * reach + 1, 2 * reach + 1), np.uint8))
                        for reach in (self._tuning.away_px, self._tuning.near_px))  # fmt: skip
        is_calm = self._changed_s <= at_s - self._tuning.calm_s
        quiet = [part for part in range(1, len(stats)) if stats[part, cv2.CC_STAT_AREA] >= self._tuning.least_px
                 and part not in busy]  # fmt: skip
        kept = [part for part in quiet if not (nearer if is_calm[labels == part].all() else near)[labels == part].any()]
        near = np.maximum(near, np.isin(labels, [*{*quiet}.difference(kept)]).astype(np.uint8))
        if len(kept) < len(quiet) and at_s - self._looked_s < self._tuning.stirred_s + self._tuning.patience_s:
            kept = []
        parts, near = (np.asarray(cv2.dilate(mask.astype(np.uint8), np.ones((5, 5), np.uint8)), np.uint8)
                       for mask in (np.isin(labels, kept), near))  # fmt: skip
        return parts, np.maximum(parts, 1 - near)

    def _has_left(self, since: Sequence[U8], part: NDArray[np.bool_]) -> bool:
        """Whether most of a part of the picture looks as at an earlier rest, ``since`` each of which (h, w) changed."""
        return any(1 - float(changed[part].mean()) > self._tuning.left for changed in since)


def _pasted(on: U8, bgr: U8, quiet: U8) -> U8:
    """``on`` with ``bgr`` where that is ``quiet`` (h, w); both are (height, width, 3)."""
    height, width = bgr.shape[:2]
    where = cv2.resize(quiet, (width, height), interpolation=cv2.INTER_NEAREST) > 0
    return np.where(where[..., None], bgr, on)
