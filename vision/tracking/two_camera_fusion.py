"""Fuse the tables of two cameras: the tiles of the first, and those of the second that the first cannot see.

The first camera has priority. The second one's tiles are mapped into its picture once both were registered; a tile is
taken from the second where the first sees none, and so is the face of a tile that the first reads with low confidence.
Where both are certain and keep disagreeing, or the first sees bare table, the tile is disputed, so that people are
asked: the pictures of one camera may be a second older than those of the other. While the second delivers nothing, its
last tiles are remembered as hidden, until the first contradicts them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from vision.belief import BACK
from vision.geometry import F32, F64, quads_of, short_sides, transform_points
from vision.reading import DetectedTile
from vision.tracking.occluded_tiles import CameraLook, lendable, nearest_of
from vision.tracking.second_camera_tiles import DisagreementTimer, LentTile, disputed, hidden
from vision.tracking.second_view_registration import ViewRegistration, register_view, shared_faces
from vision.tracking.tracked_table import Track, TrackedTable, Visibility, places_of, rows_of

FIRST_LENT = 1_000_000
"""Tiles that only the second camera has seen have numbers from this one on."""
_SEARCHES = 4
AreTable = Callable[[F64], NDArray[np.bool_]]
"""Which of the places (n, 4, 2) are plain table in the picture of the first camera."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FuseTuning:
    """Thresholds for the priority of the cameras."""

    sure: float = 0.95
    """Confidence from which the second one's does."""
    doubtful: float = 0.9
    """Confidence below which the first one's does not."""
    possible: float = 0.02
    """Probability, by the first, from which a tile may be what the second reads."""
    score: float = 0.6
    """Score of a place of the second camera from which a tile lies there."""
    error: float = 0.2
    """The largest registration error, in short sides, at which tiles are lent."""
    near: float = 0.5
    """The largest centre distance of a tile seen by both cameras, in short sides."""
    lasts_s: float = 1.5
    """Seconds from which the two differ: until then the pictures of one may be older than those of the other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FusedCounts:
    """What the second camera contributes at this moment."""

    common: int | None = None
    """Tiles in which both agree; None where their pictures do not fit."""
    lent: int = 0
    """Tiles that only the second has seen."""
    settled: int = 0
    """Tiles that the first reads in doubt and the second surely."""
    disputed: int = 0
    """Tiles of which the two say different things, both surely."""
    shared: int = 0
    """Faces that both read surely, where their pictures do not fit."""


class TableFuser:
    """Fuses the tables of two cameras, picture by picture."""

    def __init__(self, tuning: FuseTuning | None = None) -> None:
        self._tuning = tuning or FuseTuning()
        self.counts = FusedCounts()
        self._origins: ViewRegistration | None = None
        """How the second picture lies in the first, if neither had ever moved."""
        self._lent: dict[int, LentTile] = {}
        self._words: dict[int, Track] = {}
        """By number of a tile of the first camera: that tile with what the second makes of it."""
        self._numbers: dict[int, int] = {}
        """By number of a tile that the first has come to see: that under which it was lent."""
        self._links: dict[int, int] = {}
        """By number for the second camera: that of the same tile for the first."""
        self._rows: tuple[tuple[int, ...], ...] = ()
        self._next = FIRST_LENT
        self._patience = DisagreementTimer(self._tuning.lasts_s)
        self._searches = 0
        """How often tiles that were lent are still searched for among those of a second camera that is read anew."""

    def __call__(
        self, first: CameraLook, second: CameraLook | None, are_table: AreTable, at_s: float = 0.0
    ) -> TrackedTable:
        """Fuse the table of ``first`` with ``second``, which is None while that camera delivers nothing."""
        self._patience.now_s = at_s
        self._forgets(first)
        fit = self._fit(first, second)
        if second is not None and fit is not None and second.is_fresh:
            self._takes(first, second, fit, are_table)
        else:
            is_gone = fit is None
            self._remembers(first, are_table, is_gone=is_gone)
        told = [self._told(track) for track in first.table.tracks]
        lent = [self._laid(loan, first) for loan in self._lent.values()]
        self.counts = FusedCounts(
            common=fit.common if fit else None,
            lent=len(lent),
            settled=sum(not track.is_disputed for track in self._words.values()),
            disputed=sum(track.is_disputed for track in (*self._words.values(), *lent)),
            shared=shared_faces(first.flat_tiles, second.flat_tiles) if second and fit is None else 0,
        )
        return self._composed(first.table, told, lent)

    def reset(self) -> None:
        """Restart with the second camera: its tiles have other numbers, and its picture another origin."""
        self._origins, self._links, self._searches = None, {}, _SEARCHES
        self._lent = {number: replace(one, second=None) for number, one in self._lent.items()}

    def _composed(self, table: TrackedTable, told: Sequence[Track], lent: Sequence[Track]) -> TrackedTable:
        """``table`` with these tiles, in rows."""
        if not (lent or self._words or self._numbers):
            self._rows = ()
            return table
        named = self._numbers
        tracks = (*(track for track in told if track.number not in self._lent), *lent)
        lying = {track.number for track in tracks}
        stacks = (tuple(named.get(number, number) for number in stack) for stack in table.stacks)
        kept = tuple(stack for stack in stacks if lying.issuperset(stack))
        rows = self._rows or table.rows
        fused = replace(table, tracks=tracks, stacks=kept, rows=rows)
        self._rows = rows_of(fused)
        return replace(fused, rows=self._rows)

    def _forgets(self, first: CameraLook) -> None:
        """Drop tiles that the first camera now contradicts, or no longer knows."""
        known = first.table.by_number
        self._numbers = {number: told for number, told in self._numbers.items() if number in known}
        self._links = {other: number for other, number in self._links.items() if number < FIRST_LENT}
        self._words = {
            number: replace(known[number], opinion=word.opinion, is_disputed=word.is_disputed)
            for number, word in self._words.items()
            if number in known and (word.is_disputed or self._doubts(known[number]))
        }
        seen = [track for track in known.values() if track.standing is Visibility.SEEN]
        lent = [(number, self._laid(one, first)) for number, one in self._lent.items()]
        places = places_of([track for _, track in lent]).astype(np.float64)
        for (number, _), at in zip(lent, nearest_of(places, _quads(seen), self._tuning.near), strict=True):
            if at is not None or (number in known and known[number].standing is Visibility.SEEN):
                self._returns(number, seen[at].number if at is not None else number)

    def _returns(self, number: int, seen_as: int) -> None:
        """Handle a lent tile that the first camera now sees, under its number."""
        del self._lent[number]
        if number != seen_as:
            self._numbers[seen_as] = number

    def _fit(self, first: CameraLook, second: CameraLook | None) -> ViewRegistration | None:
        """The registration of the second picture to the first now."""
        if second is None or second.table.is_lost or first.table.is_lost:
            return None
        now = first.now_from_origin, second.now_from_origin
        before = None if self._origins is None else self._origins.moved(*now)
        fit = register_view(first.flat_tiles, second.flat_tiles, before)
        if fit is not None:
            self._origins = fit.undone(*now)
        return fit

    def _takes(self, first: CameraLook, second: CameraLook, fit: ViewRegistration, are_table: AreTable) -> None:
        """Take over the second camera's tiles."""
        self._patience.begin()
        counting = [track for track in second.flat if self._counts(track)]
        quads = fit.carried(_quads(counting))
        is_near = fit.errors(_quads(counting)) < self._tuning.error * short_sides(quads)
        seen, quads = [counting[at] for at in np.flatnonzero(is_near)], quads[is_near]
        self._finds_again(first, seen, quads)
        known = second.table.by_number
        self._searches -= 1
        for number, one in tuple(self._lent.items()):
            if one.second is None and self._searches > 0:
                self._lent[number] = hidden(one)
            elif one.second is None or one.second not in known:
                del self._lent[number]
            elif known[one.second].standing is not Visibility.SEEN:
                self._lent[number] = hidden(one)
        lying = [track for track in first.table.open_tracks if track.number not in first.table.stacked]
        free: list[int] = []
        for at, (track, on) in enumerate(zip(seen, nearest_of(quads, _quads(lying), self._tuning.near), strict=True)):
            if on is None:
                free.append(at)
            else:
                self._compares(lying[on], track)
        self._lends(first, [seen[at] for at in free], quads[free], are_table)

    def _finds_again(self, first: CameraLook, tracks: Sequence[Track], quads: F64) -> None:
        """Match lent tiles with ``tracks``, at ``quads`` in the first picture, after a restart of the second camera."""
        lost = [number for number, one in self._lent.items() if one.second is None]
        places = _quads([self._laid(self._lent[number], first) for number in lost])
        for number, at in zip(lost, nearest_of(places, quads, self._tuning.near), strict=True):
            if at is not None and tracks[at].face == self._lent[number].track.face:
                self._lent[number] = replace(self._lent[number], second=tracks[at].number)

    def _counts(self, track: Track) -> bool:
        """Whether the second camera's reading of a tile counts."""
        tuning, opinion = self._tuning, track.opinion
        return track.place.score >= tuning.score and opinion.belief.confidence >= tuning.sure

    def _doubts(self, track: Track) -> bool:
        """Whether the first camera reads a tile with low confidence."""
        return track.opinion.belief.confidence < self._tuning.doubtful

    def _compares(self, mine: Track, theirs: Track) -> None:
        """Compare a tile that both cameras know, and note the result."""
        self._words.pop(mine.number, None)
        face, belief = theirs.face, mine.opinion.belief
        if lent := next((number for number, one in self._lent.items() if one.second == theirs.number), None):
            self._returns(lent, mine.number)
        if face == mine.face:
            self._links[theirs.number] = mine.number
        is_one = face == mine.face or (face != BACK and belief.of(face) >= self._tuning.possible)
        if self._doubts(mine) and is_one:
            self._words[mine.number] = replace(mine, opinion=theirs.opinion)
        elif face != mine.face and self._patience.has_run_out((mine.number, face)):
            self._words[mine.number] = disputed(mine, mine.face, face)

    def _lends(self, first: CameraLook, tracks: Sequence[Track], quads: F64, are_table: AreTable) -> None:
        """Note which of ``tracks``, at ``quads`` in the first picture, the first camera cannot see."""
        hidden = {number for number in self._lent if number in first.table.by_number}
        known = replace(first.table, tracks=tuple(track for track in first.table.tracks if track.number not in hidden))
        shown = [at for at, track in enumerate(tracks) if track.face != BACK]
        places = quads[shown]
        taken = list(lendable(places, replace(first, table=known)))
        is_table = are_table(places[taken]) if taken else ()
        back = np.linalg.inv(first.now_from_origin)
        for at, is_bare in zip(taken, is_table, strict=True):
            track = tracks[shown[at]]
            if is_bare and not self._patience.has_run_out((-track.number, track.face)):
                continue
            number = self._number(track, first.table)
            lies = DetectedTile(_corners(transform_points(np.asarray(back, np.float64), places[at])), track.place.score)
            one = replace(track, number=number, place=lies, under=None, moves=self._moves(number, lies, first.table))
            self._lent[number] = LentTile(disputed(one, track.face) if is_bare else one, track.number)

    def _number(self, track: Track, table: TrackedTable) -> int:
        """The number of a lent tile: its former one, if it was known."""
        before = next((number for number, one in self._lent.items() if one.second == track.number), None)
        if before is not None:
            return before
        linked = self._links.get(track.number)
        if linked is not None:
            was = table.by_number.get(linked)
            if was is None or was.standing is not Visibility.SEEN:
                return self._numbers.get(linked, linked)
        self._next += 1
        return self._next - 1

    def _moves(self, number: int, lies: DetectedTile, table: TrackedTable) -> int:
        """How often a lent tile moved, not counting motion of the second camera."""
        if number not in self._lent:
            return table.by_number[number].moves + 1 if number in table.by_number else 0
        before = self._lent[number].track
        there = nearest_of(quads_of(lies.corners_px), _quads([before]), self._tuning.near)
        return before.moves + (there[0] is None)

    def _remembers(self, first: CameraLook, are_table: AreTable, *, is_gone: bool) -> None:
        """Keep the second camera's tiles as hidden while it delivers nothing, unless the first sees their places
        bare."""
        lying = {self._numbers.get(track.number, track.number) for track in first.table.tracks}
        lent = [(number, self._laid(one, first)) for number, one in self._lent.items()]
        is_table = are_table(places_of([track for _, track in lent]).astype(np.float64)) if lent else ()
        for (number, track), is_bare in zip(lent, is_table, strict=True):
            row = next((row for row in self._rows if number in row), (number,))
            is_left = len(row) > 1 and lying.isdisjoint(row)
            if is_left or (is_bare and (is_gone or not track.is_disputed)):
                del self._lent[number]
            else:
                self._lent[number] = hidden(self._lent[number])
        if is_gone:
            self._words = {number: word for number, word in self._words.items() if not word.is_disputed}

    def _told(self, track: Track) -> Track:
        """A tile of the first camera with the second's evidence, under its own number."""
        word = self._words.get(track.number, track)
        number = self._numbers.get(track.number, track.number)
        return word if word.number == number else replace(word, number=number)

    def _laid(self, lent: LentTile, first: CameraLook) -> Track:
        """A lent tile at its present place in the first picture."""
        there = _corners(transform_points(first.now_from_origin, lent.track.place.corners_px))
        return replace(lent.track, place=replace(lent.track.place, corners_px=there))


def _quads(tracks: Sequence[Track]) -> F64:
    return quads_of([track.place.corners_px for track in tracks])


def _corners(points: F64) -> F32:
    return np.asarray(points, np.float32)
