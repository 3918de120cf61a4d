"""The matches of a single or double elimination: the rounds of a bracket, the third place, the lower bracket."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from companion.tournaments.plan import PlannedPairing, Stage
from engine.tournament.pairings import bracket
from engine.tournament.standings import Standing

_Fed = tuple[int, int, bool, bool]
"""Two matches, and whether it is their losers that come from them."""


def bracket_pairings(
    zones: Sequence[tuple[str, Sequence[Standing]]], qualifiers: int, after: int
) -> tuple[PlannedPairing, ...]:
    """All rounds of a single elimination between the best ``qualifiers`` of each zone, numbered from ``after`` + 1; the
    final is last.

    Players in ``zones`` are entrant numbers as text.
    """
    first = [
        PlannedPairing(
            number=number,
            stage="bracket",
            round=1,
            home=int(pair.home.player),
            away=int(pair.away.player) if pair.away else None,
        )
        for number, pair in enumerate(bracket(zones, qualifiers), after + 1)
    ]
    made, level = list(first), first
    while len(level) > 1:
        feeds = zip(level[::2], level[1::2], strict=True)
        level = [
            PlannedPairing(
                number=made[-1].number + 1 + place,
                stage="bracket",
                round=level[0].round + 1,
                feeds=(one.number, other.number),
            )
            for place, (one, other) in enumerate(feeds)
        ]
        made += level
    return tuple(made)


def with_locks(
    pairings: tuple[PlannedPairing, ...], locks: Sequence[tuple[int, int | None]]
) -> tuple[PlannedPairing, ...] | None:
    """The bracket with the first-round pairings and byes of ``locks``, made by swapping entrants; None where it has
    fewer byes.

    A lock is two entrants who meet, or one and None for a bye.
    """
    first = {pairing.number: [pairing.home, pairing.away] for pairing in pairings if pairing.feeds is None}
    kept: set[int] = set()
    for home, away in sorted(locks, key=lambda lock: lock[1] is not None):
        there = next(number for number, pair in first.items() if home in pair)
        if away is None and None not in first[there]:
            there = next((number for number, pair in first.items() if None in pair and number not in kept), 0)
            if not there:
                return None
            _change(first, home, first[there][0])
        elif away is not None:
            rival = next(entrant for entrant in first[there] if entrant != home)
            if there in kept or rival is None:
                there = next((number for number, pair in first.items() if None not in pair and number not in kept), 0)
                if not there:
                    return None
                _change(first, home, first[there][0])
                rival = first[there][1]
            _change(first, away, rival)
        kept.add(there)
    return tuple(
        replace(pairing, home=first[pairing.number][0], away=first[pairing.number][1])
        if pairing.number in first
        else pairing
        for pairing in pairings
    )


def _change(first: dict[int, list[int | None]], entrant: int, other: int | None) -> None:
    """Swap two entrants in the first round."""
    turned = {entrant: other, other: entrant}
    for pair in first.values():
        pair[:] = [turned.get(who, who) for who in pair]


def with_third_place(pairings: tuple[PlannedPairing, ...]) -> tuple[PlannedPairing, ...]:
    """The bracket with a match of the losers of the semi-finals before the final; unchanged where there are no
    semi-finals."""
    *others, final = pairings
    if final.feeds is None:
        return pairings
    third = replace(final, stage="third", round=1, losers=(True, True))
    return (*others, third, replace(final, number=final.number + 1))


def with_lower(upper: tuple[PlannedPairing, ...]) -> tuple[PlannedPairing, ...]:
    """A double elimination: the ``upper`` bracket, the lower bracket of those who lost once, and the final.

    The final has a second match, which is played where the winner of the upper bracket loses the first.
    """
    rounds = [[pairing.number for pairing in upper if pairing.round == turn] for turn in range(1, upper[-1].round + 1)]
    made = list(upper)
    level = _level(made, "lower", 1, [(one, other, True, True) for one, other in _couples(rounds[0])])
    for turn, losers in enumerate(rounds[1:], 1):
        fed: list[_Fed] = [(one, lost, False, True) for one, lost in zip(level, reversed(losers), strict=True)]
        level = _level(made, "lower", 2 * turn, fed)
        if len(level) > 1:
            level = _level(made, "lower", 2 * turn + 1, [(one, other, False, False) for one, other in _couples(level)])
    (final,) = _level(made, "final", 1, [(upper[-1].number, level[0], False, False)])
    _level(made, "final", 2, [(final, final, False, True)])
    return tuple(made)


def _couples(numbers: Sequence[int]) -> list[tuple[int, int]]:
    return list(zip(numbers[::2], numbers[1::2], strict=True))


def _level(made: list[PlannedPairing], stage: Stage, turn: int, fed: Sequence[_Fed]) -> list[int]:
    """Append a round to ``made`` and return its pairing numbers."""
    after = made[-1].number
    made += [
        PlannedPairing(number=number, stage=stage, round=turn, feeds=(one, other), losers=(first, second))
        for number, (one, other, first, second) in enumerate(fed, after + 1)
    ]
    return [pairing.number for pairing in made if pairing.number > after]
