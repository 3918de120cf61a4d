"""What lies at the foot of a pile, or a little beside a row, goes on with it where the law lets it."""

from __future__ import annotations

import numpy as np
import pytest

from companion.recognition.row_joining import close_gaps, join_rows, on_piles, split_rows
from engine import PlacedTile, dealt_table, load_rules, parse_moves
from engine.hand.apply import replay
from engine.melds.melds import judge_meld
from engine.rules.rules import Rules
from engine.tiles import Tile
from vision.table_plan.zones import TableZone

CLASICO = load_rules("clasico")
PILE = (0, 1, 2, 3)
STEP = 28.0
"""Millimetres from one tile of a row to the next."""


@pytest.mark.parametrize(
    ("steps", "down", "fits", "rows"),
    [
        (1.6, 0.0, "right", [(*PILE, 4, 5, 6)]),
        (1.6, 0.0, "left", [(4, 5, 6, *PILE)]),
        (-3.6, 0.3, "left", [(4, 5, 6, *PILE)]),
        (1.6, 0.0, "both", [(4, *PILE, 5, 6)]),
        (1.6, 0.0, "turned", [(6, 5, *PILE, 4)]),
        (1.6, 0.0, "none", [PILE, (4, 5, 6)]),
        (2.4, 0.0, "right", [PILE, (4, 5, 6)]),
        (1.6, 1.5, "right", [PILE, (4, 5, 6)]),
    ],
    ids=[
        "at its right",
        "the other way round",
        "at its left",
        "for both its ends",
        "from the other side",
        "no meld together",
        "too far",
        "below it",
    ],
)
def test_a_row_at_the_foot_of_a_pile_that_is_a_meld_with_it_belongs_to_it(
    steps: float, down: float, fits: str, rows: list[tuple[int, ...]]
):
    """The row begins so many steps to the right of the pile, and so many below it."""
    spots = STEP * np.array([*[(0.0, 0.0)] * 4, *[(steps + at, down) for at in range(3)]])
    orders = {"both": (4, *PILE, 5, 6), "turned": (6, 5, *PILE, 4)}
    wanted = {"right": (*PILE, 4, 5, 6), "left": (4, 5, 6, *PILE), **orders}.get(fits)
    zoned = [(PILE, TableZone.OURS), ((4, 5, 6), TableZone.OURS)]
    found = on_piles(zoned, {frozenset(PILE)}, spots, lambda tiles: tuple(tiles) == wanted)
    assert [row for row, _ in found] == rows
    across = [(PILE, TableZone.OURS), ((4, 5, 6), TableZone.THEIRS)]
    assert on_piles(across, {frozenset(PILE)}, spots, lambda tiles: True) == across


def test_of_a_long_row_at_the_foot_of_a_pile_the_tiles_for_one_end_lie_together():
    row = tuple(range(4, 17))
    spots = STEP * np.array([*[(0.0, 0.0)] * 4, *[(1.6 + at, 0.0) for at in range(13)]])
    zoned, tried = [(PILE, TableZone.OURS), (row, TableZone.OURS)], []
    assert on_piles(zoned, {frozenset(PILE)}, spots, lambda tiles: bool(tried.append(tuple(tiles)))) == zoned
    assert (*row[:5], *PILE, *row[5:]) in tried
    assert len(tried) == 28


@pytest.mark.filterwarnings("error")
def test_what_lies_on_one_spot_beside_a_pile_is_no_row_at_its_foot():
    other = (4, 5, 6)
    spots = STEP * np.array([*[(0.0, 0.0)] * 4, *[(1.0, 0.0)] * 3])
    zoned = [(PILE, TableZone.OURS), (other, TableZone.OURS)]
    assert on_piles(zoned, {frozenset(PILE)}, spots, lambda tiles: True) == zoned


