"""A fixture that is noted in a match of the house: one that is not here is refused, and keeps no table from playing."""

from __future__ import annotations

import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from companion.eventstore.steady_clock import SteadyClock
from companion.match_commands import Sender
from companion.tournaments import commands
from tests.companion.dashboard.organiser import Organiser


@pytest.mark.parametrize("match", ["nope", "", "../x", "rules"])
def test_a_match_that_is_not_here_is_refused(organiser: Organiser, match: str):
    answer = organiser.asks("tie", fixture=1, match=match)
    assert (answer.status_code, answer.get_json()["code"]) == (404, "matches.no_such_match")
    assert organiser.shown()["fixtures"][0]["match"] == ""


def test_a_table_plays_on_though_the_match_of_its_fixture_is_in_another_house(app: Flask, organiser: Organiser):
    browser = organiser.comes_in(organiser.device(seat="home"))
    elsewhere = commands.LinkMatch(1, "0123456789")
    app.extensions["tournaments"].handle(organiser.tournament, elsewhere, Sender(author="Ana", key="tied"))
    assert browser.get(f"{organiser.address}/table").status_code == 200
    said = {"order": "propose", "hand": "1", "points": ["275", "10"]}
    assert browser.post(f"{organiser.address}/table", data=said, follow_redirects=True).status_code == 200
    assert organiser.slip()["points"] == [275, 10]


def test_nobody_begins_another_match_in_the_place_of_that_of_a_fixture(app: Flask, organiser: Organiser):
    """Under the key by which it was begun: a scorer who knows the tournament could."""
    planted = organiser.client.post(
        "/api/matches",
        json={"players": ["X", "Y"], "rules": "rummy"},
        headers={"Idempotency-Key": f"{organiser.tournament} 1"},
    ).get_json()["match"]
    begun = organiser.client.post(f"{organiser.address}/fixtures/1/table").headers["Location"].rpartition("/")[2]
    assert begun != planted
    shown = organiser.client.get(f"/api/matches/{begun}").get_json()
    assert "X" not in str(shown["players"])
    assert organiser.shown()["fixtures"][0]["names"][0] in str(shown["players"])
    again = organiser.client.post(f"{organiser.address}/fixtures/1/table").headers["Location"].rpartition("/")[2]
    assert again == begun


def test_for_a_tournament_that_was_put_away_no_match_is_begun(organiser: Organiser):
    organiser.send("shelve")
    before = organiser.client.get("/api/matches").get_json()
    assert organiser.client.post(f"{organiser.address}/fixtures/1/table").status_code == 409
    assert organiser.client.get("/api/matches").get_json() == before


def test_one_match_is_not_that_of_two_fixtures(organiser: Organiser):
    begun = organiser.client.post(f"{organiser.address}/fixtures/1/table").headers["Location"].rpartition("/")[2]
    assert organiser.asks("tie", fixture=2, match=begun).status_code == 409
    assert organiser.shown()["fixtures"][1]["match"] == ""
    assert organiser.asks("tie", fixture=1, match=begun).status_code == 200


def names(organiser: Organiser, number: int = 1) -> list[str]:
    return organiser.shown()["fixtures"][number - 1]["names"]


def begins_table(organiser: Organiser) -> str:
    """The match of the house in which the first fixture is noted from now on."""
    return organiser.client.post(f"{organiser.address}/fixtures/1/table").headers["Location"].rpartition("/")[2]


def strikes(organiser: Organiser, kind: str):
    """The answer to who strikes out the newest entry of a kind."""
    log = organiser.app.extensions["tournaments"].log(organiser.tournament, "es")
    return organiser.asks("strike", entry=next(line.number for line in log if line.kind == kind), reason="otro sorteo")


def test_after_another_draw_nobody_plays_on_in_the_match_of_others(organiser: Organiser):
    before, begun = names(organiser), begins_table(organiser)
    for order in ({"order": "deal"}, {"order": "note", "points": [415, -60]}, {"order": "confirm"}):
        assert organiser.client.post(f"/api/matches/{begun}/orders", json=order).status_code == 200
    assert strikes(organiser, "drawn").status_code == 409
    assert names(organiser) == before
    assert strikes(organiser, "tied").status_code == 200
    assert begins_table(organiser) == begun, "the same two go on where they were"
    strikes(organiser, "tied")
    assert strikes(organiser, "drawn").status_code == 200
    organiser.send("draw", seed="zzz")
    organiser.send("seat")
    assert names(organiser) != before
    another = begins_table(organiser)
    players = organiser.client.get(f"/api/matches/{another}").get_json()["players"]
    assert [player["name"] for player in players] == names(organiser)
    browser = organiser.comes_in(organiser.device(seat="home"))
    assert 'value="415"' not in browser.get(f"{organiser.address}/table").get_data(as_text=True)


