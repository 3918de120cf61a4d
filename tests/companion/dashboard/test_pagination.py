"""Of long lists a page is shown at a time; the last match is as near as two taps."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.dashboard.pagination import PER_PAGE, list_page

BEGUN = 2 * PER_PAGE + 5
KINDS = ("matches", "tournaments")


@pytest.fixture(scope="module")
def crowded(app: Flask) -> FlaskClient:
    """Of each kind so many that the list has three pages, the newest first; two of the matches are put away."""
    client = app.test_client()
    for number in range(BEGUN):
        agreed = {"players": [f"Ana {number}", "Beto"], "rules": "clasico"}
        match = client.post("/api/matches", json=agreed).json["match"]
        client.post("/api/tournaments", json={"title": f"Copa {number}", "tables": 3})
        if number in (7, 33):
            client.post(f"/api/matches/{match}/orders", json={"order": "shelve"})
    return client


def numbers(page: str) -> list[int]:
    """Those of the cards of a page."""
    return [int(number) for number in re.findall(r"<h2>(?:Ana|Copa) (\d+)", page)]


def links(page: str) -> list[tuple[str, str]]:
    """Where a page turns to, and what it says there."""
    return re.findall(r'<a class="button secondary" href="([^"]+)" data-inplace>((?:Ver|Show) [^<]+)</a>', page)


@pytest.mark.parametrize("kind", KINDS)
def test_every_one_is_found_by_turning(crowded: FlaskClient, kind: str):
    begun = [number for number in reversed(range(BEGUN)) if kind == "tournaments" or number not in (7, 33)]
    pages, address = [], f"/{kind}"
    while address:
        page = crowded.get(address).text
        pages.append(numbers(page))
        address = {says: at for at, says in links(page)}.get("Ver lo anterior", "")
    assert [len(shown) for shown in pages] == [PER_PAGE, PER_PAGE, len(begun) - 2 * PER_PAGE]
    assert [number for shown in pages for number in shown] == begun


@pytest.mark.parametrize(
    ("address", "turns"),
    [
        ("/matches", [(f"/matches?first={PER_PAGE}", "Ver lo anterior")]),
        (
            f"/matches?first={PER_PAGE}",
            [("/matches", "Ver lo más nuevo"), (f"/matches?first={2 * PER_PAGE}", "Ver lo anterior")],
        ),
        (f"/matches?first={2 * PER_PAGE}", [(f"/matches?first={PER_PAGE}", "Ver lo más nuevo")]),
        ("/matches?first=5", [("/matches", "Ver lo más nuevo"), ("/matches?first=25", "Ver lo anterior")]),
        ("/matches/archived", []),
        ("/matches?first=-3", [(f"/matches?first={PER_PAGE}", "Ver lo anterior")]),
        ("/matches?first=soup", [(f"/matches?first={PER_PAGE}", "Ver lo anterior")]),
        (f"/matches?first={10**30}", [(f"/matches?first={10**6 - PER_PAGE}", "Ver lo más nuevo")]),
    ],
)
def test_where_a_leaf_turns_to(crowded: FlaskClient, address: str, turns: list[tuple[str, str]]):
    assert links(crowded.get(address).text) == turns


@pytest.mark.parametrize("kind", KINDS)
def test_programs_turn_as_well(crowded: FlaskClient, kind: str):
    def titles(first: int) -> list[str]:
        return [card["title"] for card in crowded.get(f"/api/{kind}?first={first}").json[kind]]

    assert len(titles(PER_PAGE)) == PER_PAGE
    assert titles(PER_PAGE)[:-1] == titles(PER_PAGE - 1)[1:]


def test_a_leaf_says_where_it_turns_to_in_english_as_well(crowded: FlaskClient):
    english = crowded.get(f"/matches?first={PER_PAGE}", headers={"Accept-Language": "en"}).text
    assert [says for _, says in links(english)] == ["Show newer ones", "Show older ones"]


@pytest.mark.parametrize(
    ("count", "older"),
    [(PER_PAGE - 1, None), (PER_PAGE, None), (PER_PAGE + 1, PER_PAGE)],
)
def test_a_leaf_that_is_just_full_is_the_last(app: Flask, count: int, older: int | None):
    cards = [f"{number}" for number in range(count)]
    with app.test_request_context("/matches"):
        shown = list_page(lambda first, most: cards[first : first + most])
    assert (len(shown.cards), shown.older) == (min(count, PER_PAGE), older)
