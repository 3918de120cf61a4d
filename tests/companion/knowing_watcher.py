"""Films without tiles: a story in JSON beside a video of nothing, and a watcher that sees what it is told."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path

import cv2
import numpy as np

from datasets.synthetic_videos.generate import HandToFilm, HandVideoSpec, ground_truth, hand_to_film
from tests.companion.onlooker import Onlooker
from vision.reading import Frame
from vision.tracking.tracked_table import TrackedTable
from vision.watching.frame_results import FrameResult, FrameState

ORDER = HandVideoSpec(seed=3, size_px=(320, 192))
FRAMES = 2
"""Frames for each still: the first shows a hand, the last the table at rest."""


class KnowingWatcher:
    """Sees state after state of a sitting, one every few frames."""

    def seems_mirrored(self, *_: object) -> bool:
        """The picture is none of a mirror."""
        return False

    def __init__(self, made: HandToFilm) -> None:
        self._onlooker = Onlooker(made)
        self._made = made
        self.table = TrackedTable()

    def __call__(self, frame: Frame) -> FrameResult:
        at, step = divmod(frame.index - 1, FRAMES)
        is_still = step == FRAMES - 1 and at < len(self._made.states)
        return FrameResult(
            index=frame.index,
            at_s=frame.captured_at_s,
            state=FrameState.STILL if is_still else FrameState.MOVING,
            seen=self._onlooker.sees(at) if is_still else None,
            frame=frame,
            elapsed_ms={"total": 1.0},
        )


def filmed(folder: Path, stills: int | None = None) -> tuple[Path, HandToFilm]:
    """The story of a hand, beside a video of noise; and the hand."""
    made = hand_to_film(ORDER if stills is None else HandVideoSpec(seed=3, size_px=(320, 192), stop_after=stills))
    video = cv2.VideoWriter(str(folder / "film.avi"), cv2.VideoWriter.fourcc(*"MJPG"), 10, (640, 480))
    rng = np.random.default_rng(0)
    for _ in range(len(made.states) * FRAMES):
        video.write(cv2.resize(rng.integers(40, 220, (12, 16, 3)).astype(np.uint8), (640, 480)))
    video.release()
    frames = {at: FRAMES * at + FRAMES - 2 for at in range(len(made.states))}
    return written(folder, {"video": "film.avi", "codec": "mjpg", **ground_truth(made, ORDER, frames)}), made


def written(folder: Path, truth: Mapping[str, object]) -> Path:
    """A story as a file."""
    path = folder / "film.json"
    path.write_text(json.dumps(truth, default=float), encoding="utf-8")
    return path