def test_a_draw_in_which_somebody_was_penalised_is_not_struck_out(organiser: Organiser):
    organiser.send(
        "penalise", fixture=1, entrant=organiser.shown()["fixtures"][0]["entrants"][0], points=-100, reason="x"
    )
    assert strikes(organiser, "drawn").status_code == 409
    assert organiser.shown()["fixtures"][0]["penalties"] == [-100, 0]
    assert strikes(organiser, "penalised").status_code == 200
    assert strikes(organiser, "drawn").status_code == 200


@pytest.mark.parametrize("says", ["penalise", "table"])
def test_what_is_said_of_a_finalist_is_never_said_of_another(app: Flask, says: str):
    organiser = Organiser(app, format="elimination")
    organiser.send("enter", lines="Ana\nBeto\nCaro\nDani")
    organiser.send("bracket", seed="x")
    for number in (1, 2):
        organiser.send("rule", fixture=number, hand=0, points=[1500, 1300])
    final = organiser.shown()["fixtures"][-1]
    if says == "penalise":
        organiser.send("penalise", fixture=final["number"], entrant=final["entrants"][0], points=-500, reason="x")
    else:
        organiser.client.post(f"{organiser.address}/fixtures/{final['number']}/table")
    answer = organiser.asks("rule", fixture=1, hand=0, points=[1300, 1500], seen=[1500, 1300], reason="al revés")
    assert answer.status_code == 409
    assert organiser.shown()["fixtures"][-1]["entrants"] == final["entrants"]


def test_no_match_is_tied_before_both_who_play_it_are_known(app: Flask, organiser: Organiser):
    bracket = Organiser(app, format="elimination")
    bracket.send("enter", lines="Ana\nBeto\nCaro")
    bracket.send("bracket", seed="x")
    begun = begins_table(organiser)
    bye = next(match for match in bracket.shown()["fixtures"] if match["is_bye"])
    final = bracket.shown()["fixtures"][-1]
    for number in (bye["number"], final["number"]):
        answer = bracket.asks("tie", fixture=number, match=begun)
        assert (answer.status_code, answer.get_json()["code"]) == (409, "tournaments.not_ready")
    assert [match["match"] for match in bracket.shown()["fixtures"]] == ["", "", ""]


def filled_in(phone: FlaskClient, organiser: Organiser) -> list[str]:
    """The points that stand in the form of the next hand, home first."""
    page = phone.get(f"{organiser.address}/table").get_data(as_text=True)
    form = next(part for part in page.split("<form")[1:] if 'value="propose"' in part)
    return re.findall(r'name="points"[^>]* value="([^"]*)"', form.partition("</form>")[0])


def notes(organiser: Organiser, match: str, *hands: list[int]) -> None:
    for points in hands:
        for order in ({"order": "deal"}, {"order": "note", "points": points}, {"order": "confirm"}):
            assert organiser.client.post(f"/api/matches/{match}/orders", json=order).status_code == 200


def test_points_are_filled_in_for_whom_they_were_noted_whichever_way_round(organiser: Organiser):
    match, (home, away) = begins_table(organiser), names(organiser)
    notes(organiser, match, [415, -60])
    phone = organiser.comes_in(organiser.device(seat="home"))
    assert filled_in(phone, organiser) == ["415", "-60"]
    rules = organiser.client.get(f"/api/matches/{match}").get_json()["rules"]["name"]
    for players, filled in (([away, home], ["-60", "415"]), (["Zoe", home], ["", ""]), ([home, away], ["415", "-60"])):
        agreed = {"order": "agree", "players": players, "rules": rules}
        assert organiser.client.post(f"/api/matches/{match}/orders", json=agreed).status_code == 200
        assert filled_in(phone, organiser) == filled


def test_points_are_filled_in_for_the_hand_that_they_are_of_after_a_void_one(organiser: Organiser):
    match, token = begins_table(organiser), organiser.device(seat="home")
    notes(organiser, match, [], [400, 10], [500, 20])
    phone = organiser.comes_in(token)
    assert filled_in(phone, organiser) == ["", ""]
    assert organiser.says(token, "propose", hand=1, points=[]).status_code == 200
    assert filled_in(phone, organiser) == ["400", "10"]


@pytest.mark.parametrize("plan", [{}, {"overrides": ["time_limit_min=30"]}], ids=["of the rules", "of the plan"])
def test_a_match_is_over_by_time_where_its_tournament_says_so(
    app: Flask, monkeypatch: pytest.MonkeyPatch, plan: dict[str, object]
):
    """Its clock starts later than the match in which it is noted, is stopped for a night, and gets more minutes."""
    organiser = Organiser(app, **plan)
    organiser.begins()
    match, home, token = begins_table(organiser), names(organiser)[0], organiser.device(seat="home")
    told = SteadyClock.__call__
    monkeypatch.setattr(SteadyClock, "__call__", lambda steady: told(steady) + 24 * 3600)
    organiser.send("start")
    notes(organiser, match, [400, 10], [300, 20])
    shown = organiser.client.get(f"/api/matches/{match}").get_json()
    assert ([team["has_won"] for team in shown["teams"]], shown["next"]) == ([False, False], "hand")
    assert filled_in(organiser.comes_in(token), organiser) == ["400", "10"]
    notes(organiser, match, [900, 0])
    shown = organiser.client.get(f"/api/matches/{match}").get_json()
    assert [team["name"] for team in shown["teams"] if team["has_won"]] == [home], "by points, as before"


