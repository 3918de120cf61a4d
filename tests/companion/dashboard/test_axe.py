"""What axe finds on the pages that would keep somebody with poor sight or a screen reader from using them."""

from __future__ import annotations

import io
import ssl
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from companion.authority import Authority
from companion.dashboard import Trust, create_welcome
from tests.companion.dashboard import table
from tests.companion.dashboard.hall import Hall
from tests.companion.dashboard.playing import Player, playing_app

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
axe = pytest.importorskip("axe_playwright_python.sync_playwright", reason="axe-playwright-python is not installed")
from tests.companion.dashboard.browser import CHROMIUM, chromium, serving, visiting  # noqa: E402

pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="Chromium is not installed")
GRAVE = frozenset({"serious", "critical"})
SCREENS = [
    # the width in CSS pixels, the language, and the light
    (360, "es-AR", "dark"),
    (1280, "en-US", "light"),
    (360, "en-US", "light"),
    (820, "es-AR", "light"),
    (820, "en-US", "dark"),
    (1280, "es-AR", "dark"),
]
NOWHERE = "/nowhere"
LAW = (
    "/rules",
    "/rules?q=comodin",
    "/rules/torneo",
    "/rules/judge",
    "/rules/judge?melds=5r+6b+J+8r&rules=torneo",
    "/rules/judge?melds=3r+4r+5r+6r+7r+8r+2r",
    "/rules/judge?ask=change&before=5r+J+7r&melds=5r+6r+7r&set=max_wilds%3D2",
    "/rules/judge?ask=hand&closer=0&partial=1&muerto.0=played&melds.0=4r+5r+6r+7r+8r+9r+10r&melds.1=3b+5b+4b",
    "/rules/judge?ask=hand&closer=0&melds.0=4r+5r+6r",
    "/rules/new",
    "/rules/new?from=burraco-fibur",
    "/rules/house",
    "/rules/import",
)
TAPS = (("lay", 0, "4r 5r J 7r 8r 9r 10r"), ("lay", 0, "4b 5b 7b"), ("discard", 0, "9k"))


@dataclass(frozen=True, slots=True)
class Place:
    """Pages of one kind: where they are served, and their addresses there."""

    address: str
    paths: tuple[str, ...]


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Mapping[str, Place]]:
    """Every page there is, by what it is of."""
    folder = tmp_path_factory.mktemp("house")
    with ExitStack() as stack:
        app = stack.enter_context(playing_app(folder, public_url="https://192.168.0.7:8000/", welcome_url="http://x/"))
        photo = table.app(table.demo_folder(folder)).test_client()
        shown = photo.post("/photos", data={"photo": (io.BytesIO(table.picture()), "mesa.jpg")}).headers["Location"]
        photographs = ("/", shown, f"{shown}/tiles/16", "/demo/1", "/demo/2", "/offline", NOWHERE)
        welcome = create_welcome(trust(folder / "authority"))
        yield {
            "photographs": Place(stack.enter_context(serving(photo.application)), photographs),
            "matches": Place(stack.enter_context(serving(app)), match_pages(Player(app.test_client()))),
            "tournaments": Place(stack.enter_context(serving(app)), hall_pages(Hall(app))),
            "welcome": Place(stack.enter_context(serving(welcome)), ("/",)),
        }


def trust(folder: Path) -> Trust:
    """What a phone is given by a new house."""
    authority = Authority.open(folder)
    return Trust(
        authority.name, ssl.PEM_cert_to_DER_cert(authority.certificate.read_text()), "https://192.168.0.7:8000/"
    )


def match_pages(player: Player) -> tuple[str, ...]:
    """The pages of a match with a confirmed hand, another under way, offences and a question, and those around it."""
    player.begins()
    for tap in TAPS:
        player.taps(*tap)
    playing = player.match
    player.begins()
    player.tells("note", points=[420, -35])
    player.tells("confirm")
    player.tells("deal")
    player.taps("lay", 1, "11b 12b 13k 2b")
    player.taps("discard", 3, "9y")
    rest = (
        "",
        "/scores",
        "/census",
        "/history",
        "/hands/1/replay?step=2",
        "/tv",
        "/overlay",
        "/agreement",
        "/hands/2/count",
        "/hands/2/melds/1?tile=1",
    )
    camera = ("/camera", "/camera/zones")
    around = (
        *camera,
        "/matches",
        "/matches/new",
        "/sets",
        taught(player),
        "/join",
        "/phone",
        *(f"/invite?role={one}" for one in ("player", "camera")),
    )
    return (
        *around,
        *LAW,
        *own_rules(player),
        f"/matches/{playing}/rules",
        f"/matches/{playing}",
        f"/matches/{playing}/hands/1/count",
        *(f"/matches/{player.match}{one}" for one in rest),
    )


def taught(player: Player) -> str:
    """The page of a photograph from which a set is to be learned; another set is in use."""
    answer = player.client.post("/sets/photos", data={"photo": (io.BytesIO(table.picture()), "juego.jpg")})
    photo = str(answer.headers["Location"])
    player.client.post("/sets", data={"photo": photo.rpartition("/")[2], "name": "Mis fichas"})
    return photo


def own_rules(player: Player) -> tuple[str, ...]:
    """The pages of a rule set of the house, with changes."""
    file = (io.BytesIO(b'extends = "torneo"\nmax_wilds = 3\nclose_bonus = 50\n'), "los-jueves.toml")
    player.client.post("/rules/import", data={"file": file})
    return ("/rules/los-jueves", "/rules/los-jueves/edit", "/rules/los-jueves/history")


def hall_pages(hall: Hall) -> tuple[str, ...]:
    """The pages of a tournament under way."""
    hall.begins()
    rest = ("", "standings", "fixtures", "fixtures/1", "bracket", "tv", "plan", "judge", "history", "codes", "pins")
    return ("/tournaments", "/tournaments/new", *(f"{hall.address}/{one}".rstrip("/") for one in rest))


def grave_faults(places: Mapping[str, Place], screen: tuple[int, str, str], paths_of: slice) -> dict[str, list[str]]:
    """The serious and critical faults that axe finds, by page; of each kind of pages those in ``paths_of``."""
    width, locale, scheme = screen
    found: dict[str, list[str]] = {}
    with chromium() as browser, visiting(browser, width, locale, color_scheme=scheme) as visit:
        for place in places.values():
            for path in place.paths[paths_of]:
                answer = visit.page.goto(place.address + path)
                assert answer is not None
                assert answer.ok or path == NOWHERE, f"{path}: {answer.status}"
                visit.page.wait_for_load_state()
                faults = axe.Axe().run(visit.page).response["violations"]
                told = [
                    f"{one['id']}: {node['html'][:120]}"
                    for one in faults
                    if one["impact"] in GRAVE
                    for node in one["nodes"]
                ]
                found |= {path: told} if told else {}
    return found


def test_axe_finds_nothing_grave_on_every_sixth_page(places: Mapping[str, Place]):
    assert grave_faults(places, SCREENS[0], slice(None, None, 6)) == {}


@pytest.mark.slow
@pytest.mark.timeout(600)
@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: " ".join(map(str, screen)))
def test_axe_finds_nothing_grave_on_any_page_and_screen(places: Mapping[str, Place], screen: tuple[int, str, str]):
    assert grave_faults(places, screen, slice(None)) == {}
