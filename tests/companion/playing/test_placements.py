"""Where chosen tiles may go: only what the law lets pass, in the order in which it lets it."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.refusal import GameRefused
from tests.companion.playing.sitting import Sitting, bag_for

PLACES = [
    # the tiles of Ana, the new meld, the melds that they may join, and what throws them
    ("5r 4r 6r", "0 lay 4r 5r 6r", [], None),
    ("7r", None, ["0 extend #1 4r 5r 6r 7r"], "0 discard 7r"),
    ("7r J", None, ["0 extend #1 4r 5r 6r 7r J"], None),
    ("9y 9k 9b", "0 lay 9y 9k 9b", [], None),
    ("9k 13k", None, [], None),
    ("13k", None, [], "0 discard 13k"),
]


@pytest.mark.parametrize(("tiles", "new", "onto", "thrown"), PLACES)
def test_the_places_of_some_tiles(
    sitting: Sitting, tiles: str, new: str | None, onto: list[str], thrown: str | None
) -> None:
    sitting.plays("0 draw")
    if "4r" not in tiles:
        sitting.plays("0 lay 4r 5r 6r")
    found = sitting.targets(tiles)
    assert (found.new, found.discard) == (new, thrown)
    assert [move for meld in found.melds for move in meld.moves] == onto
    assert bool(found.why) == (new is None)


def test_before_the_draw_nothing_may_go_anywhere(sitting: Sitting) -> None:
    found = sitting.targets("4r 5r 6r")
    assert (found.new, found.discard, [reason.code for reason in found.why]) == (None, None, ["NO_DRAW"])


def test_out_of_turn_there_are_no_places(sitting: Sitting) -> None:
    assert sitting.targets("8r 8k 8y", seat=1).new is None


@pytest.mark.parametrize("tiles", ["8r", "4r 4r", "4r " * 40, "x"])
def test_tiles_that_are_not_there_are_refused(sitting: Sitting, tiles: str) -> None:
    sitting.plays("0 draw")
    with pytest.raises(GameRefused):
        sitting.targets(tiles)


COMMON = [
    # tiles of the rack, the meld of which others are taken and those, and the moves that are found
    ("7b", None, "", {"0 extend #1 7r 7k 7y 7b"}, None),
    ("", 1, "7b", set(), None),
    ("8b 9b", 1, "7b", set(), "0 rearrange #1 : 7r 7k 7y | 7b 8b 9b"),
    ("8b 9b", 1, "12k", None, None),
]


@pytest.mark.parametrize(("tiles", "meld", "taken", "onto", "new"), COMMON)
def test_a_table_of_everybody_is_laid_anew(
    tmp_path: Path, tiles: str, meld: int | None, taken: str, onto: set[str] | None, new: str | None
) -> None:
    rack = "7r 7k 7y 7b 8b 9b 10k 10r 10y 13k 13r"
    sitting = Sitting(tmp_path, bag_for("rummy", rack, mazo="13y")).begins(rules="rummy")
    sitting.plays("0 draw", "0 lay 10k 10r 10y")
    sitting.plays("0 lay 7r 7k 7y" if meld is None else "0 lay 7r 7k 7y 7b")
    number = sitting.view().hand.melds[-1].number
    if onto is None:
        with pytest.raises(GameRefused):
            sitting.targets(tiles, meld=number, taken=taken)
        return
    found = sitting.targets(tiles, meld=meld and number, taken=taken)
    assert {move for target in found.melds for move in target.moves} == {
        move.replace("#1", f"#{number}") for move in onto
    }
    assert found.new == (new and new.replace("#1", f"#{number}"))
    if new:
        sitting.plays(found.new)
        assert [row.meld for row in sitting.view().hand.melds][-2:] == ["7r 7k 7y", "7b 8b 9b"]
