"""A tournament is brought in on a page: it is the same there byte for byte, and one sentence says what became of it."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from html import unescape
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.companion.dashboard.organiser import Organiser
from tests.companion.dashboard.playing import playing_app
from tests.companion.dashboard.test_tournaments import flashed

PAGE = "/tournaments/import"
LARGE = 2**20


@pytest.fixture
def there(tmp_path: Path) -> Iterator[Flask]:
    """Another house, which takes smaller files."""
    with playing_app(tmp_path, max_upload_bytes=LARGE) as app:
        yield app


@pytest.fixture
def organiser(app: Flask) -> Organiser:
    """A tournament of this house, one match of it noted move by move."""
    organiser = Organiser(app, title="Ñandú «sábado»")
    organiser.begins()
    assert organiser.client.post(f"{organiser.address}/fixtures/2/table").status_code == 303
    organiser.send("rule", fixture=1, hand=1, points=[800, 300], seen=[])
    return organiser


def exported(organiser: Organiser, client: FlaskClient | None = None) -> bytes:
    answer = (client or organiser.client).get(f"{organiser.address}/export")
    assert answer.status_code == 200
    return answer.data


def brings(client: FlaskClient, blob: bytes, name: str = "sabado.burako", language: str = "es") -> TestResponse:
    file = {"file": (io.BytesIO(blob), name)}
    return client.post(PAGE, data=file, headers={"Accept-Language": language}, follow_redirects=True)


def test_it_is_the_same_there_and_goes_on(organiser: Organiser, there: Flask):
    client, blob = there.test_client(), exported(organiser)
    answer = brings(client, blob)
    assert answer.request.path == organiser.address
    assert flashed(answer) == ["«Ñandú «sábado»» ya está acá, con todo lo que traía el archivo."]
    assert exported(organiser, client) == blob
    assert flashed(brings(client, blob)) == ["«Ñandú «sábado»» ya estaba acá tal cual: no hubo nada que agregar."]
    organiser.send("rule", fixture=1, hand=2, points=[800, 300], seen=[])
    assert "is here now" in flashed(brings(client, exported(organiser), language="en"))[0]
    assert exported(organiser, client) == exported(organiser)
    match = organiser.shown()["fixtures"][1]["match"]
    assert client.get(f"/matches/{match}").status_code == 200


BAD = [
    pytest.param(lambda blob: b"", "Elegí primero el archivo.", "Choose the file first.", id="none"),
    pytest.param(lambda blob: b"Ana;Lobos\n", "no es un torneo exportado", "is no tournament", id="a list"),
    pytest.param(lambda blob: b"\xff\xd8" + bytes(100), "no es un torneo exportado", "is no tournament", id="a photo"),
    pytest.param(lambda blob: blob[:-20], "está dañado", "is damaged", id="cut"),
    pytest.param(lambda blob: blob.replace(b"Ana", b"Eva"), "está dañado", "is damaged", id="changed"),
]


@pytest.mark.parametrize(("spoilt", "spanish", "english"), BAD)
def test_a_bad_file_is_one_sentence_and_changes_nothing(
    organiser: Organiser, there: Flask, spoilt, spanish: str, english: str
):
    client, blob = there.test_client(), spoilt(exported(organiser))
    for language, sentence in (("es", spanish), ("en", english)):
        answer = brings(client, blob, language=language)
        assert answer.request.path == PAGE
        assert [sentence in text for text in flashed(answer)] == [True]
    assert client.get("/api/tournaments").get_json()["tournaments"] == []


def test_one_that_went_its_own_way_is_left_alone(organiser: Organiser, there: Flask):
    client = there.test_client()
    brings(client, exported(organiser))
    order = {"order": "rule", "fixture": 1, "hand": 2, "points": [5, 6], "seen": []}
    assert client.post(f"/api{organiser.address}/orders", json=order).status_code == 200
    before = exported(organiser, client)
    organiser.send("rule", fixture=1, hand=2, points=[800, 300], seen=[])
    assert "siguió por su cuenta" in flashed(brings(client, exported(organiser)))[0]
    assert exported(organiser, client) == before


def test_a_file_that_is_too_large_is_refused(there: Flask):
    client = there.test_client()
    assert "hasta 1 MB" in client.get(PAGE).text
    answer = client.post(PAGE, data=bytes(LARGE + 1), content_type="multipart/form-data; boundary=x")
    assert answer.status_code == 413
    assert "el máximo son 1 MB" in answer.text


@pytest.mark.parametrize("form", ["csv", "xlsx"])
def test_a_list_of_ours_brings_everybody_by_the_name_they_have(app: Flask, form: str):
    names = ["@lalo", "=Beto", "'Dani", "O'Higgins", "Eva"]
    organiser, other = Organiser(app, format="round_robin"), Organiser(app)
    organiser.send("enter", lines="\n".join(f"{name};+Sur" for name in names))
    kept = organiser.client.get(
        f"{organiser.address}/papers/{'players' if form == 'csv' else 'tournament'}.{form}"
    ).data
    sent = {"list": (io.BytesIO(kept), f"lista.{form}")}
    page = other.client.post(f"{other.address}/entrants", data=sent).text
    lines = [unescape(line) for line in re.findall(r'name="line" value="([^"]*)"', page)]
    other.client.post(f"{other.address}/entrants", data={"line": lines, "key": "k"})
    assert [(entrant["name"], entrant["club"]) for entrant in other.shown()["entrants"]] == [
        (name, "+Sur") for name in names
    ]


def test_the_way_to_the_page_is_shown_to_organisers_alone(app: Flask, organiser: Organiser):
    assert f'href="{PAGE}"' in organiser.client.get("/tournaments").text
    assert f'href="{PAGE}"' not in organiser.elsewhere().get("/tournaments").text
