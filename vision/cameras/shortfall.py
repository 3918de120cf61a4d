"""What a recording turned out to lack once it was played: its end, a while in which nothing changed, whole pictures."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.cameras.footage import digest_of
from vision.cameras.sources import Source, SourceKind
from vision.errors import BadFilm

LONGEST_STAND_S = 60.0
"""A film that shows one and the same picture for longer hides what was played meanwhile. Noise alone changes every
picture of a camera, and a film that leaves out pictures that show nothing new seldom rests so long."""
_LEAST_LACK_S, _LEAST_LACK = 2.0, 0.03
"""So much of a film may be missing at its end: in seconds, and as a share of it; lengths are told roughly."""


class Shortfall:
    """Watches a recording being played."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._digest: int | None = None
        self._since_s = self._shown_s = 0.0
        self._stand_s = (0.0, 0.0)
        """From when to when it showed one picture, at the longest."""
        self._spoilt = 0

    def saw(self, bgr: NDArray[np.uint8], due_s: float) -> None:
        """A picture was played."""
        digest = digest_of(bgr)
        if digest != self._digest:
            self._digest, self._since_s = digest, due_s
        self._shown_s = due_s
        if due_s - self._since_s > self._stand_s[1] - self._stand_s[0]:
            self._stand_s = (self._since_s, due_s)

    def left_out(self) -> None:
        """Something could not be opened and was left out."""
        self._spoilt += 1

    def found(self, lasts_s: float) -> BadFilm | None:
        """The worst that a recording of ``lasts_s`` seconds (0: it does not say) lacks, now that it is over."""
        source, is_film = self._source.shown, self._source.kind is SourceKind.VIDEO
        if is_film and lasts_s - self._shown_s > max(_LEAST_LACK_S, _LEAST_LACK * lasts_s):
            times = {"told": clock(lasts_s), "shown": clock(self._shown_s)}
            return BadFilm("film_cut_short", {"source": source, **times})
        if is_film and self._stand_s[1] - self._stand_s[0] > LONGEST_STAND_S:
            since, until = map(clock, self._stand_s)
            return BadFilm("film_standing", {"source": source, "since": since, "until": until})
        if self._spoilt:
            return BadFilm("film_spoiled", {"source": source, "count": self._spoilt})
        return None


def clock(seconds: float) -> str:
    """A moment of a recording as people write it: minutes and seconds."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"
