"""Programs that play: they see only their seat, every move of theirs is lawful, and the strong one is no worse."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from engine import PROFILES, load_rules, parse_tiles
from engine.hand.moves import Draw, EndTurn, Move
from engine.hand.notation import parse_move
from engine.hand.state import Rack, TableState
from engine.rules.rules import Rules
from engine.scoring.scoring import score_hand
from engine.simulation.dealer_state import DealtHand, after_move_and_consequences, as_seen, dealt_hand, whole_record
from engine.simulation.players_by_strength import STRENGTHS, Strength, next_moves
from engine.simulation.strength_comparison import Comparison, hand, known_after, lead, paired_lead, wilson

WILSON = [
    # hands won of so many, and the ends of the interval, as the tables of the method give them
    (0, 10, 0.0, 0.278),
    (5, 10, 0.237, 0.763),
    (10, 10, 0.722, 1.0),
    (60, 100, 0.502, 0.691),
]


def shuffled(rules: Rules, seed: int) -> list:
    bag = list(rules.bag)
    random.Random(seed).shuffle(bag)
    return bag


@pytest.mark.parametrize(("won", "of", "low", "high"), WILSON)
def test_an_interval_is_wilsons(won: int, of: int, low: float, high: float) -> None:
    assert [round(end, 3) for end in wilson(won, of)] == [low, high]


def test_a_pairing_counts_hands_and_points() -> None:
    pairing = Comparison().plus(120).plus(-30).plus(0)
    assert (pairing.hands, pairing.won, pairing.lost, pairing.level, pairing.points) == (3, 1, 1, 1, 90)
    assert pairing.wins()[0] == 0.5
    assert Comparison().wins() == (0.5, 0.0, 1.0)


@pytest.mark.parametrize("profile", PROFILES)
def test_whole_hands_are_lawful_and_lose_no_tile(profile: str) -> None:
    rules = load_rules(profile)
    start = dealt_hand(shuffled(rules, 1), max(rules.players), rules)
    end = hand(start, rules, ("strong", "easy", "middle", "middle")[: max(rules.players)], random.Random(1))
    assert end.state.ended
    assert sorted(map(str, whole_record(end).tiles)) == sorted(map(str, rules.bag))


PLAYED = [
    # rules, players, and by how much the strong program led the greedy one in both hands of bag 900001
    ("clasico", 2, (760, -500)),
    ("parejas", 2, (230, 190)),
    ("parejas", 4, (1205, -465)),
    ("burraco-fibur", 2, (355, -345)),
    ("rummy", 2, (5, -50)),
    ("rummikub", 2, (52, 42)),
]
"""As both programs play, all but the last as their first version did: of tables on which as much is laid another one is
found since its search leaves out what is beaten. Who makes one quicker changes none of it; who makes one play better
changes this table, and measures ``docs/strength.md`` anew."""


@pytest.mark.parametrize(("profile", "players", "leads"), PLAYED)
def test_a_quicker_program_plays_as_before(profile: str, players: int, leads: tuple[int, int]) -> None:
    assert paired_lead(load_rules(profile), "strong", "middle", 900001, players) == leads


SIDES = [
    # rules, players, the places of the first side's racks; what every other seat has more is the lead
    ("clasico", 4, (0, 2)),
    ("rummy", 4, (0, 2)),
    ("rummikub", 3, (0, 2)),
]


@pytest.mark.parametrize(("profile", "players", "seats"), SIDES)
def test_of_more_than_two_every_other_seat_is_the_firsts(profile: str, players: int, seats: tuple[int, ...]) -> None:
    rules, asked = load_rules(profile), set()

    def chooses(view: TableState, rules: Rules, strength: Strength, rng: random.Random) -> tuple[Move, ...]:
        if strength == "middle":
            asked.add(view.turn.seat)
        return next_moves(view, rules, strength, rng)

    start = dealt_hand(shuffled(rules, 4), players, rules)
    end = hand(start, rules, ("middle", "easy"), random.Random(4), chooses)
    assert asked == set(seats)
    totals = [sheet.total for sheet in score_hand(whole_record(end), rules).sheets]
    sign = -1 if rules.target_kind == "points_low" else 1
    sides = [[total for at, total in enumerate(totals) if (at % 2 == 0) == ours] for ours in (True, False)]
    assert lead(end, rules) == sign * (sum(sides[0]) - sum(sides[1]))


@pytest.mark.parametrize("profile", ["clasico", "rummy"])
def test_the_same_bag_gives_the_same_hands(profile: str) -> None:
    rules = load_rules(profile)
    assert paired_lead(rules, "middle", "easy", 7) == paired_lead(rules, "middle", "easy", 7)


@pytest.mark.parametrize("profile", PROFILES)
def test_a_program_is_given_what_its_seat_sees_and_nothing_else(profile: str) -> None:
    """Whatever lies face down, or stands on another's rack, may be any other tile: it chooses the same."""
    rules = load_rules(profile)

    def chooses(view: TableState, rules: Rules, strength: Strength, rng: random.Random) -> tuple[Move, ...]:
        seat = view.turn.seat
        others = [rack for at, rack in enumerate(view.racks) if at != seat]
        assert view.racks[seat].is_known
        assert all(set(rack.known) <= open_tiles for rack in others)
        return next_moves(view, rules, strength, rng)

    start = dealt_hand(shuffled(rules, 3), min(rules.players), rules)
    open_tiles = set(rules.bag) if "pozo" in rules.draw_sources else set()  # what was taken from the pozo was seen
    assert all(not rack.known for at, rack in enumerate(start.seen_by(0).racks) if at)
    hand(start, rules, ("middle", "easy"), random.Random(1), chooses)


