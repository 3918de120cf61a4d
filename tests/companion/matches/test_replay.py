"""A hand step by step: one step a move, the table and the points after each, and what was taken back as such."""

from __future__ import annotations

import pytest

from companion import match_commands
from companion.refusal import TableRefused
from tests.companion.matches.visit import Visit

PLAYED = """
hand begins               |                     | -100 -100
Ana draws and lays        | 4r 5r 6r            | -85  -100
Ana discards              | 4r 5r 6r            | -85  -100
Beto draws and lays       | 4r 5r 6r, 9k 9b 9y  | -85  -70
"""


def steps(visit: Visit, language: str = "es") -> list[tuple[str, tuple[int, ...], bool]]:
    """What each step says last, the points after it, and whether it holds."""
    return [(step.line.says[-1], step.points, step.line.holds) for step in replay(visit, language=language).steps]


def replay(visit: Visit, at: int | None = None, language: str = "es"):
    return visit.service.replay(visit.match, language, 1, at)


def plays(visit: Visit) -> None:
    visit.plays("0 draw\n0 lay 4r 5r 6r\n0 discard 9k")
    visit.plays("1 draw\n1 lay 9k 9b 9y")


def test_each_move_is_a_step_with_its_table_and_its_points(visit: Visit):
    plays(visit)
    rows = [line.split("|") for line in PLAYED.strip().splitlines()]
    assert len(replay(visit).steps) == len(rows)
    for at, (_says, melds, points) in enumerate(rows, 1):
        shown = replay(visit, at)
        lying = [meld.strip() for meld in melds.split(",") if meld.strip()]
        assert [meld.meld for meld in shown.hand.melds] == lying, at
        assert shown.steps[at - 1].points == tuple(map(int, points.split())), at


def test_what_somebody_had_is_told_once_the_hand_is_over(visit: Visit):
    """For each move that was chosen, the position before it: with the tile that was drawn, without what was laid."""
    visit.plays("0 rack 4r 5r 6r 9k 1b 3y 7k 8k 10y 11b 12b 12k")
    visit.plays("0 draw 13b\n0 lay 4r 5r 6r\n0 discard 9k")
    assert [replay(visit, at).position for at in (2, 3, 4)] == [None, None, None], "it is still played"
    visit.plays("0 close discard")
    shows, lays, throws = (replay(visit, at).position for at in (2, 3, 4))
    assert shows is None
    assert (lays.seat, lays.drawn, lays.table) == (0, True, ())
    assert sorted(lays.rack) == sorted(
        ["4r", "5r", "6r", "9k", "1b", "3y", "7k", "8k", "10y", "11b", "12b", "12k", "13b"]
    )
    assert (throws.table, len(throws.rack), throws.muerto_taken) == (("4r 5r 6r",), 10, False)


def test_a_draw_is_told_with_what_follows_it(visit: Visit):
    plays(visit)
    assert [step.line.says for step in replay(visit).steps[1:3]] == [
        ("Ana roba una ficha.", "Ana baja 4r 5r 6r."),
        ("Ana tira el 9 negro.",),
    ]


def test_what_was_taken_back_is_a_step_that_changes_nothing(visit: Visit):
    plays(visit)
    visit.says(match_commands.Undo())
    visit.plays("1 draw\n1 discard 3b")
    assert [(said, holds) for said, _points, holds in steps(visit)] == [
        ("Empieza la mano 1: sale Ana.", True),
        ("Ana baja 4r 5r 6r.", True),
        ("Ana tira el 9 negro.", True),
        ("Beto baja 9k 9b 9y.", False),
        ("Beto tira el 3 azul.", True),
    ]
    for at in (4, 5):
        assert [meld.meld for meld in replay(visit, at).hand.melds] == ["4r 5r 6r"]
        assert replay(visit, at).steps[at - 1].points == (-85, -100)


def test_what_is_brought_back_holds_again(visit: Visit):
    plays(visit)
    before = steps(visit)
    visit.says(match_commands.Undo(), match_commands.Undo(), match_commands.Redo(), match_commands.Redo())
    assert steps(visit) == before


def test_an_entry_that_was_changed_is_replayed_as_it_is_now(visit: Visit):
    plays(visit)
    entry = visit.state.revision
    visit.says(match_commands.Revise(entry, "1 draw\n1 lay 9k 9b 9y J"))
    assert steps(visit)[-1] == ("Beto baja 9k 9b 9y J=9r.", (-85, -20), True)


def test_a_counted_hand_has_a_step_for_each_meld(visit: Visit):
    melds = {0: "4r 5r 6r 7r 8r 9r 10r", 1: "9k 9b 9y"}
    visit.says(match_commands.Count(stock_out=True, melds=melds, racks={0: "3b", 1: "", 2: "", 3: ""}, partial=True))
    said = [said for said, _points, _holds in steps(visit)]
    assert "Se contó un juego de Ana + Caro: 4r 5r 6r 7r 8r 9r 10r." in said
    assert "Se contó un juego de Beto + Dani: 9k 9b 9y." in said
    assert sum(line.startswith("Se cargó la cuenta") for step in replay(visit).steps for line in step.line.says) == 1


@pytest.mark.parametrize(("at", "shown"), [(None, 4), (-3, 1), (0, 1), (2, 2), (99, 4)])
def test_the_nearest_step_is_shown(visit: Visit, at: int | None, shown: int):
    plays(visit)
    assert replay(visit, at).at == shown


def test_there_is_no_replay_of_a_hand_that_never_was(visit: Visit):
    with pytest.raises(TableRefused):
        visit.service.replay(visit.match, "es", 7)


def test_racks_are_nobody_elses_while_the_hand_goes_on(visit: Visit):
    plays(visit)
    visit.plays("1 rack 3b 4b")
    assert all(not rack.known for rack in replay(visit).hand.racks)


def test_the_steps_are_told_once_until_something_more_is_said(visit: Visit):
    plays(visit)
    first = replay(visit, 1)
    assert replay(visit, 2).steps is first.steps
    assert replay(visit, 1, "en").steps[-1].line.says != first.steps[-1].line.says
    assert replay(visit, 1).steps is first.steps
    visit.plays("1 discard 3k")
    assert len(replay(visit, 1).steps) == len(first.steps) + 1
