"""Pictures that come back from a backup are as old as they were: the newest are the last to go."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

from companion.eventstore import EvidenceStore, Journal, find_data_folder
from companion.eventstore.backup import back_up, restore

SIZE = 9


def test_pictures_come_back_in_the_order_in_which_they_were_kept(tmp_path: Path):
    house, there = (find_data_folder(tmp_path / name, environment={}) for name in ("house", "other"))
    with closing(Journal.open(house.database_url)):
        names = [EvidenceStore(house.evidence).keep(bytes([number]) * SIZE) for number in range(12)]
        back_up(house, tmp_path / "all.zip")
    restore(tmp_path / "all.zip", there)
    restored = EvidenceStore(there.evidence, limit_bytes=5 * SIZE)
    assert restored.trim(()) == tuple(names[:-5])
    after = restored.keep(b"afterward")
    assert restored.trim(()) == (names[-5],)
    assert restored.find(after)
