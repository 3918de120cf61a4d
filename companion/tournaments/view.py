"""A tournament as it is shown, in words of a language."""

from __future__ import annotations

from collections.abc import Iterator

from companion.snapshot.tournament import (
    DeskView,
    DeviceView,
    EntrantView,
    FixtureView,
    PenaltyView,
    SlipView,
    StandingView,
    TieView,
    TournamentCard,
    TournamentSnapshot,
    ZoneView,
)
from companion.tournaments.finishing import finishers
from companion.tournaments.fixture_story import WHOLE_MATCH, FixtureStory
from companion.tournaments.plan import Entrant
from companion.tournaments.ranking import Ranking, rankings
from companion.tournaments.tournament_story import TournamentStory
from engine.rules.profiles import PROFILES, profile_title


def snapshot(story: TournamentStory, language: str, at_s: float) -> TournamentSnapshot:
    """The tournament as it stands at a moment."""
    plan, tables = story.plan, rankings(story)
    return TournamentSnapshot(
        tournament=story.tournament,
        revision=story.revision,
        at_s=at_s,
        title=plan.title,
        format=plan.format,
        rules=plan.rules.name,
        rules_title=_rules_title(story, language),
        game=plan.rules.game,
        overrides=plan.overrides,
        tables=plan.tables,
        zone_size=plan.zone_size,
        qualifiers=plan.qualifiers,
        rounds=plan.rounds,
        delay_s=plan.delay_s,
        third_place=plan.third_place,
        locks=tuple((lock.home, lock.away, lock.round) for lock in story.locks),
        places=finishers(story),
        late=plan.late,
        leaving=plan.leaving,
        nobody=plan.nobody,
        born_from=plan.born_from,
        born_until=plan.born_until,
        time_limit_min=plan.rules.time_limit_min,
        target=plan.rules.target,
        seed=story.seed,
        entrants=tuple(_entrant(story, entrant) for entrant in story.entrants.values()),
        zones=tuple(_zone(story, table) for table in tables),
        fixtures=tuple(fixture_view(story, fixture, at_s) for fixture in story.fixtures.values()),
        penalties=tuple(
            PenaltyView(penalty.entry, story.name(penalty.entrant), penalty.points, penalty.reason)
            for penalty in story.penalties
        ),
        devices=tuple(
            DeviceView(device.number, device.table, device.seat, device.revoked) for device in story.devices.values()
        ),
        champion=_champion(story, tables),
        is_stale=_is_stale(story, tables),
        shelved=story.is_shelved,
    )


def _entrant(story: TournamentStory, one: Entrant) -> EntrantView:
    absence = story.absences.get(one.number)
    standing = "" if absence is None else "gone" if absence.for_good else "away"
    nth = story.namesakes.get(one.number, 0)
    return EntrantView(one.number, one.name, one.club, standing, absence.reason if absence else "", nth)


def card(story: TournamentStory, language: str) -> TournamentCard:
    """The tournament in a list."""
    return TournamentCard(
        tournament=story.tournament,
        title=story.plan.title,
        format=story.plan.format,
        rules=_rules_title(story, language),
        entrants=len(story.entrants),
        over=sum(fixture.is_over for fixture in story.fixtures.values() if not fixture.is_unopposed),
        fixtures=sum(not fixture.is_unopposed for fixture in story.fixtures.values()),
        champion=_champion(story, rankings(story)),
        changed_s=story.changed_s,
        playing=sum(fixture.standing in ("seated", "playing") for fixture in story.fixtures.values()),
    )


def broken_card(tournament: str, trouble: str) -> TournamentCard:
    """A tournament in a list that cannot be told: it goes by its name."""
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


def device_view(story: TournamentStory, device: int, at_s: float) -> DeskView | None:
    """The match at the table of a device that may speak."""
    known, plan = story.devices.get(device), story.plan
    if known is None or known.revoked:
        return None
    fixture = story.at_table(known.table)
    return DeskView(
        tournament=story.tournament,
        revision=story.revision,
        at_s=at_s,
        title=plan.title,
        target=plan.rules.target,
        time_limit_min=plan.rules.time_limit_min,
        device=DeviceView(known.number, known.table, known.seat, known.revoked),
        fixture=fixture_view(story, fixture, at_s) if fixture else None,
    )


def fixture_view(story: TournamentStory, fixture: FixtureStory, at_s: float) -> FixtureView:
    """A match as it stands at a moment."""
    pairing, verdict = fixture.pairing, fixture.verdict
    winner = fixture.winner
    return FixtureView(
        number=fixture.number,
        stage=pairing.stage,
        round=pairing.round,
        zone=pairing.zone,
        entrants=(fixture.home, fixture.away),
        names=(story.name(fixture.home), story.name(fixture.away)),
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
    )


def _slips(fixture: FixtureStory) -> Iterator[SlipView]:
    whole = fixture.slip(WHOLE_MATCH)
    counted = {slip.hand for slip in fixture.hands} if not (whole and whole.is_settled) else {WHOLE_MATCH}
    for slip in fixture.slips:
        yield SlipView(
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
        )


def _zone(story: TournamentStory, table: Ranking) -> ZoneView:
    through = {row.player for row in table.staying[: story.plan.qualifiers]} if story.plan.format == "zones" else ()

    def name(player: str) -> str:
        return story.name(int(player))

    return ZoneView(
        name=table.zone.name,
        standings=tuple(
            StandingView(
                rank=row.rank,
                entrant=int(row.player),
                name=name(row.player),
                club=story.entrants[int(row.player)].club,
                played=row.played,
                won=row.won,
                difference=row.difference,
                points_for=row.points_for,
                needs_lots=row.needs_lots,
                goes_through=row.player in through and row.played > 0,
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
        lots=tuple(story.name(lot) for lot in story.lots.get(table.zone.name, ())),
        open_fixtures=table.open_fixtures,
    )


def _rules_title(story: TournamentStory, language: str) -> str:
    name = story.plan.rules.name
    return profile_title(name, language) if name in PROFILES else name


def _champion(story: TournamentStory, tables: tuple[Ranking, ...]) -> str:
    if knockout := story.of_stage("final") or story.of_stage("bracket"):
        return story.name(knockout[-1].winner)
    if len(tables) != 1 or story.plan.format in ("zones", "free") or tables[0].open_fixtures or not story.fixtures:
        return ""
    rounds = max(fixture.pairing.round for fixture in story.fixtures.values())
    if story.plan.format == "swiss" and rounds < story.plan.rounds:
        return ""
    first = tables[0].rows[0]
    return "" if first.needs_lots else story.name(int(first.player))


def _is_stale(story: TournamentStory, tables: tuple[Ranking, ...]) -> bool:
    first = [fixture for fixture in story.of_stage("bracket") if fixture.pairing.round == 1]
    if not first or story.plan.format != "zones":
        return False
    drawn = {entrant for fixture in first for entrant in fixture.entrants}
    most = story.plan.qualifiers
    through = {int(row.player) for table in tables for row in table.rows[:most]}
    staying = {int(row.player) for table in tables for row in table.staying[:most]}
    begun = any(fixture.has_begun for fixture in story.of_stage("bracket"))
    return drawn != staying and not (begun and drawn == through)
