"""A visitor without scripts: every step is a link or a form."""

from __future__ import annotations

import html
import io
import re
from dataclasses import replace

import numpy as np
import pytest
from flask.testing import FlaskClient

from tests.companion.dashboard import table
from vision.reading import TableReading


def text(client: FlaskClient, address: str) -> str:
    """The words of a page, without its tags."""
    answer = client.get(address, follow_redirects=True)
    assert answer.status_code == 200, address
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", answer.get_data(as_text=True))).split())


def tile_of(photo: str, tile: int) -> str:
    return f"{photo}/tiles/{tile}"


def shown(reading: TableReading, monkeypatch: pytest.MonkeyPatch) -> tuple[FlaskClient, str]:
    """A visitor and the page of a photograph that is read so."""
    monkeypatch.setattr(table, "reading", lambda: reading)
    client = table.app().test_client()
    sent = {"photo": (io.BytesIO(table.picture()), "mesa.jpg")}
    return client, client.post("/photos", data=sent).headers["Location"]


def test_a_sent_photograph_leads_to_its_score(client: FlaskClient):
    answer = client.post("/photos", data={"photo": (io.BytesIO(table.picture()), "mesa.jpg"), "rules": "clasico"})
    assert answer.status_code == 303
    assert "175 puntos" in text(client, answer.headers["Location"])


@pytest.mark.parametrize(
    "words",
    [
        "27 fichas · 6 juegos · valen 4",
        "Escalera Vale 20 puntos",
        "Pierna Vale 80 puntos",
        "Escalera No vale 0 puntos",
        "A la escalera le falta el 9 negro",
        "decidieron las reglas",
        "Sin leer del todo Falta leer 0 puntos",
        "Escalera · canasta pura Vale 60 puntos",
        "Suma de los juegos que valen 175 puntos",
        "Una ficha no se lee bien",
        "Sueltas",
    ],
)
def test_the_score_says(client: FlaskClient, photo: str, words: str):
    assert words in text(client, photo)


@pytest.mark.parametrize("is_burnt", [False, True])
def test_a_reflection_beside_the_tiles_is_told_and_marked(is_burnt: bool, monkeypatch: pytest.MonkeyPatch):
    lamp = np.array([[330, 90], [420, 90], [420, 180], [330, 180]], np.float32)
    seen = replace(table.reading(), burnt_out=(lamp,) if is_burnt else ())
    client, photo = shown(seen, monkeypatch)
    assert ("si ahí hay fichas, no se ven" in text(client, photo)) is is_burnt
    assert ('<polygon class="burnt" points="330.0,90.0' in client.get(photo).get_data(as_text=True)) is is_burnt


@pytest.mark.parametrize(
    ("count", "said"),
    [(0, ""), (1, "Puede haber una ficha más"), (2, "Puede haber 2 fichas más que no se llegan a ver bien")],
)
def test_what_may_be_another_tile_is_told_and_marked(count: int, said: str, monkeypatch: pytest.MonkeyPatch):
    faint = np.array([[330, 90], [360, 90], [360, 130], [330, 130]], np.float32)
    client, photo = shown(replace(table.reading(), faint=(faint,) * count), monkeypatch)
    page = client.get(photo).get_data(as_text=True)
    assert page.count('<polygon class="faint" points="330.0,90.0') == count
    assert ("Puede haber" in page) is (count > 0)
    assert said in text(client, photo)


@pytest.mark.parametrize("is_cut", [False, True])
def test_a_meld_that_the_edge_cuts_is_told(is_cut: bool, monkeypatch: pytest.MonkeyPatch):
    seen = table.reading()
    row = [seen.tiles[at].place for at in seen.rows[0].tiles]
    aside = [min(place.corners_px.min() for place in row) + 5, 0]
    moved = {at: replace(place, corners_px=place.corners_px - aside)
             for at, place in zip(seen.rows[0].tiles, row, strict=True)}  # fmt: skip
    tiles = tuple(replace(tile, place=moved.get(at, tile.place)) for at, tile in enumerate(seen.tiles))
    client, photo = shown(replace(seen, tiles=tiles) if is_cut else seen, monkeypatch)
    assert ("si más allá hay otras, no se cuentan" in text(client, photo)) is is_cut
    of_seven_tiles = 1
    assert text(client, photo).count("puede tener más fichas") == of_seven_tiles + is_cut


def test_the_picture_comes_back_as_it_was_sent(client: FlaskClient, photo: str):
    answer = client.get(f"{photo}/picture")
    assert (answer.data, answer.content_type) == (table.picture(), "image/jpeg")


def test_every_tile_can_be_tapped_in_the_picture_and_in_its_row(client: FlaskClient, photo: str):
    page = client.get(photo).get_data(as_text=True)
    unsure = 1
    assert len(re.findall(r'<a class="place', page)) == 27
    assert len(re.findall(r'<a class="tile', page)) == 27 + unsure
    assert f'href="{tile_of(photo, 26)}"' in page


def test_a_joker_says_what_it_stands_for(client: FlaskClient, photo: str):
    assert "comodín en lugar del 9 rojo" in client.get(photo).get_data(as_text=True)


@pytest.mark.parametrize(
    ("tile", "words"),
    [
        (1, "Se vio 5 rojo 99,8 %"),
        (13, "Se vio nada seguro Por las reglas 4 amarillo"),
        (16, "Se vio nada seguro"),
        (7, "En lugar de 9 rojo"),
        (26, "Ficha dada vuelta"),
    ],
)
def test_the_page_of_a_tile_says(client: FlaskClient, photo: str, tile: int, words: str):
    assert words in text(client, tile_of(photo, tile))


