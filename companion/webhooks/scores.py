"""The scores of matches and tournaments as hooks receive them: names, totals, hands that count, and winners."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from companion.matches.hand_scoring import points
from companion.matches.match_state import MatchState
from companion.tournaments.final_ranking import placings
from companion.tournaments.fixture_state import FixtureState
from companion.tournaments.tournament_state import TournamentState


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoreline:
    """The score of a match, of a tournament or not."""

    match: str
    """The name of the match; empty for a tournament match without one."""
    tournament: str = ""
    fixture: int | None = None
    """Its number in the tournament."""
    table: int | None = None
    title: str = ""
    sides: tuple[str, ...]
    totals: tuple[int, ...]
    hands: Mapping[int, tuple[int, ...]] = field(default_factory=dict)
    """The points of each hand that counts; none for a void one."""
    is_over: bool = False
    winner: int | None = None
    """The place among the sides; None for a tie, and without a winner."""
    delay_s: int = 0

    @property
    def key(self) -> str:
        """The identifier of the match among all lines."""
        return f"{self.tournament} {self.fixture}" if self.tournament else self.match


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundLine:
    """A round of a stage of a tournament."""

    stage: str
    round: int
    pairs: tuple[tuple[str, str], ...]
    is_over: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoreboard:
    """All scores of a match or of a tournament at one moment."""

    lines: tuple[Scoreline, ...] = ()
    rounds: tuple[RoundLine, ...] = ()
    tournament: str = ""
    title: str = ""
    places: tuple[str, ...] = ()
    """The names from the first place on, once all is played; of zones, once their bracket is."""
    delay_s: int = 0


def of_match(state: MatchState) -> Scoreboard:
    """The scoreboard of a match."""
    verdict = state.verdict()
    is_over = verdict.next == "over"
    line = Scoreline(
        match=state.match,
        title=state.agreement.title,
        sides=state.agreement.sides,
        totals=tuple(verdict.totals),
        hands={hand.number: points(hand) for hand in state.counting},
        is_over=is_over,
        winner=state.agreement.sides.index(verdict.winners[0]) if is_over and len(verdict.winners) == 1 else None,
    )
    return Scoreboard(lines=(line,), title=line.title)


def of_tournament(state: TournamentState) -> Scoreboard:
    """The scoreboard of a tournament, with all its matches that have two sides."""
    played = [fixture for fixture in state.fixtures.values() if fixture.home is not None and fixture.away is not None]
    ended = placings(state) if state.plan.format != "zones" or state.of_stage("bracket") else ()
    return Scoreboard(
        lines=tuple(_of_fixture(state, fixture) for fixture in played),
        rounds=tuple(_rounds(state)),
        tournament=state.tournament,
        title=state.plan.title,
        places=tuple(state.name(placed) for placed in ended),
        delay_s=state.plan.delay_s,
    )


def _of_fixture(state: TournamentState, fixture: FixtureState) -> Scoreline:
    return Scoreline(
        match=fixture.match,
        tournament=state.tournament,
        fixture=fixture.number,
        table=fixture.table,
        title=state.plan.title,
        sides=(state.name(fixture.home), state.name(fixture.away)),
        totals=tuple(fixture.verdict.totals),
        hands={slip.hand: slip.points for slip in fixture.hands},
        is_over=fixture.is_over,
        winner=None if fixture.winner is None else fixture.side_of(fixture.winner),
        delay_s=state.plan.delay_s,
    )


def _rounds(state: TournamentState) -> Iterator[RoundLine]:
    """The rounds of which all pairs are known."""
    grouped: dict[tuple[str, int], list[FixtureState]] = {}
    for fixture in state.fixtures.values():
        grouped.setdefault((fixture.pairing.stage, fixture.pairing.round), []).append(fixture)
    for (stage, number), there in grouped.items():
        if all(paired.is_unopposed or len(paired.entrants) > 1 for paired in there):
            pairs = tuple((state.name(paired.home), state.name(paired.away)) for paired in there)
            yield RoundLine(stage=stage, round=number, pairs=pairs, is_over=all(paired.is_over for paired in there))
