"""A phone gets pictures as wide as its screen."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from flask.testing import FlaskClient

from companion.dashboard import add_small_pictures
from companion.pictures.downscale import shrunk
from companion.server.adapters import demo_pictures
from tests.companion.dashboard import table


@pytest.fixture
def client() -> FlaskClient:
    return add_small_pictures(table.app(demo_pictures()), shrunk).test_client()


def width_of(blob: bytes) -> int:
    return cv2.imdecode(np.frombuffer(blob, np.uint8), cv2.IMREAD_COLOR).shape[1]


@pytest.mark.parametrize(("width", "most_bytes"), [(720, 60_000), (480, 30_000), (240, 10_000)])
@pytest.mark.parametrize("number", [1, 6])
def test_a_picture_is_as_wide_as_was_asked_and_light(client: FlaskClient, number: int, width: int, most_bytes: int):
    answer = client.get(f"/demo/{number}/picture?width={width}")
    assert (answer.mimetype, width_of(answer.data)) == ("image/jpeg", width)
    assert int(answer.headers["Content-Length"]) == len(answer.data) <= most_bytes


@pytest.mark.parametrize("query", ["", "?width=5000", "?width=1", "?width=-720", "?width=wide"])
def test_no_other_width_may_be_asked_for(client: FlaskClient, query: str):
    assert client.get(f"/demo/1/picture{query}").data == demo_pictures()[0].read_bytes()


def test_a_page_and_a_refusal_stay_as_they_are(client: FlaskClient):
    assert client.get("/?width=720").mimetype == "text/html"
    assert client.get("/demo/99/picture?width=720").status_code == 404


def test_a_small_picture_is_not_blown_up_and_what_is_none_is_a_value_error():
    assert width_of(shrunk(table.empty_picture(), 10_000)) == 800
    for broken in (b"", b"\xff\xd8\xff\xe0", b"words"):
        with pytest.raises(ValueError, match="picture"):
            shrunk(broken, 240)


def test_a_picture_that_was_sent_standing_stands():
    blob = cv2.imencode(".jpg", np.zeros((300, 600, 3), np.uint8))[1].tobytes()
    exif = bytes.fromhex("ffe1002245786966000049492a000800000001001201030001000000060000000000000000")[:36]
    turned = blob[:2] + exif + blob[2:]
    height, width = cv2.imdecode(np.frombuffer(shrunk(turned, 240), np.uint8), cv2.IMREAD_COLOR).shape[:2]
    assert (width, height) == (240, 480)
