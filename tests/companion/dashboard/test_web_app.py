"""The pages as an app: its manifest, its icons, and the script that keeps the shell."""

from __future__ import annotations

import json
import re
import struct

import pytest
from flask.testing import FlaskClient


@pytest.mark.parametrize(("language", "words"), [("es", "Lee las fichas"), ("en", "Reads the tiles")])
def test_the_app_has_a_name_and_icons_of_their_size(client: FlaskClient, language: str, words: str):
    answer = client.get("/manifest.webmanifest", headers={"Accept-Language": language})
    manifest = json.loads(answer.data)
    assert answer.content_type == "application/manifest+json"
    assert manifest["description"].startswith(words)
    assert {icon["purpose"] for icon in manifest["icons"]} == {"any", "maskable"}
    for icon in manifest["icons"]:
        with client.get(icon["src"]) as picture:
            assert "{}x{}".format(*struct.unpack(">II", picture.data[16:24])) == icon["sizes"]


def test_the_shell_is_what_is_there_and_nothing_that_is_played(client: FlaskClient):
    answer = client.get("/worker.js")
    script = answer.get_data(as_text=True)
    shell = json.loads(re.search(r"addAll\((\[.*?\])\)", script)[1])
    assert answer.content_type == "text/javascript; charset=utf-8"
    assert answer.headers["Cache-Control"] == "no-store"
    assert shell[0] == "/offline"
    assert all(address.startswith("/static/") for address in shell[1:])
    assert {"main.js", "style.css", "phone.js"} <= {address.rpartition("/")[2] for address in shell}
    for address in shell:
        with client.get(address) as kept:
            assert kept.status_code == 200, address


def test_the_page_without_a_computer_says_what_to_do(client: FlaskClient):
    assert "no contesta" in client.get("/offline").get_data(as_text=True)