OTHERWISE = "por lo que decidió el juez"


def test_what_a_judge_decides_holds_in_the_tournament_which_goes_on_and_is_told_at_its_table(organiser: Organiser):
    match, token = begins_table(organiser), organiser.device()
    notes(organiser, match, [1520, 900])
    assert OTHERWISE not in said_at(organiser, match)
    organiser.send("penalise", fixture=1, entrant=fixture_of(organiser)["entrants"][0], points=-100, reason="tarde")
    phone = organiser.comes_in(token)
    assert filled_in(phone, organiser) == ["1520", "900"]
    organiser.send("rule", fixture=1, hand=1, points=[1520, 900])
    table = organiser.client.get(f"/api/matches/{match}").get_json()
    assert (table["next"], [team["total"] for team in table["teams"]]) == ("over", [1520, 900])
    assert organiser.client.post(f"/api/matches/{match}/orders", json={"order": "deal"}).status_code == 409
    assert (fixture_of(organiser)["standing"], fixture_of(organiser)["totals"]) == ("playing", [1420, 900])
    assert " va 1.420 : 900: vale lo de allá" in said_at(organiser, match)
    assert filled_in(phone, organiser) == ["", ""]
    for side, (order, fields) in enumerate((("propose", {"points": [100, 50]}), ("agree", {}))):
        said = {"hand": 2, "side": ("home", "away")[side], "pin": organiser.pin(side)}
        assert organiser.says(token, order, **said, **fields).status_code == 200
    assert fixture_of(organiser)["totals"] == [1520, 950]


DECIDED = {
    "as noted": ({"order": "rule", "hand": 1, "points": [415, -60]}, False),
    "not decided": ({"order": "start"}, False),
    "put right": ({"order": "rule", "hand": 1, "points": [315, -60]}, True),
    "the whole match": ({"order": "rule", "hand": 0, "points": [1500, 900]}, True),
    "somebody left": ({"order": "walkover", "present": "home", "reason": "se fue"}, True),
}


@pytest.mark.parametrize("is_turned", [False, True])
@pytest.mark.parametrize("name", DECIDED)
def test_a_match_is_told_only_what_it_does_not_know(organiser: Organiser, name: str, is_turned: bool):
    (fields, is_told), match = DECIDED[name], begins_table(organiser)
    if is_turned:
        rules = organiser.client.get(f"/api/matches/{match}").get_json()["rules"]["name"]
        agreed = {"order": "agree", "players": names(organiser)[::-1], "rules": rules}
        assert organiser.client.post(f"/api/matches/{match}/orders", json=agreed).status_code == 200
    notes(organiser, match, [415, -60][:: -1 if is_turned else 1])
    organiser.send(fixture=1, **fields)
    assert (OTHERWISE in said_at(organiser, match)) is is_told
    assert strikes(organiser, "tied").status_code == 200
    assert OTHERWISE not in said_at(organiser, match)


def test_it_is_told_also_where_a_name_was_put_right_but_not_of_others(organiser: Organiser):
    match, entrants = begins_table(organiser), fixture_of(organiser)["entrants"]
    notes(organiser, match, [415, -60])
    organiser.send("penalise", fixture=1, entrant=entrants[0], points=-100, reason="tarde")
    for entrant, name, is_told in ((entrants[1], "Zulma", True), (entrants[0], "Zoe", False)):
        organiser.send("rename", entrant=entrant, name=name)
        assert (OTHERWISE in said_at(organiser, match)) is is_told


def test_who_only_looks_is_told_what_the_board_shows(app: Flask):
    organiser = Organiser(app, delay_s=600)
    organiser.begins()
    match = begins_table(organiser)
    organiser.send("penalise", fixture=1, entrant=fixture_of(organiser)["entrants"][0], points=-100, reason="tarde")
    assert OTHERWISE in said_at(organiser, match)
    assert organiser.elsewhere().get(f"/matches/{match}").status_code == 403
    organiser.send("found", title="Sábado", delay_s=0)
    assert OTHERWISE in organiser.elsewhere().get(f"/matches/{match}/scores").get_data(as_text=True)


def fixture_of(organiser: Organiser) -> dict:
    """The first match of the tournament."""
    return organiser.shown()["fixtures"][0]


def said_at(organiser: Organiser, match: str) -> str:
    """The page of a match of the house."""
    return organiser.client.get(f"/matches/{match}").get_data(as_text=True)
