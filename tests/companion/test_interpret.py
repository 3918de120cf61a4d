"""What a reading means: what is claimed, what the rules may decide, and what stays a question."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from companion.recognition.interpret import SeenPhotograph, interpret
from companion.view_models import NO_TILE, PhotoAnswers, PhotoScore
from engine import load_rules
from tests.companion.builders import reading
from vision.reading import TileRow


def score(table: str, loose: str = "", rules: str = "clasico") -> PhotoScore:
    return interpret(reading(table, loose), (400, 300), load_rules(rules), "a.jpg")


@pytest.mark.parametrize(
    ("table", "rules", "faces", "repaired"),
    [
        pytest.param("7r 8r 9r", "clasico", "7r 8r 9r", False, id="what is sure is claimed"),
        pytest.param("7r 8r 6r.55/9r.40", "clasico", "7r 8r 9r", True, id="6 or 9 at the end of a run is the 9"),
        pytest.param("6r.55/9r.40 7r 8r", "clasico", "6r 7r 8r", True, id="6 or 9 before a 7 is the 6"),
        pytest.param("9r 9k 9b.6/9k.38", "rummy", "9r 9k 9b", True, id="a group of different colours needs the blue"),
        pytest.param("9r 9k 9b.6/9y.38", "clasico", "9r 9k ?", False, id="any colour would do, so nobody can tell"),
        pytest.param("9r 9k 9b.8/9k.15", "clasico", "9r 9k 9b", True, id="but what is likeliest and lawful may stand"),
        pytest.param("7r 8r 6r.77/9r.2", "clasico", "7r 8r ?", False, id="against four to one it asks all the same"),
        pytest.param("5b.6/5k.35 6b 7b.55/7k.4", "rummy", "5b 6b 7b", True, id="two doubts, one lawful reading"),
        pytest.param("5r ? 7r", "clasico", "5r ? 7r", False, id="an unread tile is a question"),
        pytest.param("5r ? 7r", "rummy", "5r ? 7r", False, id="and never a joker"),
        pytest.param("5r 3b.7/J.25 7r", "clasico", "5r ? 7r", False, id="what looks like a 3 is not made a joker"),
        pytest.param("5r 3b.5/J.48 7r", "clasico", "5r ? 7r", False, id="not even where nothing else is lawful"),
        pytest.param("5r J.6/1y.3 7r", "clasico", "5r J 7r", True, id="what looks most like a joker may be one"),
        pytest.param("4r J.7/8y.2 4k", "clasico", "4r ? 4k", False, id="but not where the tile of its ink would do"),
        pytest.param("4r J.92/8y.07 4k", "clasico", "4r J 4k", False, id="unless it surely is one"),
        pytest.param("5r 6b.97 7r", "clasico", "5r 6b 7r", False, id="a sure offence is never repaired"),
        pytest.param("5r 6b.97 7r.6/7b.3", "clasico", "5r 6b ?", False, id="nor can a doubt beside it hide it"),
        pytest.param(
            "5r 6b.95/6r.04 7r", "clasico", "5r ? 7r", False, id="but to call a row wrong takes more than a claim"
        ),
        pytest.param("8k 8r 8b 1r.95/J.04", "clasico", "8k 8r 8b ?", False, id="so a 1 that may be a joker is asked"),
        pytest.param("8k 8r 8b 1r.95/2r.04", "clasico", "8k 8r 8b ?", False, id="or a 2, which is wild"),
        pytest.param("8k 8r 8b 1r.95/3r.04", "clasico", "8k 8r 8b 1r", False, id="not a 3, which is as wrong"),
        pytest.param("5r 6b.995/6r.003 7r", "clasico", "5r 6b 7r", False, id="nor what is all but sure"),
        pytest.param(
            "5r 6r.92/9r.07 7r", "clasico", "5r 6r 7r", False, id="and a row that is right is not asked about"
        ),
        pytest.param(
            "1k.6/11k.39 11b 1y.97/11y.02 11r", "clasico", "? 11b ? 11r", False, id="whatever the tile in doubt is"
        ),
        pytest.param(
            "1k.6/11k.39 1b 1y.97/11y.02 1r", "clasico", "1k 1b 1y 1r", True, id="a row that the one in doubt settles"
        ),
        pytest.param(
            "5r 12r.79/6r.05 7r", "clasico", "5r ? 7r", False, id="the law does not outvote the recognizer by far"
        ),
        pytest.param("5r back.55/6r.42 7r", "clasico", "5r 6r 7r", True, id="a tile that may lie face down"),
        pytest.param("5r back 7r", "clasico", "5r back 7r", False, id="a tile that surely does"),
        pytest.param("1r.84/1k.1 2r.8/2k.1 3r.7/3k.2 4r.6/4k.3", "clasico", "? ? ? ?", False, id="most of a row never"),
        pytest.param("1r.84/1k.1 2r.8/2k.1 3r.7/3k.2 4r", "clasico", "? ? ? 4r", False, id="nor three of four"),
        pytest.param("1r.84/1k.1 2r.8/2k.1 3r 4r", "clasico", "1r 2r 3r 4r", True, id="half of it"),
    ],
)
def test_the_law_decides_only_what_is_in_doubt(table: str, rules: str, faces: str, repaired: bool) -> None:
    result = score(table, rules=rules)
    assert [tile.face for tile in result.tiles] == faces.split()
    assert result.rows[0].repaired is repaired


@pytest.mark.parametrize(
    ("table", "lawful", "points", "meld", "codes"),
    [
        pytest.param("7r 8r J", True, 65, "7r 8r J=9r", [], id="a run with a joker"),
        pytest.param("5r 6b 7r", False, 0, "5r 6b 7r", None, id="an offence is worth nothing"),
        pytest.param("5r 6r", False, 0, "5r 6r", ["TOO_SHORT"], id="two tiles side by side are a row, not a meld"),
        pytest.param("5r ? 7r", False, 0, None, ["unread_tile"], id="a row with an unread tile"),
        pytest.param("5r back ?", False, 0, None, ["face_down", "unread_tile"], id="each silent tile is named"),
        pytest.param("3b 4b 5b 6b 7b 8b 9b", True, 45, "3b 4b 5b 6b 7b 8b 9b", [], id="seven tiles"),
    ],
)
def test_a_row_is_judged(table: str, lawful: bool, points: int, meld: str | None, codes: list[str] | None) -> None:
    row = score(table).rows[0]
    assert (row.lawful, row.points, row.meld) == (lawful, points, meld)
    assert [violation.code for violation in row.violations] == codes or (codes is None and row.violations)


@pytest.mark.parametrize(
    ("line", "parts", "rows", "loose"),
    [
        pytest.param("7r 8r 9r", [(0, 1), (2,)], ["7r 8r 9r"], [], id="a tile that lies a little beside its row"),
        pytest.param("4k 4r 4b 9y 9b 9k", [(0,), (1, 2), (3, 4, 5)], ["4k 4r 4b", "9y 9b 9k"], [], id="before its row"),
        pytest.param("3b 4b 5b 6b", [(0, 1), (2, 3)], ["3b 4b 5b 6b"], [], id="a run in two parts"),
        pytest.param("7r 8r 9b", [(0, 1), (2,)], ["7r 8r"], [2], id="what is no meld together stays apart"),
        pytest.param("3b 4b 5b 6b 7b 8b", [(0, 1, 2), (3, 4, 5)], ["3b 4b 5b", "6b 7b 8b"], [], id="so do two melds"),
        pytest.param("7r 8r 6r.55/9r.4", [(0, 1), (2,)], ["7r 8r"], [2], id="and what is in doubt"),
    ],
)
def test_parts_of_a_row_that_are_a_meld_only_together_are_one(
    line: str, parts: list[tuple[int, ...]], rows: list[str], loose: list[int]
) -> None:
    seen = reading(line)
    apart = tuple(TileRow(part) for part in parts if len(part) > 1), tuple(at for (at, *more) in parts if not more)
    result = interpret(replace(seen, rows=apart[0], loose=apart[1]), (400, 300), load_rules("clasico"))
    assert sorted(row.meld or "?" for row in result.rows) == sorted(rows)
    assert list(result.loose) == loose


def test_the_violation_says_which_tile_and_what_it_may_be() -> None:
    said = score("5r 6r.5/9r.4 11r").rows[0].violations[0].message
    assert "2.ª ficha" in said
    assert "el 6 rojo o el 9 rojo" in said


def test_a_canasta_is_named() -> None:
    assert score("3b 4b 5b 6b 7b 8b 9b").rows[0].canasta == "pure"


def test_points_are_the_sum_of_the_lawful_rows() -> None:
    assert score("7r 8r 9r | 1b 3k 9y | 4b 4k 4r").points == 25 + 15


def test_the_least_sure_of_three_equal_tiles_is_in_doubt() -> None:
    result = score("7r.99 8r 9r", loose="7r.93 7r.999")
    assert [tile.face for tile in result.tiles] == ["7r", "8r", "9r", "?", "7r"]
    assert result.tiles[3].seen == "7r"


def test_a_third_copy_in_a_row_is_named_and_decided_where_one_face_is_left() -> None:
    row = score("5y 6y 7r.9", loose="7r 7r").rows[0]
    assert [violation.code for violation in row.violations] == ["surplus_tile"]
    assert "el 7 rojo" in row.violations[0].message
    decided = score("5y 6y 7r.9/7y.09", loose="7r 7r")
    assert (decided.tiles[2].seen, decided.tiles[2].face, decided.rows[0].repaired) == ("7r", "7y", True)


def test_a_doubtful_tile_is_not_given_a_face_that_is_spent() -> None:
    assert score("7r 8r 6r.5/9r.45", loose="9r 9r").tiles[2].face == "?"


def test_a_face_that_lies_elsewhere_already_is_half_as_likely() -> None:
    assert score("9r 9k 9y.6/9b.35").tiles[2].face == "?"
    assert score("9r 9k 9y.6/9b.35", loose="9b").tiles[2].face == "9y"


def test_an_unsure_tile_lists_its_best_guess_among_the_alternatives() -> None:
    tile = score("", loose="6r.55/9r.40").tiles[0]
    assert (tile.face, tile.seen, tile.confidence) == ("?", "?", 0.55)
    assert tile.alternatives[:2] == (("6r", 0.55), ("9r", 0.4))


def test_a_sure_tile_lists_only_the_others() -> None:
    assert score("", loose="6r.9/9r.09").tiles[0].alternatives[0] == ("9r", 0.09)


def test_a_joker_beside_nothing_stays_a_joker() -> None:
    assert score("", loose="J").tiles[0].face == "J"


def test_what_the_law_offers_is_told_of_a_row_and_changes_nothing() -> None:
    said = score("3r 4r 5r 6r 7r 8r 2r", rules="eburako").as_json()
    (row,) = said["rows"]
    assert (row["meld"], row["canasta"]) == ("3r 4r 5r 6r 7r 8r 2r=9r", "impure")
    (offer,) = row["offers"]
    assert (offer["code"], offer["meld"], offer["canasta"], offer["points"], offer["may_move"]) == (
        *("TWO_HOME", "2r 3r 4r 5r 6r 7r 8r", "pure", 100),
        True,
    )


def test_the_json_is_as_contracted() -> None:
    said = json.loads(json.dumps(score("7r 8r J", loose="4b").as_json()))
    assert list(said) == ["image", "size", "rules", "tiles", "rows", "loose", "points", "elapsed_ms", "quality"]
    assert list(said["tiles"][0]) == ["id", "face", "seen", "confidence", "alternatives", "corners"]
    assert list(said["rows"][0]) == ["tiles", "meld", "kind", "lawful", "canasta", "points", "violations", "repaired"]
    assert (said["image"], said["size"], said["rules"], said["loose"]) == ("a.jpg", [400, 300], "clasico", [3])
    assert said["elapsed_ms"] == {"detect": 9.1, "read": 6.0, "total": 15.1}
    assert said["tiles"][1]["corners"] == [[60, 20], [100, 20], [100, 80], [60, 80]]


@pytest.mark.parametrize(
    ("table", "corrections", "faces", "lawful"),
    [
        pytest.param("7r 8r 6b", {2: "9r"}, "7r 8r 9r", True, id="a person knows better than a sure reading"),
        pytest.param("5r ? 7r", {1: "J"}, "5r J 7r", True, id="and may say joker"),
        pytest.param("6r.6/9r.3 7k 8r", {1: "7r"}, "6r 7r 8r", True, id="which lets the law decide a neighbour"),
        pytest.param("7r 3k 8r 9r", {1: NO_TILE}, "7r none 8r 9r", True, id="a place without a tile"),
        pytest.param("7r 8r 9r", {1: "back"}, "7r back 9r", False, id="a tile that lies face down"),
    ],
)
def test_a_correction_is_certain(table: str, corrections: dict[int, str], faces: str, lawful: bool) -> None:
    seen = SeenPhotograph("a.jpg", (400, 300), reading(table))
    corrected = seen.score(load_rules("clasico"), "es", PhotoAnswers(corrections))
    assert [tile.face for tile in corrected.tiles] == faces.split()
    assert corrected.rows[0].lawful is lawful
    untouched = seen.score(load_rules("clasico"))
    assert [tile.seen for tile in corrected.tiles] == [tile.seen for tile in untouched.tiles]


def test_a_tile_that_is_not_there_is_in_no_row_and_not_loose() -> None:
    seen = SeenPhotograph("a.jpg", (400, 300), reading("7r 3k 8r 9r", loose="4b"))
    corrected = seen.score(load_rules("clasico"), "es", PhotoAnswers({1: NO_TILE, 4: NO_TILE}))
    assert (corrected.rows[0].tiles, corrected.loose) == ((0, 2, 3), ())


def test_a_row_of_which_no_tile_is_there_is_none() -> None:
    seen = SeenPhotograph("a.jpg", (400, 300), reading("7r 8r"))
    corrected = seen.score(load_rules("clasico"), "es", PhotoAnswers({0: NO_TILE, 1: NO_TILE}))
    assert (corrected.rows, corrected.points) == ((), 0)


def test_a_corrected_tile_is_never_the_one_too_many() -> None:
    seen = SeenPhotograph("a.jpg", (400, 300), reading("", loose="7r 7r 8r"))
    assert [tile.face for tile in seen.score(load_rules("clasico"), "es", PhotoAnswers({2: "7r"})).tiles].count(
        "?"
    ) == 1


def test_what_was_judged_is_not_judged_again_until_something_else_is_asked() -> None:
    seen = SeenPhotograph("a.jpg", (400, 300), reading("7r 3k 8r 9r"))
    first = seen.score(load_rules("clasico"))
    corrected = [
        seen.score(load_rules("clasico"), "es", PhotoAnswers({1: face})) for face in (f"{n}r" for n in range(1, 14))
    ]
    assert [found.tiles[1].face for found in corrected] == [f"{number}r" for number in range(1, 14)]
    again = seen.score(load_rules("clasico"))
    assert again == first
    assert seen.score(load_rules("clasico")) is again
    assert seen.score(load_rules("rummy")).rules == "rummy"
    english = seen.score(load_rules("clasico"), "en")
    assert english.rows[0].violations[0].message != first.rows[0].violations[0].message


def test_an_empty_table_has_no_points() -> None:
    result = score("")
    assert (result.tiles, result.rows, result.points) == ((), (), 0)


def test_a_row_of_thirteen_unread_tiles_is_told_within_the_budget() -> None:
    assert score(" ".join("?" * 13)).rows[0].lawful is False


def test_tiles_that_the_edge_cuts_are_told_but_for_what_is_no_tile() -> None:
    seen = SeenPhotograph("a.jpg", (100, 300), reading("7r 8r 9r"))
    over = [tile.id for tile in seen.score(load_rules("clasico")).tiles if max(x for x, _ in tile.corners) > 100]
    assert 0 < len(over) < 3
    assert seen.score(load_rules("clasico")).as_json()["cut_off"] == tuple(over)
    corrected = seen.score(load_rules("clasico"), answers=PhotoAnswers(dict.fromkeys(over, NO_TILE)))
    assert "cut_off" not in corrected.as_json()


@pytest.mark.parametrize("what", ["burnt_out", "faint"])
def test_what_may_hide_a_tile_is_told_where_something_is(what: str) -> None:
    there = np.array([[100, 20.04], [160, 20], [130, 70]], np.float32)
    plain, hiding = reading("7r 8r J"), replace(reading("7r 8r J"), **{what: (there,)})
    shown, clear = (interpret(reading, (400, 300), load_rules("clasico")) for reading in (hiding, plain))
    assert shown.as_json()[what] == (((100, 20), (160, 20), (130, 70)),)
    assert (shown.unseen, clear.unseen, what in clear.as_json()) == ((what,), (), False)


@pytest.mark.parametrize(
    ("table", "flaws", "retake"),
    [
        ("7r 8r 9r", (), False),
        ("7r 8r 9r", ("shaken",), False),
        ("7r ? 9r", ("shaken",), True),
        ("7r ? 9r", (), False),
        ("7r 8r 9r 10r 11r 12r 13r | 4b 4k 4r 4y ?", ("too_small", "veiled"), False),
        ("", ("too_dark",), True),
        ("", (), False),
    ],
    ids=["good", "read all the same", "in doubt", "in doubt for itself", "one of twelve", "nothing seen", "empty"],
)
def test_another_photograph_is_asked_for_where_a_bad_one_leaves_doubts(
    table: str, flaws: tuple[str, ...], retake: bool
) -> None:
    seen = interpret(replace(reading(table), flaws=flaws), (400, 300), load_rules("clasico"))
    assert seen.as_json()["quality"] == {"problems": list(flaws), "retake": retake}
    assert [flaw.code for flaw in seen.retake] == (list(flaws) if retake else [])


def test_what_is_wrong_is_said_in_the_language_of_the_reader() -> None:
    shaken = replace(reading("7r ? 9r"), flaws=("shaken",))
    sentences = [
        interpret(shaken, (400, 300), load_rules("clasico"), "", language).retake[0] for language in ("es", "en")
    ]
    assert [(flaw.message, flaw.advice) for flaw in sentences] == [
        ("La foto salió movida.", "Sacá otra con el celular quieto."),
        ("The photograph is shaken.", "Take another with the phone held still."),
    ]
