"""Swiss rounds by the criteria of the FIDE's Dutch system (C.04.3 as of 2025), each beside every other way to pair."""

from __future__ import annotations

from functools import cache

import pytest

from companion.tournaments import commands
from companion.tournaments.swiss import EntrantHistory, pair_round
from tests.companion.tournaments.dutch import CRITERIA, Evening, Round, Way
from tests.companion.tournaments.visit import NAMES, Visit

HOLDS = {
    "C1": "nobody meets a rival twice",
    "C2": "who rested, or won without playing, does not rest",
    "C4": "whoever is left can be paired",
    "C5": "who rests has as few points as can be",
    "C6": "as few as can be go down from a group",
    "C7": "those of fewest points go down",
    "C8": "those go down with whom the next group can be paired best",
    "C9": "who rests has missed as few rounds as can be",
    "C14": "nobody goes down in two rounds running",
    "C15": "nobody meets who came down in two rounds running",
    "C16": "nobody goes down who did two rounds ago",
    "C17": "nobody meets who came down who did two rounds ago",
    "C18": "else those who are least far apart, down again",
    "C19": "up again",
    "C20": "down as two rounds ago",
    "C21": "up as two rounds ago",
    "order": "upper half against lower half, else the first of the candidates in the order of the FIDE",
}
DOES_NOT_APPLY = {
    "C3": "colours: at a table of burako nobody has white; who begins is drawn at every match",
    "C10": "colours",
    "C11": "colours",
    "C12": "colours",
    "C13": "colours",
}
"""The last groups are not made one where they cannot be paired by themselves: each lets go whom the others need."""


Known = tuple[Round, tuple[Way, ...], Way | None]


@cache
def rounds() -> tuple[Known, ...]:
    """Rounds of random tournaments of four to ten, every way to pair each, and the best."""
    found: list[Known] = []
    for count, evenings in ((4, 4), (5, 12), (6, 20), (7, 30), (8, 20), (9, 2), (10, 1)):
        for seed in range(evenings):
            evening = Evening(count, 100 * seed + count)
            for _ in range(6):
                known = evening.round()
                best = known.best()
                found.append((known, tuple(known.ways()), best))
                if best is None:
                    break
                evening.play(best)
    return tuple(found)


def drawn(known: Round) -> set[tuple[int, int]] | None:
    """What the program pairs."""
    past = {
        point: EntrantHistory(known.floats.get(point, ("", "")), known.missed.get(point, 0)) for point in known.points
    }
    found = pair_round(list(known.points.items()), known.met, known.rested, past)
    return None if found is None else {*found[0], *([(found[1], 0)] if found[1] else [])}


def test_every_criterion_is_said_to_hold_or_not_to_apply() -> None:
    assert HOLDS.keys() | DOES_NOT_APPLY.keys() == {f"C{number}" for number in range(1, 22)} | {"order"}
    assert HOLDS.keys().isdisjoint(DOES_NOT_APPLY)
    assert {*CRITERIA, "C1", "C2", "C4"} == set(HOLDS)


def test_the_round_is_the_best_of_all_ways_to_pair_it() -> None:
    wrong = [known for known, _, best in rounds() if drawn(known) != (None if best is None else set(best))]
    assert wrong == []


@pytest.mark.parametrize("criteria", [("C5",), ("C6", "C7"), ("C8",), ("C9",), ("C14", "C18"), ("C15", "C19"),
                                      ("C16", "C20"), ("C17", "C21"), ("order",)])  # fmt: skip
def test_each_criterion_decides_a_round(criteria: tuple[str, ...]) -> None:
    """Without it, and the one that says the same more finely, another way would be best of a round above."""
    assert any(best != without(criteria, known, ways) for known, ways, best in rounds() if 1 < len(ways) < 200)


def without(criteria: tuple[str, ...], known: Round, ways: tuple[Way, ...]) -> Way:
    """The best of some ways where nobody asks for ``criteria``."""
    return min(ways, key=lambda way: [[said for name, said in group.items() if name not in criteria]
                                      for group in known.judged(way)])  # fmt: skip


PUBLISHED = [
    pytest.param(Round({1: 2, 3: 2, 2: 1, 5: 1, 6: 0}, {frozenset(pair) for pair in
                       ((1, 4), (1, 2), (2, 5), (3, 6), (3, 4), (5, 6))}, ()), {(1, 5), (3, 2), (6, 0)}, id="C5"),
    pytest.param(Round({1: 1, 2: 1, 3: 0, 4: 0, 5: 0}, {frozenset((1, 3)), frozenset((2, 4))}, (), missed={5: 1}),
                 {(1, 2), (3, 5), (4, 0)}, id="C9"),
]  # fmt: skip
"""The two cases of bbpPairings (test/tests/dutch_2025_C5 and _C9) in which colours decide nothing: who has how many
points, who met whom, and what is drawn."""


@pytest.mark.parametrize(("known", "expected"), PUBLISHED)
def test_a_published_engine_draws_the_same(known: Round, expected: set[tuple[int, int]]) -> None:
    assert drawn(known) == expected == set(known.best() or ())


@pytest.mark.parametrize("seed", [0, 7, 34, 37])
def test_a_tournament_knows_who_went_up_or_down_and_who_missed_a_round(visit: Visit, seed: int) -> None:
    """In the second and the third round somebody is away for a while; in the third a rival does not come."""
    evening = Evening(7, seed)
    visit.founds(NAMES[:7], format="swiss", rounds=5, tables=8)
    table = visit.shown().zones[0].standings
    for turn in range(1, 6):
        away = evening.chance.randrange(1, 8) if turn in (2, 3) else None
        visit.says(*([commands.Leave(away, "vuelve enseguida", for_good=False)] if away else []), commands.PairRound())
        known = evening.known([at for at in (NAMES.index(row.name) + 1 for row in table) if at != away])
        fixtures = [fixture for fixture in visit.state.of_stage("round") if fixture.pairing.round == turn]
        way = {(fixture.home or 0, fixture.away or 0): fixture.number for fixture in fixtures}
        assert turn == 1 or set(way) == set(known.best() or ())
        if turn == 3:
            visit.says(commands.WalkOver(fixtures[0].number, "home", "no vino"))
            evening.met.add(frozenset(fixtures[0].entrants))
        won = {pair: evening.chance.choice(((2, 0), (0, 2))) for pair in way}
        evening.score({pair: None if 0 in pair or (turn == 3 and number == fixtures[0].number) else won[pair]
                       for pair, number in way.items()})  # fmt: skip
        visit.plays_all(lambda *pair, won=won: (1500, 500) if won[pair][0] else (500, 1500))
        table = visit.shown().zones[0].standings
        if away:
            visit.says(commands.Return(away))
