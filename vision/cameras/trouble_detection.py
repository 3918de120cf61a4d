"""Diagnose a camera from the heartbeat of its capture. Pure functions."""

from __future__ import annotations

from dataclasses import replace

from vision.cameras.camera_health import CameraHealth, CameraState, CameraTrouble
from vision.cameras.camera_thresholds import CameraThresholds
from vision.cameras.heartbeat import CaptureHeartbeat, Phase
from vision.cameras.open_errors import CAUSES
from vision.cameras.recording_gaps import LACKS
from vision.cameras.sources import Source


def trouble_of(
    heartbeat: CaptureHeartbeat, source: Source, now_s: float, tuning: CameraThresholds
) -> CameraTrouble | None:
    """The trouble of the camera of ``source``: the one that explains the others; None when all is well."""
    if heartbeat.phase is Phase.ENDED:
        return None
    if is_spoiled(heartbeat, now_s, tuning):
        return CameraTrouble.GARBAGE
    if heartbeat.phase is Phase.ABSENT:
        return CameraTrouble.UNOPENED
    quiet_s = now_s - (heartbeat.shown_s or heartbeat.phase_s)
    longest_s = tuning.silent_s if heartbeat.phase is Phase.RUNNING else tuning.opening_s
    if quiet_s > max(longest_s, 2 * heartbeat.interval_s):
        return CameraTrouble.SILENT if source.kind.is_live or not heartbeat.frames else None
    return _trouble_of_pictures(heartbeat, source, now_s, tuning) if heartbeat.frames else None


def is_spoiled(heartbeat: CaptureHeartbeat, now_s: float, tuning: CameraThresholds) -> bool:
    """Whether the received content is undecodable."""
    never_better = not heartbeat.frames and now_s - heartbeat.spoiled_s > tuning.silent_s / 2
    return heartbeat.spoiled >= tuning.most_spoiled or (heartbeat.spoiled > 0 and never_better)


def _trouble_of_pictures(
    heartbeat: CaptureHeartbeat, source: Source, now_s: float, tuning: CameraThresholds
) -> CameraTrouble | None:
    longer, shorter = max(heartbeat.width, heartbeat.height), min(heartbeat.width, heartbeat.height)
    is_dark = heartbeat.brightness < tuning.dark and heartbeat.spread < tuning.dark_spread
    frozen_s = tuning.streamed_frozen_s if source.repeats_what_rests else tuning.frozen_s
    is_frozen = heartbeat.same >= tuning.fewest_same and now_s - heartbeat.same_s > frozen_s
    found = (
        (longer < tuning.smallest_px[0] or shorter < tuning.smallest_px[1], CameraTrouble.TINY),
        (is_dark or heartbeat.spread < tuning.blank_spread, CameraTrouble.BLACK),
        (is_frozen and source.kind.is_live, CameraTrouble.FROZEN),
        (heartbeat.interval_s > tuning.slow_s and source.kind.is_live, CameraTrouble.SLOW),
        (longer > tuning.largest_px and source.kind.is_live, CameraTrouble.HUGE),
    )
    return next((trouble for holds, trouble in found if holds), None)


def health_of(
    heartbeat: CaptureHeartbeat, source: Source, now_s: float, tuning: CameraThresholds, restarts: int = 0
) -> CameraHealth:
    """The complete health of the camera of ``source``."""
    trouble = trouble_of(heartbeat, source, now_s, tuning)
    return CameraHealth(
        state=_state(heartbeat, trouble),
        trouble=trouble,
        source=source.shown,
        size_px=(heartbeat.width, heartbeat.height) if heartbeat.frames else None,
        interval_s=heartbeat.interval_s or None,
        quiet_s=now_s - heartbeat.shown_s if heartbeat.frames else None,
        cause=CAUSES[heartbeat.cause] if trouble is CameraTrouble.UNOPENED else "",
        restarts=restarts,
        lack=(LACKS[heartbeat.lack], heartbeat.lack_one, heartbeat.lack_other) if heartbeat.lack else None,
    )


def _state(heartbeat: CaptureHeartbeat, trouble: CameraTrouble | None) -> CameraState:
    if heartbeat.phase is Phase.ENDED:
        return CameraState.ENDED
    if trouble is not None:
        return CameraState.LOST if trouble.loses_pictures else CameraState.IMPAIRED
    return CameraState.SEEING if heartbeat.frames else CameraState.OPENING


def following(before: CameraHealth, now: CameraHealth) -> CameraHealth:
    """``now`` as reported after ``before``: a lost camera stays lost until it delivers a picture."""
    if before.state is CameraState.LOST and now.state is CameraState.OPENING:
        return replace(now, state=CameraState.LOST, trouble=before.trouble, cause=before.cause)
    return now


def failing(health: CameraHealth, since_s: float | None, now_s: float, tuning: CameraThresholds) -> CameraHealth:
    """``health``, reported as silent where several captures in a row ended without a picture."""
    if since_s is None or health.state is not CameraState.OPENING or now_s - since_s <= tuning.opening_s:
        return health
    return replace(health, state=CameraState.LOST, trouble=CameraTrouble.SILENT)
