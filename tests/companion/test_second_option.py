"""``burako watch --second``: two cameras that may stand together, and what is told of the second."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from companion.cli.second_camera import SecondCameraReporter
from tests.companion.conftest import Outcome
from tests.companion.knowing_watcher import filmed
from vision.watching.second_camera import SecondReport, SecondState

Burako = Callable[..., Outcome]
FITS = SecondReport(state=SecondState.FITS, common=12, filled=1)


@dataclass
class Told:
    """A second camera that is doing as it is told."""

    reports: list[SecondReport] = field(default_factory=list)

    @property
    def report(self) -> SecondReport:
        return self.reports.pop(0)


@pytest.mark.parametrize(
    ("second", "says"),
    [
        ("film.avi", "ya es la primera cámara"),
        ("demo", "se ven con una sola cámara"),
        ("http://192.168.0.7/video", "no van juntas"),
        ("phone", "no van juntas"),
        ("nada.mp4", "nada.mp4"),
    ],
)
def test_a_camera_that_cannot_stand_beside_the_first_is_refused_in_a_sentence(
    burako: Burako, tmp_path: Path, second: str, says: str
) -> None:
    filmed(tmp_path)
    wanted = str(tmp_path / second) if second.endswith((".avi", ".mp4")) else second
    outcome = burako("watch", str(tmp_path / "film.avi"), "--second", wanted, "--lang", "es")
    assert outcome.status == 2
    assert says in outcome.complaints[-1]


@pytest.mark.parametrize(
    ("camera", "second", "says"),
    [
        ("0", "0", "ya es la primera cámara"),
        ("phone", "phone", "ya es la primera cámara, y se usa uno solo"),
        ("demo", "0", "se ven con una sola cámara"),
        ("demo", "phone", "se ven con una sola cámara"),
        ("demo", "demo", "se ven con una sola cámara"),
        ("simulate", "phone", "se ven con una sola cámara"),
        ("0", "demo", "se ven con una sola cámara"),
        ("0", "film.avi", "no van juntas"),
        ("0", "nada.mp4", "nada.mp4"),
    ],
)
def test_the_pages_are_not_served_with_a_second_that_cannot_stand_beside_the_first(
    burako: Burako, tmp_path: Path, camera: str, second: str, says: str
) -> None:
    filmed(tmp_path)
    wanted = str(tmp_path / second) if second.endswith((".avi", ".mp4")) else second
    outcome = burako("serve", "--camera", camera, "--second", wanted, "--port", "0", "--lang", "es")
    assert outcome.status == 2
    assert says in outcome.complaints[-1]


def test_how_it_is_doing_is_told_when_that_changes_and_at_the_end(capsys: pytest.CaptureFixture[str]) -> None:
    apart, gone = (SecondReport(state=state) for state in (SecondState.APART, SecondState.ABSENT))
    camera = Told([apart, apart, FITS, FITS, gone])
    teller = SecondCameraReporter(camera, "es", in_json=True)  # type: ignore[arg-type]
    for frame in range(5):
        teller.take(frame)
    teller.finish(5)
    printed = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [(event["event"], event["state"], event["frame"]) for event in printed] == [
        ("second", "apart", 0), ("second", "fits", 2), ("second", "absent", 4), ("second", "fits", 5)]  # fmt: skip
    assert printed[1]["filled"] == 1


def test_without_one_nothing_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    teller = SecondCameraReporter(None, "es", in_json=False)
    teller.take(1)
    teller.finish(2)
    assert capsys.readouterr() == ("", "")
