"""A meld laid wrongly and left (001:105) is one thing, whoever tells of it: asked about once, against, and it bars."""

from __future__ import annotations

import pytest

from companion import match_commands
from companion.view_models import HandView
from engine import load_rules, read_hand, score_hand
from tests.companion.matches.visit import Visit

WRONG = "5r 6r 9r"
CANASTA = "3b 4b 5b 6b 7b 8b 9b"


def hand_of(visit: Visit) -> HandView:
    hand = visit.shown().hand
    assert hand
    return hand


def by_move(visit: Visit) -> None:
    visit.plays(f"0 draw\n0 lay {WRONG}")
    assert not hand_of(visit).melds[0].to_set_aside, "it may still be taken back"
    visit.plays("0 discard 8k")


def by_camera(visit: Visit) -> None:
    visit.says(match_commands.RecordObservation(f"0: {WRONG}; pozo: 8k; muertos: 11 11"))


def by_count(visit: Visit) -> None:
    visit.says(match_commands.Count(stock_out=True, melds={0: WRONG, 1: CANASTA}, partial=True))


WAYS = pytest.mark.parametrize("tells", [by_move, by_camera, by_count])


@WAYS
def test_it_is_asked_about_and_bars_whoever_told_of_it(visit: Visit, tells) -> None:
    visit.agrees(("Ana", "Beto"), "torneo")
    visit.deals()
    tells(visit)
    (meld, *_) = hand_of(visit).melds
    assert (meld.to_set_aside, meld.counts, hand_of(visit).barred) == (True, False, (0,))
    visit.taps("aside", 0, meld=meld.number)
    shown = hand_of(visit)
    assert (shown.barred, [meld.to_set_aside for meld in shown.melds if meld.team == 0]) == ((0,), []), (
        "it is asked once"
    )
    visit.says(match_commands.Undo())
    assert hand_of(visit).melds[0].to_set_aside


@WAYS
def test_nobody_is_asked_where_it_goes_back_to_the_rack(visit: Visit, tells) -> None:
    visit.agrees(("Ana", "Beto"), "clasico")
    visit.deals()
    tells(visit)
    assert (hand_of(visit).melds[0].to_set_aside, hand_of(visit).barred) == (False, ())


@WAYS
def test_one_that_was_misread_is_put_right_and_bars_nobody(visit: Visit, tells) -> None:
    visit.agrees(("Ana", "Beto"), "torneo")
    visit.deals()
    tells(visit)
    visit.plays(f"0 correct #{hand_of(visit).melds[0].number} : 5r 6r 7r")
    assert (hand_of(visit).melds[0].to_set_aside, hand_of(visit).barred) == (False, ())


def test_left_or_set_aside_it_counts_the_same_against(visit: Visit) -> None:
    visit.agrees(("Ana", "Beto"), "torneo")
    visit.deals()
    by_count(visit)
    left = [sheet.total for sheet in hand_of(visit).sheets]
    visit.taps("aside", 0, meld=hand_of(visit).melds[0].number)
    assert [sheet.total for sheet in hand_of(visit).sheets] == left


@pytest.mark.parametrize(
    "expected", [f'melds = ["{CANASTA}", "{WRONG}"]', f'melds = ["{CANASTA}"]\nset_aside = ["{WRONG}"]']
)
def test_who_left_it_cannot_have_closed_by_page_or_file(visit: Visit, expected: str) -> None:
    record = f"""closed_by = "Ana"\npartial = true\n[teams.Ana]\nmuerto = "played"\n{expected}\n[teams.Beto]\n"""
    found = score_hand(read_hand(record), load_rules("torneo"))
    visit.agrees(("Ana", "Beto"), "torneo")
    visit.deals()
    melds = f"{CANASTA} | {WRONG}"
    visit.says(
        match_commands.Count(
            closer=0, melds={0: melds, 1: ""}, racks={0: ""}, muertos=("played", "untaken"), partial=True
        )
    )
    if "set_aside" in expected:
        (wrong,) = (meld.number for meld in hand_of(visit).melds if meld.to_set_aside)
        visit.taps("aside", 0, meld=wrong)
    assert (
        [fault.code for fault in found.impossible] == [fault.code for fault in hand_of(visit).impossible] == ["BARRED"]
    )
