"""The form of an agreement: what it offers by each set of rules, and what stays in it where it is refused."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.companion.dashboard.playing import Player, fields_of

FILLED = {"count": "2", "players": ["Ana", "Caro & Dani", "", ""], "rules": "torneo", "target": "1500"}
HOUSE = "muerto_comprado=0\r\ncanasta_pure=300"


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """The scorer, at the machine itself."""
    return app.test_client()


def stands(page: str) -> tuple[str | None, list[str], str, str, str]:
    """What stands in the form: how many, the names, the rules, the target and the rules of the house."""
    count = re.search(r'name="count" value="(\d)"(?: checked|>)', page)
    names = re.findall(r'name="players"[^>]*? value="([^"]*)"', page)
    rules, target, overrides = (
        re.search(pattern, page, re.DOTALL)
        for pattern in (
            r'value="(\w+)"[^>]* selected',
            r'name="target"[^>]* value="(\d*)"',
            r"<textarea[^>]*>\n(.*?)</",
        )
    )
    assert None not in (rules, target, overrides)
    return count and count[1], names, rules[1], target[1], overrides[1]


def test_what_was_filled_in_stays_where_a_new_match_is_refused(client: FlaskClient):
    filled = fields_of(client.get("/matches/new").text, "agree") | FILLED | {"overrides": HOUSE}
    page = client.post("/matches", data=filled, follow_redirects=True).text
    assert "muerto_comprado" in re.findall(r'<p class="flash".*?</p>', page)[0]
    assert stands(page) == ("2", ["Ana", "Caro &amp; Dani", "", ""], "torneo", "1500", HOUSE)
    assert "<details open><summary>Reglas de la casa" in page


def test_what_was_filled_in_stays_where_another_agreement_is_refused(player: Player):
    filled = fields_of(player.page("/agreement"), "agree") | FILLED | {"overrides": HOUSE}
    names = {"players": ["Ana", "Berta", "Caro", "Dani"]}
    answer = player.client.post(f"/matches/{player.match}/orders", data=filled | names | {"count": "4"},
                                follow_redirects=True)  # fmt: skip
    assert answer.request.path == f"/matches/{player.match}/agreement"
    assert stands(answer.text) == ("4", names["players"], "torneo", "1500", HOUSE)


def test_an_agreement_shows_what_was_agreed(player: Player):
    player.begins(("Ana", "Beto"), "buracco", overrides=["canasta_pure=300", "target=2000"])
    assert stands(player.page("/agreement")) == ("2", ["Ana", "Beto"], "buracco", "2000", "canasta_pure=300")


@pytest.mark.parametrize(
    ("language", "rules", "rule", "sentence"),
    [
        ("es", "clasico", "players=[2, 4]", "Cuántas personas pueden jugar."),
        ("en", "torneo", "players=[2]", "How many people may play."),
        ("es", "torneo", "muertos=2", "Cuántos muertos se separan."),
        ("es", "rummy", "players=[2, 3, 4]", "Cuántas personas pueden jugar."),
    ],
)
def test_every_rule_of_the_chosen_set_is_listed(
    client: FlaskClient, language: str, rules: str, rule: str, sentence: str
):
    page = client.get(f"/matches/new?rules={rules}", headers={"Accept-Language": language}).text
    listed = dict(re.findall(r"<dt><code>(.*?)</code></dt><dd>(.*?)</dd>", page))
    assert len(listed) > 50
    assert listed[rule] == sentence
