"""Every request that is not granted is answered with one sentence, in both languages, on a page or as JSON."""

from __future__ import annotations

import html
import io
import threading
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.companion.dashboard import table
from tests.companion.dashboard.test_pages import text

LARGE = 30_000
"""Bytes that a dashboard of these tests still takes; the drawn table weighs more."""


@pytest.fixture
def strict() -> FlaskClient:
    """A visitor of a dashboard that takes small pictures only."""
    return table.app(max_upload_bytes=LARGE).test_client()


def form(blob: bytes, **fields: str) -> dict[str, object]:
    return {"photo": (io.BytesIO(blob), "foto.jpg"), **fields}


REFUSED = [
    ("no file at all", 400, {}, "No llegó ninguna foto", "No photo arrived"),
    ("an empty file", 400, form(b""), "No llegó ninguna foto", "No photo arrived"),
    ("not a picture", 415, form(b"hola"), "Eso no es una foto.", "That is no photograph."),
    ("too heavy", 413, form(b"\xff\xd8" + bytes(LARGE)), "Eso pesa demasiado", "That is too large"),
    ("unknown rules", 422, form(b"\xff\xd8", rules="x"), "No hay reglas con el nombre «x»", "no rules called “x”"),
]


@pytest.mark.parametrize(("case", "status", "fields", "spanish", "english"), REFUSED, ids=[row[0] for row in REFUSED])
@pytest.mark.parametrize("address", ["/photos", "/api/read"])
def test_a_refusal_has_its_status_and_one_sentence(address, case, status, fields, spanish, english, strict):
    for language, sentence in (("es", spanish), ("en", english)):
        sent = {name: _again(value) for name, value in fields.items()}
        answer = strict.post(address, data=sent, headers={"Accept-Language": language})
        assert answer.status_code == status
        body = answer.get_json()["error"] if address.startswith("/api") else answer.get_data(as_text=True)
        assert sentence in html.unescape(body)
        assert answer.is_json is address.startswith("/api")


def _again(value: object) -> object:
    """A form's file, unread once more: sending it closes it."""
    return (io.BytesIO(value[0].getvalue()), value[1]) if isinstance(value, tuple) else value


@pytest.mark.parametrize(
    ("method", "address", "status"),
    [
        ("GET", "/nowhere", 404),
        ("GET", "/photos/unknown", 404),
        ("GET", "/photos/unknown/picture", 404),
        ("GET", "/photos/unknown/tiles/0", 404),
        ("POST", "/photos/unknown/tiles/0", 404),
        ("POST", "/photos/unknown/undo", 404),
        ("POST", "/photos/unknown/rules", 404),
        ("GET", "/photos", 405),
        ("POST", "/", 405),
        ("GET", "/demo/1", 404),
        ("GET", "/api/demo/1", 404),
        ("GET", "/api/nowhere", 404),
        ("GET", "/api/read", 405),
    ],
)
def test_an_address_that_leads_nowhere_says_so(client: FlaskClient, method: str, address: str, status: int):
    answer = client.open(address, method=method)
    assert answer.status_code == status
    assert answer.is_json is address.startswith("/api/")
    assert (answer.headers.get("Allow") is not None) is (status == 405)


@pytest.mark.parametrize(
    ("tile", "face", "status"), [(1, "14r", 422), (1, "5q", 422), (1, "<b>", 422), (1, "?", 422), (99, "5r", 404)]
)
def test_an_impossible_correction_changes_nothing(client: FlaskClient, photo: str, tile: int, face: str, status: int):
    assert client.post(f"{photo}/tiles/{tile}", data={"face": face}).status_code == status
    assert "Deshacer" not in text(client, photo)


def test_a_fault_of_ours_is_one_sentence_without_its_details():
    def broken(_picture: bytes, _name: str) -> table.Judged:
        raise RuntimeError("secret detail")

    app = table.create_app(broken, table.PROFILES, (), table.settings())
    app.logger.disabled = True
    answer = app.test_client().post("/api/read", data=b"\xff\xd8", content_type="image/jpeg")
    assert (answer.status_code, answer.get_json()["error"]) == (500, "Algo falló de este lado. Probá de nuevo.")


def test_too_many_photographs_at_once_are_told_to_come_back():
    reading, release = threading.Event(), threading.Event()

    def slow(picture: bytes, name: str) -> table.Judged:
        reading.set()
        release.wait(20)
        return table.read_photo(picture, name)

    app = table.create_app(slow, table.PROFILES, (), table.settings(waiting=0, retry_after_s=7))
    answers = []
    first = threading.Thread(target=lambda: answers.append(_read(app.test_client())))
    first.start()
    assert reading.wait(20)
    busy = _read(app.test_client())
    release.set()
    first.join(20)
    assert (busy.status_code, busy.headers["Retry-After"]) == (503, "7")
    assert answers[0].status_code == 200
    assert _read(app.test_client()).status_code == 200


def test_a_demo_whose_picture_is_no_picture_is_refused(tmp_path: Path):
    path = tmp_path / "01.jpg"
    path.write_bytes(b"hola")
    assert table.app((path,)).test_client().get("/demo/1").status_code == 415


def _read(client: FlaskClient):
    return client.post("/api/read", data=table.picture(), content_type="image/jpeg")
