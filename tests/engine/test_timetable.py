"""Rounds in which certain matches come: all that can be are found in small fields, and everybody is at home fairly."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import pytest

from engine.tournament.timetable import Fixed, timetable


def fixed_at_random(count: int, seed: int) -> list[Fixed]:
    """Two whole rounds without a common match, in any two places."""
    chance, places = random.Random(seed), count + count % 2
    first, second = sorted(chance.sample(range(1, places), 2))
    found: list[Fixed] = []
    while not found:
        pairs = []
        for turn in (first, second):
            order = chance.sample(range(places), places)
            pairs += [(*sorted(pair), turn) for pair in zip(order[::2], order[1::2], strict=True)]
        if len({pair[:2] for pair in pairs}) == places:
            found = [(one, None if other == count else other, turn) for one, other, turn in pairs]
    return found


@pytest.mark.parametrize("count", range(4, 13))
@pytest.mark.parametrize("seed", range(3))
def test_any_two_rounds_can_be_fixed(count: int, seed: int) -> None:
    fixed = fixed_at_random(count, seed)
    rounds = timetable(count, fixed)
    assert rounds is not None
    assert Counter(frozenset(pair) for pairs in rounds for pair in pairs) == Counter(
        map(frozenset, combinations(range(count), 2))
    )
    for pairs in rounds:
        assert len({who for pair in pairs for who in pair}) == count - count % 2
    for one, other, turn in fixed:
        playing = [set(pair) for pair in rounds[turn - 1]]
        assert {one, other} in playing if other is not None else all(one not in pair for pair in playing)
    at_home = Counter(home for pairs in rounds for home, _ in pairs)
    assert {abs(2 * at_home[index] - (count - 1)) for index in range(count)} <= {(count - 1) % 2}


@pytest.mark.parametrize(("count", "fixed"), [
    pytest.param(25, [], id="more than are looked for"),
    pytest.param(4, [(0, 1, 4)], id="a round that there is not"),
    pytest.param(4, [(0, 1, 0)], id="no round"),
    pytest.param(4, [(0, None, 1)], id="rests where nobody does"),
    pytest.param(4, [(0, 1, 1), (0, 1, 2)], id="twice"),
    pytest.param(4, [(0, 1, 1), (0, 2, 1)], id="two in one round"),
    pytest.param(5, [(0, None, 1), (0, None, 2)], id="rests twice"),
    pytest.param(4, [(0, 1, 1), (2, 3, 2)], id="the others could only meet in the same round"),
    pytest.param(6, [(0, 1, 1), (2, 3, 1), (0, 2, 2), (1, 3, 2), (0, 3, 3), (1, 2, 3)],
                 id="four play among themselves, and so would two, three times"),
])  # fmt: skip
def test_what_cannot_be_is_not_found(count: int, fixed: list[Fixed]) -> None:
    assert timetable(count, fixed) is None


def test_it_is_given_up_after_some_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.tournament.timetable.MOST_STEPS", 3)
    assert timetable(6, []) is None
