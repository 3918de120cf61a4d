"""Filmed hands: what can be seen of a story, who answers what is asked of it, and how shares are told."""

from __future__ import annotations

from dataclasses import replace
from math import inf
from pathlib import Path
from typing import ClassVar, cast

import pytest

from companion.evaluation.film_score import FilmGrades
from companion.evaluation.film_summary import GradedFilms, summary
from companion.evaluation.film_truth import TrueFilm, TrueMove, TrueTable, plain, visible
from companion.evaluation.simulated_answers import SimulatedAnswers, best_answer, true_faces
from companion.game_tracking.hand_tracker import HandTracker
from companion.game_tracking.observation import UnsureTile
from companion.game_tracking.updates import Question
from engine.hand.notation import parse_move
from engine.inference.observation import Observation
from vision.watching.frame_results import FrameResult, FrameState

MARK = FilmGrades(name="a", rules="clasico", codec="h264", moves=10, found=10, invented=0, offences=1,
                  offences_found=1, false_alarms=0, taps=0, is_score_exact=True, is_score_exact_alone=True,
                  is_score_exact_thrifty=True, is_score_silent_wrong=False, delays_s=(0.1, 0.2),
                  missed=())  # fmt: skip


@pytest.mark.parametrize(
    ("moves", "seen"),
    [
        ((("0 draw 5r", 0), ("0 end", 0), ("0 discard 5r", 0)), ["0 discard 5r"]),
        ((("0 lay 5r 6r 7r", 4), ("0 extend #1 5r 6r 7r 8r", 4)), ["0 extend #1 5r 6r 7r 8r"]),
        ((("0 lay 5r 6r 7r", 4), ("0 extend #1 5r 6r 7r 8r", 9)), ["0 lay 5r 6r 7r", "0 extend #1 5r 6r 7r 8r"]),
        ((("0 lay 5r 6r 7r", 4), ("0 extend #1 8b 9b 10b", 4)), ["0 lay 5r 6r 7r", "0 extend #1 8b 9b 10b"]),
        ((("0 lay 5r 6r 7r", 4), ("1 extend #1 5r 6r 7r 8r", 4)), ["0 lay 5r 6r 7r", "1 extend #1 5r 6r 7r 8r"]),
    ],
)
def test_what_was_changed_again_before_anybody_looked_was_not_seen(
    moves: tuple[tuple[str, int], ...], seen: list[str]
) -> None:
    told = [TrueMove(move=parse_move(move), frame=frame, is_offence=False) for move, frame in moves]
    assert [str(true_move.move) for true_move in visible(told)] == seen


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("0 redraw 5r 7k", "0 redraw 5r", True),
        ("0 redraw 5r 7k", "0 redraw 6r", False),
        ("0 extend #3 5r 6r 7r", "0 extend #9 7r 6r 5r", True),
        ("0 lay 5r 6r 7r", "1 lay 5r 6r 7r", False),
        ("0 rearrange #1 : 4r 5r 6r | 7r 8r 9r", "0 rearrange #2 #5 : 7r 8r 9r | 6r 5r 4r", True),
    ],
)
def test_moves_are_the_same_without_what_only_the_player_knows(one: str, other: str, same: bool) -> None:
    assert (plain(parse_move(one)) == plain(parse_move(other))) is same


@pytest.mark.parametrize(
    ("seen", "options", "named"),
    [
        ("0: 5r ? 7r; pozo: 9k", (("6b", 0.5), ("6r", 0.4)), "6r"),
        ("0: 5r 6r 7r; pozo: ?", (("9b", 0.5), ("9y", 0.4)), "9k"),
        ("0: 5r 6r 7r; pozo: 9k", (("1b", 0.5),), "none"),
        ("0: 5r 6r 7r; pozo: ?", (("3y", 0.5), ("3r", 0.4)), "3y"),
    ],
)
def test_whoever_sees_everything_names_what_cannot_be_read(
    seen: str, options: tuple[tuple[str, float], ...], named: str
) -> None:
    question = Question(unsure=(UnsureTile(number=4, options=options),), seen=Observation.parse(seen))
    found = true_faces(
        question, [Observation.parse("0: 5r 6r 7r; pozo: 9k"), Observation.parse("0: 5r 6r 7r; pozo: 3y")]
    )
    assert found == {4: named}
    assert true_faces(question, []) == {}


def test_a_tile_is_named_by_its_row_though_another_was_misread_as_it() -> None:
    question = Question(
        unsure=(UnsureTile(number=7, options=(("5k", 0.99),)),), seen=Observation.parse("1: 5k 5b 5k; 0: 4k ? 6k")
    )
    assert true_faces(question, [Observation.parse("1: 5k 5b 5r; 0: 4k 5k 6k")]) == {7: "5k"}


def test_two_tiles_that_cannot_be_read_are_not_named_as_the_same_one() -> None:
    options = (("12k", 0.7), ("12r", 0.2))
    question = Question(
        unsure=tuple(UnsureTile(number=number, options=options) for number in (7, 8)),
        seen=Observation.parse("table: ? ? 12y"),
    )
    tables = [Observation.parse("table: 12r 12k 12y"), Observation.parse("")]
    assert true_faces(question, tables) == {7: "12k", 8: "12r"}


