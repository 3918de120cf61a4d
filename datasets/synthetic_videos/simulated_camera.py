"""Render a simulated hand frame by frame on demand: the camera ``simulate`` of `burako serve`.

Large plain tiles on felt and unhurried players, as in the demo; every other seed contains an intended violation.
"""

from __future__ import annotations

from collections.abc import Iterator

from datasets.synthetic_tables.render import U8
from datasets.synthetic_videos.filming import passes_of
from datasets.synthetic_videos.generate import HandVideoSpec, hand_to_film
from engine.rules.profiles import PROFILES
from vision.cameras.timed_pictures import Shot

_DEALT_S = 4.0
"""The seconds for which the dealt table is shown, so that there is time to start a match."""


def frames(order: HandVideoSpec) -> Iterator[U8]:
    """The frames of the hand of ``order``, BGR, rendered lazily."""
    made = hand_to_film(order)
    arrangements = [made.seating.arrangement(made.states, at) for at in range(len(made.states))]
    passes = passes_of(arrangements, made.seats, made.states[0].players)
    yield from made.film.again(made.film.still(arrangements[0]).bgr, round(_DEALT_S * order.fps))
    yield from (shot.bgr for shot in made.film.shots(arrangements, passes))


class SimulatedTable:
    """A recording that is rendered while it plays. Two players; the first begins."""

    waits = False
    lasts_s = 0.0

    def __init__(self, rules: str, seed: int, size_px: tuple[int, int], fps: float) -> None:
        """Raises ValueError for rules that are no built-in profile."""
        if rules not in PROFILES:
            raise ValueError(rules)
        self._frames = frames(
            HandVideoSpec(rules=rules, seed=seed, offends=bool(seed % 2), size_px=size_px, fps=fps, is_staged=True)
        )
        self._fps, self._number = fps, -1

    def next(self, not_before_s: float = 0.0) -> Shot | None:
        """The next frame; none is skipped, so that a slow machine shows a longer hand."""
        bgr = next(self._frames, None)
        self._number += 1
        return None if bgr is None else Shot(bgr, self._number / self._fps)

    def close(self) -> None:
        """Release the hand."""
        self._frames = iter(())
