"""What lies still is told once; what is doubtful, a little later; what was seen only once, never."""

from __future__ import annotations

import pytest

from tests.vision.watching.sittings import BUMPS, LOW, PILED, ROW, Sitting, as_notation, thing
from vision.belief import Belief
from vision.tracking.settled_report import SettledReading, Settler


def settled_looks(sitting: Sitting, settler: Settler, looks: int) -> list[SettledReading]:
    found = (settler(sitting.tracker(sitting.seat.frame())) for _ in range(looks))
    return [settled for settled in found if settled]


def test_a_table_is_told_once_and_again_when_it_changes() -> None:
    sitting, settler = Sitting(), Settler()
    sitting.seat.spots = dict(ROW)
    assert [look.looks for look in settled_looks(sitting, settler, 4)] == [1]
    sitting.seat.spots = {**ROW, **LOW}
    assert [len(look.reading.rows) for look in settled_looks(sitting, settler, 4)] == [2]
    sitting.seat.spots = dict(LOW)
    assert [look.looks for look in settled_looks(sitting, settler, 4)] == [2]
    sitting.seat.spots = {**LOW, "9k": (300, 300)}
    assert len(settled_looks(sitting, settler, 4)) == 1


def test_a_doubtful_tile_is_told_after_some_looks() -> None:
    sitting, settler = Sitting(), Settler()
    sitting.seat.spots, sitting.seat.misread = dict(ROW), {"6r": Belief.peaked("6r", 0.5, ("9r", 0.4))}
    assert [look.looks for look in settled_looks(sitting, settler, 8)] == [4]


def test_hands_and_bumps_are_no_news(sitting: Sitting) -> None:
    settler = Settler()
    assert len(settled_looks(sitting, settler, 2)) == 1
    sitting.seat.unseen, sitting.seat.over = ("6r", "7r"), thing(135, 100)
    assert settled_looks(sitting, settler, 3) == []
    sitting.seat.unseen, sitting.seat.over = (), lambda bgr: bgr
    sitting.seat.camera = BUMPS["a tile"]
    assert settled_looks(sitting, settler, 3) == []


def test_piles_are_told() -> None:
    sitting, settler = Sitting(), Settler()
    sitting.seat.spots = dict(PILED)
    settled_looks(sitting, settler, 2)
    sitting.seat.spots = {"7r": (300, 180)}
    (settled,) = settled_looks(sitting, settler, 3)
    assert settled.piles == (tuple(range(7)),)
    assert settled.hidden == frozenset({0, 1, 2, 4, 5, 6})
    assert settled.numbers == tuple(range(7))


@pytest.mark.parametrize("way", ["unseen", "denied"])
def test_what_was_taken_for_a_tile_only_once_is_none_and_keeps_nobody_waiting(sitting: Sitting, way: str) -> None:
    settler, before = Settler(), as_notation(sitting.tracker.table)
    assert settler(sitting.tracker.table) is not None
    sitting.seat.misread = {"J": Belief.peaked("J", 0.64, ("9r", 0.2))}
    assert not settler.is_well_seen(sitting.sees({**ROW, **LOW, "J": (500, 330)}, looks=1))
    setattr(sitting.seat, way, ("J",))
    assert as_notation(sitting.sees(looks=2)) == before
    assert settler.is_well_seen(sitting.tracker.table)


def test_a_doubtful_tile_that_is_not_detected_any_more_keeps_nobody_waiting_for_ever(sitting: Sitting) -> None:
    settler = Settler()
    sitting.seat.misread = {"6b": Belief.peaked("6b", 0.5, ("9b", 0.45))}
    sitting.sees({**ROW, **LOW, "6b": (500, 330)}, looks=2)
    sitting.seat.unseen = {"6b"}
    waiting = [settler.is_well_seen(sitting.sees(looks=1)) for _ in range(3)]
    assert waiting == [False, True, True]
    assert as_notation(sitting.tracker.table).endswith("+6b")