@pytest.mark.parametrize(
    ("steps", "down", "fits", "rows"),
    [
        (-1.0, 0.2, True, [(4, *PILE)]),
        (1.0, 0.2, True, [(4, *PILE)]),
        (1.0, 0.0, False, [PILE, (4,)]),
        (2.4, 0.0, True, [PILE, (4,)]),
        (0.1, 0.0, True, [PILE, (4,)]),
        (-1.6, 1.6, True, [(4, *PILE)]),
        (-1.6, -1.6, True, [PILE, (4,)]),
        (0.0, 3.2, True, [PILE, (4,)]),
    ],
    ids=[
        "at its left",
        "at its right",
        "no meld together",
        "too far",
        "on the same spot",
        "at the foot of a high one",
        "beyond its top",
        "nearer than its foot",
    ],
)
def test_one_tile_at_the_foot_of_a_pile_belongs_to_it(
    steps: float, down: float, fits: bool, rows: list[tuple[int, ...]]
):
    spots = STEP * np.array([*[(0.0, 0.0)] * 4, (steps, down)])
    zoned = [(PILE, TableZone.OURS), ((4,), TableZone.OURS)]
    for no_tile in ((), (5,)):
        piles = {frozenset((*PILE, *no_tile))}
        found = on_piles(zoned, piles, spots, lambda tiles: fits and tuple(tiles) == (4, *PILE))
        assert [row for row, _ in found] == rows


@pytest.mark.parametrize(
    ("steps", "fits", "rows"),
    [
        (3.55, True, [(0, 1, 2, 3, 4, 5, 6, 7)]),
        (-0.6, True, [(0, 1, 2, 3, 4, 5, 6, 7)]),
        (3.55, False, [(0, 1, 2, 3, 4, 5, 6), (7,)]),
        (5.5, True, [(0, 1, 2, 3, 4, 5, 6), (7,)]),
    ],
    ids=["at its right", "at its left", "no meld together", "too far"],
)
def test_a_tile_beside_a_canasta_that_was_pushed_together_goes_on_with_it(
    steps: float, fits: bool, rows: list[tuple[int, ...]]
) -> None:
    """Of those that lie half under others some are remembered where their neighbours are."""
    row, at = tuple(range(7)), [0.0, 3.0, 1.0, 0.0, 1.5, 0.5, 0.0]
    spots = np.array([(STEP * x, 0.0) for x in (*at, steps)])
    zoned = [(row, TableZone.OURS), ((7,), TableZone.OURS)]
    found = on_piles(zoned, set(), spots, lambda tiles: fits and len(tiles) == 8)
    assert [tuple(sorted(tiles)) for tiles, _ in found] == rows


@pytest.mark.parametrize(
    ("parts", "steps", "down", "melds", "rows"),
    [
        ([(0, 1), (2,)], 1.4, 0.0, [(0, 1, 2)], [(0, 1, 2)]),
        ([(0,), (1, 2)], 1.4, 0.0, [(0, 1, 2)], [(0, 1, 2)]),
        ([(0, 1, 2), (3,)], 1.4, 0.0, [(0, 1, 2), (0, 1, 2, 3)], [(0, 1, 2, 3)]),
        ([(0, 1), (2, 3)], 1.4, 0.0, [(0, 1, 2, 3)], [(0, 1, 2, 3)]),
        ([(0, 1, 2), (3, 4, 5)], 1.4, 0.0, [(0, 1, 2), (3, 4, 5), (0, 1, 2, 3, 4, 5)], [(0, 1, 2), (3, 4, 5)]),
        ([(0, 1), (2,)], 1.4, 0.0, [], [(0, 1), (2,)]),
        ([(0, 1), (2,)], 1.8, 0.0, [(0, 1, 2)], [(0, 1), (2,)]),
        ([(0, 1), (2,)], 1.0, 0.8, [(0, 1, 2)], [(0, 1), (2,)]),
        ([(0,), (1,)], 1.2, 0.0, [(0, 1)], [(0,), (1,)]),
    ],
    ids=[
        "a tile at its right",
        "a tile at its left",
        "a tile more",
        "two parts",
        "two melds",
        "no meld together",
        "too far",
        "below it",
        "two single tiles",
    ],
)
def test_parts_that_lie_end_to_end_and_are_a_meld_only_together_are_one_row(
    parts: list[tuple[int, ...]],
    steps: float,
    down: float,
    melds: list[tuple[int, ...]],
    rows: list[tuple[int, ...]],
):
    """The second part begins so many steps to the right of the end of the first, and so many below it."""
    first, second = parts
    begin = len(first) - 1 + steps
    spots = STEP * np.array(
        [*[(at, 0.0) for at in range(len(first))], *[(begin + at, down) for at in range(len(second))]]
    )
    widths = np.full(len(spots), STEP)
    for order in (parts, parts[::-1]):
        zoned = [(part, TableZone.OURS) for part in order]
        found = close_gaps(zoned, spots, widths, lambda tiles: tuple(tiles) in melds)
        assert sorted(row for row, _ in found) == rows
    across = [(first, TableZone.OURS), (second, TableZone.THEIRS)]
    assert close_gaps(across, spots, widths, lambda tiles: True) == across


