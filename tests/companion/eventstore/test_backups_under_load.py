"""A backup that is made while people play opens, and holds all that was acknowledged before it began."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import pytest

from companion.eventstore import DataFolder, Journal, find_data_folder
from companion.eventstore.backup import back_up, restore
from tests.companion.eventstore.drafts import draft
from tests.torture.figures import Record, figure

RESTORED_S = 60.0
HANDS = 20


class Players:
    """Two tables at which one entry after another is told, until they are called off."""

    def __init__(self, house: DataFolder) -> None:
        self.told = {"m1": 0, "m2": 0}
        self._house, self._over = house, threading.Event()
        self._people = [threading.Thread(target=self._plays, args=(match,)) for match in self.told]

    def __enter__(self) -> Players:
        for person in self._people:
            person.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._over.set()
        for person in self._people:
            person.join()

    def _plays(self, match: str) -> None:
        journal = Journal.open(self._house.database_url)
        while not self._over.wait(0.002):
            number = self.told[match]
            self.told[match] = journal.append(draft(f"{match} {number}", match), number).number
        journal.close()


@pytest.mark.parametrize("times", [4, pytest.param(100, marks=[pytest.mark.slow, pytest.mark.timeout(1800)])])
def test_every_backup_made_while_people_play_comes_back(tmp_path: Path, times: int, record_property: Record):
    house, held = find_data_folder(tmp_path / "house", environment={}), 0
    Journal.open(house.database_url).close()
    house.secret()
    with Players(house) as players:
        for number in range(times):
            while sum(players.told.values()) <= held:
                time.sleep(0.001)
            before = dict(players.told)
            back_up(house, tmp_path / f"{number}.zip")
            kept = entries_of(tmp_path, number)
            assert {match: count for match, count in before.items() if count > kept[match]} == {}
            held = sum(kept.values())
    assert held >= times
    figure(record_property, "R7", f"{times} backups beside two who write, the last of {held} entries")


def entries_of(folder: Path, number: int) -> dict[str, int]:
    """How many entries of each match a backup gives back, each in its turn."""
    there = find_data_folder(folder / f"back {number}", environment={})
    restore(folder / f"{number}.zip", there)
    journal = Journal.open(there.database_url)
    found = {match: [entry.number for entry in journal.entries(match)] for match in ("m1", "m2")}
    journal.close()
    assert all(numbers == list(range(1, len(numbers) + 1)) for numbers in found.values())
    return {match: len(numbers) for match, numbers in found.items()}


@pytest.mark.parametrize("tables", [20, pytest.param(5000, marks=[pytest.mark.slow, pytest.mark.timeout(1800)])])
def test_many_tables_come_back(tmp_path: Path, tables: int, record_property: Record):
    house, there = (find_data_folder(tmp_path / name, environment={}) for name in ("house", "there"))
    journal = Journal.open(house.database_url)
    for table in range(tables):
        with journal.turn(f"m{table}") as turn:
            turn.append_all([turn.drafted(draft(f"{table} {hand}", f"m{table}"), hand) for hand in range(1, HANDS + 1)])
    journal.close()
    back_up(house, tmp_path / "all.zip")
    began_s = time.monotonic()
    restore(tmp_path / "all.zip", there)
    took_s = time.monotonic() - began_s
    again = Journal.open(there.database_url)
    assert len(again.matches()) == tables
    assert len(again.entries(f"m{tables - 1}")) == HANDS
    again.close()
    said = f"{tables} tables of {HANDS} entries restored in {took_s:.1f} s"
    figure(record_property, "R7", said, is_reached=took_s <= RESTORED_S)
