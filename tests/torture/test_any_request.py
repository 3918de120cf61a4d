"""Whatever somebody sends to whatever address, a sentence comes back: never a 500, never a file of this machine."""

from __future__ import annotations

import io
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from tests.companion.conftest import ROOT
from tests.companion.dashboard.organiser import Organiser
from tests.companion.dashboard.playing import Player, playing_app

DOCUMENT = ROOT / "companion" / "dashboard" / "openapi.json"
SECRET = b"burako-secret-of-the-house"


def words_of(order: dict[str, Any]) -> list[str]:
    """What the field ``order`` of a shape may say."""
    return order.get("enum", [order.get("const")])


ODD = (
    None,
    True,
    -1,
    0,
    2**63,
    1.5,
    float("inf"),
    "",
    " ",
    "A",
    "é" * 300,
    "\x00",
    "\ud800",
    "=1+1",
    "<script>",
    "../../etc",
    "7r 8r 9r",
    "clasico",
    [],
    {},
    [[]],
    ["A", "B"],
    ["A", "B", "C", "D"],
    {"0": 1},
    "x" * 20_000,
    "9" * 400,
)
SHAPES = {
    name: shape["properties"]
    for name, shape in json.loads(DOCUMENT.read_text("utf-8"))["components"]["schemas"].items()
    if "order" in shape.get("properties", {})
}
"""The orders of the document, with their fields."""
ORDERS = tuple(sorted({word for fields in SHAPES.values() for word in words_of(fields["order"])} | {"nothing"}))
OF_THE_SENDER = ("key", "revision", "picture", "model")
FIELDS = (
    *("rules", "title", "number", "player", "melds", "before", "opening", "teams", "name", "entrants", "format", "q"),
    *("source", "match", "lines", "closed_by", "outlined", "role", "pin", "tables", "file", "tile", "face", "seats"),
    *("token", "link", "pace_ms", "advice", "set", *OF_THE_SENDER),
)
"""What is written besides, in JSON and in forms."""
OUTSIDE = (
    "../secret",
    "..%2fsecret",
    "%2e%2e/secret",
    "....//secret",
    "..\\secret",
    "%00",
    "secret%00.jpg",
    "CON",
    "/etc/passwd",
    "%c0%ae%c0%ae/secret",
    "..%252fsecret",
    "~root",
    "." * 300,
    "a" * 5000,
    "file:///etc/passwd",
    "C:%5Csecret",
)


@pytest.fixture
def app(tmp_path: Path) -> Iterator[Flask]:
    with playing_app(tmp_path) as app:
        (tmp_path / "secret").write_bytes(SECRET)
        app.config["PROPAGATE_EXCEPTIONS"] = False
        app.testing = False
        player, organiser = Player(app.test_client()), Organiser(app)
        player.begins()
        organiser.begins()
        app.extensions["names of the test"] = {"match": player.match, "tournament": organiser.tournament}
        yield app


def value(chance: random.Random) -> Any:
    return chance.choice((chance.choice(ODD), chance.choice(ORDERS), chance.randrange(8)))


def body(chance: random.Random) -> dict[str, Any]:
    """Something that may be an order, or nearly."""
    said = {field: value(chance) for field in chance.sample(FIELDS, chance.randrange(7))}
    if chance.random() < 0.3:
        return said
    fields = SHAPES[chance.choice(sorted(SHAPES))]
    said |= {field: value(chance) for field in chance.sample(sorted(fields), chance.randint(1, len(fields)))}
    return said | {"order": chance.choice(words_of(fields["order"]))}


def address(app: Flask, rule: Any, chance: random.Random) -> str:
    """An address of a rule, with names that are known, odd, or of the outside."""
    known, filled = app.extensions["names of the test"], rule.rule
    for name in rule.arguments:
        kind = "int:" if f"<int:{name}>" in filled else "path:" if f"<path:{name}>" in filled else ""
        odd = str(chance.choice((0, 1, 2, 10**30))) if kind == "int:" else chance.choice(OUTSIDE)
        chosen = known[name] if name in known and chance.random() < 0.8 else odd
        filled = filled.replace(f"<{kind}{name}>", chosen)
    return filled


def asked(app: Flask, chance: random.Random) -> tuple[str, int, bytes]:
    rules = [rule for rule in app.url_map.iter_rules() if not rule.rule.endswith(("/events", "/lock"))]
    rule = chance.choice(rules)
    method = chance.choice(sorted(rule.methods - {"OPTIONS"}))
    where, said = address(app, rule, chance), body(chance)
    how = chance.choice(("json", "form", "text", "file")) if method == "POST" else "query"
    sent: dict[str, Any] = {
        "json": {"data": json.dumps(said), "content_type": "application/json"},
        "form": {"data": {name: str(one).encode(errors="replace") for name, one in said.items()}},
        "text": {"data": chance.randbytes(chance.randrange(200)), "content_type": "application/json"},
        "file": {"data": {"file": (io.BytesIO(chance.randbytes(300)), "a.png"), "photo": (io.BytesIO(b""), "../b")},
                 "content_type": "multipart/form-data"},
        "query": {"query_string": {name: str(one).encode(errors="replace")[:2000] for name, one in said.items()}},
    }[how]  # fmt: skip
    try:
        answer = app.test_client().open(where, method=method, **sent)
    except UnicodeError:  # an address that no client can write
        return where, 0, b""
    return f"{method} {where} {how} {said}"[:600], answer.status_code, answer.get_data()


@pytest.mark.parametrize("field", OF_THE_SENDER)
@pytest.mark.parametrize(
    ("place", "order"), [("matches/{match}", "deal"), ("matches/{match}", "undo"), ("tournaments/{tournament}", "seat")]
)
def test_whatever_is_said_of_who_sends_an_order_is_taken_or_refused(app: Flask, place: str, order: str, field: str):
    place = f"/api/{place.format(**app.extensions['names of the test'])}/orders"
    for odd in ODD:
        answer = app.test_client().post(
            place, data=json.dumps({"order": order, field: odd}), content_type="application/json"
        )
        assert answer.status_code < 500, odd


@pytest.mark.parametrize("count", [600, pytest.param(10_000, marks=[pytest.mark.slow, pytest.mark.timeout(1800)])])
def test_no_request_is_a_fault_of_ours(app: Flask, count: int) -> None:
    chance, faults = random.Random(57), []
    for _ in range(count):
        said, status, text = asked(app, chance)
        if status in range(500, 600) and status != 503:
            faults.append((status, said))
        assert SECRET not in text, said
    assert faults == []


def test_nobody_gets_out_of_the_folder(app: Flask) -> None:
    chance = random.Random(4)
    rules = [rule for rule in app.url_map.iter_rules() if "GET" in rule.methods and rule.arguments]
    known = app.extensions["names of the test"]
    app.extensions["names of the test"] = {}
    seen = 0
    for rule in rules:
        for _ in range(12):
            if rule.rule.endswith("/events"):
                continue
            answer = app.test_client().get(address(app, rule, chance))
            assert SECRET not in answer.get_data()
            assert answer.status_code < 500, (rule.rule, answer.status_code)
            seen += 1
    assert (seen > 400, bool(known)) == (True, True)
