"""The pages on which a house teaches its own tiles, without scripts."""

from __future__ import annotations

import html
import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from tests.companion.dashboard import table
from tests.companion.dashboard.playing import ELSEWHERE, playing_app
from tests.companion.taught import UNTAUGHT, House

UNSURE, BACK = 16, 26
"""Tiles of the drawn table: one that nobody can read, and one that lies face down."""


@pytest.fixture
def house(tmp_path: Path) -> House:
    return House(tmp_path / "sets")


@pytest.fixture
def visitor(house: House, tmp_path: Path) -> Iterator[FlaskClient]:
    """Whoever sits at the machine."""
    with playing_app(tmp_path, house) as app:
        yield app.test_client()


def text(client: FlaskClient, address: str) -> str:
    """The words of a page, without its tags."""
    answer = client.get(address)
    assert answer.status_code == 200, address
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", answer.get_data(as_text=True))).split())


def sent(client: FlaskClient) -> str:
    """The address of a photograph to learn from."""
    answer = client.post("/sets/photos", data={"photo": (io.BytesIO(table.picture()), "juego.jpg")})
    return str(answer.headers["Location"])


def learned(client: FlaskClient, photo: str, name: str = "Mis fichas"):
    return client.post("/sets", data={"photo": photo.rpartition("/")[2], "name": name})


def test_the_way_leads_from_the_first_page_to_a_set_in_use(visitor: FlaskClient, house: House):
    assert 'href="/sets"' in visitor.get("/").get_data(as_text=True)
    assert "Cualquier juego sin aprender nada en uso" in text(visitor, "/sets")
    photo = sent(visitor)
    assert "24 fichas tienen nombre. 2 no, y quedan afuera" in text(visitor, photo)
    assert learned(visitor, photo).headers["Location"] == "/sets"
    assert len(house.pupil.lessons[0]) == 24
    page = text(visitor, "/sets")
    assert "Aprendí «Mis fichas» con 24 fichas" in page
    assert "Mis fichas 24 fichas en uso" in page
    assert "Ahora leo con «Mis fichas»" in text(visitor, "/")
    assert "Tus fichas: Mis fichas" in text(visitor, "/camera")


def test_what_a_person_says_of_a_tile_is_learned_and_what_is_none_is_not(visitor: FlaskClient, house: House):
    photo = sent(visitor)
    visitor.post(f"{photo}/tiles/{UNSURE}", data={"face": "13b"})
    visitor.post(f"{photo}/tiles/0", data={"face": "none"})
    learned(visitor, photo)
    assert house.pupil.lessons[0].count("13b") == 1
    assert house.pupil.lessons[0][0] == "5r"
    assert "back" not in house.pupil.lessons[0]


def test_the_inks_that_are_missing_are_named(visitor: FlaskClient):
    photo = sent(visitor)
    assert "no hay ninguna" not in text(visitor, photo)
    for tile, face in enumerate(table.reading().tiles):
        if face.belief.best.endswith("y"):
            visitor.post(f"{photo}/tiles/{tile}", data={"face": "none"})
    assert "no hay ninguna de color amarillo" in text(visitor, photo)


def test_another_set_is_used_and_one_deleted_with_one_tap_each(visitor: FlaskClient):
    learned(visitor, sent(visitor), "nuevas")
    visitor.post("/sets/in-use", data={"key": ""})
    assert "Cualquier juego sin aprender nada en uso nuevas 24 fichas Usar" in text(visitor, "/sets")
    key = re.findall(r'name="key" value="(\w+)"', visitor.get("/sets").get_data(as_text=True))[0]
    visitor.post("/sets/in-use", data={"key": key})
    assert "nuevas 24 fichas en uso" in text(visitor, "/sets")
    visitor.post("/sets/forget", data={"key": key})
    assert "nuevas" not in text(visitor, "/sets")


def test_a_set_is_used_only_where_tiles_held_back_are_read_better(visitor: FlaskClient, house: House):
    learned(visitor, sent(visitor))
    assert "De 24 fichas apartadas, 24 bien (24 sin dudar); antes 21 (21). Ya lo uso." in text(visitor, "/sets")
    visitor.post("/sets/in-use", data={"key": ""})
    house.pupil.right_after, house.pupil.doubt = 10, 2 * UNTAUGHT
    house.pupil.lessons.clear()
    learned(visitor, sent(visitor), "otras")
    page = text(visitor, "/sets")
    assert (
        "«otras» no mejora. De 24 fichas apartadas, 21 bien (21 sin dudar); antes 21 (21). Sigue como estaba." in page
    )
    assert "Cualquier juego sin aprender nada en uso" in page
    assert "otras 24 fichas Probar con otra foto" in page
    visitor.post("/language", data={"language": "en", "next": "/"})
    learned(visitor, sent(visitor), "others")
    page = text(visitor, "/sets")
    assert "“others” reads no better. Of 24 tiles held back, 21 right" in page
    assert "All stays as it was." in page
    assert "No better. Of 24 tiles held back, 21 right (21 surely); before, 21 (21)." in page


