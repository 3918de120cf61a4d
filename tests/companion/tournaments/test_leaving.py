"""Somebody leaves, for good or for a while, and comes back: in every system, with the right table."""

from __future__ import annotations

import pytest

from companion.tournaments import commands
from tests.companion.tournaments.evening import FOUR, drawn, earlier, meets, table
from tests.companion.tournaments.visit import NAMES, Visit

LEAVES = [
    pytest.param(
        "lose", [(1, 4), (2, 4)],
        {"Ana": (3, 3, 3500), "Beto": (3, 2, 1500), "Caro": (3, 1, -500), "Dani": (3, 0, -3500)}, id="lost"
    ),
    pytest.param("annul", [(1, 4), (2, 4)], {"Ana": (2, 2, 2000), "Beto": (2, 1, 0), "Caro": (2, 0, -2000)},
                 id="nothing of theirs counts"),
    pytest.param("half", [(1, 4)], {"Ana": (2, 2, 2000), "Beto": (2, 1, 0), "Caro": (2, 0, -2000)},
                 id="fewer than half were played: nothing counts"),
    pytest.param(
        "half", [(1, 4), (2, 4)],
        {"Ana": (3, 3, 3000), "Beto": (3, 2, 1000), "Caro": (3, 1, -500), "Dani": (3, 0, -3500)}, id="half were played"
    ),
]  # fmt: skip


@pytest.mark.parametrize(("leaving", "before", "rows"), LEAVES)
def test_who_leaves_a_zone_for_good(
    visit: Visit, leaving: str, before: list[tuple[int, int]], rows: dict[str, tuple[int, int, int]]
):
    drawn(visit, leaving=leaving)
    for one, other in before:
        meets(visit, one, other)
    visit.says(commands.Leave(4, "se descompuso", for_good=True))
    visit.plays_all(earlier)
    if leaving == "lose":
        rows = rows | {"Ana": (3, 3, 3000), "Beto": (3, 2, 1000)}
    assert table(visit) == rows
    assert visit.shown().champion == "Ana"


def test_who_left_does_not_go_through_and_the_next_one_does(visit: Visit):
    drawn(visit, NAMES, format="zones", qualifiers=2)
    visit.plays_all(earlier)
    first = [min(zone.entrants) for zone in visit.state.zones]
    visit.says(commands.Leave(first[0], "se fue", for_good=True), commands.DrawBracket())
    through = {entrant for match in visit.state.of_stage("bracket") for entrant in match.entrants}
    assert first[0] not in through
    assert first[1] in through
    assert len(through) == 4


def test_who_leaves_a_bracket_lets_the_rival_on_and_a_made_bracket_may_be_made_anew(visit: Visit):
    drawn(visit, FOUR, format="elimination")
    semi = next(fixture for fixture in visit.state.of_stage("bracket") if 1 in fixture.entrants)
    rival = next(entrant for entrant in semi.entrants if entrant != 1)
    visit.says(commands.Leave(1, "se fue", for_good=True))
    assert visit.state.fixtures[semi.number].winner == rival
    final = visit.state.of_stage("bracket")[-1]
    assert rival in final.entrants
    visit.plays_all(earlier)
    assert visit.shown().champion


def test_where_both_of_a_semifinal_leave_whoever_won_the_other_has_won(visit: Visit):
    drawn(visit, FOUR, format="elimination")
    one, other = (match.entrants for match in visit.state.of_stage("bracket")[:2])
    visit.says(*(commands.Leave(who, "se fueron juntos", for_good=True) for who in one))
    visit.plays_all(earlier)
    assert visit.shown().champion == visit.state.name(min(other))


@pytest.mark.parametrize("form", ["round_robin", "zones", "elimination", "double", "swiss"])
def test_to_leave_is_undone_by_striking_it_and_by_coming_back_to_play(visit: Visit, form: str):
    drawn(visit, format=form)
    before = {key: (one.standing, one.home, one.away) for key, one in visit.state.fixtures.items()}
    visit.says(commands.Leave(2, "se fue", for_good=True))
    left = visit.state.revision
    assert {key: one.standing for key, one in visit.state.fixtures.items()} != {k: v[0] for k, v in before.items()}
    visit.says(commands.Return(2, plays=True))
    assert {key: (one.standing, one.home, one.away) for key, one in visit.state.fixtures.items()} == before
    visit.says(commands.VoidEntry(visit.state.revision, "no volvió"), commands.VoidEntry(left, "no se fue"))
    assert {key: (one.standing, one.home, one.away) for key, one in visit.state.fixtures.items()} == before
    assert visit.state.absences == {}


def test_who_comes_back_without_playing_has_lost_what_was_missed_and_plays_from_now_on(visit: Visit):
    drawn(visit, NAMES[:5], format="swiss", rounds=4)
    visit.says(commands.Leave(1, "se fue", for_good=True))
    visit.plays_all(earlier)
    visit.says(commands.PairRound())
    assert all(1 not in fixture.entrants for fixture in visit.state.of_stage("round") if fixture.pairing.round == 2)
    visit.plays_all(earlier)
    visit.says(commands.Return(1), commands.PairRound())
    assert any(1 in fixture.entrants for fixture in visit.state.of_stage("round") if fixture.pairing.round == 3)
    assert dict(table(visit, ""))["Ana"][1] == sum(
        fixture.winner == 1 for fixture in visit.state.of_stage("round") if fixture.is_over
    )


def test_who_pauses_is_not_seated_and_not_paired_and_loses_nothing(visit: Visit):
    drawn(visit)
    visit.says(commands.Leave(1, "una llamada"), commands.SeatFixtures())
    assert all(1 not in fixture.entrants for fixture in visit.state.fixtures.values() if fixture.table is not None)
    assert not any(fixture.is_over for fixture in visit.state.fixtures.values())
    visit.says(commands.Return(1))
    visit.plays_all(earlier)
    assert table(visit)["Ana"] == (3, 3, 3000)


def test_a_swiss_round_is_paired_without_who_pauses(visit: Visit):
    visit.founds(NAMES[:5], format="swiss", tables=8)
    visit.says(commands.Leave(5, "llega a la segunda"), commands.PairRound())
    assert sorted(who for fixture in visit.state.of_stage("round") for who in fixture.entrants) == [1, 2, 3, 4]
    assert not any(fixture.pairing.is_bye for fixture in visit.state.of_stage("round"))
    visit.plays_all(earlier)
    visit.says(commands.Return(5), commands.PairRound())
    assert any(5 in fixture.entrants for fixture in visit.state.of_stage("round") if fixture.pairing.round == 2)


SAID = [
    pytest.param(commands.Leave(2, "calor", for_good=True), "Se fue Beto (calor).", "Beto left (calor).", id="leaves"),
    pytest.param(commands.Leave(2, "calor"), "Beto para por un rato (calor).", "Beto pauses (calor).", id="pauses"),
    pytest.param(commands.Join("Zoe", "tren"), "Entró tarde Zoe (tren).", "Zoe came late (tren).", id="late"),
]


@pytest.mark.parametrize(("order", "spanish", "english"), SAID)
def test_the_history_says_so(visit: Visit, order: commands.Command, spanish: str, english: str):
    drawn(visit)
    visit.says(order)
    for language, sentence in (("es", spanish), ("en", english)):
        line = visit.service.log(visit.tournament, language)[0]
        assert (line.says, line.may_be_struck) == (sentence, True)
