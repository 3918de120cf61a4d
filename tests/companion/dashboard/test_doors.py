"""Roles: everybody looks, players enter moves, the scorer decides; and how people come in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.dashboard import add_demo_hand
from companion.dashboard.auth.access import JOIN_LINK_S, TokenIssuer
from companion.dashboard.auth.pin_attempts import PinAttempts
from companion.dashboard.auth.roles import ENDPOINTS, Role
from tests.companion.dashboard import table
from tests.companion.dashboard.organiser import Organiser
from tests.companion.dashboard.playing import ELSEWHERE, Player, playing_app, session_cookie

SCORER, PLAYER, VIEWER = Role.SCORER, Role.PLAYER, Role.VIEWER


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    """A house that phones can reach."""
    with playing_app(tmp_path, public_url="http://192.168.0.7:8000/") as app:
        yield app


@pytest.fixture
def player(app: Flask) -> Player:
    """The scorer at the machine, with a match."""
    player = Player(app.test_client())
    player.begins()
    return player


def tokens_of(app: Flask) -> TokenIssuer:
    """What opens this house."""
    return app.extensions["token issuer"]


def phone(app: Flask) -> FlaskClient:
    """A device that is not the machine itself."""
    client = app.test_client()
    client.environ_base.update(ELSEWHERE)
    return client


def come_in(app: Flask, role: Role, name: str = "Beto") -> FlaskClient:
    """A phone that scanned the QR code of ``role``."""
    client = phone(app)
    answer = client.post(f"/join/{tokens_of(app).token(role)}", data={"name": name})
    assert answer.status_code == 303
    return client


def test_every_address_has_a_role(app: Flask, tmp_path: Path):
    add_demo_hand(app, table.demo_hand(tmp_path))
    served = {rule.endpoint for rule in app.url_map.iter_rules()}
    assert served == set(ENDPOINTS)


ORDERS = [
    # an order, and who may give it
    ({"order": "tap", "verb": "discard", "seat": 0, "tiles": "9k"}, PLAYER),
    ({"order": "play", "moves": "0 discard 9k"}, PLAYER),
    ({"order": "play", "moves": "0 draw\n1 correct new : 4r 5r 6r"}, SCORER),
    ({"order": "play", "moves": "0,draw\n1,correct,new,:,4r,5r,6r"}, SCORER),
    ({"order": "play", "moves": "2   TURN"}, SCORER),
    ({"order": "play", "moves": "0 rack 3b"}, SCORER),
    ({"order": "play", "moves": "show_pozo 3b"}, SCORER),
    ({"order": "look", "seen": "0: 4r 5r 6r"}, PLAYER),
    ({"order": "resync", "seen": "0: 4r 5r 6r"}, SCORER),
    ({"order": "count", "closer": 0}, PLAYER),
    ({"order": "undo"}, PLAYER),
    ({"order": "note", "points": [1, 2]}, SCORER),
    ({"order": "confirm"}, SCORER),
    ({"order": "annul", "hand": 1}, SCORER),
    ({"order": "revise", "entry": 2, "moves": ""}, SCORER),
    ({"order": "agree", "players": ["A", "B", "C", "D"], "rules": "clasico"}, SCORER),
    ({"order": "shelve"}, SCORER),
    ({"order": "tap", "verb": "correct", "seat": 0, "tiles": "4r 5r 6r"}, SCORER),
    ({"order": "tap", "verb": "turn", "seat": 2}, SCORER),
    ({"order": "tap", "verb": "discard", "seat": 0, "tiles": "9k", "hand": 7}, SCORER),
]


@pytest.mark.parametrize(("order", "least"), ORDERS, ids=lambda value: str(value)[:60])
def test_an_order_needs_its_role(app: Flask, player: Player, order: dict[str, object], least: Role):
    for role in Role:
        client = come_in(app, role) if role else phone(app)
        answer = client.post(f"/api/matches/{player.match}/orders", json=order)
        assert (answer.status_code == 403) == (role < least), (role, answer.get_json())


def test_a_confirmed_hand_is_the_scorers(app: Flask, player: Player):
    player.send("note", points=[100, 0])
    player.send("confirm")
    guest = come_in(app, PLAYER)
    orders = f"/api/matches/{player.match}/orders"
    assert guest.post(orders, json={"order": "count", "closer": 0}).status_code == 403
    assert guest.post(orders, json={"order": "undo"}).status_code == 403
    assert guest.post(orders, json={"order": "deal"}).status_code == 200
    assert guest.post(orders, json={"order": "count", "closer": 0, "hand": 1}).status_code == 403
    assert guest.post(orders, json={"order": "tap", "verb": "draw", "seat": 1}).status_code == 200


PLACES = [
    # an address, and who may see it
    ("/matches", VIEWER),
    ("/matches/new", SCORER),
    ("/invite", SCORER),
    ("/join", VIEWER),
    ("{match}", VIEWER),
    ("{match}/history", VIEWER),
    ("{match}/tv", VIEWER),
    ("{match}/overlay", VIEWER),
    ("{match}/agreement", SCORER),
]


@pytest.mark.parametrize(("address", "least"), PLACES)
def test_a_page_needs_its_role(app: Flask, player: Player, address: str, least: Role):
    for role in Role:
        client = come_in(app, role) if role else phone(app)
        status = client.get(address.format(match=f"/matches/{player.match}")).status_code
        assert status == (403 if role < least else 200), role


def test_who_only_looks_is_shown_no_buttons(app: Flask, player: Player):
    player.taps("lay", 0, "4r 5r 7r")
    player.taps("discard", 2, "9k")
    client = phone(app)
    for page in ("", "/history", "/scores", "/tv", "/hands/1/count", "/hands/1/melds/1"):
        shown = client.get(f"/matches/{player.match}{page}").get_data(as_text=True)
        main = shown.partition("<main")[2]
        assert "<form" not in main, page
        assert "/orders" not in main, page


def test_a_player_goes_by_a_name(app: Flask, player: Player):
    client = come_in(app, PLAYER, "  Beto \n Pérez  ")
    client.post(f"/api/matches/{player.match}/orders", json={"order": "tap", "verb": "draw", "seat": 0})
    assert player.shown()["log"][0]["author"] == "Beto Pérez"


def test_a_qr_code_leads_in(app: Flask, player: Player):
    page = player.client.get("/invite").get_data(as_text=True)
    assert "<svg" in page
    address = re.search(r'href="http://192.168.0.7:8000(/join/[^"]+)"', page)[1]
    client = phone(app)
    assert "Entrar a la mesa" in client.get(address).get_data(as_text=True)
    client.post(address, data={"name": "Caro"})
    assert 'id="composer"' in client.get(f"/matches/{player.match}").get_data(as_text=True)
    client.post("/leave")
    assert 'id="composer"' not in client.get(f"/matches/{player.match}").get_data(as_text=True)


@pytest.mark.parametrize("role", [PLAYER, SCORER])
def test_a_pin_leads_in(app: Flask, role: Role):
    client = phone(app)
    pin = tokens_of(app).pin(role)
    assert re.fullmatch(r"\d{6}", pin)
    client.post("/join", data={"pin": f"{pin[:3]} {pin[3:]}", "name": "Caro"})
    assert client.get("/invite").status_code == (200 if role is SCORER else 403)


@pytest.mark.parametrize("pin", ["", "000000", "12345", "x" * 500, "٣٣٣٣٣٣"])
def test_another_pin_leads_nowhere(app: Flask, pin: str):
    answer = phone(app).post("/join", data={"pin": pin}, follow_redirects=True)
    assert "Ese PIN no es." in answer.get_data(as_text=True)


def test_guessing_ends_soon(app: Flask):
    client = phone(app)
    statuses = [client.post("/join", data={"pin": "000000"}).status_code for _ in range(6)]
    assert statuses == [303] * 5 + [429]


@pytest.mark.parametrize(
    ("times", "every_s", "who", "allowed"),
    [
        (10, 0, "one", 5),
        (10, 20, "one", 10),
        (40, 20, "one", 20),
        (3, 0, "one", 3),
        (130, 0, "each", 130),
        (700, 0, "each", 600),
        (700, 5, "each", 600),
        (700, 7, "each", 700),
    ],
)
def test_so_many_guesses_are_allowed(times: int, every_s: float, who: str, allowed: int):
    clock = iter(every_s * number for number in range(times))
    attempts = PinAttempts(lambda: next(clock))
    asked = [attempts.may_try("one" if who == "one" else f"{number}") for number in range(times)]
    assert sum(asked) == allowed


@pytest.mark.parametrize("token", ["x", "x.y.z", "{}", "a" * 4000])
def test_a_made_up_link_leads_nowhere(app: Flask, token: str):
    for method in ("get", "post"):
        assert getattr(phone(app), method)(f"/join/{token}").status_code == 403


def test_a_link_expires(app: Flask, monkeypatch: pytest.MonkeyPatch):
    token = tokens_of(app).token(PLAYER)
    assert tokens_of(app).admits(token, JOIN_LINK_S) is PLAYER
    assert tokens_of(app).admits(token, -1) is None


def test_new_codes_put_everybody_out(app: Flask, player: Player):
    guest, pin = come_in(app, PLAYER), tokens_of(app).pin(PLAYER)
    bearer = {"Authorization": f"Bearer {tokens_of(app).bearer(SCORER, 'Reloj')}"}
    order = {"order": "tap", "verb": "draw", "seat": 0}
    address = f"/api/matches/{player.match}/orders"
    player.client.post("/lock")
    assert tokens_of(app).pin(PLAYER) != pin
    assert guest.post(address, json=order).status_code == 403
    assert phone(app).post(address, json=order, headers=bearer).status_code == 403
    assert player.client.post(address, json=order).status_code == 200


@pytest.mark.parametrize(
    ("address", "headers", "status"),
    [
        ("127.0.0.1", {}, 200),
        ("::1", {}, 200),
        ("192.168.0.20", {}, 403),
        ("", {}, 403),
        ("127.0.0.1", {"X-Forwarded-For": "127.0.0.1"}, 403),
        ("127.0.0.1", {"Forwarded": "for=127.0.0.1"}, 403),
        ("127.0.0.1", {"X-Real-IP": "10.0.0.1"}, 403),
        ("192.168.0.20", {"X-Forwarded-For": "127.0.0.1"}, 403),
    ],
)
def test_only_this_very_machine_is_the_organiser_unasked(
    app: Flask, address: str, headers: dict[str, str], status: int
):
    client = app.test_client()
    asked = {"headers": headers, "environ_overrides": {"REMOTE_ADDR": address}}
    assert client.get("/tournaments/new", **asked).status_code == status


def test_a_form_of_another_site_tells_nothing(app: Flask, player: Player):
    """The scorer's own browser would be let in: only where the form comes from speaks against it."""
    data = {"order": "tap", "verb": "draw", "seat": "0"}
    for address, sent in (
        (f"/matches/{player.match}/orders", {"data": data}),
        (f"/api/matches/{player.match}/orders", {"json": data}),
        ("/matches", {"data": {"players": ["A", "B"], "rules": "clasico"}}),
        ("/lock", {}),
    ):
        for headers in ({"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
            assert player.client.post(address, headers=headers, **sent).status_code == 403
    assert player.shown()["revision"] == 2


def test_the_cookie_is_signed_and_kept_from_scripts(app: Flask):
    answer = phone(app).post(f"/join/{tokens_of(app).token(PLAYER)}", data={"name": "Ana"})
    cookie = answer.headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    client = phone(app)
    for name in ("session", session_cookie(app)):
        client.set_cookie(name, "eyJyb2xlIjoyfQ.aaaa.bbbb")
        assert client.get("/invite").status_code == 403


HERE_ONLY = "Ahora sólo entra esta computadora"


@pytest.mark.parametrize("page", ["/invite", "{organiser}/codes", "{organiser}/tv"])
@pytest.mark.parametrize(
    ("asked", "changes", "said"),
    [
        ("http://127.0.0.1:8000", {"phones_command": "burako serve --camera demo --host 0.0.0.0"},
         "<code>burako serve --camera demo --host 0.0.0.0</code>"),
        ("http://localhost:8000", {"phones_command": ""}, "no está en ninguna red"),
        ("http://192.168.0.7:8000", {}, None),
        ("http://localhost:8000", {"public_url": "http://192.168.0.7:8000/"}, None),
    ],
)  # fmt: skip
def test_a_code_that_phones_cannot_use_says_so_and_how_they_can(
    tmp_path: Path, page: str, asked: str, changes: dict[str, str], said: str | None
):
    with playing_app(tmp_path, **changes) as app:
        organiser = Organiser(app)
        organiser.begins()
        address = page.format(organiser=organiser.address)
        answer = app.test_client().get(address, base_url=asked).get_data(as_text=True)
    assert (HERE_ONLY in answer) == (said is not None)
    assert (said or "") in answer
