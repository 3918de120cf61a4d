"""When the pozo is taken: swept together first, or all at once and another tile thrown where it lay; and when not."""

from __future__ import annotations

import numpy as np
import pytest

from companion.game_tracking.pozo_matching import PozoLook, PozoTile
from companion.game_tracking.pozo_order import Pozo
from engine.tiles import Tile
from tests.companion.tabletop import Tabletop, Watching


def at(number: int, face: str, x: float) -> PozoTile:
    return PozoTile(number, Tile.parse(face), np.array([x, 0.0]))


@pytest.mark.parametrize(
    ("top", "told"),
    [
        pytest.param(at(2, "7k", 30), "9r 4k 7k", id="swept together under one of its tiles, to be lifted"),
        pytest.param(at(3, "1b", 30), "1b", id="taken, and another tile thrown where it lay"),
        pytest.param(at(2, "1b", 30), "1b", id="the same, under the number of one that lay there"),
    ],
)
def test_a_pozo_swept_together_is_taken_when_it_is_lifted(top: PozoTile, told: str) -> None:
    pozo, tiles = Pozo(takes_whole=True), [at(0, "9r", 0), at(1, "4k", 30), at(2, "7k", 60)]
    lay = pozo(PozoLook(lying=tiles[:1]), ())
    lay = pozo(PozoLook(lying=tiles), lay)
    assert " ".join(map(str, lay)) == "9r 4k 7k"
    lay = pozo(PozoLook(lying=[top], is_new=True, moved_mm={0: 30.0, 2: 30.0}), lay)
    assert " ".join(map(str, lay)) == told
    assert pozo(PozoLook(lying=[]), lay) == ()


def test_a_copy_laid_on_a_covered_pozo_is_thrown_though_it_seems_to_come_to_light():
    """A pile grows away from the camera, and what lies deep in it is remembered beside its top."""
    table = Tabletop.dealt()
    watch = Watching(table, "torneo")
    watch.looks()
    lowest = table.puts("9r", (300, 20))
    assert watch.looks(0) == ["0 draw", "0 discard 9r"]
    table.remembered = [lowest]
    first = table.puts("3r", (300, 0))
    assert watch.looks(1) == ["1 draw", "1 discard 3r"]
    copy = table.puts("11k", (300, -8))
    assert watch.looks(0) == ["0 draw", "0 discard 11k"]
    third = table.puts("13b", (300, -16))
    table.remembered = [lowest, first]
    assert watch.looks(1) == ["1 draw", "1 discard 13b"]
    table.takes([copy, third])
    table.puts("11k", (300, -24)).number = copy.number
    assert watch.looks(0) == ["0 draw", "0 discard 11k"]
    assert watch.questions == []


def test_what_is_thrown_where_a_taken_pozo_lay_covers_nothing():
    """Taken, laid and thrown in one go: the 7r is remembered under the tile that lies there now."""
    table = Tabletop.dealt()
    watch = Watching(table)
    watch.looks()
    pozo = []
    for seat, face in enumerate(("7r", "12b")):
        pozo.append(table.puts(face, (150 + 28 * seat, 45)))
        watch.looks(seat)
    taken, laid = pozo
    laid.spot = (-100, 120)
    table.lays("12k 12y", (-73, 120))
    table.puts("8r", taken.spot)
    assert watch.looks(0) == ["0 pozo", "0 lay 12b 12k 12y", "0 discard 8r"]
    assert (watch.questions, watch.offences) == ([], [])
