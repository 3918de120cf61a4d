"""``burako league``: the same hands for the same seeds, and a line in the table of a file."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.commands.league import HEAD, row, with_row
from engine.simulation.league import Pairing
from tests.companion.conftest import Outcome

Burako = Callable[..., Outcome]
SHORT = ("league", "--rules", "rummy", "--first", "middle", "--second", "easy", "--hands", "4")


def test_the_same_seed_has_the_same_outcome(burako: Burako) -> None:
    once, again, other = (burako(*SHORT, "--seed", seed, "--json").out for seed in ("1", "1", "50"))
    told = json.loads(once)
    assert once == again != other
    assert (told["hands"], told["won"] + told["lost"] + told["level"]) == (4, 4)
    assert told["low"] <= told["share"] <= told["high"]


def test_it_is_told_in_a_sentence(burako: Burako) -> None:
    assert "middle contra easy: 4 manos" in burako(*SHORT, "--lang", "es").out
    assert "95 % interval" in burako(*SHORT, "--lang", "en").out


WRONG = [
    (("--hands", "3"), "número par"),
    (("--hands", "0"), "número par"),
    (("--hands", "1000000"), "número par"),
    (("--first", "godlike"), "godlike"),
    (("--second", ""), "fuerza"),
    (("--rules", "nope"), "nope"),
    (("--hands", "2", "--second", "easy", "--out", "/nowhere/at/all.md"), "tabla"),
]


@pytest.mark.parametrize(("arguments", "word"), WRONG)
def test_what_cannot_be_is_refused_in_a_sentence(burako: Burako, arguments: tuple[str, ...], word: str) -> None:
    outcome = burako("league", "--lang", "es", *arguments)
    assert (outcome.status, word in outcome.complaints[0]) == (2, True)


def test_the_table_has_one_line_for_each_pair_of_programs(burako: Burako, tmp_path: Path) -> None:
    table = tmp_path / "strength.md"
    table.write_text("# Strength\n\nWords.\n", "utf-8")
    for _ in range(2):
        burako(*SHORT, "--out", str(table))
    lines = table.read_text("utf-8").splitlines()
    assert lines[:5] == ["# Strength", "", "Words.", "", HEAD]
    assert [line for line in lines if line.startswith("| rummy | middle – easy | 4 |")] == lines[6:]


def test_a_newer_line_takes_the_place_of_the_older() -> None:
    first, second = Pairing(won=3, lost=1, points=200), Pairing(won=60, lost=40, points=-1234)
    text = with_row(with_row("", row("torneo", "strong", "middle", first)), row("clasico", "strong", "easy", first))
    text = with_row(text + "\nEnd.\n", row("torneo", "strong", "middle", second))
    assert text.splitlines()[2:] == [
        "| torneo | strong – middle | 100 | 60 | 40 | 0 | 60.0 % (50.2–69.1) | −12 |",
        "| clasico | strong – easy | 4 | 3 | 1 | 0 | 75.0 % (30.1–95.4) | +50 |",
        "",
        "End.",
    ]
