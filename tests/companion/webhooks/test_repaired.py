"""A match that is put right from a backup while its house goes on is told to nobody a second time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.eventstore import find_data_folder
from companion.eventstore.backup import back_up
from companion.eventstore.repair import RepairResult, repair_match
from companion.match_commands import DealHand
from tests.companion.eventstore.damage import edited
from tests.companion.webhooks.house import HookHouse


@pytest.fixture
def house(tmp_path: Path) -> Iterator[HookHouse]:
    house = HookHouse(tmp_path)
    yield house
    house.journal.close()


def plays(house: HookHouse, match: str, points: tuple[int, int]) -> None:
    house.plays(match, points)
    house.send(match, DealHand())


def mended(folder: Path, match: str, number: int) -> RepairResult:
    """The match after an entry of it was damaged and put right."""
    edited(folder / "story.sqlite", f"UPDATE entries SET text = '' WHERE match = '{match}' AND number = {number}")
    return repair_match(folder / "all.zip", find_data_folder(folder, environment={}), match)


@pytest.mark.parametrize(("damaged", "lost"), [(2, 0), (9, 3)], ids=["in the backup", "after the backup"])
def test_what_was_told_is_not_told_again_and_all_that_follows_is(
    house: HookHouse, tmp_path: Path, damaged: int, lost: int
):
    other, match = house.match(), house.match()
    for points in ((420, -35), (100, 50)):
        plays(house, other, points)
        plays(house, match, points)
    back_up(find_data_folder(tmp_path, environment={}), tmp_path / "all.zip")
    plays(house, match, (10, 5))
    house.turns()
    house.turns()
    assert mended(tmp_path, match, damaged).lost == lost
    assert house.turns() == []
    house.begins_anew()
    for points in ((30, 40), (50, 60)):
        plays(house, match, points)
        assert house.turns() == ["hand.closed", "score.changed"]
    assert house.heard.deliveries[-1].content["sides"][0]["total"] == (600 if lost else 610)


def test_each_repair_leaves_the_journal_as_it_was_beside_it(house: HookHouse, tmp_path: Path):
    match = house.match()
    plays(house, match, (420, -35))
    back_up(find_data_folder(tmp_path, environment={}), tmp_path / "all.zip")
    assert len({mended(tmp_path, match, number).aside for number in (2, 3, 4)}) == 3