def test_another_photograph_proves_a_set_or_has_it_left(visitor: FlaskClient, house: House):
    learned(visitor, sent(visitor))
    (way,) = re.findall(r'href="(/sets/\w+/proof)"', visitor.get("/sets").get_data(as_text=True))
    assert "Probar «Mis fichas»" in text(visitor, way)
    (form,) = re.findall(r'action="(/sets/photos\?proves=\w+)"', visitor.get(way).get_data(as_text=True))
    for right_after, said in (
        (13, "«Mis fichas» pasó la prueba. De 24 fichas de otra foto, 24 bien"),
        (9, "no mejora"),
    ):
        house.pupil.right_after = right_after
        photo = visitor.post(form, data={"photo": (io.BytesIO(table.picture()), "otra.jpg")}).headers["Location"]
        assert "Probar con estas fichas" in text(visitor, photo)
        answer = visitor.post("/sets/proof", data={"photo": photo.rpartition("/")[2]})
        assert answer.headers["Location"] == "/sets"
        assert said in text(visitor, "/sets")
    assert "Cualquier juego sin aprender nada en uso" in text(visitor, "/sets")


def test_one_tap_goes_back_to_what_was_used_before(visitor: FlaskClient):
    for name in ("viejas", "nuevas"):
        learned(visitor, sent(visitor), name)
    page = visitor.get("/sets").get_data(as_text=True)
    (key,) = re.findall(r'value="(\w+)"><button class="button secondary">Volver a «viejas»', page)
    visitor.post("/sets/in-use", data={"key": key})
    assert "viejas 24 fichas en uso" in text(visitor, "/sets")


def test_too_few_tiles_offer_the_camera_again(visitor: FlaskClient):
    photo = sent(visitor)
    for tile in range(20):
        visitor.post(f"{photo}/tiles/{tile}", data={"face": "none"})
    page = visitor.get(photo).get_data(as_text=True)
    assert "Hacen falta 8 fichas con nombre" in page
    assert 'action="/sets/photos"' in page
    assert 'capture="environment"' in page
    assert 'action="/sets/camera"' in page
    assert "Aprender estas fichas" not in page
    answer = learned(visitor, photo)
    assert answer.status_code == 422
    assert "hacen falta 8" in answer.get_data(as_text=True)
    assert 'capture="environment"' in answer.get_data(as_text=True)


@pytest.mark.parametrize("way", ["/sets/nada/proof", "/sets/../proof"])
def test_only_a_set_that_is_there_is_proved(visitor: FlaskClient, way: str):
    assert visitor.get(way).status_code == 404
    photo = {"photo": (io.BytesIO(table.picture()), "otra.jpg")}
    assert visitor.post("/sets/photos?proves=nada", data=photo).status_code == 404


def test_a_set_is_learned_from_what_the_camera_sees(visitor: FlaskClient):
    assert "Usar lo que ve la cámara" in text(visitor, "/sets")
    photo = visitor.post("/sets/camera").headers["Location"]
    assert "Aprender estas fichas" in text(visitor, photo)


@pytest.mark.parametrize(
    ("order", "status", "said"),
    [
        ({"photo": "nada", "name": "casa"}, 404, "ya no se guarda"),
        ({"photo": "", "name": "casa"}, 404, "ya no se guarda"),
        ({"name": ""}, 422, "nombre"),
    ],
    ids=["no such photograph", "none named", "no name"],
)
def test_what_cannot_be_learned_is_said_in_one_sentence(visitor: FlaskClient, order: dict, status: int, said: str):
    answer = visitor.post("/sets", data={"photo": sent(visitor).rpartition("/")[2], **order})
    assert answer.status_code == status
    assert said in answer.get_data(as_text=True)


def test_only_the_scorer_teaches_tiles(visitor: FlaskClient):
    for path in ("/sets", "/sets/photos", "/sets/camera", "/sets/in-use", "/sets/forget", "/sets/proof"):
        assert visitor.post(path, environ_overrides=ELSEWHERE).status_code == 403
    assert visitor.get("/sets", environ_overrides=ELSEWHERE).status_code == 403
    assert "/sets" not in visitor.get("/", environ_overrides=ELSEWHERE).get_data(as_text=True)


def test_a_photograph_with_doubts_tells_that_a_set_can_be_taught(visitor: FlaskClient):
    answer = visitor.post("/photos", data={"photo": (io.BytesIO(table.picture()), "mesa.jpg")})
    page = visitor.get(answer.headers["Location"]).get_data(as_text=True)
    assert "Enseñame tu juego" in page
    assert "Aprender estas fichas" not in page
