"""Pictures are opened by programs: the same pixels come out, and whatever kills one of them is told in one sentence."""

from __future__ import annotations

import gc
import os
import signal
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from threading import Thread
from time import sleep

import numpy as np
import pytest

from companion.decoding import Decoders, decoder_process, decoders
from companion.decoding.shared_memory import PictureSlot
from companion.pictures.downscale import shrunk
from companion.pictures.evidence_pictures import part_of, put_together
from tests.vision.image_files import encoded, flag, jpeg_with_exif, png_header, tiff
from vision.errors import BadImage
from vision.io.images import decode

FLAG = flag()
PICTURES = {
    "jpeg": encoded(FLAG),
    "turned": jpeg_with_exif(encoded(FLAG), tiff(6)),
    "transparent": encoded(np.dstack([FLAG, FLAG[..., 0]]), ".png"),
    "as large as the room": encoded(np.full((4000, 4000, 3), 90, np.uint8), ".png"),
    "larger than the room": encoded(np.full((4001, 4000, 3), 90, np.uint8), ".png"),
}
OUTLINE = (((0.1, 0.1), (0.4, 0.1), (0.4, 0.4)),)


@pytest.fixture(scope="module")
def opened() -> Iterator[Decoders]:
    made = Decoders()
    yield made
    made.close()


@pytest.mark.parametrize("case", PICTURES)
def test_the_same_pixels_come_out(opened: Decoders, case: str):
    bgr = opened.pixels(PICTURES[case])
    assert np.array_equal(bgr, decode(PICTURES[case]))
    bgr[0, 0] = 1  # who looks may draw on it


def test_other_work_is_done_as_here(opened: Decoders):
    blob = PICTURES["jpeg"]
    assert opened.shrunk(blob, 48) == shrunk(blob, 48)
    assert opened.part_of(blob, OUTLINE, 160) == part_of(blob, OUTLINE, 160)
    assert opened.put_together([blob, PICTURES["turned"]]) == put_together([blob, PICTURES["turned"]])


def test_a_picture_stays_as_it_is_while_anything_shows_a_part_of_it(opened: Decoders):
    part = opened.pixels(PICTURES["jpeg"])[10:20, 10:20]
    before = part.copy()
    gc.collect()
    for _ in range(3):
        opened.pixels(PICTURES["transparent"])
    assert np.array_equal(part, before)


@pytest.mark.parametrize(
    ("blob", "code"),
    [(b"", "empty"), (b"text", "not_an_image"), (PICTURES["jpeg"][:-9], "truncated"), (png_header(9, 9), "truncated")],
)
def test_what_is_no_picture_is_refused_as_here(opened: Decoders, blob: bytes, code: str):
    with pytest.raises(BadImage) as refused:
        opened.pixels(blob)
    assert refused.value.code == code
    for work in (lambda: opened.shrunk(blob, 48), lambda: shrunk(blob, 48)):
        with pytest.raises(ValueError):  # noqa: PT011  # the pages ask no more of it
            work()


def test_a_program_that_died_unasked_is_replaced_and_nobody_hears_of_it(opened: Decoders):
    for _ in range(2):
        gone = opened._idle[-1]
        os.kill(gone.pid, signal.SIGKILL)
        gone._process.wait(10)
        assert opened.pixels(PICTURES["jpeg"]).shape == FLAG.shape


def test_what_a_program_dies_of_or_never_ends_is_told_and_the_next_picture_is_opened(
    opened: Decoders, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr(decoders, "PATIENCE_S", 0.2)
    stopped = opened._idle[-1].pid
    os.kill(stopped, signal.SIGSTOP)
    with pytest.raises(BadImage, match="más memoria o tiempo") as refused:
        opened.pixels(PICTURES["jpeg"])
    assert refused.value.code == "too_hard"
    with pytest.raises(ProcessLookupError):
        os.kill(stopped, 0)
    monkeypatch.undo()
    assert opened.pixels(PICTURES["jpeg"]).shape == FLAG.shape


@pytest.mark.skipif(sys.platform != "linux", reason="other systems know no limit of memory")
def test_memory_and_work_have_limits():
    held, write_end = os.pipe()
    if not (child := os.fork()):
        decoder_process.SPARE_BYTES, decoder_process.MAX_WEIGHT_BYTES, decoder_process.WORK_S = 10**8, 0, 0
        limits = decoder_process._Limits()
        try:
            np.ones(2 * 10**8, np.uint8)
        except MemoryError:
            os.write(write_end, b"no memory")
        limits.begin()
        while True:
            pass
    os.close(write_end)
    assert os.read(held, 99) == b"no memory"
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGXCPU
    os.close(held)


def test_as_many_as_there_are_programs_are_opened_at_once_and_more_wait(opened: Decoders):
    with ThreadPoolExecutor(8) as many:
        made = list(many.map(opened.pixels, [PICTURES["jpeg"], PICTURES["transparent"]] * 8))
    assert all(np.array_equal(bgr, made[at % 2]) for at, bgr in enumerate(made))
    assert len(opened._idle) <= decoders.AT_ONCE


def test_a_program_ends_with_whoever_began_it():
    made = Decoders()
    process = made._idle[-1]._process
    made.pixels(PICTURES["jpeg"])
    assert process.stdin
    process.stdin.close()
    assert process.wait(10) == 0
    made.close()


def test_a_room_is_free_when_nothing_shows_what_lay_there():
    room = PictureSlot()
    if not room.bytes:
        pytest.skip("no such rooms here")
    shown = room.picture((2, 3, 3))
    part = shown[:, 1]
    assert not room.is_free
    del shown
    assert not room.is_free
    del part
    assert room.is_free
    room.close()


def test_whoever_dies_while_many_ask_is_replaced(opened: Decoders):
    def kills() -> None:
        for _ in range(5):
            sleep(0.02)
            for worker in tuple(opened._idle):
                os.kill(worker.pid, signal.SIGKILL)

    def asks(_number: int) -> bool:
        try:
            return opened.pixels(PICTURES["jpeg"]).shape == FLAG.shape
        except BadImage as refused:
            return refused.code == "too_hard"

    killer = Thread(target=kills)
    killer.start()
    with ThreadPoolExecutor(4) as many:
        assert all(many.map(asks, range(40)))
    killer.join()
