"""Photographs where the rules are a house's own: what was laid counts by the tournament's, and a rack by none."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from pathlib import Path

import pytest
from flask import Flask

from companion.match_commands import Agree, DealHand, Sender
from companion.tournaments.commands import CreateTournament
from tests.companion.dashboard import table
from tests.companion.dashboard.organiser import Organiser
from tests.companion.dashboard.playing import Player
from tests.companion.dashboard.test_rack_photos import photographed

SOMEBODY = Sender(author="Ana", key="")


@pytest.fixture
def own_rules(tmp_path: Path) -> str:
    """A file of rules that the pages do not offer, as after the program was begun with others."""
    path = tmp_path / "casa.toml"
    path.write_text('extends = "torneo"\ncanasta_pure = 900\n', encoding="utf-8")
    return str(path)


def counted(organiser: Organiser) -> tuple[str, str]:
    """What a photograph of what the home side laid puts in the form of its table, and the page of the photograph."""
    organiser.begins()
    browser = organiser.comes_in(organiser.device(seat="home"))
    sent = {"side": "home", "photo": (io.BytesIO(table.picture()), "mesa.jpg")}
    page = browser.post(f"{organiser.address}/table/photo", data=sent, follow_redirects=True).text
    photo = re.search(r'href="(/photos/[^"]+)"', page)[1]
    fields = " ".join(re.findall(r'<input name="points"[^>]*>', page))
    return re.search(r' value="(\d+)"', fields)[1], browser.get(photo).text


@pytest.mark.parametrize(
    ("overrides", "points"), [((), "375"), (("canasta_pure=999",), "1174"), (("canasta_pure=0",), "175")]
)
def test_what_was_laid_counts_by_the_rules_of_the_tournament(app: Flask, overrides: tuple[str, ...], points: str):
    assert counted(Organiser(app, rules="torneo", overrides=list(overrides)))[0] == points


def test_what_was_laid_counts_by_rules_that_are_not_offered_any_more(app: Flask, own_rules: str):
    organiser = Organiser(app)
    order = CreateTournament(title="Sábado", rules=own_rules, tables=3)
    organiser.tournament = app.extensions["tournaments"].found(order, replace(SOMEBODY, key="own rules")).match
    points, page = counted(organiser)
    assert points == "1075"
    assert 'name="rules"' not in page


def test_a_rack_is_read_whatever_the_rules_of_the_match(app: Flask, own_rules: str):
    player, house = Player(app.test_client()), app.extensions["tables"]
    player.match = house.agree(
        Agree(players=("Ana", "Beto"), rules=own_rules), replace(SOMEBODY, key="own match")
    ).match
    house.handle(player.match, DealHand(0), replace(SOMEBODY, key="deal"))
    answer = photographed(player, table.picture())
    assert answer.status_code == 200
    assert "Se leyeron 24 fichas" in answer.text
