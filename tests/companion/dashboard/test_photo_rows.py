"""What lies on a photograph, apart: rows, heaps, and the halves of a table."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from companion.dashboard.photo_hands.photo_rows import TileGroup, halves, heaps, melds_and_rest, shows_table
from companion.view_models import PhotoScore
from engine.rules.profiles import load_rules
from tests.companion.dashboard.photographed import Recognizer


def score(blob: bytes, recognizer: Recognizer) -> PhotoScore:
    return recognizer.read(blob, "mesa.jpg").score("clasico", "es")


def faces(lots: Sequence[TileGroup], shown: PhotoScore) -> list[str]:
    names = {tile.id: tile.face for tile in shown.tiles}
    return [" ".join(names[tile] for tile in lot.tiles) for lot in lots]


def test_rows_are_lots_and_what_lies_alone_is_another():
    recognizer = Recognizer()
    shown = score(recognizer.table(("4r 5r 6r", "9k 9b 9y J"), ("1b 2b 3b",), ("8y", "back")), recognizer)
    lots = melds_and_rest("p", shown)
    assert faces(lots, shown) == ["4r 5r 6r", "9k 9b 9y J", "1b 2b 3b", "8y"]
    assert [lot.is_meld for lot in lots] == [True, True, True, False]
    assert lots[0].up == pytest.approx((0, -1), abs=0.01)
    assert lots[2].up == pytest.approx((0, 1), abs=0.01)


def test_racks_that_lie_apart_are_two_lots():
    recognizer = Recognizer()
    shown = score(recognizer.racks("3b 3k 9y", "13y", "4r 5r 6r"), recognizer)
    assert faces(heaps("p", shown), shown) == ["3b 3k 9y", "13y", "4r 5r 6r"]


SHOWN = [
    (("4r 5r 6r 7r 8r 9r 10r",), True),
    (("4r 5r 6r", "9k 9b 9y", "1b 2b 3b"), True),
    (("4r 5r 6r", "3b 8k"), None),
    (("4r 5r 6r",), None),
    (("3b 8k 11y",), False),
]


@pytest.mark.parametrize(("rows", "is_table"), SHOWN)
def test_whether_a_photograph_shows_a_table(rows: tuple[str, ...], is_table: bool | None):
    recognizer = Recognizer()
    assert load_rules("clasico").canasta_len == 7
    assert shows_table(score(recognizer.table(rows), recognizer)) is is_table


def lot(x: float, y: float, up: tuple[float, float] = (0.0, -1.0)) -> TileGroup:
    return TileGroup("p", (round(1000 * x) * 1000 + round(1000 * y),), True, (x, y), up)


AWAY = (0.0, 1.0)
TABLES = [
    ("facing their owners", [lot(0.5, 0.8), lot(0.5, 0.6), lot(0.5, 0.5, AWAY), lot(0.5, 0.3, AWAY)], [0, 0, 1, 1]),
    ("all turned to the camera", [lot(0.5, 0.9), lot(0.5, 0.8), lot(0.5, 0.3), lot(0.5, 0.2)], [0, 0, 1, 1]),
    ("one side to the left", [lot(0.1, 0.5), lot(0.2, 0.55), lot(0.8, 0.5), lot(0.9, 0.55)], [1, 1, 0, 0]),
    ("evenly spread", [lot(0.5, 0.2), lot(0.5, 0.4), lot(0.5, 0.6), lot(0.5, 0.8)], None),
    ("turned the other way about", [lot(0.5, 0.2), lot(0.5, 0.45), lot(0.5, 0.6, AWAY), lot(0.5, 0.8, AWAY)], None),
    ("one meld", [lot(0.5, 0.5)], None),
]  # fmt: skip


@pytest.mark.parametrize(("lots", "sides"), [table[1:] for table in TABLES], ids=[table[0] for table in TABLES])
def test_the_halves_of_a_table(lots: list[TileGroup], sides: list[int] | None):
    found = halves(lots)
    assert (found if found is None else [found[lot.key] for lot in lots]) == sides
