"""What can be laid: never against the law, never less than can be had, always the same answer."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product

import pytest

from engine import (
    PROFILES,
    Rules,
    TableState,
    Tile,
    apply,
    judge_meld,
    load_rules,
    parse_move,
    parse_table,
    parse_tiles,
)
from engine.placed_tile import PlacedTile
from engine.plays.arrangement import arrange
from engine.plays.best_plays import advise
from engine.plays.known_table import KnownTable, advice_obstacles, state_of
from engine.plays.play import Advice
from engine.plays.run_ends import RunSteps, better, finished, steps
from engine.rules.profiles import overridden
from engine.tiles import BAG, FACES
from tests.engine.positions import some

ENOUGH = dict.fromkeys(FACES, 1)


def ask(profile: str, rack: str, table: str = "", **known: object) -> Advice:
    rules = overridden(load_rules(profile), str(known.pop("set", "")).split())
    left = known.pop("left", None)
    texts = {key: parse_tiles(str(known.pop(key, ""))) for key in ("pozo",)}
    theirs = parse_table(str(known.pop("theirs"))) if "theirs" in known else ()
    own = parse_table(table) if table else ()
    state = state_of(KnownTable(rack=parse_tiles(rack), own=own, theirs=theirs, **texts, **known), rules)  # type: ignore[arg-type]
    assert not advice_obstacles(state, rules)
    return advise(state if left is None else replace(state, mazo=int(str(left))), rules)


def offences(state: TableState, advice: Advice, rules: Rules) -> Iterator[str]:
    """What the law says against the plays, each read back from its lines."""
    for play in advice.plays:
        now = state
        for move in play.moves:
            applied = apply(now, parse_move(str(move)), rules)
            yield from (f"{move}: {fault.sentence('en')}" for fault in applied.violations)
            now = applied.state


def check(profile: str, count: int, seed: int) -> None:
    rules = load_rules(profile)
    for state in some(rules, count, seed):
        advice = advise(state, rules)
        assert advice.plays or not state.mazo > rules.stock_reserve
        assert not list(offences(state, advice, rules)), state


@pytest.mark.parametrize("profile", PROFILES)
def test_no_play_is_against_the_law(profile: str) -> None:
    check(profile, 6, seed=1)


@pytest.mark.parametrize("profile", PROFILES)
def test_in_the_middle_of_a_turn_no_play_is_against_the_law_either(profile: str) -> None:
    rules = load_rules(profile)
    for state in some(rules, 4, seed=7):
        for play in advise(state, rules).plays:
            now = state
            for move in play.moves[:-1]:
                now = apply(now, move, rules).state
                if not now.ended and now.turn.seat == state.turn.seat:
                    assert not list(offences(now, advise(now, rules), rules)), now


@pytest.mark.slow
@pytest.mark.timeout(36_000)
@pytest.mark.parametrize("profile", PROFILES)
def test_no_play_of_ten_thousand_positions_is_against_the_law(profile: str) -> None:
    check(profile, 10_000, seed=2)


def test_the_same_question_has_the_same_answer() -> None:
    rules = load_rules("clasico")
    for state in some(rules, 3, seed=5):
        assert advise(state, rules) == advise(state, rules)


CASES = [
    # profile, rack, table, what is known besides, the moves of the best play
    ("rummy", "5r 6r 7r 8k J", "7b 7y 7k | 9k 10k 11k", {},
     "lay 5r 6r 7r J / extend #2 8k 9k 10k 11k / close meld_out"),
    ("rummy", "7r 5b", "7b 7y 7k", {}, "extend #1 7r 7b 7y 7k / end"),
    ("rummikub", "4b 9y", "7b 7y 7k", {}, "draw / end"),
    ("rummikub", "8k", "7b 7y 7k 7r | 9k 10k 11k", {}, "extend #2 8k 9k 10k 11k / close meld_out"),
    ("rummikub", "6k 8k 1r", "7b 7y 7k 7r", {}, "rearrange #1 : 7r 7b 7y | 6k 7k 8k / end"),
    ("rummikub", "9r 10r 11r 1b", "", {"opened": False}, "lay 9r 10r 11r / end"),
    ("rummikub", "9r 10r 1b 2k", "9b 9y 9k", {"opened": False}, "draw / end"),
    ("clasico", "11r 5k", "4r 5r 6r 7r 8r 9r 10r", {"muerto_taken": True},
     "extend #1 4r 5r 6r 7r 8r 9r 10r 11r / discard 5k / close discard"),
    ("clasico", "8r 5k", "4r 5r 6r 7r", {}, "extend #1 4r 5r 6r 7r 8r / discard 5k / muerto indirect"),
    ("clasico", "8r 9k", "4r 5r 6r 7r", {"muerto_taken": True}, "discard 9k"),
    ("clasico", "5r 6r J 3b 9k", "7r 8r 9r", {}, "extend #1 J 5r 6r 7r 8r 9r / discard 9k"),  # not alone
    ("parejas", "4r 5r 6r 9k 12b", "", {"opened": False}, "discard 12b"),
    ("clasico", "9r 9b 4k 12k", "", {"pozo": "9y", "drawn": False}, "pozo / lay 9b 9r 9y / discard 12k"),
    ("clasico", "9r 4k", "", {"pozo": "9y 6b", "drawn": False, "left": 0}, "pozo / discard 4k"),
    ("clasico", "8r 5k", "4r 5r 6r 7r", {"set": "discard_ends_turn=false"}, "extend #1 4r 5r 6r 7r 8r / end"),
    ("clasico", "8r 9k", "4r 5r 6r 7r", {"muerto_taken": True, "set": "must_keep_one_if_cannot_close=false"},
     "discard 9k"),
    ("burraco-fibur", "9r 9b 9y J 9b 9k 4k", "5r 6r 7r", {},
     "lay 9b 9b 9k 9r 9y J / discard 4k / muerto indirect"),
]  # fmt: skip


@pytest.mark.parametrize(("profile", "rack", "table", "known", "moves"), CASES)
def test_the_best_play(profile: str, rack: str, table: str, known: dict[str, object], moves: str) -> None:
    best = ask(profile, rack, table, **known).plays[0]
    assert " / ".join(str(move).removeprefix("0 ") for move in best.moves) == moves


def test_who_drew_instead_of_playing_lays_nothing() -> None:
    rules = load_rules("rummikub")
    state = state_of(KnownTable(rack=parse_tiles("9r 10r 11r 1b"), opened=False), rules)
    (play,) = advise(replace(state, turn=replace(state.turn, drawn=True)), rules).plays
    assert list(map(str, play.moves)) == ["0 end"]


def test_a_tile_that_the_others_can_use_is_not_thrown() -> None:
    for play in ask("clasico", "9r 3k 4b 12b 1y", theirs="6r 7r 8r").plays:
        assert "0 discard 9r" not in map(str, play.moves)


def test_a_pure_canasta_may_stay_pure() -> None:
    goals = {goal: play for play in ask("clasico", "J 3k 9b", "4r 5r 6r 7r 8r 9r").plays for goal in play.goals}
    assert goals["points"].points > 100
    assert "pure" not in goals


def test_every_reason_is_told_in_both_languages() -> None:
    for play in ask("parejas", "5r 6r J 3k 4b 9y 9k 9b 12k 2b 1r", theirs="3y 4y 5y", opened=False).plays:
        for why in play.whys:
            assert why.sentence("es") != why.sentence("en")


def _melds(tiles: tuple[Tile, ...], rules: Rules) -> Iterator[Counter[Tile]]:
    for length in range(3, min(len(tiles), 6) + 1):
        for some_tiles in set(combinations(sorted(tiles, key=str), length)):
            if judge_meld([PlacedTile(tile) for tile in some_tiles], rules).lawful_reordered:
                yield Counter(some_tiles)


def _most(left: Counter[Tile], due: Counter[Tile], melds: list[Counter[Tile]], first: int) -> int:
    """The most tiles that melds cover, by trying all; -1 where they cannot cover what is ``due``."""
    best = 0 if not due else -1
    for at in range(first, len(melds)):
        if melds[at] <= left:
            more = _most(left - melds[at], due - melds[at], melds, at)
            best = max(best, more + melds[at].total() if more >= 0 else -1)
    return best


@pytest.mark.parametrize("seed", range(30))
def test_an_arrangement_lays_as_much_as_trying_everything_does(seed: int) -> None:
    rng, rules = random.Random(seed), load_rules("rummikub")
    near = [tile for tile in BAG if (tile.number or 3) in (3, 4, 5, 6)]
    tiles = tuple(rng.sample(near, 9))
    melds = [dict(counts) for counts in {frozenset(meld.items()) for meld in _melds(tiles, rules)}]
    counted = sorted((Counter(meld) for meld in melds), key=str)
    must = rng.choice(counted) if counted else Counter()
    may = list((Counter(tiles) - must).elements())
    most = _most(Counter(tiles), must, counted, 0) - must.total()
    found = arrange(list(must.elements()), may, ENOUGH, rules)
    assert found
    assert len(found.laid) == most
    assert all(judge_meld(row, rules).lawful for row in found.rows)


@pytest.mark.parametrize("shortest", [3, 4])
def test_better_runs_end_well_with_whatever_tiles_the_others_do(shortest: int) -> None:
    table, ends = steps(shortest, 2), finished(shortest, 2)
    for counts in product(range(3), repeat=shortest + 1):
        well = [_goes(at, counts, table) in ends for at in range(len(table))]
        for at, others in enumerate(better(shortest, 2)):
            assert not well[at] or all(well[other] for other in others), (counts, at)


def _goes(state: int, counts: tuple[int, ...], table: RunSteps) -> int:
    for count in counts:
        if state >= 0:
            state = table[state][count]
    return state


LAID = [
    # profile, rack, table, what is known besides, tiles laid by the best play
    ("rummy", "9r 10r J 1b", "", {"opened": False}, 3),
    ("rummy", "10r 11r 12r 8k J 9b 9r", "7b 7y 7k | 9k 10k 11k", {"opened": False}, 7),
    ("rummikub", "10r 11r J 8k 1b", "9k 10k 11k", {"opened": False}, 3),
    ("rummikub", "J 1b", "5r 6r 7r 8r", {}, 1),
    ("rummikub", "J J 1b", "1r 2r 3r 4r 5r 6r 7r 8r 9r 10r 11r 12r 13r", {}, 3),
    ("rummikub", "J 1b", "11r 12r 13r", {}, 1),
    ("rummikub", "J 1b", "9r 9b 9y", {}, 1),
    ("rummy", "5b", "7b 7y 7k", {"drawn": False}, 0),
    ("rummikub", "J", "9r 9b 9y 9k", {}, 0),
    ("rummikub", "J", "1r 2r 3r 4r 5r 6r 7r 8r 9r 10r 11r 12r 13r", {}, 0),
    ("rummy", "1r 2r 3r 5k", "", {"set": "ace_low=false"}, 0),
    ("rummy", "1r 1b 1k 5k", "", {"set": "ace_low=false"}, 3),
    ("rummy", "2r 5k", "1r J 3r 4r", {}, 0),
    ("torneo", "5r 6r J J 12k", "", {}, 3),
]  # fmt: skip


@pytest.mark.parametrize(("profile", "rack", "table", "known", "tiles"), LAID)
def test_so_many_tiles_can_be_laid(profile: str, rack: str, table: str, known: dict[str, object], tiles: int) -> None:
    assert max(play.tiles for play in ask(profile, rack, table, **known).plays) == tiles