def test_the_likeliest_faces_of_an_unsure_tile_are_offered_first(client: FlaskClient, photo: str):
    page = client.get(tile_of(photo, 16)).get_data(as_text=True)
    offered = re.findall(r'name="face" value="([^"]*)"', page)
    assert offered[:2] == ["13b", "3b"]
    assert {"1r", "13k", "J", "back", "none"} <= set(offered)
    assert len(set(offered)) == 55


def test_a_parked_two_may_go_home_says_the_photograph_too(client: FlaskClient, photo: str):
    for tile, face in enumerate(["2b", "8b", "7b", "6b", "5b", "4b", "3b"], 18):
        client.post(tile_of(photo, tile), data={"face": face})
    assert "El 2 azul vale acá de comodín" in text(client, photo)
    client.post(f"{photo}/rules", data={"rules": "eburako"})
    assert "El 2 azul puede pasar a su lugar: canasta pura, 100 puntos más." in text(client, photo)
    assert "canasta impura" in text(client, photo), "it is never done by itself"


def test_a_correction_judges_the_row_again_and_undo_takes_it_back(client: FlaskClient, photo: str):
    assert "175 puntos" in text(client, photo)
    answer = client.post(tile_of(photo, 10), data={"face": "9k"})
    assert answer.status_code == 303
    corrected = text(client, photo)
    assert "Deshacer" in corrected
    assert "A la escalera le falta" not in text(client, tile_of(photo, 10))
    client.post(f"{photo}/undo")
    assert "175 puntos" in text(client, photo)
    assert "Deshacer" not in text(client, photo)


@pytest.mark.parametrize(
    ("said", "points"),
    [
        ([(16, "12b")], "205 puntos"),
        ([(16, "12b"), (16, "12y")], "205 puntos"),
        ([(16, "12b"), (16, "")], "175 puntos"),
        ([(3, "back")], "155 puntos"),
        ([(9, "9k"), (8, "8k")], "215 puntos"),
    ],
    ids=["a group completed", "said twice", "taken back", "a tile turned over", "two words make a run"],
)
def test_what_a_person_says_counts(client: FlaskClient, photo: str, said: list[tuple[int, str]], points: str):
    for tile, face in said:
        client.post(tile_of(photo, tile), data={"face": face})
    assert points in text(client, photo)


def test_a_place_without_a_tile_leaves_its_row_and_can_come_back(client: FlaskClient, photo: str):
    client.post(tile_of(photo, 3), data={"face": "none"})
    assert "Escalera Vale 15 puntos" in text(client, photo)
    assert "Volver a lo que se vio" in text(client, tile_of(photo, 3))


def test_undoing_nothing_is_no_trouble(client: FlaskClient, photo: str):
    assert client.post(f"{photo}/undo").status_code == 303


def test_other_rules_judge_the_same_photograph(client: FlaskClient, photo: str):
    client.post(f"{photo}/rules", data={"rules": "rummy"})
    page = client.get(photo).get_data(as_text=True)
    assert '<option value="rummy" selected>' in page
    assert "canasta pura" not in page


def test_a_forgotten_photograph_is_gone(client: FlaskClient, photo: str):
    assert client.post(f"{photo}/forget").headers["Location"] == "/"
    assert client.get(photo).status_code == client.get(f"{photo}/picture").status_code == 404


def test_a_picture_without_tiles_says_so(client: FlaskClient):
    answer = client.post("/photos", data={"photo": (io.BytesIO(table.empty_picture()), "")})
    assert answer.status_code == 400
    answer = client.post("/photos", data={"photo": (io.BytesIO(table.empty_picture()), "vacia.jpg")})
    assert "No encontré ninguna ficha en esta foto" in text(client, answer.headers["Location"])


def test_of_two_inputs_the_one_that_was_filled_is_read(client: FlaskClient):
    fields = {"photo": [(io.BytesIO(b""), ""), (io.BytesIO(table.picture()), "mesa.jpg")]}
    assert client.post("/photos", data=fields).status_code == 303


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("../../etc/mesa.jpg", "mesa.jpg"),
        ("<script>alert(1)</script>.jpg", "script&gt;.jpg"),
        ("a\u202egpj.exe.jpg", "agpj.exe.jpg"),
        ("x" * 500 + ".jpg", "x" * 80),
    ],
)
def test_a_file_name_cannot_hurt_the_page(client: FlaskClient, name: str, shown: str):
    answer = client.post("/photos", data={"photo": (io.BytesIO(table.picture()), name)})
    page = client.get(answer.headers["Location"]).get_data(as_text=True)
    assert f'alt="{shown}"' in page
    assert "<script>alert" not in page


def test_the_home_page_asks_for_a_photograph(client: FlaskClient):
    page = client.get("/").get_data(as_text=True)
    assert page.count('accept="image/jpeg,image/png,image/webp,image/avif"') == 2
    assert 'capture="environment"' in page
    assert 'enctype="multipart/form-data"' in page
    assert "demostración" not in page


def test_the_bonus_of_a_canasta_is_told_beside_the_points(client: FlaskClient, photo: str):
    page = client.get(photo).get_data(as_text=True)
    assert "+200" in page
    assert "Con sus canastas" in page
    assert "375" in page.partition("Con sus canastas")[2]
