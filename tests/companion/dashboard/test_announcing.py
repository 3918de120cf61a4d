"""A tournament is announced by rules that this house offers, and by nothing else that lies on the machine."""

from __future__ import annotations

from json import dumps
from pathlib import Path

import pytest
from flask import Flask

from tests.companion.dashboard.organiser import Organiser

RULES = [
    # what is asked for, and whether it is offered
    ("torneo", True),
    ("rummy", True),
    ("/etc/shadow", False),
    ("{house}/house.toml", False),
    ("torneo.toml", False),
    ("\x00", False),
]


@pytest.mark.parametrize(("rules", "is_offered"), RULES)
def test_a_tournament_is_played_by_rules_that_are_offered(app: Flask, tmp_path: Path, rules: str, is_offered: bool):
    (tmp_path / "house.toml").write_text('base = "torneo"\nname = "house"\n', encoding="utf-8")
    sent = {"title": "Sábado", "rules": rules.format(house=tmp_path)}
    client, organiser = app.test_client(), Organiser(app)
    answers = [
        client.post("/api/tournaments", json=sent),
        client.post("/tournaments", data=sent),
        client.post(f"/api{organiser.address}/orders", json={"order": "found", **sent}),
        client.post(f"{organiser.address}/orders", data={"order": "found", **sent}),
    ]
    assert [answer.status_code for answer in answers] == ([201, 303, 200, 303] if is_offered else [422] * 4)
    if not is_offered:
        assert answers[0].get_json()["error"].startswith("No hay reglas con el nombre «")
        assert "TOML" not in answers[1].text


@pytest.mark.parametrize("field", ["key", "title", "rules"])
def test_half_a_character_is_refused(app: Flask, field: str):
    sent = dumps({"title": "Sábado", field: "\ud800x"})
    answer = app.test_client().post("/api/tournaments", data=sent, content_type="application/json")
    assert (answer.status_code, answer.get_json()["error"]) == (400, "El pedido no se entiende.")
