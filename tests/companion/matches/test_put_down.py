"""What may be put down for the count, who is taken to have bought a muerto, and how the hand is taken to have ended."""

from __future__ import annotations

import pytest

from companion import match_commands
from companion.matches import hand_end_handlers
from companion.refusal import TableRefused
from engine.hand.moves import Close, ShowRack, StockOut, TakeMuerto
from engine.placed_tile import parse_tiles
from tests.companion.matches.visit import PLAYERS, Visit

CANASTA = "4r 5r 6r 7r 8r 9r 10r"
FULL = "3b 3b 3y 3y 4b 4b 4y 4y 5b 5b 5y"


@pytest.fixture
def four(visit: Visit) -> Visit:
    """A hand of four that was just dealt; sides are Ana and Caro, Beto and Dani."""
    visit.agrees(PLAYERS, "clasico")
    visit.deals()
    return visit


REFUSED = [
    # what is put down, how it is refused, and what the sentence names
    (match_commands.Count(closer=4), 422, "5"),
    (match_commands.Count(closer=-1), 422, "0"),
    (match_commands.Count(racks={4: ""}), 422, "5"),
    (match_commands.Count(racks={-1: ""}), 422, "0"),
    (match_commands.Count(melds={2: "4r 5r 6r"}), 422, "3"),
    (match_commands.Count(melds={-1: "4r 5r 6r"}), 422, "0"),
    (match_commands.Count(muertos=("eaten", "played")), 422, "eaten"),
    (match_commands.Count(muertos=("played", "e" * 30)), 422, "e" * 20),
    (match_commands.Count(muertos=("played",)), 422, "played"),
    (match_commands.Count(muertos=("played", "played", "played")), 422, "played"),
    (match_commands.Count(melds={0: f"pura {CANASTA} | impura 3b 4b 5b 6b 7b 8b 9b"}), 422, "canasta"),
    (match_commands.Note((1,)), 422, "2"),
    (match_commands.Note((1, 2, 3)), 422, "2"),
    (match_commands.Confirm(), 409, "no terminó"),
]


@pytest.mark.parametrize(("order", "status", "named"), REFUSED)
def test_what_cannot_be_put_down_is_refused_and_changes_nothing(
    four: Visit, order: match_commands.Command, status: int, named: str
):
    before = four.state.revision
    with pytest.raises(TableRefused) as refused:
        four.says(order)
    assert (refused.value.status, named in refused.value.sentence("es")) == (status, True), refused.value.sentence("es")
    assert f"{'e' * 21}" not in refused.value.sentence("es")
    assert four.state.revision == before


@pytest.mark.parametrize("order", [
    match_commands.Count(closer=3), match_commands.Count(closer=0), match_commands.Count(racks={0: "", 3: "5r"}),
    match_commands.Count(melds={0: "", 1: "4r 5r 6r"}), match_commands.Count(muertos=("untaken", "unplayed")),
    match_commands.Note(()), match_commands.Note((0, -5)),
])  # fmt: skip
def test_what_can_be_put_down_is_taken(four: Visit, order: match_commands.Command):
    four.says(order)
    assert four.shown().hand


def test_nobody_confirms_what_lacks_a_rack_or_cannot_have_been(four: Visit):
    four.says(
        match_commands.Count(
            closer=0, melds={0: CANASTA}, racks={0: "", 2: ""}, muertos=("played", "untaken"), partial=True
        )
    )
    with pytest.raises(TableRefused) as refused:
        four.says(match_commands.Confirm())
    assert refused.value.status == 409
    assert "Beto y Dani" in refused.value.sentence("es")
    four.says(match_commands.Count(closer=0, melds={0: ""}, racks={1: "", 3: ""}, partial=True))
    with pytest.raises(TableRefused) as refused:
        four.says(match_commands.Confirm())
    assert refused.value.status == 409
    assert "canasta" in refused.value.sentence("es")
    assert "canasta" in refused.value.sentence("en")
    four.says(match_commands.Note((10, 20)), match_commands.Confirm())
    assert four.shown().hands[0].points == (10, 20)


