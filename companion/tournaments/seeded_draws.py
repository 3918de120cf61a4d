"""Random draws that a seed repeats: zones, their matches, and the order of a bracket."""

from __future__ import annotations

import secrets
from collections import defaultdict
from collections.abc import Iterable, Sequence
from random import Random
from string import ascii_uppercase

from companion.naming import key_of
from companion.tournaments.attendance_events import Locked
from companion.tournaments.plan import DrawnZone, Entrant, PlannedPairing
from companion.tournaments.zone_arrangement import rounds_of
from engine.tournament.standings import Standing

SMALLEST_ZONE = 3
_SEED_BYTES = 4


def new_seed() -> str:
    """A seed that cannot be guessed."""
    return secrets.token_hex(_SEED_BYTES)


def draw_zones(entrants: Sequence[Entrant], size: int, seed: str, *, by_club: bool) -> tuple[DrawnZone, ...]:
    """Zones of about ``size`` entrants, of three at least where possible; ``by_club`` spreads the members of a club."""
    count = max(1, min(-(-len(entrants) // size), len(entrants) // SMALLEST_ZONE))
    dealt = _shuffled(entrants, Random(seed), by_club=by_club)
    return tuple(
        DrawnZone(_letters(number), tuple(entrant.number for entrant in dealt[number::count]))
        for number in range(count)
    )


def zone_pairings(zones: Iterable[DrawnZone], after: int, fixed: tuple[Locked, ...] = ()) -> tuple[PlannedPairing, ...]:
    """All matches of ``zones``, round by round and with the ``fixed`` ones, numbered from ``after`` + 1."""
    rounds = [
        (number, zone.name, home, away)
        for zone in zones
        for number, pairs in enumerate(rounds_of(zone, fixed), 1)
        for home, away in pairs
    ]
    rounds.sort(key=lambda pairing: pairing[0])
    return tuple(
        PlannedPairing(number=number, stage="zone", round=turn, zone=zone, home=home, away=away)
        for number, (turn, zone, home, away) in enumerate(rounds, after + 1)
    )


def drawn_order(entrants: Sequence[Entrant], seed: str) -> list[tuple[str, Sequence[Standing]]]:
    """The entrants in random order, each as the winner of a zone of one, as ``bracket_pairings`` takes them."""
    dealt = _shuffled(entrants, Random(seed), by_club=False)
    return [(f"{place}", (_unplayed(entrant),)) for place, entrant in enumerate(dealt)]


def _unplayed(entrant: Entrant) -> Standing:
    return Standing(player=f"{entrant.number}", played=0, won=0, difference=0, points_for=0, rank=1, needs_lots=False)


def _shuffled(entrants: Sequence[Entrant], chance: Random, *, by_club: bool) -> list[Entrant]:
    """``entrants`` in an order that is drawn; those of one club, the largest first, one after another if asked."""
    dealt = sorted(entrants, key=lambda entrant: entrant.number)
    chance.shuffle(dealt)
    if not by_club:
        return dealt
    clubs: dict[str, list[Entrant]] = defaultdict(list)
    for entrant in dealt:
        clubs[key_of(entrant.club) or f"{entrant.number}"].append(entrant)
    return [entrant for club in sorted(clubs.values(), key=len, reverse=True) for entrant in club]


def _letters(number: int) -> str:
    """Letters for a number from 0 on: A, B … Z, AA, AB and so on.

    >>> _letters(0), _letters(25), _letters(26)
    ('A', 'Z', 'AA')
    """
    before, last = divmod(number, len(ascii_uppercase))
    return (_letters(before - 1) if before else "") + ascii_uppercase[last]
