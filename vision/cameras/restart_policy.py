"""When to restart the capture process of a camera, and the pause before each restart. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence

from vision.cameras.camera_health import CameraTrouble
from vision.cameras.camera_thresholds import CameraThresholds
from vision.cameras.heartbeat import CaptureHeartbeat, Phase
from vision.cameras.sources import Source, SourceKind
from vision.cameras.trouble_detection import trouble_of

_GOOD_RUN = 10


def must_restart(
    heartbeat: CaptureHeartbeat, source: Source, now_s: float, tuning: CameraThresholds, attempts: int
) -> bool:
    """Whether the capture hangs or repeats one picture, after ``attempts`` failed captures."""
    since_s = now_s - heartbeat.phase_s
    if heartbeat.phase is Phase.STARTING:
        return since_s > tuning.start_s
    if heartbeat.phase is Phase.OPENING:
        return since_s > _nth(tuning.open_s, attempts)
    if heartbeat.phase is not Phase.RUNNING or not source.kind.is_live:
        return False
    is_far = source.kind is SourceKind.ADDRESS
    patience_s = _nth(tuning.far_patience_s if is_far else tuning.patience_s, attempts)
    quiet_s = now_s - (heartbeat.shown_s or heartbeat.phase_s)
    if quiet_s > max(patience_s, 2 * heartbeat.interval_s + tuning.silent_s):
        return True
    return trouble_of(heartbeat, source, now_s, tuning) is CameraTrouble.FROZEN and (
        now_s - heartbeat.same_s > _nth(tuning.thaw_s, attempts)
    )


def is_good_run(heartbeat: CaptureHeartbeat) -> bool:
    """Whether the source ran well, so that earlier attempts no longer count."""
    return (
        heartbeat.phase is Phase.RUNNING
        and heartbeat.frames >= _GOOD_RUN
        and not heartbeat.same
        and not heartbeat.spoiled
    )


def pause_s(attempts: int, tuning: CameraThresholds) -> float:
    """Seconds to wait before a restart after ``attempts`` failures."""
    return _nth(tuning.pauses_s, attempts)


def rest_s(restarts_s: Sequence[float], now_s: float, tuning: CameraThresholds) -> float:
    """Seconds to leave a camera alone after restarts at these times since it last ran well; 0 after few."""
    oldest = restarts_s[-tuning.most_restarts :]
    return max(0.0, oldest[0] + tuning.restart_window_s - now_s) if len(oldest) == tuning.most_restarts else 0.0


def _nth(steps: tuple[float, ...], number: int) -> float:
    return steps[min(number, len(steps) - 1)]
