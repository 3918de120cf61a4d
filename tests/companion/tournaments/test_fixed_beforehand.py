"""What an organiser fixes before a round or a bracket is drawn."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.refusal import TournamentRefused
from companion.tournaments import commands
from companion.tournaments.events import Locked, Unlocked, read_event
from companion.tournaments.export_import import exported, imported
from tests.by_day import by_day
from tests.companion.tournaments.evening import FOUR, earlier
from tests.companion.tournaments.visit import NAMES, Visit, opened


def test_what_is_fixed_beforehand_is_paired_so_and_only_once(visit: Visit):
    visit.founds(NAMES[:7], format="swiss", rounds=3, tables=8)
    visit.says(commands.Lock(1, 7), commands.Lock(2), commands.PairRound())
    pairs = [(fixture.home, fixture.away) for fixture in visit.state.of_stage("round")]
    assert {1, 7} in [set(pair) for pair in pairs]
    assert [home for home, away in pairs if away is None] == [2]
    assert visit.state.locks == ()
    visit.plays_all(earlier)
    visit.says(commands.PairRound())
    again = [fixture for fixture in visit.state.of_stage("round") if fixture.pairing.round == 2]
    assert 2 not in [fixture.home for fixture in again if fixture.pairing.is_bye]


@pytest.mark.parametrize("form", ["elimination", "double"])
@pytest.mark.parametrize("count", [5, 6, 7, 8])
def test_what_is_fixed_before_a_bracket_is_drawn(visit: Visit, form: str, count: int):
    visit.founds(NAMES[:count], format=form, tables=8)
    rests = count < 8
    visit.says(commands.Lock(1, 2), *([commands.Lock(3)] if rests else []), commands.DrawBracket("w"))
    first = [fixture for fixture in visit.state.of_stage("bracket") if fixture.pairing.round == 1]
    assert {1, 2} in [set(fixture.entrants) for fixture in first]
    assert (3 in [fixture.home for fixture in first if fixture.pairing.is_bye]) is rests or count == 8
    assert sorted(who for fixture in first for who in fixture.entrants) == list(range(1, count + 1))


def test_who_won_since_the_rival_was_gone_does_not_rest_in_the_next_round(visit: Visit):
    visit.founds(NAMES[:6], format="swiss", rounds=4, tables=8)
    visit.says(commands.PairRound())
    rival = next(
        entrant
        for match in visit.state.fixtures.values()
        if 1 in match.entrants
        for entrant in match.entrants
        if entrant != 1
    )
    visit.says(commands.Leave(1, "se fue", for_good=True))
    visit.plays_all(
        lambda home, away: (1500, 500) if away == rival else (500, 1500) if home == rival else earlier(home, away)
    )
    visit.says(commands.PairRound())
    assert rival not in [fixture.home for fixture in visit.state.of_stage("round") if fixture.pairing.is_bye]


def rounds(visit: Visit) -> dict[int, list[set[int]]]:
    """Who meets whom in each round of the zones."""
    found: dict[int, list[set[int]]] = {}
    for fixture in visit.state.of_stage("zone"):
        found.setdefault(fixture.pairing.round, []).append(set(fixture.entrants))
    return found


SEEDS = ("a", "b", "c", "d", "e")
EVERYBODY = [
    # how many play everybody, what is fixed as home, away and round
    pytest.param(8, [(1, 2, None)], id="in the first round, where none is named"),
    pytest.param(8, [(1, 8, 7)], id="in the last round"),
    pytest.param(8, [(1, 2, 1), (3, 4, 1), (5, 6, 1), (7, 8, 1)], id="a whole round"),
    pytest.param(8, [(1, 2, 1), (1, 3, 2), (1, 4, 3), (2, 3, 4)], id="several matches of one"),
    pytest.param(7, [(1, None, 3), (2, None, 5), (1, 2, 4)], id="rests of an odd number"),
    pytest.param(7, [(1, None, 3), (4, 5, 3)], id="a rest and a match of one round"),
    pytest.param(
        8,
        [(1, 2, 1), (3, 4, 1), (5, 6, 1), (7, 8, 1), (1, 3, 2), (2, 4, 2), (5, 7, 2), (6, 8, 2)],
        id="two whole rounds, which no order of eight has",
    ),
    pytest.param(
        5,
        [(1, None, 1), (2, None, 2), (3, None, 3), (4, None, 4), (1, 2, 3), (1, 3, 5)],
        id="who rests in every round, in any order",
    ),
    pytest.param(7, [(1, 2, 1), (3, 4, 1), (5, 6, 1), (1, 3, 2), (2, 4, 2), (7, 5, 2)], id="two rounds with a rest"),
    pytest.param(3, [(2, 3, 3)], id="three"),
    pytest.param(2, [(2, 1, 1)], id="two"),
]


@pytest.mark.parametrize(("count", "fixed"), EVERYBODY)
@pytest.mark.parametrize("seed", by_day(SEEDS, "a", "b"))
def test_who_meets_in_which_round_where_everybody_meets(
    visit: Visit, count: int, fixed: list[tuple[int, int | None, int | None]], seed: str
) -> None:
    visit.founds(NAMES[:count], format="round_robin", tables=8)
    visit.says(*(commands.Lock(*lock) for lock in fixed), commands.DrawZones(seed))
    drawn = rounds(visit)
    for home, away, turn in fixed:
        playing = drawn[turn or 1]
        assert {home, away} in playing if away else all(home not in pair for pair in playing)
    met = [frozenset(pair) for playing in drawn.values() for pair in playing]
    assert (len(met), len(set(met))) == (count * (count - 1) // 2, count * (count - 1) // 2)


def test_what_is_not_fixed_stays_as_it_was_drawn(visit: Visit) -> None:
    """With nothing fixed, and with what the draw had anyway, the zones of a seed are the same."""
    visit.founds(NAMES, zone_size=4, tables=8)
    visit.says(commands.DrawZones("x"))
    drawn, playing = visit.state.zones, visit.state.of_stage("zone")[0]
    first, other = (zone for zone in drawn if zone.entrants)
    visit.founds(NAMES, zone_size=4, tables=8)
    visit.says(commands.Lock(*playing.entrants, 1), commands.Lock(*other.entrants[:2]), commands.DrawZones("x"))
    assert visit.state.zones == (first, other)


TOGETHER = [
    # how many, the size of a zone, what is fixed
    pytest.param(8, 4, [(1, 2, None)], id="two"),
    pytest.param(8, 4, [(1, 2, None), (2, 3, None), (3, 4, None)], id="a whole zone"),
    pytest.param(8, 4, [(1, 2, None), (3, 4, None), (5, 6, None), (7, 8, None)], id="everybody has somebody"),
    pytest.param(8, 4, [(1, 2, 3), (3, 4, 3), (5, 6, 3), (7, 8, 3)], id="everybody in one round"),
    pytest.param(8, 4, [(1, 2, None), (1, 2, 2)], id="in one zone, and when"),
    pytest.param(7, 4, [(1, None, 1), (2, None, 2)], id="rests, which only a zone of three has"),
    pytest.param(8, 3, [(1, 2, None), (3, 4, 1)], id="two zones, of four each"),
]


@pytest.mark.parametrize(("count", "size", "fixed"), TOGETHER)
@pytest.mark.parametrize("seed", by_day(SEEDS, "a", "b"))
@pytest.mark.parametrize("by_club", [False, True])
def test_who_stands_in_one_zone(
    visit: Visit, count: int, size: int, fixed: list[tuple[int, int | None, int | None]], seed: str, by_club: bool
) -> None:
    visit.founds([f"{name};{'Lobos' if name < 'E' else 'Roque'}" for name in NAMES[:count]], zone_size=size, tables=8)
    visit.says(*(commands.Lock(*lock) for lock in fixed), commands.DrawZones(seed, by_club))
    zones, drawn = [set(zone.entrants) for zone in visit.state.zones], rounds(visit)
    assert sorted(who for zone in zones for who in zone) == list(range(1, count + 1))
    assert max(map(len, zones)) - min(map(len, zones)) <= 1
    for home, away, turn in fixed:
        assert any({home, away} - {None} <= zone for zone in zones)
        if turn:
            assert {home, away} in drawn[turn] if away else all(home not in pair for pair in drawn[turn])


def test_who_gives_way_goes_where_nobody_of_the_club_is(visit: Visit) -> None:
    """Ana and Beto are of Lobos, so are Caro and Dani; Eva to Hugo are of Roque: each zone keeps two of each."""
    for seed in SEEDS:
        visit.founds([f"{name};{'Lobos' if name < 'E' else 'Roque'}" for name in NAMES], zone_size=4, tables=8)
        visit.says(commands.Lock(1, 2), commands.DrawZones(seed, by_club=True))
        assert [len({1, 2, 3, 4} & {*zone.entrants}) for zone in visit.state.zones] == [2, 2]


def test_a_swiss_match_of_a_later_round_waits_for_it(visit: Visit) -> None:
    visit.founds(NAMES[:7], format="swiss", rounds=4, tables=8)
    visit.says(commands.Lock(1, 7, 3), commands.Lock(2, None, 2), commands.Lock(1, 3), commands.PairRound())
    assert [(lock.home, lock.away, lock.round) for lock in visit.state.locks] == [(1, 7, 3), (2, None, 2)]
    for _ in range(2):
        visit.plays_all(earlier)
        visit.says(commands.PairRound())
    found = {(fixture.pairing.round, frozenset(fixture.entrants)) for fixture in visit.state.of_stage("round")}
    assert found >= {(1, frozenset((1, 3))), (2, frozenset((2,))), (3, frozenset((1, 7)))}
    assert visit.state.locks == ()


@pytest.mark.parametrize("form", ["zones", "round_robin", "swiss", "elimination", "double"])
def test_who_is_taken_out_is_not_fixed_any_more(visit: Visit, form: str) -> None:
    visit.founds(NAMES[:6], format=form, tables=8)
    visit.says(commands.Lock(1, 2, None), commands.Withdraw(2))
    assert visit.state.locks == ()
    first = {
        "swiss": commands.PairRound(),
        "elimination": commands.DrawBracket("x"),
        "double": commands.DrawBracket("x"),
    }
    visit.says(first.get(form, commands.DrawZones("x")))
    assert visit.state.fixtures


@pytest.mark.parametrize("form", ["zones", "round_robin", "swiss", "elimination", "double"])
def test_who_left_is_drawn_with_nobody(visit: Visit, form: str) -> None:
    visit.founds(NAMES[:6], format=form, tables=8)
    visit.says(commands.Lock(1, 2, None), commands.Leave(2, "se fue", for_good=True))
    first = {
        "swiss": commands.PairRound(),
        "elimination": commands.DrawBracket("x"),
        "double": commands.DrawBracket("x"),
    }
    visit.says(first.get(form, commands.DrawZones("x")))
    assert 2 not in {who for fixture in visit.state.fixtures.values() for who in fixture.entrants}


def test_one_round_is_let_go_or_all(visit: Visit) -> None:
    visit.founds(NAMES, format="round_robin")
    visit.says(commands.Lock(1, 2, 1), commands.Lock(1, 3, 2), commands.Lock(4, 5, 2), commands.Unlock(1, 2))
    assert [(lock.home, lock.away, lock.round) for lock in visit.state.locks] == [(1, 2, 1), (4, 5, 2)]
    visit.says(commands.Lock(1, 3, 2), commands.Unlock(1))
    assert visit.state.locks == (Locked(4, 5, 2),)


def test_what_was_fixed_before_rounds_had_numbers_holds(visit: Visit) -> None:
    assert read_event("locked", '{"home": 1, "away": 2}') == Locked(1, 2)
    assert read_event("unlocked", '{"entrant": 1}') == Unlocked(1)


@pytest.mark.parametrize("form", ["zones", "round_robin", "swiss"])
def test_what_is_fixed_goes_along_to_another_house(visit: Visit, tmp_path: Path, form: str) -> None:
    visit.founds(NAMES, format=form, zone_size=4, tables=8)
    visit.says(commands.Lock(1, 2, 1), commands.Lock(1, 3, 2), commands.Lock(4, 5, 2), commands.Unlock(4, 2))
    visit.says(commands.PairRound() if form == "swiss" else commands.DrawZones("x"))
    (tmp_path / "there").mkdir()
    there = opened(tmp_path / "there")
    state, _ = imported(there.journal, exported(visit.service.journal, visit.tournament))
    there.journal.close()
    assert state == visit.state


def test_the_history_says_what_was_fixed(visit: Visit) -> None:
    visit.founds(NAMES, zone_size=4)
    visit.says(commands.Lock(1, 2), commands.Lock(3, 4, 2))
    assert [line.says for line in visit.service.log(visit.tournament, "es")[:2]] == [
        "Cruce fijado: Caro – Dani, ronda 2.",
        "Cruce fijado: Ana – Beto, en la misma zona.",
    ]


FIXED_WRONG = [
    pytest.param([commands.Lock(1, 1)], "contra sí mismo", id="alone"),
    pytest.param([commands.Lock(1, 99)], "no está", id="nobody"),
    pytest.param([commands.Lock(1, 2), commands.Lock(2, 3)], "soltalo primero", id="twice"),
    pytest.param([commands.Leave(1, "x"), commands.Lock(1, 2)], "Ana no está", id="who is not here"),
    pytest.param([commands.Lock(1, 2, 1), commands.Lock(2, 3)], "soltalo primero", id="the next round, by its number"),
    pytest.param([commands.Lock(1, 2, 99)], "va de 1 a 5", id="a round that there is not"),
    pytest.param([commands.PairRound(), commands.Lock(1, 2, 1)], "va de 2 a 5", id="a round that was paired"),
]
FIXED_WRONG_IN_ZONES = [
    pytest.param([commands.Lock(1, None)], "qué ronda descansa", id="rests at some time"),
    pytest.param([commands.Lock(1, 2, 1), commands.Lock(1, 3, 1)], "soltalo primero", id="twice in a round"),
    pytest.param([commands.Lock(1, 2, 1), commands.Lock(1, None, 1)], "soltalo primero", id="rests and plays"),
    pytest.param([commands.Lock(1, 2, 1), commands.Lock(2, 1, 3)], "soltalo primero", id="the same two twice"),
    pytest.param([commands.Lock(1, 2, 0)], "va de 1 a 8", id="no round"),
    pytest.param([commands.DrawZones("x"), commands.Lock(1, 2)], "Ya se sorteó", id="after the draw"),
    pytest.param([commands.Lock(1, None, 1), commands.DrawZones("x")], "soltá algo", id="rests where nobody does"),
    pytest.param([commands.Lock(1, 2, 4), commands.DrawZones("x")], "soltá algo", id="a round that zones do not have"),
    pytest.param(
        [*(commands.Lock(1, count) for count in range(2, 6)), commands.DrawZones("x")],
        "soltá algo",
        id="more than a zone holds",
    ),
]


@pytest.mark.parametrize(("said", "sentence"), FIXED_WRONG)
def test_what_cannot_be_fixed_beforehand(visit: Visit, said: list[commands.Command], sentence: str):
    visit.founds(FOUR, format="swiss")
    with pytest.raises(TournamentRefused, match=sentence):
        visit.says(*said)


@pytest.mark.parametrize(("said", "sentence"), FIXED_WRONG_IN_ZONES)
def test_what_cannot_be_fixed_in_zones(visit: Visit, said: list[commands.Command], sentence: str) -> None:
    visit.founds(NAMES, zone_size=4)
    with pytest.raises(TournamentRefused, match=sentence):
        visit.says(*said)


def test_what_is_fixed_already_is_nothing_new(visit: Visit) -> None:
    visit.founds(NAMES, format="round_robin")
    visit.says(commands.Lock(1, 2, 3), commands.Lock(2, 1, 3), commands.Lock(1, 2, 3))
    assert visit.state.locks == (Locked(1, 2, 3),)


def test_nothing_is_fixed_where_people_pair_by_hand(visit: Visit) -> None:
    visit.founds(FOUR, format="free")
    with pytest.raises(TournamentRefused, match="no se juega así"):
        visit.says(commands.Lock(1, 2))
