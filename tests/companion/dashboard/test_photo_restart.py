"""A hand that is being counted from photographs is there again, with its answers, where the program was begun anew."""

from __future__ import annotations

import os
import re
import stat
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.eventstore import UnfinishedHands, find_data_folder, unfinished_hands
from companion.eventstore.backup import back_up
from tests.companion.dashboard.photo_counting import Counting
from tests.companion.dashboard.photographed import Recognizer
from tests.companion.dashboard.playing import Player, playing_app

OURS, THEIRS = ("4r 5r 6r 7r 8r 9r 10r", "9k 9b 9y"), ("12r 12b 12k 12y",)
LATER_S = 3 * 24 * 3600


@contextmanager
def begun_anew(folder: Path, recognizer: Recognizer, before: Counting | None = None) -> Iterator[Counting]:
    """The house of ``folder``, and somebody who counts the first hand of a match in it, or goes on counting it."""
    with playing_app(folder, read=recognizer.read) as app:
        player = Player(app.test_client())
        if before:
            player.match = before.player.match
        else:
            player.begins()
        counting = Counting(player)
        counting.address = before.address if before else counting.address
        yield counting


@pytest.fixture
def half_answered(tmp_path: Path, recognizer: Recognizer) -> Counting:
    """Two photographs, some answers and a corrected tile, and then the program was killed."""
    with begun_anew(tmp_path, recognizer) as counting:
        counting.sends(recognizer.table(OURS, THEIRS), recognizer.racks("3b 3k"))
        table, racks = counting.photos
        said = {f"shows.{table}": "table", f"shows.{racks}": "racks", "partial": "1", "closer": "2"}
        counting.client.post(f"{counting.address}/say", data=said)
        tile = re.search(rf'href="([^"]+/{racks}/tiles/\d+)"', counting.page)
        assert tile
        assert counting.client.post(tile[1], data={"face": "13k"}).status_code == 303
        counting.seen = counting.page
        counting.asking = counting.question
        return counting


def without_keys(page: str) -> str:
    return re.sub(r'name="(key|csrf)" value="[^"]*"|nonce-?[^ ;"]*', "", page)


def test_answers_and_corrections_are_there_after_a_restart(
    tmp_path: Path, recognizer: Recognizer, half_answered: Counting
):
    with begun_anew(tmp_path, recognizer, half_answered) as counting:
        assert counting.question == half_answered.asking
        assert without_keys(counting.page) == without_keys(half_answered.seen)
        racks = iter(("Atril de Ana", "Atril de Beto"))
        while asked := counting.question:
            known = "Ana + Caro" if "estos juegos" in asked else next(racks) if "estas fichas" in asked else ""
            counting.answers(known or ("untaken" if "el muerto?" in asked else "No le quedó nada"))
        assert counting.confirms().status_code == 303
        assert counting.player.shown()["hands"][0]["standing"] == "confirmed"
        assert counting.totals == [30 + 50 + 200 + 100 + 100 - 15, 40 - 100], "the 13 that was put right counts 10"
        assert not list((tmp_path / "unfinished-hands").iterdir()), "what is confirmed is kept elsewhere"
    with begun_anew(tmp_path, recognizer, half_answered) as counting:
        assert counting.client.get(counting.address).status_code == 404


def test_a_photograph_that_was_deleted_does_not_come_back(
    tmp_path: Path, recognizer: Recognizer, half_answered: Counting
):
    with begun_anew(tmp_path, recognizer, half_answered) as counting:
        first, second = counting.photos
        assert counting.client.post(f"/photos/{first}/forget").status_code == 303
    with begun_anew(tmp_path, recognizer, half_answered) as counting:
        assert counting.photos == [second]


def test_what_a_full_disk_did_not_take_is_not_there_as_it_was_before(
    tmp_path: Path, recognizer: Recognizer, half_answered: Counting, monkeypatch: pytest.MonkeyPatch
):
    with begun_anew(tmp_path, recognizer, half_answered) as counting:
        first, second = counting.photos
        monkeypatch.setattr(unfinished_hands, "has_room", lambda _folder: False)
        assert counting.client.post(f"{counting.address}/drop/{first}").status_code == 303
        assert counting.photos == [second], "it goes on in memory"
    with begun_anew(tmp_path, recognizer, half_answered) as counting:
        assert counting.client.get(counting.address).status_code == 404, "who asks is told to send it again"


def test_another_hand_or_match_does_not_open_it(tmp_path: Path, recognizer: Recognizer, half_answered: Counting):
    with begun_anew(tmp_path, recognizer, half_answered) as counting:
        elsewhere = half_answered.address.replace("/hands/1/", "/hands/2/")
        assert counting.client.get(elsewhere).status_code == 404
        assert counting.client.get(re.sub(r"/photos/.*", "/photos/..%2f..%2fsecret", elsewhere)).status_code == 404


def test_a_half_answered_hand_is_in_no_backup(tmp_path: Path, half_answered: Counting):
    assert list((tmp_path / "unfinished-hands").rglob("draft.json"))
    back_up(find_data_folder(tmp_path, environment={}), tmp_path / "all.zip")
    with zipfile.ZipFile(tmp_path / "all.zip") as pack:
        assert not [name for name in pack.namelist() if "unfinished" in name]


def test_a_hand_that_nobody_finishes_goes_in_time_and_with_the_room(tmp_path: Path):
    folder, names = tmp_path / "hands", [f"{number:022}" for number in range(4)]
    kept = UnfinishedHands(folder, limit_bytes=250)
    for number, name in enumerate(names):
        kept.keep(name, b"{}", {f"{number:030}": b"x" * 100})
        os.utime(folder / name, (10**9 + number, 10**9 + number))
        assert kept.read(name) == (b"{}", {f"{number:030}": b"x" * 100})
    assert [kept.read(name) is not None for name in names] == [False, False, True, True]
    os.utime(folder / names[3])
    assert [UnfinishedHands(folder).read(name) is not None for name in names] == [False, False, False, True]
    assert {stat.S_IMODE(path.stat().st_mode) for path in (folder, *folder.rglob("*"))} == {0o700, 0o600}
    kept.keep("../secret-of-the-house", b"{}", {})
    assert not (tmp_path / "secret-of-the-house").exists()
