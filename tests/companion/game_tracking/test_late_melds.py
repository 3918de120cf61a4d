"""Melds that lay under a hand when the discard after them was told: who laid them is not accused of playing late."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from tests.companion.tabletop import Spot, Tabletop, Watching
from vision.belief import Belief
from vision.geometry import TILE_MM

SCALE = 192 / 1280
MELD, POZO = (150, 130), (180, 20)
LATE = "0 lay 8r 8k 8b"


def unchanged_until(frames: dict[Spot, int], last: int = 90) -> NDArray[np.int32]:
    """(108, 192): in which frame each place last looked as before; all others until the ``last``."""
    until = np.full((108, 192), last, np.int32)
    for (x, y), frame in frames.items():
        column, row = round(x * SCALE), max(round(y * SCALE), 2)
        until[max(row - 4, 0) : row + 5, max(column - 2, 0) : column + 3] = frame
    return until


def laid(faces: str, spot: Spot) -> list[Spot]:
    return [(spot[0] + at * (TILE_MM[0] + 1), spot[1]) for at in range(len(faces.split()))]


def watched(many: int) -> tuple[Tabletop, Watching]:
    """A hand of which so many turns were played, each a discard."""
    table = Tabletop.dealt()
    watch = Watching(table)
    watch.looks()
    for at, face in enumerate(("4y", "10k", "2b", "12r")[:many]):
        table.puts(face, (130 + at * 30, -20))
        watch.looks(at % 2)
    return table, watch


@pytest.mark.parametrize(
    ("faces", "meld_until", "discard_until", "told"),
    [
        ("8r 8k 8b", 10, 66, ["0 correct new : 8r 8k 8b"]),
        ("8r 8k 8b", 70, 66, [LATE]),
        ("8r 8k 8b", 10, 90, [LATE]),
        ("8r 8k 8b", 90, 90, [LATE]),
        ("8r 8k 9b", 10, 66, ["0 lay 8r 8k 9b"]),
    ],
    ids=["before it", "after it", "after what lay there", "nobody saw when", "against the law before it as well"],
)
def test_what_was_laid_under_a_hand_before_the_discard_is_put_before_it(
    faces: str, meld_until: int, discard_until: int, told: list[str]
):
    table, watch = watched(4)
    table.puts("5y", POZO)
    assert watch.looks(0) == ["0 draw", "0 discard 5y"]
    table.lays(faces, MELD)
    until = unchanged_until(dict.fromkeys(laid(faces, MELD), meld_until) | {POZO: discard_until})
    assert watch.looks(0, until=until) == told
    assert watch.offences == [move for move in told if "lay" in move]
    table.puts("9k", (210, 20))
    assert watch.looks(1) == ["1 draw", "1 discard 9k"]


@pytest.mark.parametrize(
    ("meld_until", "told"),
    [(10, ["0 correct new : 8r 8k 8b"]), (70, ["0 redraw 5y", "0 lay 8r 8k 8b"])],
    ids=["before it", "after it"],
)
def test_what_the_first_player_laid_before_a_discard_tells_that_it_is_no_exchanged_tile(
    meld_until: int, told: list[str]
):
    table, watch = watched(0)
    table.puts("5y", POZO)
    assert watch.looks(0) == ["0 draw", "0 discard 5y"]
    table.lays("8r 8k 8b", MELD)
    until = unchanged_until(dict.fromkeys(laid("8r 8k 8b", MELD), meld_until) | {POZO: 66})
    assert watch.looks(0, until=until) == told


def test_a_meld_that_grew_under_a_hand_before_the_discard_is_corrected():
    table, watch = watched(4)
    table.lays("8r 8k 8b", MELD)
    assert watch.looks(0) == ["0 draw", LATE]
    table.puts("5y", POZO)
    assert watch.looks(0) == ["0 discard 5y"]
    grown = (MELD[0] + 3 * (TILE_MM[0] + 1), MELD[1])
    table.puts("8y", grown)
    assert watch.looks(0, until=unchanged_until({grown: 10, POZO: 66})) == ["0 correct #1 : 8r 8k 8b 8y"]
    assert watch.offences == []


@pytest.mark.parametrize(
    ("is_hidden", "looks_between", "came", "told"),
    [
        (True, 0, None, ["0 correct new : 8r 8k 8b"]),
        (False, 0, None, [LATE]),
        (True, 1, None, [LATE]),
        (True, 0, 40, [LATE]),
    ],
    ids=["it was under a hand", "nothing lay there", "nothing lay there when the hand had gone", "it came after it"],
)
def test_what_no_look_can_have_shown_since_the_discard_lay_there_before(
    is_hidden: bool, looks_between: int, came: int | None, told: list[str]
):
    """Unless the frames tell when it came."""
    table, watch = watched(4)
    table.puts("5y", POZO)
    unseen = np.zeros((108, 192), np.uint8)
    unseen[15:25, 20:36] = is_hidden
    assert watch.looks(0, unseen=unseen) == ["0 draw", "0 discard 5y"]
    for _ in range(looks_between):
        assert watch.looks() == []
    table.lays("8r 8k 8b", MELD)
    until = unchanged_until(dict.fromkeys(laid("8r 8k 8b", MELD), came)) if came else None
    assert watch.looks(0, until=until) == told


def test_a_guessed_tile_of_another_meld_is_nothing_new():
    """Nobody says what the doubtful 4 is; a meld that lay under a hand before the discard is put before it all the
    same."""
    table, watch = watched(0)
    *_, doubtful = table.lays("4r 5r 4b", (-400, 130))
    doubtful.belief = Belief.peaked("4b", 0.6, ("7b", 0.3))
    watch.looks(0)
    table.puts("9y", (130, -20))
    watch.looks(0)
    table.puts("5y", POZO)
    unseen = np.zeros((108, 192), np.uint8)
    unseen[:25, 55:75] = 1
    assert watch.looks(1, unseen=unseen)[-1] == "1 discard 5y"
    table.lays("8r 8k 8b", (400, -230))
    assert watch.looks(1) == ["1 correct new : 8r 8k 8b"]
    assert watch.hand.guessed_rows
