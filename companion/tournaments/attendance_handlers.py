"""Handle the commands about attendance: entrants leave, return or enter late, under the rules of the plan."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from companion.tournaments import commands
from companion.tournaments.absences import following
from companion.tournaments.age_category import check_category, is_same
from companion.tournaments.attendance_events import Attendance, Joined, Left, Returned
from companion.tournaments.entry_parsing import entering
from companion.tournaments.plan import DrawnZone, Entrant, PlannedPairing
from companion.tournaments.result_handlers import reason
from companion.tournaments.tournament_state import TournamentState
from companion.tournaments.wording import CONFLICT, MISSING, refuse


def attendance_event(
    state: TournamentState, command: commands.Join | commands.Leave | commands.Return
) -> Attendance | None:
    """The event of a command about attendance; None where it changes nothing. Raises TournamentRefused."""
    if isinstance(command, commands.Join):
        return _joined(state, command)
    if command.entrant not in state.entrants:
        refuse("no such entrant", MISSING)
    known = state.absences.get(command.entrant)
    if isinstance(command, commands.Return):
        return Returned(command.entrant, command.plays) if known else None
    if known and known.for_good == command.for_good:
        return None
    return Left(entrant=command.entrant, for_good=command.for_good, reason=reason(command.reason))


def _joined(state: TournamentState, command: commands.Join) -> Joined:
    entering_now = entering(command.lines, state.entrants, anyway=command.anyway)
    new = (entrant for entrant in entering_now if entrant.number not in state.entrants)
    entrants = (*_unplaced(state, command), *new)
    if not entrants:
        refuse("no names")
    why = reason(command.reason)
    if not state.fixtures:
        refuse("not drawn yet", CONFLICT)
    check_category(state, entrants, anyway=command.anyway)
    if state.plan.late == "redraw" and state.plan.format != "free":
        if any(fixture.is_spoken_of for fixture in state.fixtures.values()):
            refuse("too late to draw anew", CONFLICT)
        return _written(entrants, why)
    if state.plan.format in ("elimination", "double"):
        return _for_byes(state, entrants, why)
    if state.of_stage("bracket"):
        refuse("bracket drawn", CONFLICT)
    if state.zones:
        return _into_zones(state, entrants, command.zone, why)
    return _into_rounds(state, entrants, why) if state.plan.format == "swiss" else _written(entrants, why)


def _unplaced(state: TournamentState, command: commands.Join) -> tuple[Entrant, ...]:
    """Those of the lines who are entered and have no match: they left, and came back after the draw."""
    if state.plan.late == "redraw" or state.plan.format in ("swiss", "free"):  # they are drawn, or paired, without it
        return ()
    placed = {entrant for fixture in state.fixtures.values() for entrant in fixture.entrants}
    placed |= {entrant for zone in state.zones for entrant in zone.entrants}
    named = entering(command.lines, {}, anyway=command.anyway)
    return tuple(
        entrant
        for number, entrant in state.entrants.items()
        if number not in placed and number not in state.absences and any(is_same(entrant, other) for other in named)
    )


def _written(
    entrants: tuple[Entrant, ...],
    why: str,
    pairings: Sequence[PlannedPairing] = (),
    zones: Sequence[DrawnZone] = (),
    missed: tuple[Sequence[int], Sequence[int]] = ((), ()),
) -> Joined:
    lost, void = map(tuple, missed)
    return Joined(
        entrants=entrants, zones=tuple(zones), pairings=tuple(pairings), lost=lost, void=void, reason=why
    )  # fmt: skip


def _into_zones(state: TournamentState, entrants: tuple[Entrant, ...], named: str, why: str) -> Joined:
    """Everybody into a zone, against all who are there: in the round in which each of them rests, else afterwards."""
    zones = {zone.name: zone for zone in state.zones}
    if named and named not in zones:
        refuse("no such zone", MISSING)
    pairings: list[PlannedPairing] = []
    missed: list[int] = []
    for entrant in entrants:
        zone = zones[named] if named else min(zones.values(), key=lambda zone: len(zone.entrants))
        playing = _rounds(state, zone.name, pairings)
        added = list(
            _against_all(zone, entrant, playing, max([state.last_fixture(), *(pairing.number for pairing in pairings)]))
        )
        missed += [pairing.number for pairing in added[: _missed_rounds(state, zone.name)]]
        pairings += added
        zones[zone.name] = DrawnZone(zone.name, (*zone.entrants, entrant.number))
    changed = [zone for zone in zones.values() if zone not in state.zones]
    late = state.plan.late
    return _written(
        entrants, why, pairings, changed, (missed if late == "lose" else (), missed if late == "rest" else ())
    )


def _rounds(state: TournamentState, zone: str, more: Sequence[PlannedPairing]) -> dict[int, set[int | None]]:
    """Who plays in each round of a zone."""
    found: dict[int, set[int | None]] = {}
    for pairing in [*(fixture.pairing for fixture in state.of_stage("zone")), *more]:
        if pairing.zone == zone:
            found.setdefault(pairing.round, set()).update((pairing.home, pairing.away))
    return found


def _missed_rounds(state: TournamentState, zone: str) -> int:
    """The number of finished rounds of a zone."""
    played = [fixture for fixture in state.of_stage("zone") if fixture.pairing.zone == zone]
    going_on = {fixture.pairing.round for fixture in played if not fixture.is_over}
    return len({fixture.pairing.round for fixture in played} - going_on)


def _against_all(
    zone: DrawnZone, late: Entrant, rounds: dict[int, set[int | None]], after: int
) -> Iterator[PlannedPairing]:
    """The matches of a late entrant against every entrant of the zone, at most one in each round, the earliest
    first."""
    resting = {
        entrant: number
        for number, playing in sorted(rounds.items(), reverse=True)
        for entrant in zone.entrants
        if entrant not in playing
    }
    last = max(rounds, default=0)
    turns = sorted((resting.get(entrant, last + 1), place, entrant) for place, entrant in enumerate(zone.entrants))
    turn = 0
    for number, (earliest, _, one) in enumerate(turns, after + 1):
        turn = max(turn + 1, earliest)
        home, away = (one, late.number) if number % 2 else (late.number, one)
        yield PlannedPairing(number=number, stage="zone", round=turn, zone=zone.name, home=home, away=away)


def _into_rounds(state: TournamentState, entrants: tuple[Entrant, ...], why: str) -> Joined:
    """Enter late entrants into Swiss rounds: they play resting entrants of a running round; missed rounds count as
    the plan says."""
    played = state.of_stage("round")
    newest = max(fixture.pairing.round for fixture in played)
    goes_on = any(not fixture.is_over for fixture in played if fixture.pairing.round == newest)
    resting = [fixture for fixture in played if fixture.pairing.round == newest and fixture.pairing.is_bye]
    pairings: list[PlannedPairing] = []
    number = state.last_fixture()
    for place, entrant in enumerate(entrants):
        meets = goes_on and state.plan.late == "play" and place < len(resting)
        if meets:
            rests = resting[place]
            pairings.append(
                PlannedPairing(number=rests.number, stage="round", round=newest, home=rests.home, away=entrant.number)
            )
        for turn in range(1, newest + (not meets)) if state.plan.late == "rest" else ():
            number += 1
            pairings.append(PlannedPairing(number=number, stage="round", round=turn, home=entrant.number))
    return _written(entrants, why, pairings)


def _for_byes(state: TournamentState, entrants: tuple[Entrant, ...], why: str) -> Joined:
    """Enter late entrants as opponents of those with a bye in the first round, unless a later match depends on that
    bye."""
    free = [
        fixture
        for fixture in state.of_stage("bracket")
        if fixture.pairing.is_bye and not any(after.is_spoken_of for after in following(state.fixtures, fixture.number))
    ]
    if len(free) < len(entrants):
        refuse("no room", CONFLICT, count=len(free))
    chosen = reversed(free[: len(entrants)])
    return _written(entrants, why, [
        PlannedPairing(number=one.number, stage="bracket", round=one.pairing.round, home=one.home, away=late.number)
        for one, late in zip(chosen, entrants, strict=True)
    ])  # fmt: skip