@pytest.mark.parametrize("strength", STRENGTHS)
@pytest.mark.parametrize("profile", ["clasico", "torneo", "rummy", "rummikub"])
def test_what_nobody_sees_changes_no_choice(profile: str, strength: Strength) -> None:
    rules = load_rules(profile)
    first = dealt_hand(shuffled(rules, 5), 2, rules)
    other = DealtHand(
        replace(first.state, racks=(first.state.racks[0], Rack(first.state.racks[1].count, first.hidden.mazo[:11]))),
        first.hidden,
    )
    chosen = [next_moves(state.seen_by(0), rules, strength, random.Random(2)) for state in (first, other)]
    assert first.state != other.state
    assert chosen[0] == chosen[1]


def test_a_seat_follows_the_hand_by_what_lies_open() -> None:
    rules = load_rules("clasico")
    dealing = dealt_hand(shuffled(rules, 8), 2, rules)
    view = dealing.seen_by(1)
    drawn = after_move_and_consequences(dealing, Draw(0, parse_tiles("J")[0]), rules)
    assert drawn.moves == (Draw(0, dealing.hidden.mazo[-1]),)  # whatever somebody says it was
    view = known_after(view, drawn.moves, 1, rules)
    assert (view.racks[0], view.mazo) == (Rack(dealing.state.racks[0].count + 1), drawn.dealing.state.mazo)
    assert [str(as_seen(move, seat)) for seat in (1, None) for move in drawn.moves] == ["0 draw"] * 2


def test_an_unlawful_move_changes_nothing() -> None:
    rules = load_rules("clasico")
    dealing = dealt_hand(shuffled(rules, 8), 2, rules)
    refused = after_move_and_consequences(dealing, EndTurn(0), rules)
    assert (refused.dealing, refused.moves) == (dealing, ())
    assert [str(violation.code) for violation in refused.violations] == ["NO_DRAW", "NO_DISCARD"]


def test_the_last_tile_thrown_brings_the_muerto_by_itself() -> None:
    rules = load_rules("clasico")
    dealing = dealt_hand(shuffled(rules, 8), 2, rules)
    tile = dealing.state.racks[0].known[0]
    bare = replace(
        dealing.state, racks=(Rack(1, (tile,)), dealing.state.racks[1]), turn=replace(dealing.state.turn, drawn=True)
    )
    after = after_move_and_consequences(DealtHand(bare, dealing.hidden), parse_move(f"0 discard {tile}"), rules)
    assert [str(move).split()[1] for move in after.moves] == ["discard", "muerto"]
    assert after.dealing.state.racks[0].count == rules.muerto_size


def test_a_player_of_the_lowest_total_leads_with_less() -> None:
    rules = load_rules("rummy")
    end = hand(dealt_hand(shuffled(rules, 4), 2, rules), rules, ("middle", "middle"), random.Random(1))
    closer = end.state.ended.seat
    assert (lead(end, rules) > 0) == (closer == 0)
