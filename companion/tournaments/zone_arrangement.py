"""Change drawn zones as little as possible such that the fixed pairings hold.

Within a zone the order of the entrants decides who meets whom in which round. A fixed entrant is swapped with the
entrant drawn at the place needed; where no order fits, the rounds of the zone are scheduled anew.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from companion.tournaments.attendance_events import Locked
from companion.tournaments.plan import DrawnZone
from engine.tournament.pairings import fixtures
from engine.tournament.standings import Zone
from engine.tournament.timetable import Fixed, timetable

_Locks = tuple[Locked, ...]
MOST_TRIES = 3000
"""The maximum number of arrangements tried."""


@dataclass(slots=True)
class _TryLimit:
    left: int = MOST_TRIES

    def are_over(self) -> bool:
        """Count one try; return whether the limit is exceeded."""
        self.left -= 1
        return self.left < 0


def with_fixed(
    zones: Sequence[DrawnZone], locks: _Locks, clubs: Mapping[int, str] | None = None
) -> tuple[DrawnZone, ...] | None:
    """The zones with the pairings, rests and zone mates of ``locks``; None where no arrangement was found.

    With ``clubs``, those who are moved go where fewest of their club are.
    """
    return _placed(tuple(zones), _groups(locks), (), clubs or {}, _TryLimit())


def _groups(locks: _Locks) -> list[_Locks]:
    """Locks that have people in common, those of the most people first."""
    groups: list[_Locks] = []
    for lock in locks:
        near = [group for group in groups if _people(group) & _people((lock,))]
        groups = [group for group in groups if group not in near] + [
            (*(each for neighbour in near for each in neighbour), lock)
        ]
    return sorted(groups, key=lambda group: -len(_people(group)))


def _people(locks: _Locks) -> set[int]:
    return {who for lock in locks for who in (lock.home, lock.away) if who is not None}


def _placed(
    zones: tuple[DrawnZone, ...], groups: list[_Locks], settled: _Locks, clubs: Mapping[int, str], tries: _TryLimit
) -> tuple[DrawnZone, ...] | None:
    """The zones with every group in one of them."""
    if not groups:
        return zones
    group, *others = groups
    people = _people(group)
    kept = _people(settled)
    likeliest = sorted(range(len(zones)), key=lambda at: (-len(people & {*zones[at].entrants}), at))
    for at in likeliest:
        together = _together(zones, at, people, kept, clubs)
        if together is None or tries.are_over():
            continue
        there = {*together[at].entrants}
        pairings = (*group, *(pairing for pairing in settled if pairing.home in there))
        order = _ordered(together[at].entrants, pairings, tries) or _made_anew(together[at].entrants, pairings)
        if order is None:
            continue
        arranged = tuple(replace(zone, entrants=order) if zone is together[at] else zone for zone in together)
        if found := _placed(arranged, others, (*settled, *group), clubs, tries):
            return found
    return None


def _together(
    zones: tuple[DrawnZone, ...], at: int, people: set[int], kept: set[int], clubs: Mapping[int, str]
) -> tuple[DrawnZone, ...] | None:
    """The zones with all ``people`` in one, each swapped with an entrant who is not ``kept`` there; None where
    impossible."""
    changed = [list(zone.entrants) for zone in zones]
    for who in sorted(people - {*changed[at]}):
        home = next(zone for zone in changed if who in zone)
        left = [clubs.get(entrant) for entrant in home if entrant != who]
        free = [entrant for entrant in changed[at] if entrant not in people | kept]
        if not free:
            return None
        other = min(
            free,
            key=lambda entrant: (
                left.count(clubs.get(entrant)) if clubs.get(entrant) else 0,
                changed[at].index(entrant),
            ),
        )
        place, instead = home.index(who), changed[at].index(other)
        home[place], changed[at][instead] = other, who
    return tuple(replace(one, entrants=tuple(entrants)) for one, entrants in zip(zones, changed, strict=True))


def _ordered(entrants: tuple[int, ...], locks: _Locks, tries: _TryLimit) -> tuple[int, ...] | None:
    """The entrants of a zone in an order in which they meet and rest in the rounds that ``locks`` name."""
    timed = _groups(tuple(lock for lock in locks if lock.round is not None))
    places = _found(entrants, timed, {}, tries)
    if places is None:
        return None
    order: list[int | None] = [None] * len(entrants)
    for who, place in places.items():
        order[place] = who
    stay = {at: who for at, who in enumerate(entrants) if who not in places and order[at] is None}
    give_way = iter([who for who in entrants if who not in places and who not in stay.values()])
    return tuple(entrant if entrant is not None else stay.get(at) or next(give_way) for at, entrant in enumerate(order))


def _made_anew(entrants: tuple[int, ...], locks: _Locks) -> tuple[int, ...] | None:
    """The entrants unchanged where a timetable with the fixed pairings exists; else None."""
    return entrants if timetable(len(entrants), _fixed(entrants, locks)) else None


def _fixed(entrants: tuple[int, ...], locks: _Locks) -> list[Fixed]:
    """What is fixed of a zone with its round, by places."""
    place: dict[int | None, int | None] = {None: None, **{who: at for at, who in enumerate(entrants)}}
    return [
        (entrants.index(lock.home), place[lock.away], lock.round)
        for lock in locks
        if lock.round is not None and lock.home in entrants and lock.away in place
    ]


def rounds_of(zone: DrawnZone, locks: _Locks = ()) -> tuple[tuple[tuple[int, int], ...], ...]:
    """The pairs of each round of a zone, home first, with the fixed ones in their rounds."""
    rounds = fixtures(Zone(zone.name, tuple(map(str, zone.entrants))))
    by_order = tuple(tuple((int(home), int(away)) for home, away in pairs) for pairs in rounds)
    fixed = _fixed(zone.entrants, locks)
    rivals = _rivals(len(zone.entrants))
    if all(turn <= len(rivals) and rivals[turn - 1][one] == other for one, other, turn in fixed):
        return by_order
    anew = timetable(len(zone.entrants), fixed)
    if anew is None:
        return by_order
    return tuple(tuple((zone.entrants[home], zone.entrants[away]) for home, away in pairs) for pairs in anew)


def _found(
    entrants: tuple[int, ...], groups: list[_Locks], taken: dict[int, int], tries: _TryLimit
) -> dict[int, int] | None:
    """The places of all who are fixed, those that they have wherever that does."""
    if not groups:
        return taken
    first = groups[0][0].home
    own = entrants.index(first)
    for place in sorted(range(len(entrants)), key=lambda place: (place != own, place)):
        if tries.are_over():
            return None
        more = _following(
            len(entrants), groups[0], {**taken, first: place} if place not in taken.values() else None, first
        )
        if more and (found := _found(entrants, groups[1:], more, tries)):
            return found
    return None


def _following(count: int, locks: _Locks, taken: dict[int, int] | None, first: int) -> dict[int, int] | None:
    """The places of a whole group, which follow from that of its first."""
    if taken is None:
        return None
    rivals, waiting = _rivals(count), [first]
    while waiting:
        who = waiting.pop()
        for other, turn in _meetings(locks, who):
            if turn > len(rivals):
                return None
            place = rivals[turn - 1][taken[who]]
            if other is None or place is None:
                if other is not None or place is not None:
                    return None
            elif other in taken:
                if taken[other] != place:
                    return None
            elif place in taken.values():
                return None
            else:
                taken[other] = place
                waiting.append(other)
    return taken


def _meetings(locks: _Locks, who: int) -> Iterator[tuple[int | None, int]]:
    """The fixed opponents of ``who`` (None for a bye), each with its round."""
    for lock in locks:
        if lock.round is not None and who in (lock.home, lock.away):
            yield (lock.away if who == lock.home else lock.home), lock.round


@cache
def _rivals(count: int) -> tuple[tuple[int | None, ...], ...]:
    """By round of a zone of ``count``: the opponent's place for each place; None for a bye."""
    rounds = []
    for pairs in fixtures(Zone("", tuple(map(str, range(count))))):
        meets = {int(one): int(other) for home, away in pairs for one, other in ((home, away), (away, home))}
        rounds.append(tuple(meets.get(place) for place in range(count)))
    return tuple(rounds)
