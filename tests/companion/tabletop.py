"""A table laid by hand and seen without pictures: every tile where and how somebody puts it, a hand told as it goes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from companion.game_tracking.hand_tracker import HandTracker
from companion.game_tracking.known_arms import SIDES
from companion.game_tracking.updates import Change, Question, Update
from engine.rules.profiles import load_rules
from tests.companion.onlooker import FIX, ZONES
from vision.belief import BACK, Belief
from vision.geometry import TILE_MM
from vision.layout.layout import lay_out
from vision.reading import DetectedTile, ReadTile, TableReading, TileRow
from vision.table_plan.zones import zoned
from vision.tracking.belief_pooling import PooledBelief
from vision.tracking.settled_report import SettledReading
from vision.tracking.tracked_table import Track
from vision.watching.frame_results import FrameResult, FrameState, SeenTable

Spot = tuple[float, float]
HEAP_MM = 14.0
"""A tile that lies nearer to one that came later than this is out of sight."""


@dataclass
class Piece:
    """A tile on the table."""

    face: str
    spot: Spot
    turned_deg: float = 0.0
    number: int = 0
    belief: Belief | None = None
    size_mm: Spot = TILE_MM

    @property
    def place(self) -> DetectedTile:
        turn = np.radians(self.turned_deg)
        right, up = np.array([np.cos(turn), np.sin(turn)]), np.array([-np.sin(turn), np.cos(turn)])
        across, along = right * self.size_mm[0] / 2, up * self.size_mm[1] / 2
        corners = np.stack([-across - along, across - along, across + along, along - across]) + np.array(self.spot)
        return DetectedTile(corners.astype(np.float32), 0.9)

    @property
    def read(self) -> ReadTile:
        return ReadTile(self.place, self.belief or Belief.peaked(self.face, 0.99))


@dataclass
class Tabletop:
    """The tiles of a table, in the order in which they came; each keeps its number until ``renumbers``."""

    pieces: list[Piece] = field(default_factory=list)
    next_number: int = 1
    piled: list[list[Piece]] = field(default_factory=list)
    """Rows that were piled up, each under its last tile."""
    remembered: list[Piece] = field(default_factory=list)
    """Tiles that lie out of view and are remembered where they lay."""

    @classmethod
    def dealt(cls) -> Tabletop:
        """A table after the deal: two muertos and four piles of the mazo."""
        table = cls()
        table.lays(f"{BACK} {BACK}", (-320, 0), (80, 0))
        table.lays(" ".join([BACK] * 4), (-60, 0), (38, 0))
        return table

    def lays(self, faces: str, at: Spot, step: Spot = (TILE_MM[0] + 1, 0)) -> list[Piece]:
        """Lays tiles one after another from ``at`` on; the tiles."""
        return [self.puts(face, (at[0] + n * step[0], at[1] + n * step[1])) for n, face in enumerate(faces.split())]

    def puts(self, face: str, spot: Spot, turned_deg: float = 0.0) -> Piece:
        """Puts a tile down, that nobody saw before."""
        piece = Piece(face, spot, turned_deg, self.next_number)
        self.next_number += 1
        self.pieces.append(piece)
        return piece

    def takes(self, pieces: Iterable[Piece]) -> None:
        """Takes tiles off the table."""
        gone = {id(piece) for piece in pieces}
        self.pieces = [piece for piece in self.pieces if id(piece) not in gone]

    def piles(self, pieces: list[Piece], turned_deg: float = 0.0) -> None:
        """Piles a row up under its last tile."""
        for piece in pieces:
            piece.spot, piece.turned_deg = pieces[-1].spot, turned_deg
        self.piled.append(pieces)

    def renumbers(self, pieces: Iterable[Piece]) -> None:
        """Loses sight of tiles and sees them again, as others for all that the recognizer can tell."""
        for piece in pieces:
            piece.number, self.next_number = self.next_number, self.next_number + 1

    def sees(self, *, remembers_below: bool = True) -> SeenTable:
        """The table as it is seen; of tiles that lie under others the reader knows, or (``remembers_below``) not."""
        hidden = [*self.remembered, *(piece for pile in self.piled for piece in pile[:-1])]
        lying = [piece for piece in self.pieces if all(piece is not under for under in hidden)]
        below = {id(lower): over for at, lower in enumerate(lying) if (over := self._over(lower, lying[at + 1 :]))}
        in_view = [piece for piece in lying if id(piece) not in below]
        shown = [*in_view, *hidden]
        covered = tuple(
            Track(number=piece.number, place=piece.place, opinion=PooledBelief.of(piece.read.belief),
                  signature=np.zeros(1), under=below[id(piece)].number)
            for piece in lying if remembers_below and id(piece) in below
        )  # fmt: skip
        tiles = tuple(piece.read for piece in shown)
        piles = [
            [next(at for at, piece in enumerate(shown) if piece is one_of) for one_of in pile] for pile in self.piled
        ]
        rows, loose = _with_piles(*lay_out(tiles[: len(in_view)]), piles)
        settled = SettledReading(
            reading=TableReading(tiles, rows, loose),
            numbers=tuple(piece.number for piece in shown),
            hidden=frozenset(range(len(in_view), len(shown))),
            piles=tuple(map(tuple, piles)),
            covered=covered,
            looks=2,
        )
        return SeenTable(settled=settled, zones=zoned(settled.reading, FIX, ZONES), fix=FIX, size_px=(1280, 720))

    def _over(self, piece: Piece, later: Iterable[Piece]) -> Piece | None:
        """The tile that lies over another, of those that came later."""
        return next((other for other in later if np.hypot(*(np.array(piece.spot) - other.spot)) < HEAP_MM), None)


def _with_piles(
    rows: tuple[TileRow, ...], loose: tuple[int, ...], piles: list[list[int]]
) -> tuple[tuple[TileRow, ...], tuple[int, ...]]:
    """The rows with the tiles of piles in place of their tops, as the tracker has them."""
    found = [list(row.tiles) for row in rows]
    for pile in piles:
        top = pile[-1]
        row = next((row for row in found if top in row), None)
        if row is None:
            found.append(pile)
            loose = tuple(at for at in loose if at != top)
        else:
            row[row.index(top) : row.index(top) + 1] = pile
    return tuple(TileRow(tuple(row)) for row in found), loose


class Watching:
    """A hand that is watched on a table, look after look."""

    def __init__(self, table: Tabletop, rules: str = "clasico") -> None:
        self.table, self.hand = table, HandTracker(load_rules(rules), 2)
        self.updates: list[Update] = []
        self._at_s = 0.0

    def looks(
        self,
        seat: int | None = None,
        *,
        remembers_below: bool = True,
        until: NDArray[np.int32] | None = None,
        unseen: NDArray[np.uint8] | None = None,
    ) -> list[str]:
        """What is told, move by move, of a table that lies still after a hand of ``seat`` was over it.

        ``until`` (h, w) tells in which frame each part of the picture last looked as before, and ``unseen`` (h, w) is
        1 where nobody looked.
        """
        seen = self.table.sees(remembers_below=remembers_below)
        side = None if seat is None else SIDES[2][seat]
        frames = [FrameResult(index=0, at_s=self._at_s, state=FrameState.STILL, seen=seen, reached_from=side,
                              unchanged_until=until, unseen=np.zeros((1, 1), np.uint8) if unseen is None else unseen),
                  FrameResult(index=1, at_s=self._at_s + 2, state=FrameState.STILL)]  # fmt: skip
        self._at_s += 3
        updates = [update for update in map(self.hand, frames) if update]
        self.updates += updates
        return [str(event.move) for update in updates if isinstance(update, Change) for event in update.events]

    @property
    def questions(self) -> list[str]:
        """What was asked."""
        return [str((move.doubts, move.unsure)) for move in self.updates if isinstance(move, Question)]

    @property
    def offences(self) -> list[str]:
        """The moves that were told as offences."""
        return [str(event.move) for move in self.updates if isinstance(move, Change)
                for event in move.events if event.violations]  # fmt: skip
