"""Swiss pairing by the FIDE's Dutch system (C.04.3 as of 2025), without colours.

Score groups are paired from the top, each by the criteria in order of priority, such that the rest can be paired as
well. The place in the standings serves as the pairing number. One difference: where the last groups cannot be paired by
themselves, the FIDE merges them; here each group floats down the entrants that the others need.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from companion.tournaments.swiss.players import EntrantHistory, Float, Pair, SwissField, can_complete
from companion.tournaments.swiss.score_group import paired

__all__ = ["EntrantHistory", "Float", "pair_round"]


def pair_round(
    ranked: Sequence[tuple[int, int]],
    met: Collection[frozenset[int]],
    rested: Collection[int],
    past: Mapping[int, EntrantHistory] | None = None,
) -> tuple[tuple[Pair, ...], int | None] | None:
    """The pairs of the next round, the leaders first, and who rests; None where only rematches are left.

    ``ranked`` are entrants and their points in standings order; ``met`` the pairs who have played; ``rested`` those who
    rested or won without playing; ``past`` the floats and missed rounds of each entrant.
    """
    field = _with_rest(SwissField(tuple(ranked), frozenset(met), past=past or {}), rested)
    if field is None:
        return None
    pairs: list[Pair] = []
    moved: list[int] = []
    for group in range(len(field.levels)):
        found = paired(field, group, moved)
        pairs += found
        together = {player for pair in found for player in pair}
        moved = [player for player in (*moved, *field.of_group(group)) if player not in together]
    return tuple(sorted(pairs, key=lambda pair: field.places[pair[0]])), moved[0] if moved else None


def _with_rest(field: SwissField, rested: Collection[int]) -> SwissField | None:
    """The field with its candidates for the bye: the lowest point level with which all others can be paired. None
    without one."""
    everybody = [person for person, _ in field.ranked]
    if len(everybody) % 2 == 0:
        return field if can_complete(field, everybody) else None
    for points in reversed(field.levels):
        some = frozenset(person for person, own in field.ranked if own == points and person not in rested)
        tried = field.resting_of(some)
        if some and can_complete(tried, everybody):
            return tried
    return None
