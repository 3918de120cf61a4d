"""A bar among the numbers of a set is a 1 where it stands as they do, and may be a joker where it does not."""

import numpy as np
import pytest

from vision.predictions import JOKER, KINDS, Predictions
from vision.recognition.one_or_joker import suspected_jokers

NUMBER, MARK = (14, 34), (42, 48)
"""Rows in which the numbers of the set are printed, and the mark below them."""
SEVEN, ONE = (17, 31), (22, 26)
"""Columns of a number, and of what is as narrow as a 1."""
SHADOW = 60


def printed(columns, *parts, moved=0, shadow=False):
    """A patch with ink in the rows of ``parts``; the right side may lie in the shadow."""
    patch = np.full((64, 48, 3), 235, np.uint8)
    if shadow:
        patch[:, 38:] = SHADOW
    for top, bottom in parts:
        patch[top + moved : bottom + moved, slice(*columns)] = 40
    return patch


def judged(kinds, patches):
    """The probabilities ``kinds`` once odd ones are perhaps jokers."""
    look = Predictions(kinds, np.full((len(kinds), 4), 0.25), np.full((len(kinds), 4), 0.25))
    return look.perhaps_jokers(suspected_jokers(kinds, patches)).kind


def one_and_joker(bar, others=4, sure=0.99):
    """The probabilities of a 1 and of a joker for ``bar``, beside so many sevens."""
    kinds = np.full((1 + others, len(KINDS)), (1 - sure) / (len(KINDS) - 1))
    kinds[0, KINDS.index("1")] = kinds[1:, KINDS.index("7")] = sure
    return judged(kinds, np.stack([bar, *[printed(SEVEN, NUMBER, MARK)] * others]))[0][[0, JOKER]]


@pytest.mark.parametrize(
    ("bar", "is_sure"),
    [
        (printed(ONE, NUMBER, MARK), True),
        (printed(ONE, NUMBER, MARK, moved=2), True),
        (printed(ONE, NUMBER, MARK, shadow=True), True),
        (printed(ONE, (14, 48)), False),
        (printed(ONE, (10, 54)), False),
        (printed(ONE, (10, 17), (21, 28), (32, 39), (43, 50)), False),
        (printed(ONE), False),
    ],
    ids=["a 1", "framed too low", "beside a shadow", "a bar down to the mark", "a longer bar", "letters", "a blank"],
)
def test_what_stands_as_no_other_number_does_may_be_a_joker(bar, is_sure):
    one, joker = one_and_joker(bar)
    assert one > 0.9 if is_sure else one == joker > 0.4


@pytest.mark.parametrize(("others", "sure"), [(3, 0.99), (4, 0.7)], ids=["few numbers", "none of them sure"])
def test_where_nobody_knows_how_numbers_stand_a_bar_is_a_one(others, sure):
    assert one_and_joker(printed(ONE, (10, 54)), others, sure)[0] == pytest.approx(sure)


def test_what_looks_like_another_number_stays_one():
    kinds = np.full((6, len(KINDS)), 0.001)
    kinds[:, KINDS.index("7")] = 0.985
    patches = np.stack([printed(ONE, (10, 54)), *[printed(SEVEN, NUMBER, MARK)] * 5])
    assert np.array_equal(judged(kinds, patches), kinds)
