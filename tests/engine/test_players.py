"""Players in tight spots: what they do when there is nothing to draw, no way to close, or nowhere to put a wild."""

from __future__ import annotations

import random

import pytest

from engine import RulesError, load_rules, parse_tiles
from engine.hand.apply import replay
from engine.hand.notation import parse_moves
from engine.simulation import burako_player, rummy_player
from engine.simulation.dealer import Dealer, HiddenTiles
from engine.simulation.meld_search import pairs_in, runs_in


def seated(rule_set: str, moves: str, mazo: str = "") -> Dealer:
    """A dealer at the table that ``moves`` left, with the tiles of ``mazo`` to give, the next one last."""
    profile, *overrides = rule_set.split("; ")
    rules = load_rules(profile, overrides)
    dealer = Dealer(rules, 2, random.Random(1))
    dealer.state = replay(dealer.state, parse_moves(moves), rules).state
    dealer.hidden = HiddenTiles(parse_tiles(mazo), ())
    return dealer


def played(dealer: Dealer) -> list[str]:
    take_turn = rummy_player.take_turn if dealer.rules.meld_owner == "table" else burako_player.take_turn
    assert take_turn(dealer)
    return [str(move) for move in dealer.moves]


TAKEN = "0 rack\n0 draw\n0 discard 8k\n0 muerto indirect\n1 rack 3k 8y\n1 draw 10b\n1 discard 8y\n"
"""The side in turn has taken its muerto."""


def test_whoever_may_not_close_takes_the_melds_back_and_discards() -> None:
    dealer = seated("clasico; must_keep_one_if_cannot_close=false", f"{TAKEN}0 rack 4r 5r", "6r")
    assert played(dealer) == ["0 draw 6r", "0 discard 6r"]


def test_an_exposure_that_would_empty_the_rack_is_not_made() -> None:
    dealer = seated("parejas", f"{TAKEN}0 rack 10r 11r 12r 13r", "1r")
    assert played(dealer) == ["0 draw 1r", "0 discard 1r"]


def test_a_full_run_has_no_place_for_its_wild() -> None:
    full = "1r 2r 3r 4r 5r J 7r 8r 9r 10r 11r 12r 13r 1r"
    dealer = seated("clasico", f"0 rack {full.replace('J', '9b')}\n0 correct new : {full}\n0 rack 6r 9k 4b", "12b")
    assert [move.split()[1] for move in played(dealer)] == ["draw", "discard"]


@pytest.mark.parametrize("profile", ["clasico", "rummy"])
def test_nobody_plays_when_there_is_nothing_to_draw(profile: str) -> None:
    dealer = seated(profile, "")
    assert not (rummy_player if profile == "rummy" else burako_player).take_turn(dealer)
    assert dealer.moves == []


def test_only_the_first_tile_is_changed() -> None:
    dealer = seated("clasico", "0 draw 9k\n0 discard 9k\n1 draw 8k", "7k 6k")
    assert not dealer.redraw()
    assert dealer.hidden.mazo == parse_tiles("7k 6k")


def test_a_croupier_deals_for_those_who_may_play() -> None:
    with pytest.raises(RulesError):
        Dealer(load_rules("torneo"), 4, random.Random(1))


def test_a_whole_colour_is_one_run() -> None:
    colour = parse_tiles("1r 2r 3r 4r 5r 6r 7r 8r 9r 10r 11r 12r 13r")
    assert list(runs_in(colour)) == [colour]
    assert list(runs_in(parse_tiles("12r 13r 1r 5b 6b 8b"))) == [parse_tiles("12r 13r 1r")]
    assert list(runs_in(parse_tiles("12r 13r 1r"), ace_high=False)) == []


def test_pairs_know_what_they_lack() -> None:
    pairs = [" ".join(str(tile or "?") for tile in pair) for pair in pairs_in(parse_tiles("J 7r 5r 9b 10b 9k 1y"))]
    assert pairs == ["9b 10b ?", "5r 7r 6r", "9b 9k ?"]
