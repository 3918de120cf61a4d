"""From the last tile to the line in the table of hands."""

from __future__ import annotations

import pytest

from companion import match_commands
from companion.matches.hand_scoring import count
from companion.refusal import TableRefused
from engine.placed_tile import notation
from engine.rules.profiles import load_rules
from engine.simulation.simulate import simulate
from tests.by_day import KINDS
from tests.companion.matches.visit import Visit

Muertos = tuple[str, ...]
CANASTA = "4r 5r 6r 7r 8r 9r 10r"
WON = """
0 correct new : 4r 5r 6r 7r 8r 9r 10r
1 correct new : 9k 9b 9y
0 draw
0 rack
0 muerto direct
0 rack 3k
0 discard 3k
0 close discard
"""


@pytest.mark.parametrize("profile", KINDS)
def test_a_simulated_hand_typed_move_by_move_counts_as_it_should(visit: Visit, profile: str):
    hand = simulate(load_rules(profile), seed=5)
    seats = len(hand.history.start.racks)
    visit.agrees(tuple("ABCD")[:seats], profile)
    visit.deals()
    racks = [f"{seat} rack {notation(rack.known)}" for seat, rack in enumerate(hand.history.start.racks)]
    visit.plays("\n".join(racks))
    for move in hand.history.moves:
        assert visit.plays(str(move)).standing == "done", move
    assert visit.codes == []
    score = count(visit.state.current)
    assert [sheet.total for sheet in score.sheets] == [sheet.total for sheet in hand.score.sheets]
    assert score.void == hand.score.void
    visit.says(match_commands.Confirm())
    assert visit.shown().hands[0].points == (() if score.void else tuple(sheet.total for sheet in hand.score.sheets))


def test_a_hand_is_closed_counted_and_confirmed(visit: Visit):
    visit.plays(WON)
    with pytest.raises(TableRefused, match="Beto, Caro y Dani"):
        visit.says(match_commands.Confirm())
    visit.says(match_commands.Count(racks={1: "3b J", 2: "", 3: "1k"}, muertos=("played", "untaken"), partial=True))
    shown = visit.shown()
    assert shown.hand.ended == "Cerró Ana."
    assert [sheet.total for sheet in shown.hand.sheets] == [50 + 200 + 100 + 100, 30 - 100 - 55 - 15]
    assert shown.hand.audit.all_points == 1060
    assert shown.hand.audit.tiles + shown.hand.audit.missing_tiles == 106
    assert shown.hands[0].totals == (0, 0)
    visit.says(match_commands.Confirm())
    shown = visit.shown()
    assert [team.total for team in shown.teams] == [450, -140]
    assert shown.next == "hand"
    assert shown.next_starter == 1


def test_what_was_said_of_a_muerto_in_the_middle_of_a_hand_holds_until_a_move_tells_otherwise(visit: Visit):
    before, after = WON.split("0 muerto direct")
    visit.plays(before)
    visit.says(match_commands.Count(muertos=("untaken", "played"), partial=True))
    assert visit.state.current.muertos == ("untaken", "played")
    visit.plays(f"0 muerto direct{after}")
    assert visit.state.current.muertos == ("played", "played")
    visit.says(match_commands.Count(muertos=("unplayed", "untaken"), partial=True))
    assert visit.state.current.muertos == ("unplayed", "untaken")


def test_the_same_count_can_be_put_down_without_a_single_move(visit: Visit):
    """As families do: the tiles are put down when the hand is over."""
    order = match_commands.Count(
        closer=0,
        melds={0: CANASTA, 1: "9k 9b 9y"},
        racks={0: "", 1: "3b J", 2: "", 3: "1k"},
        muertos=("played", "untaken"),
        partial=True,
    )
    visit.says(order)
    assert [sheet.total for sheet in visit.shown().hand.sheets] == [450, -140]
    revision = visit.state.revision
    visit.says(order)
    assert [sheet.total for sheet in visit.shown().hand.sheets] == [450, -140]
    assert visit.state.course.recorded[-1].event.moves == ()
    assert visit.state.revision == revision + 1
    visit.says(match_commands.Confirm())


CHANGES = [
    # what is put down anew after the hand above was counted, and the totals then
    (match_commands.Count(closer=1, partial=True), None),
    (match_commands.Count(racks={1: "3b"}, partial=True), [450, -90]),
    (match_commands.Count(melds={1: "9k 9b 9y 9r"}, partial=True), [450, -130]),
    (match_commands.Count(melds={1: ""}, partial=True), [450, -170]),
    (match_commands.Count(muertos=("played", "played"), partial=True), [450, 60]),
    (match_commands.Count(stock_out=True, partial=True), [350, -140]),
    (match_commands.Count(), None),
]


