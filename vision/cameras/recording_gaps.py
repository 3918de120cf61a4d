"""Detect what a recording lacked when played: its end, changes during a stretch of it, or whole pictures."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.cameras.sources import Source, SourceKind
from vision.cameras.video_decoding import digest_of
from vision.errors import BadFilm

Lack = tuple[str, float, float]
"""A code of ``LACKS`` with two numbers: seconds declared and shown, seconds from and to, or a count and 0."""
LACKS = ("", "film_cut_short", "film_standing", "film_spoiled")
"""Sentence codes, referred to by index in a heartbeat; the first means that nothing is missing."""
LONGEST_STAND_S = 60.0
"""A film that shows one and the same picture for longer hides what was played meanwhile. Noise alone changes every
picture of a camera, and a film that leaves out pictures that show nothing new seldom rests so long."""
_LEAST_LACK_S, _LEAST_LACK = 2.0, 0.03
"""The tolerated missing end of a video, in seconds and as a fraction: declared lengths are approximate."""


class Shortfall:
    """Collects the gaps of a recording during playback."""

    def __init__(self, source: Source) -> None:
        self._source = source
        self._digest: int | None = None
        self._since_s = self._shown_s = 0.0
        self._stand_s = (0.0, 0.0)
        """From when to when it showed one picture, at the longest."""
        self._spoilt = 0

    def saw(self, bgr: NDArray[np.uint8], due_s: float) -> None:
        """Record a played picture."""
        digest = digest_of(bgr)
        if digest != self._digest:
            self._digest, self._since_s = digest, due_s
        self._shown_s = due_s
        if due_s - self._since_s > self._stand_s[1] - self._stand_s[0]:
            self._stand_s = (self._since_s, due_s)

    def left_out(self) -> None:
        """Record an undecodable picture that was skipped."""
        self._spoilt += 1

    def lack(self, lasts_s: float) -> Lack | None:
        """The worst gap of a finished recording of ``lasts_s`` seconds (0: unknown)."""
        is_film = self._source.kind is SourceKind.VIDEO
        if is_film and lasts_s - self._shown_s > max(_LEAST_LACK_S, _LEAST_LACK * lasts_s):
            return "film_cut_short", lasts_s, self._shown_s
        if is_film and self._stand_s[1] - self._stand_s[0] > LONGEST_STAND_S:
            return "film_standing", *self._stand_s
        return ("film_spoiled", self._spoilt, 0.0) if self._spoilt else None

    def found(self, lasts_s: float) -> BadFilm | None:
        """The same as a BadFilm."""
        lack = self.lack(lasts_s)
        return bad_film(self._source.shown, lack) if lack else None


def bad_film(source: str, lack: Lack) -> BadFilm:
    """The error for what a recording lacks; ``source`` is its displayable form."""
    code, one, other = lack
    if code == "film_spoiled":
        return BadFilm(code, {"source": source, "count": round(one)})
    names = ("told", "shown") if code == "film_cut_short" else ("since", "until")
    return BadFilm(code, {"source": source, **dict(zip(names, map(clock, (one, other)), strict=True))})


def clock(seconds: float) -> str:
    """A time in a recording as minutes and seconds."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"
