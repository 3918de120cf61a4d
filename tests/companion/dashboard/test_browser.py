"""What a visitor sees and does in a real browser, on a phone and on a desk computer."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.by_day import by_day
from tests.companion.dashboard import table

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
from tests.companion.dashboard.browser import CHROMIUM, Visit, serving, visiting  # noqa: E402

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
SCREENS = [(1280, "es-AR", "light"), (360, "en-US", "dark")]


@pytest.fixture(scope="module")
def files(tmp_path_factory) -> Path:
    """A folder with pictures to send."""
    folder = tmp_path_factory.mktemp("pictures")
    (folder / "mesa.jpg").write_bytes(table.picture())
    (folder / "nota.txt").write_bytes(b"hola")
    (folder / "pesada.jpg").write_bytes(table.picture() + bytes(3 * 2**20))
    table.demo_folder(folder)
    return folder


@pytest.fixture(scope="module")
def address(files: Path) -> Iterator[str]:
    """Where the dashboard is."""
    demo = (files / "01.jpg", files / "02.jpg")
    with serving(table.app(demo, demo_first=True, max_upload_bytes=2 * 2**20)) as found:
        yield found


@pytest.fixture
def alone(browser, address: str) -> Iterator[Visit]:
    """A visitor whose clock is turned on by the test."""
    with visiting(browser, 360, "es-AR", is_alone=True) as visit:
        visit.page.clock.install()
        visit.page.goto(address)
        yield visit
        assert (visit.complaints, visit.violations) == ([], [])


@pytest.fixture(params=by_day(SCREENS, SCREENS[1]), ids=lambda screen: f"{screen[0]} px {screen[1]} {screen[2]}")
def visit(request: pytest.FixtureRequest, browser, address: str) -> Iterator[Visit]:
    """A visitor on the home page, for whom nothing may go wrong."""
    width, locale, scheme = request.param
    with visiting(browser, width, locale, color_scheme=scheme) as visit:
        visit.page.goto(address)
        yield visit
        assert visit.complaints == []
        assert visit.violations == []


@pytest.mark.parametrize("visit", by_day(SCREENS, SCREENS[1]), indirect=True, ids=["1280 px", "360 px"])
def test_a_photograph_is_sent_tapped_corrected_and_undone(visit: Visit, files: Path):
    page = visit.page
    page.evaluate("window.stayed = true")
    visit.send(files / "mesa.jpg")
    assert "/photos/" in page.url
    assert visit.heading.startswith("175")
    page.locator('.overlay a[data-tile="16"]').click()
    page.wait_for_selector("#dialog[open] .tile-detail")
    page.locator('#dialog .likely button[value="13b"]').wait_for()
    page.locator("#dialog summary").click()
    page.locator('#dialog .every button[value="12b"]').click()
    page.wait_for_selector(".undo")
    assert visit.heading.startswith("205")
    playwright.expect(page.locator("#dialog[open]")).to_have_count(0)
    page.locator(".undo").click()
    page.locator(".undo").wait_for(state="detached")
    assert visit.heading.startswith("175")
    assert page.evaluate("window.stayed"), "the page was loaded anew"


@pytest.mark.slow
@pytest.mark.parametrize("visit", SCREENS, indirect=True, ids=["1280 px", "360 px"])
def test_no_page_scrolls_sideways(visit: Visit, files: Path):
    page = visit.page
    assert visit.overflow_px <= 0
    visit.send(files / "mesa.jpg")
    assert visit.overflow_px <= 0
    photo = page.url
    for address in (f"{photo}/tiles/16", page.url.split("/photos")[0] + "/demo"):
        page.goto(address)
        assert visit.overflow_px <= 0, address
    for summary in page.locator("summary").all():
        summary.click()
    assert visit.overflow_px <= 0


def test_the_language_is_switched_where_one_is(visit: Visit, files: Path):
    page = visit.page
    visit.send(files / "mesa.jpg")
    photo, is_spanish = page.url, page.locator("html").get_attribute("lang") == "es"
    page.locator(f'.languages button[value="{"en" if is_spanish else "es"}"]').click()
    page.wait_for_selector(f'html[lang="{"en" if is_spanish else "es"}"]')
    assert page.url == photo
    assert visit.heading == ("175 points" if is_spanish else "175 puntos")


@pytest.mark.slow
def test_the_way_back_leads_back(visit: Visit, files: Path):
    page = visit.page
    visit.send(files / "mesa.jpg")
    page.go_back()
    page.wait_for_selector("#upload")
    page.go_forward()
    page.wait_for_selector(".result")
    assert visit.heading.startswith("175")


@pytest.mark.slow
def test_other_rules_judge_as_soon_as_they_are_chosen(visit: Visit, files: Path):
    page = visit.page
    visit.send(files / "mesa.jpg")
    page.locator(".judge select").select_option("rummy")
    playwright.expect(page.locator(".melds")).not_to_contain_text("canasta")
    assert page.locator(".judge select").input_value() == "rummy"


def test_a_tile_can_be_reached_with_the_keyboard(visit: Visit, files: Path):
    page = visit.page
    visit.send(files / "mesa.jpg")
    page.locator('.melds a[data-tile="1"]').focus()
    page.keyboard.press("Enter")
    page.wait_for_selector("#dialog[open]")
    page.keyboard.press("Escape")
    page.wait_for_selector("#dialog:not([open])", state="attached")
    assert page.evaluate("document.activeElement.dataset.tile") == "1"


@pytest.mark.slow
def test_the_demo_goes_on_by_itself_and_stops(alone: Visit):
    page = alone.page
    page.locator(".demo-card .secondary").click()
    page.wait_for_selector(".demo[data-auto]")
    page.clock.fast_forward(4100)
    page.wait_for_url("**/demo/2?**")
    page.wait_for_selector(".nothing")
    page.locator(".steps .button:not(.secondary)").click()
    page.locator("[data-auto]").wait_for(state="detached")
    page.locator("a[rel=prev]").click()
    page.wait_for_url("**/demo/1?**")
    assert alone.heading.startswith("175")


@pytest.mark.parametrize(
    ("name", "words"), [("nota.txt", "Eso no es una foto."), ("pesada.jpg", "Esa foto pesa más de 2 MB")]
)
def test_what_cannot_be_read_is_said_where_it_was_chosen(browser, address: str, files: Path, name: str, words: str):
    with visiting(browser, 1280, "es-AR") as visit:
        visit.page.goto(address)
        visit.send(files / name)
        assert words in visit.page.locator(".problem").inner_text()
        visit.send(files / "mesa.jpg")
        visit.page.wait_for_selector(".result")


@pytest.mark.slow
def test_a_dropped_photograph_is_read(browser, address: str, files: Path):
    drop = """(bytes) => {
        const transfer = new DataTransfer();
        transfer.items.add(new File([new Uint8Array(bytes)], "mesa.jpg", { type: "image/jpeg" }));
        document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: transfer, bubbles: true, cancelable: true }));
    }"""
    with visiting(browser, 1280, "es-AR") as visit:
        visit.page.goto(address)
        visit.page.evaluate(drop, list(table.picture()))
        visit.page.wait_for_selector(".result")


def test_a_server_that_is_gone_is_told(browser, files: Path):
    with visiting(browser, 360, "es-AR") as visit:
        with serving(table.app()) as address:
            visit.page.goto(address)
            visit.send(files / "mesa.jpg")
        visit.page.locator('.melds a[data-tile="1"]').click()
        visit.page.wait_for_selector("#notice:not([hidden])")
        assert "no contesta" in visit.page.locator("#notice").inner_text()


@pytest.mark.slow
@pytest.mark.parametrize("width", [1280, 360])
def test_without_scripts_nothing_is_missing(browser, address: str, files: Path, width: int):
    with visiting(browser, width, "es-AR", java_script_enabled=False) as visit:
        page = visit.page
        page.goto(address)
        page.set_input_files(".pick input", files / "mesa.jpg")
        visit.follow(page.locator(".send"))
        assert visit.heading == "175 puntos"
        visit.follow(page.locator('.melds a[data-tile="16"]'))
        page.locator("summary").click()
        visit.follow(page.locator('button[value="12b"]').last)
        assert visit.heading == "205 puntos"
        visit.follow(page.locator(".undo"))
        assert visit.heading == "175 puntos"
        visit.follow(page.locator('.languages button[value="en"]'))
        assert visit.heading == "175 points"
        assert visit.complaints == []


@pytest.mark.slow
def test_the_form_shows_where_a_camera_may_be(browser, address: str):
    for width, shown in ((360, True), (1280, False)):
        with visiting(browser, width, "es-AR") as visit:
            visit.page.goto(address)
            visit.page.wait_for_selector("html.js")
            assert visit.page.locator(".take").is_visible() is shown


def test_targets_are_large_enough_for_a_finger(browser, address: str, files: Path):
    sizes = """[...document.querySelectorAll('.melds a.tile, .button, select, .languages button')]
        .filter((one) => one.offsetWidth).map((one) => Math.min(one.offsetWidth, one.offsetHeight))"""
    with visiting(browser, 360, "es-AR") as visit:
        visit.page.goto(address)
        visit.send(files / "mesa.jpg")
        assert min(visit.page.evaluate(sizes)) >= 36


@pytest.mark.slow
def test_a_picture_turned_by_its_camera_is_shown_upright_everywhere(browser, files: Path):
    """The left half of the stored pixels is red: upright, the top half is."""
    stored = np.full((40, 80, 3), (200, 60, 30), np.uint8)
    stored[:, :40] = (30, 30, 200)
    jpeg = cv2.imencode(".jpg", stored)[1].tobytes()
    exif = b"Exif\0\0MM\0*\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0"
    (files / "turned.jpg").write_bytes(jpeg[:2] + b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif + jpeg[2:])
    markup = """<body style="margin:0"><img src="{0}" width=40 height=80 style="position:absolute;left:0">
        <svg viewBox="0 0 40 80" width=40 height=80 style="position:absolute;left:40px">
        <image href="{0}" width="40" height="80"/></svg>"""
    with visiting(browser, 1280, "es-AR") as visit:
        (files / "turned.html").write_text(markup.format("turned.jpg"))
        visit.page.goto((files / "turned.html").as_uri())
        shot = cv2.imdecode(np.frombuffer(visit.page.screenshot(), np.uint8), cv2.IMREAD_COLOR)
    for x in (20, 60):
        assert shot[10, x, 2] > 150 > shot[10, x, 0], "the top is red"
        assert shot[70, x, 0] > 150 > shot[70, x, 2], "the bottom is blue"
