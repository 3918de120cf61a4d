"""The table of badly taken pictures: what is counted, of what, and where it stands."""

import pytest

from models.measure_accuracy import HERE, between
from models.measure_corruptions import BEGIN, counted, table


def tally(labelled, found, right, asked, silent):
    shares = {"recall": (found, labelled), "both": (right, found), "asked": (asked, found), "silent": (silent, found)}
    return {name: {"count": count, "of": of} for name, (count, of) in shares.items()}


ONE = {"sessions": {"as taken": tally(10, 10, 10, 0, 0), "dim 1": tally(10, 8, 7, 2, 1)}}
OTHER = {"sessions": {"dim 1": tally(30, 12, 11, 0, 0), "dim 2": tally(10, 0, 0, 0, 0)}}


def test_sources_add_up():
    assert counted([ONE, OTHER])["dim 1"] == {
        "recall count": 20, "recall of": 40, "both count": 18, "both of": 20,
        "asked count": 2, "asked of": 20, "silent count": 1, "silent of": 20,
    }  # fmt: skip


@pytest.mark.parametrize(
    "line",
    [
        "| seen | found 1 | right 1 | asked 1 | silent 1 | found 2 | right 2 | asked 2 | silent 2 |",
        "| as taken | 100.0 | 100.0 | 0.0 | 0.00 |  |  |  |  |",
        "| dim | 50.0 | 45.0 | 5.0 | 5.00 | 0.0 | 0.0 | 0.0 | – |",
    ],
)
def test_a_line_for_each_way(line):
    assert line in table(counted([ONE, OTHER])).splitlines()


def test_what_is_between_the_marks_is_replaced():
    assert between("a <b>old<e> c", "new", ("<b>", "<e>")) == "a <b>new<e> c"


def test_the_card_has_a_place_for_it():
    assert BEGIN in (HERE / "tile_reader" / "card.md").read_text("utf-8")
