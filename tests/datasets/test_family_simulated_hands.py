"""Families at their liveliest: every hand is a story that replays, and what is taken back leaves nothing behind."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest

from datasets.family_films.boxes import BACK, Scene
from datasets.family_films.choreography import Choreography
from datasets.family_films.played_hand import FilmedPart
from datasets.family_films.reaching import HandPass, Player
from datasets.family_films.scenarios import CASES, FamilyHabits, habits_of, lively
from datasets.family_films.simulated_hands import lively_hand
from datasets.family_films.table_arrangement import FamilyTable
from engine.hand.moves import Close, Rearrange


def family(seed: int) -> FamilyHabits:
    rng = np.random.default_rng(seed)
    return replace(lively(habits_of(CASES["main"], rng), rng), takes_back=0.6, swift=0.3, idles=0.3)


def reaches_of(hand: FilmedPart, habits: FamilyHabits) -> list[HandPass]:
    rng = np.random.default_rng(4)
    table = FamilyTable(hand.start, habits, rng, hand.rules.pozo_display == "covered")
    return list(Player(hand, table, habits, rng).reaches())


def shown(scene: Scene) -> Counter[str]:
    return Counter(body.face for body in scene.values() if body.face != BACK)


@pytest.mark.parametrize(("profile", "seed"), [("clasico", 1), ("torneo", 2), ("rummy", 4)])
def test_what_is_taken_back_leaves_nothing_behind(profile: str, seed: int) -> None:
    habits = family(seed)
    hand = lively_hand(profile, seed, 12, False, habits)
    reaches = reaches_of(hand, habits)
    assert all(one.after == other.before for one, other in pairwise(reaches))
    end = Counter(str(tile) for meld in hand.end.melds for tile in meld.tiles)
    end += Counter(str(tile) for tile in hand.end.pozo if tile)
    assert shown(reaches[-1].after) == end
    fewer = [reach for reach in reaches if reach.made is None and (shown(reach.before) - shown(reach.after)).total()]
    assert bool(fewer) == (profile != "torneo"), "in a tournament what was put down is played (001:111)"


def test_two_hands_are_in_view_at_once_and_one_rests_while_another_plays() -> None:
    habits = family(1)
    hand = lively_hand("clasico", 1, 8, False, habits)
    play = Choreography(hand.start.players, habits, 10.0, np.random.default_rng(5))
    shots = list(play.shots(reaches_of(hand, habits)))
    assert any(len({seat for seat, _ in shot.hands}) > 1 for shot in shots)
    assert any(not shot.hands for shot in shots)
    assert shots[-1].made == len(hand.events)


def test_a_whole_hand_ends_as_the_law_has_it() -> None:
    hand = lively_hand("clasico", 3, 0, False, family(3))
    assert isinstance(hand.events[-1].move, Close)
    assert not any(event.violations for event in hand.events)


def test_rummy_takes_of_several_melds_at_once() -> None:
    hand = lively_hand("rummy", 3, 40, False, family(3))
    assert any(len(event.move.numbers) > 1 for event in hand.events if isinstance(event.move, Rearrange))


@pytest.mark.parametrize("profile", ["parejas", "eburako", "rummy"])
def test_offences_are_of_several_kinds(profile: str) -> None:
    codes = set()
    for seed in range(2):
        hand = lively_hand(profile, seed, 25, True, family(seed))
        faults = [fault for event in hand.events for fault in event.violations]
        codes |= {fault.code for fault in faults} | {because.code for fault in faults for because in fault.because}
    assert len(codes) > 1
