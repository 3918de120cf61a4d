"""The arrangement of a table over a hand: positions of mazo, muertos, pozo, melds and other objects."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import count

import numpy as np

from datasets.family_films.boxes import BACK, Body, Scene
from datasets.family_films.meld_lanes import LaidRow, fresh, grown
from datasets.family_films.scenarios import FamilyHabits, Rng
from engine.hand.state import LaidMeld, TableState

RACK_LEAN = 38.0
_RACK_SLOTS = 22


class FamilyTable:
    """One family's table, updated with every state."""

    def __init__(self, state: TableState, habits: FamilyHabits, rng: Rng, is_covered: bool) -> None:
        """``is_covered``: whether each discard is put on the previous one."""
        self.habits, self._rng, self._is_covered = habits, rng, is_covered
        self._numbers = count(1)
        self._bodies: dict[int, Body] = {}
        self._rows: dict[int, LaidRow] = {}
        self._pozo: list[tuple[int, str]] = []
        self._rack: dict[int, str] = {}
        self._mazo = [self._add(body) for body in self._stacks(state.mazo)]
        self._muertos = [[self._add(body) for body in pile] for pile in self._piles(state.muertos)]
        self._closing = [self._add(self._tile(BACK, (-habits.side * 95.0, 0.0, 0.0))) for _ in state.closing_tile]
        self._put_things()
        self.show(state)

    @property
    def scene(self) -> Scene:
        """All objects on the table at present."""
        return dict(self._bodies)

    def show(self, state: TableState) -> None:
        """Update to ``state``; unchanged objects keep their places."""
        self._show_muertos(state)
        while len(self._mazo) > state.mazo:
            del self._bodies[self._mazo.pop()]
        while len(self._closing) > len(state.closing_tile):
            del self._bodies[self._closing.pop()]
        self._show_pozo([str(tile) if tile else BACK for tile in state.pozo])
        self._show_melds(state.melds)
        if self.habits.has_rack:
            self._show_rack([str(tile) for tile in state.racks[0].known])

    def straightened(self, number: int) -> bool:
        """Straighten the meld with this number; returns whether that changed anything."""
        row = self._rows.get(number)
        if row is None:
            return False
        row.wobble = 0.0
        self._bodies.update(row.bodies(self.habits.tile_mm))
        return True

    def gathered(self, number: int) -> bool:
        """Pile up or squeeze the canasta with this number, if this family does; returns whether it did."""
        row = self._rows[number]
        if self.habits.canasta == "left" or row.piled or row.step < self.habits.tile_mm[0]:
            return False
        if self.habits.canasta in ("piled", "crossed"):
            middle = row.first[0] + row.along * row.step * (len(row.faces) // 2)
            row.piled, row.first = frozenset(row.faces), (middle, row.first[1])
            row.is_crossed = self.habits.canasta == "crossed"
        else:
            row.squeezed(self.habits.tile_mm[0])
        self._bodies.update(row.bodies(self.habits.tile_mm))
        return True

    def _add(self, body: Body) -> int:
        number = next(self._numbers)
        self._bodies[number] = body
        return number

    def _tile(self, face: str, at: tuple[float, float, float], turn: float = 0.0) -> Body:
        return Body(face, at, self.habits.tile_mm, turn)

    def _dropped(self, body: Body) -> Body:
        """The initial irregular position of a tile."""
        x, y, z = body.at
        slant, off = self._rng.normal(0, self.habits.slant), self._rng.normal(0, 0.2 * self.habits.slant, 2)
        return replace(
            body, at=(x + float(np.clip(off[0], -0.8, 0.8)), y + float(off[1]), z), turn=body.turn + float(slant)
        )

    def _stacks(self, tiles: int) -> list[Body]:
        """The mazo: stacks in the middle of the strip, the last tile on top of the last one."""
        wide, tall, thick = self.habits.tile_mm
        columns = -(-tiles // (3 * self.habits.stack)) or 1
        found = []
        for at in range(tiles):
            stack, level = divmod(at, self.habits.stack)
            column, row = divmod(stack, 3)
            x = -self.habits.side * (column - (columns - 1) / 2) * (wide + 2) - self.habits.side * 20
            jitter = self._rng.normal(0, 0.5, 2)
            found.append(self._tile(BACK, (x + jitter[0], (1 - row) * (tall + 1) + jitter[1], level * thick),
                                    float(self._rng.normal(0, 1))))  # fmt: skip
        return found

    def _piles(self, muertos: Sequence[int]) -> list[list[Body]]:
        """The muertos at the outer end of the strip."""
        wide, tall, thick = self.habits.tile_mm
        outer = -self.habits.side * (self.habits.area_mm[0] / 2 - 1.4 * wide)
        piles, below = [], 0
        for at, tiles in enumerate(muertos):
            pile = []
            for level in range(tiles):
                turn = float(self._rng.normal(0, 2.5))
                stack, up = divmod(level, min(6, 2 * self.habits.stack))
                spot = (outer + self.habits.side * at * (wide + 16), (0.5 - stack) * (tall + 1), up * thick)
                if self.habits.muertos == "one_pile":
                    spot, turn = (outer + self.habits.side * 50, 0.0, (below + level) * thick), turn + 90 * (at % 2)
                elif self.habits.muertos == "laid_out":
                    spot = (outer + self.habits.side * level * wide * 0.72, (0.5 - at) * (tall + 8), 0.05 * level)
                pile.append(self._tile(BACK, spot, turn))
            below += tiles
            piles.append(pile)
        return piles

    def _put_things(self) -> None:
        wide, tall, _ = self.habits.tile_mm
        half_w, half_d = self.habits.area_mm[0] / 2, self.habits.area_mm[1] / 2
        if self.habits.has_rack:
            self._add(Body("walnut", (0.0, -half_d - 0.75 * tall, 0.0), (_RACK_SLOTS * (wide + 1) + 16, 30.0, 6.0)))
        if self.habits.has_things:
            box = ("carton", "box_red", "box_green", "tin")[int(self._rng.integers(4))]
            self._add(Body(box, (self.habits.side * (half_w + 20), half_d * 0.9, 0.0), (120.0, 150.0, 45.0), 7.0))
            for at in range(int(self._rng.integers(0, 5))):
                self._add(self._tile(BACK, (self.habits.side * (half_w + 4), -half_d + at * (wide + 2), 0.0), 90.0))

    def _show_muertos(self, state: TableState) -> None:
        while len(self._muertos) > len(state.muertos):
            pile = self._muertos.pop()
            if state.mazo > len(self._mazo):
                self._mazo = pile
                continue
            for number in pile:
                del self._bodies[number]

    def _show_pozo(self, faces: list[str]) -> None:
        now = [face for _, face in self._pozo]
        kept = len(now) if now == faces[: len(now)] else len(faces)
        for number, _ in self._pozo[kept:]:
            del self._bodies[number]
        self._pozo = self._pozo[:kept]
        for at in range(kept, len(faces)):
            self._pozo.append((self._add(self._dropped(self._discarded(faces[at], at))), faces[at]))

    def _discarded(self, face: str, at: int) -> Body:
        """The position of the discard with this index in the pozo."""
        wide, tall, thick = self.habits.tile_mm
        inner, outer = 0.13 * self.habits.area_mm[0], self.habits.area_mm[0] / 2 - wide
        pitch, side, habit = wide + 2.5, self.habits.side, self.habits.pozo
        if self._is_covered:
            return self._tile(face, (side * (inner + 60), 0.0, at * thick))
        if habit == "heap":
            return self._heaped(face, at, side * (inner + outer) / 2)
        if habit == "spiral":
            angle = 1.1 * np.sqrt(12 * at + 1) / 1.6
            reach = 20 + 9 * angle
            x, y = side * (inner + outer) / 2 + reach * np.cos(angle), 0.62 * reach * np.sin(angle)
            return self._tile(face, (float(x), float(np.clip(y, -66, 66)), 0.02 * at))
        if habit == "away":
            column, row = divmod(at, 4)
            return self._tile(face, (side * (inner + wide + column * pitch), -1.5 * tall + row * (tall + 2), 0.0))
        across = max(1, int((outer - inner) / pitch) + 1)
        row, column = divmod(at, across)
        if habit == "two_rows":
            row, column = at % 2, at // 2
        y = (0.5 - row) * (tall + 3) if habit == "two_rows" else -row * (tall + 3)
        starts_inside = habit == "two_rows" or (habit == "to_right") == (side > 0)
        x = inner + column * pitch if starts_inside else outer - column * pitch
        return self._tile(face, (side * x, y, 0.0))

    def _heaped(self, face: str, at: int, middle: float) -> Body:
        """A random position on the heap, where most space is free, with a random rotation."""
        spots = np.array([self._bodies[number].at[:2] for number, _ in self._pozo]).reshape(-1, 2)
        reach = 34 + 7 * np.sqrt(at)
        thrown = self._rng.uniform(-1, 1, (6, 2)) * (reach * 1.35, min(reach, 56)) + (middle, 0)
        apart = np.linalg.norm(thrown[:, None] - spots[None], axis=2).min(axis=1, initial=200.0)
        best = thrown[int(apart.argmax())]
        level = 0.0 if apart.max() > 0.9 * self.habits.tile_mm[1] else 0.9 * self.habits.tile_mm[2]
        body = self._tile(face, (float(best[0]), float(best[1]), level + 0.01 * at), float(self._rng.uniform(-60, 60)))
        return replace(body, lean=6.0 if level else 0.0)

    def _show_melds(self, melds: Sequence[LaidMeld]) -> None:
        """Place the changed rows; tiles that move between rows keep their numbers."""
        wanted = {meld.number: [str(tile) for tile in meld.tiles] for meld in melds}
        lying = {number: list(row.faces.values()) for number, row in self._rows.items()}
        changed = [number for number in {**lying, **wanted} if lying.get(number) != wanted.get(number)]
        pool = {
            tile: face for number in changed if number in self._rows for tile, face in self._rows[number].faces.items()
        }
        old = {number: self._rows.pop(number) for number in changed if number in self._rows}
        teams = {meld.number: (meld.team, meld.seat) for meld in melds}
        for number in changed:
            if number not in wanted:
                continue
            own = {tile: face for tile, face in pool.items() if number in old and tile in old[number].faces}
            faces = self._matched(wanted[number], own, pool)
            self._rows[number] = self._placed(faces, old.get(number), teams[number])
            for tile, body in self._rows[number].bodies(self.habits.tile_mm).items():
                before = self._bodies.get(tile)
                is_kept = before is not None and np.hypot(before.at[0] - body.at[0], before.at[1] - body.at[1]) < 3
                if not (is_kept and before is not None and abs(before.at[2] - body.at[2]) < 1):
                    self._bodies[tile] = self._dropped(body)
        for tile in pool:
            self._bodies.pop(tile, None)

    def _matched(self, wanted: list[str], own: dict[int, str], pool: dict[int, str]) -> dict[int, str]:
        """A number for each face of a row: its own tiles first, then others removed from the ``pool``."""
        found: dict[int, str] = {}
        for face in wanted:
            near = next(
                (tile for some in (own, pool) for tile, one in some.items() if one == face and tile in pool), None
            )
            tile = next(self._numbers) if near is None else near
            pool.pop(tile, None)
            found[tile] = face
        return found

    def _placed(self, faces: dict[int, str], old: LaidRow | None, whose: tuple[int | None, int | None]) -> LaidRow:
        team, seat = whose
        others = list(self._rows.values())
        if old and (found := grown(old, faces, others, self.habits)):
            return found
        is_far = team == 1 or (team is None and (seat or 0) % 2 == 1)
        turn = 180.0 if is_far and self.habits.are_theirs_turned else 0.0
        return fresh(faces, others, self.habits, (team, turn if old is None else old.turn, self._rng))

    def _show_rack(self, faces: list[str]) -> None:
        """The rack at the near edge: a played tile leaves a gap, the next drawn one fills it."""
        missing = list(faces)
        for number, face in list(self._rack.items()):
            if face in missing:
                missing.remove(face)
            else:
                del self._rack[number], self._bodies[number]
        wide, tall, _ = self.habits.tile_mm
        taken = {round(self._bodies[number].at[0]) for number in self._rack}
        slots = [(at - (_RACK_SLOTS - 1) / 2) * (wide + 1) for at in range(_RACK_SLOTS)]
        free = [x for x in slots if round(x) not in taken]
        for face, x in zip(missing, free, strict=False):
            body = self._tile(face, (x, -self.habits.area_mm[1] / 2 - 0.6 * tall, 8.0))
            number = self._add(replace(body, lean=RACK_LEAN))
            self._rack[number] = face
