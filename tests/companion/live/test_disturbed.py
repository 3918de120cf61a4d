"""A camera that is bumped, turned or left in the dark: outlines lie on their tiles again soon, or people are asked; and
nobody is told to have moved meanwhile."""

from __future__ import annotations

import time
from collections.abc import Iterator
from urllib.request import urlopen

import cv2
import numpy as np
import pytest

from companion.evaluation.film_truth import load_true_film
from datasets.synthetic_videos.generate import HandVideoSpec, write
from tests.companion.live.delay import table_of
from tests.companion.live.disturbing import AS_BEFORE, DISTURBANCES, F64, U8, Disturbance, DisturbedCamera
from tests.companion.live.serving import Table, until
from tests.companion.running import WITH_THE_EYE, Running
from tests.torture.figures import Record, figure

AGAIN_S, SEEN_S, CALM_S = 3.0, 0.5, 6.0
OFF_SHARE, MOST_MISSING = 0.1, 0.1
"""So far of a tile's height an outline may lie beside it, and so many tiles may lack one."""
BLIND = ("trouble", "unseen", "opening")


class Watched:
    """A match that followed a film to its end, under a camera that can be disturbed."""

    def __init__(self, camera: DisturbedCamera, table: Table) -> None:
        self.camera, self.table = camera, table
        self.usual = {"", self.view()["notice"], self.view()["asks_layout"]}
        """What is said of the film's table as it is."""
        self.places, self.height = self._seen(self.view())

    def view(self) -> dict:
        return self.table.running.json("GET", "/api/camera")

    def told(self) -> int:
        """How much was told of the match."""
        return int(self.table.shown["revision"])

    def asks(self) -> bool:
        """Whether people are told that something is wrong, or asked."""
        view = self.view()
        return view["state"] in BLIND or not {view["notice"], view["asks_layout"]} <= self.usual

    def is_locked(self, now: Disturbance, before: Disturbance = AS_BEFORE) -> bool:
        """Whether each tile is outlined where it lies in the picture that is shown, which may be laid back to how the
        camera stood before, as long as that may be a sway."""
        shown, view = self._picture(), self.view()
        if view["state"] != "still" or shown is None:
            return False
        lies = min((now, before), key=lambda pose: _difference(pose.of(self.camera.rest), shown))
        found, _ = self._seen(view)
        expected = lies.places(self.places)
        if not len(found):
            return False
        off_px = np.linalg.norm(expected[:, None] - found[None], axis=2).min(axis=1)
        scale = np.sqrt(abs(np.linalg.det(lies.moved[:, :2])))
        return bool((off_px > OFF_SHARE * self.height * scale).mean() <= MOST_MISSING)

    def settles(self, now: Disturbance) -> tuple[float, str]:
        """How long it takes until tiles are outlined where they lie now, or people are asked, and which of both."""
        before, self.camera.now, began_s = self.camera.now, now, time.monotonic()
        time.sleep(SEEN_S)
        until(lambda: self.is_locked(now, before) or self.asks())
        took_s, how = time.monotonic() - began_s, "people are asked" if self.asks() else "outlined"
        time.sleep(CALM_S)
        return took_s, how

    def _picture(self) -> U8 | None:
        with urlopen(f"http://127.0.0.1:{self.table.running.port}/api/camera/picture?after=0", timeout=10) as answer:
            jpeg = answer.read()
        return np.asarray(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)) if jpeg else None

    @staticmethod
    def _seen(view: dict) -> tuple[F64, float]:
        """The middles of the tiles (n, 2), and how high most of them are."""
        tiles = (view["score"] or {"tiles": ()})["tiles"]
        corners = np.array([tile["corners"] for tile in tiles], float).reshape(-1, 4, 2)
        heights = np.linalg.norm(corners[:, 0] - corners[:, 3], axis=1)
        return corners.mean(axis=1), float(np.median(heights)) if len(heights) else 1.0


def _difference(one: U8, other: U8) -> float:
    """How much two pictures differ; without end where they are of other sizes."""
    return float(cv2.absdiff(one, other).mean()) if one.shape == other.shape else np.inf


@pytest.fixture(scope="module")
def watched(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Watched]:
    folder = tmp_path_factory.mktemp("disturbed")
    sitting = load_true_film(write(folder, HandVideoSpec(seed=3, stop_after=14), "mjpg"))
    camera = DisturbedCamera(sitting, sitting.tables[-1].frame + 20)
    camera.plug_in()
    running = Running("--camera", camera.address, folder=folder / "kept", code=WITH_THE_EYE)
    try:
        table = table_of(running, sitting)
        table.is_followed()
        until(lambda: running.json("GET", "/api/camera")["state"] == "still")
        camera.begun_s = time.monotonic()
        until(lambda: camera.is_over, 120)
        time.sleep(CALM_S)
        yield Watched(camera, table)
    finally:
        running.stop()
        camera.unplug()


@pytest.mark.slow
@pytest.mark.timeout(400)
@pytest.mark.parametrize("disturbance", DISTURBANCES, ids=lambda disturbance: disturbance.name)
def test_it_locks_again_or_asks(watched: Watched, disturbance: Disturbance, record_property: Record):
    until(lambda: watched.is_locked(AS_BEFORE) and not watched.asks())
    told = watched.told()
    took_s, how = watched.settles(disturbance)
    back_s, _ = watched.settles(AS_BEFORE)
    more = watched.told() - told
    said = f"{disturbance.name}: {how} in {took_s:.1f} s and as before in {back_s:.1f} s"
    is_reached = max(took_s, back_s) <= AGAIN_S and not more
    figure(record_property, "C6", f"{said}{f', {more} entries told' if more else ''}", is_reached=is_reached)
    assert not more, "nobody is told to have moved"
    assert is_reached, said
