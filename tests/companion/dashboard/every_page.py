"""Every page of a house in every state that people meet, for tests that walk through all of them."""

from __future__ import annotations

import io
import re
import ssl
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from flask import Flask
from playwright.sync_api import Browser, Page

from companion.dashboard import DeviceTrust, create_welcome
from companion.dashboard.auth.roles import Role
from companion.network.certificates import Authority
from engine.rules.profiles import load_rules
from tests.companion.dashboard import table
from tests.companion.dashboard.browser import Visit, serving, visiting
from tests.companion.dashboard.camera import ActedLookout, fit_view, seen_table
from tests.companion.dashboard.evening_states import of_an_uneven_evening, of_hooks, of_leagues
from tests.companion.dashboard.filming import film_paths
from tests.companion.dashboard.game_states import DEALT, at_tables
from tests.companion.dashboard.organiser import Organiser
from tests.companion.dashboard.photo_counting import Counting
from tests.companion.dashboard.photographed import Recognizer
from tests.companion.dashboard.playing import Player, playing_app, session_cookie
from tests.companion.dashboard.two_cameras import of_two_cameras

NOWHERE = "/nowhere"
PRINTING = ("/census", "/print", "/print?tiles=5r+J&marks=1")
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
    "/advise",
    "/advise?rack=5r+6r+J+3k+4b+9y+9k&table=7r+8r+9r+10r&theirs=3y+4y+5y+6y&rules=clasico",
    "/advise?rack=1r+2r+8k+6y+7y&table=7b+7y+7k+7r%0A9k+10k+11k%0A3r+4r+5r+6r%0A8y+J+10y&rules=rummikub",
    "/advise?rack=5r+5r+5r",
    "/rules/new",
    "/rules/new?from=burraco-fibur",
    "/rules/house",
    "/rules/import",
)
AROUND = ("/camera", "/camera/certificate", "/camera/zones", "/camera/tiles/3", "/matches", "/matches/archived",
          "/matches/new", "/sets", "/join", "/phone", "/invite?role=player", "/invite?role=camera", "/offline",
          "/demo/1", "/demo/2", "/demo/1/tiles/2", NOWHERE)  # fmt: skip
OF_A_MATCH = ("", "/scores", "/census", "/history", "/tv", "/overlay", "/agreement", "/hands/2", "/hands/2/count",
              "/hands/2/melds/1?tile=1", "/rules")  # fmt: skip
OF_A_TOURNAMENT = ("", "/standings", "/fixtures", "/fixtures/1", "/bracket", "/tv", "/plan", "/judge", "/history",
                   "/codes", "/pins", "/papers", "/devices/1")  # fmt: skip
TAPS = (("lay", 0, "4r 5r J 7r 8r 9r 10r"), ("lay", 0, "4b 5b 7b"), ("discard", 0, "9k"))
MOVES = "0 draw\n0 lay 4r 5r 6r\n0 discard 9k", "1 draw\n1 lay 7b 8b 9b J\n1 discard 12y"
STRANGE = "0: 4r 5r 6r; 1: 7b 8b 9b J; pozo: 9k 12y 3b 5k; muertos: 11 11"
"""What the camera cannot have seen happen: two tiles were thrown."""


@dataclass(frozen=True, slots=True)
class State:
    """A page as somebody meets it."""

    name: str
    path: str
    does: Callable[[Page], None] | None = None
    """What somebody does there first."""
    given: Callable[[], None] | None = None
    """What brings it about, before anybody comes."""


@dataclass(frozen=True, slots=True)
class Everything:
    """A house that is served, with all its pages; the page that is not encrypted is served elsewhere."""

    address: str
    welcome: str
    states: tuple[State, ...]
    cookie: str
    app: Flask

    @contextmanager
    def visit(self, browser: Browser, size: tuple[int, int], locale: str, **options: object) -> Iterator[Visit]:
        """Somebody with a screen of this ``size`` who has counted hands with photographs here."""
        width, height = size
        with visiting(browser, width, locale, **options) as visit:
            visit.page.set_viewport_size({"width": width, "height": height})
            visit.page.context.add_cookies(
                [{"name": session_cookie(self.app), "value": self.cookie, "url": self.address}]
            )
            yield visit

    def shows(self, visit: Visit, state: State) -> Page:
        """The page in that state."""
        page = visit.page
        if state.given:
            state.given()
        answer = page.goto(state.path if "://" in state.path else self.address + state.path)
        assert answer is not None
        assert answer.ok or state.path == NOWHERE, f"{state.name}: {answer.status}"
        if state.does:
            state.does(page)
        page.wait_for_load_state()
        return page


