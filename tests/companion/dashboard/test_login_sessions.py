"""Who is in, who is outside again, and that nobody keeps others out."""

from __future__ import annotations

import errno
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.dashboard.auth import login_sessions
from companion.dashboard.auth.roles import Role
from companion.eventstore import DataFolder, find_data_folder
from tests.companion.dashboard.playing import Player, playing_app, session_cookie
from tests.companion.dashboard.test_doors import come_in, phone, tokens_of

SCORER, PLAYER = Role.SCORER, Role.PLAYER


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    """A house that phones can reach."""
    with playing_app(tmp_path, public_url="http://192.168.0.7:8000/") as app:
        yield app


@pytest.fixture
def player(app: Flask) -> Player:
    """The organiser at the machine."""
    return Player(app.test_client())


def test_the_guesses_of_one_phone_keep_nobody_else_out(app: Flask):
    """Its hundred, and a hundred more that it makes as a hundred others of its network."""
    for address in ["192.168.0.66"] * 120 + [f"2001:db8:0:1::{number:x}" for number in range(120)]:
        app.test_client().post("/join", data={"pin": "000000"}, environ_overrides={"REMOTE_ADDR": address})
    pin = tokens_of(app).pin(PLAYER)
    asked = {"data": {"pin": pin}, "environ_overrides": {"REMOTE_ADDR": "192.168.0.20"}}
    assert phone(app).post("/join", **asked).headers["Location"] == "/matches"


def test_where_many_guess_each_may_guess_less_and_who_is_in_stays_in(app: Flask):
    guest = come_in(app, SCORER)
    for number in range(100):
        app.test_client().post("/join", data={"pin": "0"}, environ_overrides={"REMOTE_ADDR": f"10.0.0.{number}"})
    tried = [phone(app).post("/join", data={"pin": "0"}).status_code for _ in range(4)]
    assert tried == [303, 303, 303, 429]
    assert guest.get("/invite").status_code == 200


def test_a_hall_behind_one_relay_comes_in_by_its_pin(app: Flask):
    pin = tokens_of(app).pin(PLAYER)
    assert [phone(app).post("/join", data={"pin": pin}).status_code for _ in range(30)] == [303] * 30


LEAVINGS = [
    # how somebody comes to be outside, and whose doing it is
    ("they leave", lambda guest, _owner, _key: guest.post("/leave")),
    ("they come in anew", lambda guest, _owner, _key: guest.post("/join", data={"pin": "0"}) and guest.post("/leave")),
    ("they are put out", lambda _guest, owner, key: owner.post(f"/guests/{key}/out")),
    ("all are", lambda _guest, owner, _key: owner.post("/lock")),
]


@pytest.mark.parametrize(("_name", "leaves"), LEAVINGS, ids=[name for name, _ in LEAVINGS])
def test_who_is_outside_stays_outside_with_a_copy_of_the_cookie(app: Flask, player: Player, _name: str, leaves):
    guest = come_in(app, SCORER)
    copied = guest.get_cookie(session_cookie(app)).value
    key = tokens_of(app).sessions.all()[0].key
    assert leaves(guest, player.client, key).status_code == 303
    thief = phone(app)
    thief.set_cookie(session_cookie(app), copied)
    assert thief.get("/invite").status_code == 403


def test_who_is_in_stays_in_when_the_program_begins_anew_and_who_left_stays_out(tmp_path: Path):
    with playing_app(tmp_path) as app:
        kept, left = (come_in(app, SCORER, name) for name in ("Ana", "Beto"))
        cookies = [client.get_cookie(session_cookie(app)).value for client in (kept, left)]
        left.post("/leave")
        bearer = tokens_of(app).bearer(SCORER, "Reloj")
    with playing_app(tmp_path) as app:
        for cookie, status in zip(cookies, (200, 403), strict=True):
            client = phone(app)
            client.set_cookie("session", cookie)
            assert client.get("/invite").status_code == status
        assert phone(app).get("/invite", headers={"Authorization": f"Bearer {bearer}"}).status_code == 200
        assert [guest.name for guest in tokens_of(app).sessions.all()] == ["Reloj", "Ana"]


@pytest.mark.parametrize("book", [b"", b"{", b"[1]", b'[{"key": "a"}]', b'[{"key":"a","role":9}]', b"\xff"])
def test_a_book_of_guests_that_cannot_be_read_lets_nobody_in(tmp_path: Path, book: bytes):
    with playing_app(tmp_path) as app:
        cookie = come_in(app, SCORER).get_cookie(session_cookie(app)).value
    (tmp_path / "guests.json").write_bytes(book)
    with playing_app(tmp_path) as app:
        client = phone(app)
        client.set_cookie("session", cookie)
        assert client.get("/invite").status_code == 403


