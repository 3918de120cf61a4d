"""What lay on the table before anybody moved is nobody's meld, is not told, and is not shown: racks are private."""

from __future__ import annotations

import pytest

from companion.game_tracking.observer import Observer
from engine.hand.state import dealt_table
from engine.rules.profiles import load_rules
from tests.companion.tabletop import Spot, Tabletop, Watching

RACK = "9r 4k 12y 4b 1b 6r J 7k 13y 3r 10y"
GROUPED = (("5k 6k 7k", 0), ("9r 2b", 4), ("1y 3r", 7), ("8b 8k 13r 11y", 10))
"""A rack as people sort it, with gaps: the groups, and how many tiles from its left end each begins."""
SPARES = "3k 9y J 12b 6k"
FAR_MM = 250.0
"""Where a rack stands, from the middle."""
PLACES: dict[str, tuple[Spot, Spot]] = {
    "before us": ((-150, FAR_MM), (27, 0)),
    "before them": ((-150, -FAR_MM), (27, 0)),
    "at the left": ((-500, -140), (0, 27)),
    "askew": ((-150, FAR_MM), (26, 7)),
}


@pytest.fixture
def table() -> Tabletop:
    return Tabletop.dealt()


def grouped(table: Tabletop) -> None:
    for faces, first in GROUPED:
        table.lays(faces, (-150 + 27 * first, FAR_MM))


def plays(watch: Watching) -> None:
    """A short hand that has to be told move by move: two turns, melds on both sides, one of them unlawful."""
    table = watch.table
    assert watch.looks() == []
    table.lays("4r 5r 6r", (-100, 120))
    assert watch.looks(0) == ["0 draw", "0 lay 4r 5r 6r"]
    table.puts("11b", (150, 0))
    assert watch.looks(0) == ["0 discard 11b"]
    table.lays("8y 8b 9k", (-100, -120))
    assert watch.looks(1) == ["1 draw", "1 lay 8y 8b 9k"]
    table.puts("2b", (178, 0))
    assert watch.looks(1) == ["1 discard 2b"]
    table.puts("7r", (-19, 120))
    assert watch.looks(0) == ["0 draw", "0 extend #1 4r 5r 6r 7r"]
    assert watch.questions == []
    assert watch.offences == ["1 lay 8y 8b 9k"]


def test_the_hand_by_itself(table: Tabletop):
    plays(Watching(table))


@pytest.mark.parametrize(("at", "step"), PLACES.values(), ids=PLACES.keys())
def test_a_rack_in_view_changes_nothing_and_is_never_read(table: Tabletop, at: Spot, step: Spot):
    turned = 90.0 if step[0] == 0 else 15.0 if step[1] else 0.0
    for piece in table.lays(RACK, at, step):
        piece.turned_deg = turned
    watch = Watching(table)
    plays(watch)
    assert {"J", "4k", "4b", "12y", "13y", "10y"}.isdisjoint(str(watch.hand.seen).split())


def test_a_rack_in_groups_changes_nothing_though_one_of_them_is_a_meld(table: Tabletop):
    grouped(table)
    plays(Watching(table))


def test_a_row_of_spare_tiles_and_a_box_change_nothing(table: Tabletop):
    table.lays(SPARES, (220, 200))
    table.puts("1r", (-400, 200))
    plays(Watching(table))


def test_two_racks_and_a_row_of_spares_change_nothing(table: Tabletop):
    table.lays(RACK, *PLACES["before us"])
    table.lays(" ".join(RACK.split()[::-1]), *PLACES["before them"])
    table.lays("J J", (300, 180))
    plays(Watching(table))


def test_a_rack_that_is_filled_and_sorted_while_they_play_changes_nothing(table: Tabletop):
    """Before the first move its tiles come one after another; later they are moved about, and taken off it."""
    watch = Watching(table)
    watch.looks()
    rack = table.lays(RACK, *PLACES["before us"])
    assert watch.looks() == []
    at, step = PLACES["before us"]
    for turn in range(3):
        for place, tile in enumerate(sorted(rack, key=lambda tile: (tile.face[-1], tile.face), reverse=turn % 2 == 1)):
            tile.spot = (at[0] + place * step[0], at[1])
        table.renumbers(rack[turn::3])
        assert watch.looks() == []
    rack.append(table.puts("5y", (at[0] + 11 * step[0], at[1])))
    rack.append(table.puts("5b", (at[0] + 12 * step[0], at[1])))
    assert watch.looks(0) == []
    plays(watch)


