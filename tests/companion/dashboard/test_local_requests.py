"""Who sits at the machine, and who only seems to because something passes their requests on."""

from __future__ import annotations

import http.client
import os
import re
import stat
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Thread

import pytest
from flask import Flask
from werkzeug.serving import make_server

from companion.dashboard.auth.roles import ENDPOINTS, Role
from companion.eventstore import find_data_folder
from companion.server.organiser_link import announced_once, organiser_access
from tests.companion.dashboard.playing import playing_app
from tests.companion.relay import Relay

NEAR_ONLY = "/tournaments/new"
"""A page of the organiser."""
ASKED = [
    # the address that asks, the name it asks for, what it says besides, and whether it is near
    ("127.0.0.1", "localhost", {}, True),
    ("127.0.0.1", "127.0.0.1", {}, True),
    ("::1", "[::1]", {}, True),
    ("::ffff:127.0.0.1", "localhost:80", {}, True),
    ("127.0.0.1", "localhost", {"Referer": "http://localhost/matches", "Sec-Fetch-Site": "same-origin"}, True),
    ("127.0.0.1", "localhost", {"Referer": "https://chat.example/", "Sec-Fetch-Site": "cross-site"}, True),
    ("192.168.0.20", "localhost", {}, False),
    ("127.0.0.1", "localhost:9000", {}, False),
    ("127.0.0.1", "192.168.0.7", {}, False),
    ("127.0.0.1", "192.168.0.7:9000", {}, False),
    ("127.0.0.1", "burako.local", {}, False),
    ("127.0.0.1", "localhost", {"X-Forwarded-For": "127.0.0.1"}, False),
    ("127.0.0.1", "localhost", {"X-Forwarded-Proto": "https"}, False),
    ("127.0.0.1", "localhost", {"x-forwarded-anything": "1"}, False),
    ("127.0.0.1", "localhost", {"Forwarded": "for=127.0.0.1"}, False),
    ("127.0.0.1", "localhost", {"X-Real-IP": "10.0.0.1"}, False),
    ("127.0.0.1", "localhost", {"Via": "1.1 proxy"}, False),
    ("127.0.0.1", "localhost", {"CF-Connecting-IP": "10.0.0.1"}, False),
    ("127.0.0.1", "localhost", {"Referer": "https://club.example/matches"}, False),
    ("127.0.0.1", "localhost", {"Referer": "https://club.example/", "Sec-Fetch-Site": "same-origin"}, False),
    ("127.0.0.1", "localhost", {"Referer": "http://[bad"}, False),
]


@pytest.fixture(scope="module")
def alone(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """A house that only its machine reaches."""
    with playing_app(tmp_path_factory.mktemp("alone")) as app:
        yield app


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """A house that listens on a network."""
    with playing_app(tmp_path_factory.mktemp("shared"), is_private=False) as app:
        yield app


@pytest.mark.parametrize(("address", "host", "headers", "is_near"), ASKED)
def test_whoever_is_passed_on_is_not_near(
    alone: Flask, address: str, host: str, headers: dict[str, str], is_near: bool
):
    asked = {"headers": {"Host": host, **headers}, "environ_overrides": {"REMOTE_ADDR": address}}
    assert alone.test_client().get(NEAR_ONLY, **asked).status_code == (200 if is_near else 403)


@pytest.mark.parametrize(("address", "host", "headers", "_is_near"), ASKED)
def test_nobody_is_near_where_others_come_in_as_well(
    shared: Flask, address: str, host: str, headers: dict[str, str], _is_near: bool
):
    asked = {"headers": {"Host": host, **headers}, "environ_overrides": {"REMOTE_ADDR": address}}
    assert shared.test_client().get(NEAR_ONLY, **asked).status_code == 403


def test_an_older_http_is_a_proxys(alone: Flask):
    asked = {"environ_overrides": {"SERVER_PROTOCOL": "HTTP/1.0"}}
    assert alone.test_client().get(NEAR_ONLY, **asked).status_code == 403


@contextmanager
def relayed(app: Flask) -> Iterator[tuple[int, int]]:
    """An app that is served; the ports of it and of a relay before it."""
    server = make_server("127.0.0.1", 0, app, threaded=True)
    Thread(target=server.serve_forever, daemon=True).start()
    relay = Relay(server.port)
    try:
        yield server.port, relay.port
    finally:
        relay.close()
        server.shutdown()
        server.server_close()


def status_of(port: int, method: str, path: str, **headers: str) -> int:
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=30)) as line:
        line.request(method, path, headers=headers)
        return line.getresponse().status


def closed_addresses(app: Flask) -> list[tuple[str, str]]:
    """Each address that is not open to everybody: a method that it takes, and a path."""
    found = []
    for rule in app.url_map.iter_rules():
        if ENDPOINTS[rule.endpoint] != Role.VIEWER:
            method = sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})[0]
            found.append((method, re.sub(r"<[^>]*>", "1", rule.rule)))
    return found


