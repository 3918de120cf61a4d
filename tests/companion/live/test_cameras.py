"""The cameras of a house: which are offered, which may be chosen, and which choice outlives a run of the program."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from companion.live import cameras
from companion.live.camera_settings import CameraMemory, Choice, ChosenCamera
from companion.live.cameras import SelectableCameras
from companion.refusal import TableRefused
from companion.server import server_process
from companion.view_models import LivePicture
from tests.vision.cameras.test_tls_cameras import camera
from vision.cameras import Source, Webcam, parse_source
from vision.table_plan.zones import TableZone

WEBCAMS = (Webcam(0, "Logitech C920"), Webcam(1, "Logitech C920"), Webcam(2, "Built-in"))
"""A webcam shows itself twice."""


@dataclass
class Looking:
    """What looks through a camera."""

    camera: Source
    memory: CameraMemory
    looked: list[str] = field(default_factory=list)

    jpeg: bytes = b""

    def picture(self, after: int, timeout_s: float) -> LivePicture | None:
        return LivePicture(1, self.jpeg) if self.jpeg else None

    def look_through(self, source: str) -> None:
        self.looked.append(source)
        self.camera = parse_source(source)


def house(
    folder: Path, named: str = "demo", *, has_demo: bool = True
) -> tuple[SelectableCameras, Looking, ChosenCamera]:
    """A house that began with the camera ``named``."""
    live = Looking(parse_source(named), CameraMemory(folder / "cameras.json"))
    chosen, began = ChosenCamera(folder / "camera.json"), Choice(named, "first run")
    demo = folder / "table.jpg" if has_demo else None
    return SelectableCameras(cast("Any", live), chosen, began, demo=demo, list_webcams=lambda: WEBCAMS), live, chosen


def offered(cameras: SelectableCameras) -> list[str]:
    """The sources; the one in use in brackets."""
    return [f"[{camera.source}]" if camera.is_in_use else camera.source for camera in cameras.view()]


@pytest.mark.parametrize(
    ("named", "has_demo", "sources"),
    [
        ("demo", True, ["2", "0", "phone", "[demo]"]),
        ("0", True, ["2", "[0]", "phone", "demo"]),
        ("1", False, ["2", "0", "phone", "[1]"]),
        ("http://192.168.0.20/video", True, ["2", "0", "phone", "demo", "[http://192.168.0.20/video]"]),
    ],
)
@pytest.mark.parametrize("simulated", [[], ["simulate"]], ids=["installed", "source code"])
def test_each_webcam_is_offered_once_and_what_the_command_named_always(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    simulated: list[str],
    named: str,
    has_demo: bool,
    sources: list[str],
):
    monkeypatch.setattr(cameras, "can_simulate", lambda: bool(simulated))
    found, _, _ = house(tmp_path, named, has_demo=has_demo)
    last = 3 + has_demo
    assert offered(found) == [*sources[:last], *simulated, *sources[last:]]


def test_the_one_in_use_shows_what_it_shows_anyway_and_none_but_the_offered_are_shown(tmp_path: Path):
    found, live, _ = house(tmp_path, "http://192.168.0.20/video")
    assert {camera.source: camera.is_shown for camera in found.view()}["http://192.168.0.20/video"] is False
    live.jpeg = b"the newest"
    assert {camera.source: camera.is_shown for camera in found.view()}["http://192.168.0.20/video"] is True
    assert found.thumbnail("http://192.168.0.20/video") == b"the newest"
    assert found.thumbnail("phone") == b""
    with pytest.raises(TableRefused) as refused:
        found.thumbnail("http://192.168.0.99/video")
    assert refused.value.status == 404


def test_what_is_chosen_is_looked_through_and_kept(tmp_path: Path):
    found, live, chosen = house(tmp_path)
    for source in ("0", "rtsp://192.168.0.20/live", "phone"):
        found.choose(source)
    assert live.looked == ["0", "rtsp://192.168.0.20/live", "phone"]
    assert found.kind == "phone"
    assert chosen.read() == Choice("phone", "first run")


@pytest.mark.parametrize("source", ["", "7", "/etc", "file:///etc/passwd", "no such camera", "http://", __file__])
def test_what_is_not_offered_is_refused_in_both_languages(tmp_path: Path, source: str):
    found, live, chosen = house(tmp_path)
    with pytest.raises(TableRefused) as refused:
        found.choose(source)
    assert refused.value.sentence("es") != refused.value.sentence("en")
    assert (live.looked, chosen.read()) == ([], None)


@pytest.mark.parametrize(
    ("taps", "turned"),
    [
        ([], ""),
        (["clockwise"], "90"),
        (["clockwise", "clockwise"], "180"),
        (["clockwise"] * 4, ""),
        (["mirrored"], "mirrored"),
        (["clockwise", "mirrored"], "270 mirrored"),
        (["mirrored", "clockwise", "mirrored"], "270"),
        (["clockwise", "mirrored", "upright"], ""),
    ],
    ids=str,
)
def test_pictures_are_turned_tap_by_tap_and_stay_so(tmp_path: Path, taps: list[str], turned: str):
    found, live, _ = house(tmp_path, "0")
    memory = CameraMemory(tmp_path / "cameras.json")
    memory.draw("0", ((TableZone.POZO, ((0.1, 0.1), (0.2, 0.1), (0.2, 0.2))),))
    for tap in taps:
        (in_use,) = [camera for camera in found.view() if camera.is_in_use]
        found.turn(dict(in_use.turns)[tap])
    assert str(CameraMemory(tmp_path / "cameras.json").of("0").turn) == turned
    assert live.looked == ["0"] * len(taps)
    assert bool(memory.of("0").outlines) is (not taps)  # what was drawn on a picture is void once it is turned


@pytest.mark.parametrize(
    ("before", "by", "after"), [("", 180, "180"), ("90", 180, "270"), ("270 mirrored", 180, "90 mirrored")]
)
def test_a_proposed_turn_is_added_to_the_one_in_use(tmp_path: Path, before: str, by: int, after: str):
    found, *_ = house(tmp_path, "0")
    found.turn(before)
    found.turn_by(by)
    assert str(CameraMemory(tmp_path / "cameras.json").of("0").turn) == after
    with pytest.raises(TableRefused):
        found.turn_by(45)


@pytest.mark.parametrize(("before", "after"), [("", "mirrored"), ("mirrored", ""), ("180", "180 mirrored")])
def test_the_picture_in_use_is_mirrored_as_was_proposed(tmp_path: Path, before: str, after: str):
    found, *_ = house(tmp_path, "0")
    found.turn(before)
    found.mirror()
    assert str(CameraMemory(tmp_path / "cameras.json").of("0").turn) == after


@pytest.mark.parametrize("turn", ["45", "90 90", "mirrored mirrored", "upside down", "-90", "x" * 5000])
def test_what_is_no_turn_is_refused_in_both_languages(tmp_path: Path, turn: str):
    found, live, _ = house(tmp_path, "0")
    with pytest.raises(TableRefused) as refused:
        found.turn(turn)
    assert refused.value.sentence("es") != refused.value.sentence("en")
    assert live.looked == []


def test_what_this_program_draws_is_not_turned(tmp_path: Path):
    found, _, _ = house(tmp_path, "demo")
    assert [camera.turns for camera in found.view() if camera.is_in_use] == [()]


@pytest.mark.parametrize(
    ("choice", "is_named", "run", "source"),
    [
        (None, False, "first", None),
        (Choice("phone", "first"), False, "later", "phone"),
        (Choice("phone", "first"), True, "first", "phone"),
        (Choice("phone", "first"), True, "later", None),
        (Choice("unplugged webcam", "first"), False, "later", None),
    ],
    ids=["no choice", "no command named one", "the same run begun anew", "a command named one", "it is gone"],
)
def test_a_choice_outlives_the_run_where_no_command_names_a_camera(
    choice: Choice | None, is_named: bool, run: str, source: str | None
):
    served = SimpleNamespace(is_camera_named=is_named, run=run)
    assert server_process._chosen(choice, cast("Any", served)) == source


@pytest.mark.parametrize("content", ["", "[]", '{"source": "0"}', "\x00"])
def test_a_file_that_says_nothing_is_no_choice(tmp_path: Path, content: str):
    path = tmp_path / "camera.json"
    path.write_text(content)
    assert ChosenCamera(path).read() is None


def test_the_certificate_of_a_camera_is_trusted_by_its_fingerprint(tmp_path: Path) -> None:
    with camera(tmp_path / "own", b"") as own:
        cameras, live, chosen = house(tmp_path, own.source())
        shown = cameras.certificate()
        assert (shown.fingerprint.replace(":", "").lower(), shown.is_other) == (own.fingerprint, False)
        cameras.trust(shown.fingerprint)
        assert live.looked == [own.source(pin=own.fingerprint)]
        assert chosen.read() == Choice(own.source(pin=own.fingerprint), "first run")
        assert not cameras.certificate().is_other
        cameras.trust("AB" * 32)
        assert cameras.certificate().is_other, "what it shows is another than what was trusted"


@pytest.mark.parametrize("source", ["demo", "http://127.0.0.1:9/video", "https://127.0.0.1:9/video"])
def test_what_shows_no_certificate_says_so(source: str, tmp_path: Path) -> None:
    with pytest.raises(TableRefused):
        house(tmp_path, source)[0].certificate()


def test_what_is_no_fingerprint_is_not_trusted(tmp_path: Path) -> None:
    cameras, live, _ = house(tmp_path, "https://127.0.0.1:9/video")
    with pytest.raises(TableRefused, match="64 cifras"):
        cameras.trust("whatever")
    assert live.looked == []
