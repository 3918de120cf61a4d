"""A simulated hand as people make it: every move of it becomes acts of hands with tiles on a timeline."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from datasets.club_films.gestures import Gesturing
from datasets.club_films.ground import Ground
from datasets.club_films.rows import Rows
from datasets.club_films.tile_bodies import Pose
from datasets.club_films.timeline import Piece, Shown, Timeline
from datasets.family_films.played_hand import FilmedPart
from engine.hand.events import Event
from engine.hand.moves import (
    Discard,
    Draw,
    EndTurn,
    Extend,
    LayDown,
    Rearrange,
    Redraw,
    SwapWild,
    TakeClosingTile,
    TakeMuerto,
    TakePozo,
)
from engine.tiles import Tile

_HANDFUL = 5


class Plays:
    """Plans a whole hand. Raises ValueError where the table is too small for it."""

    def __init__(self, hand: FilmedPart, ground: Ground, act: Gesturing) -> None:
        self._hand, self._ground, self._act, self._rng = hand, ground, act, act.rng
        act.thick = ground.tile_mm[2]
        self._rows = Rows(ground, act, is_shared=hand.rules.meld_owner == "table")
        start, line = hand.start, act.line
        self._mazo = [line.piece(None, 0.0, pose) for pose in ground.mazo(start.mazo)]
        self._muertos = [[line.piece(None, 0.0, pose) for pose in ground.muerto(at, count)]
                         for at, count in enumerate(start.muertos)]  # fmt: skip
        self._pozo: list[Piece] = []
        for at, face in enumerate(start.pozo):
            self._pozo.append(line.piece(face, 0.0, ground.pozo(at, [piece.last for piece in self._pozo])))
        spot = Pose(ground.customs.side * 100.0, 0.0, ground.tile_mm[2] / 2)
        self._closing = [line.piece(face, 0.0, spot) for face in start.closing_tile]

    def planned(self) -> Timeline:
        """The timeline of the whole hand."""
        self._act.wait(float(self._rng.uniform(1.0, 2.5)))
        for at, event in enumerate(self._hand.events):
            self._make(event, at + 1)
        for hand in self._act.line.hands.values():
            if np.abs(hand.tip - hand.home).max() > 1:
                self._act.reach(hand, hand.home, "relaxed")
        self._act.wait(3.5)
        self._act.line.end_s = self._act.now_s
        return self._act.line

    def _make(self, event: Event, moves: int) -> None:
        match event.move:
            case Draw(seat=seat):
                self._draw(seat)
            case Redraw(seat=seat):
                if len(event.after.pozo) > len(event.before.pozo):
                    spots = self._throw(seat, event.after.pozo[-1])
                    self._show(moves, spots)
                self._draw(seat)
            case TakePozo(seat=seat, left=left):
                self._show(moves, self._take_pozo(seat, left))
            case Discard(seat=seat):
                self._show(moves, self._throw(seat, event.after.pozo[-1]))
                self._turn_ends(seat)
            case LayDown() | Extend() | SwapWild() | Rearrange():
                self._show(moves, self._rows.change(event))
                self._pause(0.5)
            case TakeMuerto(seat=seat):
                self._show(moves, self._take_muerto(seat))
            case TakeClosingTile(seat=seat):
                self._act.take_away(self._act.hand(seat), self._closing)
                self._act.withdraw(self._act.hand(seat))
            case EndTurn(seat=seat):
                self._turn_ends(seat)

    def _show(self, moves: int, spots: Sequence[Pose]) -> None:
        self._act.line.shown.append(Shown(moves, self._act.line_s, list(spots)))

    def _pause(self, share: float) -> None:
        self._act.wait(self._ground.customs.pause_s * share * float(self._rng.uniform(0.3, 1.6)))

    def _turn_ends(self, seat: int) -> None:
        """The hands leave, somebody may put a row straight, and the next player thinks."""
        for is_right in (True, False):
            hand = self._act.line.hands[seat, is_right]
            if np.abs(hand.tip - hand.home).max() > 1:
                self._act.withdraw(hand, 0.5 if is_right else 0.0)
        self._rows.tidy_up(int(self._rng.integers(self._hand.start.players)))
        self._pause(1.0)

    def _draw(self, seat: int) -> None:
        pile = self._mazo or next((tiles for tiles in self._muertos if tiles), [])
        if not pile:
            return
        hand = self._act.hand(seat)
        self._act.take_away(hand, [pile.pop()])
        self._act.withdraw(hand)
        self._pause(0.4)

    def _throw(self, seat: int, face: Tile | None) -> list[Pose]:
        """A tile goes to the pozo, sometimes dropped askew and put right."""
        act, hand = self._act, self._act.hand(seat)
        pose = self._ground.pozo(len(self._pozo), [piece.last for piece in self._pozo])
        slides = self._rng.random() < self._ground.customs.slides and self._ground.customs.pozo == "line"
        dropped = Pose(pose.x, pose.y, pose.z, pose.yaw + float(self._rng.normal(0, 0.12)))
        piece = act.bring(hand, [face], [dropped], slides=slides and not self._pozo)[0]
        if self._rng.random() < 0.35:
            act.carry(hand, [(piece, pose)], 0)
        self._pozo.append(piece)
        act.line_s = act.now_s
        act.withdraw(hand)
        return [piece.last]

    def _take_pozo(self, seat: int, left: int) -> list[Pose]:
        taken, self._pozo = self._pozo[left:], self._pozo[:left]
        spots = [piece.last for piece in taken]
        self._by_handfuls(seat, taken, "push" if self._ground.customs.pozo != "stack" else "grasp")
        return spots

    def _take_muerto(self, seat: int) -> list[Pose]:
        taken = self._muertos.pop(int(self._rng.integers(len(self._muertos)))) if self._muertos else []
        spots = [piece.last for piece in taken]
        if taken:
            self._by_handfuls(seat, taken[::-1], "grasp")
        return spots

    def _by_handfuls(self, seat: int, taken: list[Piece], gesture: str) -> None:
        """Tiles are pushed together and taken, in two handfuls where they are many."""
        act = self._act
        parts = [taken] if len(taken) <= _HANDFUL else [taken[: len(taken) // 2], taken[len(taken) // 2 :]]
        for at, part in enumerate(parts):
            hand = act.hand(seat, at == 0)
            if gesture == "push" and len(part) > 1:
                act.carry(
                    hand, [(piece, pose) for piece, pose in zip(part, self._gathered(part), strict=True)], 0, "push"
                )
            act.take_away(hand, part)
            act.line_s = act.now_s
            act.withdraw(hand, 0.4)
        self._pause(0.4)

    def _gathered(self, part: Sequence[Piece]) -> list[Pose]:
        """The poses of tiles swept together round their middle."""
        w, h, t = self._ground.tile_mm
        middle = np.mean([piece.last.at for piece in part], 0)
        wide = -(-len(part) // 2)
        poses = []
        for at, piece in enumerate(part):
            x = float(middle[0] + (at % wide - (wide - 1) / 2) * (w + 1))
            y = float(middle[1] + (at // wide - 0.5) * (h + 1))
            poses.append(Pose(x, y, t / 2 + 0.01 * at, piece.last.yaw + float(self._rng.normal(0, 0.12))))
        return poses
