"""The rules to read and search, and the judge whom anybody may ask."""

from __future__ import annotations

import re
from html import unescape
from urllib.parse import urlencode

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.dashboard.auth.costly_requests import BURST, RequestRateLimit
from companion.dashboard.rules.questions import split_score_line
from companion.dashboard.rules.rule_search import folded
from engine import PROFILES, RULE_GROUPS, load_rules
from engine.rule_and_tile_words import rule_statement
from tests.companion.dashboard.playing import ELSEWHERE, Player

ENGLISH = {"Accept-Language": "en"}


@pytest.fixture
def phone(app: Flask) -> FlaskClient:
    """A phone that never came in."""
    client = app.test_client()
    client.environ_base |= ELSEWHERE
    app.extensions["pace"] = RequestRateLimit(lambda: 0.0)
    return client


def page(client: FlaskClient, address: str, *, english: bool = False) -> str:
    """The words of a page."""
    answer = client.get(address, headers=ENGLISH if english else {})
    assert answer.status_code == 200, answer.get_data(as_text=True)
    return unescape(answer.get_data(as_text=True))


def ruling(client: FlaskClient, **asked: str) -> str:
    """What the judge says, in one line."""
    found = re.search(
        r'<section class="ruling".*?</section>\s*<form', page(client, f"/rules/judge?{urlencode(asked)}"), re.S
    )
    assert found
    return " ".join(re.sub(r"<[^>]+>", " ", found[0]).split())


def entries(said: str) -> list[str]:
    """The keys of the rules on a page, in order."""
    return re.findall(r'<li class="rule-entry[^"]*" id="(\w+)"', said)


def test_every_rule_set_is_listed_in_two_lines(phone: FlaskClient) -> None:
    said = page(phone, "/rules")
    for name in PROFILES:
        assert f'href="/rules/{name}"' in said
    assert "El folleto de los fabricantes" in said
    assert "The makers' leaflet" in page(phone, "/rules", english=True)


@pytest.mark.parametrize("name", PROFILES)
@pytest.mark.parametrize("language", ["es", "en"])
def test_a_page_holds_every_rule_as_players_say_it(phone: FlaskClient, name: str, language: str) -> None:
    said = page(phone, f"/rules/{name}", english=language == "en")
    assert [
        key for key in entries(said) if key not in ("tiles", "order_of_play", "meld", "run", "group", "own_rack")
    ] == [key for group in RULE_GROUPS for key in group.keys]
    for line in load_rules(name).lines(language):
        assert rule_statement(line.key, line.value, language) in said
    for group in RULE_GROUPS:
        assert f'id="title-{group.name}">{group.title(language)}</h2>' in said


def test_a_rule_says_where_it_is_written_and_why_it_holds(phone: FlaskClient) -> None:
    said = page(phone, "/rules/torneo")
    entry = said[said.index('id="max_wilds"') :]
    for phrase in ("Un juego admite hasta 2 comodines.", "001 6.5", "Lo dice el texto.", "max_wilds=2"):
        assert phrase in entry[: entry.index("</li>")], phrase
    assert "el reglamento de un torneo" in said


SEARCHES = [
    # what is sought in `torneo`, and a rule that is found, and one that is not
    ("comodín", "max_wilds", "deal"),
    ("COMODIN", "max_wilds", "deal"),
    ("comodines hasta", "max_wilds", "twos_wild"),
    ("max_wilds", "max_wilds", "deal"),
    ("6.5", "max_wilds", "deal"),
    ("muerto", "muertos", "max_wilds"),
]


@pytest.mark.parametrize(("sought", "found", "other"), SEARCHES)
def test_rules_are_found_by_their_words(phone: FlaskClient, sought: str, found: str, other: str) -> None:
    keys = entries(page(phone, f"/rules/torneo?{urlencode({'q': sought})}"))
    assert found in keys
    assert other not in keys


def test_all_rule_sets_are_searched_at_once(phone: FlaskClient) -> None:
    said = page(phone, "/rules?q=pozzetto+nada+de+eso")
    assert "Ninguna regla habla de «pozzetto nada de eso»." in said
    said = page(phone, "/rules?q=mostrar+el+atril")
    assert 'href="/rules/torneo#show_rack_to_take_muerto"' in said


def test_what_is_sought_is_found_on_the_phone_too(phone: FlaskClient) -> None:
    text = re.search(r'id="max_wilds" data-text="([^"]+)"', page(phone, "/rules/torneo"))
    assert text
    assert folded("Un juego admite hasta 2 comodines") in text[1]


def test_rules_that_nobody_has_are_not_found(phone: FlaskClient) -> None:
    for address in ("/rules/casino", "/rules/casino.pdf", "/matches/casino/rules", "/matches/casino/rules.pdf"):
        assert phone.get(address).status_code == 404


def test_a_match_shows_what_its_table_agreed_on(player: Player, phone: FlaskClient) -> None:
    player.begins(overrides=["max_wilds=2", "target=3000"])
    said = page(phone, f"/matches/{player.match}/rules")
    changed = re.findall(r'<li class="rule-entry is-changed" id="(\w+)"', said)
    assert changed == ["max_wilds"], "a target that is the rule set's own is no change"
    assert "El reglamento dice: Un juego admite hasta 1 comodín." in said
    assert f'href="/matches/{player.match}/rules"' in player.page()
    assert "/rules/judge?rules=clasico&set=max_wilds%3D2&set=target%3D3000" in said


