"""A number counts where it is said inside the tile that shows it, once; everything else that is said is false."""

from __future__ import annotations

import numpy as np
import pytest

from companion.evaluation.counts import Proportion
from companion.evaluation.labelled_pictures import TrueTile
from tests.baselines.looks import Counts, Look, Sighting, graded, owner, summed
from tests.baselines.tables import as_json, as_table


def tile(name: str, left: float, width: float = 10) -> TrueTile:
    """A tile of ``width`` and height 14 at the top of the picture."""
    corners = [[left, 0], [left + width, 0], [left + width, 14], [left, 14]]
    return TrueTile(name, np.array(corners, np.float32), is_box=False)


TABLE = (tile("7r", 0), tile("12", 20), tile("J", 40))


def said(*pairs: tuple[float, str | None]) -> Look:
    """A look that says something at each x, in the middle of the tiles' height."""
    return Look(tuple(Sighting((x, 7.0), says) for x, says in pairs), 5.0)


@pytest.mark.parametrize(
    ("look", "found", "right", "false", "exact"),
    [
        (said(), 0, 0, 0, 0),
        (said((5, "7"), (25, "12")), 2, 2, 0, 1),  # a joker is asked of nobody
        (said((5, "7"), (25, "12"), (45, "J")), 3, 2, 0, 1),
        (said((5, "7"), (25, "12"), (45, "8")), 3, 2, 1, 0),
        (said((5, "7"), (25, None)), 2, 1, 0, 0),
        (said((5, "7"), (25, "1")), 2, 1, 1, 0),
        (said((5, "7"), (15, "12")), 1, 1, 1, 0),  # right number, beside the tile
        (said((5, "7"), (6, "7"), (25, "12")), 2, 2, 1, 0),  # counted twice
        (said((5, "7"), (6, "1"), (25, "12")), 2, 2, 1, 0),
        (said((5, "7"), (6, None), (25, "12"), (60, None)), 2, 2, 0, 1),
    ],
)
def test_a_look_is_graded(look: Look, found: int, right: int, false: int, exact: int) -> None:
    counts = graded(TABLE, look)
    assert counts == Counts(
        found=Proportion(found, 3),
        right=Proportion(right, 2),
        false=false,
        exact=Proportion(exact, 1),
        elapsed_ms=(5.0,),
    )


@pytest.mark.parametrize(("look", "exact"), [(said(), 1), (said((5, None)), 1), (said((5, "7")), 0)])
def test_an_empty_table_is_right_when_nothing_is_said(look: Look, exact: int) -> None:
    assert graded((), look).exact == Proportion(exact, 1)


def test_of_overlapping_tiles_the_nearest_middle_owns() -> None:
    overlapping = (tile("7r", 0, 20), tile("8r", 10, 20))
    assert [owner(overlapping, Sighting((x, 7.0))) for x in (5, 12, 18, 25, 40)] == [0, 0, 1, 1, None]


def test_counts_add_up_and_are_shown() -> None:
    counts = summed(graded(TABLE, look) for look in (said((5, "7"), (25, "1")), said((5, "7"), (25, "12"))))
    table = as_table({"eyes": counts, "nobody": Counts()})
    assert table.splitlines()[0] == "2 pictures, 6 tiles (2 of them without a number), two threads"
    assert table.splitlines()[2].split() == ["eyes", "66.7", "%", "75.0", "%", "0.50", "5", "50.0", "%"]
    assert table.splitlines()[3].split() == ["nobody", *"–––––"]
    told = as_json({"eyes": counts, "nobody": Counts()})
    assert told["eyes"]["number_right"]["count"] == 3  # type: ignore[index]
    assert told["nobody"]["median_ms"] is None  # type: ignore[index]
