"""Melds that are partly or wholly covered and, as people confirmed, were not taken."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from engine.hand.state import LaidMeld, TableState
from engine.inference.meld_matching import out_of_view, table_changes
from engine.inference.observation import Observation, SeenMeld, in_view
from engine.tiles import Tile

MOST_OVERLOOKED = 2
"""More tiles than this are not overlooked."""


@dataclass(frozen=True, slots=True)
class PartlyHiddenMeld:
    """A meld of which only a part is in view, or nothing."""

    meld: int
    """Its number."""
    shown: Counter[Tile]


def smaller_melds(observation: Observation, state: TableState) -> Iterator[PartlyHiddenMeld]:
    """The melds of ``state``, accepted after that table, nearly all or none of whose tiles ``observation`` shows."""
    yield from (
        PartlyHiddenMeld(meld.number, Counter()) for meld in out_of_view(table_changes(state.melds, observation.melds))
    )
    whole = {frozenset(Counter(meld.tiles).items()) for meld in state.melds}
    for row in observation.melds:
        shown = Counter(row.tiles)
        if len(row.tiles) == len(row.row) and frozenset(shown.items()) not in whole:
            found = [meld for meld in state.melds if row.team == meld.team is not None and _is_most_of(shown, meld)]
            if len(found) == 1:
                yield PartlyHiddenMeld(found[0].number, shown)


def as_accepted(observation: Observation, smaller: Sequence[PartlyHiddenMeld], state: TableState) -> Observation:
    """``observation`` with the ``smaller`` melds complete, as long as they look unchanged."""
    melds = {meld.number: meld for meld in state.melds}
    known = [(smaller_row.shown, melds[smaller_row.meld]) for smaller_row in smaller if smaller_row.meld in melds]
    if not known:
        return observation
    unseen = {smaller_row.meld for smaller_row in smaller if not smaller_row.shown}
    lost = (meld for meld in out_of_view(table_changes(state.melds, observation.melds)) if meld.number in unseen)
    return replace(observation, melds=(*(_whole(row, known) for row in observation.melds), *map(in_view, lost)))


def _is_most_of(visible: Counter[Tile], meld: LaidMeld) -> bool:
    missing = Counter(meld.tiles) - visible
    return not visible - Counter(meld.tiles) and 0 < missing.total() <= min(MOST_OVERLOOKED, visible.total() - 1)


def _whole(row: SeenMeld, melds: Sequence[tuple[Counter[Tile], LaidMeld]]) -> SeenMeld:
    shown = Counter(row.tiles)
    for part, meld in melds:
        if part == shown and meld.team == row.team and _is_most_of(shown, meld):
            return replace(row, row=in_view(meld).row)
    return row
