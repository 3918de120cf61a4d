"""Iterate over the frames of a camera and the watcher's result for each."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from vision.cameras.camera import Camera
from vision.cameras.camera_health import CameraState
from vision.cameras.picture_rotation import UPRIGHT, PictureRotation
from vision.reading import Frame
from vision.watching.frame_results import FrameResult, FrameState
from vision.watching.watcher import TableWatcher


def watch_frames(
    camera: Camera, watcher: TableWatcher, wait_s: float = 1.0, turn: PictureRotation = UPRIGHT
) -> Iterator[FrameResult]:
    """The watcher's result for every frame of ``camera``, which is rotated first, until the camera ends.

    Where no frame comes, a result without frame from time to time.
    """
    index, at_s = 0, 0.0
    turned: Frame | None = None
    while True:
        frame = camera.newest(index, wait_s)
        if frame is None:
            if camera.health().state is CameraState.ENDED:
                return
            yield FrameResult(index=index, at_s=at_s, state=FrameState.UNSEEN)
            continue
        index, at_s = frame.index, frame.captured_at_s
        frame = replace(frame, bgr=turned.bgr) if turned and frame.is_repeat else turn.of_frame(frame)
        turned = frame
        trouble = camera.health().trouble
        if trouble and trouble.blinds:
            yield FrameResult(index=index, at_s=at_s, state=FrameState.UNSEEN, frame=frame)
            continue
        yield watcher(frame)
