"""Photographs of hands that are being counted, and a recognizer that knows what lies on them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import cv2
import numpy as np

from companion.recognition.interpret import SeenPhotograph
from companion.refusal import PhotoRefused
from engine.rules.profiles import load_rules
from engine.rules.rules import Rules
from tests.companion.dashboard.table import Judged, Lying
from vision.reading import TableReading, TileRow

SIZE_PX = (2000, 3600)
PITCH_PX, LINE_PX, MIDDLE_PX = 64, 104, 1800
TIMES = {"detect": 9.0, "read": 6.0, "total": 17.3}


@dataclass
class Recognizer:
    """Pictures that were taken, and what lies on each; any other file is no photograph."""

    seen: dict[bytes, TableReading] = field(default_factory=dict)

    def table(self, ours: Sequence[str], theirs: Sequence[str] = (), loose: Sequence[str] = (), **more) -> bytes:
        """A picture of a table: our melds in the half of whoever looks, theirs beyond them and upside down."""
        rows = [_row(meld, MIDDLE_PX + 130 + LINE_PX * line) for line, meld in enumerate(ours)]
        rows += [_row(meld, MIDDLE_PX - 130 - LINE_PX * line, 180) for line, meld in enumerate(theirs)]
        single = [Lying(name, 1500 + 150 * at, MIDDLE_PX) for at, name in enumerate(loose)]
        return self._kept(rows, single, **more)

    def racks(self, *racks: str, **more) -> bytes:
        """A picture of racks far from one another, each of one line."""
        rows = [_row(tiles, 120 + 400 * at) for at, tiles in enumerate(racks)]
        return self._kept([row for row in rows if len(row) > 1], [row[0] for row in rows if len(row) == 1], **more)

    def read(self, blob: bytes, name: str, law: Callable[[str], Rules] = load_rules) -> Judged:
        """What lies on a picture."""
        if blob not in self.seen:
            raise PhotoRefused({"es": "Eso no es una foto.", "en": "That is no photograph."}, 415)
        return Judged(SeenPhotograph(name, SIZE_PX, self.seen[blob]), law)

    def _kept(self, rows: Sequence[Sequence[Lying]], single: Sequence[Lying], **more) -> bytes:
        lying = [tile for row in (*rows, single) for tile in row]
        ends = np.cumsum([0, *map(len, rows)]).tolist()
        spans = tuple(TileRow(tuple(range(a, b))) for a, b in pairwise(ends))
        loose = tuple(range(ends[-1], len(lying)))
        reading = TableReading(tuple(tile.read for tile in lying), spans, loose, TIMES, **more)
        canvas = np.full((SIZE_PX[1] // 4, SIZE_PX[0] // 4, 3), (70, 110, 60), np.uint8)
        for tile in lying:
            cv2.fillConvexPoly(canvas, (tile.corners / 4).astype(np.int32), (216, 236, 244), cv2.LINE_AA)
        cv2.putText(canvas, str(len(self.seen)), (4, 20), cv2.FONT_HERSHEY_PLAIN, 1.2, (0, 0, 0))
        blob = cv2.imencode(".jpg", canvas)[1].tobytes()
        self.seen[blob] = reading
        return blob


def _row(tiles: str, y: float, lean_deg: float = 0.0) -> list[Lying]:
    names = [tile.partition("=")[0] for tile in tiles.split()]
    turn = -1 if lean_deg else 1
    start = SIZE_PX[0] / 2 - turn * PITCH_PX * (len(names) - 1) / 2
    return [Lying(name, start + turn * PITCH_PX * at, y, lean_deg) for at, name in enumerate(names)]
