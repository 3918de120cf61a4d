"""Whoever comes in is told who they are, what they may do and how to leave; who may not is shown the way in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.dashboard.auth.roles import Role
from tests.companion.dashboard.organiser import Organiser
from tests.companion.dashboard.playing import playing_app
from tests.companion.dashboard.test_doors import come_in, phone, tokens_of

LOOKS, LEAVE, INVITES = "Mirás sin anotar.", 'action="/leave"', "Que entren otros: código QR y PIN"


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    """A house that phones can reach."""
    with playing_app(tmp_path, public_url="http://192.168.0.7:8000/") as app:
        yield app


ROLES = [
    # who asks, and which of the sentences are on the page of the matches
    (None, {LOOKS}),
    (Role.PLAYER, {LEAVE}),
    (Role.SCORER, {LEAVE, INVITES}),
    (Role.JUDGE, {LEAVE, INVITES}),
    (Role.ORGANISER, {LEAVE, INVITES}),
]


@pytest.mark.parametrize(("role", "words"), ROLES)
def test_the_matches_say_what_one_may_do(app: Flask, role: Role | None, words: set[str]):
    page = (come_in(app, role) if role else phone(app)).get("/matches").text
    assert {word for word in (LOOKS, LEAVE, INVITES) if word in page} == words


def test_who_sits_at_the_machine_never_came_in(app: Flask):
    page = app.test_client().get("/matches").text
    assert INVITES in page
    assert LEAVE not in page


@pytest.mark.parametrize(
    ("name", "language", "words"),
    [
        (" Caro ", "es", ("Entraste como Caro.", "Acá sos Caro.")),
        ("Caro", "en", ("You came in as Caro.", "You are Caro here.")),
        ("", "es", ("Ya entraste.",)),
    ],
)
@pytest.mark.parametrize("role", [Role.PLAYER, Role.JUDGE])
def test_who_comes_in_is_told_who_they_are_and_may_leave(
    app: Flask, role: Role, name: str, language: str, words: tuple[str, ...]
):
    client = phone(app)
    client.set_cookie("language", language)
    page = client.post("/join", data={"pin": tokens_of(app).pin(role), "name": name}, follow_redirects=True).text
    assert all(word in page for word in words)
    assert LEAVE in page
    left = client.post("/leave", data={"next": "/matches"}, follow_redirects=True).text
    assert LEAVE not in left
    assert "Caro" not in left


@pytest.mark.parametrize("is_scanned", [False, True])
@pytest.mark.parametrize(
    ("language", "sentence"),
    [("es", "Un nombre lleva 60 letras como mucho."), ("en", "A name has 60 letters at most.")],
)
def test_a_name_is_kept_whole_or_refused_with_its_limit(app: Flask, language: str, sentence: str, is_scanned: bool):
    client, tokens = phone(app), tokens_of(app)
    client.set_cookie("language", language)
    place = f"/join/{tokens.token(Role.PLAYER)}" if is_scanned else "/join"
    name = "María Fernanda Rodríguez Etcheverry de la Santísima Trinidad"
    answer = client.post(place, data={"pin": tokens.pin(Role.PLAYER), "name": name + "d"})
    assert (answer.status_code, sentence in answer.text, f'value="{name}d"' in answer.text) == (422, True, True)
    assert LEAVE not in client.get("/matches").text
    assert name in client.post(place, data={"pin": tokens.pin(Role.PLAYER), "name": name}, follow_redirects=True).text


REFUSED = [
    # where somebody who only looks asks, and whether a PIN would help
    ("get", "/matches/new", True),
    ("get", "/tournaments/new", True),
    ("post", "/lock", True),
    ("get", "/join/nope", True),
    ("get", "/tournaments/device/nope", False),
    ("get", "/nowhere", False),
]


@pytest.mark.parametrize(("method", "address", "helps"), REFUSED)
def test_who_may_not_is_shown_the_way_in(app: Flask, method: str, address: str, helps: bool):
    page = getattr(phone(app), method)(address).text
    assert ('href="/join"' in page) is helps


@pytest.mark.parametrize("role", list(Role))
def test_only_the_organiser_changes_all_codes(app: Flask, role: Role):
    organiser = Organiser(app)
    organiser.begins()
    pin, device = organiser.pin(0), organiser.device()
    client = come_in(app, role) if role else phone(app)
    may = role is Role.ORGANISER
    assert ("hay que imprimirlos y repartirlos de nuevo" in client.get("/invite").text) is may
    assert client.post("/lock").status_code == (303 if may else 403)
    assert (organiser.pin(0) != pin) is may
    assert (organiser.says(device, "start").status_code == 403) is may