LEFT = [
    # what is said of the muertos of the hand above, in which Ana bought one, and how many are left on the board
    (("played", "untaken"), 1),
    (("played", "played"), 0),
    (("played", "unplayed"), 0),
]


@pytest.mark.parametrize(("said", "left"), LEFT)
def test_a_muerto_that_a_side_took_by_the_count_is_not_on_the_board(visit: Visit, said: Muertos, left: int):
    visit.plays(WON)
    visit.says(match_commands.Count(racks={1: "3b J", 2: "", 3: "1k"}, muertos=said, partial=True))
    assert len(visit.shown().hand.muertos) == left


@pytest.mark.parametrize(("order", "totals"), CHANGES)
def test_a_count_can_be_put_right(visit: Visit, order: match_commands.Count, totals: list[int] | None):
    visit.plays(WON)
    visit.says(match_commands.Count(racks={1: "3b J", 2: "", 3: "1k"}, muertos=("played", "untaken"), partial=True))
    visit.says(order)
    shown = visit.shown()
    assert [sheet.total for sheet in shown.hand.sheets] == (totals or [])
    assert bool(shown.hand.impossible) == (totals is None)
    if totals is None:
        with pytest.raises(TableRefused, match="no se puede contar"):
            visit.says(match_commands.Confirm())


def test_a_muerto_that_was_never_played_counts_with_its_tiles(visit: Visit):
    visit.plays(WON)
    left = "3b 3b 3y 3y 4b 4b 4y 4y 5b 5b 5y"
    visit.says(match_commands.Count(racks={1: left, 2: "", 3: ""}, muertos=("played", "unplayed"), partial=True))
    lines = {line.reason: line.points for line in visit.shown().hand.sheets[1].lines}
    assert lines["UNPLAYED_TILES"] == -55
    assert "RACK" not in lines


FOLLOWED = """
0 draw
0 rack 3k 4r 5r 6r 7r 8r 9r 10r 11k 12k 1b 2b
0 lay 4r 5r 6r 7r 8r 9r 10r
0 discard 3k
stock_out
"""
SHOWN = [
    # the racks that are shown of the hand above, what is said of the muertos, and of whom a question is left
    ({0: "11k 12k 1b 2b", 1: "9k 9k 9b 9b 13k 13k 8k 8k 8b 8b 8y 8y"}, (), []),
    ({0: "11k 12k 1b", 1: "9k 9k 9b 9b 13k 13k 8k 8k 8b 8b 8y 8y"}, (), ["Ana"]),
    ({0: "11k 12k 1b", 1: "9k 9k 9b 9b 13k 13k 8k 8k 8b 8b 8y"}, (), ["Ana", "Beto"]),
    ({0: "11k 12k 1b", 1: ""}, ("played", "untaken"), ["Ana", "Beto"]),
    ({0: "11k 12k 1b 2b 7k 7k 7b 7b 7y 7y 6k 6k 6b 6b 6y", 1: "9k 9k 9b 9b 13k 13k 8k 8k 8b 8b 8y 8y"},
     ("played", "untaken"), []),
]  # fmt: skip


@pytest.mark.parametrize(("racks", "muertos", "asked"), SHOWN)
def test_racks_that_the_moves_do_not_leave_are_asked_about(
    visit: Visit, racks: dict[int, str], muertos: tuple[str, ...], asked: list[str]
):
    visit.agrees(("Ana", "Beto"), "clasico")
    visit.deals()
    visit.plays(FOLLOWED)
    visit.says(match_commands.Count(racks=racks, muertos=muertos))
    shown = visit.shown().hand
    said = [problem.message for problem in shown.problems if problem.code == "RACK_COUNT"]
    assert [name for name in ("Ana", "Beto") if any(f"«{name}»" in sentence for sentence in said)] == asked
    visit.says(match_commands.Count(racks=racks, muertos=muertos, partial=True))
    assert "RACK_COUNT" not in {problem.code for problem in visit.shown().hand.problems}, "left out on purpose"
    visit.says(match_commands.Confirm())


def test_points_can_be_noted_like_on_paper(visit: Visit):
    visit.says(match_commands.Note((375, -20)), match_commands.Confirm())
    assert [team.total for team in visit.shown().teams] == [375, -20]
    visit.deals()
    visit.says(match_commands.Note(()), match_commands.Confirm())
    shown = visit.shown()
    assert shown.hands[1].is_void
    assert shown.next == "replay"
    visit.says(match_commands.Note((0, 100), hand=1))
    assert [team.total for team in visit.shown().teams] == [0, 100]


