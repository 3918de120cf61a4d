"""The score as a text in OBS, by obs-websocket 5: against a small one that asks for its password."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from companion.match_commands import DealHand
from companion.webhooks.hook import Hook
from companion.webhooks.sending import sent
from companion.webhooks.store import Delivery
from tests.companion.webhooks.house import HookHouse

pytest.importorskip("simpleobsws", reason="the extra obs is not installed")
from tests.companion.webhooks.fake_obs import obs

SIDES = [{"name": "Ana", "total": 1240, "won": True}, {"name": "Beto", "total": -80, "won": False}]
SCORE = Delivery(
    number=1, event="e1", kind="score.changed", at_s=0, shown_s=0, not_before_s=0, content={"sides": SIDES}
)
OVER = replace(SCORE, kind="match.finished")
PASSWORD = "la clave ñ"


def hook(address: str, password: str = PASSWORD, source: str = "Tanteo", scene: str = "") -> Hook:
    told = {"name": "w123456789", "kind": "obs", "is_near": True}
    return Hook(**told, address=address, secret=password, source=source, scene=scene)


@pytest.mark.parametrize(
    ("password", "source", "scene", "delivery", "says"),
    [
        (PASSWORD, "Tanteo", "", SCORE, "shown"),
        (PASSWORD, "Tanteo", "Final", OVER, "shown"),
        ("otra", "Tanteo", "", SCORE, "wrong password"),
        ("", "Tanteo", "", SCORE, "wrong password"),
        (PASSWORD, "Título", "", SCORE, "no such source"),
        (PASSWORD, "Tanteo", "Créditos", OVER, "no such scene"),
    ],
)
def test_what_it_answers(password: str, source: str, scene: str, delivery: Delivery, says: str):
    with obs(PASSWORD) as fake:
        assert sent(hook(fake.address, password, source, scene), delivery).says == says
    assert fake.texts["Tanteo"] == ("" if says in ("wrong password", "no such source") else "Ana 1.240 – Beto −80")
    assert fake.scene == ("Final" if says == "shown" and scene else "Mesa")


def test_an_obs_without_a_password():
    with obs() as fake:
        assert sent(hook(fake.address, ""), SCORE).says == "shown"


def test_the_scene_stays_until_the_match_is_over():
    with obs(PASSWORD) as fake:
        assert sent(hook(fake.address, scene="Final"), SCORE).says == "shown"
    assert fake.scene == "Mesa"


def test_nobody_listens():
    with obs() as fake:
        address = fake.address
    assert sent(hook(address), SCORE).says == "nobody there"


@pytest.mark.parametrize("variable", ["http_proxy", "https_proxy", "all_proxy"])
def test_no_proxy_is_asked_for_a_program_on_this_machine(variable: str, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delenv("no_proxy", raising=False)
    monkeypatch.setenv(variable, "http://127.0.0.1:1")
    with obs(PASSWORD) as fake:
        assert sent(hook(fake.address), SCORE).says == "shown"


def test_without_the_extra_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setitem(sys.modules, "simpleobsws", None)
    assert sent(hook("ws://127.0.0.1:1"), SCORE).says == "no extra"


def test_a_match_is_followed_and_caught_up_with(tmp_path: Path):
    with obs(PASSWORD) as fake:
        events = ("score.changed", "match.finished")
        house = HookHouse(tmp_path, kind="obs", address=fake.address, events=events, source="Tanteo", is_near=True,
                          secret=PASSWORD)  # fmt: skip
        house.deliverer._send = sent
        match = house.match()
        house.plays(match, (420, -35))
        house.turns()
        assert fake.texts["Tanteo"] == "Ana 420 – Beto −35"
    for points in ((100, 50), (10, 20)):
        house.send(match, DealHand())
        house.plays(match, points)
        house.turns()
    with obs(PASSWORD, fake.port) as anew:
        house.now_s += 60
        house.turns()
    assert anew.history == ["Ana 530 – Beto 35"]
    house.journal.close()
