"""Spanish in the templates, other languages beside them, and the visitor's choice."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from companion.dashboard.language import LANGUAGES

SPANISH, ENGLISH, ITALIAN = "Una foto de la mesa", "One photo of the table", "Una foto del tavolo"
PORTUGUESE = "Uma foto da mesa"


@pytest.mark.parametrize(
    ("accepted", "words"),
    [
        ("", SPANISH),
        ("es-AR", SPANISH),
        ("en-US,en;q=0.8", ENGLISH),
        ("fr", SPANISH),
        ("fr,en;q=0.5", ENGLISH),
        ("en;q=0.3,es;q=0.9", SPANISH),
        ("it-IT,it;q=0.9,en;q=0.4", ITALIAN),
        ("pt-BR,pt;q=0.9,en;q=0.4", PORTUGUESE),
    ],
)
def test_the_browser_says_which_language(client: FlaskClient, accepted: str, words: str):
    page = client.get("/", headers={"Accept-Language": accepted}).get_data(as_text=True)
    assert words in page


def test_a_chosen_language_is_remembered(client: FlaskClient):
    answer = client.post("/language", data={"language": "en", "next": "/demo?x=1"})
    assert (answer.status_code, answer.headers["Location"]) == (303, "/demo?x=1")
    assert {"HttpOnly", "SameSite=Lax"} <= set(answer.headers["Set-Cookie"].split("; "))
    page = client.get("/", headers={"Accept-Language": "es"}).get_data(as_text=True)
    assert ENGLISH in page
    assert '<html lang="en">' in page
    client.post("/language", data={"language": "es"})
    assert SPANISH in client.get("/", headers={"Accept-Language": "en"}).get_data(as_text=True)


def test_an_unknown_language_changes_nothing(client: FlaskClient):
    answer = client.post("/language", data={"language": "xx"})
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize(
    "away", ["https://evil.example", "//evil.example", "/\\evil.example", "javascript:alert(1)", "", "/\t/evil.example"]
)
def test_choosing_a_language_never_leads_away(client: FlaskClient, away: str):
    answer = client.post("/language", data={"language": "en", "next": away})
    assert answer.headers["Location"] == "/"


def test_the_verdicts_of_a_photograph_change_language_too(client: FlaskClient, photo: str):
    client.post("/language", data={"language": "en"})
    page = client.get(photo).get_data(as_text=True)
    assert "The run lacks the black 9" in page
    assert "pure canasta" in page
    assert "175 points" in page


@pytest.mark.parametrize(
    ("accepted", "chosen", "offered"),
    [
        ("es-AR", "", ["es", "en"]),
        ("it", "", ["es", "en", "it"]),
        ("it", "es", ["es", "en", "it"]),
        ("es", "it", ["es", "en", "it"]),
        ("fr", "", ["es", "en"]),
    ],
)
def test_a_page_offers_spanish_english_and_the_visitors_own(
    client: FlaskClient, accepted: str, chosen: str, offered: list[str]
):
    if chosen:
        client.post("/language", data={"language": chosen})
    page = client.get("/demo", headers={"Accept-Language": accepted}, follow_redirects=True).get_data(as_text=True)
    assert re.findall(r'name="language" value="(\w+)"', page.partition("</header>")[0]) == offered


def test_the_first_page_offers_all_others_at_its_foot(client: FlaskClient):
    page = client.get("/", headers={"Accept-Language": "es"}).get_data(as_text=True)
    assert set(re.findall(r'name="language" value="(\w+)"', page)) == set(LANGUAGES)