@contextmanager
def everything(folder: Path) -> Iterator[Everything]:
    """A house in which a lot has happened, and one in which nothing has."""
    recognizer = Recognizer()

    def read(blob: bytes, name: str, law: Any = load_rules) -> table.Judged:
        return (recognizer.read if blob in recognizer.seen else table.read_photo)(blob, name, law)

    told = {"public_url": "https://192.168.0.7:8000/", "welcome_url": None, "read": read}
    with ExitStack() as stack:
        app = stack.enter_context(playing_app(folder / "full", chance=DEALT, demo=table.demo_folder(folder), **told))
        bare = stack.enter_context(playing_app(folder / "bare", **told))
        welcome = create_welcome(trust(folder / "authority"))
        two = stack.enter_context(playing_app(folder / "two", **told))
        beside = stack.enter_context(serving(two))
        empty, greeting = stack.enter_context(serving(bare)), stack.enter_context(serving(welcome))
        player = Player(app.test_client())
        states = (
            State("home", "/"),
            State("somebody comes in", f"/join/{app.extensions['token issuer'].token(Role.PLAYER)}"),
            *(State(f"empty: {path}", empty + path) for path in ("/matches", "/tournaments", "/sets", "/rules/house")),
            State("welcome", greeting),
            *(
                State(path, path)
                for path in (*AROUND, *LAW, *PRINTING, *photographs(player), *own_rules(player), *taught(player))
            ),
            *of_matches(player, recognizer),
            *(State(*page) for page in at_tables(player.client)),
            *of_tournaments(app),
            *of_a_camera(app, player),
            *(State(name, beside + path, given=given) for name, path, given in of_two_cameras(two)),
        )
        cookie = player.client.get_cookie(session_cookie(app))
        address = stack.enter_context(serving(app))
        yield Everything(address, greeting, states, cookie.value if cookie else "", app)


def trust(folder: Path) -> DeviceTrust:
    """What a phone is given by a new house."""
    authority = Authority.open(folder)
    return DeviceTrust(
        authority.name, ssl.PEM_cert_to_DER_cert(authority.certificate.read_text()), "https://192.168.0.7:8000/"
    )


def photographs(player: Player) -> tuple[str, ...]:
    """The pages of a photograph, and of one on which nothing is."""
    sent = [player.client.post("/photos", data={"photo": (io.BytesIO(blob), "mesa.jpg")}) for blob in
            (table.picture(), table.empty_picture())]  # fmt: skip
    shown, empty = (answer.headers["Location"] for answer in sent)
    return shown, f"{shown}/tiles/16", empty


def taught(player: Player) -> tuple[str, ...]:
    """The page of a photograph from which a set is to be learned, of one with too few tiles, and of a proof."""
    paths = []
    for blob in (table.picture(), table.empty_picture()):
        answer = player.client.post("/sets/photos", data={"photo": (io.BytesIO(blob), "juego.jpg")})
        paths.append(str(answer.headers["Location"]))
    player.client.post("/sets", data={"photo": paths[0].rpartition("/")[2], "name": "Mis fichas"})
    proof = re.search(r'"(/sets/[^/"]+/proof)"', player.client.get("/sets").get_data(as_text=True))
    return (*paths, proof[1] if proof else NOWHERE)


def own_rules(player: Player) -> tuple[str, ...]:
    """The pages of a rule set of the house, with changes."""
    file = (io.BytesIO(b'extends = "torneo"\nmax_wilds = 3\nclose_bonus = 50\n'), "los-jueves.toml")
    player.client.post("/rules/import", data={"file": file})
    return ("/rules/los-jueves", "/rules/los-jueves/edit", "/rules/los-jueves/history")


