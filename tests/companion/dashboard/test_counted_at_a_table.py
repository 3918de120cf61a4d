"""A photograph counted at the table of a tournament is of one hand: it goes with that hand, and with no other."""

from __future__ import annotations

import io
import re

import pytest
from flask import Flask
from flask.testing import FlaskClient

from tests.companion.dashboard import table
from tests.companion.dashboard.organiser import Organiser


@pytest.fixture
def token(organiser: Organiser) -> str:
    """The device of the home side of the first table."""
    return organiser.device(seat="home")


@pytest.fixture
def phone(organiser: Organiser, token: str) -> FlaskClient:
    return organiser.comes_in(token)


def counted(phone: FlaskClient, organiser: Organiser, **fields: str) -> str:
    """Where the page is with a photograph of what the home side laid."""
    sent = {"side": "home", "photo": (io.BytesIO(table.picture()), "mesa.jpg")} | fields
    return phone.post(f"{organiser.address}/table/photo", data=sent).headers["Location"]


def filled(page: str) -> tuple[str, list[str], list[str]]:
    """The hand that is asked for, its points, and the photograph that would go with it."""
    form = re.search(r'data-next-hand="(\d+)".*?</form>', page, re.DOTALL)
    fields = re.findall(r'name="points"[^>]* value="([^"]*)"', form[0])
    return form[1], fields, re.findall(r'name="counted" value="([^"]+)"', form[0])


def test_it_fills_in_its_hand_and_not_the_next(phone: FlaskClient, organiser: Organiser, token: str):
    where = counted(phone, organiser)
    hand, points, (photo,) = filled(phone.get(where).text)
    assert (hand, points) == ("1", ["375", ""])
    assert organiser.says(token, "propose", hand=1, points=[275, 10], counted=photo).status_code == 200
    assert len(organiser.slip()["pictures"]) == 1, "what was counted is there for the judge"
    assert filled(phone.get(where).text) == ("2", ["", ""], [])


def test_a_page_of_the_hand_before_does_not_count_for_the_next(phone: FlaskClient, organiser: Organiser, token: str):
    page = phone.get(f"{organiser.address}/table").text
    forms = re.findall(r"<form.*?</form>", page, re.DOTALL)
    form = next(text for text in forms if "/table/photo" in text)
    fields = dict(re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)">', form))
    assert organiser.says(token, "propose", hand=1, points=[275, 10]).status_code == 200
    assert filled(phone.get(counted(phone, organiser, **fields)).text) == ("2", ["", ""], [])


def test_nor_for_another_match_at_the_table(phone: FlaskClient, organiser: Organiser, token: str):
    where = counted(phone, organiser)
    match = next(listed for listed in organiser.shown()["fixtures"] if listed["table"] == 1)
    organiser.send("walkover", fixture=match["number"], present="home", reason="no vino")
    organiser.send("seat")
    there = [listed for listed in organiser.shown()["fixtures"] if listed["table"] == 1]
    assert [listed["standing"] for listed in there] == ["over", "seated"]
    assert filled(phone.get(where).text) == ("1", ["", ""], [])


def test_a_hand_is_not_lost_with_its_photograph(organiser: Organiser, token: str):
    answer = organiser.says(token, "propose", hand=1, points=[275, 10], counted="not-kept-any-more")
    assert answer.status_code == 200
    assert organiser.slip()["pictures"] == []


@pytest.mark.parametrize("rules", ["rummy", "rummikub"])
def test_what_was_laid_is_not_counted_where_it_scores_nothing(app: Flask, rules: str):
    organiser = Organiser(app, rules=rules, format="round_robin")
    organiser.begins()
    phone = organiser.comes_in(organiser.device(seat="home"))
    page = phone.get(f"{organiser.address}/table").text
    assert "Anotar la mano 1" in page
    assert "/table/photo" not in page
    assert filled(phone.get(counted(phone, organiser)).text) == ("1", ["", ""], [])
