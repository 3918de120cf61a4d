"""After the machine stood still only what the camera shows now is read, not what had piled up meanwhile."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest

from tests.companion.live.numbered import NOTES, NOTING, NumberedCamera
from tests.companion.live.serving import PROGRAM, Table, until
from tests.companion.running import Running
from tests.torture.figures import Record, figure

pytestmark = pytest.mark.skipif(os.name != "posix", reason="needs SIGSTOP")
STALLS, AFTER_S, AGE_S = 5, 3.0, 0.3


@pytest.fixture
def camera() -> Iterator[NumberedCamera]:
    camera = NumberedCamera()
    camera.plug_in()
    yield camera
    camera.unplug()


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "notes"
    path.touch()
    monkeypatch.setenv(NOTES, str(path))
    return path


@pytest.fixture
def table(camera: NumberedCamera, notes: Path, tmp_path: Path) -> Iterator[Table]:
    """A match that follows the camera."""
    running = Running("--camera", camera.address, folder=tmp_path / "kept", code=PROGRAM.format(watcher=NOTING))
    try:
        table = Table(running)
        table.is_followed()
        until(lambda: notes.stat().st_size)
        yield table
    finally:
        running.stop()


def looked_at(notes: Path, since_s: float) -> list[tuple[int, float]]:
    """The frames that were looked at since then: number, and when."""
    lines = [line.split() for line in notes.read_text().splitlines()]
    return [(int(number), float(at)) for number, at in lines if float(at) >= since_s]


def stalls(table: Table, seconds: float) -> float:
    """Stops every process of the program for so long; when they went on."""
    group = os.getpgid(table.running.program.pid)
    os.killpg(group, signal.SIGSTOP)
    sleep(seconds)
    gone_on_s = monotonic()
    os.killpg(group, signal.SIGCONT)
    return gone_on_s


def ages_after(notes: Path, camera: NumberedCamera, gone_on_s: float) -> list[float]:
    """How old each frame was that was looked at since then, once some were."""
    until(lambda: looked_at(notes, gone_on_s))
    sleep(AFTER_S)
    return [at - camera.sent_s[number] for number, at in looked_at(notes, gone_on_s)]


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("stall_s", [2.0, 10.0])
def test_what_piled_up_is_not_read(
    table: Table, camera: NumberedCamera, notes: Path, stall_s: float, record_property: Record
):
    firsts, worst = [], []
    for _ in range(STALLS):
        sleep(AFTER_S)
        ages = ages_after(notes, camera, stalls(table, stall_s))
        firsts.append(ages[0])
        worst.append(max(ages))
    said = f"after {STALLS} stalls of {stall_s:.0f} s the first picture {1000 * max(firsts):.0f} ms old at most"
    figure(record_property, "C3", f"{said}, of the next {AFTER_S:.0f} s none over {1000 * max(worst):.0f} ms")
    assert max(firsts) <= AGE_S
    assert max(worst) <= AGE_S
