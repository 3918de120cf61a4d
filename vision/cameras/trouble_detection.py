"""Diagnose a camera from the pulse of its capture. Pure functions."""

from __future__ import annotations

from dataclasses import replace

from vision.cameras.camera_thresholds import CameraThresholds
from vision.cameras.heartbeat import Phase, Pulse
from vision.cameras.open_errors import CAUSES
from vision.cameras.recording_gaps import LACKS
from vision.cameras.sources import Source
from vision.cameras.status import CameraHealth, CameraState, CameraTrouble


def trouble_of(pulse: Pulse, source: Source, now_s: float, tuning: CameraThresholds) -> CameraTrouble | None:
    """The trouble of the camera of ``source``: the one that explains the others; None when all is well."""
    if pulse.phase is Phase.ENDED:
        return None
    if is_spoiled(pulse, now_s, tuning):
        return CameraTrouble.GARBAGE
    if pulse.phase is Phase.ABSENT:
        return CameraTrouble.UNOPENED
    quiet_s = now_s - (pulse.shown_s or pulse.phase_s)
    longest_s = tuning.silent_s if pulse.phase is Phase.RUNNING else tuning.opening_s
    if quiet_s > max(longest_s, 2 * pulse.interval_s):
        return CameraTrouble.SILENT if source.kind.is_live or not pulse.frames else None
    return _trouble_of_pictures(pulse, source, now_s, tuning) if pulse.frames else None


def is_spoiled(pulse: Pulse, now_s: float, tuning: CameraThresholds) -> bool:
    """Whether the received content is undecodable."""
    never_better = not pulse.frames and now_s - pulse.spoiled_s > tuning.silent_s / 2
    return pulse.spoiled >= tuning.most_spoiled or (pulse.spoiled > 0 and never_better)


def _trouble_of_pictures(pulse: Pulse, source: Source, now_s: float, tuning: CameraThresholds) -> CameraTrouble | None:
    longer, shorter = max(pulse.width, pulse.height), min(pulse.width, pulse.height)
    is_dark = pulse.brightness < tuning.dark and pulse.spread < tuning.dark_spread
    frozen_s = tuning.streamed_frozen_s if source.repeats_what_rests else tuning.frozen_s
    is_frozen = pulse.same >= tuning.fewest_same and now_s - pulse.same_s > frozen_s
    found = (
        (longer < tuning.smallest_px[0] or shorter < tuning.smallest_px[1], CameraTrouble.TINY),
        (is_dark or pulse.spread < tuning.blank_spread, CameraTrouble.BLACK),
        (is_frozen and source.kind.is_live, CameraTrouble.FROZEN),
        (pulse.interval_s > tuning.slow_s and source.kind.is_live, CameraTrouble.SLOW),
        (longer > tuning.largest_px and source.kind.is_live, CameraTrouble.HUGE),
    )
    return next((trouble for holds, trouble in found if holds), None)


def health_of(pulse: Pulse, source: Source, now_s: float, tuning: CameraThresholds, restarts: int = 0) -> CameraHealth:
    """The complete health of the camera of ``source``."""
    trouble = trouble_of(pulse, source, now_s, tuning)
    return CameraHealth(
        state=_state(pulse, trouble),
        trouble=trouble,
        source=source.shown,
        size_px=(pulse.width, pulse.height) if pulse.frames else None,
        interval_s=pulse.interval_s or None,
        quiet_s=now_s - pulse.shown_s if pulse.frames else None,
        cause=CAUSES[pulse.cause] if trouble is CameraTrouble.UNOPENED else "",
        restarts=restarts,
        lack=(LACKS[pulse.lack], pulse.lack_one, pulse.lack_other) if pulse.lack else None,
    )


def _state(pulse: Pulse, trouble: CameraTrouble | None) -> CameraState:
    if pulse.phase is Phase.ENDED:
        return CameraState.ENDED
    if trouble is not None:
        return CameraState.LOST if trouble.loses_pictures else CameraState.IMPAIRED
    return CameraState.SEEING if pulse.frames else CameraState.OPENING


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
