"""What hands do with tiles: reach for them, carry or push them, hold them while somebody thinks, and withdraw."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from datasets.club_films.customs import HALF_MM, Customs, seat_of
from datasets.club_films.lens import F64, Lens, Rng
from datasets.club_films.skeletons import Person
from datasets.club_films.tile_bodies import Pose
from datasets.club_films.timeline import HandTrack, Piece, Timeline
from engine.tiles import Tile

Aims = Sequence[tuple[Piece, Pose]]
_OUTSIDE_PX = 110.0
_FAR_MM = 260.0
"""Who reaches farther may lean over the table."""


class Gesturing:
    """Plans hands and tiles on a timeline, one act after another; ``now_s`` is where the plan has come to."""

    def __init__(self, people: Sequence[Person], customs: Customs, lens: Lens, rng: Rng) -> None:
        self.people, self.customs, self.rng, self._lens = people, customs, rng, lens
        self.line, self.now_s = Timeline(), 1.2
        self.thick = 9.0
        self.line_s = 0.0
        """When the tiles of the last act came to rest."""
        for person in people:
            for is_right in (True, False):
                home = self.rack_of(person.seat, 90.0 if is_right else -90.0, 60.0)
                self.line.hands[person.seat, is_right] = HandTrack(person.seat, is_right, home)

    def rack_of(self, seat: int, across_mm: float = 0.0, high_mm: float = 34.0) -> F64:
        """A spot before a player that the camera does not see."""
        out = seat_of(seat, len(self.people))
        side = np.array([-out[1], out[0]]) * across_mm
        reach = HALF_MM[0] if abs(out[0]) > 0.5 else HALF_MM[1]
        for away in range(40, 700, 20):
            spot = np.append(out * (reach + away) + side, high_mm)
            pixel = self._lens.pixels(spot)[0]
            if (pixel < -_OUTSIDE_PX).any() or (pixel > np.array(self._lens.size_px) + _OUTSIDE_PX).any():
                break
        return spot

    def hand(self, seat: int, is_right: bool = True) -> HandTrack:
        """A player's hand, free from now on at the earliest."""
        hand = self.line.hands[seat, is_right]
        if hand.free_s > self.now_s + 1e-6:
            self.now_s = hand.free_s
        return hand

    def seconds(self, seat: int, away_mm: float) -> float:
        """How long a movement so far takes this player."""
        pace = self.customs.pace * self.people[seat].pace * float(self.rng.uniform(0.85, 1.25))
        return (0.26 + away_mm / 1150) * pace

    def reach(self, hand: HandTrack, tip: F64, gesture: str, lift: float = 18.0, twist: float = 0.0) -> None:
        """Moves the hand there."""
        lasts = self.seconds(hand.seat, float(np.linalg.norm(tip - hand.tip)))
        hand.wait(self.now_s)
        out = seat_of(hand.seat, len(self.people))
        is_far = float(np.array(HALF_MM) @ np.abs(out) - tip[:2] @ out) > _FAR_MM
        if is_far and self.rng.random() < self.customs.leans:
            self.line.leans.append((self.now_s, self.now_s + 3.5 * lasts, hand.seat))
        self.now_s += lasts
        hand.go(self.now_s, tip, gesture, lift, twist)

    def wait(self, seconds: float) -> None:
        """Nothing happens."""
        self.now_s += seconds

    def grip(self, seat: int, at: F64, is_push: bool) -> F64:
        """Where fingertips hold a tile or a row of tiles whose middle is there."""
        out = seat_of(seat, len(self.people))
        back = 10.0 if is_push else 6.0
        return np.asarray(at + np.append(out * back, self.thick / 2 + 5.0))

    def carry(self, hand: HandTrack, aims: Aims, lift: float, gesture: str = "pinch") -> None:
        """Takes pieces to poses all at once; pushes them along the table where ``lift`` is 0."""
        begin = np.mean([piece.last.at for piece, _ in aims], 0)
        end = np.mean([pose.at for _, pose in aims], 0)
        is_push = gesture == "push"
        start = self.grip(hand.seat, begin, is_push)
        if np.linalg.norm(hand.tip - start) > 3:
            self.reach(hand, start, gesture)
        lasts = self.seconds(hand.seat, float(np.linalg.norm(end - begin)) * (1.3 if lift == 0 else 1.0))
        hand.wait(self.now_s)
        for piece, pose in aims:
            piece.go(self.now_s, self.now_s + lasts, pose, lift)
        self.now_s += lasts
        hand.go(self.now_s, self.grip(hand.seat, end, is_push), gesture, lift, float(self.rng.normal(0, 0.08)))

    def from_rack(
        self, seat: int, faces: Sequence[Tile | None], poses: Sequence[Pose], *, is_tilted: bool
    ) -> list[Piece]:
        """New pieces beside a player's rack, lying to one another as they will on the table."""
        shift = self.rack_of(seat) - np.mean([pose.at for pose in poses], 0)
        tilt = float(self.rng.uniform(0.2, 0.7)) if is_tilted else 0.0
        return [
            self.line.piece(
                face,
                self.now_s,
                Pose(pose.x + shift[0], pose.y + shift[1], pose.z + shift[2], pose.yaw, tilt, pose.roll),
            )
            for face, pose in zip(faces, poses, strict=True)
        ]

    def bring(
        self, hand: HandTrack, faces: Sequence[Tile | None], poses: Sequence[Pose], *, slides: bool
    ) -> list[Piece]:
        """Fetches tiles from the rack and puts them down together."""
        self.reach(hand, self.grip(hand.seat, self.rack_of(hand.seat), slides), "push" if slides else "pinch")
        pieces = self.from_rack(hand.seat, faces, poses, is_tilted=not slides)
        aims = list(zip(pieces, poses, strict=True))
        if slides:
            edge = self._edge_of(hand.seat, poses)
            self.carry(hand, [(piece, edge[at]) for at, piece in enumerate(pieces)], 0, "push")
            self.carry(hand, aims, 0, "push")
            return pieces
        if self.rng.random() < self.customs.thinks:
            self._think(hand, aims)
        self.carry(hand, aims, float(self.rng.uniform(16, 60)))
        return pieces

    def _edge_of(self, seat: int, poses: Sequence[Pose]) -> list[Pose]:
        """The same formation just inside the table's edge before the player."""
        out = seat_of(seat, len(self.people))
        middle = np.mean([pose.at for pose in poses], 0)
        target = middle.copy()
        axis = 0 if abs(out[0]) > 0.5 else 1
        target[axis] = out[axis] * (HALF_MM[axis] + 30)
        shift = target - middle
        return [Pose(pose.x + shift[0], pose.y + shift[1], pose.z, pose.yaw) for pose in poses]

    def _think(self, hand: HandTrack, aims: Aims) -> None:
        """Holds tiles over the table, here and there, before they come down."""
        for _ in range(int(self.rng.integers(1, 3))):
            shift = np.append(self.rng.normal(0, 45, 2), self.rng.uniform(50, 80))
            held = [(piece, Pose(pose.x + shift[0], pose.y + shift[1], pose.z + shift[2], pose.yaw + 0.1, 0.35, 0.1))
                    for piece, pose in aims]  # fmt: skip
            self.carry(hand, held, 10.0)
            self.wait(float(self.rng.uniform(0.6, 2.2)))
            hand.wait(self.now_s)

    def take_away(self, hand: HandTrack, pieces: Sequence[Piece], lift: float = 25.0) -> None:
        """Takes pieces to the rack, where they are out of sight."""
        gesture = "grasp" if len(pieces) > 1 else "pinch"
        middle, rack = np.mean([piece.last.at for piece in pieces], 0), self.rack_of(hand.seat)
        shift = rack - middle
        aims = []
        for piece in pieces:
            x, y, z = piece.last.at + np.array([shift[0], shift[1], 12.0])
            aims.append((piece, Pose(x, y, max(z, 32.0), piece.last.yaw, 0.0, piece.last.roll)))
        self.carry(hand, aims, lift, gesture)
        for piece in pieces:
            piece.gone_s = self.now_s

    def withdraw(self, hand: HandTrack, share: float = 0.6) -> None:
        """The hand leaves, or comes to rest at the table's edge; the next act may begin meanwhile."""
        out = seat_of(hand.seat, len(self.people))
        begin = self.now_s
        if self.rng.random() < self.customs.rests:
            axis = 0 if abs(out[0]) > 0.5 else 1
            spot = hand.home * 0.35 + hand.tip * 0.65
            spot[axis] = out[axis] * (HALF_MM[axis] + float(self.rng.uniform(-20, 20)))
            self.reach(hand, np.append(spot[:2], 12.0), "relaxed")
        else:
            self.reach(hand, hand.home, "relaxed")
        self.now_s = begin + (self.now_s - begin) * share
