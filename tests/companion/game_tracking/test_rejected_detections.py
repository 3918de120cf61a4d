"""What people say is no tile lies in no row and in no zone, and a row falls apart there."""

from __future__ import annotations

import pytest

from companion.game_tracking.rejected_detections import without_rejected
from datasets.synthetic_videos.generate import HandToFilm, HandVideoSpec, hand_to_film
from tests.companion.onlooker import Onlooker


@pytest.fixture(scope="module")
def made() -> HandToFilm:
    return hand_to_film(HandVideoSpec(rules="eburako", seed=1, size_px=(320, 192)))


@pytest.mark.parametrize(
    ("places", "lengths"), [((), [5]), ((0,), [4]), ((4,), [4]), ((2,), [2, 2]), ((1,), [1, 3]), ((0, 1, 2, 3, 4), [])]
)
def test_a_row_falls_apart_where_something_was_no_tile(made: HandToFilm, places: tuple[int, ...], lengths: list[int]):
    number = next(n for n, state in enumerate(made.states) if any(len(meld.row) == 5 for meld in state.melds))
    seen = Onlooker(made).sees(number)
    at = next(at for at, row in enumerate(seen.settled.reading.rows) if len(row.tiles) == 5)
    row, zone = seen.settled.reading.rows[at].tiles, seen.zones.rows[at]
    left = without_rejected(seen, {row[place] for place in places})
    parts = [part for part, lying in zip(left.settled.reading.rows, left.zones.rows, strict=True)
             if set(part.tiles) <= set(row)]  # fmt: skip
    assert [len(part.tiles) for part in parts] == lengths
    assert left.zones.rows.count(zone) == seen.zones.rows.count(zone) - 1 + len(lengths)
    assert all(left.zones.tiles[row[place]] is None for place in places)
    assert len(left.settled.reading.tiles) == len(seen.settled.reading.tiles)


def test_what_lies_alone_and_is_no_tile_is_left_out(made: HandToFilm):
    seen = Onlooker(made).sees(0)
    first = seen.settled.reading.loose[0]
    assert without_rejected(seen, {first}).settled.reading.loose == seen.settled.reading.loose[1:]
