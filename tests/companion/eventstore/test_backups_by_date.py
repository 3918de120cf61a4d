"""Which automatic backups go does not hang on a clock that was wrong for a while."""

from __future__ import annotations

from datetime import datetime, timedelta, tzinfo
from pathlib import Path

import pytest

from companion.eventstore import DataFolder, Journal
from companion.server import automatic_backups
from companion.server.automatic_backups import KEPT_BACKUPS, Backups
from tests.companion.eventstore.test_backup import notes_hands


@pytest.mark.parametrize("wrong_s", [-7200, 400 * 86_400], ids=["two hours behind", "a year ahead"])
def test_a_clock_that_is_wrong_for_a_while_costs_no_newer_backup(
    house: DataFolder, house_journal: Journal, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrong_s: int
):
    folder = tmp_path / "backups"
    backups = Backups(house_journal, house, folder, every=1)
    hands = notes_hands(house_journal, range(3 * KEPT_BACKUPS))

    def made(number: int) -> list[Path]:
        return [path for _ in zip(range(number), hands, strict=False) if (path := backups.look())]

    class WrongClock(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> datetime:
            return datetime.now(tz) + timedelta(seconds=wrong_s)

    right = made(KEPT_BACKUPS)
    with monkeypatch.context() as patch:
        patch.setattr(automatic_backups, "datetime", WrongClock)
        wrong = made(2)
    assert len(right) == KEPT_BACKUPS
    assert len(wrong) == 2
    assert wrong[-1].exists(), "the newest is kept"
    after = made(KEPT_BACKUPS)
    assert sorted(folder.iterdir()) == sorted(after)
