"""Finished hands: what they score, and which cannot have been."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from engine import (
    BAG,
    PlacedTile,
    Reason,
    ScoreLine,
    TeamRecord,
    Tile,
    audit,
    judge_meld,
    load_rules,
    parse_hand,
    parse_meld,
    score_hand,
    simulate,
)
from engine.melds.melds import canasta_of
from tests.engine.cases import is_told, rows
from tests.engine.many_hands import is_bonus

RULES = load_rules("clasico")

HANDS = [*rows("hands", "hand"), *rows("edges", "hand"), *rows("clubs", "hand"), *rows("abroad", "hand")]


def scored(row: dict[str, Any], named: str) -> Any:
    profile, *overrides = named.split(", ")
    hand = {key: value for key, value in row.items() if key not in ("says", "totals")}
    return score_hand(parse_hand(hand), load_rules(profile, overrides))


@pytest.mark.parametrize("row", HANDS)
def test_a_hand_scores_what_the_law_says(row: dict[str, Any]) -> None:
    got: dict[str, Any] = {}
    for named in row["totals"]:
        score = scored(row, named)
        got[named] = "impossible" if score.impossible else "void" if score.void else list(score.totals.values())
    assert got == row["totals"]


@pytest.mark.parametrize("row", HANDS)
def test_a_total_is_the_sum_of_its_lines_and_every_line_has_its_words(row: dict[str, Any]) -> None:
    for named in row["totals"]:
        said = {language: scored(row, named).as_json(language, RULES) for language in ("es", "en")}
        for team in said["es"]["teams"].values():
            assert team["total"] == sum(line["points"] for line in team["lines"])
        words = [
            line["detail"] for answer in said.values() for team in answer["teams"].values() for line in team["lines"]
        ]
        assert all(words)
        assert scored(row, named).as_json("es", RULES) == said["es"]


SPARE = "3b 4b 5b 6b 7b 8b 9b 10b 11b 12b 13b"


def a_hand(**nosotros: Any) -> dict[str, Any]:
    """A hand that nosotros closes with one canasta; ``nosotros`` replaces what that team has."""
    own = {"melds": ["3r 4r 5r 6r 7r 8r 9r", "10k 11k 12k 13k", "1k 1b 1y", "8b 8k 8y", "9k 9b 9y", "4k 5k 6k"]}
    rival = {"melds": ["3y 4y 5y"], "racks": ["6y 7y 10y 11y 12y 13y 10r 11r 12r"]}
    return {"closed_by": "nosotros", "teams": {"nosotros": own | {"muerto": "played"} | nosotros, "ellos": rival}}


def codes_of(hand: dict[str, Any], profile: str = "clasico", *overrides: str) -> str:
    score = score_hand(parse_hand(hand), load_rules(profile, overrides))
    assert all(map(is_told, score.impossible))
    return " ".join(violation.code for violation in score.impossible)


def test_the_hand_that_the_others_spoil_is_possible() -> None:
    assert codes_of(a_hand()) == ""


@pytest.mark.parametrize(
    ("spoiled", "codes"),
    [
        ({"racks": ["3r"]}, "CLOSER_HAS_TILES"),
        ({"muerto": "untaken"}, "CLOSE_NO_MUERTO"),
        (
            {"melds": ["10k 11k 12k 13k", "1k 1b 1y", "8b 8k 8y", "9k 9b 9y", "4k 5k 6k", "3r 4r 5r 6r", "7r 8r 9r"]},
            "CLOSE_NO_CANASTA",
        ),
        ({"racks": ["3r 3r"]}, "IMPOSSIBLE_COPIES CLOSER_HAS_TILES"),
        ({"melds": ["3r 4r 5r 6r 7r 8r 9r"]}, "BUDGET"),
        ({"muerto": "unplayed", "unplayed_muerto": "3b 4b"}, "MUERTO_SIZE CLOSER_HAS_TILES"),
        ({"racks": ["3b", "4b", "5b"]}, "TOO_MANY_RACKS"),
    ],
)
def test_an_impossible_hand_is_named(spoiled: dict[str, Any], codes: str) -> None:
    assert codes_of(a_hand(**spoiled)) == codes


def test_other_impossible_hands_are_named() -> None:
    three = a_hand()
    three["teams"]["tercero"] = {}
    assert codes_of(three) == "WRONG_SIDES"
    assert codes_of(a_hand() | {"players": 3}) == "WRONG_PLAYERS"
    assert codes_of(a_hand() | {"players": 4}, "torneo") == "WRONG_PLAYERS"
    assert codes_of(a_hand(set_aside=["5b 6b 9b"]), "torneo") == "BARRED"
    left = a_hand()
    left["teams"]["nosotros"]["melds"].append("5b 6b 9b")
    assert (codes_of(left, "torneo"), codes_of(left, "clasico")) == ("BARRED", "")
    assert codes_of(a_hand(), "clasico", "canastas_to_close=2") == "CLOSE_NO_CANASTA"
    impure = a_hand()
    impure["teams"]["nosotros"]["melds"][0] = "3r 4r J 6r 7r 8r 9r"
    assert codes_of(impure, "clasico", "close_needs_pura=true") == "CLOSE_NO_PURA"
    everything = [f"{number}{color}" for color in "rbyk" for number in range(1, 14)]
    heap = a_hand() | {"mazo": " ".join(everything), "pozo": " ".join(everything)}
    assert list(dict.fromkeys(codes_of(heap).split())) == ["INVENTORY", "IMPOSSIBLE_COPIES"]


@pytest.mark.parametrize(
    ("profile", "overrides", "codes"),
    [
        pytest.param("rummy", [], "TOO_MANY_MUERTOS", id="a game without muertos"),
        pytest.param("clasico", ["muertos=1", "muerto_size=3"], "TOO_MANY_MUERTOS", id="one muerto for two"),
        pytest.param("clasico", ["muerto_size=3"], "", id="one for each"),
    ],
)
def test_no_more_muertos_are_taken_than_there_are(profile: str, overrides: list[str], codes: str) -> None:
    taken = {"muerto": "unplayed", "unplayed_muerto": "3b 4b 5b"}
    hand = {"partial": True, "teams": {"nosotros": {"muerto": "played"}, "ellos": taken}}
    assert codes_of(hand, profile, *overrides) == codes


@pytest.mark.parametrize(("seed", "untaken"), [(5, 0), (1, 11)])
def test_a_hand_may_tell_of_every_tile_of_the_set(seed: int, untaken: int) -> None:
    rules = load_rules("clasico")
    record = simulate(rules, seed).record
    assert (len(record.tiles), len(record.muertos)) == (len(BAG), untaken)
    assert score_hand(record, rules).impossible == ()
    unseen = replace(record, muertos=(), pozo=(*record.pozo, *record.muertos))
    assert [fault.code for fault in score_hand(unseen, rules).impossible] == ["INVENTORY"] * bool(untaken)


def test_a_partial_record_may_lack_tiles() -> None:
    short = a_hand(melds=["3r 4r 5r 6r 7r 8r 9r"]) | {"partial": True}
    assert codes_of(short) == ""
    unseen = {"teams": {"nosotros": {"muerto": "unplayed"}, "ellos": {}}}
    assert codes_of(unseen | {"partial": True}) == ""
    assert "MUERTO_SIZE" in codes_of(unseen)


def test_in_pairs_the_partner_may_hold_tiles_when_the_closer_has_none() -> None:
    hand = a_hand(racks=["", SPARE])
    hand["teams"]["ellos"]["racks"] = ["6y 7y 10y 11y 12y 13y 10r 11r 12r", SPARE.replace("b", "y")]
    assert codes_of(hand, "parejas", "natural_two_lock=true").split() == []
    assert codes_of(hand, "torneo") == "TOO_MANY_RACKS"
    unplayed = a_hand(muerto="unplayed", unplayed_muerto="7k " + SPARE[3:])
    unplayed["players"] = 4
    assert "CLOSER_HAS_TILES" not in codes_of(unplayed, "parejas")


def test_a_meld_in_a_wrong_order_is_a_question_where_the_rules_are_lenient() -> None:
    hand = a_hand()
    hand["teams"]["nosotros"]["melds"][0] = "4r 3r 5r 6r 7r 8r 9r"
    lenient = score_hand(parse_hand(hand), load_rules("clasico"))
    assert lenient.totals["nosotros"] == score_hand(parse_hand(a_hand()), load_rules("clasico")).totals["nosotros"]
    assert [problem["code"] for problem in lenient.as_json("es", RULES)["problems"]] == ["ORDER"]
    assert codes_of(hand, "torneo") == "CLOSE_NO_CANASTA BARRED"
    hand["teams"]["nosotros"]["melds"][0] = "4r 3r J 6r 7r 8r 9r"
    assert "CANASTA_IMPURE" in str(score_hand(parse_hand(hand), load_rules("clasico")).as_json("es", RULES))
    assert (
        canasta_of(judge_meld(parse_meld("4r 3r J 6r 7r 8r 9r"), load_rules("clasico")), load_rules("clasico"))
        == "impure"
    )


@pytest.mark.parametrize(
    ("meld", "override", "reason"),
    [
        ("1r 2r 3r 4r 5r 6r 7r 8r 9r 10r 11r 12r 13r", "canasta_real=500", "CANASTA_REAL"),
        ("3r 4r 5r 6r 7r 8r 9r", "canasta_real=500", "CANASTA_PURE"),
        ("1r 2r 3r J 5r 6r 7r 8r 9r 10r 11r 12r 13r", "canasta_real=500", "CANASTA_IMPURE"),
        ("3r 3r 3b 3b 3y 3y 3k 3k", "canasta_ocho=250", "CANASTA_OCHO"),
        ("3r 3r 3b 3b 3y 3y 3k", "canasta_ocho=250", "CANASTA_PURE"),
        ("3r 3r 3b 3b 3y 3y J", "canasta_ocho=250", "CANASTA_IMPURE"),
        ("3r 3r 3b 3b 3y 3y 3k", "canasta_of_twos=1000", "CANASTA_PURE"),
        ("3r 4r 5r 6r 7r 8r 9r J", "semi_pura=150", "SEMI_PURA"),
        ("3r 4r 5r 6r 7r 8r J", "semi_pura=150", "CANASTA_IMPURE"),
        ("3r 4r J 6r 7r 8r 9r 10r 11r 12r 13r", "semi_pura=150", "CANASTA_IMPURE"),
        ("7r 7b 7y 7k J 7r 7b 7y", "semi_pura=150", "SEMI_PURA"),
        ("7r 7b 7y 7k 7r 7b 7y J", "semi_pura=150", "SEMI_PURA"),
        ("J 7r 7b 7y 7k 7r 7b", "semi_pura=150", "CANASTA_IMPURE"),
        ("2r 2r 2b 2b 2y 2y J", "canasta_of_twos=1000", "CANASTA_OF_TWOS"),
    ],
)
def test_a_table_may_pay_canastas_of_its_own(meld: str, override: str, reason: str) -> None:
    hand = {"partial": True, "teams": {"nosotros": {"melds": [meld]}, "ellos": {}}}
    score = score_hand(parse_hand(hand), load_rules("clasico", [override]))
    assert reason in [line.reason for line in score.sheets[0].lines]


@pytest.mark.parametrize("row", HANDS)
def test_the_lines_of_a_sheet_show_every_tile_that_they_count(row: dict[str, Any]) -> None:
    for named in row["totals"]:
        score = scored(row, named)
        for sheet, team in zip(score.sheets, score_teams(row), strict=False):
            shown = Counter(tile for line in sheet.lines if not is_bonus(line) for tile in tiles_of(line))
            canastas = [tuple(tiles_of(line)) for line in sheet.lines if is_bonus(line)]
            melds = [tuple(placed_tile.tile for placed_tile in meld) for meld in team.melds]
            reasons = {line.reason for line in sheet.lines}
            flat = "MUERTO_UNPLAYED" in reasons and "UNPLAYED_TILES" not in reasons
            spared = Counter(team.unplayed_muerto if flat else ())
            assert score.void or shown + spared - Counter(team.tiles) == Counter()
            assert (
                score.void
                or load_rules(named.split(", ")[0]).game == "rummy"
                or Counter(team.tiles) - shown - spared == Counter()
            )
            assert all(canasta in melds for canasta in canastas)


def score_teams(row: dict[str, Any]) -> tuple[TeamRecord, ...]:
    return parse_hand({key: value for key, value in row.items() if key not in ("says", "totals")}).teams


def tiles_of(line: ScoreLine) -> list[Tile]:
    return [other_tile.tile if isinstance(other_tile, PlacedTile) else other_tile for other_tile in line.tiles]


def test_a_line_in_the_contracted_form() -> None:
    line = ScoreLine(Reason.CLOSE, 100)
    assert line.as_json() == {"reason": "CLOSE", "points": 100, "detail": line.sentence("es")}
    assert line.sentence() == line.sentence("es") != line.sentence("en")


def test_a_void_hand_names_its_teams_and_what_to_look_at() -> None:
    hand = a_hand(melds=["3r 4r 5r 9r", "10k 11k 12k"]) | {"closed_by": None, "partial": True}
    score = score_hand(parse_hand(hand), load_rules("clasico"))
    assert (score.void, [sheet.team for sheet in score.sheets]) == (True, ["nosotros", "ellos"])
    assert [(problem.team, problem.violation.code) for problem in score.problems] == [("nosotros", "GAP")]
    empty = {"total": 0, "lines": []}
    assert score.as_json("es", RULES) == {
        "void": True,
        "teams": {"nosotros": empty, "ellos": empty},
        "problems": [
            {
                "team": "nosotros",
                "meld": "3r 4r 5r 9r",
                "code": "GAP",
                "message": "A la escalera le faltan el 6 rojo, el 7 rojo y el 8 rojo, y no hay comodín que alcance.",
                "tiles": ["6r", "7r", "8r"],
                "rule": {
                    "key": "run",
                    "article": "de todo el juego",
                    "sentence": "Una escalera sigue los números de un solo color, sin saltos ni repetidos.",
                },
            }
        ],
    }


@pytest.mark.parametrize(
    ("rule_set", "closed_by", "points"),
    [
        ("rummy", "nosotros", [0, 17]),
        ("rummy; rack_counts=all", "nosotros", [3, 17]),
        ("rummy", None, [3, 17]),
    ],
)
def test_in_rummy_the_racks_that_count_add_up(rule_set: str, closed_by: str | None, points: list[int]) -> None:
    profile, *overrides = rule_set.split("; ")
    hand = {"closed_by": closed_by, "teams": {"nosotros": {"racks": ["3r"]}, "ellos": {"racks": ["8k 9b"]}}}
    rules = load_rules(profile, [*overrides, "leftover_on_close=1"])
    score = score_hand(parse_hand(hand), rules)
    assert list(score.totals.values()) == points
    assert [str(line.tiles[0]) for sheet in score.sheets for line in sheet.lines if line.tiles][-1] == "8k"
    said = {sheet.team: [line.sentence("es") for line in sheet.lines] for sheet in score.sheets}
    assert ("ganó la mano" in said["nosotros"]) == (closed_by == "nosotros")
    assert "ganó la mano" not in said["ellos"]


@pytest.mark.parametrize(("closed_by", "melds"), [("nosotros", a_hand()["teams"]["nosotros"]["melds"]), (None, [])])
def test_the_bonus_of_an_exhausted_stock_needs_that_and_a_canasta(closed_by: str | None, melds: list[str]) -> None:
    hand = a_hand(melds=melds) | {"closed_by": closed_by, "partial": True}
    score = score_hand(parse_hand(hand), load_rules("buracco", ["stock_out_close_bonus=50"]))
    assert "STOCK_OUT" not in [line.reason for line in score.sheets[0].lines]


def test_a_whole_set_is_worth_a_thousand_and_sixty() -> None:
    hand = parse_hand(a_hand())
    counted = audit(hand, load_rules("clasico"))
    assert (counted.tiles + counted.missing_tiles, counted.points + counted.missing_points) == (106, 1060)
    assert (
        audit(parse_hand(a_hand() | {"muertos": [SPARE], "mazo": "1r"}), load_rules("clasico")).tiles
        == 12 + counted.tiles
    )