def test_no_address_opens_to_who_comes_through_a_relay(alone: Flask):
    """Whoever is behind it knows the pages by the relay's port; without it the same question is answered."""
    with relayed(alone) as (port, relay):
        asked = closed_addresses(alone)
        assert len(asked) > 60
        opened = [cell for cell in asked if status_of(relay, *cell) != 403]
        assert opened == []
        assert status_of(relay, "GET", "/matches") == 200
        assert status_of(port, "GET", NEAR_ONLY) == 200


def test_no_address_opens_to_who_lies_to_a_relay_of_a_house_that_is_shared(shared: Flask):
    with relayed(shared) as (port, relay):
        asked = [(*cell, way) for cell in closed_addresses(shared) for way in (port, relay)]
        opened = [cell for *cell, way in asked if status_of(way, *cell, Host=f"127.0.0.1:{port}") != 403]
    assert opened == []


def test_the_organisers_link_opens_a_house_that_is_shared(shared: Flask, tmp_path: Path):
    tokens = shared.extensions["token issuer"]
    for way in (f"/join/{tokens.organiser_text()}", "/join"):
        client = shared.test_client()
        pin = tokens.pin(Role.ORGANISER)
        client.post(way, data={"pin": f"{pin[:4]} {pin[4:8]} {pin[8:]}", "name": "Rita"})
        assert client.get(NEAR_ONLY).status_code == 200
        client.post("/leave")
        assert client.get(NEAR_ONLY).status_code == 403


def test_the_link_is_told_once_and_again_when_it_is_another(tmp_path: Path):
    where, home = find_data_folder(tmp_path, environment={}), "http://192.168.0.7:8000/"
    said = announced_once(where, home, "es", is_drawn=False)
    way = organiser_access(where)
    assert way.link.startswith(f"{home}join/")
    assert way.link in said
    assert re.search(r"código \d{4} \d{4} \d{4}\.", said)
    assert announced_once(where, home, "es", is_drawn=False) == ""
    assert announced_once(where, "http://10.0.0.7:8000/", "en", is_drawn=True).count("█") > 50
    where.renew_secret()
    assert organiser_access(where).link != way.link
    assert announced_once(where, home, "es", is_drawn=False) != ""


def test_a_proxy_that_says_so_is_believed_who_asks(tmp_path: Path):
    """It may ask for the pages by another name than the one that its visitors know."""
    with playing_app(tmp_path, is_private=False, proxy_url="https://club.example/") as app:
        sent = {"Origin": "https://club.example", "X-Forwarded-For": "203.0.113.9, 198.51.100.7"}
        guesses = [app.test_client().post("/join", data={"pin": "0"}, headers=sent).status_code for _ in range(6)]
        sent["X-Forwarded-For"] = "203.0.113.9, 198.51.100.8"
        assert app.test_client().post("/join", data={"pin": "0"}, headers=sent).status_code == 303
        assert app.test_client().get("/", headers={"Host": "club.example"}).status_code == 200
        elsewhere = app.test_client().post("/join", data={"pin": "0"}, headers={"Origin": "https://evil.example"})
    assert guesses == [303] * 5 + [429]
    assert elsewhere.status_code == 403


def test_what_is_kept_is_its_owners_alone(tmp_path: Path):
    """Also in a folder that everybody may look into, and where an older version left files that all could read."""
    tmp_path.chmod(0o755)
    before = os.umask(0o022)
    try:
        (tmp_path / "story.sqlite").touch(mode=0o644)
        with playing_app(tmp_path) as app:
            client = app.test_client()
            client.post("/api/matches", json={"players": ["Ana", "Beto"], "rules": "clasico"})
            app.extensions["token issuer"].bearer(Role.PLAYER, "Reloj")
            from companion.live.camera_settings import CameraMemory, Choice, ChosenCamera

            CameraMemory(tmp_path / "cameras.json").follow("rtsp://ana:clave@10.0.0.5/", None)
            ChosenCamera(tmp_path / "camera.json").write(Choice("rtsp://ana:clave@10.0.0.5/", "x"))
            announced_once(find_data_folder(tmp_path, environment={}), "http://10.0.0.7/", "es", is_drawn=False)
            kept = [path for path in tmp_path.rglob("*") if path.is_file()]
            names = {path.name for path in kept}
            open_to_others = [path.name for path in kept if stat.S_IMODE(path.stat().st_mode) & 0o077]
    finally:
        os.umask(before)
    expected = {"story.sqlite", "story.sqlite-wal", "secret", "guests.json", "cameras.json", "camera.json", "organiser"}
    assert expected <= names
    assert open_to_others == []
