"""Whoever does what every sentence of a verdict says has a meld, and no sentence is left out or told twice."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from engine import PROFILES, PlacedTile, Tile, judge_meld, load_rules, parse_meld
from engine.melds.repairs import violations_with_repairs
from engine.rules.rules import Rules
from engine.rules.verdict import Code, Violation
from tests.engine.obeying import leads_to_a_meld
from tests.engine.oracle import near_meld

ROWS, MOST_LEFT_OVER = [40, pytest.param(100, marks=pytest.mark.slow)], 0.01
"""Rows for each profile, and the share of them that may be no meld after every sentence was obeyed."""
MISREAD = {Code.IMPOSSIBLE_COPIES, Code.NOT_IN_SET}
"""What no player can put right: a tile was misread."""


def causes_of(row: str, profile: str) -> tuple[Violation, ...]:
    rules = load_rules(profile)
    return violations_with_repairs(judge_meld(parse_meld(row), rules), rules)


def rows_that_are_no_melds(rules: Rules, seed: int) -> Iterator[tuple[tuple[Tile, ...], tuple[Violation, ...]]]:
    rng = random.Random(seed)
    while True:
        row = near_meld(rng)
        verdict = judge_meld([PlacedTile(tile) for tile in row], rules)
        if not verdict.lawful and MISREAD.isdisjoint(fault.code for fault in verdict.violations):
            yield row, violations_with_repairs(verdict, rules)


@pytest.mark.parametrize("rows", ROWS)
@pytest.mark.parametrize("profile", PROFILES)
def test_obeying_every_sentence_gives_a_meld(profile: str, rows: int) -> None:
    rules = load_rules(profile)
    found = zip(range(rows), rows_that_are_no_melds(rules, 20261127), strict=False)
    left = [row for _, (row, faults) in found if not leads_to_a_meld(row, faults, rules)]
    assert len(left) <= MOST_LEFT_OVER * rows, [" ".join(map(str, row)) for row in left]


@pytest.mark.slow
def test_obeying_every_sentence_gives_a_meld_in_many_rows() -> None:
    left = 0
    for profile in PROFILES:
        rules = load_rules(profile)
        found = zip(range(2000), rows_that_are_no_melds(rules, 7), strict=False)
        left += sum(not leads_to_a_meld(row, faults, rules) for _, (row, faults) in found)
    assert left <= 0.002 * 2000 * len(PROFILES)


@pytest.mark.parametrize("rows", ROWS)
@pytest.mark.parametrize("profile", PROFILES)
def test_the_faults_of_the_row_come_first_and_none_is_told_twice(profile: str, rows: int) -> None:
    rules = load_rules(profile)
    for _, (row, faults) in zip(range(rows), rows_that_are_no_melds(rules, 3), strict=False):
        own = judge_meld([PlacedTile(tile) for tile in row], rules).violations
        parted = faults[0].code == Code.TWO_MELDS
        assert [fault.code for fault in faults[parted : len(own) + parted]] == [violation.code for violation in own]
        assert len({fault.sentence() for fault in faults}) == len(faults), row


@pytest.mark.parametrize(
    ("row", "profile"),
    [
        ("2b 3b 10r 2y 6b 7b 8b 9b 10b 11b 12b 13b 1b 2b", "clasico"),
        ("2k 1k 13k 12k 2y 10k 9k 8k 7k 6k 5k 4k 12b 2k", "clasico"),
        ("2r 3r J 2r 6r", "clasico"),
        ("2b 3b 10r 2y 6b 7b 8b 9b 10b 11b 12b 13b 1b 2b", "burraco-fibur"),
        ("2k 1k 13k 12k 2y 10k 9k 8k 7k 6k 5k 4k 12b 2k", "eburako"),
    ],
)
def test_what_is_still_wrong_with_the_rest_is_not_told_in_the_same_words(row: str, profile: str) -> None:
    said = [reason.sentence(language) for language in ("es", "en") for reason in causes_of(row, profile)]
    assert len({*said}) == len(said)


@pytest.mark.parametrize(
    ("row", "profile", "sentences"),
    [
        ("12y 11y 2r 13y", "rummy", ["Una escalera es de un solo color: no va el 2 rojo.",
         "Con las que quedan hay juego, pero no en este orden: el 12 amarillo, el 11 amarillo y el 13 amarillo; "
         "van 11, 12 y 13, en amarillo."]),
        ("5r 5r 5b", "rummy", ["En una pierna no se repiten colores: sobra el 5 rojo.",
         "Un juego lleva al menos 3 fichas y sin eso hay 2: el 5 rojo y el 5 azul."]),
        ("1b 4b", "rummy", ["Un juego lleva al menos 3 fichas y acá hay 2: el 1 azul y el 4 azul.",
         "A la escalera le faltan el 2 azul y el 3 azul, y no hay comodín que alcance."]),
        ("5r 6r 7r 9k 9b 9y 9r", "rummy", ["Separadas son dos juegos: el 5 rojo, el 6 rojo y el 7 rojo; y el 9 negro, "
         "el 9 azul, el 9 amarillo y el 9 rojo.",
         "Si es una escalera, es de un solo color: no van el 9 negro, el 9 azul y el 9 amarillo.",
         "Si es una pierna, es de un solo número: no van el 5 rojo, el 6 rojo y el 7 rojo."]),
        ("10k 11k 12k 13k 1k 2k", "rummy", ["La escalera no da la vuelta, el 1 va en una punta y no en el medio: "
         "el 1 negro; va sin el 1 negro y el 2 negro."]),
        ("10k 11k 12k 13k 1k 2k", "torneo", ["La escalera no da la vuelta, el 1 va en una punta y no en el medio: "
         "el 1 negro.", "Con estas fichas hay juego, pero no en este orden: el 10 negro, el 11 negro, el 12 negro, "
         "el 13 negro, el 1 negro y el 2 negro; van el 2 negro de comodín, 10, 11, 12, 13 y 1, en negro."]),
        ("5r 6r 7r", "rummy", []),
    ],
)  # fmt: skip
def test_what_is_still_wrong_is_told_as_well(row: str, profile: str, sentences: list[str]) -> None:
    assert [reason.sentence("es") for reason in causes_of(row, profile)] == sentences


def test_a_shortened_sentence_is_told_whole_on_demand() -> None:
    (fault, *_) = causes_of("9r 8r 4r 3r 6r 5r 7r", "torneo")
    assert "fichas más" in fault.sentence()
    assert "fichas más" not in fault.whole()
    assert fault.as_json("es", load_rules("torneo"))["whole"] == fault.whole("es")
    short = causes_of("5r 6r 9r", "clasico")[0]
    assert short.whole() == ""
    assert "whole" not in short.as_json("es", load_rules("clasico"))
