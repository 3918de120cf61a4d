"""A season reckoned by hand: points by rule, averages, streaks, head to head, and whose table it is."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.league.evenings import HandsMade
from companion.league.season import Row, SeasonRule, mean_within, streak, table
from tests.companion.league.season_of import evening, game

FIRST = evening(1, game("Ana", "Beto", (1500, 900)), game("Ana", "Caro", (1500, 1300)),
                game("Beto", "Caro", (800, 1500)), places=("Ana", "Caro", "Beto"))  # fmt: skip
SECOND = evening(2, game("Ana", "Caro", (1000, 1500)), game("Dani", "Ana", (700, 700)), places=("Caro",))
BOTH = (FIRST, SECOND)


def rows(rule: SeasonRule = SeasonRule(), of: str = "players", evenings=BOTH) -> dict[str, Row]:  # noqa: B008
    return {row.name: row for row in table(evenings, rule, of)}


POINTS = [
    pytest.param(SeasonRule(), {"Ana": 9, "Caro": 8, "Beto": 1, "Dani": 2}, id="three, one, none, and one to come"),
    pytest.param(SeasonRule(came=0), {"Ana": 7, "Caro": 6, "Beto": 0, "Dani": 1}, id="nothing for coming"),
    pytest.param(SeasonRule(won=0, level=0, came=0, places=(10, 6, 4)), {"Ana": 10, "Caro": 16, "Beto": 4, "Dani": 0},
                 id="for the place alone"),
    pytest.param(SeasonRule(best=1), {"Ana": 7, "Caro": 4, "Beto": 1, "Dani": 2}, id="the best evening alone"),
    pytest.param(SeasonRule(lost=1, came=0), {"Ana": 8, "Caro": 7, "Beto": 2, "Dani": 1}, id="one for a loss"),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "points"), POINTS)
def test_points_of_a_season(rule: SeasonRule, points: dict[str, int]):
    found = rows(rule)
    assert {name: row.points for name, row in found.items()} == points
    assert [row.points for row in found.values()] == sorted(points.values(), reverse=True)


def test_what_stands_in_a_row():
    ana, beto = rows()["Ana"], rows()["Beto"]
    assert (ana.evenings, ana.won, ana.level, ana.lost, ana.form) == (2, 2, 1, 1, (1, 1, 0, 0.5))
    assert (ana.average, ana.mean_points) == (75.0, 1175.0)
    assert ana.met == (("Caro", 1, 0, 1), ("Beto", 1, 0, 0), ("Dani", 0, 1, 0))
    assert (beto.streak, beto.average, beto.margin) == (-2, -650.0, 635.3)
    assert (rows()["Caro"].streak, rows()["Dani"].margin) == (2, None)
    assert len(ana.ratings) == 2
    assert len(beto.ratings) == 1


def test_those_whom_nothing_separates_share_a_rank():
    one = evening(1, game("Ana", "Beto", (10, 5)), game("Caro", "Dani", (20, 5)))
    assert [(row.name, row.rank) for row in table([one], SeasonRule(), "players")] == [
        ("Ana", 1), ("Caro", 1), ("Beto", 3), ("Dani", 3),
    ]  # fmt: skip


def test_a_match_that_was_not_played_gives_points_and_no_rating():
    absent = replace(game("Ana", "Beto", (1500, 0)), was_played=False)
    found = rows(evenings=[evening(1, absent)])
    assert (found["Ana"].points, found["Ana"].won, found["Ana"].average, found["Ana"].ratings) == (4, 1, None, ())


def test_pairs_are_players_who_meet_a_pair_and_those_of_one_club_do_not_meet():
    pairs = evening(1, game("Ana + Beto", "Caro + Dani", (2000, 500)))
    assert {name: row.won for name, row in rows(evenings=[pairs]).items()} == {
        "Ana": 1,
        "Beto": 1,
        "Caro": 0,
        "Dani": 0,
    }
    assert list(rows(of="sides", evenings=[pairs])) == ["Ana + Beto", "Caro + Dani"]
    clubs = rows(of="clubs")
    assert {name: (row.won, row.level, row.lost) for name, row in clubs.items()} == {
        "Lobos": (1, 1, 2),
        "Roque": (2, 1, 1),
    }


def test_what_hands_were_made_of_is_added_up():
    made = HandsMade(hands=3, puras=2, impuras=4, closes=1, muertos=3), HandsMade(hands=3, impuras=1)
    found = rows(
        evenings=[evening(1, game("Ana", "Beto", (9, 5), made)), evening(2, game("Ana", "Beto", (5, 9), made))]
    )
    assert found["Ana"].made == HandsMade(6, 4, 8, 2, 6)


@pytest.mark.parametrize(
    ("values", "mean", "margin"),
    [
        ([], None, None),
        ([100], 100.0, None),
        ([100, 300], 200.0, 1270.6),
        ([10] * 5, 10.0, 0.0),
        ([0, 10] * 50, 5.0, 1.0),
    ],
)
def test_a_mean_says_how_sure_it_is(values: list[int], mean: float | None, margin: float | None):
    assert mean_within(values) == (mean, margin)


@pytest.mark.parametrize(("scores", "length"), [([], 0), ([1], 1), ([0, 0], -2), ([1, 0.5], 0), ([0, 1, 1, 1], 3)])
def test_streaks(scores: list[float], length: int):
    assert streak(scores) == length


def test_the_order_in_which_evenings_are_named_changes_nothing():
    assert table(BOTH, SeasonRule(), "players") == table(BOTH[::-1], SeasonRule(), "players")
