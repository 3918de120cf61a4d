"""The views of a tournament in one language: snapshot, card, device and match."""

from __future__ import annotations

from collections.abc import Iterator

from companion.tournaments.bracket_check import is_stale
from companion.tournaments.final_ranking import finishers
from companion.tournaments.fixture_state import WHOLE_MATCH, FixtureState
from companion.tournaments.judges_decisions import decisions_mark
from companion.tournaments.plan import Entrant
from companion.tournaments.tournament_state import TournamentState
from companion.tournaments.zone_standings import Ranking, rankings
from companion.view_models.tournament import (
    DeviceSeatView,
    DeviceView,
    EntrantView,
    FixtureView,
    PenaltyView,
    ResultSheetView,
    StandingView,
    TieView,
    TournamentCard,
    TournamentSnapshot,
    ZoneView,
)
from engine.rules.profiles import PROFILES, profile_title
from engine.scoring.paper_sheet import counts_laid


def snapshot(state: TournamentState, language: str, at_s: float) -> TournamentSnapshot:
    """The view of the whole tournament at ``at_s``."""
    plan, tables = state.plan, rankings(state)
    return TournamentSnapshot(
        tournament=state.tournament,
        revision=state.revision,
        at_s=at_s,
        title=plan.title,
        format=plan.format,
        rules=plan.rules.name,
        rules_title=_rules_title(state, language),
        game=plan.rules.game,
        overrides=plan.overrides,
        tables=plan.tables,
        zone_size=plan.zone_size,
        qualifiers=plan.qualifiers,
        rounds=plan.rounds,
        delay_s=plan.delay_s,
        third_place=plan.third_place,
        locks=tuple((lock.home, lock.away, lock.round) for lock in state.locks),
        places=finishers(state),
        late=plan.late,
        leaving=plan.leaving,
        nobody=plan.nobody,
        born_from=plan.born_from,
        born_until=plan.born_until,
        plan_mark=plan.mark,
        decisions_mark=decisions_mark(state),
        changed_ms=round(state.changed_s * 1000),
        time_limit_min=plan.rules.time_limit_min,
        target=plan.rules.target,
        seed=state.seed,
        entrants=tuple(_entrant(state, entrant) for entrant in state.entrants.values()),
        zones=tuple(_zone(state, table) for table in tables),
        fixtures=tuple(fixture_view(state, fixture, at_s) for fixture in state.fixtures.values()),
        penalties=tuple(
            PenaltyView(penalty.entry, state.name(penalty.entrant), penalty.points, penalty.reason)
            for penalty in state.penalties
        ),
        devices=tuple(
            DeviceView(device.number, device.table, device.seat, device.revoked) for device in state.devices.values()
        ),
        champion=_champion(state, tables),
        is_stale=is_stale(state, tables),
        shelved=state.is_shelved,
    )


def _entrant(state: TournamentState, entrant: Entrant) -> EntrantView:
    absence = state.absences.get(entrant.number)
    standing = "" if absence is None else "gone" if absence.for_good else "away"
    nth = state.namesakes.get(entrant.number, 0)
    return EntrantView(entrant.number, entrant.name, entrant.club, standing, absence.reason if absence else "", nth)


def card(state: TournamentState, language: str) -> TournamentCard:
    """The view of the tournament in a list."""
    return TournamentCard(
        tournament=state.tournament,
        title=state.plan.title,
        format=state.plan.format,
        rules=_rules_title(state, language),
        entrants=len(state.entrants),
        over=sum(fixture.is_over for fixture in state.fixtures.values() if not fixture.is_unopposed),
        fixtures=sum(not fixture.is_unopposed for fixture in state.fixtures.values()),
        champion=_champion(state, rankings(state)),
        changed_s=state.changed_s,
        playing=sum(fixture.standing in ("seated", "playing") for fixture in state.fixtures.values()),
    )


def withheld_matches(state: TournamentState, shown: TournamentState) -> dict[str, int]:
    """The matches in which a tournament is recorded and whose points the public may not see yet: by name the delay in
    seconds. ``shown`` is what it sees: what is archived, open again or no longer recorded there, it hears later too."""
    if not state.plan.delay_s or shown.is_shelved:
        return {}
    known = [fixture for seen in (shown, state) for fixture in seen.fixtures.values()]
    told = {fixture.match for fixture in shown.fixtures.values() if fixture.is_over}
    tied = (fixture.match for fixture in known if fixture.match and not (fixture.is_over and fixture.match in told))
    return dict.fromkeys(tied, state.plan.delay_s)


def broken_card(tournament: str, trouble: str) -> TournamentCard:
    """The view in a list of a tournament that cannot be read; its title is its name."""
    return TournamentCard(
        tournament=tournament,
        title=tournament,
        format="",
        rules="",
        entrants=0,
        over=0,
        fixtures=0,
        champion="",
        changed_s=0.0,
        trouble=trouble,
    )


