"""A camera that shows nothing tells so in the terminal, and is not waited for without end; so does a film."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion import bootstrap
from companion.cli.camera_monitor import CameraMonitor
from tests.companion.conftest import Outcome
from tests.companion.knowing_watcher import KnowingWatcher, filmed
from vision.cameras import CameraHealth, CameraState, CameraTrouble, open_recording, parse_source

Burako = Callable[..., Outcome]
OPENING, SEEING = (CameraHealth(state=state, source="0") for state in (CameraState.OPENING, CameraState.SEEING))
ABSENT, SILENT, FROZEN, BLACK = (
    CameraHealth(
        state=CameraState.LOST if trouble.loses_pictures else CameraState.IMPAIRED, source="0", trouble=trouble
    )
    for trouble in (CameraTrouble.UNOPENED, CameraTrouble.SILENT, CameraTrouble.FROZEN, CameraTrouble.BLACK)
)
NO, GIVES_UP = False, True
WATCHED = {
    # what is seen at which second, whether it is live, what is said, and whether the camera is given up at the end
    "well": ([(0, OPENING), (1, SEEING), (99, SEEING)], True, [], NO),
    "absent": ([(0, OPENING), (3, ABSENT), (9, ABSENT)], True, ["No se puede abrir"], NO),
    "absent too long": ([(0, OPENING), (3, ABSENT), (31, ABSENT)], True, ["No se puede abrir"], GIVES_UP),
    "comes after all": ([(3, ABSENT), (29, SEEING), (58, ABSENT)], True,
                        ["No se puede abrir", "anda bien", "No se puede abrir"], NO),
    "stalls": ([(0, SEEING), (40, SILENT), (71, SILENT)], True, ["no manda imágenes"], GIVES_UP),
    "stands still": ([(0, SEEING), (40, FROZEN), (71, FROZEN)], True, ["congelada"], GIVES_UP),
    "is dark": ([(0, SEEING), (40, BLACK), (99, BLACK)], True, ["no muestra nada"], NO),
    "another trouble": ([(1, ABSENT), (2, SILENT)], True, ["No se puede abrir", "no manda"], NO),
    "a film is dark now and then": ([(0, BLACK), (1, SEEING), (99, BLACK)], False, ["no muestra", "anda bien"], NO),
}  # fmt: skip


@pytest.mark.parametrize("name", WATCHED)
def test_a_camera_is_told_of_and_given_up(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    seen, is_live, said, wanted = WATCHED[name]
    now = [0.0]
    monitor, gives_up = CameraMonitor("es", 30.0, lambda: now[0]), False
    for second, health in seen:
        now[0] = second
        gives_up = monitor.report(health, is_live=is_live)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == len(said), lines
    assert all(part in line for part, line in zip(said, lines, strict=True))
    assert gives_up == wanted


def test_nobody_gives_up_who_waits_for_ever() -> None:
    monitor = CameraMonitor("en", 0.0, iter((0.0, 1e6, 2e6)).__next__)
    assert not monitor.report(ABSENT, is_live=True)


@pytest.mark.parametrize(
    ("source", "says"),
    [
        ("http://127.0.0.1:9/video", "no contesta"),
        ("97", "No hay ninguna cámara «97»"),
        ("phone", "desde su navegador"),
    ],
)
def test_what_shows_nothing_ends_with_a_reason(burako: Burako, source: str, says: str) -> None:
    outcome = burako("watch", source, "--wait", "1.5", "--lang", "es")
    assert outcome.status == 2
    assert sum(says in line for line in outcome.complaints) == 1, "the reason is told once"
    assert outcome.out == ""


def written(path: Path, pictures: int) -> Path:
    """A film of noise in which no tile lies."""
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), 10, (640, 480))
    rng = np.random.default_rng(0)
    for _ in range(pictures):
        writer.write(cv2.resize(rng.integers(40, 220, (12, 16, 3)).astype(np.uint8), (640, 480)))
    writer.release()
    return path


def test_a_film_without_a_tile_has_no_score(burako: Burako, tmp_path: Path) -> None:
    outcome = burako("watch", written(tmp_path / "cat.avi", 8), "--lang", "es")
    assert (outcome.status, outcome.out) == (2, "")
    assert "«cat.avi» no se vio ninguna ficha: no hay tanteo" in outcome.complaints[-1]


def test_what_a_film_lacks_makes_its_score_provisional(
    burako: Burako, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    truth, made = filmed(tmp_path)
    monkeypatch.setattr(bootstrap, "open_watchers", lambda *_: lambda: KnowingWatcher(made))
    film = truth.with_suffix(".avi")
    camera = open_recording(parse_source(str(film)))
    monkeypatch.setattr(type(camera._recording), "lasts_s", 3600.0)
    said = burako("watch", film, "--players", "2", "--lang", "es").out
    assert "«film.avi» dice que dura 60:00" in said
    assert "El tanteo es de lo que se vio" in said
    outcome = burako("watch", film, "--players", "2", "--lang", "en", "--json").out.splitlines()[-1]
    assert '"provisional": true' in outcome
    assert '"code": "film_cut_short"' in outcome
    refused = burako("evaluate-sitting", truth, "--lang", "es", "--json")
    assert refused.status == 2
    assert "dice que dura 60:00" in refused.complaints[-1]
