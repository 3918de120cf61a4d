"""Nobody came to a match: it is lost by both or void, by the rule of the plan."""

from __future__ import annotations

import pytest

from companion.refusal import TournamentRefused
from companion.tournaments import commands
from tests.companion.tournaments.evening import FOUR, between, drawn, earlier, table
from tests.companion.tournaments.visit import NAMES, Visit

NOBODY = [
    pytest.param("lose", None, {"Caro": (3, 0, -3500), "Dani": (3, 0, -3500)}, id="both lose"),
    pytest.param("void", None, {"Caro": (2, 0, -2000), "Dani": (2, 0, -2000)}, id="void by the plan"),
    pytest.param("lose", True, {"Caro": (2, 0, -2000), "Dani": (2, 0, -2000)}, id="void, as the judge says"),
    pytest.param("void", False, {"Caro": (3, 0, -3500), "Dani": (3, 0, -3500)}, id="lost, as the judge says"),
]


@pytest.mark.parametrize(("nobody", "void", "rows"), NOBODY)
def test_nobody_came_to_a_match(visit: Visit, nobody: str, void: bool | None, rows: dict[str, tuple[int, int, int]]):
    drawn(visit, nobody=nobody)
    visit.says(commands.MissBoth(between(visit, 3, 4), "nadie a las diez", void))
    visit.plays_all(earlier)
    found = table(visit)
    assert {name: found[name] for name in rows} == rows
    assert found["Ana"] == (3, 3, 3000)
    assert visit.shown().zones[0].open_fixtures == 0
    assert all(row.needs_lots for row in visit.shown().zones[0].standings if row.name in rows)


def test_nobody_came_is_struck_and_not_said_twice(visit: Visit):
    drawn(visit)
    visit.says(commands.MissBoth(1, "nadie"))
    said = visit.state.revision
    with pytest.raises(TournamentRefused, match="ya terminó"):
        visit.says(commands.MissBoth(1, "nadie"))
    visit.says(commands.VoidEntry(said, "estaban en el bar"))
    assert visit.state.fixtures[1].standing == "ready"


def test_nobody_shares_victory_points_for_a_match_to_which_nobody_came(visit: Visit):
    drawn(visit, NAMES[:3], rules="burraco-fibur")
    visit.says(commands.MissBoth(between(visit, 2, 3), "nadie"))
    visit.plays_all(lambda home, away: (2000, 0) if home < away else (0, 2000))
    first = visit.shown().zones[0].ties[0]
    assert first.by == "victory"
    assert dict(first.values)["Ana"] > 2 * max(dict(first.values)["Beto"], dict(first.values)["Caro"])


def test_in_a_bracket_a_match_without_anybody_lets_the_next_rival_through(visit: Visit):
    drawn(visit, FOUR, format="elimination", nobody="void")
    one, other, final = visit.state.of_stage("bracket")
    visit.says(commands.MissBoth(one.number, "nadie"))
    visit.plays(other.number, earlier(*other.entrants))
    assert visit.shown().champion == visit.state.name(visit.state.fixtures[other.number].winner)
    assert visit.shown().fixture(final.number).standing == "over"
