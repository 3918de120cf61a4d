"""Rows that are piled up stay what they were, and what is laid beside a pile or on it is told apart from it."""

from __future__ import annotations

import pytest

from tests.vision.seats import line
from tests.vision.watching.sittings import LOW, PILED, Sitting, as_notation, dimmed, numbers, thing
from vision.belief import BACK, Belief


@pytest.mark.parametrize("spot", [PILED["4r"], PILED["7r"], (300, 180)])
def test_a_row_that_is_piled_up_is_remembered_whole(spot: tuple[float, float]) -> None:
    sitting = Sitting()
    before = numbers(sitting.sees({**PILED, **LOW}))
    table = sitting.sees({"10r": spot, **LOW})
    assert "(4r) (5r) (6r) (7r) (8r) (9r) 10r" in as_notation(table)
    assert numbers(table) == before
    assert as_notation(sitting.sees(looks=8)) == as_notation(table)


@pytest.mark.parametrize(("laid", "seen"), [("7r' 7b 7k", "7r 7b 7k"), ("7r'", "+7r")])
def test_the_other_copy_of_a_piled_tile_that_is_laid_at_once_is_none_of_the_pile(laid: str, seen: str) -> None:
    sitting = Sitting()
    before = numbers(sitting.sees({**PILED, **LOW}))
    table = sitting.sees({"10r": (30, 100), **LOW, **line(laid, x=310)})
    assert "(4r) (5r) (6r) (7r) (8r) (9r) 10r" in as_notation(table)
    assert seen in as_notation(table)
    assert {track.number for track in table.tracks} >= set(before.values())


def test_a_row_that_is_piled_up_while_its_faces_lie_elsewhere_too_is_remembered_whole() -> None:
    """The top's other copy, nearer than its own old place, is covered by the other copy of one that lies below."""
    sitting = Sitting()
    before = numbers(sitting.sees({**PILED, **LOW, "10r'": (60, 190)}))
    table = sitting.sees({"10r": (30, 100), **LOW, "5r'": (60, 190)})
    assert "(4r) (5r) (6r) (7r) (8r) (9r) 10r" in as_notation(table)
    assert "+5r" in as_notation(table)
    assert {track.number for track in table.tracks} >= set(before.values())


def test_what_the_other_copy_of_a_piled_tile_covers_at_once_is_none_of_the_pile() -> None:
    """Somebody piles up a canasta and throws the other copy of its 7 on the pozo in one go."""
    sitting = Sitting()
    before = numbers(sitting.sees({**PILED, **LOW, "3b": (60, 190)}))
    table = sitting.sees({"10r": (30, 100), **LOW, "7r'": (60, 190)})
    assert "(4r) (5r) (6r) (7r) (8r) (9r) 10r" in as_notation(table)
    assert all(before["3b"] not in stack for stack in table.stacks)


@pytest.mark.parametrize("laid", ["4r", "4r 5r"])
def test_a_row_that_somebody_takes_to_lay_some_of_it_elsewhere_is_no_pile(laid: str) -> None:
    """As who takes the pozo does."""
    sitting = Sitting()
    sitting.sees({**line("4r 5r 6r 7r 8r 9r 10r", x=380), **line("6b 7b 8b", x=150, y=300)})
    table = sitting.sees(line(f"{laid} 6b 7b 8b", x=150 - 30 * len(laid.split()), y=300))
    assert as_notation(table) == f"{laid} 6b 7b 8b"


@pytest.mark.parametrize(("count", "is_piled"), [(6, False), (7, True)], ids=["too few for a canasta", "a canasta"])
def test_what_is_left_far_away_of_a_short_row_is_no_top_of_a_pile(count: int, is_piled: bool) -> None:
    """Who takes a pozo lays the first tile of a meld alone, which may be one of it, or its copy."""
    row = list(PILED)[:count]
    sitting = Sitting()
    sitting.sees({**line(" ".join(row), x=60), **LOW})
    table = sitting.sees({"5r": (300, 180), **LOW}, looks=4)
    assert bool(table.stacks) == is_piled
    assert len(table.tracks) == len(LOW) + (count if is_piled else 1)


def test_a_canasta_that_is_piled_up_at_the_end_of_another_meld_is_no_part_of_it() -> None:
    sitting = Sitting()
    others = line("6b 7b 8b", x=150, y=300)
    sitting.sees({**line("4r 5r 6r 7r 8r 9r 10r", x=380), **others})
    table = sitting.sees({"10r": (246, 300), **others})
    assert "(4r) (5r) (6r) (7r) (8r) (9r) 10r" in as_notation(table)


def test_a_row_that_is_piled_up_a_little_aside_is_one_though_another_copy_is_laid_on_a_meld() -> None:
    sitting = Sitting()
    sitting.sees({**line("4r 5r 6r 7r 8r 9r 10r", x=160), **line("5b 6b 7b", x=400, y=300)})
    table = sitting.sees({"10r": (90, 104), **line("5r' 5b 6b 7b", x=370, y=300)})
    assert as_notation(table) == "5r 5b 6b 7b | (4r) (5r) (6r) (7r) (8r) (9r) 10r"


