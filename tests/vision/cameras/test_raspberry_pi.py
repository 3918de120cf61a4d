"""A Raspberry Pi's camera, played by a library that is not the real one."""

from __future__ import annotations

import sys
from types import ModuleType

import numpy as np
import pytest

from vision.cameras.capture_command import CaptureOptions
from vision.cameras.open_grabber import open_grabber
from vision.cameras.sources import PI_LIBRARY, Source, SourceKind, parse_source
from vision.errors import CameraLost

ORDER = CaptureOptions(source=Source(SourceKind.PICAMERA, SourceKind.PICAMERA), size_px=(64, 48), fps=5)


class Camera:
    """What the library's camera does; ``trouble`` is raised at one of its steps."""

    trouble: tuple[str, Exception] | None = None
    steps: list[str]

    def __init__(self) -> None:
        self.steps = type(self).steps = []
        self._at("open")

    def create_video_configuration(self, main: dict, controls: dict) -> tuple:
        """The wanted pictures."""
        return (main["size"], main["format"], controls["FrameRate"])

    def configure(self, wanted: tuple) -> None:
        """Takes the wanted pictures."""
        assert wanted == ((64, 48), "RGB888", 5)

    def start(self) -> None:
        """Begins."""
        self._at("start")

    def capture_array(self, stream: str) -> np.ndarray:
        """A picture with a channel too many, as some formats have."""
        self._at("capture")
        return np.full((48, 64, 4), 7, np.uint8)

    def stop(self) -> None:
        """Ends."""
        self._at("stop")

    def close(self) -> None:
        """Lets go."""
        self._at("close")

    def _at(self, step: str) -> None:
        self.steps.append(step)
        if self.trouble and self.trouble[0] == step:
            raise self.trouble[1]


@pytest.fixture
def camera(monkeypatch: pytest.MonkeyPatch) -> type[Camera]:
    """The library, with a camera of its own for each test."""
    library = ModuleType(PI_LIBRARY)
    library.__spec__ = type(sys.__spec__)(PI_LIBRARY, None)
    library.Picamera2 = type("Picamera2", (Camera,), {})
    monkeypatch.setitem(sys.modules, PI_LIBRARY, library)
    return library.Picamera2


def test_pictures_come_until_it_is_closed(camera: type[Camera]) -> None:
    assert parse_source("Picamera") == ORDER.source
    grabber = open_grabber(ORDER)
    picture = grabber.read(None)
    grabber.close()
    assert picture is not None
    assert (picture.shape, picture.dtype, int(picture.max())) == ((48, 64, 3), np.uint8, 7)
    assert camera.steps == ["open", "start", "capture", "stop", "close"]


@pytest.mark.parametrize("trouble", [("open", IndexError()), ("start", RuntimeError("in use"))], ids=["none", "taken"])
def test_a_camera_that_cannot_be_opened_is_lost(camera: type[Camera], trouble: tuple[str, Exception]) -> None:
    camera.trouble = trouble
    with pytest.raises(CameraLost) as lost:
        open_grabber(ORDER)
    assert lost.value.code == "picamera_unopened"


def test_a_camera_that_breaks_off_is_lost(camera: type[Camera]) -> None:
    camera.trouble = ("capture", RuntimeError())
    with pytest.raises(CameraLost) as lost:
        open_grabber(ORDER).read(None)
    assert lost.value.code == "picamera_silent"


def test_without_the_library_it_cannot_be_opened() -> None:
    with pytest.raises(CameraLost):
        open_grabber(ORDER)