@pytest.mark.parametrize(
    ("says", "spots", "melds", "rows"),
    [
        ("side by side, each turned against the next", [(0, 0), (1, 0.1), (2, 0)], [(0, 1, 2)], [(0, 1, 2)]),
        ("the other way round", [(0, 0), (1, 0.1), (2, 0)], [(2, 1, 0)], [(2, 1, 0)]),
        ("four of them", [(0, 0), (1, 0), (2, 0), (3, 0)], [(0, 1, 2), (0, 1, 2, 3)], [(0, 1, 2, 3)]),
        ("no meld", [(0, 0), (1, 0), (2, 0)], [], [(0,), (1,), (2,)]),
        ("a gap", [(0, 0), (1, 0), (2.6, 0)], [(0, 1, 2)], [(0,), (1,), (2,)]),
        ("one on another", [(0, 0), (0.5, 0), (1, 0)], [(0, 1, 2)], [(0,), (1,), (2,)]),
        ("round a corner", [(0, 0), (1, 0), (1, 1.2)], [(0, 1, 2)], [(0,), (1,), (2,)]),
    ],
)
def test_three_single_tiles_side_by_side_that_are_a_meld_are_one_row(
    says: str, spots: list[tuple[float, float]], melds: list[tuple[int, ...]], rows: list[tuple[int, ...]]
):
    """Spots are in widths of a tile."""
    zoned = [((at,), TableZone.OURS) for at in range(len(spots))]
    widths = np.full(len(spots), STEP)
    found = close_gaps(zoned, STEP * np.array(spots), widths, lambda tiles: tuple(tiles) in melds)
    assert [row for row, _ in found] == rows, says
    lying = [((0,), TableZone.OURS), ((1,), TableZone.OURS), ((2,), TableZone.THEIRS)]
    assert close_gaps(lying, STEP * np.array(spots), widths, lambda tiles: True) == lying


@pytest.mark.parametrize(
    ("says", "step", "laid", "rows"),
    [
        ("they lay in a meld", 1.5, (0, 1, 2), [(0, 1, 2)]),
        ("one of them did not", 1.5, (0, 1), [(0,), (1,), (2,)]),
        ("they were taken apart", 1.8, (0, 1, 2), [(0,), (1,), (2,)]),
    ],
)
def test_three_tiles_that_lay_in_a_meld_may_seem_a_little_farther_apart(
    says: str, step: float, laid: tuple[int, ...], rows: list[tuple[int, ...]]
):
    spots = STEP * np.array([(0, 0), (step, 0.1), (2 * step, 0)])
    zoned = [((at,), TableZone.OURS) for at in range(3)]
    found = close_gaps(zoned, spots, np.full(3, STEP), lambda tiles: tuple(tiles) == (0, 1, 2), laid)
    assert [row for row, _ in found] == rows, says


