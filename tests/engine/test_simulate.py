"""Whole hands between seeded players: they end, they are lawful, and every tile and point is accounted for."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from engine import PROFILES, RulesError, load_rules
from engine.hand.events import events_of
from engine.hand.notation import parse_moves
from engine.simulation.simulate import simulate
from tests.engine.many_hands import must_hold, played, played_on_all

RULES = load_rules("clasico")

TABLES = [(profile, players) for profile in PROFILES for players in load_rules(profile).players]
HOUSES = (
    "clasico; ace_both_ends=false; ace_high=false",
    "clasico; pozo_use_required=true",
    "clasico; pozo_use_required=true; first_meld_min=50",
    "clasico; pozo_take=top",
    "clasico; pozo_take=never",
    "clasico; draw_sources=stock",
    "clasico; stock_out_when=next_cannot_draw",
    "clasico; stock_reserve=10",
    "clasico; close_needs_pura=true",
    "clasico; canastas_to_close=2",
    "clasico; close_by=discard; close_discard_may_be_wild=false",
    "clasico; close_by=meld_out",
    "clasico; muerto_modes=direct",
    "clasico; muerto_modes=indirect",
    "clasico; muertos=0; close_needs_muerto=false",
    "clasico; muertos=1",
    "clasico; same_number_twice_per_side=false; piernas_allowed=[1, 3, 7]",
    "clasico; max_wilds=2; wilds_adjacent=false",
    "clasico; twos_wild=false; pierna_max_len=4",
    "clasico; min_meld_len=4",
    "clasico; deal={2=15, 4=11}",
    "clasico; jokers=4",
    "clasico; copies=3; jokers=0",
    "clasico; pozo_start=1",
    "clasico; pozo_start=1; pozo_single_discard=false",
    "clasico; pozo_top_use=lay",
    "clasico; pozo_top_use=with_two; pozo_display=covered",
    "clasico; muerto_becomes_stock=true",
    "clasico; muerto_becomes_stock=true; stock_reserve=2; stock_out_when=next_cannot_draw",
    "clasico; no_canasta=negative; laid_needs_pura=true; canasta_real=500; canasta_real_14=1000",
    "clasico; piernas_allowed=[]; laid_needs_pura=true",
    "clasico; first_meld_by_total={0=50, 1500=90}",
    "clasico; bad_meld=frozen",
    "parejas; first_meld_min=90; first_meld_scope=player",
    "buracco; wild_move=rummy",
    "rummy; joker_swap_from_pierna_of_3=true; ace_high=true",
    "rummy; closing_tile=false; stock_out_when=next_cannot_draw",
    "rummy; first_meld_min=0; pierna_distinct_colours=false",
    "rummy; closing_tile=false; draw_or_play=true; joker_needs_exchange=false",
    "rummy; first_meld_then_table=false",
    "rummy; winner_takes_sum=true; target_kind=points_high; rack_counts=losers",
)


@pytest.mark.parametrize("profile", PROFILES)
def test_eight_hands_end_lawfully(profile: str) -> None:
    assert played(profile, range(8)).hands == 8


@pytest.mark.parametrize("seed", [0, 1, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (2, 3))])
@pytest.mark.parametrize(("profile", "players"), TABLES)
def test_a_hand_ends_lawfully_with_every_tile_in_its_place(profile: str, players: int, seed: int) -> None:
    hand = simulate(load_rules(profile), seed, players, starter=seed % players)
    must_hold(hand)
    assert hand.end.players == players


@pytest.mark.parametrize("rule_set", HOUSES)
def test_players_keep_the_rules_of_any_house(rule_set: str) -> None:
    profile, *overrides = rule_set.split("; ")
    for seed in range(2):
        must_hold(simulate(load_rules(profile, overrides), seed))


@pytest.mark.slow
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("profile", PROFILES)
def test_ten_thousand_hands_end_lawfully(profile: str) -> None:
    assert played_on_all(profile, 10_000).hands == 10_000


def test_all_that_a_player_may_do_happens() -> None:
    done: Counter[str] = Counter()
    for seed in range(12):
        for profile in ("parejas", "clasico", "rummy"):
            done.update(" ".join(str(move).split()[1:3]) for move in simulate(load_rules(profile), seed).history.moves)
    verbs = Counter(word.split()[0] for word in done.elements() if word)
    rare = ("redraw", "pozo", "swap", "extend", "rearrange", "muerto", "close", "closing_tile", "end")
    assert all(verbs[verb] for verb in rare)
    assert all(done[name] for name in ("muerto direct", "muerto indirect", "close discard", "close meld_out"))


def test_the_same_seed_is_the_same_hand_and_another_is_not() -> None:
    rules = load_rules("clasico")
    assert simulate(rules, 1) == simulate(rules, 1)
    assert simulate(rules, 1).history != simulate(rules, 2).history
    assert simulate(rules, 1).history.start.players == 2


def test_a_hand_does_not_depend_on_how_python_hashes() -> None:
    code = "from engine import load_rules\nfrom engine.simulation.simulate import simulate\n"
    code += "for name in ('rummy', 'buracco'): print(simulate(load_rules(name), 3).history)"
    root = Path(__file__).parents[2]
    told = {
        subprocess.run(
            [sys.executable, "-c", code], env=os.environ | {"PYTHONHASHSEED": seed}, cwd=root, stdout=-1, check=True
        ).stdout
        for seed in ("1", "2")
    }
    assert len(told) == 1


def test_nobody_plays_alone() -> None:
    with pytest.raises(RulesError, match="not for 1 players"):
        simulate(load_rules("clasico"), 1, 1)


@pytest.mark.parametrize("profile", PROFILES)
def test_a_hand_is_told_in_events_that_read_back(profile: str) -> None:
    hand = simulate(load_rules(profile), 5)
    events = list(events_of(hand.history, hand.rules))
    assert parse_moves("\n".join(str(event.as_json("es", RULES)["move"]) for event in events)) == hand.history.moves
    assert events[-1].after == hand.end
    for event in events:
        said = {language: event.sentence(language) for language in ("es", "en")}
        assert said["es"] != said["en"]
        assert event.offences == ()
        assert all(
            "{" not in sentence and sentence.endswith(".") and sentence[0].isupper() for sentence in said.values()
        )
