"""Encode scenes as one file, a second for each."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory

import cv2

from companion.animation.board_picture import HEIGHT_PX, WIDTH_PX, board_picture
from companion.animation.gif import TABLE_PALETTE, GifWriter
from companion.view_models.animation import Scene

FORMS = {"gif": "image/gif", "mp4": "video/mp4"}
"""The formats of an animation, with their media types."""
STEP_MS = 1000
LAST_STEPS = 4
"""For so many steps the last picture stays."""


def animated(scenes: Iterable[Scene], form: str) -> bytes:
    """Encode the scenes in ``form``, one of ``FORMS``. Raises OSError where OpenCV cannot write that form."""
    return _gif(scenes) if form == "gif" else _mp4(scenes)


def _gif(scenes: Iterable[Scene]) -> bytes:
    writer = GifWriter((WIDTH_PX, HEIGHT_PX), TABLE_PALETTE)
    drawn = None
    for scene in scenes:
        drawn = board_picture(scene)
        writer.add(drawn, STEP_MS)
    if drawn is not None:
        writer.add(drawn, (LAST_STEPS - 1) * STEP_MS)
    return writer.finish()


def _mp4(scenes: Iterable[Scene]) -> bytes:
    """VP9, which browsers play: OpenCV's wheels write no H.264, and no browser plays their MPEG-4 Part 2."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "hand.mp4"
        codec = cv2.VideoWriter.fourcc(*"vp09")
        writer = cv2.VideoWriter(str(path), cv2.CAP_FFMPEG, codec, 1000 / STEP_MS, (WIDTH_PX, HEIGHT_PX))
        if not writer.isOpened():
            raise OSError("no VP9 encoder")
        drawn = None
        for scene in scenes:
            drawn = board_picture(scene)
            writer.write(drawn)
        if drawn is not None:
            for _ in range(LAST_STEPS - 1):
                writer.write(drawn)
        writer.release()
        return path.read_bytes()
