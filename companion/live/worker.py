"""The worker process of a table: reads the camera and the table, decoupled from the pages.

It is started by `companion.live.supervisor`, which writes a `WatchTable` to its standard input and keeps that open:
when that closes, the parent is gone, and the process ends.
"""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from importlib import import_module
from pathlib import Path
from threading import Event, Lock, Thread
from time import monotonic, process_time, sleep
from typing import IO

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.live.film_frames import FilmCadence
from companion.live.worker_messages import (
    FilmedPicture,
    FilmTable,
    FrameReport,
    HeartbeatReport,
    Outlines,
    PushPicture,
    ReportedPlan,
    SetZones,
    ShowPictures,
    WatchTable,
    receive,
    send,
)
from vision.cameras import UPRIGHT, Camera, PictureRotation, PushCamera, open_camera, parse_source
from vision.errors import BadImage, BadZones, VisionError
from vision.networks.manifest import networks_version
from vision.networks.memory import give_back
from vision.recognition.set_profile import SetProfile
from vision.table_plan.zones import TableZone, Zones, zones_of
from vision.tracking.stabilisation import stabilised
from vision.tracking.table_surface import SurfaceFix
from vision.watching.camera_fitness_monitor import FitGauge
from vision.watching.frame_results import FrameResult, FrameState, SeenTable
from vision.watching.frames import watch_frames
from vision.watching.second_camera import SecondCamera, SecondReport, SecondState
from vision.watching.watcher import TableWatcher

_GIVE_BACK_S = 60.0
"""How often freed memory goes back to the system, while the table rests."""
REPORT_EVERY_S = 0.4
"""The interval of reports without a new frame, in seconds."""
JPEG_QUALITY = 82
_MIDDLE = (TableZone.MUERTOS, TableZone.MAZO, TableZone.POZO)
OpenWatcher = Callable[[SetProfile | None], TableWatcher]
Size = tuple[int, int]


class CameraWorker:
    """Reads a table and reports each frame."""

    def __init__(self, camera: Camera, watcher: TableWatcher, tells: Callable[[FrameReport | FilmedPicture], None],
                 own_set: SetProfile | None = None, turn: PictureRotation = UPRIGHT) -> None:  # fmt: skip
        """``own_set`` is the tile set of ``watcher``; pictures are rotated before it sees them."""
        self._camera, self._watcher, self._tells, self._turn = camera, watcher, tells, turn
        self._phone = camera if isinstance(camera, PushCamera) else None
        """What is sent a phone's pictures: this camera or the second."""
        self._gauge = FitGauge(watcher.seems_mirrored)
        self._cadence: FilmCadence | None = None
        self._to_draw: Outlines | None = None
        self._told: FrameResult | None = None
        """What was reported last."""
        self._shows_until_s = 0.0
        self._gave_back_s = monotonic()
        self._second: Callable[[], SecondReport | None] = lambda: None
        """How a second camera is doing."""
        self._model = (networks_version() or "?") + (f"+{own_set.version}" if own_set else "")

    def add_second_camera(self, second: SecondCamera | None) -> None:
        """Add a second camera; None for one that could not be opened."""
        self._watcher.beside = second
        if second and isinstance(second.camera, PushCamera):
            self._phone = second.camera
        self._second = lambda: second.report if second else SecondReport(state=SecondState.ABSENT)

    def obey(self, command: object) -> None:
        """Execute a command, from any thread."""
        match command:
            case ShowPictures(seconds=seconds):
                self._shows_until_s = monotonic() + seconds
            case SetZones(outlines=outlines):
                self._to_draw = outlines
            case FilmTable(is_on=is_on):
                self._cadence = FilmCadence() if is_on else None
            case PushPicture(picture=picture, stays=stays) if self._phone:
                with suppress(BadImage):  # the health of the camera tells
                    (self._phone.show if stays else self._phone.push)(picture)

    def run(self) -> None:
        """Report frame after frame; after the last of a recording, repeatedly that it is over."""
        for frame in watch_frames(self._camera, self._watcher, REPORT_EVERY_S, self._turn):
            if self._is_news(frame):
                self._tells(self._report(frame))
                self._told = frame
            self._draw(frame)
            if (cadence := self._cadence) and (jpeg := cadence(frame)):
                self._tells(FilmedPicture(jpeg))
            if frame.state is FrameState.STILL and monotonic() >= self._gave_back_s + _GIVE_BACK_S:
                self._gave_back_s = monotonic()
                give_back()
        while True:
            self._tells(FrameReport(watched=_nothing(), health=self._camera.health()))
            sleep(REPORT_EVERY_S)

    def _is_news(self, watched: FrameResult) -> bool:
        """Whether a frame is reported: of mere repetitions only one from time to time."""
        reported, frame = self._told, watched.frame
        if reported is None or frame is None or not frame.is_repeat or monotonic() < self._shows_until_s:
            return True
        is_same = (
            watched.seen is None
            and watched.shifted is None
            and watched.reached_from is None
            and not watched.hands
            and watched.state is reported.state
        )
        return not is_same or watched.at_s >= reported.at_s + REPORT_EVERY_S

    def _report(self, watched: FrameResult) -> FrameReport:
        seen = watched.seen or watched.shifted
        is_wanted = seen is not None or monotonic() < self._shows_until_s
        return FrameReport(
            watched=replace(watched, frame=None),
            health=self._camera.health(),
            picture=encoded(stabilised(watched.frame.bgr, watched.picture_from_table))
            if is_wanted and watched.frame
            else b"",
            outlines=() if seen is None else shares_of(seen),
            plan=None if seen is None else reported_plan(seen),
            model=self._model,
            fitness=self._gauge(watched, self._watcher.table),
            second=self._second(),
        )

    def _draw(self, watched: FrameResult) -> None:
        """Apply requested zones as soon as the table's surface is known."""
        outlines, fix = self._to_draw, self._watcher.fix
        if outlines is None or watched.frame is None or (outlines and fix is None):
            return
        self._to_draw = None
        with suppress(BadZones):  # the table lies so slanted that its corners are beyond it
            height, width = watched.frame.bgr.shape[:2]
            self._watcher.draw(zones_on(outlines, fix, (width, height)) if outlines and fix else None)


