"""Pair one score group of a Swiss round: the best pairs by the criteria with which the rest can be paired too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.tournaments.swiss.criteria import Cost, ScoreGroup, as_numbers
from companion.tournaments.swiss.players import REST, Pair, SwissField, can_complete, heaviest_matching

_FEW_TRIED = 6
"""The number of a group's members, from the last, that are tried as the downfloater."""


def paired(field: SwissField, group: int, moved: Sequence[int]) -> list[Pair]:
    """The pairs of a group and of the entrants ``moved`` down to it.

    Whoever is in none floats down or, after the last group, rests.
    """
    residents = field.of_group(group)
    if not moved and (halves := _halves(field, group, residents)):
        return halves
    first = _best(ScoreGroup(field, group, moved)) if moved else []
    met = [pair for pair in first if pair[0] in moved]
    together = {player for pair in met for player in pair}
    left = [resident for resident in residents if resident not in together]
    waiting = [player for player in moved if player not in together]
    upper = len(first) - len(met) if moved else len(left) // 2
    while True:
        rest = _best(ScoreGroup(field, group, waiting, upper, left))
        if len(rest) == upper:
            return [*met, *rest]
        upper = len(rest)


def _halves(field: SwissField, group: int, residents: Sequence[int]) -> list[Pair]:
    """Upper half against lower half, where nothing is amiss with it; else nothing."""
    half = len(residents) // 2
    pairs = list(zip(residents[:half], residents[half:], strict=False))
    is_whole = len(residents) % 2 == 0 and all(field.may_meet(*pair) for pair in pairs)
    return pairs if is_whole and can_complete(field, field.below(group)) else []


def _best(score_group: ScoreGroup) -> list[Pair]:
    """The pairs within a score_group of the best way to pair it."""
    found = _looking_here(score_group) or _looking_near(score_group) or _looking_through(score_group)
    return [pair for pair in found if score_group.members.issuperset(pair)]


def _looking_here(score_group: ScoreGroup) -> list[Pair] | None:
    """The best pairs of the score group alone, where the next group can be paired as well as can be with those who go
    down, and all others too; else nothing."""
    field, following = score_group.field, score_group.field.of_group(score_group.group + 1)
    if not following or not field.resters.isdisjoint(score_group.members):
        return None
    alone = {member: score_group.cost(member, following[0]) for member in score_group.members}
    found = _heaviest(score_group, alone)
    together = {player for pair in found for player in pair}
    down = [member for member in score_group.members if member not in together]
    return found if _goes_well(field, down, following, field.below(score_group.group + 1)) else None


def _goes_well(field: SwissField, down: Sequence[int], following: Sequence[int], below: Sequence[int]) -> bool:
    """Whether a group is paired with those who come down to it but for one of its own at most, and so is the rest."""
    if (len(down) + len(following)) % 2 == 0:
        return can_complete(field, [*down, *following], down) and can_complete(field, below)
    return any(
        can_complete(field, [*down, *(who for who in following if who != player)], down)
        and can_complete(field, [player, *below])
        for player in following[:-_FEW_TRIED:-1]
    )


def _looking_near(score_group: ScoreGroup) -> list[Pair] | None:
    """The best pairs of this and the next score group, ignoring the others; None where that leaves others
    unpairable, or affects the bye."""
    field, following = score_group.field, score_group.field.of_group(score_group.group + 1)
    below = field.below(score_group.group + 1)
    near = [*score_group.members, *following]
    if not below or not field.resters.isdisjoint(near):
        return None
    found = _heaviest(score_group, {player: score_group.cost(player, REST) for player in near})
    together = {player for pair in found for player in pair}
    over = [player for player in near if player not in together]
    floated = [player for player in over if player in score_group.members]
    return found if can_complete(field, [*over, *below], floated) else None


def _heaviest(score_group: ScoreGroup, alone: Mapping[int, Cost]) -> list[Pair]:
    """The best pairs of the entrants in ``alone``, which gives the cost of leaving each unpaired."""
    field, meetings = score_group.field, list(score_group.field.meetings(alone, score_group.moved))
    costs = [*alone.values(), *(score_group.cost(*pair) for pair in meetings)]
    numbers = as_numbers(costs, len(field.ranked))
    over = dict(zip(alone, numbers, strict=False))
    weighed = zip(meetings, numbers[len(alone) :], strict=True)
    edges = ((one, other, over[one] + over[other] - amiss) for (one, other), amiss in weighed)
    return _in_order(field, heaviest_matching(edges))


def _looking_through(score_group: ScoreGroup) -> list[Pair]:
    """The best pairs of all entrants that are not paired yet."""
    field = score_group.field
    people = field.with_nobody([*score_group.members, *field.below(score_group.group)])
    meetings = list(field.meetings(people, score_group.moved))
    numbers = as_numbers([score_group.cost(*pair) for pair in meetings], len(field.ranked))
    edges = ((one, other, -amiss) for (one, other), amiss in zip(meetings, numbers, strict=True))
    return _in_order(field, heaviest_matching(edges, as_many_as_can=True))


def _in_order(field: SwissField, matching: set[Pair]) -> list[Pair]:
    return [(one, other) if field.places[one] < field.places[other] else (other, one) for one, other in matching]
