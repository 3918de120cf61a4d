"""Pairings: the rounds of a zone, and the first round of the elimination that follows.

The later rounds of a bracket, and the lower one of a double elimination: `companion.tournaments.brackets`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engine.tournament.standings import Standing, Zone


@dataclass(frozen=True, slots=True)
class QualifiedPlayer:
    """A qualified player, with zone and rank."""

    player: str
    zone: str
    place: int


@dataclass(frozen=True, slots=True)
class Pairing:
    """A match of the first round; without ``away`` the player has a bye."""

    home: QualifiedPlayer
    away: QualifiedPlayer | None


def fixtures(zone: Zone) -> tuple[tuple[tuple[str, str], ...], ...]:
    """Round-robin rounds of ``zone``; with an odd number of players one rests in each.

    Home and away matches differ by at most one for each player.
    """
    seats: list[str | None] = [*zone.players] if len(zone.players) % 2 == 0 else [None, *zone.players]
    rounds = []
    for number in range(len(seats) - 1):
        pairs = (
            (seats[i], seats[-1 - i]) if (i or number) % 2 else (seats[-1 - i], seats[i])
            for i in range(len(seats) // 2)
        )
        rounds.append(tuple((home, away) for home, away in pairs if home and away))
        seats = [seats[0], seats[-1], *seats[1:-1]]
    return tuple(rounds)


def bracket(zones: Sequence[tuple[str, Sequence[Standing]]], qualifiers: int) -> tuple[Pairing, ...]:
    """The first round for the best ``qualifiers`` of each zone: winners apart, byes for the best of them.

    Players of one zone do not meet in it as long as that can be avoided. The pairs are in bracket order: the winners of
    the first and the second meet, and so on.
    """
    seeds = _seeded(zones, qualifiers)
    pairs = 1
    while 2 * pairs < len(seeds):
        pairs *= 2
    strong = seeds[:pairs]
    weak: list[QualifiedPlayer | None] = [*seeds[pairs:], *[None] * (2 * pairs - len(seeds))]
    rivals = _matched(strong, weak, apart=True) or _matched(strong, weak, apart=False)
    return tuple(Pairing(strong[seed], rivals[seed]) for seed in _spread(pairs) if seed < len(strong))


def _seeded(zones: Sequence[tuple[str, Sequence[Standing]]], qualifiers: int) -> list[QualifiedPlayer]:
    through = [
        (place, -row.won, -row.difference, -row.points_for, QualifiedPlayer(row.player, name, place))
        for name, rows in zones
        for place, row in enumerate(rows[:qualifiers], 1)
    ]
    return [entry[-1] for entry in sorted(through, key=lambda entry: entry[:-1])]


def _matched(
    strong: Sequence[QualifiedPlayer], weak: Sequence[QualifiedPlayer | None], *, apart: bool
) -> list[QualifiedPlayer | None]:
    """An opponent for each of ``strong``, the weakest for the strongest; None if ``apart`` cannot be kept."""
    if not strong:
        return []
    tried: list[QualifiedPlayer | None] = []
    for rival in reversed(weak):
        if rival in tried or (apart and rival is not None and rival.zone == strong[0].zone):
            continue
        tried.append(rival)
        left = [*weak]
        left.remove(rival)
        rest = _matched(strong[1:], left, apart=apart)
        if len(rest) == len(strong) - 1:
            return [rival, *rest]
    return []


def _spread(pairs: int) -> list[int]:
    """Seeds in bracket order, so that the first two can only meet in the final."""
    order = [0]
    while len(order) < pairs:
        order = [seed for rank in order for seed in (rank, 2 * len(order) - 1 - rank)]
    return order
