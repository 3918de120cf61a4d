"""The law over HTTP: anybody may ask, within limits, and is answered as the commands answer."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.dashboard.auth.costly_requests import BURST, RequestRateLimit
from companion.dashboard.rules.api import MOST_BYTES
from companion.rule_questions.limited_questions import MOST_MELDS, MOST_TEXT, MOST_TILES
from engine import PROFILES
from tests.companion.conftest import Outcome
from tests.companion.dashboard.playing import ELSEWHERE

Burako = Callable[..., Outcome]
HAND: dict[str, Any] = {
    "closed_by": "nosotros",
    "teams": {
        "nosotros": {"melds": ["4r 5r 6r 7r 8r 9r 10r", "9r 9k J"], "racks": [""], "muerto": "played"},
        "ellos": {"melds": ["11b 11k 11y"], "racks": ["3b J 4k 6y 7y 8b 9y 12k 13k"]},
    },
    "partial": True,
}
QUESTIONS = [
    # a question to /api/meld, and the same to `burako meld`
    ({"melds": ["5r 6r J 8r"], "rules": "clasico", "before": None, "opening": False}, ["5r 6r J 8r"]),
    ({"melds": ["5r 6b 7r"], "rules": "torneo"}, ["5r 6b 7r", "--rules", "torneo"]),
    ({"melds": ["J 5r 6r 7r"], "before": "5r J 7r"}, ["J 5r 6r 7r", "--before", "5r J 7r"]),
    (
        {"melds": ["8r 9r 10r", "1b 1k 1y"], "rules": "rummy", "opening": True},
        ["8r 9r 10r", "1b 1k 1y", "--rules", "rummy", "--opening"],
    ),
    ({"melds": ["5r 6r J 8r"], "set": ["max_wilds=0"]}, ["5r 6r J 8r", "--set", "max_wilds=0"]),
    ({"melds": ["5r 6b 7r"], "lang": "en"}, ["5r 6b 7r", "--lang", "en"]),
    ({"melds": ["3r 4r 5r 6r 7r 8r 2r"]}, ["3r 4r 5r 6r 7r 8r 2r"]),
]


@pytest.fixture
def phone(app: Flask) -> FlaskClient:
    """A phone in the hall that never came in, with an address of its own."""
    client = app.test_client()
    client.environ_base |= ELSEWHERE
    app.extensions["pace"] = RequestRateLimit(lambda: 0.0)
    return client


@pytest.fixture(scope="module")
def schemas(app: Flask) -> dict[str, Any]:
    return app.test_client().get("/api/openapi.json").get_json()["components"]["schemas"]


@pytest.mark.parametrize(("asked", "arguments"), QUESTIONS)
def test_a_meld_is_judged_as_the_command_does(
    phone: FlaskClient, burako: Burako, schemas: dict[str, Any], asked: dict[str, Any], arguments: list[str]
) -> None:
    answer = phone.post("/api/meld", json=asked)
    assert answer.status_code == 200
    assert answer.get_json() == json.loads(burako("meld", *arguments, "--json").out)
    _is_described(answer.get_json(), {"$ref": "#/components/schemas/Judgment"}, schemas)


@pytest.mark.parametrize("rules", ["clasico", "torneo", "eburako"])
def test_a_hand_is_counted_as_the_command_does(
    phone: FlaskClient, burako: Burako, schemas: dict[str, Any], tmp_path: Path, rules: str
) -> None:
    path = tmp_path / "mano.json"
    path.write_text(json.dumps(HAND), "utf-8")
    answer = phone.post("/api/score", json=HAND | {"rules": rules})
    assert answer.status_code == 200, answer.get_json()
    assert answer.get_json() == json.loads(burako("score", str(path), "--rules", rules, "--json").out)
    assert answer.get_json() == phone.post("/api/score", json={"hand": HAND, "rules": rules}).get_json()
    _is_described(answer.get_json(), {"$ref": "#/components/schemas/CountedHand"}, schemas)


@pytest.mark.parametrize("name", PROFILES)
def test_rules_are_told_as_the_command_does(
    phone: FlaskClient, burako: Burako, schemas: dict[str, Any], name: str
) -> None:
    answer = phone.get(f"/api/rules/{name}")
    assert answer.get_json() == json.loads(burako("rules", name, "--json").out)
    _is_described(answer.get_json(), {"$ref": "#/components/schemas/RuleSet"}, schemas)


def test_the_rule_sets_are_listed(phone: FlaskClient, schemas: dict[str, Any]) -> None:
    listed = phone.get("/api/rules?language=en").get_json()
    assert [rule["name"] for rule in listed["rules"]] == list(PROFILES)
    assert listed["usual"] == "clasico"
    assert listed["rules"][0]["title"] == "Classic burako"
    _is_described(listed["rules"], {"type": "array", "items": {"$ref": "#/components/schemas/RuleCard"}}, schemas)


def test_a_hand_that_cannot_have_been_is_refused_with_its_reasons(phone: FlaskClient, schemas: dict[str, Any]) -> None:
    without = HAND | {"teams": HAND["teams"] | {"nosotros": {"melds": ["4r 5r 6r"], "muerto": "untaken"}}}
    answer = phone.post("/api/score?language=en", json=without)
    said = answer.get_json()
    assert (answer.status_code, said["field"]) == (422, "teams")
    assert [violation["code"] for violation in said["violations"]] == ["CLOSE_NO_CANASTA", "CLOSE_NO_MUERTO"]
    assert said["error"].startswith(said["violations"][0]["message"])
    assert said["violations"][0]["rule"]["key"] == "close_needs_canasta"
    _is_described(said, {"$ref": "#/components/schemas/Refusal"}, schemas)


WRONG_MELDS = [
    # what is sent, the field at fault, and a word of the sentence
    ({}, "melds", "qué juego"),
    ({"melds": []}, "melds", "qué juego"),
    ({"melds": [""]}, "melds", "vacío"),
    ({"melds": "5r 6r 7r"}, "melds", "va así"),
    ({"melds": [5]}, "melds", "va así"),
    ({"melds": ["5x 6r"]}, "melds", "5x"),
    ({"melds": ["5r"] * (MOST_MELDS + 1)}, "melds", str(MOST_MELDS)),
    ({"melds": [" | ".join(["5r 6r 7r"] * 30)] * 2}, "melds", str(MOST_MELDS)),
    ({"melds": ["5r " * (MOST_TILES + 1)]}, "melds", str(MOST_TILES)),
    ({"melds": ["x" * (MOST_TEXT + 1)]}, "melds", str(MOST_TEXT)),
    ({"melds": ["5r 6r 7r"], "before": 7}, "before", "va así"),
    ({"melds": ["5r 6r 7r"], "before": "5r " * (MOST_TILES + 1)}, "before", str(MOST_TILES)),
    ({"melds": ["5r 6r 7r"], "before": "x" * (MOST_TEXT + 1)}, "before", str(MOST_TEXT)),
    ({"melds": ["5r 6r 7r"], "before": "5r | 6r"}, "before", "|"),
    ({"melds": ["5r 6r 7r", "5b 6b 7b"], "before": "5r 6r 7r"}, "before", "un solo juego"),
    ({"melds": ["5r 6r 7r"], "opening": "yes"}, "opening", "va así"),
    ({"melds": ["5r 6r 7r"], "rules": 3}, "rules", "va así"),
    ({"melds": ["5r 6r 7r"], "rules": "casino"}, "rules", "clasico, torneo"),
    ({"melds": ["5r 6r 7r"], "rules": "/etc/hostname"}, "rules", "clasico, torneo"),
    ({"melds": ["5r 6r 7r"], "rules": "../clasico.toml"}, "rules", "clasico, torneo"),
    ({"melds": ["5r 6r 7r"], "set": "max_wilds=2"}, "set", "va así"),
    ({"melds": ["5r 6r 7r"], "set": ["max_wilds"]}, "set", "max_wilds"),
    ({"melds": ["5r 6r 7r"], "set": ["max_wilds=two"]}, "set", "max_wilds"),
    ({"melds": ["5r 6r 7r"], "set": ["max_wilds=2"] * 121}, "set", "120"),
    ({"melds": ["5r 6r 7r"], "set": ["copies=1000000000"]}, "set", "comodines"),
    ({"melds": ["5r 6r 7r"], "set": ["jokers=1000000000"]}, "set", "comodines"),
    ({"melds": ["5r 6r 7r"], "lang": "fr"}, "lang", "es"),
    ({"melds": ["5r 6r 7r"], "tiles": []}, "tiles", "melds, before"),
]


@pytest.mark.parametrize(("asked", "field", "word"), WRONG_MELDS)
def test_what_cannot_be_asked_of_melds(
    phone: FlaskClient, schemas: dict[str, Any], asked: dict[str, Any], field: str, word: str
) -> None:
    answer = phone.post("/api/meld", json=asked)
    said = answer.get_json()
    assert (answer.status_code, said["status"], said["field"]) == (422, 422, field)
    assert word in said["error"]
    assert "\n" not in said["error"]
    _is_described(said, {"$ref": "#/components/schemas/Refusal"}, schemas)


WRONG_HANDS = [
    ({}, "teams", "equipos"),
    ({"teams": 7}, "teams", "equipos"),
    ({"teams": {"a": {"melds": ["5x"]}}}, "teams", "5x"),
    ({"teams": {"a": {"melds": ["5r " * (MOST_TILES + 1)]}}}, "teams", str(MOST_TILES)),
    ({"teams": {"a": {"racks": ["5r " * 301]}}}, "teams", "300"),
    ({"teams": {"a": {}}, "hand": HAND}, "teams", "hand"),
    ({"hand": 3}, "teams", "hand"),
    (HAND | {"rules": "casino"}, "rules", "clasico"),
    (HAND | {"lang": None}, "lang", "es"),
]


@pytest.mark.parametrize(("asked", "field", "word"), WRONG_HANDS)
def test_what_cannot_be_asked_of_hands(phone: FlaskClient, asked: dict[str, Any], field: str, word: str) -> None:
    answer = phone.post("/api/score", json=asked)
    assert (answer.status_code, answer.get_json()["field"]) == (422, field)
    assert word in answer.get_json()["error"]


def test_rules_that_nobody_has_are_not_found(phone: FlaskClient) -> None:
    answer = phone.get("/api/rules/casino?language=en")
    assert (answer.status_code, answer.get_json()["field"]) == (404, "rules")
    assert "there are: clasico, torneo" in answer.get_json()["error"]


@pytest.mark.parametrize("sent", [b"", b"[]", b"5r 6r 7r", b"{", b"[" * 40_000])
def test_what_is_no_question_is_refused(phone: FlaskClient, sent: bytes) -> None:
    assert phone.post("/api/meld", data=sent, content_type="application/json").status_code == 400


@pytest.mark.parametrize("address", ["/api/meld", "/api/score"])
def test_a_question_has_the_size_of_one(phone: FlaskClient, address: str) -> None:
    long = {"melds": ["5r"], "rules": "x" * MOST_BYTES}
    assert phone.post(address, json=long).status_code == 413


def test_other_sites_may_not_ask_with_somebodys_browser(phone: FlaskClient) -> None:
    answer = phone.post("/api/meld", json={"melds": ["5r 6r 7r"]}, headers={"Origin": "http://evil.example"})
    assert answer.status_code == 403


def test_who_asks_without_a_pause_waits_and_others_do_not(app: Flask, phone: FlaskClient) -> None:
    asked = {"melds": ["5r 6r 7r"]}
    statuses = [phone.post("/api/meld", json=asked).status_code for _ in range(BURST + 3)]
    assert statuses[:BURST] == [200] * BURST
    answer = phone.post("/api/meld", json=asked)
    assert (answer.status_code, statuses[-1]) == (429, 429)
    assert int(answer.headers["Retry-After"]) > 0
    another = {"REMOTE_ADDR": "192.168.0.21"}
    assert phone.post("/api/meld", json=asked, environ_overrides=another).status_code == 200
    assert app.test_client().post("/api/meld", json=asked).status_code == 200


def _is_described(value: object, schema: dict[str, Any], schemas: dict[str, Any]) -> None:
    """Fails where ``value`` is not what the document says, or has a field of which it says nothing."""
    if "$ref" in schema:
        _is_described(value, schemas[schema["$ref"].rpartition("/")[2]], schemas)
        return
    if "enum" in schema:
        assert value in schema["enum"]
    kinds = {"string": str, "integer": int, "boolean": bool, "array": list, "object": dict, "null": type(None)}
    named = schema.get("type", list(kinds))
    assert isinstance(value, tuple(kinds[kind] for kind in ([named] if isinstance(named, str) else named)))
    if isinstance(value, list) and "items" in schema:
        for part in value:
            _is_described(part, schema["items"], schemas)
    if isinstance(value, dict):
        known = schema.get("properties", {})
        assert set(schema.get("required", ())) <= set(value)
        for name, one in value.items():
            _is_described(one, known[name] if name in known else schema["additionalProperties"], schemas)
