"""Matches for programs: JSON in and out, each address and each field described."""

from __future__ import annotations

import io
from json import dumps
from typing import Any

import pytest
from flask import Flask

from companion.dashboard.matches.command_parsing import NAMES
from tests.companion.dashboard import table
from tests.companion.dashboard.playing import Player


@pytest.fixture(scope="module")
def document(app: Flask) -> dict[str, Any]:
    """The OpenAPI document."""
    return app.test_client().get("/api/openapi.json").get_json()


def test_the_document_lists_every_route(app: Flask, document: dict[str, Any]):
    described = {(path, method.upper()) for path, methods in document["paths"].items() for method in methods}
    rules = [rule for rule in app.url_map.iter_rules() if rule.rule.startswith("/api")]
    served = {(_template(rule.rule), method) for rule in rules for method in rule.methods}
    assert described == {(path, method) for path, method in served if method not in ("HEAD", "OPTIONS")}


def test_the_document_describes_every_order(document: dict[str, Any]):
    schemas = document["components"]["schemas"]
    mapping = schemas["Order"]["allOf"][1]["discriminator"]["mapping"]
    assert set(mapping) == set(NAMES)
    for name, reference in mapping.items():
        schema = schemas[reference.rpartition("/")[2]]
        assert schema["properties"]["order"] == {"const": name}
        assert set(schema["properties"]) - {"order"} == set(NAMES[name].__dataclass_fields__)


def test_what_is_answered_is_as_described(player: Player, document: dict[str, Any]):
    player.taps("lay", 0, "4r 5r J 7r 8r 9r 10r")
    player.taps("lay", 0, "4b 5b 7b")
    player.taps("discard", 2, "9k")
    schemas = document["components"]["schemas"]
    _check(player.shown(), {"$ref": "#/components/schemas/MatchSnapshot"}, schemas)
    log = player.client.get(f"/api/matches/{player.match}/log").get_json()["log"]
    _check(log, {"type": "array", "items": {"$ref": "#/components/schemas/LogLine"}}, schemas)
    cards = player.client.get("/api/matches").get_json()["matches"]
    _check(cards[0], {"$ref": "#/components/schemas/MatchCard"}, schemas)
    _check(player.send("undo").get_json(), {"$ref": "#/components/schemas/Outcome"}, schemas)


WRONG = [
    # what is sent, the status, and a word of the sentence
    ({}, 422, "orden"),
    ({"order": "fly"}, 422, "orden"),
    ({"order": ["tap"]}, 422, "orden"),
    ({"order": "tap"}, 422, "verb"),
    ({"order": "tap", "verb": "draw", "seat": "x"}, 422, "seat"),
    ({"order": "tap", "verb": "draw", "seat": True}, 422, "seat"),
    ({"order": "tap", "verb": "draw", "seat": 1.5}, 422, "seat"),
    ({"order": "tap", "verb": "draw", "seat": 10**9}, 422, "seat"),
    ({"order": "tap", "verb": "draw", "seat": "²"}, 422, "seat"),
    ({"order": "tap", "verb": 3, "seat": 0}, 422, "verb"),
    ({"order": "play", "moves": "x" * 5000}, 422, "moves"),
    ({"order": "play", "moves": None}, 422, "moves"),
    ({"order": "count", "racks": ["3b"]}, 422, "racks"),
    ({"order": "count", "racks": {"x": "3b"}}, 422, "racks"),
    ({"order": "count", "racks": {str(n): "" for n in range(99)}}, 422, "racks"),
    ({"order": "note", "points": list(range(99))}, 422, "points"),
    ({"order": "note", "points": ["a", "b"]}, 422, "points"),
    ({"order": "undo", "revision": "7"}, 400, "entiende"),
    ({"order": "undo", "key": 7}, 400, "entiende"),
    ({"order": "undo", "picture": "nope"}, 422, "foto"),
    ({"order": "undo", "picture": "../../secret"}, 422, "foto"),
    ({"order": "agree", "players": ["A", "B"], "rules": "/etc/passwd"}, 422, "passwd"),
]


