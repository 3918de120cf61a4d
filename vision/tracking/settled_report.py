"""Report a table once it is settled: every tile was read well, and it differs from the last report."""

from __future__ import annotations

from dataclasses import dataclass

from vision.reading import TableReading
from vision.tracking.tracked_table import Track, TrackedTable, TrackTuning, Visibility

Fingerprint = tuple[object, ...]
"""The features whose change makes it another table."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SettleTuning:
    """Thresholds for a table that was read well enough."""

    at_once: float = 0.95
    """Confidence from which a single look at a new tile is enough."""
    place_score: float = 0.6
    """The same for the score of its place."""
    looks: int = 4
    """The number of looks after which a tile is reported however doubtful."""


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class SettledReading:
    """A table at rest, reported once."""

    reading: TableReading
    """With hidden tiles where they were last seen; without those that one other tile covers."""
    numbers: tuple[int, ...]
    """By index of the reading: the number that a tile keeps for as long as it lies on the table."""
    hidden: frozenset[int]
    """Indices of tiles that are not in view: under a hand or a thing, or in a pile."""
    piles: tuple[tuple[int, ...], ...]
    """Indices of the tiles of each row that was piled up, in the order in which they lay."""
    covered: tuple[Track, ...]
    """Tiles that lie under one other tile, such as those of a covered pozo."""
    looks: int
    """The number of looks since the last report."""
    disputed: frozenset[int] = frozenset()
    """Numbers of tiles of which two cameras surely say different things: people are asked, whatever the law says."""


class Settler:
    """Reports every settled table once."""

    def __init__(self, tuning: SettleTuning | None = None, tracking: TrackTuning | None = None) -> None:
        self._tuning, self._tracking = tuning or SettleTuning(), tracking or TrackTuning()
        self._told: Fingerprint | None = None
        self._looks = 0

    def __call__(self, table: TrackedTable) -> SettledReading | None:
        """The settled table; None while it is not read well enough, or is unchanged."""
        self._looks += 1
        if not self.is_well_seen(table):
            return None
        fingerprint = fingerprint_of(table)
        if fingerprint == self._told:
            self._looks = 0
            return None
        self._told, looks, self._looks = fingerprint, self._looks, 0
        return settled_of(table, looks)

    def forget(self) -> None:
        """Report the table again as if it were new."""
        self._told = None

    def is_well_seen(self, table: TrackedTable) -> bool:
        """Whether another reading would change nothing."""
        return not table.is_lost and all(self._is_plain(track) for track in table.tracks)

    def _is_plain(self, track: Track) -> bool:
        if track.standing is not Visibility.SEEN:
            return track.standing is Visibility.HIDDEN
        if track.opinion.looks + track.blinks >= self._tuning.looks:
            return True
        confidence = track.opinion.belief.confidence
        if confidence >= self._tuning.at_once and track.place.score >= self._tuning.place_score:
            return True
        return confidence >= self._tracking.sure and track.opinion.looks >= self._tracking.wanted_looks[0]


def settled_of(table: TrackedTable, looks: int = 1) -> SettledReading:
    """``table`` as a report after that many ``looks``."""
    tracks = table.open_tracks
    index = {track.number: at for at, track in enumerate(tracks)}
    return SettledReading(
        reading=table.reading(),
        numbers=tuple(index),
        hidden=frozenset(at for at, track in enumerate(tracks) if track.standing is Visibility.HIDDEN),
        piles=tuple(tuple(index[number] for number in stack) for stack in table.stacks),
        covered=table.covered,
        looks=looks,
        disputed=frozenset(track.number for track in tracks if track.is_disputed),
    )


def fingerprint_of(table: TrackedTable) -> Fingerprint:
    """A key of tiles, places and orientations, unchanged by camera motion and by a covering hand."""
    tiles = tuple(
        (track.number, track.face, track.moves, track.under is None, track.is_disputed) for track in table.tracks
    )
    return (tiles, table.rows, table.stacks)
