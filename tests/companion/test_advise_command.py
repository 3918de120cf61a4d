"""`burako advise`: plays that the law lets pass, or one sentence why none can be told."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from engine import load_rules, parse_move, parse_table, parse_tiles
from engine.hand.apply import apply
from engine.plays.known import KnownTable, state_of
from tests.companion.conftest import Outcome

Burako = Callable[..., Outcome]

REFUSED = [
    (["--rack", ""], "Say which tiles are on the rack."),
    (["--rack", "5z"], "is not a tile: write 7r"),
    (["--rack", "5r 5r 5r"], "The red 5 is there 3 times"),
    (["--rack", "5r", "--table", "4r 6b 7r"], "A run is of one colour: the blue 6 does not belong."),
    (["--rack", " ".join(["7b"] * 61)], "A rack holds at most 60 tiles, and there are 61."),
    (["--rack", "5r", "--theirs", "4r 5r 6r", "--rules", "rummy"], "the melds go into “table”"),
    (["--rack", "5r", "--pozo", "4r", "--rules", "rummy"], "This game has no pozo."),
]


def test_every_move_of_the_answer_is_one_that_the_law_takes(burako: Burako) -> None:
    rack, table, theirs = "5r 6r J 3k 4b 9y", "7r 8r 9r 10r", "3y 4y 5y 6y"
    said = json.loads(burako("advise", "--rack", rack, "--table", table, "--theirs", theirs, "--json").out)
    rules = load_rules("clasico")
    known = KnownTable(rack=parse_tiles(rack), own=parse_table(table), theirs=parse_table(theirs))
    assert said["optimal"] is True
    assert {"moves", "table", "points", "tiles", "why"} <= set(said["plays"][0])
    for play in said["plays"]:
        state = state_of(known, rules)
        for line in play["moves"]:
            applied = apply(state, parse_move(line), rules)
            assert not applied.violations
            state = applied.state


def test_it_is_told_step_by_step(burako: Burako) -> None:
    said = burako("advise", "--rack", "6k 8k 1r", "--table", "7b 7y 7k 7r", "--rules", "rummikub", "--lang", "en").out
    assert "Take meld 1 apart and leave it so:" in said
    assert "6k 7k 8k" in said
    assert "There is no better play: all were tried." in said


@pytest.mark.parametrize(("arguments", "sentence"), REFUSED)
def test_what_cannot_be_so_is_refused_in_a_sentence(burako: Burako, arguments: list[str], sentence: str) -> None:
    outcome = burako("advise", *arguments, "--lang", "en")
    assert (outcome.status, outcome.out) == (2, "")
    (complaint,) = outcome.complaints
    assert sentence in complaint
