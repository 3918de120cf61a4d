"""A picture that is sent to be kept is opened before it is kept: what is none, or a bomb, is refused in words."""

from __future__ import annotations

import io
import json
import zlib
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import cv2
import numpy as np
import pytest
from flask import Flask

from companion.dashboard import check_what_is_sent
from companion.server.adapters import checked, demo_pictures
from tests.companion.dashboard import table
from tests.companion.dashboard.organiser import Organiser
from tests.companion.dashboard.test_tournaments import flashed
from tests.companion.running import Running
from tests.vision.image_files import png_chunk, png_header
from vision.io.images import decode

WORDS = {"Content-Type": "image/jpeg", "Accept-Language": "es"}


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("kept")


@pytest.fixture(scope="module")
def server(folder: Path) -> Iterator[Running]:
    """The program, whose decoders open pictures."""
    running = Running(folder=folder)
    yield running
    running.stop()


def png(width: int, height: int, rows: bytes) -> bytes:
    """A PNG of grey pixels that says it is so large, with whatever ``rows`` it has."""
    return png_header(width, height, kind=0) + png_chunk(b"IDAT", zlib.compress(rows)) + png_chunk(b"IEND", b"")


def whole() -> bytes:
    return demo_pictures()[0].read_bytes()


SENT = [
    ("the start of a JPEG", b"\xff\xd8\xff" + bytes(500), 422),
    ("half a JPEG", whole()[:90_000], 422),
    ("a bomb", png(32_000, 32_000, bytes(9)), 413),
    ("half the rows", png(64, 64, bytes(65 * 20)), 422),
    ("a page", b"\xff\xd8\xff<script>alert(1)</script>", 422),
    ("text", b"hola", 415),
]


@pytest.mark.parametrize(("sent", "status"), [row[1:] for row in SENT], ids=[row[0] for row in SENT])
def test_what_is_no_picture_is_refused_and_not_kept(server: Running, folder: Path, sent: bytes, status: int):
    before = sorted(path.name for path in (folder / "pictures").iterdir())
    answer = server.ask("POST", "/api/pictures", sent, **WORDS)
    assert (answer.status, bool(json.loads(answer.text)["error"])) == (status, True)
    assert sorted(path.name for path in (folder / "pictures").iterdir()) == before


def test_a_picture_is_kept_as_it_was_sent(server: Running):
    grey = cv2.imencode(".png", np.full((20, 20), 99, np.uint8))[1].tobytes()
    for picture in (whole(), grey):
        answer = server.ask("POST", "/api/pictures", picture, **WORDS)
        assert answer.status == 201
        assert server.ask("GET", f"/matches/pictures/{json.loads(answer.text)['picture']}").status == 200


def test_a_device_sends_only_pictures_that_can_be_opened(app: Flask):
    organiser = Organiser(app)
    organiser.begins()
    check_what_is_sent(app, partial(checked, decode))
    browser = organiser.comes_in(organiser.device(seat="home"))
    for at, blob in enumerate((b"hola", b"\xff\xd8\xff" + bytes(99), table.picture()[:900], table.picture())):
        photo = (io.BytesIO(blob), "mesa.jpg")
        sent = {"order": "propose", "hand": "1", "points": ["800", "300"], "photo": photo}
        is_whole = at == 3
        assert (flashed(browser.post(f"{organiser.address}/table", data=sent, follow_redirects=True)) == []) is is_whole
        assert len(organiser.shown()["fixtures"][0]["slips"]) == is_whole