@pytest.mark.parametrize("spot", [PILED["4r"], (PILED["4r"][0] - 14, PILED["4r"][1] - 4), PILED["7r"]])
def test_a_row_that_is_piled_up_under_a_new_tile_in_one_go_keeps_all_its_tiles(spot: tuple[float, float]) -> None:
    sitting = Sitting()
    before = numbers(sitting.sees({**PILED, **LOW}))
    table = sitting.sees({"2b": spot, **LOW})
    assert as_notation(table) == "9k 9b 9y | (4r) (5r) (6r) (7r) (8r) (9r) (10r) 2b"
    assert {track.number for track in table.tracks} > set(before.values())
    assert as_notation(sitting.sees(looks=8)) == as_notation(table)


@pytest.mark.parametrize(
    ("row", "aside_px", "others", "is_pile"),
    [
        ("4r 5r 6r 7r 8r 9r 10r", 65, {}, True),
        ("4r 5r 6r 7r 8r 9r 10r", 110, {}, True),
        ("4r 5r 6r 7r 8r 9r 10r", 170, {}, False),
        ("4r 5r 6r 7r 8r", 65, {}, False),
        ("4r 5r 6r 7r 8r 9r 10r", 65, line("5b 6b 7b", x=35), False),
        ("4r 5r 6r 7r 8r 9r 10r", 65, line("5b 6b 7b", x=105, y=58), True),
    ],
    ids=["two widths aside", "four", "six", "a short row", "at the end of a meld", "right below a meld"],
)
def test_a_canasta_may_be_piled_up_aside_under_a_new_tile(
    row: str, aside_px: int, others: dict[str, tuple[float, float]], is_pile: bool
) -> None:
    sitting = Sitting()
    others = {**others, **LOW}
    sitting.sees({**line(row, x=125 + aside_px), **others})
    table = sitting.sees({"2b": (125, 100), **others})
    assert ("(4r)" in as_notation(table)) is is_pile


def test_a_top_that_was_taken_for_another_tile_of_its_pile_is_counted_once() -> None:
    sitting = Sitting()
    before = numbers(sitting.sees({**PILED, **LOW}))
    sitting.seat.misread = {"10r": Belief.peaked("9r", 0.6, ("10r", 0.39))}
    assert "9r (10r)" in as_notation(sitting.sees({"10r": PILED["9r"], **LOW}))
    sitting.seat.misread, sitting.seat.over = {}, dimmed(*PILED["9r"])
    table = sitting.sees()
    assert as_notation(table) == "9k 9b 9y | (4r) (5r) (6r) (7r) (8r) (9r) 10r"
    assert numbers(table) == before


@pytest.mark.parametrize(("doubt", "again"), [(0.02, True), (0.0, False)], ids=["read otherwise", "one tile more"])
def test_a_top_that_shows_another_face_than_the_row_did_may_be_its_tile(doubt: float, again: bool) -> None:
    sitting = Sitting()
    sitting.seat.misread = {"10r": Belief.peaked("2k", 0.97, ("10r", doubt))}
    before = numbers(sitting.sees({**PILED, **LOW}))
    sitting.seat.misread = {}
    table = sitting.sees({"10r": PILED["7r"], **LOW})
    assert as_notation(table) == "9k 9b 9y | (4r) (5r) (6r) (7r) (8r) (9r) " + ("10r" if again else "(2k) 10r")
    assert (numbers(table)["10r"] == before["2k"]) is again


def test_a_row_that_is_taken_while_another_tile_is_laid_far_from_it_is_gone() -> None:
    sitting = Sitting()
    sitting.sees({**PILED, **LOW})
    assert as_notation(sitting.sees({"2b": (300, 330), **LOW})) == "9k 9b 9y | +2b"


def test_a_few_other_copies_do_not_spread_a_pile() -> None:
    sitting = Sitting()
    sitting.sees({**PILED, **LOW})
    sitting.sees({"10r": (200, 100), **LOW})
    table = sitting.sees({"10r": (200, 100), **LOW, **line("5r' 6r' 7r'", x=400)})
    assert "(4r) (5r) (6r) (7r) (8r) (9r) 10r" in as_notation(table)
    assert "5r 6r 7r | 9k" in as_notation(table)


def test_a_row_that_touches_a_pile_may_be_piled_up_too() -> None:
    sitting = Sitting()
    sitting.sees({**PILED, **LOW})
    sitting.sees({"10r": (200, 100), **LOW})
    table = sitting.sees({"10r": (200, 100), **LOW, **line("2b 3b 4b 5b 6b 7b 8b", x=230)})
    assert as_notation(table) == "(4r) (5r) (6r) (7r) (8r) (9r) 10r 2b 3b 4b 5b 6b 7b 8b | 9k 9b 9y"
    before = numbers(table)
    table = sitting.sees({"10r": (200, 100), **LOW, "8b": (234, 102)})
    assert "(2b) (3b) (4b) (5b) (6b) (7b) 8b" in as_notation(table)
    assert numbers(table) == before


