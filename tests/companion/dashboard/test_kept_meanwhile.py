"""What one person saved or a phone was admitted to is not lost to what somebody does beside it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from flask import Flask

from companion.dashboard.auth.roles import Role
from tests.companion.dashboard.organiser import Organiser
from tests.companion.dashboard.playing import playing_app
from tests.companion.dashboard.test_tournaments import flashed


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    with playing_app(tmp_path) as app:
        yield app


def test_of_two_who_change_the_plan_at_once_the_second_is_told(organiser: Organiser):
    def form() -> dict[str, str]:
        """The form of the plan as the page has it."""
        page = organiser.client.get(f"{organiser.address}/plan").text
        seen = re.search(r'name="seen" value="(\w+)"', page.rpartition('value="found"')[2])
        assert seen
        return {
            "order": "found",
            "title": "Sábado",
            "format": "zones",
            "rules": "torneo",
            "seen": seen[1],
            "tables": "3",
        }

    def saves(**fields: str) -> list[str]:
        address = f"{organiser.address}/orders"
        return flashed(organiser.client.post(address, data=fields, follow_redirects=True))

    first, second = form(), form()
    assert saves(**(first | {"delay_s": "600", "key": "1"})) == []
    told = saves(**(second | {"tables": "5", "key": "2"}))
    assert "alguien cambió el plan" in told[0]
    assert (organiser.shown()["delay_s"], organiser.shown()["tables"]) == (600, 3)
    assert saves(**(first | {"delay_s": "600", "key": "1"})) == [], "a form that is sent twice"
    assert saves(**(form() | {"tables": "5", "delay_s": "600", "key": "3"})) == []
    assert organiser.asks("found", title="Sábado", tables=4).status_code == 200, "a program need not say what it saw"
    shown = organiser.shown()
    assert organiser.asks("found", title="Sábado", tables=6, seen=shown["plan_mark"]).status_code == 200
    assert organiser.asks("found", title="Sábado", tables=7, seen=shown["plan_mark"]).status_code == 409


def test_the_device_of_a_table_stays_it_when_its_holder_comes_in(app: Flask, organiser: Organiser):
    phone = organiser.comes_in(organiser.device())
    token = app.extensions["token issuer"].token(Role.PLAYER)
    assert phone.post(f"/join/{token}", data={"name": "Ana"}).status_code == 303
    assert phone.get("/play").status_code == 200
    assert phone.get(f"{organiser.address}/table").status_code == 200
    phone.post("/leave")
    assert phone.get(f"{organiser.address}/table").status_code == 403