def of_matches(player: Player, recognizer: Recognizer) -> Iterator[State]:
    """A match with offences, one with a confirmed hand and another under way, one that is over, hands being counted."""
    player.begins()
    for tap in TAPS:
        player.taps(*tap)
    playing = f"/matches/{player.match}"
    yield State("a match with offences", playing)
    yield State("a hand to count", f"{playing}/hands/1/count")
    yield State("a hand as on paper", f"{playing}/hands/1/sum")
    yield State("a refusal beside its box", playing, refused)
    yield State("a meld in its dialog", playing, opens_a_meld)
    yield State("a hand step by step", f"{playing}/hands/1/replay?step=2")
    yield State("a hand animated", f"{playing}/hands/1/animation-gif", is_made)
    yield State("a line of the score in its picture", f"{playing}/hands/1/sheets/0/0")
    player.begins()
    player.send("note", points=[420, -35])
    player.send("confirm")
    player.send("deal")
    player.taps("lay", 1, "11b 12b 13k 2b")
    player.taps("discard", 3, "9y")
    yield from (State(f"a second hand: {rest}", f"/matches/{player.match}{rest}") for rest in OF_A_MATCH)
    player.begins(("Marta", "Silvia", "Roberto", "Don Ernesto de los Santos"))
    player.send("note", points=[3200, 1240])
    player.send("confirm")
    ended = f"/matches/{player.match}"
    yield State("two versions of a hand", f"{ended}/hands/1/versions?order=note&hand=1&points=3200&points=1200")
    yield from (State(f"a match that is over: {rest}", ended + rest) for rest in ("", "/tv", "/scores"))
    player.begins()
    counting = Counting(player)
    counting.sends(
        recognizer.table(("4r 5r 6r 7r?1r 8r 9r 10r", "9k 9b 9y"), ("12r 12b 12k",)),
        recognizer.racks("3b 3k", "8y 10k"),
    )
    yield State("a hand from photographs with doubts", counting.address)
    yield State("two versions of a hand from photographs", f"{counting.address}/versions")
    tile = re.search(rf'"({counting.address}/[\w-]+/tiles/\d+)"', counting.page)
    yield State("a tile of a hand", tile[1] if tile else NOWHERE)


def refused(page: Page) -> None:
    """Lays what is no tile."""
    page.locator('#composer [name="tiles"]').fill("4b 5b 66b")
    page.locator('#composer [value="lay"]').click()
    page.wait_for_selector(".flash")


def is_made(page: Page) -> None:
    """Waits for the file."""
    page.wait_for_selector(".animation-shown", timeout=60_000)


def opens_a_meld(page: Page) -> None:
    """Looks at a meld over its page."""
    page.locator("#meld-1 a[data-dialog]").first.click()
    page.wait_for_selector("#dialog[open]")


def of_tournaments(app: Flask) -> Iterator[State]:
    """A tournament under way, one that has not begun, the device of a table."""
    organiser = Organiser(app)
    organiser.begins()
    token = organiser.device()
    organiser.says(token, "propose", hand=1, side="home", points=[100, 50])
    for path in ("/tournaments", "/tournaments/new", "/tournaments/import", "/tournaments/archived"):
        yield State(path, path)
    for rest in OF_A_TOURNAMENT:
        yield State(f"a tournament: {rest}", f"{organiser.address}{rest}")
    yield State("a table comes in", f"/tournaments/device/{token}")
    yield State("the device of a table", f"/tournaments/device/{token}", enters)
    fresh = Organiser(app, title="Nuevo")
    yield from (State(f"a new tournament: {rest}", f"{fresh.address}{rest}") for rest in ("", "/plan", "/standings"))
    for told in (of_an_uneven_evening(app), of_leagues(organiser), of_hooks(organiser)):
        yield from (State(*page) for page in told)


def enters(page: Page) -> None:
    """Becomes the device of a table."""
    page.locator("main form button").click()
    page.wait_for_selector(".slip")


def of_a_camera(app: Flask, player: Player) -> Sequence[State]:
    """A match that a camera follows, with a question open; the camera asks as well."""
    lookout: ActedLookout = app.extensions["lookout"]
    lookout.changes |= {
        "match": player.begins(("Ana", "Beto")),
        "score": seen_table(),
        "fit": fit_view(light="weak"),
        "unread": (17,),
        "candidates": {"17": ("4y", "9y")},
    }
    for moves in MOVES:
        player.send("play", moves=moves)
    player.send("look", seen=STRANGE)
    live, paths = f"/matches/{player.match}", film_paths(app, player)
    shown = State("a question under the camera", live), State("television with a camera", f"{live}/tv")
    return (*shown, *(State(path, path) for path in paths))
