"""The heartbeat of a capture process: the facts from which `trouble_detection` diagnoses the camera."""

from __future__ import annotations

import struct
from dataclasses import astuple, dataclass, fields, replace
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray


class Phase(IntEnum):
    """The phase of a capture process."""

    STARTING = 0
    """The process is starting."""
    OPENING = 1
    """The source is being opened."""
    RUNNING = 2
    """The source is open."""
    ABSENT = 3
    """The source failed to open or broke off; it is retried after a pause."""
    ENDED = 4
    """The recording is over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CaptureHeartbeat:
    """The facts about a capture at one moment. Times are monotonic seconds, 0 where it has not happened."""

    phase: Phase = Phase.STARTING
    phase_s: float = 0.0
    """The start time of this phase."""
    frames: int = 0
    """The number of pictures since the source was opened."""
    shown_s: float = 0.0
    """The time of the newest picture."""
    interval_s: float = 0.0
    """Seconds between the two newest of them; 0 before the second."""
    same: int = 0
    """The number of pictures in a row identical to their predecessor."""
    same_s: float = 0.0
    """The time of the first of them."""
    brightness: float = 0.0
    """Mean of the newest picture, 0 to 255."""
    spread: float = 0.0
    """Standard deviation of the newest picture, 0 to 128."""
    width: int = 0
    height: int = 0
    """The height of the newest picture as delivered."""
    spoiled: int = 0
    """The number of undecodable contents in a row."""
    spoiled_s: float = 0.0
    """The time of the first of them."""
    cause: int = 0
    """Why the source failed to open: an index into ``CAUSES``."""
    lack: int = 0
    """What a finished recording lacks: an index into ``LACKS``."""
    lack_one: float = 0.0
    lack_other: float = 0.0
    """The parameters of ``lack``."""

    def entered(self, phase: Phase, now_s: float, cause: int = 0) -> CaptureHeartbeat:
        """This heartbeat in another phase. A reopened source has delivered nothing yet."""
        if phase is Phase.RUNNING:
            return CaptureHeartbeat(phase=phase, phase_s=now_s, spoiled=self.spoiled, spoiled_s=self.spoiled_s)
        return replace(self, phase=phase, phase_s=now_s, cause=cause)

    def saw(self, sample: PictureSample, is_same: bool, now_s: float) -> CaptureHeartbeat:
        """This heartbeat after a picture."""
        return replace(
            self,
            frames=self.frames + 1,
            interval_s=now_s - self.shown_s if self.frames else 0.0,
            shown_s=now_s,
            same=self.same + 1 if is_same else 0,
            same_s=self.same_s if is_same and self.same else now_s,
            brightness=sample.brightness,
            spread=sample.spread,
            width=sample.width,
            height=sample.height,
            spoiled=0,
            spoiled_s=0.0,
        )

    def spoilt(self, now_s: float) -> CaptureHeartbeat:
        """This heartbeat after undecodable content."""
        return replace(self, spoiled=self.spoiled + 1, spoiled_s=self.spoiled_s if self.spoiled else now_s)


@dataclass(frozen=True, slots=True)
class PictureSample:
    """The statistics of one picture that `trouble_detection` needs."""

    width: int
    height: int
    brightness: float
    spread: float
    digest: int
    """Equal for identical pictures; practically never for two from a real camera, whose noise differs."""

    @staticmethod
    def at(bgr: NDArray[np.uint8]) -> PictureSample:
        """The statistics of a BGR picture (height, width, 3), computed on a sparse sample of its pixels."""
        height, width = bgr.shape[:2]
        sparse = bgr[:: max(1, height // 64), :: max(1, width // 64)]
        rows = np.ascontiguousarray(bgr[:: max(1, height // 90)])
        return PictureSample(width, height, float(sparse.mean()), float(sparse.std()), hash(rows.tobytes()))


_FORMAT = struct.Struct("<" + "".join("d" if field.type == "float" else "q" for field in fields(CaptureHeartbeat)))
HEARTBEAT_BYTES = _FORMAT.size


def packed(heartbeat: CaptureHeartbeat) -> bytes:
    """Serialise ``heartbeat`` to ``HEARTBEAT_BYTES`` bytes."""
    return _FORMAT.pack(*astuple(heartbeat))


def unpacked(content: bytes) -> CaptureHeartbeat:
    """Deserialise the heartbeat packed in ``content``."""
    named = dict(zip((field.name for field in fields(CaptureHeartbeat)), _FORMAT.unpack(content), strict=True))
    return replace(CaptureHeartbeat(**named), phase=Phase(named["phase"]))
