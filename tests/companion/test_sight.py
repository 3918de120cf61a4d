"""Which tiles of a settled table have to be asked about."""

from __future__ import annotations

import pytest

from companion.observing import Observer
from datasets.synthetic_sittings.generate import Order, Sitting, sitting
from engine import load_rules
from tests.companion.onlooker import Onlooker
from vision.belief import Belief


@pytest.fixture(scope="module")
def made() -> Sitting:
    return sitting(Order(rules="eburako", seed=1, size_px=(320, 192)))


@pytest.mark.parametrize(("joker", "is_asked"), [(0.03, True), (0.001, False)])
def test_what_seems_to_lie_face_down_in_a_row_is_asked_about_where_a_pale_joker_looks_so(
    made: Sitting, joker: float, is_asked: bool
):
    number = next(n for n, state in enumerate(made.states) if any(len(meld.row) == 4 for meld in state.melds))
    meld = next(meld for meld in made.states[number].melds if len(meld.row) == 4)
    last = str(meld.tiles[-1])
    seen = Onlooker(made).sees(number, {last: Belief.peaked("back", 1 - joker, ("J", joker))})
    told = Observer(load_rules("eburako"))(seen, made.states[0])
    assert any(dict(one.options).get("J") for one in told.unsure) == is_asked


@pytest.mark.parametrize(("seen_as", "chance", "is_asked"), [(0.95, 0.04, True), (0.99, 0.001, False)])
def test_a_meld_that_a_claimed_tile_makes_wrong_is_asked_about_unless_that_is_all_but_sure(
    made: Sitting, seen_as: float, chance: float, is_asked: bool
):
    number = next(n for n, state in enumerate(made.states) if any(len(meld.row) == 4 for meld in state.melds))
    meld = next(meld for meld in made.states[number].melds if len(meld.row) == 4)
    last = str(meld.tiles[-1])
    belief = Belief.peaked("12k", seen_as, (last, chance))
    told = Observer(load_rules("eburako"))(Onlooker(made).sees(number, {last: belief}), made.states[0])
    assert [[face for face, _ in one.options] for one in told.unsure] == [["12k", last]] * is_asked
