"""A canasta that is pushed together: what the next tile covers by half stays what it was."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.game_tracking.half_covered import read_half_within, read_halves_by_law, without_parts_of_squeezed
from companion.game_tracking.observation import NOTHING_KNOWN
from engine import load_rules
from engine.hand.apply import replay
from engine.hand.notation import parse_move
from engine.hand.state import dealt_table
from tests.companion.tabletop import Piece, Spot, Tabletop, Watching
from vision.belief import Belief
from vision.geometry import TILE_MM

STEP_MM = 0.65 * TILE_MM[0]


def half_covered(piece: Piece, as_face: str, table: Tabletop) -> None:
    """Of a tile its left part is in view, which shows another face, and is seen as another tile."""
    piece.size_mm = (STEP_MM, TILE_MM[1])
    piece.spot = (piece.spot[0] - (TILE_MM[0] - STEP_MM) / 2, piece.spot[1])
    piece.belief = Belief.peaked(as_face, 0.99)
    table.renumbers([piece])


def test_half_of_a_twelve_is_no_one():
    table = Tabletop.dealt()
    watch = Watching(table)
    assert watch.looks() == []
    *_, last = table.lays("12k 12y 12b", (-200, 120))
    table.puts("9k", (140, 0))
    assert watch.looks(0) == ["0 draw", "0 lay 12k 12y 12b", "0 discard 9k"]
    table.puts("4r", (168, 0))
    assert watch.looks(1) == ["1 draw", "1 discard 4r"]
    half_covered(last, "1b", table)
    table.puts("12r", (last.spot[0] + STEP_MM + 4, 120))
    assert watch.looks(0) == ["0 draw", "0 extend #1 12k 12y 12b 12r"]
    assert watch.looks(0) == [], "and it stays so"
    table.puts("5b", (196, 0))
    assert watch.looks(0) == ["0 discard 5b"]
    assert watch.questions == watch.offences == []


def test_a_tile_of_its_own_that_is_narrow_is_what_it_shows():
    """Where no tile of a meld lay before nothing is remembered."""
    table = Tabletop.dealt()
    watch = Watching(table)
    assert watch.looks() == []
    for piece in table.lays("5r 6r 7r", (-200, 120), (STEP_MM, 0)):
        piece.size_mm = (STEP_MM, TILE_MM[1])
    assert watch.looks(0) == ["0 draw", "0 lay 5r 6r 7r"]


@pytest.mark.parametrize(
    ("says", "spot", "turned_deg", "is_part"),
    [
        ("the part of a 13 that shows", (-112, 119), 0.0, True),
        ("a tile laid across it", (-112, 119), 90.0, False),
        ("a tile beside it", (-64, 119), 0.0, False),
    ],
)
def test_half_of_a_tile_of_a_squeezed_canasta_is_no_other_tile(
    says: str, spot: Spot, turned_deg: float, is_part: bool
) -> None:
    """Beside the 2 that was laid last half of a 13 shows, and passes for the 11 that somebody just took."""
    table = Tabletop.dealt()
    row = table.lays("13k 13b 13r 13y 13k 13b 13r 2r", (-200, 120), (STEP_MM, 0))
    table.piled = [row]
    part = table.puts("11r", spot, turned_deg)
    seen, prior = table.sees(), replace(NOTHING_KNOWN, laid=frozenset(piece.number for piece in row))
    at = seen.settled.numbers.index(part.number)
    left = without_parts_of_squeezed(seen, prior).settled.reading
    assert (left.tiles[at].belief.confidence < 0.5) == is_part, says
    assert [tile.belief for tile in left.tiles if tile is not left.tiles[at]] == [
        tile.belief for tile in seen.settled.reading.tiles if tile.place is not left.tiles[at].place
    ]


@pytest.mark.parametrize("beside_mm", [TILE_MM[0] - 4, TILE_MM[0] + 6], ids=["in its row", "a row of their own"])
@pytest.mark.parametrize(
    ("says", "canasta", "half", "whole", "reads"),
    [
        ("half of a 12 goes on", "5y 6y 7y 8y 9y 10y 11y", "1y", "13y", "12y 13y"),
        ("half of an 11", "4y 5y 6y 7y 8y 9y 10y", "1y", "12y", "11y 12y"),
        ("a 1 after the 13", "7y 8y 9y 10y 11y 12y 13y", "13y", "1y", None),
        ("of another colour", "5y 6y 7y 8y 9y 10y 11y", "1r", "13y", None),
        ("two are missing", "5y 6y 7y 8y 9y 10y", "1y", "13y", None),
        ("a 2 may be wild", "12k 12b 12r 12y 12k 12b 12r", "2y", "12y", None),
    ],
)
def test_a_new_tile_of_which_a_half_shows_is_read_as_it_continues_a_squeezed_canasta(
    says: str, canasta: str, half: str, whole: str, reads: str | None, beside_mm: float
) -> None:
    rules = load_rules("clasico")
    laid = [parse_move(f"0 correct new : {canasta}"), parse_move("0 draw")]
    melds = replay(dealt_table(2, rules), laid, rules).state.melds
    table = Tabletop.dealt()
    row = table.lays(canasta, (-200, 120), (STEP_MM, 0))
    table.piled = [row]
    part = table.puts(half, (row[-1].spot[0] + beside_mm, 120))
    part.size_mm = (STEP_MM, TILE_MM[1])
    table.puts(whole, (part.spot[0] + STEP_MM + 4, 120))
    seen = table.sees()
    prior = replace(
        NOTHING_KNOWN,
        laid=frozenset(piece.number for piece in row),
        faces={piece.number: piece.face for piece in row},
    )
    read = read_halves_by_law(seen, melds, prior, rules).settled.reading
    rows = [" ".join(read.tiles[at].belief.best for at in lay.tiles) for lay in read.rows]
    assert (f"{canasta} {reads}" in rows) == (reads is not None), (says, rows)
    assert reads or read == seen.settled.reading, (says, rows)


@pytest.mark.parametrize(
    ("says", "canasta", "off_mm", "shown", "reads"),
    [
        ("under its top", "2y 9r 10r 11r 12r 13r 1r", 16, "J 7r", "6r 7r"),
        ("no tile fits", "2y 9r 10r 11r 12r 13r 1r", 16, "J 5r", None),
        ("a joker may be wild", "7r 8r 9r 10r 11r 12r 13r", 16, "J 5r", None),
        ("beside it", "2y 9r 10r 11r 12r 13r 1r", 27, "J 7r", None),
    ],
)
def test_a_tile_half_under_a_pile_is_read_as_it_continues_it(
    says: str, canasta: str, off_mm: float, shown: str, reads: str | None
) -> None:
    """What shows of a 6 passed for a joker: `J 7r` was an offence."""
    rules = load_rules("clasico")
    melds = replay(dealt_table(2, rules), [parse_move(f"0 correct new : {canasta}"), parse_move("0 draw")], rules)
    table = Tabletop.dealt()
    row = table.lays(canasta, (-200, 120))
    table.piles(row, 90.0)
    row[-1].spot = (row[0].spot[0] - 9, 120)  # seen from above, where the pile is high
    table.lays(shown, (row[0].spot[0] + off_mm, 120))
    seen, numbers = table.sees(), {piece.number: piece.face for piece in row}
    prior = replace(NOTHING_KNOWN, laid=frozenset(numbers), faces=numbers)
    read = read_halves_by_law(seen, melds.state.melds, prior, rules).settled.reading
    rows = [" ".join(read.tiles[at].belief.best for at in lay.tiles) for lay in read.rows]
    assert (f"{canasta} {reads}" in rows) == (reads is not None), (says, rows)
    assert reads or read == seen.settled.reading, (says, rows)


@pytest.mark.parametrize(
    ("says", "row", "new", "step_mm", "reads"),
    [
        ("half of a 10 passes for an 11", "5b 6b 7b 8b 9b 11b J", "11b", STEP_MM, "10b"),
        ("half of a 12 passes for a 1", "8b 9b 10b 11b 1b 13b", "1b", STEP_MM, "12b"),
        ("as it is read it goes on", "7b 8b 9b 10b 11b J", "11b", STEP_MM, "11b"),
        ("nothing that looks so goes on", "3b 4b 5b 6b 11b J", "11b", STEP_MM, "11b"),
        ("the tiles lie side by side", "5b 6b 7b 8b 9b 11b J", "11b", TILE_MM[0] + 1, "11b"),
    ],
)
def test_half_of_a_new_tile_within_a_squeezed_run_is_read_as_it_continues_it(
    says: str, row: str, new: str, step_mm: float, reads: str
) -> None:
    """An 11 beside a joker was told as an offence: whoever laid it should have laid the joker before it."""
    table = Tabletop.dealt()
    laid = table.lays(row, (-200, 120), (step_mm, 0))
    for piece in laid:
        piece.size_mm = (min(step_mm, TILE_MM[0]), TILE_MM[1])
    known = {piece.number: piece.face for piece in laid if piece.face != new}
    seen, prior = table.sees(), replace(NOTHING_KNOWN, laid=frozenset(known), faces=known)
    reading = read_half_within(seen, prior, load_rules("buracco")).settled.reading
    at = seen.settled.numbers.index(next(piece.number for piece in laid if piece.face == new))
    assert reading.tiles[at].belief.best == reads, says


@pytest.mark.parametrize(
    ("says", "last_mm", "reads"),
    [
        ("a 10 half under an 11 passes for a 1", TILE_MM[0], "10b"),
        ("the camera makes all of them narrower", 0.85 * TILE_MM[0], "10b"),
        ("of both hardly half shows", STEP_MM, "1b"),
    ],
)
def test_of_two_new_tiles_at_the_end_of_a_squeezed_run_the_narrow_one_is_read_as_it_continues_it(
    says: str, last_mm: float, reads: str
) -> None:
    """Who laid a 10 and an 11 at once was said to have laid a 1 beside the 9."""
    table = Tabletop.dealt()
    laid = table.lays("5b 6b 7b 8b 9b 1b 11b", (-200, 120), (STEP_MM, 0))
    for piece in laid:
        piece.size_mm = (last_mm if piece.face == "11b" else STEP_MM, TILE_MM[1])
    known = {piece.number: piece.face for piece in laid[:5]}
    seen, prior = table.sees(), replace(NOTHING_KNOWN, laid=frozenset(known), faces=known)
    reading = read_half_within(seen, prior, load_rules("buracco")).settled.reading
    assert reading.tiles[seen.settled.numbers.index(laid[5].number)].belief.best == reads, says