def _nothing() -> FrameResult:
    """The report that nothing is visible any more."""
    return FrameResult(index=0, at_s=monotonic(), state=FrameState.UNSEEN)


def zones_on(outlines: Outlines, fix: SurfaceFix, size_px: Size) -> Zones:
    """The zones given in fractions of a picture of this width and height. Raises BadZones."""
    corners = {zone: fix.on_table(np.array(shares) * size_px) for zone, shares in outlines}
    return zones_of({zone: [(float(x), float(y)) for x, y in points] for zone, points in corners.items()})


def shares_of(table: SeenTable) -> Outlines:
    """The zones in fractions of the picture from which a table was reported."""
    polygons = table.plan.zones.polygons if table.plan else ()
    shares = ((zone, table.fix.in_picture(corners) / table.size_px) for zone, corners in polygons)
    return tuple((zone, tuple((round(float(x), 4), round(float(y), 4)) for x, y in points)) for zone, points in shares)


def reported_plan(table: SeenTable) -> ReportedPlan | None:
    """The layout of a table as a report."""
    if table.plan is None:
        return None
    middles = {zone: np.mean(table.fix.in_picture(corners), axis=0)[0] for zone, corners in table.plan.zones.polygons}
    order = sorted((zone for zone in _MIDDLE if zone in middles), key=lambda zone: middles[zone])
    return ReportedPlan(table.plan.origin, table.plan.is_sure, " ".join(order))


def encoded(bgr: NDArray[np.uint8]) -> bytes:
    """The picture (height, width, 3) as a JPEG."""
    return bytes(cv2.imencode(".jpg", bgr, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1])


def _obeys_and_ends(worker: CameraWorker, orders: IO[bytes]) -> None:
    """Execute commands until the input closes."""
    while (command := receive(orders)) is not None:
        worker.obey(command)
    os._exit(0)


def _beats(tells: Callable[[object], None]) -> None:
    """Send heartbeats with the work done, until the reader is gone."""
    with suppress(BrokenPipeError):
        while True:
            tells(HeartbeatReport(process_time()))
            sleep(REPORT_EVERY_S)


def _report_health(camera: Camera, tells: Callable[[object], None], is_ready: Event) -> None:
    """Report the camera's health while the networks are loading, which takes seconds."""
    with suppress(BrokenPipeError):
        while not is_ready.wait(REPORT_EVERY_S):
            tells(FrameReport(watched=_nothing(), health=camera.health()))


class _SharedPipe:
    """A pipe shared by several threads, one message at a time."""

    def __init__(self, pipe: IO[bytes]) -> None:
        self._pipe, self._lock = pipe, Lock()

    def __call__(self, value: object) -> None:
        with self._lock:
            send(self._pipe, value)


def _opened(place: str) -> OpenWatcher:
    """The function named by ``module:function``."""
    module, _, function = place.partition(":")
    opener: OpenWatcher = getattr(import_module(module), function)
    return opener


def _second(order: WatchTable) -> SecondCamera | None:
    """The second camera of an order; None where it cannot be opened, as when it was unplugged."""
    try:
        camera = open_camera(parse_source(order.second))
    except (VisionError, OSError):
        return None
    return SecondCamera(camera, partial(_opened(order.watcher), order.set_profile), order.second_turn)


def main() -> None:
    """Read the order from standard input and write reports to standard output, which nothing else may use."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    tells = _SharedPipe(os.fdopen(os.dup(sys.stdout.fileno()), "wb"))
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    orders = sys.stdin.buffer
    order = receive(orders)
    if not isinstance(order, WatchTable):
        return
    Thread(target=_beats, args=(tells,), daemon=True).start()
    camera = open_camera(parse_source(order.source), Path(order.demo) if order.demo else None)
    is_ready = Event()
    Thread(target=_report_health, args=(camera, tells, is_ready), daemon=True).start()
    watcher = _opened(order.watcher)(order.set_profile)
    is_ready.set()
    worker = CameraWorker(camera, watcher, tells, order.set_profile, order.turn)
    if order.second:
        worker.add_second_camera(_second(order))
    if order.outlines:
        worker.obey(SetZones(order.outlines))
    worker.obey(FilmTable(order.is_filmed))
    Thread(target=_obeys_and_ends, args=(worker, orders), daemon=True).start()
    with suppress(BrokenPipeError):
        worker.run()
    os._exit(0)


if __name__ == "__main__":
    main()
