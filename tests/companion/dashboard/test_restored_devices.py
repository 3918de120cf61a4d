"""After a backup was restored, devices of tables speak for what they were admitted to, what they kept counts once, and
forms that were open before give no orders about what has their numbers now."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from flask import Flask

from companion.__main__ import main
from companion.dashboard.tournaments.device_tokens import entrant_pins
from companion.eventstore import DataFolder, find_data_folder
from companion.eventstore.backup import back_up, restore
from tests.companion.dashboard.organiser import Organiser
from tests.companion.dashboard.playing import playing_app
from tests.companion.dashboard.test_said_otherwise import form
from tests.companion.dashboard.test_tournaments import flashed


@pytest.fixture
def house(tmp_path: Path) -> DataFolder:
    return find_data_folder(tmp_path / "house", environment={})


def again(organiser: Organiser, app: Flask) -> Organiser:
    """The same organiser in the house that was put back."""
    there = Organiser.__new__(Organiser)
    there.app, there.client, there.tournament = app, app.test_client(), organiser.tournament
    return there


def test_a_device_admitted_after_the_backup_gets_nobody_elses_table(house: DataFolder, tmp_path: Path):
    with playing_app(house.folder) as app:
        before = Organiser(app)
        before.begins()
        first = before.device(table=1, seat="home")
        back_up(house, tmp_path / "all.zip")
        later = before.device(table=1, seat="away")
        assert before.says(later, "propose", hand=1, points=[10, 20]).status_code == 200
    restore(tmp_path / "all.zip", house, replace=True)
    with playing_app(house.folder) as app:
        after = again(before, app)
        assert after.says(later, "propose", hand=1, points=[10, 20]).status_code == 403
        there = after.device(table=2, seat="both")
        answer = after.says(later, "propose", hand=1, points=[900, 0], side="home")
        assert (answer.status_code, "escaneá el código" in answer.get_json()["error"]) == (403, True)
        for token, said in ((first, {}), (there, {"side": "home"})):
            assert after.says(token, "propose", hand=1, points=[30, 40], **said).status_code == 200
        assert [len(fixture["slips"]) for fixture in after.shown()["fixtures"][:2]] == [1, 1]


def test_a_device_that_was_revoked_since_the_backup_stays_revoked(house: DataFolder, tmp_path: Path):
    with playing_app(house.folder) as app:
        before = Organiser(app)
        before.begins()
        gone, stays = before.device(table=1, seat="home"), before.device(table=2, seat="home")
        back_up(house, tmp_path / "all.zip")
        before.send("revoke", device=1)
        later = before.device(table=1, seat="home")
        before.send("revoke", device=3)
        assert before.says(gone, "propose", hand=1, points=[10, 20]).status_code == 403
    assert main(["restore", str(tmp_path / "all.zip"), "--replace", "--data", str(house.folder)]) == 0
    with playing_app(house.folder) as app:
        after = again(before, app)
        status = [after.says(token, "propose", hand=1, points=[10, 20]).status_code for token in (gone, stays, later)]
        assert status == [403, 200, 403]
        assert [device["revoked"] for device in after.shown()["devices"]] == [True, False]
        assert after.client.get(f"{after.address}/history").status_code == 200


@pytest.mark.parametrize("round_again", [False, True], ids=["as it was", "drawn anew"])
def test_what_a_phone_kept_counts_once_for_those_who_played_it(house: DataFolder, tmp_path: Path, round_again: bool):
    with playing_app(house.folder) as app:
        before = Organiser(app)
        before.begins()
        token = before.device(seat="home")
        back_up(house, tmp_path / "all.zip")
        if round_again:
            before.send("strike", entry=3, reason="faltaba uno")
            before.send("draw", seed="otra")
            before.send("seat")
        kept = form(before, before.comes_in(token), "propose") | {"hand": 1, "points": [900, 50]}
    restore(tmp_path / "all.zip", house, replace=True)
    with playing_app(house.folder) as app:
        after = again(before, app)
        answers = [after.comes_in(token).post(f"/api{after.address}/table", json=kept).status_code for _ in range(2)]
        slips = [slip["points"] for fixture in after.shown()["fixtures"] for slip in fixture["slips"]]
        assert (answers, slips) == (([409, 409], []) if round_again else ([200, 200], [[900, 50]]))


STORY = re.compile(r'name="story" value="([^"]+)"')


@pytest.mark.parametrize("is_restored", [True, False], ids=["put back", "gone on"])
def test_a_form_that_was_open_gives_no_order_about_what_has_its_number_now(
    house: DataFolder, tmp_path: Path, is_restored: bool
):
    with playing_app(house.folder) as app:
        before = Organiser(app)
        before.begins()
        back_up(house, tmp_path / "all.zip")
        before.send("penalise", entrant=1, points=-100, reason="llegó tarde")
        number = before.shown()["revision"]
        page = before.client.get(f"{before.address}/history").text
        stories = set(STORY.findall(page))
        before.send("penalise", entrant=2, points=-50, reason="otra")
    if is_restored:
        restore(tmp_path / "all.zip", house, replace=True)
    with playing_app(house.folder) as app:
        after = again(before, app)
        if is_restored:
            after.send("penalise", entrant=3, points=-300, reason="tiró fichas")
        known = after.shown()
        said = {"order": "strike", "entry": number, "reason": "no era", "story": stories.pop()}
        told = flashed(after.client.post(f"{after.address}/orders", data=said, follow_redirects=True))
        assert [("se volvió a una copia" in sentence) for sentence in told] == [True] * is_restored
        assert not stories, "of one page"
        penalties = [penalty["points"] for penalty in after.shown()["penalties"]]
        assert penalties == ([-300] if is_restored else [-50])
        assert (after.shown()["revision"] == known["revision"]) is is_restored


def test_a_house_that_cannot_be_read_any_more_is_put_back_all_the_same(house: DataFolder, tmp_path: Path):
    with playing_app(house.folder) as app:
        before = Organiser(app)
        before.begins()
        before.device(table=1, seat="home")
        back_up(house, tmp_path / "all.zip")
        before.send("revoke", device=1)
    kept = house.folder / "story.sqlite"
    kept.write_bytes(kept.read_bytes()[:5000] + b"\xff" * 40_000)
    assert main(["restore", str(tmp_path / "all.zip"), "--replace", "--data", str(house.folder)]) == 0
    with playing_app(house.folder) as app:
        assert [device["revoked"] for device in again(before, app).shown()["devices"]] == [False]


def test_who_entered_after_the_backup_confirms_for_nobody_else(house: DataFolder, tmp_path: Path):
    with playing_app(house.folder) as app:
        before = Organiser(app, format="free")
        before.send("enter", lines="Ana\nBeto")
        back_up(house, tmp_path / "all.zip")
        before.send("enter", lines="Caro")
        with app.app_context():
            pins = entrant_pins(before.tournament, (1, 2, 3))
    restore(tmp_path / "all.zip", house, replace=True)
    with playing_app(house.folder) as app:
        after = again(before, app)
        after.send("enter", lines="Dani")
        after.send("rename", entrant=1, name="Ana María")
        with app.app_context():
            now = entrant_pins(after.tournament, (1, 2, 3))
        assert (now[1], now[2]) == (pins[1], pins[2])
        assert now[3] != pins[3]
        after.send("add", home=1, away=3)
        after.send("seat")
        token = after.device()
        after.says(token, "propose", hand=1, points=[300, 200], side="home", pin=now[1])
        said = [after.says(token, "agree", hand=1, side="away", pin=pin).status_code for pin in (pins[3], now[3])]
        assert said == [403, 200]
