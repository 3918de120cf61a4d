"""Somebody comes after the draw: by the rule of the plan, in every system."""

from __future__ import annotations

import pytest

from companion.refusal import TournamentRefused
from companion.tournaments import commands
from companion.tournaments.import_validation import validate_import
from tests.companion.tournaments.evening import FOUR, between, drawn, earlier, meets, table
from tests.companion.tournaments.visit import NAMES, Visit

LATE_IN_AN_ODD_ZONE = [
    pytest.param("play", {"Ana": (3, 3), "Beto": (3, 2), "Caro": (3, 1), "Zoe": (3, 0)}, id="everything is played"),
    pytest.param("lose", {"Ana": (3, 3), "Beto": (3, 2), "Caro": (3, 1), "Zoe": (3, 0)}, id="what was missed is lost"),
]


@pytest.mark.parametrize(("late", "rows"), LATE_IN_AN_ODD_ZONE)
def test_who_comes_late_to_an_odd_zone_meets_everybody_in_the_round_in_which_they_rest(
    visit: Visit, late: str, rows: dict[str, tuple[int, int]]
):
    drawn(visit, NAMES[:3], late=late)
    first = min(visit.state.fixtures)
    visit.plays(first, earlier(*visit.state.fixtures[first].entrants))
    visit.says(commands.Join("Zoe", "el colectivo"))
    rounds = {
        fixture.pairing.round: fixture.pairing for fixture in visit.state.fixtures.values() if 4 in fixture.entrants
    }
    assert sorted(rounds) == [1, 2, 3]
    assert sum(fixture.is_over for fixture in visit.state.fixtures.values()) == 1 + (late == "lose")
    visit.plays_all(earlier)
    assert {name: row[:2] for name, row in table(visit).items()} == rows


def _first_round_played(visit: Visit) -> int:
    """An odd zone whose first round is over; who rested in it."""
    drawn(visit, NAMES[:3], late="lose")
    first = min(visit.state.fixtures)
    visit.plays(first, earlier(*visit.state.fixtures[first].entrants))
    return ({1, 2, 3} - {*visit.state.fixtures[first].entrants}).pop()


def test_who_left_for_good_wins_nothing_against_who_comes_late(visit: Visit):
    gone = _first_round_played(visit)
    visit.says(commands.Leave(gone, "se fue", for_good=True), commands.Join("Zoe", "el colectivo"))
    missed = visit.state.fixtures[between(visit, gone, 4)]
    assert (missed.unplayed, missed.winner) == ("both", None)
    assert table(visit)[visit.state.name(gone)] == (3, 0, -4500)


def test_what_was_missed_stays_lost_where_who_came_late_leaves_and_returns(visit: Visit):
    missed = (_first_round_played(visit), 4)
    visit.says(commands.Join("Zoe", "el colectivo"))
    visit.says(commands.Leave(4, "se fue", for_good=True), commands.Return(4, plays=True))
    assert visit.state.fixtures[between(visit, *missed)].unplayed == "one"
    assert sum(fixture.unplayed != "" for fixture in visit.state.fixtures.values()) == 1, "the others are played"


def test_of_who_comes_late_and_rests_the_missed_match_counts_for_nobody(visit: Visit):
    drawn(visit, NAMES[:3], late="rest")
    first = min(visit.state.fixtures)
    visit.plays(first, earlier(*visit.state.fixtures[first].entrants))
    visit.says(commands.Join("Zoe", "el colectivo"))
    void = next(fixture for fixture in visit.state.fixtures.values() if fixture.unplayed)
    assert (void.unplayed, void.winner, void.pairing.round) == ("void", None, 1)
    visit.plays_all(earlier)
    played = {name: row[0] for name, row in table(visit).items()}
    assert played == {"Ana": 3, "Beto": 3, "Caro": 3, "Zoe": 3} | {
        visit.state.name(entrant): 2 for entrant in void.entrants
    }
    assert visit.shown().champion == "Ana"


def test_who_comes_late_to_an_even_zone_plays_after_the_others_one_match_a_round(visit: Visit):
    drawn(visit)
    visit.says(commands.Join("Zoe", "el colectivo"))
    assert sorted(fixture.pairing.round for fixture in visit.state.fixtures.values() if 5 in fixture.entrants) == [
        4,
        5,
        6,
        7,
    ]
    visit.plays_all(earlier)
    assert table(visit)["Zoe"] == (4, 0, -4000)


