"""Draws and pairings as they are asked for: what has to be known first, and what is written down."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from random import Random

from companion.naming import key_of
from companion.tournaments import fixing, orders
from companion.tournaments.arranging import with_fixed
from companion.tournaments.brackets import bracket_pairings, with_locks, with_lower, with_third_place
from companion.tournaments.category import check_category, to_be_asked
from companion.tournaments.drawing import draw_zones, drawn_order, new_seed, zone_pairings
from companion.tournaments.events import BracketDrawn, Drawn, Event, LotsDrawn, Paired
from companion.tournaments.plan import Entrant, PlannedPairing
from companion.tournaments.ranking import Ranking, ranking, rankings, zones_of
from companion.tournaments.swiss import Float, Past, pair_round
from companion.tournaments.tournament_story import TournamentStory
from companion.tournaments.wording import CONFLICT, MISSING, refuse

_Draw = (
    orders.DrawZones | orders.PairRound | orders.AddFixture | orders.DrawBracket | orders.DrawLots | orders.Lock
    | orders.Unlock
)  # fmt: skip


def decided(story: TournamentStory, order: _Draw, seed: str = "") -> Event | None:
    """The event of an order that draws or pairs, from ``seed`` where it names none and one is given."""
    match order:
        case orders.DrawZones():
            return _zones(story, order)
        case orders.PairRound(anyway=anyway):
            check_category(story, to_be_asked(story), anyway=anyway)
            return _round(story, seed or new_seed())
        case orders.AddFixture():
            return _added(story, order)
        case orders.DrawBracket(anyway=anyway):
            check_category(story, to_be_asked(story), anyway=anyway)
            return _bracket(story, order.seed or new_seed())
        case orders.DrawLots():
            return _lots(story, order, seed or new_seed())
        case orders.Lock() | orders.Unlock():
            return fixing.decided(story, order)


def _zones(story: TournamentStory, order: orders.DrawZones) -> Drawn:
    _of_format(story, "zones", "round_robin")
    drawn = {entrant for zone in story.zones for entrant in zone.entrants}
    if story.fixtures and (drawn >= _here(story) or any(fixture.has_begun for fixture in story.fixtures.values())):
        refuse("drawn already", CONFLICT)
    entrants = _enough(story)
    if order.by_club and not any(entrant.club for entrant in entrants):
        refuse("not played by club")
    check_category(story, to_be_asked(story), anyway=order.anyway)
    seed = order.seed.strip() or new_seed()
    size = story.plan.zone_size if story.plan.format == "zones" else len(entrants)
    zones = draw_zones(entrants, size, seed, by_club=order.by_club)
    fixed = fixing.fixed_in_zones(story, [entrant.number for entrant in entrants])
    if fixed:
        clubs = {entrant.number: key_of(entrant.club) for entrant in entrants} if order.by_club else None
        zones = with_fixed(zones, fixed, clubs) or refuse("fixed too much", CONFLICT)
    return Drawn(seed=seed, by_club=order.by_club, zones=zones, pairings=zone_pairings(zones, 0, fixed))


def _round(story: TournamentStory, drawn: str) -> Paired:
    _of_format(story, "swiss")
    _enough(story)
    played = story.of_stage("round")
    if still := sum(not fixture.is_over for fixture in played):
        refuse("round goes on", CONFLICT, count=still)
    number = fixing.next_round(story)
    if number > story.plan.rounds:
        refuse("no more rounds", CONFLICT)
    seed = "" if played else drawn
    table = [(player, points) for player, points in _points(story).items() if player not in story.absences]
    if seed:
        Random(seed).shuffle(table)
    met = {frozenset(fixture.entrants) for fixture in played if len(fixture.entrants) == 2}
    rested = {
        fixture.winner
        for fixture in played
        if (fixture.pairing.is_bye or fixture.unplayed == "one") and fixture.winner is not None
    }
    locked = fixing.held(story, [entrant for entrant, _ in table], number)
    free = [row for row in table if not any(row[0] in lock for lock in locked)]
    found = pair_round(free, met, rested, _past(story, number)) or refuse("only rematches", CONFLICT)
    resting: list[tuple[int, int | None]] = [(one, None) for one, other in locked if other is None]
    resting += [(found[1], None)] if found[1] is not None else []
    together = [(one, other) for one, other in locked if other is not None]
    places = {entrant: place for place, (entrant, _) in enumerate(table)}
    pairs: list[tuple[int, int | None]] = [
        *sorted([*found[0], *together], key=lambda pair: min(places[pair[0]], places[pair[1]])),
        *resting,
    ]
    last = story.last_fixture()
    return Paired(
        tuple(
            PlannedPairing(number=last + place, stage="round", round=number, home=home, away=away)
            for place, (home, away) in enumerate(pairs, 1)
        ),
        seed,
    )


def _points(story: TournamentStory) -> dict[int, int]:
    """The points of everybody, the first of the table first."""
    rows = ranking(story, zones_of(story)[0]).rows
    return {int(row.player): row.won if row.victory is None else row.victory for row in rows}


def _past(story: TournamentStory, number: int) -> dict[int, Past]:
    """What befell everybody in the Swiss rounds before round ``number``."""
    floats = [_floats(story, number - ago) for ago in (1, 2)]
    played = [
        who
        for fixture in story.of_stage("round")
        if not fixture.unplayed and not fixture.pairing.is_bye
        for who in fixture.entrants
    ]
    return {
        entrant: Past((floats[0].get(entrant, ""), floats[1].get(entrant, "")), number - 1 - played.count(entrant))
        for entrant in story.entrants
    }


def _floats(story: TournamentStory, number: int) -> dict[int, Float]:
    """Who met somebody of fewer or more points in a round, or got points without playing."""
    before = {fixture.number: fixture for fixture in story.fixtures.values() if fixture.pairing.round < number}
    points = _points(replace(story, fixtures=before))
    floats: dict[int, Float] = {}
    for fixture in story.of_stage("round"):
        if fixture.pairing.round != number:
            continue
        if fixture.pairing.is_bye or fixture.unplayed == "one":
            floats |= {fixture.winner: "down"} if fixture.winner is not None else {}
        elif not fixture.unplayed:
            fewer, more = sorted(fixture.entrants, key=lambda who: points.get(who, 0))
            floats |= {more: "down", fewer: "up"} if points.get(more, 0) > points.get(fewer, 0) else {}
    return floats


def _added(story: TournamentStory, order: orders.AddFixture) -> Paired:
    _of_format(story, "free")
    if order.home == order.away:
        refuse("plays alone")
    for entrant in (order.home, order.away):
        if entrant not in story.entrants:
            refuse("no such entrant", MISSING)
    meeting = [fixture for fixture in to_be_asked(story) if fixture.number in (order.home, order.away)]
    check_category(story, meeting, anyway=order.anyway)
    number = story.last_fixture() + 1
    round_number = max(order.round, 1)
    return Paired((PlannedPairing(number=number, stage="round", round=round_number, home=order.home, away=order.away),))


def _bracket(story: TournamentStory, seed: str) -> BracketDrawn:
    _of_format(story, "zones", "elimination", "double")
    if any(fixture.has_begun for fixture in story.of_stage("bracket")):
        refuse("bracket begun", CONFLICT)
    others = [fixture.number for fixture in story.fixtures.values() if not fixture.pairing.is_knockout]
    last = max(others, default=0)
    if story.plan.format != "zones":
        entrants = _enough(story, 3 if story.plan.format == "double" else 2)
        locks = fixing.held(story, [entrant.number for entrant in entrants])
        first = with_locks(bracket_pairings(drawn_order(entrants, seed), 1, last), locks)
        return BracketDrawn(pairings=_whole(story, first or refuse("no bye to give", CONFLICT)), seed=seed)
    if not story.zones:
        refuse("other format", CONFLICT)
    tables = rankings(story)
    if still := sum(zone_table.open_fixtures for zone_table in tables):
        refuse("round goes on", CONFLICT, count=still)
    for table in tables:
        if tied := table.undrawn(story.plan.qualifiers):
            refuse("lots first", CONFLICT, zone=table.zone.name, names=_names(story, tied))
    zones = [(table.zone.name, table.staying) for table in tables]
    return BracketDrawn(pairings=_whole(story, bracket_pairings(zones, story.plan.qualifiers, last)))


def _whole(story: TournamentStory, bracket: tuple[PlannedPairing, ...]) -> tuple[PlannedPairing, ...]:
    """A bracket with what is played beside it: for the third place, or by those who lost once."""
    if story.plan.format == "double":
        return with_lower(bracket)
    return with_third_place(bracket) if story.plan.third_place else bracket


def _lots(story: TournamentStory, order: orders.DrawLots, seed: str) -> LotsDrawn:
    zone = next((drawn_zone for drawn_zone in zones_of(story) if drawn_zone.name == order.zone), None) or refuse(
        "no such zone", MISSING
    )
    table = ranking(story, zone)
    tied = _tied(table, story, order.names) or refuse("nothing for lots", CONFLICT)
    if order.names:
        numbers = {key_of(story.name(number)): number for number in story.entrants}
        named = tuple(numbers.get(key_of(name.strip()), 0) for name in order.names)
        if sorted(named) != sorted(tied):
            refuse("lots of others", names=_names(story, map(str, tied)))
        return LotsDrawn(zone.name, named, "typed")
    drawn = sorted(tied)
    Random(seed).shuffle(drawn)
    return LotsDrawn(zone.name, tuple(drawn), "drawn", seed)


def _tied(table: Ranking, story: TournamentStory, names: tuple[str, ...]) -> tuple[int, ...]:
    """The highest tie that needs lots, or the one in which the first of ``names`` is."""
    if table.open_fixtures:
        refuse("round goes on", CONFLICT, count=table.open_fixtures)
    first = key_of(names[0].strip()) if names else ""
    waiting = [row for row in table.rows if row.needs_lots]
    named = [row.rank for row in waiting if key_of(story.name(int(row.player))) == first]
    rank = next(iter(named or [row.rank for row in waiting]), 0)
    return tuple(int(row.player) for row in waiting if row.rank == rank)


def _of_format(story: TournamentStory, *formats: str) -> None:
    if story.plan.format not in formats:
        refuse("other format", CONFLICT)


def _enough(story: TournamentStory, least: int = 2) -> tuple[Entrant, ...]:
    entrants = tuple(entrant for entrant in story.entrants.values() if entrant.number in _here(story))
    return entrants if len(entrants) >= least else refuse("too few", CONFLICT, least=least)


def _here(story: TournamentStory) -> set[int]:
    """Those who did not leave for good."""
    return {
        entrant for entrant in story.entrants if entrant not in story.absences or not story.absences[entrant].for_good
    }


def _names(story: TournamentStory, players: Iterable[str]) -> str:
    return ", ".join(story.name(int(player)) for player in players)
