"""The hands that are filmed and measured: spread over games and layouts, the same for the same seed."""

from __future__ import annotations

from collections import Counter

from tests.family_hands.__main__ import GAMES, LAYOUTS, arguments, sums, wishes


def test_sixty_hands_are_of_every_game_and_layout_and_half_of_them_offend() -> None:
    sixty = list(wishes(arguments().parse_args(["--hands", "60"])))
    assert Counter(one.rules for one in sixty) == Counter(dict.fromkeys(GAMES, 10))
    assert {one.case for one in sixty} == set(LAYOUTS)
    assert 20 <= sum(one.offends for one in sixty) <= 40
    assert 10 <= sum(not one.moves for one in sixty) <= 30
    assert len({one.name for one in sixty}) == 60


def test_a_seed_gives_the_same_hand_wherever_the_count_begins() -> None:
    from_40, from_43 = (list(wishes(arguments().parse_args(["--seed", str(seed)]))) for seed in (40, 43))
    assert from_40[3:] == from_43[:-3]


def test_no_hands_add_up_to_nothing() -> None:
    assert sums([])["moves"] == sums([])["hands"] == 0
