"""Melds as people lay, extend, shift and straighten them, and put canastas together."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from datasets.club_films.gestures import Gesturing
from datasets.club_films.ground import Ground, TablePoint
from datasets.club_films.tile_bodies import Pose
from datasets.club_films.timeline import HandTrack, Piece
from engine.hand.events import Event
from engine.hand.state import LaidMeld
from engine.tiles import FACES, Tile

_CANASTA = 7
_STAYS_MM, _STAYS_RAD = 4.5, 0.3


class Rows:
    """The melds of one table, and what hands do to them."""

    def __init__(self, ground: Ground, act: Gesturing, *, is_shared: bool) -> None:
        self._ground, self._act, self._rng, self._is_shared = ground, act, act.rng, is_shared
        self._rows: dict[int, list[Piece]] = {}
        self._closed: set[int] = set()

    def change(self, event: Event) -> list[Pose]:
        """Makes the melds lie as they do after a move; returns where the changed ones lie."""
        seat = int(getattr(event.move, "seat", 0))
        before = {meld.number: meld for meld in event.before.melds}
        after = {meld.number: meld for meld in event.after.melds}
        changed = [meld for number, meld in after.items() if number not in before or before[number].tiles != meld.tiles]
        gone = [number for number in before if number not in after]
        touched = [meld.number for meld in changed if meld.number in self._rows] + gone
        spare = [piece for number in touched for piece in self._rows.get(number, [])]
        for number in gone:
            self._rows.pop(number, None)
            self._ground.forget(number)
        plans = self._shared_out(changed, spare)
        hand = self._act.hand(seat)
        if spare:
            self._hand_back(hand, [piece for piece in spare if not any(piece in row for _, row in plans)])
        for meld, row in plans:
            self._lay(hand, meld, row)
        for meld in changed:
            if len(meld.tiles) >= _CANASTA and not self._is_shared and meld.number not in self._closed:
                self._close(hand, meld.number)
        self._act.line_s = self._act.now_s
        self._act.withdraw(hand, 0.7)
        return [piece.last for meld in changed for piece in self._rows[meld.number]]

    def _shared_out(
        self, changed: Sequence[LaidMeld], spare: Sequence[Piece]
    ) -> list[tuple[LaidMeld, list[Piece | Tile]]]:
        """For each changed meld its tiles: pieces that lie there already, their own first, or faces from the rack."""
        free = list(spare)
        plans: list[tuple[LaidMeld, list[Piece | Tile]]] = []
        for meld in changed:
            own = self._rows.get(meld.number, [])
            row: list[Piece | Tile] = []
            for tile in meld.tiles:
                found = next((piece for piece in own if piece in free and piece.face == tile), None)
                if found is not None:
                    free.remove(found)
                row.append(found or tile)
            plans.append((meld, row))
        for _, row in plans:
            for at, wanted in enumerate(row):
                found = next((piece for piece in free if piece.face == wanted), None)
                if isinstance(wanted, Tile) and found is not None:
                    free.remove(found)
                    row[at] = found
        return plans

    def _hand_back(self, hand: HandTrack, pieces: Sequence[Piece]) -> None:
        if pieces:
            self._act.take_away(hand, pieces)

    def _lay(self, hand: HandTrack, meld: LaidMeld, row: list[Piece | Tile]) -> None:
        """Brings a meld's tiles to where they belong, those on the table first."""
        number, is_new = meld.number, meld.number not in self._rows
        spot = self._ground.settle(number, meld.team, len(row), None if is_new else self._wanted_left(number, row))
        poses = self._poses(number, spot, row)
        lying = [(piece, poses[at]) for at, piece in enumerate(row) if isinstance(piece, Piece)]
        self._shift(hand, [(piece, pose) for piece, pose in lying if not _stays(piece.last, pose)])
        new = [at for at, wanted in enumerate(row) if isinstance(wanted, Tile)]
        brought: dict[int, Piece] = {}
        for part in self._portions(new, is_new):
            faces = [wanted for at in part if isinstance(wanted := row[at], Tile)]
            slides = (len(part) > 2 and is_new) or self._rng.random() < 0.3 * self._ground.customs.slides
            on_top = any(poses[at].z > self._ground.tile_mm[2] for at in part)
            pieces = self._act.bring(hand, faces, [poses[at] for at in part], slides=slides and is_new and not on_top)
            brought.update(zip(part, pieces, strict=True))
        if new and self._rng.random() < self._ground.customs.takes_back:
            self._one_too_many(hand, poses)
        self._rows[number] = [wanted if isinstance(wanted, Piece) else brought[at] for at, wanted in enumerate(row)]
        if is_new and self._rng.random() < self._ground.customs.straightens * 0.5:
            self._straighten(hand, number)

    def _wanted_left(self, number: int, row: Sequence[Piece | Tile]) -> float:
        """Where a row should begin so that most of its tiles can stay."""
        spot, total = self._ground.spots[number], len(row)
        if number in self._closed and self._ground.customs.canasta == "pile":
            return spot.left
        turned = abs(self._ground.yaw(spot.lane)) > 1
        lefts = [piece.last.x - self._ground.pitch * ((total - 1 - at if turned else at) + 0.5)
                 for at, piece in enumerate(row) if isinstance(piece, Piece)]  # fmt: skip
        return float(np.median(lefts)) if lefts else spot.left

    def _poses(self, number: int, spot: TablePoint, row: Sequence[Piece | Tile]) -> list[Pose]:
        """Where each tile of a row goes; those that lie nearly there stay as they are."""
        if number in self._closed:
            return self._canasta(spot, row)
        poses = self._ground.slots(spot, self._ground.customs.crooked_deg)
        return [wanted.last if isinstance(wanted, Piece) and _stays(wanted.last, pose) else pose
                for wanted, pose in zip(row, poses, strict=True)]  # fmt: skip

    def _canasta(self, spot: TablePoint, row: Sequence[Piece | Tile]) -> list[Pose]:
        """The same of a closed canasta: what comes to a pile goes on its top, the tile across stays across."""
        poses = self._ground.canasta(spot)
        thick = self._ground.tile_mm[2]
        high = [piece.last.z for piece in row if isinstance(piece, Piece)]
        if self._ground.customs.canasta == "pile":
            top, place = max(high), poses[-1]
            levels = iter(range(1, len(row) + 1))
            return [wanted.last if isinstance(wanted, Piece)
                    else Pose(place.x, place.y, top + thick * next(levels), place.yaw) for wanted in row]  # fmt: skip
        order = sorted(range(len(row)), key=lambda at: (_is_on_top(row[at], thick), at))
        return [poses[order.index(at)] for at in range(len(row))]

    def _portions(self, new: list[int], is_new: bool) -> list[list[int]]:
        """How many tiles come at a time: all as a block, one by one, or by two or three."""
        draw = self._rng.random()
        if not new or (is_new and draw < self._ground.customs.block):
            return [new] if new else []
        step = 1 if draw > 1 - self._ground.customs.singly else int(self._rng.integers(2, 4))
        parts = [new[at : at + step] for at in range(0, len(new), step)]
        return [part for whole in parts for part in ([whole] if _adjoin(whole) else [[at] for at in whole])]

    def _shift(self, hand: HandTrack, aims: list[tuple[Piece, Pose]]) -> None:
        """Moves tiles that lie there: a row that goes the same way is pushed, others are lifted one by one."""
        ways = [np.array([pose.x - piece.last.x, pose.y - piece.last.y]) for piece, pose in aims]
        if len(aims) > 1 and np.ptp(np.array(ways), axis=0).max() < 6:
            is_far = float(np.linalg.norm(ways[0])) > 90
            self._act.carry(hand, aims, 22.0 if is_far else 0.0, "grasp" if is_far else "push")
            return
        for aim in aims:
            self._act.carry(hand, [aim], 20.0)

    def _one_too_many(self, hand: HandTrack, poses: Sequence[Pose]) -> None:
        """Somebody puts down a tile that does not belong there, sees it and takes it back."""
        end = max(poses, key=lambda pose: pose.x)
        wrong = Pose(end.x + self._ground.pitch, end.y, end.z, end.yaw)
        face = FACES[int(self._rng.integers(len(FACES)))]
        pieces = self._act.bring(hand, [face], [wrong], slides=False)
        self._act.wait(float(self._rng.uniform(0.2, 0.6)))
        self._act.take_away(hand, pieces)

    def _straighten(self, hand: HandTrack, number: int) -> None:
        """A hand goes along a row and sets its tiles right."""
        row, spot = self._rows[number], self._ground.spots[number]
        poses = self._ground.slots(spot, 0.3)
        middle = len(row) // 2 or 1
        for part in (range(middle), range(middle, len(row))):
            aims = [(row[at], poses[at]) for at in part]
            if aims:
                self._act.carry(hand, aims, 0, "push")

    def tidy_up(self, seat: int) -> None:
        """Now and then somebody straightens the most crooked row, whoever laid it."""
        if self._rng.random() > self._ground.customs.straightens * 0.5:
            return
        open_rows = [number for number in self._rows if number not in self._closed]
        askew = {number: float(np.std([piece.last.yaw for piece in self._rows[number]])) for number in open_rows}
        worst = max(askew, key=lambda number: askew[number], default=None)
        if worst is not None and askew[worst] > 0.03:
            hand = self._act.hand(seat)
            self._straighten(hand, worst)
            self._act.withdraw(hand)

    def _close(self, hand: HandTrack, number: int) -> None:
        """A canasta is put together as these people do it."""
        if self._ground.customs.canasta == "open" or self._rng.random() < 0.15:
            return
        self._act.wait(float(self._rng.uniform(0.3, 1.2)))
        self._closed.add(number)
        row, spot = self._rows[number], self._ground.spots[number]
        aims = list(zip(row, self._ground.canasta(spot), strict=True))
        if self._ground.customs.canasta == "squeezed":
            self._act.carry(hand, aims, 0, "push")
        elif self._ground.customs.canasta == "across":
            self._act.carry(hand, aims[:-1], 0, "push")
            self._act.carry(hand, aims[-1:], 18.0)
        else:
            for part in (aims[0:3], aims[3:5], aims[5:]):
                self._act.carry(hand, part, 45.0, "grasp")


def _stays(lies: Pose, wanted: Pose) -> bool:
    """Whether nobody would move a tile from here to there."""
    turn = abs((lies.yaw - wanted.yaw + np.pi) % (2 * np.pi) - np.pi)
    return bool(np.hypot(lies.x - wanted.x, lies.y - wanted.y) < _STAYS_MM and turn < _STAYS_RAD
                and abs(lies.z - wanted.z) < 1)  # fmt: skip


def _is_on_top(wanted: Piece | Tile, thick: float) -> bool:
    return isinstance(wanted, Piece) and wanted.last.z > thick


def _adjoin(part: Sequence[int]) -> bool:
    return list(part) == list(range(part[0], part[0] + len(part)))