def device_view(state: TournamentState, device: int, at_s: float) -> DeviceSeatView | None:
    """The view of the match at an admitted device's table; None for any other device."""
    known, plan = state.devices.get(device), state.plan
    if known is None or known.revoked:
        return None
    fixture = state.at_table(known.table)
    return DeviceSeatView(
        tournament=state.tournament,
        revision=state.revision,
        at_s=at_s,
        title=plan.title,
        target=plan.rules.target,
        time_limit_min=plan.rules.time_limit_min,
        counts_laid=counts_laid(plan.rules),
        device=DeviceView(known.number, known.table, known.seat, known.revoked),
        admitted_ms=round(known.admitted_s * 1000),
        fixture=fixture_view(state, fixture, at_s) if fixture else None,
    )


def fixture_view(state: TournamentState, fixture: FixtureState, at_s: float) -> FixtureView:
    """The view of a match at ``at_s``."""
    pairing, verdict = fixture.pairing, fixture.verdict
    winner = fixture.winner
    return FixtureView(
        number=fixture.number,
        stage=pairing.stage,
        round=pairing.round,
        zone=pairing.zone,
        entrants=(fixture.home, fixture.away),
        names=(state.name(fixture.home), state.name(fixture.away)),
        feeds=pairing.feeds,
        is_bye=pairing.is_bye,
        table=fixture.table,
        standing=fixture.standing,
        next=verdict.next,
        totals=(verdict.totals[0], verdict.totals[1]),
        winner=None if winner is None else fixture.side_of(winner),
        slips=tuple(_slips(fixture)),
        penalties=fixture.penalties,
        walkover=fixture.why if fixture.unplayed else None,
        unplayed=fixture.unplayed,
        losers=pairing.losers,
        vacant=fixture.vacant,
        clock_s=round(fixture.clock.run_s(at_s), 1),
        ends_s=None if winner is not None else fixture.clock.ends_s(fixture.rules.time_limit_min),
        match=fixture.match,
        below_target=fixture.is_below_target,
        mark=fixture.mark,
    )


def _slips(fixture: FixtureState) -> Iterator[ResultSheetView]:
    whole = fixture.slip(WHOLE_MATCH)
    counted = {slip.hand for slip in fixture.hands} if not (whole and whole.is_settled) else {WHOLE_MATCH}
    for slip in fixture.slips:
        yield ResultSheetView(
            hand=slip.hand,
            points=slip.points,
            standing=slip.standing,
            side=slip.side,
            author=slip.author,
            pictures=slip.pictures,
            instead=slip.instead,
            reason=slip.reason,
            ended_min=round(slip.ended_min, 1),
            counts=slip.hand in counted and not fixture.unplayed,
            mark=slip.mark,
        )


def _zone(state: TournamentState, table: Ranking) -> ZoneView:
    through = {row.player for row in table.staying[: state.plan.qualifiers]} if state.plan.format == "zones" else ()

    def name(player: str) -> str:
        return state.name(int(player))

    return ZoneView(
        name=table.zone.name,
        standings=tuple(
            StandingView(
                rank=row.rank,
                entrant=int(row.player),
                name=name(row.player),
                club=state.entrants[int(row.player)].club,
                played=row.played,
                won=row.won,
                difference=row.difference,
                points_for=row.points_for,
                needs_lots=row.needs_lots,
                goes_through=row.player in through and row.played > 0,
                victory=row.victory,
            )
            for row in table.rows
        ),
        ties=tuple(
            TieView(
                step.by,
                tuple((name(player), value) for player, value in step.values),
                tuple(tuple(map(name, group)) for group in step.groups),
            )
            for step in table.steps
        ),
        lots=tuple(
            state.name(lot)
            for lot in dict.fromkeys(lot for draw in state.lots.get(table.zone.name, ()) for lot in draw)
        ),
        open_fixtures=table.open_fixtures,
    )


def _rules_title(state: TournamentState, language: str) -> str:
    name = state.plan.rules.name
    return profile_title(name, language) if name in PROFILES else name


def _champion(state: TournamentState, tables: tuple[Ranking, ...]) -> str:
    if knockout := state.of_stage("final") or state.of_stage("bracket"):
        return state.name(knockout[-1].winner)
    if len(tables) != 1 or state.plan.format in ("zones", "free") or tables[0].open_fixtures or not state.fixtures:
        return ""
    rounds = max(fixture.pairing.round for fixture in state.fixtures.values())
    if state.plan.format == "swiss" and rounds < state.plan.rounds:
        return ""
    first = next(iter(tables[0].rows), None)  # of nobody where all left and nothing counts
    return "" if first is None or first.needs_lots else state.name(int(first.player))
