"""A phone as the camera: who may send, what is taken and what is refused, and what its page offers."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.dashboard.auth.roles import Role
from companion.dashboard.camera.phone_pages import FRAME_BYTES
from companion.recognition.interpret import SeenPhotograph
from companion.server.phone_camera import PairedPhone
from companion.view_models import PhotoAnswers
from engine.rules.profiles import load_rules
from tests.companion.dashboard import table
from tests.companion.dashboard.playing import PhoneTable, playing_app
from tests.companion.dashboard.test_doors import come_in, phone
from tests.vision.image_files import png_header
from vision.reading import TableReading, TileRow

PICTURE = table.picture()


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    """A house that phones can reach."""
    with playing_app(tmp_path, public_url="https://192.168.0.7:8000/") as app:
        yield app


def sent(app: Flask, picture: bytes = PICTURE, **query: str):
    """The answer to a picture from the phone that came in for it."""
    client = come_in(app, Role.PLAYER)
    return client.post("/api/phone", data=picture, content_type="image/jpeg", query_string=query)


def test_a_picture_is_taken_and_answered_with_how_it_goes(app: Flask):
    assert sent(app, phone="a", begin="1").get_json() == {
        "state": "unseen",
        "says": "La cámara del celular anda bien.",
        "table": "",
    }
    assert app.test_client().get("/api/phone?language=en").get_json()["says"] == "The phone's camera works well."


@pytest.mark.parametrize(
    ("picture", "status", "words"),
    [
        (b"", 415, "JPEG"),
        (b"hola", 415, "JPEG"),
        (png_header(64, 64), 415, "JPEG"),
        (PICTURE[:3000], 422, "cortada"),
        (PICTURE + bytes(FRAME_BYTES), 413, "pesa demasiado"),
    ],
    ids=["nothing", "text", "another format", "cut short", "too heavy"],
)
def test_what_is_no_picture_is_refused_in_a_sentence(app: Flask, picture: bytes, status: int, words: str):
    answer = sent(app, picture, phone="a")
    assert answer.status_code == status
    assert words in answer.get_json()["error"]


def test_the_phone_that_began_last_is_the_camera(app: Flask):
    assert sent(app, phone="a").status_code == 200
    refused = sent(app, phone="b")
    assert (refused.status_code, refused.get_json()["error"][:29]) == (409, "Otro teléfono es ahora la cám")
    assert sent(app, phone="b", begin="1").status_code == 200
    assert sent(app, phone="a").status_code == 409
    assert sent(app, phone="b").status_code == 200


def test_a_second_picture_at_once_is_told_to_come_back(app: Flask):
    with app.extensions["phone_turn"]:
        answer = sent(app, phone="a")
    assert (answer.status_code, answer.headers["Retry-After"]) == (503, "2")
    assert sent(app, phone="a").status_code == 200


@pytest.mark.parametrize("address", ["/phone", "/api/phone"])
def test_who_only_looks_is_no_camera(app: Flask, address: str):
    for method in ("get", "post"):
        assert getattr(phone(app), method)(address).status_code == 403
        assert getattr(come_in(app, Role.PLAYER), method)(address, data=PICTURE).status_code != 403


@pytest.mark.parametrize("source", ["demo", "0", "http://192.168.0.20/"])
def test_a_phone_is_told_that_another_camera_is_looked_through(app: Flask, source: str):
    client, words = come_in(app, Role.PLAYER), "Ahora se mira por otra cámara."
    app.test_client().post("/camera/source", data={"source": source})
    answers = [sent(app, phone="a", begin="1"), client.get("/api/phone")]
    assert [(answer.status_code, answer.get_json()["error"]) for answer in answers] == [(409, words)] * 2
    page = client.get("/phone").text
    assert words in page
    assert "data-phone" not in page
    photo = {"photo": (io.BytesIO(PICTURE), "mesa.jpg")}
    page = client.post("/phone", data=photo, follow_redirects=True).text
    assert words in page
    assert "Llegó la foto" not in page
    app.test_client().post("/camera/source", data={"source": "phone"})
    assert sent(app, phone="a").status_code == 200
    assert "data-phone" in client.get("/phone").text


def test_a_code_on_the_screen_leads_to_the_camera_page(app: Flask):
    invitation = app.test_client().get("/invite?role=camera").get_data(as_text=True)
    address = re.search(r'href="https://192.168.0.7:8000(/join/[^"]+to=camera)"', invitation)[1]
    client = phone(app)
    assert "Usar este teléfono como cámara" in client.get(address).get_data(as_text=True)
    answer = client.post(address, data={"name": "La cámara"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/phone")
    page = client.get("/phone").get_data(as_text=True)
    assert 'accept="image/jpeg" capture="environment"' in page
    assert 'data-phone="/api/phone"' in page


def test_without_a_camera_a_photograph_is_sent_by_hand(app: Flask):
    client = come_in(app, Role.PLAYER)
    form = {"photo": (io.BytesIO(PICTURE), "mesa.jpg")}
    page = client.post("/phone", data=form, follow_redirects=True).get_data(as_text=True)
    assert "Llegó la foto" in page
    refused = client.post("/phone", data={"photo": (io.BytesIO(b"hola"), "x.jpg")})
    assert refused.status_code == 415


def test_a_house_without_a_phone_offers_none():
    bare = table.app().test_client()
    assert bare.get("/phone").status_code == 404


def test_what_the_table_shows_is_told_and_not_asked_for_with_every_picture():
    moments = iter((0.0, 0.5, 0.9))
    shown = table.read_photo(PICTURE, "mesa.jpg").score("clasico", "es")
    under = PhoneTable(state="still", notice="Está oscuro.", score=shown)
    paired = PairedPhone(under, lambda: next(moments))
    view = paired.view("es")
    assert (view.state, view.table) == ("still", "Se ven 27 fichas y 6 juegos.")
    assert view.says.endswith("Está oscuro.")
    under.state = "moving"
    assert [paired.view("es").state, paired.view("es").state] == ["still", "moving"]


@pytest.mark.parametrize(
    ("tiles", "said", "language", "words"),
    [
        (11, {}, "es", "Se ven 11 fichas y un juego."),
        (11, {2: "none"}, "es", "Se ven 10 fichas y un juego."),
        (11, {}, "en", "11 tiles and one meld in view."),
        (1, {}, "es", "Se ven una ficha y un juego."),
        (1, {}, "en", "one tile and one meld in view."),
        (0, {}, "es", "Se ven 0 fichas y 0 juegos."),
    ],
)
def test_what_lies_on_the_table_is_counted_in_words(tiles: int, said: dict[int, str], language: str, words: str):
    lying = tuple(table.Lying("7r", 64 * n, 100).read for n in range(tiles))
    rows = (TileRow(tuple(range(tiles))),) if tiles else ()
    seen = SeenPhotograph("mesa.jpg", (800, 600), TableReading(lying, rows, (), {}))
    under = PhoneTable(score=seen.score(load_rules("clasico"), language, PhotoAnswers(said)))
    assert PairedPhone(under).view(language).table == words


@pytest.mark.parametrize("now_s", [0.0, 9349.042097188])
def test_the_first_view_is_told_at_any_time_of_the_clock(now_s: float):
    assert PairedPhone(PhoneTable(state="still"), lambda: now_s).view("es").state == "still"


def test_a_phone_that_sends_is_not_told_that_it_is_waited_for():
    paired = PairedPhone(PhoneTable(state="opening"))
    assert paired.view("es").says.startswith("Esperando al celular")
    paired = PairedPhone(PhoneTable(state="opening"))
    paired.send("a", PICTURE)
    assert paired.view("es").says.startswith("El programa se está preparando")
