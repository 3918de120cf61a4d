"""What the pages of a tournament say: its history in the reader's language, and that it is over once it is."""

from __future__ import annotations

import html

import pytest
from flask import Flask

from tests.companion.dashboard.organiser import Organiser


def test_whoever_reads_the_history_reads_it_in_their_language(organiser: Organiser):
    token = organiser.device()
    headers = {"Authorization": f"Bearer {token}", "Accept-Language": "en"}
    said = {"order": "propose", "hand": 1, "side": "home", "points": [1250, -1100]}
    assert organiser.elsewhere().post(f"/api{organiser.address}/table", json=said, headers=headers).status_code == 200
    organiser.send("penalise", entrant=1, points=-1200, reason="x")
    name = organiser.shown()["fixtures"][0]["names"][0]
    for language, device, points, penalty in (
        ("es", "Mesa", "1.250 : −1.100", "−1.200"),
        ("en", "Table", "1,250 : −1,100", "−1,200"),
        ("it", "Tavolo", "1.250 : −1.100", "−1.200"),
    ):
        page = organiser.client.get(f"{organiser.address}/history", headers={"Accept-Language": language})
        text = html.unescape(page.get_data(as_text=True))
        assert [words for words in (f"{device} 1 · {name}", points, penalty) if words not in text] == []


def test_a_tournament_is_over_once_also_the_third_place_is_played(app: Flask):
    organiser = Organiser(app, tables=8, format="elimination", third_place="1")
    organiser.send("enter", lines="Ana\nBeto\nCaro\nDani")
    organiser.send("bracket")

    def plays(stage: str, round: int) -> tuple[bool, bool, bool]:
        """Plays a round; whether it is over then, whether anybody can be seated, whether a sheet is still needed."""
        for fixture in organiser.shown()["fixtures"]:
            if (fixture["stage"], fixture["round"]) == (stage, round):
                organiser.send("rule", fixture=fixture["number"], hand=0, points=[1500, 400])
        plan, board, papers = (
            organiser.client.get(f"{organiser.address}{page}").get_data(as_text=True)
            for page in ("/plan", "", "/papers")
        )
        assert ("Terminó el torneo." in plan) is ("Terminó el torneo." in board)
        return "Terminó el torneo." in plan, "Sentar a los que siguen" in plan, "De los que faltan" in papers

    assert plays("bracket", 1) == (False, True, True)
    assert plays("bracket", 2) == (False, True, True)
    assert plays("third", 1) == (True, False, False)


def test_a_match_says_for_whom_it_waits(app: Flask):
    organiser = Organiser(app, tables=8, format="round_robin")
    organiser.send("enter", lines="Ana\nBeto; Lobos\nBeto; Roque")
    organiser.send("draw", seed="x")
    organiser.send("leave", entrant=2, for_good=False, reason="vuelve enseguida")
    for language, words in (("es", "espera a Beto (Lobos)"), ("en", "waits for Beto (Lobos)")):
        page = organiser.client.get(f"{organiser.address}/judge", headers={"Accept-Language": language})
        assert page.get_data(as_text=True).count(words) == 2
    organiser.send("return", entrant=2)
    assert "espera a Beto" not in organiser.client.get(f"{organiser.address}/judge").get_data(as_text=True)


def test_the_history_tells_people_of_one_name_apart(app: Flask):
    organiser = Organiser(app, format="swiss")
    organiser.send("enter", lines="Juan Pérez; Lobos\nJuan Pérez; Cañuelas\nAna; Lobos")
    organiser.send("enter", lines="ANA; Roque\nBeto; Roque")
    page = html.unescape(organiser.client.get(f"{organiser.address}/history").get_data(as_text=True))
    assert "Se anotaron Juan Pérez (Lobos), Juan Pérez (Cañuelas), Ana (Lobos)." in page
    assert "Se anotaron ANA (Roque), Beto." in page


@pytest.mark.parametrize(
    ("played_as", "has_one"),
    [
        ("zones", True),
        ("elimination", True),
        ("double", True),
        ("swiss", False),
        ("round_robin", False),
        ("free", False),
    ],
)
def test_a_bracket_is_offered_where_there_will_be_one(app: Flask, played_as: str, has_one: bool):
    organiser = Organiser(app, format=played_as)
    for page in ("", "/standings", "/fixtures", "/plan"):
        shown = organiser.client.get(f"{organiser.address}{page}").get_data(as_text=True)
        assert (f'href="{organiser.address}/bracket"' in shown) is has_one
    assert organiser.client.get(f"{organiser.address}/bracket").status_code == 200


@pytest.mark.parametrize(
    ("language", "button"), [("es", "Anotar"), ("en", "Enter"), ("pt", "Inscrever"), ("it", "Iscrivi")]
)
def test_people_are_entered_and_not_noted(app: Flask, language: str, button: str):
    organiser = Organiser(app)
    page = organiser.client.get(f"{organiser.address}/plan", headers={"Accept-Language": language})
    form = page.get_data(as_text=True).partition(f'action="{organiser.address}/entrants"')[2].partition("</form>")[0]
    assert f'<button class="button">{button}</button>' in form


def test_the_next_round_is_offered_when_it_can_be_paired_and_only_then(app: Flask):
    organiser = Organiser(app, format="swiss", rounds=1)
    pair, waits = 'value="pair"', "La ronda que sigue se arma acá cuando"

    def says() -> tuple[bool, bool, bool]:
        page = html.unescape(organiser.client.get(f"{organiser.address}/plan").text)
        return pair in page, f"{waits} terminen 2 partidos." in page, f"{waits} termine 1 partido." in page

    assert says() == (False, False, False)
    assert "<summary>La lista</summary>" not in organiser.client.get(f"{organiser.address}/plan").text
    organiser.send("enter", lines="Ana\nBeto\nCaro\nDani")
    assert says() == (True, False, False)
    organiser.send("pair", seed="x")
    assert says() == (False, True, False)
    for fixture, then in ((1, (False, False, True)), (2, (False, False, False))):
        organiser.send("rule", fixture=fixture, hand=0, points=[1500, 900], reason="")
        assert says() == then
    level = organiser.client.get(f"{organiser.address}/plan").text
    assert "Se jugaron todas las rondas" in level
    assert "Terminó el torneo." not in level
    organiser.send("rule", fixture=2, hand=0, points=[1510, 900], seen=[1500, 900], reason="mal sumada")
    over = organiser.client.get(f"{organiser.address}/plan").text
    assert "Terminó el torneo." in over
    assert "Se jugaron todas las rondas" not in over
    assert pair not in over
