"""The hands that are filmed and measured: spread over games and layouts, the same for the same seed."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.evaluation.film_score import FilmGrades
from datasets.family_films.scenarios import EIGHT
from tests.family_hands.__main__ import GAMES, LAYOUTS, arguments, specs, sums
from tests.family_hands.telling import HandReport


def test_sixty_hands_are_of_every_game_and_layout_and_half_of_them_offend() -> None:
    sixty = list(specs(arguments().parse_args(["--hands", "60"])))
    assert Counter(hand.rules for hand in sixty) == Counter(dict.fromkeys(GAMES, 10))
    assert {hand.case for hand in sixty} == set(LAYOUTS)
    assert 20 <= sum(hand.offends for hand in sixty) <= 40
    assert 10 <= sum(not hand.moves for hand in sixty) <= 30
    assert len({hand.name for hand in sixty}) == 60


def test_a_seed_gives_the_same_hand_wherever_the_count_begins() -> None:
    from_40, from_43 = (list(specs(arguments().parse_args(["--seed", str(seed)]))) for seed in (40, 43))
    assert from_40[3:] == from_43[:-3]


def test_the_eight_ways_of_filming_are_filmed_one_after_another_in_their_order() -> None:
    eight = list(specs(arguments().parse_args(["--eight", "--seed", "50"])))
    assert [order.case for order in eight] == list(EIGHT)
    assert [order.seed for order in eight] == list(range(50, 58))
    again = specs(arguments().parse_args(["--eight", "--hands", "16"]))
    assert Counter(order.case for order in again) == Counter(dict.fromkeys(EIGHT, 2))


@pytest.mark.parametrize(
    ("is_exact", "is_provisional", "refused_s", "outcome", "is_silent"),
    [
        (True, False, None, "yes", False),
        (False, True, None, "no, provisional", False),
        (False, False, 0.8, "no, refused", False),
        (False, False, None, "no", True),
    ],
)
def test_a_wrong_end_is_silent_where_nobody_was_told(is_exact, is_provisional, refused_s, outcome, is_silent) -> None:
    mark = FilmGrades(name="main", rules="clasico", codec="", moves=1, found=1, invented=0, offences=0,
                      offences_found=0, false_alarms=0, taps=0, is_score_exact=is_exact, is_score_exact_alone=is_exact,
                      is_score_exact_thrifty=is_exact, is_score_silent_wrong=False, delays_s=(),
                      missed=())  # fmt: skip
    one = HandReport(
        mark=mark, is_exact=is_exact, is_provisional=is_provisional, questions=0, refused_s=refused_s, log=""
    )
    assert (one.outcome, one.is_silently_wrong) == (outcome, is_silent)


def test_no_hands_add_up_to_nothing() -> None:
    assert sums([])["moves"] == sums([])["hands"] == 0
