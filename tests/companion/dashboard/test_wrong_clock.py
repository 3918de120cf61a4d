"""A clock that is wrong for a while, as of a small computer without the time, puts nobody out and lets nobody in."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from pathlib import Path

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.dashboard.auth.access import JOIN_LINK_S
from companion.dashboard.auth.login_sessions import BROWSER_SESSION_S, PROGRAM_SESSION_S, LoginSessions
from companion.dashboard.auth.roles import Role
from companion.dashboard.tournaments.device_tokens import admitted_device, device_token
from companion.eventstore import find_data_folder
from companion.match_commands import Sender
from companion.tournaments import commands
from companion.tournaments.service import TournamentService
from tests.companion.dashboard.playing import playing_app, session_cookie
from tests.companion.dashboard.test_doors import come_in, phone, tokens_of

DAY_S = 24 * 3600.0
WRONG_S = [40 * DAY_S, -40 * DAY_S, 3 * 365 * DAY_S]
SCORER = Role.SCORER


@dataclass
class Clocks:
    """The clock of the machine, and the time that passes in truth."""

    wall_s: float = 1_800_000_000.0
    steady_s: float = 500.0

    def passes(self, seconds: float) -> None:
        self.wall_s += seconds
        self.steady_s += seconds

    def book(self, folder: Path) -> LoginSessions:
        """The sessions kept in ``folder``, as a program that begins reads them."""
        return LoginSessions(find_data_folder(folder, environment={}), lambda: self.wall_s, lambda: self.steady_s)


@dataclass
class House:
    """An app whose program may begin anew, and the clocks that it sees."""

    folder: Path
    monkeypatch: pytest.MonkeyPatch
    clocks: Clocks = field(default_factory=Clocks)
    opened: ExitStack = field(default_factory=ExitStack)

    def __post_init__(self) -> None:
        self.monkeypatch.setattr(time, "time", lambda: self.clocks.wall_s)
        self.monkeypatch.setattr(time, "monotonic", lambda: self.clocks.steady_s)
        self.begins()

    def begins(self) -> Flask:
        self.opened.close()
        self.app = self.opened.enter_context(playing_app(self.folder, public_url="http://192.168.0.7:8000/"))
        return self.app

    def may(self, cookie: str) -> bool:
        """Whether a browser that shows ``cookie`` is a scorer; its own clock is right."""
        client = phone(self.app)
        client.set_cookie(session_cookie(self.app), cookie)
        return client.get("/invite?role=scorer").status_code == 200


@pytest.fixture
def house(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[House]:
    house = House(tmp_path, monkeypatch)
    yield house
    house.opened.close()


def cookie_of(client: FlaskClient) -> str:
    """What a browser was given, whatever dates stand beside it."""
    kept = client.get_cookie(session_cookie(client.application))
    assert kept is not None, "the browser threw it away"
    return kept.value


@pytest.mark.parametrize("is_begun_anew", [False, True], ids=["it runs on", "it is begun anew"])
@pytest.mark.parametrize("wrong_s", WRONG_S)
def test_who_came_in_is_in_when_the_clock_is_right_again(house: House, wrong_s: float, is_begun_anew: bool):
    before = cookie_of(come_in(house.app, SCORER))
    bearer = tokens_of(house.app).bearer(SCORER, "Reloj")
    house.clocks.wall_s += wrong_s
    if is_begun_anew:
        house.begins()
    meanwhile = cookie_of(come_in(house.app, SCORER))
    assert house.may(meanwhile)
    assert is_begun_anew or house.may(before)
    house.clocks.wall_s -= wrong_s
    assert house.may(before), "the program still runs"
    house.begins()
    assert (house.may(before), house.may(meanwhile)) == (True, True)
    assert tokens_of(house.app).recognises(bearer).role is SCORER


@pytest.mark.parametrize("wrong_s", WRONG_S)
def test_a_cookie_says_for_how_long_and_not_only_until_when(house: House, wrong_s: float):
    house.clocks.wall_s += wrong_s
    client = phone(house.app)
    answer = client.post(f"/join/{tokens_of(house.app).token(SCORER)}", data={"name": "Beto"})
    said = SimpleCookie(answer.headers["Set-Cookie"])[session_cookie(house.app)]
    assert said["max-age"] == str(BROWSER_SESSION_S), "browsers heed no date beside it"
    assert (said["httponly"], said["samesite"], said["path"]) == (True, "Lax", "/")


@pytest.mark.parametrize("wrong_s", WRONG_S)
def test_a_link_lives_ten_minutes_whatever_the_clock_says(house: House, wrong_s: float):
    tokens, clocks = tokens_of(house.app), house.clocks
    clocks.wall_s += wrong_s
    link, other = tokens.token(SCORER), tokens.token(SCORER)
    clocks.passes(JOIN_LINK_S - 1)
    assert tokens.admits(link) is SCORER
    clocks.passes(2)
    assert tokens.admits(link) is None
    clocks.wall_s -= JOIN_LINK_S
    assert tokens.admits(link) is None, "the clock was put back"
    clocks.wall_s -= wrong_s - JOIN_LINK_S
    assert tokens.admits(other) is None
    clocks.passes(abs(wrong_s) - 2 * JOIN_LINK_S)
    for _ in range(4):
        clocks.passes(JOIN_LINK_S)
        assert tokens.admits(other) is None, "the time has come that it names"
    fresh = tokens.token(SCORER)
    house.begins()
    assert tokens_of(house.app).admits(fresh) is None


def test_the_device_of_a_table_admitted_by_a_clock_that_was_ahead_stays_it(house: House):
    service: TournamentService = house.app.extensions["tournaments"]
    name = service.found(
        commands.CreateTournament(title="Sábado", format="swiss", tables=2), Sender(author="Ana", key="1")
    ).match
    service.handle(name, commands.Admit(table=1), Sender(author="Ana", key="2"))
    house.clocks.wall_s += WRONG_S[0]
    with house.app.test_request_context():
        token = device_token(name, 1)
        assert admitted_device(token) is not None
        house.clocks.wall_s -= WRONG_S[0]
        assert admitted_device(token) is not None
        house.clocks.passes(PROGRAM_SESSION_S - DAY_S)
        assert admitted_device(token) is not None
        house.clocks.passes(WRONG_S[0] + 2 * DAY_S)
        assert admitted_device(token) is None


USES: list[Callable[[LoginSessions, str], object]] = [
    lambda book, key: book.find(key),
    lambda book, _: book.enter(SCORER, "B"),
]


@pytest.mark.parametrize("uses", USES, ids=["who comes again", "who does not"])
def test_nobody_stays_in_longer_because_the_clock_was_ahead(
    tmp_path: Path, uses: Callable[[LoginSessions, str], object]
):
    clocks = Clocks()
    book = clocks.book(tmp_path)
    key = book.enter(SCORER, "Ana")
    clocks.wall_s += WRONG_S[0]
    assert book.find(key)
    clocks.wall_s -= WRONG_S[0]
    uses(book, key)
    clocks.passes(BROWSER_SESSION_S - DAY_S)
    assert clocks.book(tmp_path).find(key)
    clocks.passes(BROWSER_SESSION_S)
    assert clocks.book(tmp_path).find(key) is None


def test_who_does_not_come_for_a_month_is_outside(tmp_path: Path):
    clocks = Clocks()
    book = clocks.book(tmp_path)
    key = book.enter(SCORER, "Ana")
    clocks.passes(BROWSER_SESSION_S - 1)
    assert clocks.book(tmp_path).find(key)
    clocks.passes(BROWSER_SESSION_S)
    assert book.find(key) is None
    assert clocks.book(tmp_path).find(key) is None
    assert book.all() == ()


def test_who_has_expired_makes_room_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr("companion.dashboard.auth.login_sessions.MOST_SESSIONS", 2)
    clocks = Clocks()
    book = clocks.book(tmp_path)
    book.enter(Role.ORGANISER, "Ana")
    clocks.passes(BROWSER_SESSION_S + 1)
    players = [book.enter(Role.PLAYER, name) for name in ("Beto", "Caro")]
    assert all(map(book.find, players))
