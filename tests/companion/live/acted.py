"""A watcher that knows the hand beforehand, for the program that reads a table, and a film of nothing to watch."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import cv2
import numpy as np

from tests.companion.live.watched_match import played
from tests.companion.onlooker import FIX, ZONES, Onlooker
from vision.reading import Frame
from vision.recognition.set_profile import SetProfile
from vision.table_plan.zones import Zones
from vision.tracking.table_surface import SurfaceFix
from vision.tracking.tracked_table import TrackedTable
from vision.watching.frame_results import FrameResult, FrameState, SeenTable

KNOWING, DIRECTED = f"{__name__}:open_knowing", f"{__name__}:open_directed"
STATE_FILE = "BURAKO_TEST_STATE"
"""The environment variable that names the file with the state that a directed watcher sees."""
FRAMES = 4
"""Frames for each state of the hand."""
STATES = 7
"""States that are shown; the last for as long as anybody looks."""


class KnowingWatcher:
    """Sees the state of the hand that ``at`` says, and tells each once."""

    def seems_mirrored(self, *_: object) -> bool:
        """The picture is none of a mirror."""
        return False

    def __init__(self, at: Callable[[Frame], int]) -> None:
        self._at = at
        self.made = played()
        self.onlooker = Onlooker(self.made)
        self.fix: SurfaceFix | None = FIX
        self.zones: Zones | None = ZONES
        self.table = TrackedTable()
        self._told: int | None = None

    def __call__(self, frame: Frame) -> FrameResult:
        at = self._at(frame)
        seen: SeenTable | None = None
        if at != self._told:
            seen, self._told = self.onlooker.sees(at), at
        return FrameResult(index=frame.index, at_s=frame.captured_at_s, state=FrameState.STILL, seen=seen, frame=frame)

    def draw(self, zones: Zones | None) -> None:
        self.zones, self._told = zones or ZONES, None


def open_knowing(_profile: SetProfile | None) -> KnowingWatcher:
    """Sees the next state every few frames, as in a film."""
    return KnowingWatcher(lambda frame: min((frame.index - 1) // FRAMES, STATES - 1))


def open_directed(_profile: SetProfile | None) -> KnowingWatcher:
    """Sees the state that is written in a file, however often it is begun anew."""
    return KnowingWatcher(lambda _frame: int(Path(os.environ[STATE_FILE]).read_text() or 0))


class Snapshots(BaseHTTPRequestHandler):
    """A camera in the network: another picture each time."""

    def do_GET(self) -> None:
        noise = np.random.default_rng().integers(40, 220, (12, 16, 3)).astype(np.uint8)
        shot = bytes(cv2.imencode(".jpg", cv2.resize(noise, (640, 480)))[1])
        self.send_response(200)
        self.send_header("Content-Type", "image/jpeg")
        self.send_header("Content-Length", str(len(shot)))
        self.end_headers()
        self.wfile.write(shot)

    def log_message(self, *_: object) -> None:
        """Says nothing."""


@contextmanager
def network_camera() -> Iterator[str]:
    """The address of a camera meanwhile."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Snapshots)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/shot.jpg"
    server.shutdown()
    server.server_close()


def film(path: Path, seconds: float) -> Path:
    """A video of noise, ten pictures a second."""
    video = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (640, 480))
    rng = np.random.default_rng(0)
    for _ in range(round(10 * seconds)):
        video.write(cv2.resize(rng.integers(40, 220, (12, 16, 3)).astype(np.uint8), (640, 480)))
    video.release()
    return path


def last_melds() -> list[str]:
    """What lies on the table at the end of the film, in the notation of the pages."""
    return [" ".join(str(placed.tile) for placed in meld.row) for meld in played().states[STATES - 1].melds]
