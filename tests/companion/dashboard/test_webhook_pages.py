"""Hooks on their page: set up by the organiser alone, the secret shown once, tried, switched off and taken away."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.webhooks import service
from tests.companion.dashboard.playing import ELSEWHERE
from tests.companion.dashboard.test_tournaments import flashed
from tests.companion.webhooks.receiver import receiving

SECRET = re.compile(r"whsec_[\w+/]{32}")


@pytest.fixture
def organiser(app: Flask) -> Iterator[FlaskClient]:
    """At the machine of a house without hooks."""
    client = app.test_client()
    yield client
    for name in set(re.findall(r"/hooks/w[0-9a-f]{9}", client.get("/hooks").text)):
        client.post(name, data={"order": "drop"})


def makes(client: FlaskClient, address: str, key: str = "k", **fields: object):
    return client.post("/hooks", data={"address": address, "events": ["hand.closed"], "key": key, **fields})


def hook(client: FlaskClient) -> str:
    return re.findall(r'action="(/hooks/w[0-9a-f]{9})"', client.get("/hooks").text)[0]


def told(client: FlaskClient, **fields: object) -> list[str]:
    return flashed(client.post(hook(client), data=fields, follow_redirects=True))


def test_the_secret_is_shown_once(organiser: FlaskClient):
    assert len(SECRET.findall(makes(organiser, "http://127.0.0.1:9/a").text)) == 1
    assert SECRET.search(organiser.get("/hooks").text) is None


def test_of_a_form_that_is_sent_twice_the_second_answer_shows_the_secret_too(
    organiser: FlaskClient, monkeypatch: pytest.MonkeyPatch
):
    secrets = [SECRET.findall(makes(organiser, "http://127.0.0.1:9/a").text) for _ in range(2)]
    assert (len(secrets[0]), secrets[0]) == (1, secrets[1])
    assert SECRET.search(organiser.get("/hooks").text) is None
    now_s = service.monotonic()
    monkeypatch.setattr(service, "monotonic", lambda: now_s + service.TWICE_S)
    assert makes(organiser, "http://127.0.0.1:9/a").status_code == 303, "the same key twice is one hook"
    assert organiser.get("/hooks").text.count("http://127.0.0.1:9/a") == 2  # its name and its heading


def test_another_hook_under_the_same_key_is_not_taken_for_the_first(organiser: FlaskClient):
    makes(organiser, "http://127.0.0.1:9/a")
    for fields in ({"address": "http://127.0.0.1:9/b"}, {"address": "http://127.0.0.1:9/a", "only": "x"}):
        sent = {"events": ["hand.closed"], "key": "k"} | fields
        assert "decía otra cosa" in flashed(organiser.post("/hooks", data=sent, follow_redirects=True))[0]
    assert "http://127.0.0.1:9/b" not in organiser.get("/hooks").text


def test_hooks_without_a_key_are_two(organiser: FlaskClient):
    for path in "ab":
        assert makes(organiser, f"http://127.0.0.1:9/{path}", key="").status_code == 200
    assert len(set(re.findall(r"/hooks/w[0-9a-f]{9}", organiser.get("/hooks").text))) == 2


def test_nobody_else_sees_or_changes_them(app: Flask, organiser: FlaskClient):
    makes(organiser, "http://127.0.0.1:9/a")
    stranger = app.test_client()
    stranger.environ_base.update(ELSEWHERE)
    assert stranger.get("/hooks").status_code == 403
    assert makes(stranger, "http://example.com/").status_code == 403
    assert stranger.post(hook(organiser), data={"order": "test"}).status_code == 403
    assert "/hooks" not in stranger.get("/matches").text
    assert 'href="/hooks"' in organiser.get("/matches").text
    assert 'href="/hooks"' in organiser.get("/tournaments").text


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"address": "ftp://example.com/"}, "La dirección empieza con http:// o https://"),
        ({"address": "http://user:word@example.com/"}, "no lleva usuario"),
        ({"address": "http://169.254.169.254/latest"}, "no se manda nada"),
        ({"address": "http://127.0.0.1:9/", "events": []}, "Elegí qué se avisa."),
        ({"address": "http://127.0.0.1:9/", "events": ["fly"]}, "No se avisa «fly»"),
        ({"address": "http://127.0.0.1:9/", "only": "/matches/nothing"}, "No hay partida ni torneo «nothing»"),
        ({"address": "http://127.0.0.1:9/", "kind": "obs", "source": "x"}, "La dirección de OBS empieza con ws://"),
        ({"address": "ws://127.0.0.1:9/", "kind": "obs"}, "cómo se llama el texto"),
        ({"address": "ws://127.0.0.1:9/", "kind": "obs", "source": "x" * 101}, "demasiado largo"),
    ],
)
def test_what_cannot_be_set_up_is_said(organiser: FlaskClient, fields: dict, says: str):
    sent = {"events": ["hand.closed"], "key": "k", **fields}
    found = flashed(organiser.post("/hooks", data=sent, follow_redirects=True))
    assert len(found) == 1
    assert says in found[0]
    assert "No hay ningún aviso." in organiser.get("/hooks").text


def test_there_are_not_more_than_so_many(organiser: FlaskClient):
    for key in range(11):
        answer = makes(organiser, f"http://127.0.0.1:9/{key}", f"k{key}")
    assert flashed(organiser.get(answer.headers["Location"])) == ["Hay hasta 10 avisos."]


def test_it_is_tried(organiser: FlaskClient):
    with receiving(204, 500) as receiver:
        makes(organiser, receiver.address)
        assert told(organiser, order="test")[0].startswith("Llegó: 204, en ")
        assert told(organiser, order="test") == ["No llegó: 500."]
    assert told(organiser, order="test") == ["No llegó: ahí no escucha nadie."]
    assert [delivery["type"] for delivery in receiver.deliveries] == ["test", "test"]
    page = organiser.get("/hooks").text
    assert re.findall(r"<td>(204|500|ahí no escucha nadie)</td>", page) == ["ahí no escucha nadie", "500", "204"]
    assert "secret" not in page, "what the other side answered is kept nowhere"


def test_it_is_switched_off_and_on_and_taken_away(organiser: FlaskClient):
    makes(organiser, "http://127.0.0.1:9/a")
    assert told(organiser, order="off") == []
    assert "Apagado." in organiser.get("/hooks").text
    told(organiser, order="on")
    assert "Encendido." in organiser.get("/hooks").text
    assert organiser.post(hook(organiser), data={"order": "fly"}).status_code == 422
    told(organiser, order="drop")
    assert "No hay ningún aviso." in organiser.get("/hooks").text
    answer = organiser.post("/hooks/w000000000", data={"order": "on"}, follow_redirects=True)
    assert flashed(answer) == ["Ese aviso no está."]


def test_from_another_machine_only_the_internet_is_told(app: Flask, organiser: FlaskClient):
    """An organiser who came in by the link, from a phone."""
    afar = app.test_client()
    afar.environ_base.update(ELSEWHERE)
    with app.app_context():
        link = app.extensions["token issuer"].token(4)
    assert flashed(afar.post(f"/join/{link}", data={"name": "Ana"}, follow_redirects=True)) == ["Entraste como Ana."]
    for address in ("http://127.0.0.1:9/", "http://192.168.0.7/", "http://localhost:9/"):
        found = flashed(afar.get(makes(afar, address).headers["Location"]))
        assert "está en esta casa" in found[0], address
    assert SECRET.search(makes(afar, "https://8.8.8.8/hook").text)
    assert "Desde acá sólo se puede avisar a direcciones de internet" in afar.get("/hooks").text
