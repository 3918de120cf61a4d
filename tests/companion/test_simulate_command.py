"""``burako simulate``: the story of a hand, line by line, and its sheet."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from engine import PROFILES
from engine.hand.notation import parse_move
from tests.companion.conftest import Outcome

Burako = Callable[..., Outcome]


@pytest.mark.parametrize("profile", PROFILES)
def test_a_hand_is_told_as_one_event_a_line(burako: Burako, profile: str) -> None:
    outcome = burako("simulate", "--rules", profile, "--seed", "4", "--json")
    deal, *events, score = (json.loads(line) for line in outcome.out.splitlines())
    assert (outcome.status, deal["event"], deal["rules"], deal["seed"]) == (0, "deal", profile, 4)
    assert all(str(parse_move(event["move"])) == event["move"] for event in events)
    assert all(event["violations"] == [] for event in events)
    assert events[-1]["event"] in ("close", "stock_out")
    assert list(score["teams"]) == list(deal["teams"])


def test_the_same_seed_tells_the_same_hand(burako: Burako) -> None:
    once, again, other = (burako("simulate", "--seed", seed, "--json").out for seed in ("7", "7", "8"))
    assert once == again != other


def test_a_hand_is_told_in_words_and_ends_with_its_sheet(burako: Burako) -> None:
    said = burako("simulate", "--seed", "7", "--players", "4", "--lang", "es").out
    for phrase in ("Mano simulada, clasico, semilla 7", "El jugador 4", "Concepto", "nosotros", "Total"):
        assert phrase in said
    assert "player 4 draws" in burako("simulate", "--seed", "7", "--players", "4", "--lang", "en").out.lower()


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--players", "3"], "no son para 3 jugadores"),
        (["--players", "0"], "no son para 0 jugadores"),
        (["--rules", "nadie"], "«nadie»"),
        (["--set", "max_wild=2"], "¿será «max_wilds»?"),
    ],
)
def test_a_table_that_cannot_be_is_refused(burako: Burako, arguments: list[str], says: str) -> None:
    outcome = burako("simulate", *arguments, "--lang", "es")
    assert (outcome.status, len(outcome.complaints)) == (2, 1)
    assert says in outcome.complaints[0]