def test_the_organiser_sees_who_came_in_and_puts_one_out(app: Flask, player: Player):
    ana, beto = come_in(app, PLAYER, "Ana <b>"), come_in(app, SCORER, "Beto")
    page = player.client.get("/invite").get_data(as_text=True)
    assert "Quiénes entraron: 2" in page
    assert "Ana &lt;b&gt; · juega" in page
    assert "Quiénes entraron" not in beto.get("/invite").get_data(as_text=True)
    address = re.search(r'action="(/guests/[^"]+)"[^§]*?Beto', page)[1]
    assert ana.post(address).status_code == beto.post(address).status_code == 403
    player.client.post(re.findall(r'action="(/guests/[^"]+)"', page)[0])
    assert beto.get("/invite").status_code == 403
    assert phone(app).post(f"/join/{tokens_of(app).token(PLAYER)}").status_code == 303


def test_whoever_changes_all_codes_stays_in_and_the_old_link_leads_nowhere(app: Flask):
    text = tokens_of(app).organiser_text()
    owner = phone(app)
    assert owner.post(f"/join/{text}", data={"name": "Rita"}).status_code == 303
    assert owner.post("/lock").status_code == 303
    assert owner.get("/tournaments/new").status_code == 200
    assert phone(app).get(f"/join/{text}").status_code == 403
    assert phone(app).get(f"/join/{tokens_of(app).organiser_text()}").status_code == 200


def test_who_comes_in_again_and_again_puts_nobody_out_who_may_more(app: Flask, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(login_sessions, "MOST_SESSIONS", 5)
    organiser, scorer = come_in(app, Role.ORGANISER), come_in(app, SCORER)
    for _ in range(8):
        come_in(app, PLAYER)
    newest = come_in(app, PLAYER)
    assert organiser.get("/hooks").status_code != 403
    assert scorer.get("/invite").status_code == 200
    assert len(tokens_of(app).sessions.all()) == 5
    assert newest.get("/play").status_code == 200


@pytest.mark.parametrize("leaves", [lambda book, key: book.leave(key), lambda book, _key: book.clear()])
def test_who_left_on_a_full_disk_is_outside_when_the_program_begins_anew(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, leaves
):
    def full(*_written: object) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    house = find_data_folder(tmp_path, environment={})
    book = login_sessions.LoginSessions(house)
    key, other = book.enter(SCORER, "Ana"), book.enter(SCORER, "Beto")
    with monkeypatch.context() as disk:
        disk.setattr(DataFolder, "keep_sessions", full)
        leaves(book, key)
        assert login_sessions.LoginSessions(house).find(key) is None
    if book.find(other):
        book.enter(PLAYER, "Caro")
        assert [guest.name for guest in login_sessions.LoginSessions(house).all()] == ["Caro", "Beto"]


@pytest.mark.parametrize(("accept", "is_sent"), [("text/html,*/*;q=0.8", True), ("*/*", False)], ids=["page", "script"])
def test_only_a_page_that_is_opened_makes_the_cookie_last_longer(app: Flask, accept: str, is_sent: bool):
    """The answer to a script may come after somebody came in by another page, and would bring the old cookie back."""
    client = come_in(app, SCORER)
    client.get("/")  # takes its greeting off the cookie
    for address in ("/", "/api/tournaments"):
        answer = client.get(address, headers={"Accept": accept})
        assert ("Set-Cookie" in answer.headers) == is_sent, address


def test_a_phone_is_in_at_two_houses_of_one_computer(tmp_path: Path):
    """Two programs on two ports: a browser keeps one cookie of a name for both."""
    with (
        playing_app(tmp_path / "first", public_url="http://192.168.0.7:8000/") as first,
        playing_app(tmp_path / "second", public_url="http://192.168.0.7:8001/") as second,
    ):
        cookies: dict[str, str] = {}
        for app in (first, second, first):
            client = phone(app)
            for name, value in cookies.items():
                client.set_cookie(name, value)
            if session_cookie(app) not in cookies:
                client.post(f"/join/{tokens_of(app).token(SCORER)}", data={"name": "Beto"})
            assert client.get("/invite").status_code == 200
            cookies |= {cookie.key: cookie.value for cookie in client._cookies.values()}
        assert len(cookies) == 2