def test_a_match_goes_to_its_target_and_says_who_won(visit: Visit):
    for points in ((1500, 200), (1600, 300)):
        visit.says(match_commands.Note(points), match_commands.Confirm())
        if visit.shown().next != "over":
            visit.deals()
    shown = visit.shown()
    assert [(team.total, team.has_won) for team in shown.teams] == [(3100, True), (500, False)]
    assert [result.totals for result in shown.hands] == [(1500, 200), (3100, 500)]
    with pytest.raises(TableRefused, match="ya terminó"):
        visit.deals()
    visit.says(match_commands.Undo())
    assert visit.shown().next == "hand"


def test_a_hand_struck_out_is_played_again(visit: Visit):
    visit.taps("discard", 0, "9k")
    visit.says(match_commands.Annul(1))
    assert visit.shown().hands == ()
    visit.deals()
    assert (visit.shown().current, visit.shown().hands[0].number) == (2, 2)
    visit.says(match_commands.Undo(), match_commands.Undo())
    assert visit.shown().current == 1
    assert visit.moves == "0 draw\n0 discard 9k"


TO_AN_ANNULLED_HAND = {
    "points": match_commands.Note((100, 50), hand=1),
    "a sheet": match_commands.RecordPaperSheet(("fichas 200", "fichas 100"), hand=1),
    "a confirmation": match_commands.Confirm(hand=1),
    "racks": match_commands.Count(racks={0: "7r"}, hand=1),
    "moves": match_commands.Play("1 draw", hand=1),
    "a tap": match_commands.Tap(verb="draw", seat=1, hand=1),
    "a look": match_commands.RecordObservation("pozo 9k", hand=1),
    "a table": match_commands.Resync("pozo 9k", hand=1),
    "other moves": match_commands.Revise(3, "0 draw"),
}


@pytest.mark.parametrize("order", TO_AN_ANNULLED_HAND.values(), ids=TO_AN_ANNULLED_HAND)
def test_nothing_is_taken_for_a_hand_struck_out_where_it_would_not_count(visit: Visit, order: match_commands.Command):
    visit.taps("discard", 0, "9k")
    visit.says(match_commands.Annul(1))
    revision = visit.state.revision
    with pytest.raises(TableRefused, match="anulada") as refused:
        visit.says(order)
    assert (refused.value.status, visit.state.revision) == (409, revision)
    assert visit.says(match_commands.Annul(1)).standing == "nothing"
    visit.says(match_commands.Undo(), match_commands.Note((100, 50)), match_commands.Confirm())
    assert [team.total for team in visit.shown().teams] == [100, 50]


def test_any_past_hand_can_be_changed_and_everything_after_is_counted_anew(visit: Visit):
    visit.plays(WON)
    laid = visit.state.revision
    visit.says(match_commands.Count(racks={1: "3b J", 2: "", 3: "1k"}, partial=True), match_commands.Confirm())
    visit.deals()
    visit.says(match_commands.Note((100, 100)), match_commands.Confirm())
    assert visit.shown().hands[1].totals == (550, -40)
    visit.says(match_commands.Revise(laid, WON.replace("9k 9b 9y", "9k 9b 9y 9r")))
    assert visit.shown().hands[1].totals == (550, -30)
    visit.says(match_commands.Play("1 correct #2 : 9k 9b 9y 9r J", hand=1))
    assert visit.shown().hands[1].totals == (550, 70), "the joker went from the rack to the meld"
    visit.says(match_commands.Undo(), match_commands.Undo())
    assert visit.shown().hands[1].totals == (550, -40)


def test_a_move_struck_out_never_was(visit: Visit):
    visit.taps("lay", 0, "4r 5r 6r")
    laid = visit.state.revision
    visit.taps("discard", 0, "9k")
    visit.says(match_commands.Revise(laid, "0 draw"))
    assert visit.moves == "0 draw\n0 discard 9k"
    visit.says(match_commands.Revise(laid, "0 draw\n0 lay 7r 8r 9r"))
    assert visit.moves == "0 draw\n0 lay 7r 8r 9r\n0 discard 9k"
    visit.says(match_commands.Undo(), match_commands.Undo())
    assert visit.moves == "0 draw\n0 lay 4r 5r 6r\n0 discard 9k"


def test_what_makes_a_counted_hand_impossible_is_said(visit: Visit):
    visit.plays(WON)
    visit.says(match_commands.Count(racks={1: "", 2: "", 3: ""}, partial=True), match_commands.Confirm())
    visit.says(match_commands.Play("0 correct #1 : 4r 5r 6r", hand=1))
    shown = visit.shown(hand=1)
    assert "canasta" in shown.hands[0].problem
    assert shown.hands[0].points == ()
