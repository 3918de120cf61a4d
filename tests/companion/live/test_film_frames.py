"""Which pictures of a watched table are kept as film, and when the program that reads it is told to make them."""

from __future__ import annotations

import io
from dataclasses import dataclass, field

import cv2
import numpy as np
import pytest

from companion.live.film_frames import SIDE_PX, FilmCadence, TableFilming
from companion.live.worker_messages import FilmedPicture, FilmTable, WatchTable, receive, send
from vision.reading import Frame
from vision.watching.frame_results import FrameResult, FrameState


def watched(sight: FrameState, size_px: tuple[int, int] = (64, 48), *, is_empty: bool = False) -> FrameResult:
    """What became of a frame."""
    width, height = size_px
    frame = Frame(np.full((height, width, 3), 90, np.uint8), 1, 0.0)
    return FrameResult(index=1, at_s=0.0, state=sight, frame=None if is_empty else frame)


CADENCES = {
    # what is seen ten times a second for three seconds, and how many pictures are kept of it
    "a table at rest": (FrameState.STILL, 3),
    "a hand": (FrameState.HAND, 10),
    "something moves": (FrameState.MOVING, 10),
    "nothing is seen": (FrameState.UNSEEN, 3),
}


@pytest.mark.parametrize("name", CADENCES)
def test_more_is_kept_while_something_moves(name: str) -> None:
    sight, wanted = CADENCES[name]
    now_s = [0.0]
    cadence, kept = FilmCadence(lambda: now_s[0]), 0
    for tick in range(30):
        now_s[0] = tick / 10
        kept += bool(cadence(watched(sight)))
    assert kept == wanted


def test_where_no_frame_came_none_is_kept() -> None:
    assert FilmCadence()(watched(FrameState.HAND, is_empty=True)) == b""


@pytest.mark.parametrize(
    ("size_px", "wanted"),
    [((640, 480), (640, 480)), ((1280, 720), (1280, 720)), ((1920, 1080), (1280, 720)), ((1080, 1920), (720, 1280))],
)
def test_pictures_are_made_no_larger_than_is_of_use(size_px: tuple[int, int], wanted: tuple[int, int]) -> None:
    jpeg = FilmCadence()(watched(FrameState.STILL, size_px))
    pixels = cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert pixels is not None
    height, width = pixels.shape[:2]
    assert (width, height) == wanted
    assert max(wanted) <= SIDE_PX


@dataclass
class Keeper:
    """Films the matches that agreed."""

    on: set[str] = field(default_factory=set)
    taken: list[tuple[str | None, bytes]] = field(default_factory=list)

    def is_on(self, match: str | None) -> bool:
        return match in self.on

    def add(self, match: str | None, jpeg: bytes) -> None:
        self.taken.append((match, jpeg))


@dataclass
class Program:
    """Notes what it is told."""

    orders: list[bool] = field(default_factory=list)

    def ask(self, command: FilmTable) -> None:
        self.orders.append(command.is_on)


def test_the_program_is_told_once_whenever_that_changes() -> None:
    keeper, program = Keeper(), Program()
    filming = TableFilming(keeper)
    assert not filming.begun(WatchTable(source="0"), "m").is_filmed
    steps: list[tuple[str | None, set[str]]] = [
        ("m", set()), ("m", {"m"}), ("m", {"m"}), ("n", {"m"}), (None, {"m"}), ("m", {"m"}), ("m", set()),
    ]  # fmt: skip
    for match, on in steps:
        keeper.on = on
        filming.follow(match, program)
    assert program.orders == [True, False, True, False]


def test_a_program_that_is_begun_anew_films_at_once() -> None:
    filming, program = TableFilming(Keeper({"m"})), Program()
    assert filming.begun(WatchTable(source="0"), "m").is_filmed
    filming.follow("m", program)
    filming.add(b"jpeg")
    assert program.orders == []


def test_without_anybody_who_keeps_it_nothing_is_filmed() -> None:
    filming, program = TableFilming(None), Program()
    assert not filming.begun(WatchTable(source="0"), "m").is_filmed
    filming.follow("m", program)
    filming.add(b"jpeg")
    assert program.orders == []


def test_pictures_travel_as_they_are() -> None:
    pipe = io.BytesIO()
    send(pipe, FilmedPicture(b"\xff\xd8"))
    pipe.seek(0)
    assert receive(pipe) == FilmedPicture(b"\xff\xd8")
