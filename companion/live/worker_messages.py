"""Messages between worker process and server, sent over two pipes."""

from __future__ import annotations

import pickle
import struct
from dataclasses import dataclass
from typing import IO

from vision.cameras import CameraHealth
from vision.cameras.picture_rotation import UPRIGHT, PictureRotation
from vision.recognition.set_profile import SetProfile
from vision.table_plan.plan_tracking import PlanOrigin
from vision.table_plan.zones import TableZone
from vision.watching.camera_fitness import Fitness
from vision.watching.frame_results import FrameResult
from vision.watching.second_camera import SecondReport

Fraction = tuple[float, float]
"""A place in the picture: parts of its width and height."""
Outlines = tuple[tuple[TableZone, tuple[Fraction, ...]], ...]
"""The zones as drawn on the picture."""
_LENGTH = struct.Struct("<I")


@dataclass(frozen=True, slots=True)
class ReportedPlan:
    """The table layout, and its zones in the picture."""

    origin: PlanOrigin
    is_sure: bool
    order: str
    """The zones of its middle from left to right, such as ``muertos mazo pozo``."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WatchTable:
    """The command to watch a table: the camera and its settings."""

    source: str
    """The source in the format of ``--camera``."""
    demo: str = ""
    """The film of the demo."""
    set_profile: SetProfile | None = None
    turn: PictureRotation = UPRIGHT
    """How its pictures are turned first."""
    second: str = ""
    """Another camera over the same table; empty where there is none."""
    second_turn: PictureRotation = UPRIGHT
    """How the pictures of that one are turned first."""
    outlines: Outlines = ()
    """The zones that were drawn; they are found where there are none."""
    is_filmed: bool = False
    """Whether pictures are sent for the film."""
    watcher: str = "companion.bootstrap:open_watcher"
    """The module and function that open what watches the table."""


@dataclass(frozen=True, slots=True)
class ShowPictures:
    """A viewer is present: each report of the next seconds includes its picture."""

    seconds: float


@dataclass(frozen=True, slots=True)
class SetZones:
    """Other zones; none has them detected again."""

    outlines: Outlines


@dataclass(frozen=True, slots=True)
class PushPicture:
    """A phone's picture, as the bytes of a file."""

    picture: bytes
    stays: bool = False
    """Whether it is a photograph that is used until the next."""


@dataclass(frozen=True, slots=True)
class FilmTable:
    """Start or stop sending pictures to be kept as film."""

    is_on: bool


Command = ShowPictures | SetZones | PushPicture | FilmTable


@dataclass(frozen=True, slots=True)
class FilmedPicture:
    """A picture to be kept as film, as a JPEG."""

    jpeg: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class FrameReport:
    """The result for one frame, or the note that none came for a while."""

    watched: FrameResult
    """Without the frame."""
    health: CameraHealth
    picture: bytes = b""
    """The frame as a JPEG, where it is viewed or the table is reported."""
    outlines: Outlines = ()
    """The zones in the picture; sent with the table."""
    plan: ReportedPlan | None = None
    """The layout of the table; sent with the table."""
    model: str = ""
    """The version of the networks that read it, and of the set of tiles that they were taught."""
    fitness: Fitness | None = None
    """The fitness of camera, position and light; sent from time to time."""
    second: SecondReport | None = None
    """How a second camera is doing; None where there is none."""


@dataclass(frozen=True, slots=True)
class HeartbeatReport:
    """A heartbeat between reports."""

    worked_s: float
    """The processor seconds used since the start: a worker without reports that works is only slow."""


def send(pipe: IO[bytes], value: object) -> None:
    """Write one value. Raises OSError where the reader is gone."""
    content = pickle.dumps(value, pickle.HIGHEST_PROTOCOL)
    pipe.write(_LENGTH.pack(len(content)) + content)
    pipe.flush()


def receive(pipe: IO[bytes]) -> object | None:
    """The next value from the other process; None where it is gone."""
    head = pipe.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    size = _LENGTH.unpack(head)[0]
    content = pipe.read(size)
    return None if len(content) < size else pickle.loads(content)
