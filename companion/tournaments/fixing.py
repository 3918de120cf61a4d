"""What is fixed by hand before a draw: who meets whom and when, who stands in one zone, who rests."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from companion.tournaments import orders
from companion.tournaments.events import Locked, Unlocked
from companion.tournaments.tournament_story import TournamentStory
from companion.tournaments.wording import CONFLICT, MISSING, refuse

_Lock = tuple[int, int | None]


def decided(story: TournamentStory, order: orders.Lock | orders.Unlock) -> Locked | Unlocked | None:
    """The event of an order that fixes something or lets it go; nothing where nothing changes."""
    if isinstance(order, orders.Unlock):
        concerned = (lock for lock in story.locks if order.entrant in (lock.home, lock.away))
        is_any = any(order.round in (None, fixture.round) for fixture in concerned)
        return Unlocked(order.entrant, order.round) if is_any else None
    return _locked(story, order)


def held(story: TournamentStory, among: Collection[int], turn: int | None = None) -> tuple[_Lock, ...]:
    """Who meets whom, or rests, in round ``turn``, or in the only one that can be fixed, as far as all are ``among``
    those who are drawn."""
    return tuple(
        (lock.home, lock.away)
        for lock in story.locks
        if turn in (None, round_of(story, lock.round)) and {lock.home, lock.away} - {None} <= set(among)
    )


def round_of(story: TournamentStory, named: int | None) -> int | None:
    """The round that a lock is for: where it names none, the one that is drawn next; of zones, none at all."""
    if named is not None or story.plan.format == "zones":
        return named
    return next_round(story) if story.plan.format == "swiss" else 1


def next_round(story: TournamentStory) -> int:
    """The Swiss round that is paired next."""
    return max((fixture.pairing.round for fixture in story.of_stage("round")), default=0) + 1


def _locked(story: TournamentStory, order: orders.Lock) -> Locked | None:
    if story.plan.format == "free":
        refuse("other format", CONFLICT)
    if story.plan.format != "swiss" and story.fixtures:
        refuse("drawn already", CONFLICT)
    _check_people(story, order)
    _check_round(story, order)
    lock = Locked(order.home, order.away, order.round)
    if any(_is_same(story, lock, known_lock) for known_lock in story.locks):
        return None
    for known_lock in story.locks:
        if taken := _in_the_way(story, lock, known_lock):
            refuse("locked already", CONFLICT, name=story.name(taken))
    return lock


def _check_people(story: TournamentStory, order: orders.Lock) -> None:
    if order.home == order.away:
        refuse("plays alone")
    for entrant in (order.home, order.away):
        if entrant is not None and entrant not in story.entrants:
            refuse("no such entrant", MISSING)
        if entrant in story.absences:
            refuse("not here", CONFLICT, name=story.name(entrant))


def _check_round(story: TournamentStory, order: orders.Lock) -> None:
    turn = round_of(story, order.round)
    if turn is None:
        if order.away is None:
            refuse("rests when")
        return
    first = next_round(story) if story.plan.format == "swiss" else 1
    last = {"swiss": story.plan.rounds, "elimination": 1, "double": 1}.get(story.plan.format, len(story.entrants))
    if not first <= turn <= last and order.round is not None:
        refuse("not so many", what="ronda", least=first, most=last)


def _is_same(story: TournamentStory, lock: Locked, other: Locked) -> bool:
    people = {lock.home, lock.away} == {other.home, other.away}
    return people and round_of(story, lock.round) == round_of(story, other.round)


def _in_the_way(story: TournamentStory, lock: Locked, other: Locked) -> int | None:
    """Who cannot do both: somebody in two matches of a round, or two who would meet twice where all meet once."""
    turn, taken = round_of(story, lock.round), round_of(story, other.round)
    both = [
        entrant for entrant in (lock.home, lock.away) if entrant is not None and entrant in (other.home, other.away)
    ]
    if turn is None or taken is None or not both:
        return None
    meet_once = story.plan.format in ("zones", "round_robin") and lock.away is not None
    return both[0] if turn == taken or (meet_once and len(both) == 2) else None


def fixed_in_zones(story: TournamentStory, among: Sequence[int]) -> tuple[Locked, ...]:
    """What is fixed of those who are drawn, each with its round where it has one."""
    return tuple(
        Locked(lock.home, lock.away, round_of(story, lock.round))
        for lock in story.locks
        if {lock.home, lock.away} - {None} <= set(among)
    )
