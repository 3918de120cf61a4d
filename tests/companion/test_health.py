"""A house says how it is doing: to programs by ``/healthz``, to all who watch by a banner, to whoever orders."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from flask import Flask
from sqlalchemy import event
from sqlalchemy.exc import OperationalError

from companion.dashboard import add_wellbeing
from companion.errors import JournalError
from companion.eventstore.evidence_store import RESERVE_BYTES
from companion.eventstore.write_failures import LASTS_S, WriteFailures
from companion.server.health import HealthMonitor
from tests.companion.dashboard.organiser import Organiser
from tests.companion.dashboard.playing import Player, playing_app
from tests.companion.eventstore.damage import edited

GONE = "server closed the connection unexpectedly"


class House:
    """A house on its pages, with a match and a tournament under way."""

    def __init__(self, app: Flask, folder: Path) -> None:
        self.app, self.folder, self.jump_s = app, folder, 0.0
        tables = app.extensions["tables"]
        self.journal = tables.journal
        where = SimpleNamespace(folder=folder)
        self.wellbeing = HealthMonitor(tables.journal, where, lambda: self.jump_s)
        add_wellbeing(app, self.wellbeing)
        self.player = Player(app.test_client())
        self.player.begins()
        self.organiser = Organiser(app)
        self.organiser.begins()
        self.client = app.test_client()

    def looked(self) -> House:
        self.wellbeing.look()
        return self

    def health(self) -> tuple[int, dict]:
        answer = self.looked().client.get("/healthz")
        return answer.status_code, answer.get_json()


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with playing_app(tmp_path) as app:
        yield House(app, tmp_path)


def full_disk(_: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(shutil, "disk_usage", lambda _: SimpleNamespace(free=RESERVE_BYTES - 1))


def no_database(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    def gone(*_: object, **__: object) -> None:
        raise OperationalError("SELECT", {}, Exception(GONE))

    monkeypatch.setattr(house.journal._database.pool, "connect", gone)


def takes_no_writes(house: House, _: pytest.MonkeyPatch) -> None:
    """As a server of databases that only reads, or a disk that was mounted so."""

    def refused(connection: sqlite3.Connection, *_: object) -> None:
        connection.execute("PRAGMA query_only = ON")

    event.listen(house.journal._database.pool, "checkout", refused)
    house.player.client.post("/api/tournaments", json={"title": "Otro"})


def damage(house: House, _: pytest.MonkeyPatch) -> None:
    edited(house.folder / "story.sqlite", f"UPDATE entries SET text = '{{}}' WHERE match = '{house.player.match}'")
    house.wellbeing.check()


def jump(house: House, _: pytest.MonkeyPatch) -> None:
    house.jump_s = -3600.0


def backup_disk_gone(house: House, _: pytest.MonkeyPatch) -> None:
    house.wellbeing.is_backup_failing = lambda: True


def lost_camera(house: House, _: pytest.MonkeyPatch) -> None:
    house.wellbeing.camera = lambda: "trouble"


STATES = [
    (lambda *_: None, 200, "ok", {}, ""),
    (full_disk, 503, "unwell", {"disk": "full"}, "El disco está lleno"),
    (no_database, 503, "unwell", {"database": "away"}, "La base de datos no contesta"),
    (takes_no_writes, 503, "unwell", {"database": "unwritable"}, "por ahora no se anota nada"),
    (damage, 200, "ok", {"database": "damaged"}, "Hay anotaciones dañadas"),
    (jump, 200, "ok", {"clock": "jumped"}, "saltó 60 minutos"),
    (backup_disk_gone, 200, "ok", {"backups": "failing"}, "fijate si el pendrive está puesto"),
    (lost_camera, 200, "ok", {"camera": "trouble"}, ""),
]


@pytest.mark.parametrize(("happens", "status", "word", "wrong", "banner"), STATES)
def test_health_says_which_and_a_banner_says_it_to_all(
    house: House,
    monkeypatch: pytest.MonkeyPatch,
    happens: Callable,
    status: int,
    word: str,
    wrong: dict[str, str],
    banner: str,
):
    happens(house, monkeypatch)
    well = {"status": word, "database": "ok", "disk": "ok", "camera": "none", "clock": "ok"}
    answered, health = house.health()
    health.pop("damaged", None)
    assert (answered, health) == (status, well | wrong)
    said = house.client.get("/troubles").get_json()["troubles"]
    assert len(said) == bool(banner)
    assert banner in "".join(said)
    page = house.client.get("/").get_data(as_text=True)
    assert ('class="house-troubles" role="alert"' in page) is True
    assert banner in page


ORDERS = [
    ("POST", "/api/matches/{match}/orders", {"order": "tap", "verb": "draw", "seat": 0}),
    ("POST", "/api/matches", {"players": ["A", "B", "C", "D"], "rules": "clasico"}),
    ("POST", "/api/tournaments", {"title": "Otro"}),
    ("POST", "/api/tournaments/{tournament}/orders", {"order": "rename", "entrant": 1, "name": "Zoe"}),
]


@pytest.mark.parametrize("happens", [full_disk, no_database])
@pytest.mark.parametrize(("method", "address", "sent"), ORDERS)
def test_every_order_is_refused_in_one_sentence_of_ours(
    house: House, monkeypatch: pytest.MonkeyPatch, happens: Callable, method: str, address: str, sent: dict
):
    happens(house, monkeypatch)
    place = address.format(match=house.player.match, tournament=house.organiser.tournament)
    answer = house.client.open(place, method=method, json=sent)
    said = answer.get_json()["error"]
    assert answer.status_code == 503
    assert GONE not in said
    assert "No se pudo guardar" in said or happens is no_database
    monkeypatch.undo()
    assert house.client.open(place, method=method, json=sent).status_code in (200, 201)


def test_no_page_has_a_traceback_or_speaks_of_saving_to_whoever_reads(house: House, monkeypatch: pytest.MonkeyPatch):
    names = {"match": house.player.match, "tournament": house.organiser.tournament, "number": 1, "hand": 1}
    rules = [rule for rule in house.app.url_map.iter_rules() if "GET" in rule.methods]
    addresses = {}
    with house.app.test_request_context():
        for rule in rules:
            if rule.arguments <= names.keys() and not rule.rule.endswith("/events"):
                address = house.app.url_map.bind("localhost").build(
                    rule.endpoint, {k: names[k] for k in rule.arguments}
                )
                addresses[rule.endpoint] = address
    no_database(house, monkeypatch)
    house.looked()
    for endpoint, address in addresses.items():
        answer = house.client.get(address)
        text = answer.get_data().decode(errors="replace")
        assert answer.status_code != 500, endpoint
        assert GONE not in text, endpoint
        assert "No se pudo guardar" not in text, endpoint
    assert len(addresses) > 30


def test_a_write_that_failed_is_told_until_another_succeeds_or_nobody_tries_for_a_while(house: House):
    now = [0.0]
    failures = WriteFailures(lambda: now[0])
    for error, wait_s, said in (
        (JournalError("disk full"), 0, "disk full"),
        (JournalError("story not saved"), LASTS_S / 2, "story not saved"),
        (JournalError("damaged story", match="m1"), LASTS_S / 4, "story not saved"),
        (JournalError("damaged story", match="m1"), LASTS_S, ""),
        (JournalError("disk full"), 0, "disk full"),
        (None, 0, ""),
    ):
        failures.note(error)
        now[0] += wait_s
        assert failures.present() == said
    assert house.journal.write_trouble() == ""


def test_what_could_not_be_read_again_is_read_soon(house: House, monkeypatch: pytest.MonkeyPatch):
    with monkeypatch.context() as patched:
        no_database(house, patched)
        assert not house.wellbeing.check()
    assert house.wellbeing.check()
