"""What a match of the house does not know of the tournament that is recorded in it: what a judge decided there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import eq

from companion.dashboard.auth.access import may
from companion.dashboard.tournaments.interfaces import tournaments
from companion.refusal import TranslatableRefusal
from companion.view_models import MatchSnapshot
from companion.view_models.recorded_fixture import RecordedFixture
from companion.view_models.tournament import FixtureView


def decided_otherwise(shown: MatchSnapshot) -> RecordedFixture | None:
    """The match of a tournament that is recorded in this one, where other points hold there; else None."""
    try:
        found = tournaments().recorded(shown.match, is_public=not may("player"))
    except TranslatableRefusal:  # a tournament that cannot be read says so on its own pages
        return None
    return found if found and _holds_otherwise(found.fixture, shown) else None


def _holds_otherwise(fixture: FixtureView, shown: MatchSnapshot) -> bool:
    """Whether a penalty, a match that was not played out, or points that hold there are unknown here."""
    names = tuple(team.name for team in shown.teams)
    same, turned = (_shared(sides, fixture.names) for sides in (names, names[::-1]))
    if not same and not turned:  # of one whose name was put right in the tournament the other side tells
        return False
    turn = -1 if turned > same else 1
    return any(fixture.penalties) or bool(fixture.unplayed) or any(_differing(fixture, shown, turn))


def _shared(names: Iterable[str], others: Iterable[str]) -> int:
    """How many sides have the same name in both."""
    return sum(map(eq, names, others))


def _differing(fixture: FixtureView, shown: MatchSnapshot, turn: int) -> Iterator[bool]:
    """For each result that holds in the tournament, whether other points stand here; ``turn`` is -1 where the sides are
    the other way round."""
    here = {hand: result.points for hand, result in enumerate((r for r in shown.hands if r.standing == "confirmed"), 1)}
    here |= {0: tuple(team.total for team in shown.teams)} if shown.hands else {}
    for slip in fixture.slips:
        yield slip.standing in ("agreed", "ruled") and here.get(slip.hand, slip.points[::turn]) != slip.points[::turn]