def test_a_tile_that_was_only_guessed_right_is_confirmed() -> None:
    """The question shows the row as the law lets it be."""
    options = (("6r", 0.7), ("5r", 0.2))
    question = Question(unsure=(UnsureTile(number=7, options=options),), seen=Observation.parse("table: 5k 5r 5b"))
    tables = [Observation.parse("table: 5k 5r 5b")]
    assert true_faces(question, tables) == {7: "none"}
    assert true_faces(question, tables, ["5k", "5b"]) == {7: "5r"}


class Asking:
    """A watch that asks about two tiles at every frame."""

    lying: ClassVar = {9: "12y"}

    def __init__(self) -> None:
        self.named: list[dict[int, str]] = []

    def __call__(self, watched: FrameResult) -> Question:
        return Question(
            unsure=tuple(UnsureTile(number=number, options=(("12r", 0.7),)) for number in (7, 8)),
            seen=Observation.parse("table: ? ? 12y"),
        )

    def name_tiles(self, faces: dict[int, str]) -> None:
        self.named.append(faces)


@pytest.mark.parametrize(
    ("most", "named"),
    [(inf, [{7: "12r", 8: "12k"}] * 3), (3, [{7: "12r", 8: "12k"}, {7: "12r"}]), (1, [{7: "12r"}]), (0, [])],
)
def test_nobody_taps_more_than_he_will(most: float, named: list[dict[int, str]]) -> None:
    """A tap counts also where nothing new follows from it."""
    tables = (TrueTable(0, Observation.parse("table: 12r 12k 12y")),)
    truth = TrueFilm(video=Path("a"), rules="clasico", players=2, starter=0, fps=10, moves=(), racks=(), totals={},
                     tables=tables, codec="")  # fmt: skip
    hand = Asking()
    answerer = SimulatedAnswers(cast("HandTracker", hand), truth, most)
    for frame in range(3):
        answerer.on_frame(FrameResult(index=frame + 1, at_s=frame / 10, state=FrameState.STILL))
    assert hand.named == named
    assert answerer.taps == sum(map(len, named))
    assert [report.frame for report in answerer.reported] == [0, 1, 2]


@pytest.mark.parametrize(("known", "answer"), [("4r 5r 6r 7r", 0), ("4r 5r 6r", None)])
def test_whoever_sees_that_nothing_happened_says_so(known: str, answer: int | None) -> None:
    seen = Observation.parse("0: 4r 5r 6r 7r; pozo: 9k")
    truth = TrueFilm(video=Path("a"), rules="clasico", players=2, starter=0, fps=10, moves=(), racks=(), totals={},
                     tables=(TrueTable(0, seen),), codec="")  # fmt: skip
    question = Question(answers=((), (parse_move("0 rearrange #1 : 4r 5r 6r"),)), seen=seen)
    assert best_answer(question, truth, 5, [known]) == answer


def test_the_table_at_a_frame_is_the_last_that_began_before() -> None:
    tables = tuple(TrueTable(frame, Observation.parse(text)) for frame, text in ((0, ""), (8, "pozo: 9k")))
    truth = TrueFilm(video=Path("a"), rules="clasico", players=2, starter=0, fps=10, moves=(), racks=(), totals={},
                     tables=tables, codec="")  # fmt: skip
    assert [str(truth.table_at(frame)) for frame in (0, 7, 8, 90)] == ["", "", "pozo: 9k", "pozo: 9k"]


@pytest.mark.parametrize(
    ("changed", "shares"),
    [
        ({}, (1, 1, 1, 0)),
        ({"taps": 3, "is_score_exact_alone": False}, (0, 1, 1, 0)),
        ({"taps": 4, "is_score_exact_alone": False}, (0, 1, 0, 0)),
        ({"taps": 4, "is_score_exact_alone": False, "is_score_exact_thrifty": False}, (0, 0, 0, 0)),
        (
            {"is_score_exact": False, "is_score_exact_alone": False, "is_score_exact_thrifty": False}
            | {"is_score_silent_wrong": True},
            (0, 0, 0, 1),
        ),
    ],
)
def test_without_help_is_what_nobody_answered_and_three_taps_are_no_trouble(
    changed: dict[str, object], shares: tuple[int, int, int, int]
) -> None:
    found = GradedFilms((replace(MARK, **changed),)).shares  # type: ignore[arg-type]
    names = ("exact_unaided", "exact_with_taps", "few_taps", "silently_wrong")
    assert tuple(found[name].count for name in names) == shares


def test_hands_are_told_by_profile_and_by_encoder() -> None:
    summed = summary((MARK, replace(MARK, rules="rummy", codec="mjpg", found=5)))
    assert summed["overall"]["moves_found"]["value"] == 0.75
    assert {name: each["hands"] for name, each in summed["by_rules"].items()} == {"clasico": 1, "rummy": 1}
    assert summed["by_codec"]["mjpg"]["moves_found"]["value"] == 0.5
    assert summed["by_rules"]["clasico"]["delay_s"]["p95"]["value"] == 0.2