@pytest.mark.parametrize(("sent", "status", "word"), WRONG, ids=lambda value: str(value)[:50])
def test_what_is_no_order_is_refused_and_writes_nothing(player: Player, sent: object, status: int, word: str):
    answer = player.client.post(f"/api/matches/{player.match}/orders", json=sent)
    assert answer.status_code == status, answer.get_json()
    assert word in answer.get_json()["error"]
    assert player.shown()["revision"] == 2


@pytest.mark.parametrize(
    "body",
    [
        {"data": "{", "content_type": "application/json"},
        {"data": "[]", "content_type": "application/json"},
        {"data": {"order": "undo"}},
        {"data": '{"order": "undo"}', "content_type": "text/plain"},
        {"data": b"\xff\xfe", "content_type": "application/json"},
        {"data": '{"order": ' + "[" * 5000, "content_type": "application/json"},
        {
            "data": dumps({"order": "tap", "verb": "draw", "seat": 0, "key": "\ud800x"}),
            "content_type": "application/json",
        },
        {
            "data": dumps({"order": "tap", "verb": "draw", "seat": 0, "model": "\udfff"}),
            "content_type": "application/json",
        },
        {
            "data": dumps({"order": "agree", "players": ["A", "B"], "rules": "\ud800"}),
            "content_type": "application/json",
        },
        {
            "data": dumps({"order": "agree", "players": ["A", "\udc00"], "rules": "clasico"}),
            "content_type": "application/json",
        },
        {
            "data": dumps({"order": "agree", "players": ["A", "B"], "rules": "clasico", "overrides": ["x=\ud800"]}),
            "content_type": "application/json",
        },
    ],
)
def test_only_a_json_object_is_understood(player: Player, body: dict[str, object]):
    answer = player.client.post(f"/api/matches/{player.match}/orders", **body)
    assert answer.status_code == 400
    assert answer.get_json()["status"] == 400


def test_an_order_sent_again_is_done_once(player: Player):
    order = {"order": "tap", "verb": "discard", "seat": 0, "tiles": "9k"}
    headers = {"Idempotency-Key": f"{player.match} nine"}
    for sent in ({"headers": headers, "json": order}, {"json": order | {"key": headers["Idempotency-Key"]}}):
        answer = player.client.post(f"/api/matches/{player.match}/orders", **sent)
        assert answer.get_json() == {"match": player.match, "revision": 3, "standing": "done"}
    assert player.shown()["hand"]["pozo"] == ["9k"]


@pytest.mark.parametrize(("letters", "status"), [(64, 200), (65, 400)])
@pytest.mark.parametrize("place", ["header", "body"])
def test_a_key_is_kept_whole_or_refused(player: Player, letters: int, status: int, place: str):
    revisions = [player.shown()["revision"]]
    for seat, last in enumerate("12"):
        key = player.match + "k" * (letters - len(player.match) - 1) + last
        order = {"order": "tap", "verb": "draw", "seat": seat} | ({"key": key} if place == "body" else {})
        headers = {"Idempotency-Key": key} if place == "header" else {}
        answer = player.client.post(f"/api/matches/{player.match}/orders", json=order, headers=headers)
        assert answer.status_code == status, answer.get_json()
        assert status == 200 or answer.get_json()["error"] == "La clave de un pedido lleva 64 letras como mucho."
        revisions.append(player.shown()["revision"])
    assert revisions == ([2, 3, 4] if status == 200 else [2, 2, 2])


@pytest.mark.parametrize("key", ["a\0b", "a\tb", "a\nb", "a\u00a0b", "a\u200bb"])
def test_a_key_is_printed_in_a_line_or_refused(player: Player, key: str):
    order = {"order": "tap", "verb": "draw", "seat": 1, "key": key, "model": "\0" * 80}
    answer = player.client.post(f"/api/matches/{player.match}/orders", json=order)
    assert (answer.status_code, "en un renglón" in answer.get_json()["error"]) == (400, True)
    assert player.shown()["revision"] == 2
    answer = player.client.post(f"/api/matches/{player.match}/orders", json=order | {"key": f"{player.match} ñ"})
    assert (answer.status_code, player.shown()["revision"]) == (200, 3)


