"""``burako compare-players``: the same hands for the same seeds, and a line in the table of a file."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.cli.strength_comparison import HEAD, ComparisonLine, with_line
from engine.simulation.strength_comparison import Comparison
from tests.companion.conftest import Outcome

Burako = Callable[..., Outcome]
SHORT = ("league", "--rules", "rummy", "--first", "middle", "--second", "easy", "--hands", "4")


def test_the_same_seed_has_the_same_outcome(burako: Burako) -> None:
    once, again, other = (burako(*SHORT, "--seed", seed, "--json").out for seed in ("1", "1", "50"))
    known_after = json.loads(once)
    assert once == again != other
    assert (known_after["hands"], known_after["won"] + known_after["lost"] + known_after["level"]) == (4, 4)
    assert known_after["low"] <= known_after["share"] <= known_after["high"]


def test_it_is_told_in_a_sentence(burako: Burako) -> None:
    assert "middle contra easy: 4 manos" in burako(*SHORT, "--lang", "es").out
    assert "95 % interval" in burako(*SHORT, "--lang", "en").out


WRONG = [
    (("--hands", "3"), "número par"),
    (("--hands", "0"), "número par"),
    (("--hands", "1000000"), "número par"),
    (("--rules", "rummy", "--players", "5"), "2, 3, 4"),
    (("--rules", "torneo", "--players", "4"), "juegan: 2."),
    (("--first", "godlike"), "godlike"),
    (("--second", ""), "fuerza"),
    (("--rules", "nope"), "nope"),
    (("--hands", "2", "--second", "easy", "--out", "/nowhere/at/all.md"), "tabla"),
]


@pytest.mark.parametrize(("arguments", "word"), WRONG)
def test_what_cannot_be_is_refused_in_a_sentence(burako: Burako, arguments: tuple[str, ...], word: str) -> None:
    outcome = burako("league", "--lang", "es", *arguments)
    assert (outcome.status, word in outcome.complaints[0]) == (2, True)


def test_a_table_grows_by_what_goes_on_from_it(burako: Burako, tmp_path: Path) -> None:
    table = tmp_path / "strength.md"
    table.write_text("# Strength\n\nWords.\n", "utf-8")
    for seed in ("1", "3", "9"):
        burako(*SHORT, "--seed", seed, "--out", str(table))
        lines = table.read_text("utf-8").splitlines()
        assert lines[:5] == ["# Strength", "", "Words.", "", HEAD]
        bags, hands = {"1": ("1–2", "4"), "3": ("1–4", "8"), "9": ("9–10", "4")}[seed]
        assert [line.split(" | ")[:5] for line in lines[6:]] == [["| rummy", "2", "middle – easy", bags, hands]]


def test_lines_are_read_as_they_were_written() -> None:
    low, high = Comparison(won=1200, lost=800, level=3, points=-12345), Comparison(won=3, lost=1, points=200)
    lines = [
        ComparisonLine("torneo", 2, "strong – middle", (1, 1002), low),
        ComparisonLine("clasico", 4, "strong – easy", (7, 8), high),
    ]
    text = ""
    for line in lines:
        text = with_line(text, line)
    text = with_line(
        text + "\nEnd.\n", ComparisonLine("clasico", 4, "strong – easy", (9, 9), Comparison(won=2, points=-50))
    )
    assert text.splitlines()[2:] == [
        "| torneo | 2 | strong – middle | 1–1002 | 2,003 | 1,200 | 800 | 3 | −12,345 | 60.0 % (57.8–62.1) | −6.2 |",
        "| clasico | 4 | strong – easy | 7–9 | 6 | 5 | 1 | 0 | 150 | 83.3 % (43.6–97.0) | +25.0 |",
        "",
        "End.",
    ]
    assert ComparisonLine.read(text.splitlines()[2]) == lines[0]
