"""Which tile of a photographed set is which, from readings written by hand."""

from __future__ import annotations

import pytest

from tests.companion.builders import reading
from vision.adaptation.set_naming import in_reading_order, self_named

RUN = " ".join(f"{n}b" for n in range(1, 14))


def faces(text: str, loose: str = "") -> str:
    """The faces that name themselves, in the order of the tiles; ``-`` for those that do not."""
    seen = reading(text, loose)
    named = {named_tile.tile: named_tile.face for named_tile in self_named(seen)}
    return " ".join(named.get(i, "-") for i in range(len(seen.tiles)))


@pytest.mark.parametrize(
    ("table", "named"),
    [
        ("7r 8r J", "7r 8r J"),
        ("7r 6b.60/9b.35 J", "7r - J"),
        ("back 4k", "- 4k"),
        ("7r 7r 7r.95", "7r 7r -"),
        ("7r 4k.95 4k 4k", "7r - 4k 4k"),
        (RUN, RUN),
        (RUN.replace("6b", "9b.60/6b.35"), RUN),
        (RUN.replace("6b", "9b.95").replace("11b", "?"), RUN),
        (" ".join(reversed(RUN.replace("6b", "9b.60/6b.35").split())), " ".join(reversed(RUN.split()))),
        (RUN.replace("3b", "3k.55/3b.40").replace("5b", "5k.55/5b.40"), RUN),
        (f"{RUN.replace('6b', '9b.60/6b.35')} J", f"{RUN} J"),
        ("1b 2b 3b 4b 5b 6b 9b.60/7b.35 8b 9b 10b 11b 12b", "1b 2b 3b 4b 5b 6b - 8b 9b 10b 11b 12b"),
        ("1b 5b 3b 4b 1b 3b 2b 9r 9b 10b 11b 12b 13b", "1b 5b 3b 4b 1b 3b 2b 9r 9b 10b 11b 12b 13b"),
        ("1b 2k 3b 4k 5r 6r 7r 8y 9k 10b 11k 12r 13b", "1b 2k 3b 4k 5r 6r 7r 8y 9k 10b 11k 12r 13b"),
    ],
    ids=["sure", "in doubt", "face down", "a third 7", "the least sure of three", "a whole run", "one in doubt",
         "one wrong, one unread", "laid from 13 to 1", "two inks in doubt", "a joker beside the run",
         "twelve are no run", "too few in their places", "of every colour"],
)  # fmt: skip
def test_tiles_name_themselves_where_there_is_no_doubt(table: str, named: str) -> None:
    assert faces(table) == named


def test_tiles_are_read_row_by_row_and_then_the_loose_ones() -> None:
    seen = reading("7r 8r | 1b 2b 3b", "J 4k")
    assert [seen.tiles[i].belief.best for i in in_reading_order(seen)] == ["7r", "8r", "1b", "2b", "3b", "J", "4k"]
