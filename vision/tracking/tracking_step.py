"""One tracking step: match the known tiles with the places detected in a new picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from vision.belief import BACK, Belief, same_print
from vision.change_detection.lazy_frame import LazyFrame
from vision.change_detection.signatures import distances, signatures
from vision.filtering.tile_background import places_like_tiles
from vision.geometry import F32, F64, have_room, overlaps
from vision.reading import DetectedTile, ReadTile
from vision.tracking import pile_formation
from vision.tracking.belief_pooling import PooledBelief
from vision.tracking.pile_tracking import PileDetection
from vision.tracking.pushed_rows import with_row
from vision.tracking.squeezed_rows import without_parts
from vision.tracking.tile_matching import matched_by_face, matched_by_place
from vision.tracking.tracked_table import Stack, Track, TrackedTable, TrackTuning, Visibility, places_of, top_of

_LEAST_NOISE = 0.015
"""Distance of two signatures of a place where nothing happened, in a poor picture."""
AreBare = Callable[[F32], NDArray[np.bool_]]
"""Which of the places (n, 4, 2) are bare table."""


class TrackingStep:
    """A tracking step: the tiles of ``table``, moved with the camera, against the places of ``lazy_frame``."""

    def __init__(self, table: TrackedTable, lazy_frame: LazyFrame, tuning: TrackTuning, changes: F64) -> None:
        """``changes`` (n,) are the colour distances of the places from the bare table there; NaN where unknown."""
        self._table, self._lazy_frame, self._tuning = table, lazy_frame, tuning
        self._is_old, self._is_hardly_new = changes < tuning.arrived[0], changes < tuning.hardly
        lazy_frame.raise_scores(self._arrived(np.flatnonzero(changes > tuning.arrived[1])))
        self.found: dict[int, Track] = {}
        self._free = set(range(len(lazy_frame)))
        quads = places_of(table.tracks)
        now = signatures(lazy_frame.bgr, quads)
        apart = distances(now, np.stack([track.signature for track in table.tracks])) if len(quads) else np.zeros(0)
        self._unchanged = {
            track.number: bool(far < tuning.unchanged) for track, far in zip(table.tracks, apart, strict=True)
        }
        in_view = apart[[track.standing is not Visibility.HIDDEN for track in table.tracks]]
        usual = max(float(np.median(in_view)), _LEAST_NOISE) if len(in_view) else 0.0
        self._stirred = {
            track.number: bool(far > tuning.stirred * usual) for track, far in zip(table.tracks, apart, strict=True)
        }
        self._next_number = table.next_number
        self._in_rows = {number for row in table.rows for number in row}
        changed = {number for number, is_unchanged in self._unchanged.items() if not is_unchanged}
        disturbed = {number for row in table.rows if not changed.isdisjoint(row) for number in row}
        self._disturbed = disturbed - table.stacked
        """The tiles of rows in which something changed: a gap that was closed may have brought a look-alike."""
        self._otherwise: set[int] = set()
        """The tiles at whose places another is read."""
        self._fancied: set[int] = set()
        """What was taken for a tile and is none."""

    def _arrived(self, changed: NDArray[np.intp]) -> list[int]:
        """The places of ``changed`` that look like the tiles on this table; others are shadows, hands and objects."""
        faces = [track for track in self._table.tracks if track.standing is Visibility.SEEN and track.face != BACK]
        like = places_like_tiles(self._lazy_frame.bgr, self._lazy_frame.quads[changed], places_of(faces))
        return [int(place) for place in changed[like]]

    def step(self, are_bare: AreBare) -> TrackedTable:
        """The table after this picture; its rows are still those of before."""
        self._stay([track for track in self._table.tracks if track.standing is not Visibility.HIDDEN])
        self._stay([track for track in self._left() if track.number not in self._table.stacked or track.under is None])
        self._blink()
        self._move()
        self._arrive()
        left = (track for track in self._left() if track.number not in self._buried())
        absent = [with_row(track, self._table, self.found) for track in left]
        bare = {
            track.number for track, is_bare in zip(absent, are_bare(places_of(absent)), strict=True) if is_bare
        }  # a place under another tile is not bare: that tile has other colours
        bare |= pile_formation.taken_together(self._table.rows, absent, bare)
        bare |= {track.number for track in absent if track.under in bare}
        self._absent(absent, bare)
        return PileDetection(self._table, self.found, self._next_number).piled(bare)

    def _left(self) -> list[Track]:
        """The tiles not found yet."""
        settled = self.found.keys() | self._fancied
        return [track for track in self._table.tracks if track.number not in settled]

    def _buried(self) -> set[int]:
        """The numbers of tiles that lay under the top of a stack, or are remembered there."""
        known = self._table.by_number
        return {
            number
            for stack in self._table.stacks
            for number in stack
            if number != top_of(stack, self._table) and known[number].standing is Visibility.HIDDEN
        }

    def _stay(self, tracks: Sequence[Track]) -> None:
        """Find ``tracks`` where they were; places that changed or are unmatched are read."""
        free = sorted(self._free)
        pairs = [
            (tracks[i], free[j]) for i, j in matched_by_place(places_of(tracks), self._lazy_frame.quads[free]).tolist()
        ]
        unmatched = self._free.difference(place for _, place in pairs)
        self._lazy_frame.read([*unmatched, *(place for track, place in pairs if self._wants_reading(track))])
        for track, place in pairs:
            self._meet(track, place)

    def _wants_reading(self, track: Track) -> bool:
        few, most = self._tuning.wanted_looks
        looks, is_sure = track.opinion.looks, track.opinion.belief.confidence >= self._tuning.sure
        is_changed = self._stirred[track.number] or track.number in self._disturbed
        return is_changed or looks < few or (looks < most and not is_sure)

    def _meet(self, track: Track, place: int) -> None:
        """Match the tile with ``place``, unless something else, or no tile, is read there."""
        tile = self._lazy_frame.tile(place)
        if tile is None and self._lazy_frame.was_read(place):
            return
        is_one = tile is not None and self._may_be_one(track, tile.belief)
        is_touched = track.number in self._disturbed or (self._unchanged[track.number] and self._stirred[track.number])
        if tile and not is_one and is_touched:
            self._turns_out(track, tile, place)
        elif self._unchanged[track.number]:
            self._finds(self._read_at(track.place, track, tile) if tile else track, place)
        elif tile and is_one:
            self._finds(self._read_at(tile.place, track, tile), place)

    def _turns_out(self, track: Track, tile: ReadTile, place: int) -> None:
        """Handle another face read where ``track`` lay: the true top of its pile, or a new tile."""
        self._otherwise.add(track.number)
        other = pile_formation.member_like(tile.belief, track.number, self._table)
        if other is not None and self._unchanged[track.number] and tile.belief.confidence >= self._tuning.sure:
            self._finds(self._read_at(tile.place, other, tile), place)

    def _may_be_one(self, track: Track, belief: Belief) -> bool:
        """Whether the tile ``belief`` may be a known one; a 6 and a 9 of a row only where nothing changed."""
        known, possible = track.opinion.belief, self._tuning.possible[track.number not in self._in_rows]
        if min(known.confidence, belief.confidence) < self._tuning.sure:
            return max(known.of(belief.best), belief.of(known.best)) > possible
        may_turn = track.number not in self._in_rows or not self._stirred[track.number]
        return known.best == belief.best or (may_turn and same_print(known.best, belief.best))

    def _finds(self, track: Track, place: int) -> None:
        self._free.discard(place)
        self.found[track.number] = replace(track, standing=Visibility.SEEN, missed=0, blinks=0, under=None)

    def _read_at(self, lies: DetectedTile, track: Track, tile: ReadTile) -> Track:
        """``track`` at ``lies``, after it was read again as ``tile``."""
        opinion = track.opinion.after(tile.belief)
        upright = opinion.upright(lies, tile)
        signature = track.signature if upright is track.place else self._signature(upright)
        return replace(track, place=upright, signature=signature, opinion=opinion)

    def _signature(self, place: DetectedTile) -> F32:
        return np.asarray(signatures(self._lazy_frame.bgr, place.corners_px[None])[0])

    def _blink(self) -> None:
        """Keep unchanged tiles where no place was detected; one that was detected only once was a false positive."""
        for track in self._left():
            if not self._unchanged[track.number] or track.number in self._otherwise:
                continue
            blinks = track.blinks + 1
            if track.opinion.looks == 1 and blinks >= self._tuning.fancied_after:
                self._fancied.add(track.number)
            elif track.standing is not Visibility.HIDDEN:
                self.found[track.number] = replace(track, standing=Visibility.SEEN, missed=0, blinks=blinks)

    def _move(self) -> None:
        """Find moved tiles, visible ones first, and among them those whose row left its place and that lie there: piled
        up."""
        in_view = [track for track in self._left() if track.standing is not Visibility.HIDDEN]
        for row in self._table.rows:
            gone = [track for track in in_view if track.number in row]
            if len(gone) == len(row) >= pile_formation.FEWEST:
                self._find_moved(gone, is_near=True)
        left = self._left()
        self._find_moved([track for track in left if track.standing is not Visibility.HIDDEN])
        self._find_moved([track for track in left if self._may_come_out(track)])
        for stack in self._table.stacks:
            self._spread([track for track in self._left() if track.number in stack])

    def _may_come_out(self, track: Track) -> bool:
        """Whether a hidden tile may lie elsewhere now: it is in no stack, and what lay over it or its row has moved."""
        if track.standing is not Visibility.HIDDEN or track.number in self._table.stacked:
            return False
        if with_row(track, self._table, self.found) is not track:
            return True
        cover = self.found.get(track.under) if track.under is not None else None
        before = self._table.by_number.get(track.under) if track.under is not None else None
        return cover is None or before is None or cover.moves != before.moves

    def _spread(self, members: Sequence[Track]) -> None:
        """Find the tiles of a pile that was spread again: nearly all of them; a few are newly laid second copies."""
        if 4 * len(self._moved_pairs(members)) >= max(3 * len(members), 6):
            self._find_moved(members)

    def _find_moved(self, tracks: Sequence[Track], is_near: bool = False) -> None:
        """Find ``tracks`` elsewhere; with ``is_near`` only near where they lay."""
        for track, place, tile in self._moved_pairs(tracks, is_near):
            self._finds(replace(self._read_at(tile.place, track, tile), moves=track.moves + 1), place)

    def _moved_pairs(self, tracks: Sequence[Track], is_near: bool = False) -> list[tuple[Track, int, ReadTile]]:
        places = [
            free_tile
            for free_tile in self._tiles_free()
            if not is_near or pile_formation.is_near(free_tile[1].place, tracks)
        ]
        if tracks:
            places = without_parts(
                places, [stack for stack in self._table.stacks if self._lies_still(stack)], self._table
            )
        known = [(track.place.corners_px, track.opinion.belief) for track in tracks]
        seen = [(tile.place.corners_px, tile.belief) for _, tile in places]
        return [(tracks[i], *places[j]) for i, j in matched_by_face(known, seen).tolist()]

    def _lies_still(self, stack: Stack) -> bool:
        """Whether every visible tile of a pile was found where it lay."""
        known = self._table.by_number
        seen = [known[number] for number in stack if known[number].standing is not Visibility.HIDDEN]
        return all(track.number in self.found and self.found[track.number].moves == track.moves for track in seen)

    def _tiles_free(self) -> list[tuple[int, ReadTile]]:
        """The unmatched places that show a tile."""
        self._lazy_frame.read(self._free)
        read = [(place, tile) for place in sorted(self._free) if (tile := self._lazy_frame.tile(place))]
        return [(place, tile) for place, tile in read if self._is_new(place, tile) or self._is_plain(place, tile)]

    def _is_new(self, place: int, tile: ReadTile) -> bool:
        """Whether something has arrived at a place; of what is in doubt another light is as likely."""
        is_sure = tile.belief.confidence >= self._tuning.sure
        return not (self._is_old[place] if is_sure else self._is_hardly_new[place])

    def _is_plain(self, place: int, tile: ReadTile) -> bool:
        """Whether a place shows a number so clearly that the tile was overlooked before."""
        is_sure = tile.belief.confidence >= self._tuning.sure and self._lazy_frame.score(place) >= self._tuning.found
        return is_sure and tile.belief.best[0].isdigit()

    def _arrive(self) -> None:
        """Add every remaining tile as new, if there is room: only a pile hides a part of what lies beside it."""
        if not (free := self._without_rests(self._tiles_free())):
            return
        flat = [tile for tile in self.found.values() if tile.number not in self._table.stacked]
        lying = places_of([tile for tile in flat if self._unchanged.get(tile.number, False)])
        quads, sure = (
            self._lazy_frame.quads[[at for at, _ in free]],
            np.array([tile.belief.confidence for _, tile in free]),
        )
        for place, tile in (free[at] for at in np.flatnonzero(have_room(quads, sure, lying, self._tuning.occupied))):
            track = Track(
                number=self._next_number,
                place=tile.place,
                opinion=PooledBelief.of(tile.belief),
                signature=self._signature(tile.place),
            )
            self._next_number += 1
            self._finds(track, place)

    def _without_rests(self, free: list[tuple[int, ReadTile]]) -> list[tuple[int, ReadTile]]:
        """``free`` without what still shows of tiles that lie under others: doubtful, while those lie as they lay."""
        doubtful = [at for at, (_, tile) in enumerate(free) if tile.belief.confidence < self._tuning.sure]
        hidden = [track for track in self._table.tracks if track.standing is Visibility.HIDDEN]
        if not doubtful or not hidden:
            return free
        below = places_of(hidden).astype(np.float64)
        over = places_of([track for track in self._table.tracks if self._lies_as_it_lay(track)]).astype(np.float64)
        below = below[overlaps(below, over).max(axis=1, initial=0) > self._tuning.over]
        quads = self._lazy_frame.quads[[free[at][0] for at in doubtful]].astype(np.float64)
        is_rest = overlaps(quads, below).max(axis=1, initial=0) > self._tuning.rest
        rests = {at for at, is_one in zip(doubtful, is_rest.tolist(), strict=True) if is_one}
        return [each for at, each in enumerate(free) if at not in rests]

    def _lies_as_it_lay(self, track: Track) -> bool:
        now = self.found.get(track.number)
        is_there = now is not None and now.moves == track.moves and track.standing is Visibility.SEEN
        return is_there and self._unchanged[track.number]

    def _absent(self, tracks: Sequence[Track], bare: Iterable[int]) -> None:
        """Decide whether tiles that were not found are covered, hidden or gone."""
        seen = list(self.found.values())
        shared = overlaps(places_of(tracks).astype(np.float64), places_of(seen).astype(np.float64))
        for track, row in zip(tracks, shared, strict=True):
            over = seen[int(row.argmax())] if len(seen) and row.max() > self._tuning.covering else None
            if over is not None and self._lay_below(over, track):
                continue
            if over is not None or track.number not in bare:
                self._hides(track, over.number if over else None)
            elif track.missed + 1 < self._tuning.gone_after:
                self.found[track.number] = replace(track, standing=Visibility.MISSING, missed=track.missed + 1)

    def _lay_below(self, first: Track, other: Track) -> bool:
        """Whether ``first`` lay under ``other`` before, so that ``other`` was taken off it."""
        before = self._table.by_number.get(first.number)
        return before is not None and before.under == other.number

    def _hides(self, track: Track, under: int | None) -> None:
        self.found[track.number] = replace(track, standing=Visibility.HIDDEN, missed=0, under=under)