@pytest.mark.parametrize("path", ["/rules/clasico.pdf", "/rules/rummikub.pdf"])
def test_a_booklet_is_printed(phone: FlaskClient, path: str) -> None:
    answer = phone.get(path)
    assert answer.data.startswith(b"%PDF-")
    assert (answer.mimetype, answer.status_code) == ("application/pdf", 200)
    assert answer.headers["Content-Disposition"].endswith('.pdf"')


RULINGS = [
    # what is asked, and phrases of the answer
    ({"melds": "5r 6r J 8r"}, ("Escalera Vale", "70 puntos")),
    ({"melds": "5r 6b J 8r", "rules": "torneo"}, ("No vale", "no va el 6 azul", "de todo el juego", "Ver la regla")),
    ({"melds": "5r J J 8r", "rules": "clasico"}, ("No vale", "003:45")),
    ({"melds": "5r 6r J 8r", "set": "max_wilds=0"}, ("No vale", "regla de la casa")),
    ({"melds": "4r 5r 6r 7r 8r 9r 10r"}, ("Canasta pura",)),
    ({"melds": "4r 6r 5r", "rules": "torneo"}, ("No vale", "001 11.7")),
    ({"melds": "4r J=6r 6r", "rules": "torneo"}, ("No vale", "valen en otro orden")),
    ({"melds": "3r 4r 5r 6r 7r 8r 2r"}, ("Canasta impura", "Sería canasta pura")),
    ({"ask": "change", "before": "5r J 7r", "melds": "J 5r 6r 7r"}, ("El cambio Vale",)),
    ({"ask": "change", "before": "5r J 7r", "melds": "5r 6r 7r"}, ("El cambio No vale", "no se retira")),
    ({"ask": "opening", "melds": "8r 9r 10r\n1b 1k 1y", "rules": "rummy"}, ("La primera bajada Vale 30", "Pierna")),
    ({"ask": "opening", "melds": "8r 9r 10r", "rules": "rummy"}, ("La primera bajada No vale 27", "000:91")),
    ({"melds": "5x"}, ("«5x» no es una ficha",)),
    ({"melds": "5r 6r 7r", "set": "max_wilds=dos"}, ("espera un número entero",)),
    (
        {"ask": "hand", "closer": "0", "partial": "1", "melds.0": "4r 5r 6r 7r 8r 9r 10r", "muerto.0": "played"},
        ("Nosotros +450", "Ellos −100", "canasta pura", "cierre +100"),
    ),
    (
        {"ask": "hand", "closer": "0", "partial": "1", "melds.0": "4r 5r 6r"},
        ("no puede haber sido así", "no puede cerrar sin canasta", "000:25", "Ver la regla"),
    ),
    (
        {"ask": "hand", "rules": "rummy", "closer": "0", "partial": "1", "table": "8r 9r 10r", "racks.1.0": "3b J"},
        ("Jugador 1", "Jugador 4"),
    ),
    (
        {"ask": "hand", "partial": "1", "pairs": "1", "racks.0.0": "3b", "racks.0.1": "13k", "muerto.1": "unplayed"},
        ("La mano no vale: nadie cerró ni tiene canasta. Se juega de nuevo.",),
    ),
]


@pytest.mark.parametrize(("asked", "phrases"), RULINGS)
def test_the_judge_answers_anybody(phone: FlaskClient, asked: dict[str, str], phrases: tuple[str, ...]) -> None:
    said = ruling(phone, **asked)
    for phrase in phrases:
        assert phrase in said


def test_a_question_stays_in_its_form_and_nothing_is_judged_before_there_is_one(phone: FlaskClient) -> None:
    assert 'class="ruling"' not in page(phone, "/rules/judge")
    said = page(phone, "/rules/judge?ask=change&before=5r+J+7r&melds=J+5r+6r+7r&rules=torneo")
    assert 'value="5r J 7r"' in said
    assert '<option value="torneo" selected>' in said
    assert "ask=hand&rules=torneo" in said


def test_tiles_are_tapped_without_scripts_too(phone: FlaskClient) -> None:
    assert ">4r 5r</textarea>" in page(phone, "/rules/judge?melds=4r&add=5r")
    assert 'name="before" value="4r"' in page(phone, "/rules/judge?ask=change&add=4r&into=before")
    assert ">4r</textarea>" in page(phone, "/rules/judge?melds=4r&add=%3Cscript")


@pytest.mark.parametrize(
    "address",
    [
        "/rules/judge?ask=xx&rules=casino",
        "/rules/judge?ask=hand&closer=99&muerto.0=xx&melds.0=4r",
        "/rules/judge?set=x",
    ],
)
def test_an_address_that_somebody_made_up_is_answered(phone: FlaskClient, address: str) -> None:
    assert phone.get(address).status_code == 200


def test_who_asks_without_a_pause_waits(phone: FlaskClient) -> None:
    statuses = [phone.get("/rules/judge?melds=5r").status_code for _ in range(BURST + 1)]
    assert statuses == [200] * BURST + [429]
    assert phone.get("/rules/judge").status_code == 200


@pytest.mark.parametrize(
    ("detail", "expected"),
    [
        ("bajado: 4r 5r J=6r", ("bajado", "4r 5r J=6r")),
        ("cierre", ("cierre", "")),
        ("canasta de 2: 2r 2b", ("canasta de 2", "2r 2b")),
        ("left on a rack: J", ("left on a rack", "J")),
    ],
)
def test_the_tiles_of_a_line_are_drawn(detail: str, expected: tuple[str, str]) -> None:
    assert split_score_line(detail) == expected