def test_tiles_beside_and_on_a_pile_belong_to_it() -> None:
    sitting = Sitting()
    sitting.sees({**PILED, **LOW})
    sitting.sees({"10r": (200, 100), **LOW})
    table = sitting.sees({"10r": (200, 100), "11r": (230, 100), **LOW})
    assert as_notation(table) == "(4r) (5r) (6r) (7r) (8r) (9r) 10r 11r | 9k 9b 9y"
    sitting.seat.unseen = ("10r",)
    on_top = sitting.sees({"10r": (200, 100), "11r": (230, 100), "3r": (200, 100), **LOW})
    assert as_notation(on_top) == "(4r) (5r) (6r) (7r) (8r) (9r) (10r) 3r 11r | 9k 9b 9y"
    sitting.seat.unseen = ()
    spread = sitting.sees({**line("3r 4r 5r 6r 7r 8r 9r 10r 11r", x=40), **LOW})
    assert as_notation(spread) == "3r 4r 5r 6r 7r 8r 9r 10r 11r | 9k 9b 9y"
    assert len(spread.tracks) == 12


@pytest.mark.parametrize(("x", "joined"), [(245, True), (155, True), (270, False), (130, False)])
def test_a_tile_laid_at_the_foot_of_a_high_pile_belongs_to_it(x: float, joined: bool) -> None:
    sitting = Sitting()
    sitting.sees({**PILED, **LOW})
    sitting.sees({"10r": (200, 100), **LOW})
    table = sitting.sees({"10r": (200, 100), "11r": (x, 108), **LOW})
    row = "(4r) (5r) (6r) (7r) (8r) (9r) 10r"
    wanted = f"{row} 11r" if x > 200 else f"11r {row}"
    assert (wanted in as_notation(table)) == joined
    assert ("+11r" in as_notation(table)) != joined


def test_a_row_that_grows_until_it_touches_a_pile_is_another_meld() -> None:
    pile, row, sitting = {"10r": (200, 100), **LOW}, "(4r) (5r) (6r) (7r) (8r) (9r) 10r", Sitting()
    sitting.sees({**PILED, **LOW})
    sitting.sees({**pile, **line("5b 6b 7b", x=262)})
    touching = {**pile, **line("4b 5b 6b 7b", x=232)}
    assert as_notation(sitting.sees(touching)) == f"{row} | 4b 5b 6b 7b | 9k 9b 9y"
    at_its_foot = as_notation(sitting.sees({**touching, "3r": (160, 108)}))
    assert at_its_foot == f"4b 5b 6b 7b | 9k 9b 9y | 3r {row}"


def test_a_row_that_grows_at_the_foot_of_a_pile_belongs_to_it_and_one_that_comes_at_once_does_not() -> None:
    pile, row, grown = {"10r": (200, 100), **LOW}, "(4r) (5r) (6r) (7r) (8r) (9r) 10r", Sitting()
    grown.sees({**PILED, **LOW})
    grown.sees(pile)
    foot = {"11r": (245, 108), "12r": (275, 108), "13r": (305, 108)}
    for count in (1, 2, 3):
        told_now = as_notation(grown.sees({**pile, **dict(list(foot.items())[:count])}))
    assert f"{row} 11r 12r 13r" in told_now
    at_once = Sitting()
    at_once.sees({**PILED, **LOW})
    at_once.sees(pile)
    assert as_notation(at_once.sees({**pile, **foot})) == f"11r 12r 13r | 9k 9b 9y | {row}"


def test_a_pile_that_is_taken_away_is_gone_and_one_under_a_hand_is_not() -> None:
    sitting = Sitting()
    sitting.sees({**PILED, **LOW})
    sitting.sees({"10r": (200, 100), **LOW})
    sitting.seat.unseen, sitting.seat.over = ("10r",), thing(200, 100)
    assert as_notation(sitting.sees()) == "9k 9b 9y | (4r) (5r) (6r) (7r) (8r) (9r) (10r)"
    sitting.seat.unseen, sitting.seat.over = (), lambda bgr: bgr
    assert as_notation(sitting.sees(LOW)) == "9k 9b 9y"


@pytest.mark.parametrize(("face", "is_side"), [(BACK, True), ("3b", False)])
def test_the_side_of_a_pile_looks_like_a_back_beside_its_top(face: str, is_side: bool) -> None:
    sitting = Sitting()
    before = numbers(sitting.sees({**PILED, **LOW}))
    sitting.sees({"10r": (200, 100), **LOW})
    sitting.seat.cut, sitting.seat.misread = ("3b",), {"3b": Belief.peaked(face, 0.83)}
    table = sitting.sees({"10r": (200, 100), **LOW, "3b": (230, 100)})
    assert (numbers(table) == before) == is_side
