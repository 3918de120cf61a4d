"""A small picture of each camera: what may be opened for a moment is, once in a while, and let go of again."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.live import thumbnails
from companion.live.thumbnails import Thumbnails
from vision.cameras import CameraHealth, CameraState, Source, parse_source
from vision.errors import CameraLost
from vision.reading import Frame


@dataclass
class Opened:
    """A camera that shows one picture, or nothing in time."""

    shows: bool = True
    is_closed: bool = False

    def newest(self, after: int = 0, wait_s: float = 0.0) -> Frame | None:
        return Frame(np.full((720, 1280, 3), 90, np.uint8), 1, 0.0) if self.shows else None

    def health(self) -> CameraHealth:
        return CameraHealth(CameraState.OPENING)

    def close(self) -> None:
        self.is_closed = True


@dataclass
class Shelf:
    """Opens cameras and remembers them; one that another program holds cannot be opened."""

    shows: bool = True
    is_held: bool = False
    opened: list[Opened] = field(default_factory=list)

    def __call__(self, source: Source) -> Opened:
        if self.is_held:
            raise CameraLost("camera_busy")
        self.opened.append(Opened(self.shows))
        return self.opened[-1]


def test_a_webcam_is_opened_for_a_moment_and_not_again_soon():
    shelf = Shelf()
    found = Thumbnails(None, shelf)
    first, second = (found.of(parse_source("0")) for _ in range(2))
    assert cv2.imdecode(np.frombuffer(first, np.uint8), cv2.IMREAD_COLOR).shape == (270, 480, 3)
    assert second == first
    assert [opened.is_closed for opened in shelf.opened] == [True]


def test_after_a_while_it_is_looked_at_again(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(thumbnails, "KEPT_S", -1.0)
    shelf = Shelf()
    found = Thumbnails(None, shelf)
    for _ in range(2):
        found.of(parse_source("0"))
    assert len(shelf.opened) == 2


@pytest.mark.parametrize("shelf", [Shelf(shows=False), Shelf(is_held=True)], ids=["too slow", "held by another"])
def test_a_camera_that_shows_nothing_leaves_the_place_empty(shelf: Shelf):
    assert Thumbnails(None, shelf).of(parse_source("0")) == b""
    assert all(opened.is_closed for opened in shelf.opened)


@pytest.mark.parametrize("source", ["phone", "http://192.168.0.20/video"])
def test_what_is_not_of_this_machine_is_never_opened_unasked(source: str):
    shelf = Shelf()
    found = Thumbnails(None, shelf)
    assert not found.may_show(parse_source(source))
    assert (found.of(parse_source(source)), shelf.opened) == (b"", [])


def test_the_demo_shows_its_own_picture(tmp_path: Path):
    (tmp_path / "table.jpg").write_bytes(b"a picture")
    found = Thumbnails(tmp_path / "table.jpg", Shelf())
    assert found.may_show(parse_source("demo"))
    assert found.of(parse_source("demo")) == b"a picture"
    assert not Thumbnails(None, Shelf()).may_show(parse_source("demo"))
