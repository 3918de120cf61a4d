"""Files that are the same for everybody, and pages: kept for ever or packed, and never an old version of them."""

from __future__ import annotations

import gzip
import re
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.dashboard.assets import FOLDER, STYLES, version
from tests.companion.dashboard.playing import Player

HERE = f"/static/{version(FOLDER)}"
FOR_SCREENS = ("public-screen", "overlay", "game")
"""Style sheets that only a television, a stream or a table on the screen asks for, beside the one."""
PACKED = {"Accept-Encoding": "gzip, deflate, br"}


@pytest.mark.parametrize("name", ["main.js", "icon.svg", "icon-192.png", "style.css"])
def test_a_file_is_asked_for_once_in_a_year(client: FlaskClient, name: str):
    with client.get(f"{HERE}/{name}") as answer:
        assert answer.status_code == 200
        assert "immutable" in answer.headers["Cache-Control"]
        assert "max-age=31536000" in answer.headers["Cache-Control"]


def test_another_file_is_at_another_address(tmp_path: Path):
    (tmp_path / "a.js").write_text("1")
    before = version(tmp_path)
    version.cache_clear()
    (tmp_path / "a.js").write_text("2")
    assert version(tmp_path) != before


def test_a_file_of_another_version_is_not_there(client: FlaskClient):
    assert client.get("/static/0123456789ab/main.js").status_code == 404
    assert client.get("/static/main.js").status_code == 404


def test_every_style_sheet_is_in_the_one_that_pages_ask_for(client: FlaskClient):
    assert {path.stem for path in FOLDER.glob("*.css")} == {*STYLES, *FOR_SCREENS}
    style = client.get(f"{HERE}/style.css").get_data(as_text=True)
    for name in STYLES:
        assert (FOLDER / f"{name}.css").read_text("utf-8") in style
    assert client.get("/").get_data(as_text=True).count('rel="stylesheet"') == 1


@pytest.mark.parametrize(
    "address", ["/", "/api/openapi.json", "/manifest.webmanifest", f"{HERE}/main.js", f"{HERE}/style.css"]
)
def test_words_come_packed_to_who_can_unpack_them(client: FlaskClient, address: str):
    with client.get(address) as plain, client.get(address, headers=PACKED) as packed:
        assert "Content-Encoding" not in plain.headers
        if len(plain.data) >= 600:
            assert packed.headers["Content-Encoding"] == "gzip"
            assert gzip.decompress(packed.data) == plain.data
            assert int(packed.headers["Content-Length"]) == len(packed.data) < len(plain.data)
        assert "Accept-Encoding" in packed.headers["Vary"]


def test_what_is_known_is_not_sent_again(client: FlaskClient):
    with client.get(f"{HERE}/main.js", headers=PACKED) as first:
        tag = first.headers["ETag"]
    with client.get(f"{HERE}/main.js", headers={**PACKED, "If-None-Match": tag}) as again:
        assert (again.status_code, again.data) == (304, b"")


def test_pictures_and_events_are_not_packed(client: FlaskClient, photo: str, player: Player):
    assert "Content-Encoding" not in client.get(f"{photo}/picture", headers=PACKED).headers
    events = player.client.get(f"/api/matches/{player.match}/events", headers=PACKED)
    assert events.mimetype == "text/event-stream"
    assert "Content-Encoding" not in events.headers
    events.close()


def test_an_old_browser_is_told_so_and_others_fetch_nothing_for_it(client: FlaskClient):
    for language, sentence in (("es", "Este navegador es viejo"), ("en", "This browser is old")):
        page = client.get("/", headers={"Accept-Language": language}).text
        said = re.search(r'<p id="old-browser"[^>]*>([^<]*)</p>', page)[1]
        assert said.startswith(sentence)
        styles = re.search(r'<link rel="stylesheet" href="([^"]+)"', page)[1]
        with client.get(styles) as answer:
            assert re.search(
                r"@supports \(display: ?flow-root\) ?\{ ?#old-browser ?\{ ?display: ?none;? ?\}", answer.text
            )
