"""Another camera is chosen on its page; what belongs to one sort of camera is shown with that sort alone."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from companion.dashboard import add_demo_hand
from companion.live.cameras import UNKNOWN
from tests.companion.dashboard import table
from tests.companion.dashboard.camera import ActedCameras, ActedLookout, seen_table
from tests.companion.dashboard.playing import ELSEWHERE, playing_app
from vision.watching.second_camera import SecondReport, SecondState

DEMO, PHONE = "Ver una mano entera", "Código para la cámara"
ADDRESS = "http://192.168.0.20/"
ABSENT = SecondReport(state=SecondState.ABSENT)
FITS = SecondReport(state=SecondState.FITS, common=12, filled=1)


@pytest.fixture
def visitor(tmp_path: Path) -> Iterator[FlaskClient]:
    """Whoever sits at the machine, over whose table a phone hangs at first."""
    with playing_app(tmp_path, public_url="http://192.168.0.7:8000/") as app:
        yield add_demo_hand(app, table.demo_hand(tmp_path)).test_client()


def page(client: FlaskClient, address: str) -> str:
    return client.get(address).get_data(as_text=True)


def test_the_camera_in_use_is_marked_and_the_others_are_one_tap_away(visitor: FlaskClient):
    shown = page(visitor, "/camera")
    assert "Logitech C920" in shown
    assert shown.index("Un teléfono") < shown.index("en uso") < shown.index("La demostración")
    assert visitor.post("/camera/source", data={"source": "0"}).headers["Location"] == "/camera"
    shown = page(visitor, "/camera")
    assert shown.index("Logitech C920") < shown.index("en uso") < shown.index("Un teléfono")


@pytest.mark.parametrize(
    ("source", "has_demo", "has_phone"),
    [("phone", False, True), ("demo", True, False), ("0", False, False), ("http://192.168.0.20/", False, False)],
)
def test_each_sort_of_camera_has_its_own_ways(visitor: FlaskClient, source: str, has_demo: bool, has_phone: bool):
    visitor.post("/camera/source", data={"source": source})
    assert (DEMO in page(visitor, "/")) is has_demo
    assert (PHONE in page(visitor, "/invite")) is has_phone
    assert visitor.post("/demo/hand").status_code == (303 if has_demo else 404)


def test_a_camera_that_is_none_is_refused_where_it_was_chosen(visitor: FlaskClient):
    answer = visitor.post("/camera/source", data={"source": "hola"}, follow_redirects=True)
    assert (answer.status_code, answer.request.path) == (200, "/camera")
    assert UNKNOWN["es"] in answer.text
    assert "en uso" in answer.text.partition("Un teléfono")[2].partition("</li>")[0]


def test_its_pictures_are_turned_with_a_tap(visitor: FlaskClient):
    turning = page(visitor, "/camera").partition("en uso")[2].partition("</li>")[0]
    assert [turning.find(word) > 0 for word in ("Girar", "Espejar", "Como viene")] == [True, True, False]
    assert visitor.post("/camera/source", data={"turn": "90"}).headers["Location"] == "/camera"
    answer = visitor.post("/camera/source", data={"turn": "de costado"}, follow_redirects=True)
    assert "«de costado» no es un giro" in answer.text


def test_a_second_camera_stands_beside_the_first_with_a_tap_and_goes_with_another(visitor: FlaskClient):
    assert page(visitor, "/camera").count("Usar de segunda") == 2  # the webcam, and one in the network
    assert visitor.post("/camera/source", data={"source": "0", "second": "0"}).headers["Location"] == "/camera"
    shown = page(visitor, "/camera")
    beside = shown.partition("Logitech C920")[2].partition("</li>")[0]
    assert "segunda, en uso" in beside
    assert "Un teléfono" in shown.partition(">en uso")[0]
    visitor.post("/camera/source", data={"second": ""})
    assert "segunda, en uso" not in page(visitor, "/camera")
    visitor.post("/camera/source", data={"source": "http://192.168.0.20/", "beside": "1"})
    assert "en uso" in page(visitor, "/camera").partition("Un teléfono")[2].partition("</li>")[0]
    for wanted, why in (
        ({"second": "demo"}, "se ven con una sola cámara"),
        ({"source": "phone", "beside": "1"}, "Un teléfono ya es la primera cámara, y se usa uno solo"),
    ):
        answer = visitor.post("/camera/source", data=wanted, follow_redirects=True)
        assert why in answer.text


def test_a_phone_may_be_the_second_and_has_its_page(visitor: FlaskClient):
    visitor.post("/camera/source", data={"source": "0"})
    assert "Ahora se mira por otra cámara" in page(visitor, "/phone")
    assert "Usar de segunda" in page(visitor, "/camera").partition("Un teléfono")[2].partition("</li>")[0]
    visitor.post("/camera/source", data={"second": "phone"})
    assert "Este teléfono es la cámara" in page(visitor, "/phone")
    assert PHONE in page(visitor, "/invite")


@pytest.mark.parametrize(
    ("source", "is_taken", "said"),
    [("0", True, "se completa lo que la primera no ve"), ("demo", False, "cuando la primera es una webcam")],
)
def test_without_a_live_camera_no_second_is_offered_and_it_is_said_why(
    source: str, is_taken: bool, said: str, visitor: FlaskClient
):
    visitor.post("/camera/source", data={"source": source})
    shown = page(visitor, "/camera")
    assert ("Usar de segunda" in shown.partition("Una cámara de red")[2]) is is_taken
    assert said in shown
    answer = visitor.post("/camera/source", data={"source": ADDRESS, "beside": "1"}, follow_redirects=True)
    assert ("se ven con una sola cámara" in answer.text) is not is_taken


@pytest.mark.parametrize(
    ("first", "second", "state", "report", "is_shown"),
    [
        ("phone", "", "trouble", None, True),
        ("phone", "", "still", None, False),
        ("phone", "0", "still", ABSENT, False),
        ("0", "phone", "still", ABSENT, True),
        ("0", "phone", "still", FITS, False),
        ("0", "phone", "trouble", FITS, False),
    ],
)
def test_the_code_for_a_phone_is_offered_where_that_phone_gives_nothing(
    first: str, second: str, state: str, report: SecondReport | None, is_shown: bool, visitor: FlaskClient
):
    visitor.post("/camera/source", data={"source": first})
    visitor.post("/camera/source", data={"second": second})
    lookout: ActedLookout = visitor.application.extensions["lookout"]
    lookout.changes["state"], lookout.second = state, report
    assert ("Mostrar el código para el celular" in page(visitor, "/camera")) is is_shown


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("0", "Logitech C920"),
        ("7", "webcam"),
        ("demo", "La demostración"),
        ("phone", "Un teléfono"),
        ("http://192.168.0.9/", "http://192.168.0.9/"),
    ],
)
def test_the_camera_in_use_is_called_by_its_name_and_by_no_number(source: str, name: str, visitor: FlaskClient):
    lookout: ActedLookout = visitor.application.extensions["lookout"]
    lookout.changes["source"] = source
    title = page(visitor, "/camera").partition("<h1")[2].partition("</h1>")[0]
    said = " ".join(re.sub("<.*?>", " ", title.partition(">")[2]).split())
    assert said == f"La cámara {name}"


@pytest.mark.parametrize(
    ("report", "verdict"),
    [
        (FITS, "is-good"),
        (SecondReport(state=SecondState.FITS, common=9, filled=2), "is-good"),
        (SecondReport(state=SecondState.FITS, common=9, disputed=1), "is-weak"),
        (ABSENT, "is-weak"),
        (SecondReport(state=SecondState.APART), "is-weak"),
    ],
)
def test_how_the_second_is_doing_has_a_sign(report: SecondReport, verdict: str, visitor: FlaskClient):
    lookout: ActedLookout = visitor.application.extensions["lookout"]
    assert "second-camera" not in page(visitor, "/camera")
    lookout.second = report
    line = page(visitor, "/camera").partition('class="second-camera ')[2].partition("</p>")[0]
    assert line.startswith(verdict)
    assert report.sentence("es") in html.unescape(line)


@pytest.mark.parametrize(
    ("disputed", "asked"),
    [((17,), "Las dos cámaras no coinciden en una ficha"), ((), "Hay una ficha que no se lee bien")],
)
def test_a_tile_that_two_cameras_read_differently_is_asked_about_as_such(
    disputed: tuple[int, ...], asked: str, visitor: FlaskClient
):
    lookout: ActedLookout = visitor.application.extensions["lookout"]
    lookout.changes |= {"score": seen_table(), "unread": (17,), "disputed": disputed}
    shown = page(visitor, "/camera").partition("camera-unread")[2].partition("<form")[0]
    assert re.findall(r"<p>(.*?)\.", shown) == [asked]
    assert ("Enseñame tu juego" in page(visitor, "/camera")) is (not disputed)


def test_the_pictures_of_the_second_are_turned_with_a_tap(visitor: FlaskClient):
    visitor.post("/camera/source", data={"second": "0"})
    turning = page(visitor, "/camera").partition("segunda, en uso")[2].partition("</li>")[0]
    assert [turning.find(word) > 0 for word in ("Girar", "Espejar", "No usarla")] == [True, True, True]
    visitor.post("/camera/source", data={"source": "0", "turn": "mirrored"})
    cameras: ActedCameras = visitor.application.extensions["cameras"]
    assert (cameras.turned_second, cameras.turned) == ("mirrored", "")


def test_each_camera_is_shown_small_beside_its_name(visitor: FlaskClient):
    pictures = re.findall(r'<img src="(/camera/glance[^"]*)" alt=""', page(visitor, "/camera"))
    assert [html.unescape(picture) for picture in pictures] == [
        "/camera/glance?source=0&width=240",
        "/camera/glance?source=demo&width=240",
    ]
    for address, status in (("0", 200), ("phone", 404), ("/etc/passwd", 404)):
        answer = visitor.get("/camera/glance", query_string={"source": address, "width": 240})
        assert answer.status_code == status
        assert (answer.mimetype == "image/jpeg") is (status == 200)
    assert visitor.get("/camera/glance?source=0", environ_overrides=ELSEWHERE).status_code == 403


def test_only_the_scorer_chooses(visitor: FlaskClient):
    for wanted in ({"source": "0"}, {"turn": "90"}, {"second": "0"}, {"second": ""}):
        assert visitor.post("/camera/source", data=wanted, environ_overrides=ELSEWHERE).status_code == 403
    assert "Por dónde miro" not in visitor.get("/camera", environ_overrides=ELSEWHERE).get_data(as_text=True)


def test_a_certificate_of_its_own_is_shown_and_trusted_by_a_tap(visitor: FlaskClient):
    cameras: ActedCameras = visitor.application.extensions["cameras"]
    page = visitor.get("/camera/certificate").text
    for said in ("IPCAM", ":".join(["AB"] * 32), "No es el que se aceptó antes", "Confiar en este certificado"):
        assert said in page
    answer = visitor.post("/camera/certificate", data={"fingerprint": ":".join(["AB"] * 32)})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/camera")
    assert cameras.trusted == ":".join(["AB"] * 32)
    visitor.post("/camera/certificate", data={"fingerprint": "whatever"})
    assert "Esa cámara no está" in visitor.get("/camera").text


@pytest.mark.parametrize(
    ("cause", "is_offered"),
    [("address_untrusted", True), ("address_other", True), ("address_locked", False), ("", False)],
)
def test_a_camera_that_is_not_trusted_leads_to_its_certificate(cause: str, is_offered: bool, visitor: FlaskClient):
    lookout: ActedLookout = visitor.application.extensions["lookout"]
    lookout.changes |= {"state": "trouble", "cause": cause}
    assert ('href="/camera/certificate"' in visitor.get("/camera").text) == is_offered
    lookout.changes.clear()