def test_late_ones_go_to_the_smallest_zone_or_to_one_that_is_named(visit: Visit):
    drawn(visit, NAMES[:7], format="zones")
    small = min(visit.state.zones, key=lambda zone: len(zone.entrants)).name
    visit.says(commands.Join("Zoe", "tarde"), commands.Join("Yoli", "tarde", "B"))
    zones = {zone.name: zone.entrants for zone in visit.state.zones}
    assert 8 in zones[small]
    assert 9 in zones["B"]
    met = [frozenset(fixture.entrants) for fixture in visit.state.fixtures.values()]
    assert len(met) == len(set(met)) == sum(len(zone) * (len(zone) - 1) // 2 for zone in zones.values())


@pytest.mark.parametrize(("format", "matches"), [("round_robin", 3), ("elimination", 1)])
def test_who_had_left_before_the_draw_may_come_late(visit: Visit, format: str, matches: int):
    visit.founds(NAMES[:4], format=format, tables=8)
    visit.says(commands.Leave(4, "no está", for_good=True))
    visit.says(commands.DrawBracket("x") if format == "elimination" else commands.DrawZones("x"))
    played = next(match for match in visit.state.fixtures.values() if len(match.entrants) == 2)
    visit.plays(played.number, earlier(*played.entrants))
    with pytest.raises(TournamentRefused, match="No hay ningún nombre"):
        visit.says(commands.Join(NAMES[3], "el colectivo"))
    visit.says(commands.Return(4), commands.Join(f"{NAMES[3]}\nZoe" if format == "round_robin" else NAMES[3], "tarde"))
    theirs = [match for match in visit.state.fixtures.values() if 4 in match.entrants and len(match.entrants) == 2]
    assert len(theirs) == matches + (format == "round_robin")
    assert not visit.shown().unplaced
    assert validate_import(visit.service.journal.entries(visit.tournament)).fixtures == visit.state.fixtures
    visit.says(commands.VoidEntry(visit.state.revision, "no era"))
    assert visit.state.name(4) == NAMES[3], "who was entered before stays entered"


def test_two_who_come_late_together_meet_each_other_too(visit: Visit):
    drawn(visit)
    visit.says(commands.Join("Zoe\nYoli", "tarde"))
    assert between(visit, 5, 6)
    visit.plays_all(earlier)
    assert {name: row[0] for name, row in table(visit).items()} == dict.fromkeys((*FOUR, "Zoe", "Yoli"), 5)


def test_a_new_draw_for_who_comes_late_as_long_as_nothing_was_played(visit: Visit):
    drawn(visit, late="redraw")
    visit.says(commands.SeatFixtures(), commands.Join("Zoe", "tarde"), commands.DrawZones("y"))
    assert [len(zone.entrants) for zone in visit.state.zones] == [5]
    assert [fixture.table for fixture in visit.state.fixtures.values()] == [None] * 10
    meets(visit, 1, 2)
    with pytest.raises(TournamentRefused, match="no se puede sortear de nuevo"):
        visit.says(commands.Join("Yoli", "tarde"))


def test_a_new_first_swiss_round_for_who_comes_late_as_long_as_nothing_was_played(visit: Visit):
    drawn(visit, format="swiss", late="redraw")
    visit.says(commands.SeatFixtures())
    with pytest.raises(TournamentRefused, match="Falta terminar"):
        visit.says(commands.PairRound())
    visit.says(commands.Join("Zoe\nYoli", "tarde"), commands.Leave(1, "se fue"), commands.PairRound())
    paired = [fixture.entrants for fixture in visit.state.fixtures.values()]
    assert sorted(entrant for entrants in paired for entrant in entrants) == [2, 3, 4, 5, 6]
    assert {fixture.pairing.round for fixture in visit.state.fixtures.values()} == {1}
    assert not any(visit.state.tables.values()), "nobody sits yet"
    visit.plays_all(earlier)
    visit.says(commands.PairRound())
    assert {fixture.pairing.round for fixture in visit.state.fixtures.values()} == {1, 2}


def test_a_swiss_round_of_fewer_leaves_none_of_the_former_matches(visit: Visit):
    drawn(visit, NAMES[:6], format="swiss", late="redraw")
    visit.says(*(commands.Leave(entrant, "no vino", for_good=False) for entrant in (1, 2, 3)))
    visit.says(commands.Join("Zoe", "tarde"), commands.PairRound())
    assert sorted(map(len, (fixture.entrants for fixture in visit.state.fixtures.values()))) == [2, 2]
    struck = visit.state.revision
    visit.says(commands.VoidEntry(struck, "error"))
    assert [len(fixture.entrants) for fixture in visit.state.fixtures.values()] == [2, 2, 2]


def test_who_comes_late_to_a_bracket_meets_who_has_no_rival(visit: Visit):
    drawn(visit, NAMES[:3], format="elimination")
    visit.says(commands.Join("Zoe", "tarde"))
    first = [fixture for fixture in visit.state.of_stage("bracket") if fixture.pairing.round == 1]
    assert sorted(who for fixture in first for who in fixture.entrants) == [1, 2, 3, 4]
    with pytest.raises(TournamentRefused, match="Lugares libres en la primera ronda: 0"):
        visit.says(commands.Join("Yoli", "tarde"))
    visit.plays_all(earlier)
    assert visit.shown().champion == "Ana"


LATE_IN_SWISS = [
    pytest.param("play", 0, True, id="meets who rests"),
    pytest.param("lose", 0, False, id="nothing for what was missed"),
    pytest.param("rest", 1, False, id="a rest for what was missed"),
]


@pytest.mark.parametrize(("late", "won", "meets_who_rests"), LATE_IN_SWISS)
def test_who_comes_late_to_swiss_rounds(visit: Visit, late: str, won: int, meets_who_rests: bool):
    drawn(visit, NAMES[:5], format="swiss", late=late)
    resting = next(fixture.home for fixture in visit.state.of_stage("round") if fixture.pairing.is_bye)
    visit.says(commands.Join("Zoe", "tarde"))
    assert any({6, resting} == set(fixture.entrants) for fixture in visit.state.fixtures.values()) is meets_who_rests
    assert table(visit, "")["Zoe"][1] == won


def test_who_came_late_is_taken_out_by_striking_it(visit: Visit):
    drawn(visit, NAMES[:3])
    before = visit.state
    visit.says(commands.Join("Zoe", "tarde"))
    visit.says(commands.VoidEntry(visit.state.revision, "era otro día"))
    assert (visit.state.entrants, visit.state.zones, visit.state.fixtures) == (
        before.entrants, before.zones, before.fixtures,
    )  # fmt: skip
    visit.says(commands.Join("Zoe", "tarde"))
    joined = visit.state.revision
    meets(visit, 1, 4)
    with pytest.raises(TournamentRefused, match="ya se empezó"):
        visit.says(commands.VoidEntry(joined, "era otro día"))
