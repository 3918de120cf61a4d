"""Keep face-down places that lay alone among the melds out of rows: sides of piles, or other objects."""

from __future__ import annotations

from collections.abc import Collection

from companion.game_tracking.rejected_detections import without_rejected
from vision.belief import BACK
from vision.table_plan.zones import MELD_ZONES
from vision.watching.frame_results import SeenTable

_SURE = 0.9


class LoneBacks:
    """The face-down places that have lain alone among the melds of one hand."""

    def __init__(self) -> None:
        self._numbers: frozenset[int] = frozenset()

    def __call__(self, table: SeenTable, named: Collection[int]) -> SeenTable:
        """``table`` with such places taken out of its rows, except those that people have ``named``."""
        reading, numbers = table.settled.reading, table.settled.numbers
        in_rows = (at for row in reading.rows for at in row.tiles)
        stray = {at for at in in_rows if numbers[at] in self._numbers and reading.tiles[at].belief.best == BACK}
        alone = frozenset(
            numbers[at]
            for at in reading.loose
            if table.zones.tiles[at] in MELD_ZONES
            and (belief := reading.tiles[at].belief).best == BACK
            and belief.confidence > _SURE
        )
        self._numbers = alone | self._numbers.intersection(numbers)
        return without_rejected(table, [at for at in stray if numbers[at] not in named])
