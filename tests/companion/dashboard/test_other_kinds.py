"""A name of another kind: a tournament is no match, a match is no tournament, and what keeps the rules is neither."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator

import pytest
from flask import Flask

from companion.eventstore import RULE_SETS
from tests.companion.dashboard.organiser import Organiser
from tests.companion.dashboard.playing import Player, playing_app

NOT_OF_A_NAME = frozenset(
    {
        *("tournament_entering.enter", "tournament_entering.listed", "tournament_orders.submit"),
        *("devices.submit", "devices.page", "devices.photograph", "tournament_api.say"),
    }
)
"""Where something else is looked at first (which device asks), or a form leads back to a page that is not there."""
ORDERS = {"match": {"order": "undo"}, "tournament": {"order": "seat"}}


@pytest.fixture(scope="module")
def app(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """A house with a rule set of its own."""
    with playing_app(tmp_path_factory.mktemp("house")) as app:
        file = (io.BytesIO(b'extends = "torneo"\nmax_wilds = 3\n'), "los-jueves.toml")
        app.test_client().post("/rules/import", data={"file": file})
        yield app


@pytest.mark.parametrize("kind", ["match", "tournament"])
def test_a_name_of_another_kind_is_not_there(app: Flask, kind: str):
    names = {"match": Player(app.test_client()).begins(), "tournament": Organiser(app).tournament, "rules": RULE_SETS}
    client, asked = app.test_client(), 0
    for rule in app.url_map.iter_rules():
        if kind not in rule.arguments or rule.endpoint in NOT_OF_A_NAME:
            continue
        method = "GET" if "GET" in (rule.methods or ()) else "POST"
        for other in {**names, "none": "nope"}.keys() - {kind}:
            path = re.sub(r"<[^>]*>", "1", re.sub(rf"<[^>]*\b{kind}>", names.get(other, "nope"), rule.rule))
            sent = {"json": ORDERS[kind]} if path.startswith("/api") else {"data": ORDERS[kind]}
            status = client.open(path, method=method, **(sent if method == "POST" else {})).status_code
            assert status == 404, (path, other)
            asked += 1
    assert asked > 30
