"""The pozo by arrival: however its tiles lie, a hand is told move by move, exactly.

The table of layouts is for a player to review: where the tiles of each pozo come to lie, one after another.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from math import cos, sin

import pytest

from companion.game_tracking.known_arms import SIDES
from tests.companion.tabletop import Piece, Spot, Tabletop, Watching
from vision.belief import Belief
from vision.watching.frame_results import FrameResult, FrameState

Layout = Callable[[int], tuple[Spot, float]]
THROWN = ("9r", "4k", "12y", "4k", "1b", "6r", "7k", "13y", "3r", "9r")
"""Ten discards; some are thrown twice."""

LAYOUTS: dict[str, Layout] = {
    "a line to the right": lambda n: ((140 + 28 * n, 0), 0),
    "a line to the left": lambda n: ((420 - 28 * n, 0), 0),
    "a line towards us": lambda n: ((150 + 44 * (n // 3), -39 + 39 * (n % 3)), 0),
    "a line away from us": lambda n: ((150 + 44 * (n // 3), 39 - 39 * (n % 3)), 0),
    "two rows, filled in turns": lambda n: ((140 + 28 * (n // 2), 20 - 40 * (n % 2)), 0),
    "two rows, the upper one last": lambda n: ((140 + 28 * (n % 5), 20 - 40 * (n // 5)), 0),
    "a spiral": lambda n: ((300 + (8 + 5 * n) * cos(n), (8 + 5 * n) * sin(n)), 50 * n),
    "a heap": lambda n: ((300 + 16 * cos(2.4 * n) * (1 + n % 2), 16 * sin(2.4 * n) * (1 + n % 2)), 67 * n),
    "a heap over the edge of its zone": lambda n: ((300 + 10 * (n % 2), 14.5 * n), 40 * n),
    "a neat stack": lambda n: ((300, 0), 3 * n),
    "anywhere": lambda n: ((140 + (89 * n) % 300, -36 + (53 * n) % 72), 31 * n),
}


class Pozo:
    """The tiles that players throw, laid in one way."""

    def __init__(self, table: Tabletop, layout: Layout) -> None:
        self.table, self.layout = table, layout
        self.tiles: list[Piece] = []

    def throws(self, face: str) -> None:
        spot, turned = self.layout(len(self.tiles))
        self.tiles.append(self.table.puts(face, spot, turned))

    def is_laid_as(self, layout: Layout) -> None:
        """Somebody straightens the pozo."""
        self.layout = layout
        for at, tile in enumerate(self.tiles):
            tile.spot, tile.turned_deg = layout(at)

    def is_taken(self) -> None:
        self.table.takes(self.tiles)
        self.tiles = []


@pytest.fixture
def table() -> Tabletop:
    return Tabletop.dealt()


def thrown_by_turns(seat: int, faces: tuple[str, ...]) -> Iterator[tuple[int, str, list[str]]]:
    """Who throws what, and what is to be told of it."""
    for turn, face in zip(count(seat), faces, strict=False):
        yield turn % 2, face, [f"{turn % 2} draw", f"{turn % 2} discard {face}"]


@pytest.mark.parametrize("rules", ["clasico", "buracco", "torneo"])
@pytest.mark.parametrize("remembers_below", [True, False], ids=["known below", "lost below"])
@pytest.mark.parametrize("layout", LAYOUTS.values(), ids=LAYOUTS.keys())
def test_every_discard_is_told_and_the_pozo_is_taken_whole(
    table: Tabletop, layout: Layout, remembers_below: bool, rules: str
):
    watch, pozo = Watching(table, rules), Pozo(table, layout)
    assert watch.looks() == []
    for seat, face, moves in thrown_by_turns(0, THROWN):
        pozo.throws(face)
        assert watch.looks(seat, remembers_below=remembers_below) == moves
    pozo.is_taken()
    assert watch.looks(0) == ["0 pozo"]
    pozo.throws("8b")
    assert watch.looks(0) == ["0 discard 8b"]
    for seat, face, moves in thrown_by_turns(1, ("10b", "2k")):
        pozo.throws(face)
        assert watch.looks(seat) == moves
    assert watch.questions == []


def test_a_pozo_that_looks_as_one_that_was_taken_is_another(table: Tabletop):
    watch, pozo = Watching(table, "clasico"), Pozo(table, LAYOUTS["a line to the right"])
    assert watch.looks() == []
    for seat, face, moves in thrown_by_turns(0, ("7r", "12b")):
        pozo.throws(face)
        assert watch.looks(seat) == moves
    thrown_back = pozo.tiles[0]
    pozo.is_taken()
    assert watch.looks(0) == ["0 pozo"]
    table.pieces.append(thrown_back)
    pozo.tiles = [thrown_back]
    assert watch.looks(0) == ["0 discard 7r"]
    for seat, face, moves in thrown_by_turns(1, ("12b", "4k", "5y")):
        pozo.throws(face)
        assert watch.looks(seat) == moves
    assert watch.questions == []


def test_a_tile_of_the_pozo_in_a_meld_means_that_all_was_taken_also_where_a_copy_seems_to_lie_there(table: Tabletop):
    watch, pozo = Watching(table, "clasico"), Pozo(table, LAYOUTS["a line to the right"])
    assert watch.looks() == []
    for seat, face, _ in thrown_by_turns(0, ("7r", "12b", "4k")):
        pozo.throws(face)
        watch.looks(seat)
    laid, thrown, gone = pozo.tiles
    table.takes([gone])
    laid.spot, thrown.spot, pozo.tiles = (-100, -120), (140, 0), [thrown]
    table.lays("7b 7k", (-73, -120))
    assert watch.looks(1) == ["1 pozo", "1 lay 7r 7b 7k", "1 discard 12b"]
    pozo.throws("5y")
    assert watch.looks(0) == ["0 draw", "0 discard 5y"]
    assert watch.questions == []


STRAIGHTENED = [
    ("a heap", "a line to the right"),
    ("a line to the right", "a heap"),
    ("a line to the right", "a line to the left"),
    ("a spiral", "two rows, the upper one last"),
    ("two rows, filled in turns", "anywhere"),
    ("anywhere", "a line towards us"),
]


@pytest.mark.parametrize("rules", ["clasico", "torneo"])
@pytest.mark.parametrize("is_followed", [True, False], ids=["followed", "seen anew"])
@pytest.mark.parametrize(("before", "after"), STRAIGHTENED)
def test_a_hand_that_straightens_the_pozo_adds_nothing_to_it(
    table: Tabletop, before: str, after: str, is_followed: bool, rules: str
):
    """Whether the recognizer follows each tile to its new place or sees all of them anew."""
    watch, pozo = Watching(table, rules), Pozo(table, LAYOUTS[before])
    watch.looks()
    for seat, face, moves in thrown_by_turns(0, THROWN[:7]):
        pozo.throws(face)
        assert watch.looks(seat) == moves
    pozo.is_laid_as(LAYOUTS[after])
    if not is_followed:
        table.renumbers(pozo.tiles)
    assert watch.looks(1) == []
    for seat, face, moves in thrown_by_turns(1, THROWN[7:]):
        pozo.throws(face)
        assert watch.looks(seat) == moves
    assert watch.questions == []


def test_who_straightens_and_throws_in_one_go_has_thrown_one_tile(table: Tabletop):
    watch, pozo = Watching(table), Pozo(table, LAYOUTS["a heap"])
    watch.looks()
    for seat, face, moves in thrown_by_turns(0, THROWN[:6]):
        pozo.throws(face)
        assert watch.looks(seat) == moves
    pozo.is_laid_as(LAYOUTS["two rows, filled in turns"])
    table.renumbers(pozo.tiles[::2])
    pozo.throws("8b")
    assert watch.looks(0) == ["0 draw", "0 discard 8b"]


@pytest.mark.parametrize("rules", ["clasico", "torneo"])
@pytest.mark.parametrize("face", ["8b", "4k"], ids=["another tile", "a tile like one of the pozo"])
def test_a_pozo_that_is_taken_while_it_is_straightened_was_taken(table: Tabletop, face: str, rules: str):
    """The hand lays all tiles together, rests for a look, and takes them."""
    watch, pozo = Watching(table, rules), Pozo(table, LAYOUTS["anywhere"])
    watch.looks()
    for seat, one, moves in thrown_by_turns(0, THROWN[:6]):
        pozo.throws(one)
        assert watch.looks(seat) == moves
    pozo.is_laid_as(lambda n: ((200 + 15 * n, 0), 0))
    table.renumbers(pozo.tiles[1::2])
    assert watch.looks(0) == []
    pozo.is_taken()
    assert watch.looks(0) == ["0 pozo"]
    pozo.throws(face)
    assert watch.looks(0) == [f"0 discard {face}"]
    assert watch.questions == []


def test_a_pozo_that_is_taken_for_another_tile_between_two_looks_was_taken(table: Tabletop):
    watch, pozo = Watching(table), Pozo(table, LAYOUTS["a line to the right"])
    watch.looks()
    for seat, face, moves in thrown_by_turns(0, THROWN[:5]):
        pozo.throws(face)
        assert watch.looks(seat) == moves
    pozo.is_taken()
    pozo.throws("8b")
    assert watch.looks(1) == ["1 pozo", "1 discard 8b"]


def test_a_tile_that_stays_behind_when_all_are_taken_is_no_discard(table: Tabletop):
    """It was none, or follows in a moment."""
    watch, pozo = Watching(table), Pozo(table, LAYOUTS["a line to the right"])
    watch.looks()
    for seat, face, moves in thrown_by_turns(0, THROWN[:5]):
        pozo.throws(face)
        assert watch.looks(seat) == moves
    table.takes(pozo.tiles[:1] + pozo.tiles[2:])
    assert watch.looks(1) == ["1 pozo"]
    pozo.tiles = pozo.tiles[1:2]
    assert watch.looks() == []
    pozo.layout = LAYOUTS["a heap"]
    pozo.throws("8b")
    assert watch.looks(1) == ["1 discard 8b"]


def test_two_tiles_that_come_at_once_came_in_the_order_in_which_they_go_on_with_the_others(table: Tabletop):
    watch, pozo = Watching(table), Pozo(table, LAYOUTS["a line to the left"])
    watch.looks()
    pozo.throws("9r")
    watch.looks(0)
    pozo.throws("4k")
    pozo.throws("12y")
    watch.hand(_reached(1))
    assert watch.looks(0) == ["1 draw", "1 discard 4k", "0 draw", "0 discard 12y"]


def test_the_second_copy_of_a_tile_that_lies_under_others_is_a_discard(table: Tabletop):
    watch, pozo = Watching(table), Pozo(table, LAYOUTS["a neat stack"])
    watch.looks()
    for seat, face, moves in thrown_by_turns(0, ("9r", "4k", "9r", "1b", "4k")):
        pozo.throws(face)
        assert watch.looks(seat) == moves


def test_a_tile_that_is_lost_for_a_look_and_seen_again_is_no_discard(table: Tabletop):
    watch, pozo = Watching(table), Pozo(table, LAYOUTS["a line to the right"])
    watch.looks()
    for seat, face, moves in thrown_by_turns(0, THROWN[:5]):
        pozo.throws(face)
        assert watch.looks(seat) == moves
    lost = pozo.tiles[2]
    table.takes([lost])
    assert watch.looks() == []
    table.pieces.append(lost)
    table.renumbers([lost])
    assert watch.looks() == []
    assert watch.questions == []


def test_tiles_that_are_partly_covered_and_misread_are_no_discards(table: Tabletop):
    """Whoever throws a tile between two others hides half of an 11 and an 8; the reader loses both and sees a 1 and a
    3 where they lay, and of the third cannot tell any more what it is: nobody is asked."""
    watch, pozo = Watching(table), Pozo(table, LAYOUTS["a line to the right"])
    watch.looks()
    for seat, face, moves in thrown_by_turns(0, ("11y", "8r", "13r")):
        pozo.throws(face)
        assert watch.looks(seat) == moves
    pozo.tiles[2].belief = Belief.peaked("13r", 0.5, ("13y", 0.45))
    for one, face in zip(pozo.tiles, ("1y", "3r"), strict=False):
        one.face, one.spot = face, (one.spot[0] + 3, one.spot[1] - 2)
    table.renumbers(pozo.tiles)
    table.puts("9k", (154, 22), 40)
    assert watch.looks(1) == ["1 draw", "1 discard 9k"]
    assert watch.looks() == []
    pozo.throws("5b")
    assert watch.looks(0) == ["0 draw", "0 discard 5b"]
    assert watch.questions == []


def test_a_tile_that_is_thrown_where_the_pozo_lay_is_the_next_pozo(table: Tabletop):
    """The heap had grown over the edge of its zone, and the first tile after it is thrown there."""
    watch, pozo = Watching(table), Pozo(table, LAYOUTS["a heap over the edge of its zone"])
    watch.looks()
    for seat, face, moves in thrown_by_turns(0, THROWN[:8]):
        pozo.throws(face)
        assert watch.looks(seat) == moves
    spot = pozo.tiles[-1].spot
    pozo.is_taken()
    assert watch.looks(0) == ["0 pozo"]
    table.puts("8b", (spot[0] + 12, spot[1] - 6), 75)
    assert watch.looks(0) == ["0 discard 8b"]
    assert watch.questions == []


def test_a_hand_joined_in_the_middle_finds_its_pozo_however_it_lies(table: Tabletop):
    """Another program told what lies there; this one sees it for the first time."""
    first, pozo = Watching(table), Pozo(table, LAYOUTS["anywhere"])
    first.looks()
    for seat, face, _ in thrown_by_turns(0, THROWN[:6]):
        pozo.throws(face)
        first.looks(seat)
    watch = Watching(table)
    watch.hand.adopt(first.hand.state)
    assert watch.looks() == []
    pozo.throws("8b")
    assert watch.looks(0) == ["0 draw", "0 discard 8b"]


def _reached(seat: int) -> FrameResult:
    return FrameResult(index=0, at_s=4, state=FrameState.STILL, reached_from=SIDES[2][seat])