@pytest.mark.parametrize(
    ("says", "rules", "known", "row", "piled", "rows"),
    [
        ("a new one touches one that lies there", "clasico", "4r 5r 6r", "4r 5r 6r 9k 9b 9y", 0, "4r 5r 6r | 9k 9b 9y"),
        ("on its other side", "clasico", "4r 5r 6r", "9k 9b 9y 4r 5r 6r", 0, "9k 9b 9y | 4r 5r 6r"),
        ("two known ones touch", "clasico", "4r 5r 6r | 9k 9b 9y", "4r 5r 6r 9k 9b 9y", 0, "4r 5r 6r | 9k 9b 9y"),
        ("a meld is grown by what is no meld", "clasico", "4r 5r 6r", "4r 5r 6r 9k 9b", 0, "4r 5r 6r 9k 9b"),
        ("a meld is grown as the law has it", "clasico", "4r 5r 6r", "4r 5r 6r 7r 8r 9r", 0, "4r 5r 6r 7r 8r 9r"),
        ("nothing of it is known", "clasico", "1b 2b 3b", "4r 5r 6r 9k 9b 9y", 0, "4r 5r 6r 9k 9b 9y"),
        ("tiles beside a pile", "clasico", "4r 5r 6r 7r", "12k 13k 4r 5r 6r 7r", 4, "12k 13k | 4r 5r 6r 7r"),
        ("one tile there may be", "clasico", "4r 5r 6r 7r", "13k 4r 5r 6r 7r", 4, "13k 4r 5r 6r 7r"),
        ("on a table of everybody two melds touch", "rummy", "1b 2b 3b", "4r 5r 6r 9k 9b 9y", 0, "4r 5r 6r | 9k 9b 9y"),
        ("and one is no meld", "rummy", "1b 2b 3b", "4r 5r 6r 9k 9b 12y", 0, "4r 5r 6r 9k 9b 12y"),
    ],
)  # fmt: skip
def test_two_melds_that_touch_are_two_rows(says: str, rules: str, known: str, row: str, piled: int, rows: str):
    """The last tiles of the row, so many as are piled, lie in one pile."""
    law, faces = load_rules(rules), dict(enumerate(row.split()))
    laid = "\n".join(f"0 correct new : {meld}" for meld in known.split(" | "))
    state = replay(dealt_table(2, law), parse_moves(laid), law).state
    pile = set(range(len(faces) - piled, len(faces)))
    for zone in (None, TableZone.MAZO) if law.meld_owner == "table" else (TableZone.OURS,):
        found = split_rows(
            (tuple(faces), zone), faces, state,
            lambda shown: judge_meld([PlacedTile(Tile.parse(face)) for face in shown], law).lawful,
            [pile] if piled else [],
        )  # fmt: skip
        assert " | ".join(" ".join(faces[at] for at in tiles) for tiles, _ in found) == rows, says


RUMMY = load_rules("rummy")


@pytest.mark.parametrize(
    ("says", "rules", "shown", "steps", "laid", "rows"),
    [
        ("two new tiles and a wrong one beyond a gap", CLASICO, "4b 3r / 3r", 1.4, 0, [(0, 1, 2)]),
        ("the same beyond a wide gap", CLASICO, "4b 3r / 3r", 1.8, 0, [(0, 1), (2,)]),
        ("a part of a known meld and another tile", CLASICO, "4r 5r / 3b", 1.4, 2, [(0, 1), (2,)]),
        ("both parts of a known meld", CLASICO, "4r 5r / 6r", 1.4, 3, [(0, 1, 2)]),
        ("three new tiles and one more", CLASICO, "4b 5b 6b / 3r", 1.4, 0, [(0, 1, 2), (3,)]),
        ("on a shared table two new tiles and a wrong one", RUMMY, "4b 3r / 3r", 1.4, 0, [(0, 1, 2)]),
        ("as it was accepted", RUMMY, "4r 5r / 6r", 1.4, 3, [(0, 1, 2)]),
        ("and another tile", RUMMY, "4r 5r / 3b", 1.4, 2, [(0, 1), (2,)]),
        ("a run that somebody parted", RUMMY, "7r 8r 9r / 10r 11r 12r", 1.4, 6, [(0, 1, 2), (3, 4, 5)]),
    ],
)
def test_rows_that_were_one_meld_or_are_too_short_to_be_one_are_joined(
    says: str, rules: Rules, shown: str, steps: float, laid: int, rows: list[tuple[int, ...]]
):
    """Of the tiles the first ``laid`` lay in melds before."""
    known = "0 draw\n0 lay 4r 5r 6r\n0 lay 7r 8r 9r 10r 11r 12r"
    state = replay(dealt_table(2, rules), parse_moves(known), rules).state
    first, second = (part.split() for part in shown.split(" / "))
    places = [*range(len(first)), *(len(first) - 1 + steps + at for at in range(len(second)))]
    parts = [tuple(range(len(first))), tuple(range(len(first), len(places)))]
    zoned = [(part, TableZone.OURS) for part in parts]
    spots = np.array([(STEP * place, 0.0) for place in places])
    found = join_rows(zoned, dict(enumerate([*first, *second])), spots, state, lambda at: at >= laid)
    assert [row for row, _ in found] == rows, says
