"""Where tiles lie on a club's table: melds in rows before each side, the strip between them, canastas put together."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from datasets.club_films.customs import HALF_MM, STRIP_MM, Customs
from datasets.club_films.lens import Rng
from datasets.club_films.tile_bodies import Pose


@dataclass(slots=True)
class TablePoint:
    """The place of a meld: its lane, and from where to where it reaches."""

    lane: int
    left: float
    count: int


class Ground:
    """The places on one table. Raises ValueError where something finds none."""

    def __init__(self, customs: Customs, tile_mm: tuple[float, float, float], rng: Rng) -> None:
        self.customs, self.tile_mm, self._rng = customs, tile_mm, rng
        self.spots: dict[int, TablePoint] = {}
        self.pitch = tile_mm[0] + customs.gap_mm
        step = tile_mm[1] + float(rng.uniform(10, 16))
        first = STRIP_MM + 8 + tile_mm[1] / 2
        lanes = [first + step * row for row in range(4) if first + step * row + tile_mm[1] / 2 < HALF_MM[1] + 8]
        self._lanes = [*(-y for y in lanes), *lanes]
        self._starts = rng.uniform(-270, 270, 2)
        self._skew = rng.normal(0, 0.5, len(self._lanes)) * np.pi / 180

    def lanes_of(self, team: int | None) -> range:
        """The lanes of a side, or all of them on a shared table."""
        half = len(self._lanes) // 2
        return range(2 * half) if team is None else range(half) if team == 0 else range(half, 2 * half)

    def yaw(self, lane: int) -> float:
        """How tiles of a lane are turned: theirs may be upside down as seen from here."""
        turned = self.customs.are_theirs_turned and lane >= len(self._lanes) // 2
        return float(self._skew[lane]) + (np.pi if turned else 0.0)

    def wide(self, count: int) -> float:
        """How wide a row of so many is."""
        return count * self.pitch

    def is_free(self, lane: int, left: float, count: int, but: int = -1) -> bool:
        """Whether a row finds room there."""
        right, room = left + self.wide(count), self.customs.between_mm
        if left < -HALF_MM[0] or right > HALF_MM[0]:
            return False
        return all(
            spot.lane != lane or right + room < spot.left or left > spot.left + self.wide(spot.count) + room
            for number, spot in self.spots.items() if number != but
        )  # fmt: skip

    def settle(self, number: int, team: int | None, count: int, wanted: float | None = None) -> TablePoint:
        """The place of a meld from now on: where it is ``wanted`` if it lies there already, beside it, or elsewhere."""
        old = self.spots.get(number)
        if old is not None and wanted is not None:
            steps = [wanted + shift for shift in (0, 6, -6, 14, -14, *np.arange(20, 180, 10), *-np.arange(20, 180, 10))]
            for left in steps:
                if self.is_free(old.lane, float(left), count, number):
                    self.spots[number] = TablePoint(old.lane, float(left), count)
                    return self.spots[number]
        self.spots[number] = self._somewhere(number, team, count)
        return self.spots[number]

    def _somewhere(self, number: int, team: int | None, count: int) -> TablePoint:
        best: tuple[float, TablePoint] | None = None
        start = self._starts[team or 0] + float(self._rng.uniform(-60, 60))
        for lane in self.lanes_of(team):
            for left in np.arange(-HALF_MM[0] + 4, HALF_MM[0] - self.wide(count), 11.0):
                if not self.is_free(lane, left, count, number):
                    continue
                grows = self.is_free(lane, left - self.pitch, count + 3, number)
                middle = left + self.wide(count) / 2 - start
                is_airy = self.is_free(lane, left - 40, count + 3, number)
                cost = abs(middle) * 0.35 + 0.3 * abs(self._lanes[lane]) + float(self._rng.uniform(0, 60))
                cost -= 160 * grows + 50 * is_airy
                if best is None or cost < best[0]:
                    best = (cost, TablePoint(lane, float(left), count))
        if best is None:
            raise ValueError("no room for a meld")
        return best[1]

    def forget(self, number: int) -> None:
        """The meld is gone."""
        self.spots.pop(number, None)

    def slots(self, spot: TablePoint, crooked_deg: float) -> list[Pose]:
        """The poses of a row's tiles in reading order, as somebody lays them who is so careless."""
        turned = abs(self.yaw(spot.lane)) > 1
        askew = np.clip(self._rng.normal(0, crooked_deg, spot.count), -15, 15) * np.pi / 180
        steps = self.tile_mm[1] / 2 * np.abs(np.sin(np.diff(askew, prepend=askew[:1])))
        x = spot.left + self.pitch * (np.arange(spot.count) + 0.5) + np.cumsum(steps)
        x -= (x[-1] - (spot.left + self.pitch * (spot.count - 0.5))) / 2
        skew = self._skew[spot.lane]
        poses = []
        for at in range(spot.count):
            slot = spot.count - 1 - at if turned else at
            y = self._lanes[spot.lane] + skew * x[slot] + float(self._rng.normal(0, 0.1 + 0.25 * crooked_deg))
            poses.append(Pose(float(x[slot]), float(y), self.tile_mm[2] / 2, self.yaw(spot.lane) + float(askew[slot])))
        return poses

    def canasta(self, spot: TablePoint) -> list[Pose]:
        """The poses of a closed canasta's tiles: piled up, pushed together, or with the last across the others."""
        w, _, t = self.tile_mm
        custom, yaw = self.customs.canasta, self.yaw(spot.lane)
        flat = self.slots(spot, 0.4)
        middle = spot.left + self.wide(spot.count) / 2
        if custom == "pile":
            middle = spot.left + self.wide(7) / 2
            jitter = self._rng.normal(0, 1.0, (spot.count, 3))
            return [Pose(middle + jitter[at, 0], self._lanes[spot.lane] + jitter[at, 1], t * (at + 0.5),
                         yaw + 0.03 * jitter[at, 2]) for at in range(spot.count)]  # fmt: skip
        if custom == "across":
            shut = TablePoint(spot.lane, middle - self.wide(spot.count - 1) / 2, spot.count - 1)
            row = self.slots(shut, 0.4)
            return [
                *row,
                Pose(middle, self._lanes[spot.lane] + float(self._rng.normal(0, 2)), 1.5 * t, yaw + np.pi / 2),
            ]
        if custom == "squeezed":
            sign = -1 if abs(yaw) > 1 else 1
            return [Pose(middle + sign * (at - (spot.count - 1) / 2) * (w + 0.1), flat[at].y, t / 2, yaw)
                    for at in range(spot.count)]  # fmt: skip
        return flat

    def mazo(self, count: int) -> list[Pose]:
        """The tiles of the mazo, face down in stacks, those that are drawn first last."""
        w, h, t = self.tile_mm
        high, side = self.customs.stack, self.customs.side
        columns = -(-count // (2 * high))
        poses = []
        for at in range(count):
            stack, level = at % (2 * columns), at // (2 * columns)
            x = (
                -60 * side
                + side * ((stack // 2) - columns / 2 + 0.5) * (w + 1.0)
                - 0.5 * side * max(0, columns - 5) * w
            )
            y = (stack % 2 - 0.5) * (h + 2)
            nudge = self._rng.normal(0, 0.8, 3)
            poses.append(Pose(x + nudge[0], y + nudge[1], t * (level + 0.5), 0.02 * nudge[2], 0, np.pi))
        return poses

    def muerto(self, index: int, count: int) -> list[Pose]:
        """The tiles of one of the muertos, face down."""
        w, h, t = self.tile_mm
        x = -self.customs.side * (HALF_MM[0] - 66)
        y = (index - 0.5) * (h + 14)
        poses = []
        for at in range(count):
            nudge = self._rng.normal(0, 0.9, 3)
            if self.customs.muertos == "beside":
                stack, level = at % 2, at // 2
                place = (x + (stack - 0.5) * (w + 1.5), y, t * (level + 0.5), 0.0)
            elif self.customs.muertos == "crossed":
                is_upper = at >= 6
                place = (x, y, t * (at % 6 + 0.5 + (6 if is_upper else 0)), np.pi / 2 if is_upper else 0.0)
            else:
                stack, level = at % 3, at // 3
                place = (x + (stack - 1) * (w + 1.5), y, t * (level + 0.5), 0.0)
            poses.append(Pose(place[0] + nudge[0], place[1] + nudge[1], place[2], place[3] + 0.03 * nudge[2], 0, np.pi))
        return poses

    def pozo(self, index: int, lying: list[Pose]) -> Pose:
        """Where the next discard goes, on or beside those that are ``lying``."""
        w, h, t = self.tile_mm
        side, rng = self.customs.side, self._rng
        begin, room = side * (45 + w), HALF_MM[0] - 60 - w
        askew = float(np.clip(rng.normal(0, self.customs.crooked_deg), -15, 15)) * np.pi / 180
        if self.customs.pozo == "stack":
            nudge = rng.normal(0, 2.0, 2)
            return Pose(side * 150 + nudge[0], nudge[1], t * (len(lying) + 0.5), 2.5 * askew)
        if self.customs.pozo == "heap":
            spots = [(side * rng.uniform(80, 300), rng.uniform(-STRIP_MM + 22, STRIP_MM - 22)) for _ in range(40)]
            room_at = [min((np.hypot(x - pose.x, y - pose.y) for pose in lying), default=60.0) for x, y in spots]
            near = [x * side for x, _ in spots]
            at = max(range(40), key=lambda i: min(room_at[i], 48.0) - 0.05 * near[i])
            level = sum(np.hypot(spots[at][0] - pose.x, spots[at][1] - pose.y) < 32 for pose in lying)
            return Pose(*spots[at], t * (0.5 + min(1, level)), float(rng.uniform(-0.9, 0.9)))
        per_row = max(1, int(room // (w + 4)))
        row, column = index // per_row, index % per_row
        y = (0.0, -h - 6, h + 6)[row % 3] if index >= per_row or self.customs.pozo == "fan" else 0.0
        if self.customs.pozo == "fan":
            turn = 0.07 * (column - per_row / 2)
            return Pose(begin + side * column * (w + 4), y * 0.9 - 150 * turn**2 + 14, t / 2, -turn * side + askew)
        return Pose(begin + side * column * (w + 4), y + float(rng.normal(0, 1.5)), t / 2, askew)
