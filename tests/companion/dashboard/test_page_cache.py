"""Pages that hundreds look at: rendered once for each revision, packed once, and nobody waits for another's."""

from __future__ import annotations

import gzip
from threading import Event, Thread

import pytest
from flask import Flask

from companion.dashboard.tournaments.page_cache import PageCache


def test_a_page_for_hundreds_is_rendered_once_for_each_revision():
    now, made, seen = [0.0], [], [1]

    def look(app: Flask, **headers: str):
        with app.test_request_context(headers=headers):
            return pages.page("board", lambda: seen[0], lambda: made.append(1) or ["page ", str(seen[0])])

    pages, app = PageCache(lambda: now[0]), Flask(__name__)
    first = look(app)
    assert look(app, **{"If-None-Match": first.headers["ETag"]}).status_code == 304
    seen[0] = 2
    assert look(app).get_data(as_text=True) == "page 1"
    now[0] = 2.5
    assert look(app).get_data(as_text=True) == "page 2"
    now[0] = 5.0
    assert look(app).status_code == 200
    assert len(made) == 2


def test_a_page_comes_packed_to_who_can_unpack_it():
    pages, app = PageCache(), Flask(__name__)

    def look(**headers: str):
        with app.test_request_context(headers=headers):
            return pages.page("standings", lambda: 1, lambda: ("page ", "1"))

    assert look().get_data() == b"page 1"
    packed = look(**{"Accept-Encoding": "gzip, br"})
    assert packed.content_encoding == "gzip"
    assert gzip.decompress(packed.get_data()) == b"page 1"
    assert look(**{"Accept-Encoding": "gzip", "If-None-Match": packed.headers["ETag"]}).status_code == 304
    assert look(**{"If-None-Match": packed.headers["ETag"]}).get_data() == b"page 1"


def test_while_a_page_is_rendered_the_others_get_the_one_before():
    pages, app, now, rendering, go = PageCache(lambda: now[0]), Flask(__name__), [0.0], Event(), Event()
    told: list[bytes] = []

    def render():
        yield "page "
        if now[0]:
            rendering.set()
            go.wait(5)
        yield f"{now[0]:.0f}"

    def look():
        with app.test_request_context():
            told.append(pages.page("standings", lambda: int(now[0]), render).get_data())

    look()
    now[0] = 9.0
    first = Thread(target=look)
    first.start()
    assert rendering.wait(5)
    look()
    go.set()
    first.join()
    look()
    assert told == [b"page 0", b"page 0", b"page 9", b"page 9"]


def test_of_an_address_that_has_no_page_nothing_is_kept():
    pages, app = PageCache(), Flask(__name__)

    def missing() -> int:
        raise LookupError

    for number in range(1000):
        with app.test_request_context(), pytest.raises(LookupError):
            pages.page(f"/tournaments/{number}", missing, list)
    assert not pages._locks
