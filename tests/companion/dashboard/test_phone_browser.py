"""A phone over the table in a real browser, whose camera shows a film: it comes in by its code and sends pictures."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest
from flask import Flask

from companion.dashboard.auth.roles import Role
from companion.server.phone_camera import PairedPhone
from tests.companion.dashboard import table
from tests.companion.dashboard.playing import PhoneTable, playing_app

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from tests.companion.dashboard.browser import CHROMIUM, Visit, chromium, seeing, serving, visiting  # noqa: E402

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
expect = playwright.expect
SIZE_PX = (1280, 720)
REFUSES = "navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('no', '{}'))"


def film() -> bytes:
    """A second of the drawn table, the light changing a little with every picture."""
    still = cv2.resize(cv2.imdecode(np.frombuffer(table.picture(), np.uint8), cv2.IMREAD_COLOR), SIZE_PX)
    frames = (cv2.convertScaleAbs(still, beta=3 * number) for number in range(8))
    return b"".join(cv2.imencode(".jpg", frame)[1].tobytes() for frame in frames)


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """A house whose camera is a phone."""
    with playing_app(tmp_path_factory.mktemp("house"), public_url="https://192.168.0.7:8000/") as app:
        yield app


@pytest.fixture
def under(app: Flask) -> PhoneTable:
    """The table that the phone shows, with nothing seen yet."""
    found = PhoneTable()
    app.extensions["phone"] = PairedPhone(found)
    return found


@pytest.fixture(scope="module")
def address(app: Flask) -> Iterator[str]:
    """Where the house is."""
    with serving(app) as found:
        yield found


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory):
    """Chromium, whose camera shows the table."""
    reel = tmp_path_factory.mktemp("film") / "table.mjpeg"
    reel.write_bytes(film())
    with chromium(*seeing(reel)) as launched:
        yield launched


@pytest.fixture
def visit(browser, app: Flask, address: str) -> Iterator[Visit]:
    """A phone on the camera's page, which it reached by its code; nothing may go wrong on it."""
    token = app.extensions["token issuer"].token(Role.PLAYER)
    with visiting(browser, 360, "es-AR") as visit:
        visit.page.goto(f"{address}/join/{token}?to=camera")
        visit.page.locator("main form .button").click()
        visit.page.wait_for_url("**/phone")
        yield visit
        assert visit.complaints == []
        assert visit.violations == []


def test_a_phone_shows_the_table_until_it_is_stopped(visit: Visit, under: PhoneTable):
    page = visit.page
    page.locator("[data-begin]").click()
    expect(page.locator("[data-says]")).to_have_text("La cámara del celular anda bien.", timeout=20_000)
    first = under.camera.newest()
    later = under.camera.newest(after=first.index + 2, wait_s=30)
    assert later.bgr.shape == (SIZE_PX[1], SIZE_PX[0], 3)
    still = cv2.resize(cv2.imdecode(np.frombuffer(table.picture(), np.uint8), cv2.IMREAD_COLOR), SIZE_PX)
    assert np.abs(later.bgr.astype(float) - still).mean() < 25
    assert visit.overflow_px <= 0
    page.locator("[data-stop]").click()
    expect(page.locator("[data-says]")).to_have_text("La cámara está apagada.")
    expect(page.locator("[data-by-hand]")).to_be_visible()


@pytest.mark.slow
def test_another_phone_takes_over_and_the_first_is_told(visit: Visit, under: PhoneTable, app: Flask):
    page = visit.page
    page.locator("[data-begin]").click()
    assert under.camera.newest(wait_s=30) is not None
    app.extensions["phone"].begin("another")
    expect(page.locator("[data-problem]")).to_contain_text("Otro teléfono es ahora la cámara", timeout=20_000)
    visit.complaints.clear()  # the browser notes that it was refused


@pytest.mark.slow
def test_where_another_camera_is_chosen_the_phone_stops_and_says_so(visit: Visit, under: PhoneTable, app: Flask):
    page = visit.page
    page.locator("[data-begin]").click()
    assert under.camera.newest(wait_s=30) is not None
    app.test_client().post("/camera/source", data={"source": "demo"})
    expect(page.locator("[data-problem]")).to_have_text("Ahora se mira por otra cámara.", timeout=20_000)
    page.reload()
    expect(page.locator("[data-begin]")).to_have_count(0)
    app.test_client().post("/camera/source", data={"source": "phone"})
    visit.complaints.clear()  # the browser notes that it was refused


@pytest.mark.slow
def test_a_camera_that_cannot_be_used_is_said(visit: Visit, under: PhoneTable):
    for error, words in (("NotAllowedError", "no dio permiso"), ("NotFoundError", "No se encontró ninguna cámara")):
        visit.page.evaluate(f"() => {{ {REFUSES.format(error)} }}")
        visit.page.locator("[data-begin]").click()
        expect(visit.page.locator("[data-problem]")).to_contain_text(words)


@pytest.mark.slow
def test_over_an_open_connection_photographs_are_sent(visit: Visit, under: PhoneTable, tmp_path: Path):
    (tmp_path / "mesa.jpg").write_bytes(table.picture())
    page = visit.page
    page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
    page.reload()
    expect(page.locator("[data-problem]")).to_contain_text("https")
    expect(page.locator("[data-begin]")).to_be_hidden()
    page.set_input_files("[data-by-hand] input[type=file]", tmp_path / "mesa.jpg")
    expect(page.locator(".flash")).to_contain_text("Llegó la foto")
    assert under.photographs == [table.picture()]