def test_a_picture_is_kept_and_shown(player: Player):
    answer = player.client.post("/api/pictures", data={"photo": (io.BytesIO(table.picture()), "mesa.jpg")})
    assert answer.status_code == 201
    name = answer.get_json()["picture"]
    player.taps("draw", 0, picture=name)
    assert player.shown()["log"][0]["picture"] == name
    shown = player.client.get(f"/matches/pictures/{name}")
    assert (shown.data, shown.content_type) == (table.picture(), "image/jpeg")
    assert f"/matches/pictures/{name}" in player.page("/history")


@pytest.mark.parametrize(("blob", "status"), [(b"hola", 415), (b"", 400), (b"<svg/>", 415)])
def test_what_is_no_picture_is_not_kept(player: Player, blob: bytes, status: int):
    answer = player.client.post("/api/pictures", data=blob, content_type="image/jpeg")
    assert answer.status_code == status


def test_answers_come_in_the_language_asked_for(player: Player):
    player.taps("discard", 0, "9k")
    for language, words in (("es", "Ana tira el 9 negro."), ("en", "Ana discards the black 9.")):
        assert player.shown(language=language)["log"][0]["says"][-1] == words


def test_a_past_hand_is_shown_when_asked(player: Player):
    player.taps("discard", 0, "9k")
    player.send("note", points=[10, 20])
    player.send("confirm")
    player.send("deal")
    assert player.shown()["hand"]["number"] == 2
    assert player.shown(hand=1)["hand"]["pozo"] == ["9k"]
    assert player.client.get(f"/api/matches/{player.match}?hand=9").status_code == 404


def _template(rule: str) -> str:
    return rule.replace("<int:", "{").replace("<", "{").replace(">", "}")


def _check(value: object, schema: dict[str, Any], schemas: dict[str, Any]) -> None:
    """Fails where ``value`` is not what the document says; knows the few words that it uses."""
    if "$ref" in schema:
        _check(value, schemas[schema["$ref"].rpartition("/")[2]], schemas)
        return
    if "oneOf" in schema:
        if value is not None:
            _check(value, schema["oneOf"][0], schemas)
        return
    kinds = {"string": str, "integer": int, "number": (int, float), "boolean": bool, "array": list, "object": dict}
    named = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    assert any(value is None if kind == "null" else isinstance(value, kinds[kind]) for kind in named), (value, schema)
    if isinstance(value, list):
        for part in value:
            _check(part, schema["items"], schemas)
    if isinstance(value, dict) and "properties" in schema:
        assert set(value) == set(schema["properties"]) == set(schema["required"])
        for name, one in value.items():
            _check(one, schema["properties"][name], schemas)


def test_who_comes_too_late_is_told_what_was_said_meanwhile(player: Player):
    player.taps("draw", 0)
    late = player.shown()["revision"]
    player.taps("lay", 0, "4r 5r 6r")
    player.taps("discard", 0, "9k")
    refused = player.send("undo", revision=late)
    said = refused.get_json()
    log = player.client.get(f"/api/matches/{player.match}/log").get_json()["log"]
    assert (refused.status_code, said["revision"]) == (409, late + 2)
    assert said["since"] == log[:2]
    assert player.shown()["revision"] == late + 2


def test_the_second_of_two_who_change_a_hand_is_told_both_counts(player: Player):
    player.send("deal")
    player.send("note", points=[415, -60])
    player.send("confirm")
    seen = player.shown()["revision"]
    assert player.send("note", hand=1, points=[400, -60], revision=seen).status_code == 200
    refused = player.send("note", hand=1, points=[415, -90], revision=seen)
    differs = {"hand": 1, "now": [400, -60], "yours": [415, -90]}
    assert (refused.status_code, refused.get_json()["difference"]) == (409, differs)
    same = player.send("note", hand=1, points=[400, -60], revision=seen)
    assert "difference" not in same.get_json(), "both meant the same"


def test_what_is_refused_for_another_reason_tells_of_nothing_new(player: Player):
    now = player.shown()["revision"]
    for revision in (None, now):
        refused = player.send("deal", revision=revision)
        assert (refused.status_code, "since" in refused.get_json()) == (409, False)
