"""Handle the commands that draw or pair: check what a draw requires, and make its event."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random

from companion.naming import key_of
from companion.tournaments import commands, fixed_pairings
from companion.tournaments.age_category import check_category, to_be_asked
from companion.tournaments.brackets import bracket_pairings, with_locks, with_lower, with_third_place
from companion.tournaments.events import BracketDrawn, Drawn, Event, LotsDrawn, Paired
from companion.tournaments.plan import Entrant, PlannedPairing
from companion.tournaments.seeded_draws import draw_zones, drawn_order, new_seed, zone_pairings
from companion.tournaments.swiss import EntrantHistory, Float, pair_round
from companion.tournaments.tournament_state import TournamentState
from companion.tournaments.wording import CONFLICT, MISSING, refuse
from companion.tournaments.zone_arrangement import with_fixed
from companion.tournaments.zone_standings import Ranking, ranking, rankings, zones_of

_Draw = (
    commands.DrawZones | commands.PairRound | commands.AddFixture | commands.DrawBracket | commands.DrawLots
    | commands.Lock | commands.Unlock
)  # fmt: skip


def draw_event(state: TournamentState, command: _Draw, seed: str = "") -> Event | None:
    """The event of a command that draws or pairs; None where it changes nothing. Raises TournamentRefused.

    ``seed`` is used where the command has none.
    """
    match command:
        case commands.DrawZones():
            return _zones(state, command)
        case commands.PairRound(anyway=anyway):
            check_category(state, to_be_asked(state), anyway=anyway)
            return _round(state, seed or new_seed())
        case commands.AddFixture():
            return _added(state, command)
        case commands.DrawBracket(anyway=anyway):
            check_category(state, to_be_asked(state), anyway=anyway)
            return _bracket(state, command.seed or new_seed())
        case commands.DrawLots():
            return _lots(state, command, seed or new_seed())
        case commands.Lock() | commands.Unlock():
            return fixed_pairings.lock_event(state, command)


def _zones(state: TournamentState, command: commands.DrawZones) -> Drawn:
    _of_format(state, "zones", "round_robin")
    drawn = {entrant for zone in state.zones for entrant in zone.entrants}
    if state.fixtures and (drawn >= _here(state) or any(fixture.is_spoken_of for fixture in state.fixtures.values())):
        refuse("drawn already", CONFLICT)
    entrants = _enough(state)
    if command.by_club and not any(entrant.club for entrant in entrants):
        refuse("not played by club")
    check_category(state, to_be_asked(state), anyway=command.anyway)
    seed = command.seed.strip() or new_seed()
    size = state.plan.zone_size if state.plan.format == "zones" else len(entrants)
    zones = draw_zones(entrants, size, seed, by_club=command.by_club)
    fixed = fixed_pairings.fixed_in_zones(state, [entrant.number for entrant in entrants])
    if fixed:
        clubs = {entrant.number: key_of(entrant.club) for entrant in entrants} if command.by_club else None
        zones = with_fixed(zones, fixed, clubs) or refuse("fixed too much", CONFLICT)
    return Drawn(seed=seed, by_club=command.by_club, zones=zones, pairings=zone_pairings(zones, 0, fixed))


def _round(state: TournamentState, drawn: str) -> Paired:
    _of_format(state, "swiss")
    _enough(state)
    if _is_first_round_anew(state):
        state = replace(state, fixtures={})
    played = state.of_stage("round")
    if still := sum(not fixture.is_over for fixture in played):
        refuse("round goes on", CONFLICT, count=still)
    number = fixed_pairings.next_round(state)
    if number > state.plan.rounds:
        refuse("no more rounds", CONFLICT)
    seed = "" if played else drawn
    table = [(player, points) for player, points in _points(state).items() if player not in state.absences]
    if seed:
        Random(seed).shuffle(table)
    met = {frozenset(fixture.entrants) for fixture in played if len(fixture.entrants) == 2}
    rested = {
        fixture.winner
        for fixture in played
        if (fixture.pairing.is_bye or fixture.unplayed == "one") and fixture.winner is not None
    }
    locked = fixed_pairings.held(state, [entrant for entrant, _ in table], number)
    free = [row for row in table if not any(row[0] in lock for lock in locked)]
    found = pair_round(free, met, rested, _past(state, number)) or refuse("only rematches", CONFLICT)
    resting: list[tuple[int, int | None]] = [(one, None) for one, other in locked if other is None]
    resting += [(found[1], None)] if found[1] is not None else []
    together = [(one, other) for one, other in locked if other is not None]
    places = {entrant: place for place, (entrant, _) in enumerate(table)}
    pairs: list[tuple[int, int | None]] = [
        *sorted([*found[0], *together], key=lambda pair: min(places[pair[0]], places[pair[1]])),
        *resting,
    ]
    last = state.last_fixture()
    return Paired(
        tuple(
            PlannedPairing(number=last + place, stage="round", round=number, home=home, away=away)
            for place, (home, away) in enumerate(pairs, 1)
        ),
        seed,
    )


def _is_first_round_anew(state: TournamentState) -> bool:
    """Whether the first round is to be paired again for those who came late, as the plan has it."""
    if state.plan.late != "redraw" or any(
        match.is_spoken_of or match.pairing.round > 1 for match in state.fixtures.values()
    ):
        return False
    paired = {entrant for fixture in state.fixtures.values() for entrant in fixture.entrants}
    return bool(paired) and not paired >= state.entrants.keys() - state.absences.keys()


def _points(state: TournamentState) -> dict[int, int]:
    """The points of every entrant, in table order."""
    rows = ranking(state, zones_of(state)[0]).rows
    return {int(row.player): row.won if row.victory is None else row.victory for row in rows}


def _past(state: TournamentState, number: int) -> dict[int, EntrantHistory]:
    """The history of every entrant in the Swiss rounds before round ``number``: floats and missed rounds."""
    floats = [_floats(state, number - ago) for ago in (1, 2)]
    played = [
        who
        for fixture in state.of_stage("round")
        if not fixture.unplayed and not fixture.pairing.is_bye
        for who in fixture.entrants
    ]
    return {
        entrant: EntrantHistory(
            (floats[0].get(entrant, ""), floats[1].get(entrant, "")), number - 1 - played.count(entrant)
        )
        for entrant in state.entrants
    }


def _floats(state: TournamentState, number: int) -> dict[int, Float]:
    """The floats of a round: entrants who met one with fewer or more points, or scored without playing."""
    before = {fixture.number: fixture for fixture in state.fixtures.values() if fixture.pairing.round < number}
    points = _points(replace(state, fixtures=before))
    floats: dict[int, Float] = {}
    for fixture in state.of_stage("round"):
        if fixture.pairing.round != number:
            continue
        if fixture.pairing.is_bye or fixture.unplayed == "one":
            floats |= {fixture.winner: "down"} if fixture.winner is not None else {}
        elif not fixture.unplayed:
            fewer, more = sorted(fixture.entrants, key=lambda who: points.get(who, 0))
            floats |= {more: "down", fewer: "up"} if points.get(more, 0) > points.get(fewer, 0) else {}
    return floats


def _added(state: TournamentState, command: commands.AddFixture) -> Paired:
    _of_format(state, "free")
    if command.home == command.away:
        refuse("plays alone")
    for entrant in (command.home, command.away):
        if entrant not in state.entrants:
            refuse("no such entrant", MISSING)
    meeting = [fixture for fixture in to_be_asked(state) if fixture.number in (command.home, command.away)]
    check_category(state, meeting, anyway=command.anyway)
    number = state.last_fixture() + 1
    round_number = max(command.round, 1)
    return Paired(
        (PlannedPairing(number=number, stage="round", round=round_number, home=command.home, away=command.away),)
    )


def _bracket(state: TournamentState, seed: str) -> BracketDrawn:
    _of_format(state, "zones", "elimination", "double")
    if any(fixture.is_spoken_of for fixture in state.of_stage("bracket")):
        refuse("bracket begun", CONFLICT)
    others = [fixture.number for fixture in state.fixtures.values() if not fixture.pairing.is_knockout]
    last = max(others, default=0)
    if state.plan.format != "zones":
        entrants = _enough(state, 3 if state.plan.format == "double" else 2)
        locks = fixed_pairings.held(state, [entrant.number for entrant in entrants])
        first = with_locks(bracket_pairings(drawn_order(entrants, seed), 1, last), locks)
        return BracketDrawn(pairings=_whole(state, first or refuse("no bye to give", CONFLICT)), seed=seed)
    if not state.zones:
        refuse("other format", CONFLICT)
    tables = rankings(state)
    if not any(table.staying for table in tables):
        refuse("too few", CONFLICT, least=2)
    if still := sum(zone_table.open_fixtures for zone_table in tables):
        refuse("round goes on", CONFLICT, count=still)
    for table in tables:
        if tied := table.undrawn(state.plan.qualifiers):
            refuse("lots first", CONFLICT, zone=table.zone.name, names=_names(state, tied))
    zones = [(table.zone.name, table.staying) for table in tables]
    return BracketDrawn(pairings=_whole(state, bracket_pairings(zones, state.plan.qualifiers, last)))


def check_not_drawn(state: TournamentState, event: BracketDrawn) -> None:
    """Check that ``event`` does not repeat the draw of the present bracket. Raises TournamentRefused.

    A second draw would change the order and lose the tables. It is allowed where other entrants qualify or some came
    late.
    """
    there = [fixture.pairing for fixture in state.fixtures.values() if fixture.pairing.is_knockout]
    entered = {entrant for pairing in there for entrant in (pairing.home, pairing.away)}
    is_same = tuple(there) == event.pairings if state.plan.format == "zones" else entered >= _here(state)
    if there and is_same:
        refuse("drawn already", CONFLICT)


def _whole(state: TournamentState, bracket: tuple[PlannedPairing, ...]) -> tuple[PlannedPairing, ...]:
    """The bracket with its additional matches: the third-place match, or the lower bracket of a double elimination."""
    if state.plan.format == "double":
        return with_lower(bracket)
    return with_third_place(bracket) if state.plan.third_place else bracket


def _lots(state: TournamentState, command: commands.DrawLots, seed: str) -> LotsDrawn:
    zone = next((drawn_zone for drawn_zone in zones_of(state) if drawn_zone.name == command.zone), None) or refuse(
        "no such zone", MISSING
    )
    table = ranking(state, zone)
    tied = _tied(table, state, command.names) or refuse("nothing for lots", CONFLICT)
    if command.names:
        numbers = {key_of(state.name(number)): number for number in state.entrants}
        named = tuple(numbers.get(key_of(name.strip()), 0) for name in command.names)
        if sorted(named) != sorted(tied):
            refuse("lots of others", names=_names(state, map(str, tied)))
        return LotsDrawn(zone.name, named, "typed")
    drawn = sorted(tied)
    Random(seed).shuffle(drawn)
    return LotsDrawn(zone.name, tuple(drawn), "drawn", seed)


def _tied(table: Ranking, state: TournamentState, names: tuple[str, ...]) -> tuple[int, ...]:
    """The highest tie that needs lots, or the one in which the first of ``names`` is."""
    if table.open_fixtures:
        refuse("round goes on", CONFLICT, count=table.open_fixtures)
    first = key_of(names[0].strip()) if names else ""
    waiting = [row for row in table.rows if row.needs_lots]
    named = [row.rank for row in waiting if key_of(state.name(int(row.player))) == first]
    rank = next(iter(named or [row.rank for row in waiting]), 0)
    return tuple(int(row.player) for row in waiting if row.rank == rank)


def _of_format(state: TournamentState, *formats: str) -> None:
    if state.plan.format not in formats:
        refuse("other format", CONFLICT)


def _enough(state: TournamentState, least: int = 2) -> tuple[Entrant, ...]:
    entrants = tuple(entrant for entrant in state.entrants.values() if entrant.number in _here(state))
    return entrants if len(entrants) >= least else refuse("too few", CONFLICT, least=least)


def _here(state: TournamentState) -> set[int]:
    """Those who did not leave for good."""
    return {
        entrant for entrant in state.entrants if entrant not in state.absences or not state.absences[entrant].for_good
    }


def _names(state: TournamentState, players: Iterable[str]) -> str:
    return ", ".join(state.name(int(player)) for player in players)