@pytest.mark.parametrize("off_mm", [0, -25, 25])
def test_a_rack_that_is_empty_and_filled_again_is_a_rack(table: Tabletop, off_mm: float):
    """Whoever ran out of tiles fills it with a muerto, once the table has been measured otherwise."""
    rack, watch = table.lays(RACK, *PLACES["before us"]), Watching(table)
    plays(watch)
    table.takes(rack[:6])
    for at, tile in enumerate(rack[6:]):
        tile.spot = (-150 + 27 * at, FAR_MM)
    assert watch.looks(1) == []
    table.takes(rack[6:])
    assert watch.looks(1) == []
    table.lays("8y 13b 10r 6b 9k 8r 4r 1r 12y 8y 3y", (-150, FAR_MM + off_mm))
    assert watch.looks(0) == []
    assert "13b" not in str(watch.hand.seen)


def test_a_tile_that_leaves_the_rack_for_the_table_is_told_as_any_other(table: Tabletop):
    rack = table.lays(RACK, *PLACES["before us"])
    spares = table.lays(SPARES, (220, 200))
    watch = Watching(table)
    watch.looks()
    for at, face in enumerate(("4k", "4b")):
        next(tile for tile in rack if tile.face == face).spot = (-100 + 27 * at, 120)
    table.puts("4y", (-46, 120))
    assert watch.looks(0) == ["0 draw", "0 lay 4k 4b 4y"]
    spares[1].spot = (150, 0)
    assert watch.looks(0) == ["0 discard 9y"]
    assert watch.questions == []


def test_spare_tiles_that_are_pushed_aside_stay_what_they_are(table: Tabletop):
    spares, watch = table.lays(SPARES, (220, 200)), Watching(table)
    watch.looks()
    for spare in spares:
        spare.spot = (spare.spot[0] + 60, spare.spot[1] - 35)
    assert watch.looks(0) == []
    plays(watch)


@pytest.mark.parametrize("faces", [RACK, SPARES], ids=["a rack", "spare tiles"])
def test_what_is_taken_away_before_they_play_was_only_there_for_a_moment(table: Tabletop, faces: str):
    """Where it lay anybody may lay a meld."""
    lying, watch = table.lays(faces, (-150, 120)), Watching(table)
    watch.looks()
    table.takes(lying)
    assert watch.looks() == []
    table.lays("4r 5r 6r", (-150, 120))
    assert watch.looks(0) == ["0 draw", "0 lay 4r 5r 6r"]


def test_what_is_not_of_the_game_is_not_shown(table: Tabletop):
    rack, watch = table.lays(RACK, *PLACES["before us"]), Watching(table)
    watch.looks()
    table.lays("4r 5r 6r", (-100, 120))
    watch.looks(0)
    shown = watch.hand.of_the_game(table.sees())
    assert {tile.number for tile in rack}.isdisjoint(shown.settled.numbers)
    assert len(shown.settled.numbers) == len(table.pieces) - len(rack)
    assert {tile.number for tile in rack}.isdisjoint(watch.hand.lying)


def test_a_hand_joined_in_the_middle_has_its_melds_and_no_rack(table: Tabletop):
    """Nobody told what lies there: rows that are melds are told, a rack is none."""
    table.lays(RACK, *PLACES["before us"])
    table.lays("4r 5r 6r", (-100, 120))
    table.lays("8y 8b 8k", (-100, -120))
    seen = Observer(load_rules("clasico"))(table.sees(), dealt_table(2, load_rules("clasico"))).observation
    assert sorted(map(str, seen.melds)) == ["4r 5r 6r", "8y 8b 8k"]
    assert seen.loose == ()


def test_another_program_that_goes_on_with_a_hand_keeps_its_melds_and_reads_no_rack(table: Tabletop):
    first = Watching(table)
    first.looks()
    melds = table.lays("4r 5r 6r 7r 8r", (-100, 120))
    first.looks(0)
    table.puts("11b", (150, 0))
    first.looks(0)
    table.lays(RACK, *PLACES["before them"])
    watch = Watching(table)
    watch.hand.adopt(first.hand.state)
    assert watch.looks() == []
    table.takes(melds[:1])
    table.puts("9r", (35, 120))
    table.puts("12k", (178, 0))
    watch.looks(1)
    assert "4k" not in str(watch.hand.seen)
