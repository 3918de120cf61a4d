"""Hands told move by move: each story of the table, and what must hold of all of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from engine import RulesError, load_rules
from engine.hand.apply import apply, replay
from engine.hand.history import MoveHistory, record_of
from engine.hand.moves import Draw, Move
from engine.hand.notation import parse_move, parse_moves
from engine.hand.state import Rack, TableState, dealt_table
from engine.placed_tile import notation, parse_tiles
from engine.scoring.scoring import score_hand
from tests.engine.cases import is_told, overrides, rows


def moves_with_codes(row: dict[str, Any]) -> list[tuple[Move, list[str]]]:
    """The moves of a story with the codes that each breaks; two bars where the move has one of its own."""
    lines = [line for line in row["moves"].splitlines() if line.strip()]
    halves = [line.split("||" if "||" in line else "|") for line in lines]
    whole = [(" ".join(half[:-1]) if len(half) > 1 else half[0], half[-1] if len(half) > 1 else "") for half in halves]
    return [(parse_move(line), codes.split()) for line, codes in whole]


def start(row: dict[str, Any]) -> TableState:
    state = dealt_table(row.get("players", 2), load_rules(row["rules"], overrides(row)))
    totals = row.get("totals_before", [0] * len(state.teams))
    teams = zip(state.teams, totals, strict=True)
    return replace(state, teams=tuple(replace(team, total=total) for team, total in teams))


def stories() -> list[Any]:
    """Every story under each of its profiles."""
    listed = []
    for row in (*rows("stories", "story"), *rows("clubs", "story"), *rows("abroad", "story")):
        (history,) = row.values
        profiles = [history["rules"]] if isinstance(history["rules"], str) else history["rules"]
        listed += [pytest.param(history | {"rules": name}, id=f"{name}: {history['says']}") for name in profiles]
    return listed


@pytest.mark.parametrize("row", stories())
def test_a_hand_goes_as_the_law_says(row: dict[str, Any]) -> None:
    rules, state = load_rules(row["rules"], overrides(row)), start(row)
    for move, breaks in moves_with_codes(row):
        applied = apply(state, move, rules)
        assert [fault.code for fault in applied.violations] == breaks, move
        assert all(map(is_told, applied.violations))
        state = applied.state
        assert state.count() == len(rules.bag), move
        assert min(state.mazo, *(rack.count for rack in state.racks)) >= 0
        assert all(len(rack.known) <= rack.count for rack in state.racks)
    ends_as(row, state)


def ends_as(row: dict[str, Any], state: TableState) -> None:
    """What a row says of the end of its story."""
    if "racks" in row:
        assert [rack.count for rack in state.racks] == row["racks"]
    if "known" in row:
        assert [rack.known for rack in state.racks] == [parse_tiles(tiles) for tiles in row["known"]]
    if "muertos" in row:
        assert [team.muerto for team in state.teams] == row["muertos"]
    if "set_aside" in row:
        assert [" | ".join(map(notation, team.set_aside)) for team in state.teams] == row["set_aside"]
    if "laid" in row:
        assert " | ".join(notation(meld.row) for meld in state.melds) == row["laid"]
    assert state.mazo == row.get("mazo", state.mazo)
    assert str(state.ended) == row.get("ends", str(state.ended))
    if "reasons" in row:
        sheet = score_hand(record_of(state), load_rules(row["rules"], overrides(row))).sheets[0]
        assert [line.reason for line in sheet.lines] == row["reasons"]


@pytest.mark.parametrize("row", stories())
def test_a_story_is_undone_and_told_again(row: dict[str, Any]) -> None:
    rules = load_rules(row["rules"], overrides(row))
    moves = tuple(move for move, _ in moves_with_codes(row))
    history = MoveHistory(start(row)).then(*moves)
    assert parse_moves(str(history)) == moves
    whole = history.replayed(rules)
    assert whole == replay(history.start, moves, rules)
    for count in range(len(moves) + 1):
        back = history
        for _ in range(count):
            back = back.undo()
        assert back.replayed(rules) == replay(history.start, moves[: len(moves) - count], rules)
        for _ in range(count):
            back = back.redo()
        assert back == history


@pytest.mark.parametrize("seat", [-1, 2])
def test_nobody_plays_from_a_seat_that_is_not_there(seat: int) -> None:
    rules = load_rules("clasico")
    state = dealt_table(2, rules)
    applied = apply(state, Draw(seat), rules)
    assert (applied.state, [fault.code for fault in applied.violations]) == (state, ["NO_SEAT"])


def test_a_story_without_moves_has_nothing_to_undo() -> None:
    history = MoveHistory(dealt_table(2, load_rules("clasico")))
    assert history.undo() is history
    assert history.redo() is history
    assert history.then(parse_move("0 draw")).undo().then(parse_move("1 draw")).undone == ()


@pytest.mark.parametrize(
    ("profile", "players", "teams", "each", "mazo"),
    [
        ("clasico", 2, {"nosotros": (0,), "ellos": (1,)}, 12, 60),
        ("clasico", 4, {"nosotros": (0, 2), "ellos": (1, 3)}, 11, 40),
        ("rummy", 3, {"jugador 1": (0,), "jugador 2": (1,), "jugador 3": (2,)}, 14, 63),
    ],
)
def test_a_table_is_dealt(profile: str, players: int, teams: dict[str, tuple[int, ...]], each: int, mazo: int) -> None:
    state = dealt_table(players, load_rules(profile), starter=1)
    assert {team.name: team.seats for team in state.teams} == teams
    assert state.racks == (Rack(each),) * players
    assert (state.mazo, state.turn.seat, state.count()) == (mazo, 1, 106)


@pytest.mark.parametrize(
    ("players", "profile", "said"),
    [
        (3, "clasico", ("Estas reglas no son para 3 jugadores, sino para 2 o 4", "not for 3 players but for 2 or 4")),
        (4, "torneo", ("Estas reglas no son para 4 jugadores, sino para 2", "not for 4 players but for 2")),
        (5, "rummy", ("Estas reglas no son para 5 jugadores, sino para 2, 3 o 4", "but for 2, 3 or 4")),
    ],
)
def test_a_table_is_not_dealt_for_so_many(players: int, profile: str, said: tuple[str, str]) -> None:
    with pytest.raises(RulesError) as refused:
        dealt_table(players, load_rules(profile))
    spanish, english = said
    assert refused.value.sentence("es") == spanish
    assert refused.value.sentence("en").endswith(english)


def test_a_rack_knows_what_it_was_seen_to_hold() -> None:
    rack = Rack(3, parse_tiles("4r 5r"))
    assert not rack.is_known
    assert rack.lacks(parse_tiles("9k")) == ()
    assert rack.lacks(parse_tiles("9k 9b")) == parse_tiles("9k 9b")
    assert rack.plus((None, *parse_tiles("6r"))) == Rack(5, parse_tiles("4r 5r 6r"))
    assert rack.minus(parse_tiles("9k 4r")) == Rack(1, parse_tiles("5r"))
    assert rack.minus(parse_tiles("9k 9b")) == Rack(1, ())


@pytest.mark.parametrize(
    "line",
    [
        *("0 draw", "0 draw 7r", "1 redraw ?", "1 redraw 4k 5k", "0 pozo", "2 pozo leaving 3", "0 lay 4r 5r J=6r"),
        *("0 extend #2 4r 5r 6r 7r", "3 swap #12 2r 3r 4r", "0 rearrange #2 #5 : 7r 8r 9r | 4k 4b 4r"),
        *("0 rearrange #2 :", "0 discard 9k", "0 discard ?", "0 muerto direct", "1 muerto indirect 4r 5r", "0 end"),
        *("0 closing_tile", "0 closing_tile 4r", "0 close discard", "0 close meld_out", "stock_out", "0 aside #2"),
        *("0 correct #2 : 4r 5r 6r", "0 correct #2 :", "0 correct new : 4r 5r 6r", "0 turn", "0 rack", "0 rack 4r J"),
        *("show_pozo", "show_pozo 4r ? 9k", "go_on"),
    ],
)
def test_a_move_reads_back(line: str) -> None:
    assert str(parse_move(line)) == line


def test_a_text_of_moves_may_hold_remarks() -> None:
    assert len(parse_moves("-- a hand\n\n0 draw\n  0 discard 9k  \n")) == 2


@pytest.mark.parametrize(
    "line",
    [
        *("", "0", "0 dance", "draw", "0 draw 7r 8r", "0 draw 7q", "0 pozo 3", "0 lay", "0 lay 4r 5z", "0 extend 2 4r"),
        *("0 extend #x 4r", "0 extend #2", "0 rearrange #2 4r", "0 discard", "0 discard 4r 5r", "0 muerto", "0 end 4r"),
        *("0 muerto soon", "0 close", "0 close now", "0 correct #2 4r", "0 correct #2", "0 aside", "0 aside 2"),
        *("stock_out now", "0 turn 1", "0 rack ?", "show_pozo 4", "0 redraw", "0 rearrange #2 : 4r |", "0 go_on"),
    ],
)
def test_what_is_no_move_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"is not a|empty text") as caught:
        parse_move(line)
    assert caught.value.sentence("es") != caught.value.sentence("en")  # type: ignore[attr-defined]
