"""What the law offers is said on the table and before the hand is counted, and done by one tap that can be undone."""

from __future__ import annotations

import pytest

from companion import match_commands
from companion.matches.view import snapshot
from companion.view_models import HandView, MeldOfferView
from tests.companion.matches.visit import Visit

PARKED = "3r 4r 5r 6r 7r 8r 2r"
HOME = "2r 3r 4r 5r 6r 7r 8r"
MOVES = ("buracco", "eburako", "burraco-fibur")
WAITS = ("clasico", "torneo", "parejas")


def hand_of(visit: Visit) -> HandView:
    """The hand as it is shown."""
    hand = visit.shown().hand
    assert hand
    return hand


def the_offer(visit: Visit) -> MeldOfferView:
    (offer,) = hand_of(visit).offers
    return offer


def begins(visit: Visit, rules: str) -> None:
    visit.agrees(("Ana", "Beto", "Caro", "Dani") if rules == "parejas" else ("Ana", "Beto"), rules)
    visit.deals()


@pytest.mark.parametrize("rules", MOVES)
def test_the_side_in_turn_moves_its_two_and_may_undo_it(visit: Visit, rules: str) -> None:
    begins(visit, rules)
    visit.plays(f"0 correct new : {PARKED}")
    assert (the_offer(visit).code, the_offer(visit).move) == ("TWO_HOME", None), "nothing was drawn yet"
    visit.plays("0 draw")
    offer = the_offer(visit)
    assert (offer.meld, offer.canasta, offer.points, offer.may_move) == (HOME, "pure", 100, True)
    assert hand_of(visit).melds[0].canasta == "impure", "it is never done by itself"
    visit.plays(str(offer.move))
    shown = hand_of(visit)
    assert ([meld.canasta for meld in shown.melds], shown.offers) == (["pure"], ())
    assert not [offence for line in visit.shown().log for offence in line.offences]
    visit.says(match_commands.Undo())
    assert the_offer(visit) == offer
    visit.plays("0 discard 9k")
    assert the_offer(visit).move is None, "it waits for its turn"


@pytest.mark.parametrize("rules", [*MOVES, *WAITS])
def test_a_parked_two_is_asked_about_before_the_hand_is_counted(visit: Visit, rules: str) -> None:
    begins(visit, rules)
    visit.says(match_commands.Count(stock_out=True, melds={0: PARKED}, partial=True))
    offer, before = the_offer(visit), hand_of(visit).sheets[0].total
    assert (offer.code, offer.points) == ("TWO_HOME" if rules in MOVES else "TWO_PARKED", 100)
    assert "2 rojo" in offer.message
    assert snapshot_in_english(visit).offers[0].message.startswith("The red 2")
    visit.plays(str(offer.move))
    shown = hand_of(visit)
    assert (shown.sheets[0].total - before, shown.offers, shown.melds[0].meld) == (100, (), HOME)
    assert not [offence for line in visit.shown().log for offence in line.offences]
    visit.says(match_commands.Undo())
    assert hand_of(visit).sheets[0].total == before


def snapshot_in_english(visit: Visit) -> HandView:
    hand = snapshot(visit.state, "en").hand
    assert hand
    return hand


def test_where_the_two_may_not_move_people_say_whether_it_was_laid_there(visit: Visit) -> None:
    begins(visit, "clasico")
    visit.plays(f"0 correct new : {PARKED}")
    offer = the_offer(visit)
    assert (offer.code, offer.may_move, offer.move) == ("TWO_PARKED", False, f"0 correct #1 : {HOME}")


def test_an_offer_counts_what_the_whole_hand_feels(visit: Visit) -> None:
    visit.agrees(("Ana", "Beto"), "buracco", overrides=("laid_needs_pura=true",))
    visit.deals()
    visit.says(match_commands.Count(stock_out=True, melds={0: f"{PARKED} | 9k 9b 9y"}, partial=True))
    offer, before = the_offer(visit), hand_of(visit).sheets[0].total
    assert offer.points > 100
    visit.plays(str(offer.move))
    assert hand_of(visit).sheets[0].total - before == offer.points


def test_what_is_confirmed_or_noted_by_hand_is_offered_nothing(visit: Visit) -> None:
    begins(visit, "eburako")
    count = match_commands.Count(stock_out=True, melds={0: PARKED}, racks={0: "", 1: ""}, partial=True)
    visit.says(count, match_commands.Note((10, 20)))
    assert hand_of(visit).offers == ()
    visit.says(match_commands.Undo())
    assert the_offer(visit).move
    visit.says(match_commands.Confirm())
    assert hand_of(visit).offers == ()


@pytest.mark.parametrize("rules", ["rummy", "rummikub"])
def test_on_a_common_table_there_are_no_canastas_to_gain(visit: Visit, rules: str) -> None:
    begins(visit, rules)
    visit.plays("0 correct new : 3r 4r 5r 6r 7r 8r J")
    assert hand_of(visit).offers == ()


def test_melds_that_belong_to_everybody_are_offered_to_whose_turn_it_is(visit: Visit) -> None:
    visit.agrees(("Ana", "Beto"), "eburako", overrides=("meld_owner=table",))
    visit.deals()
    visit.plays(f"0 correct new : {PARKED}\n0 draw")
    assert the_offer(visit).move == f"0 swap #1 {HOME}"
    visit.says(match_commands.Count(stock_out=True, partial=True))
    assert the_offer(visit).points == 100