TAKERS = [
    # who closed, the racks, what became of the muertos; then who took one, and whether at once
    (0, {}, ("played", "untaken"), [(0, True)]),
    (2, {}, ("played", "untaken"), [(2, True)]),
    (None, {1: "5r", 3: "5b 6b"}, ("untaken", "played"), [(3, True)]),
    (None, {1: FULL, 3: f"{FULL} 13k"}, ("untaken", "unplayed"), [(1, False)]),
    (None, {1: "5r 5b", 3: FULL}, ("untaken", "unplayed"), [(3, False)]),
    (1, {1: "", 3: FULL}, ("untaken", "unplayed"), [(3, False)]),
    (1, {1: "", 3: "5b"}, ("played", "played"), [(0, True), (1, True)]),
    (None, {}, ("untaken", "untaken"), []),
    (None, {}, (), []),
]


@pytest.mark.parametrize(("closer", "racks", "muertos", "takers"), TAKERS)
def test_who_took_a_muerto_that_no_move_told(
    four: Visit, closer: int | None, racks: dict[int, str], muertos: tuple[str, ...], takers: list[tuple[int, bool]]
):
    order = match_commands.Count(closer=closer, racks=racks, muertos=muertos)
    moves = hand_end_handlers.counted_event(four.state.current, order).moves
    taken = [move for move in moves if isinstance(move, TakeMuerto)]
    assert [(move.seat, move.direct) for move in taken] == takers


def test_a_muerto_that_a_move_told_is_taken_by_nobody_else(four: Visit):
    four.plays(f"0 correct new : {CANASTA}\n0 rack\n0 draw\n0 rack\n0 muerto direct")
    order = match_commands.Count(muertos=("played", "untaken"), racks={0: "5r", 2: "5b 6b"})
    moves = hand_end_handlers.counted_event(four.state.current, order).moves
    assert not [move for move in moves if isinstance(move, TakeMuerto)]


ENDS = [
    ("", {"closer": 0}, Close(0, "meld_out")),
    ("0 draw\n0 discard 9k", {"closer": 0}, Close(0, "discard")),
    ("0 draw\n0 discard 9k\n1 draw", {"closer": 0}, Close(0, "meld_out")),
    ("0 draw\n0 discard 9k", {"closer": 1}, Close(1, "meld_out")),
    ("", {"stock_out": True}, StockOut()),
    ("", {"stock_out": True, "closer": 0}, StockOut()),
    ("", {}, None),
]


@pytest.mark.parametrize(("played", "said", "end"), ENDS)
def test_how_the_hand_ended_is_its_last_move(four: Visit, played: str, said: dict, end: object):
    if played:
        four.plays(played)
    moves = hand_end_handlers.counted_event(four.state.current, match_commands.Count(**said)).moves
    assert (moves[-1] if moves else None) == end


def test_what_is_put_down_twice_is_told_once(four: Visit):
    order = match_commands.Count(stock_out=True, racks={0: "5r 6b", 1: ""}, partial=True)
    first = hand_end_handlers.counted_event(four.state.current, order)
    assert ShowRack(0, parse_tiles("5r 6b")) in first.moves
    assert (first.ended, first.partial, first.muertos, first.hand) == ("", True, (), 1)
    four.says(order)
    again = hand_end_handlers.counted_event(four.state.current, match_commands.Count(closer=1, racks={0: "6b 5r"}))
    assert (again.moves, again.ended, again.partial) == ((), "1", False)
    kept = hand_end_handlers.counted_event(four.state.current, match_commands.Count())
    assert (kept.moves, kept.ended) == ((), four.state.current.said_end)
    assert (
        hand_end_handlers.counted_event(four.state.current, match_commands.Count(stock_out=True)).ended == "stock_out"
    )
