"""Read the face at each place, as probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.belief import Belief
from vision.detection.patches import balance, quarter_turned, rectify
from vision.filtering.neighbour_orientation import odds_turned
from vision.filtering.tile_filter import SeenPlaces, TileFilter
from vision.geometry import axes, expanded, parts_under_neighbours, quads_of
from vision.networks.sessions import Session
from vision.predictions import SETTLED, Predictions, Sureness
from vision.quality.tile_quality import Quality
from vision.reading import DetectedTile, ReadTile
from vision.recognition.confidence_by_quality import QualityExponents
from vision.recognition.grayscale import is_colorless
from vision.recognition.mirrored_pictures import is_mirrored
from vision.recognition.one_or_joker import suspected_jokers
from vision.recognition.ornamented_backs import backs_with_ornaments, may_be_backs
from vision.recognition.print_inks import colors_of, print_inks
from vision.recognition.print_similarity import prints_of, refine_by_similarity
from vision.recognition.set_profile import SetProfile
from vision.recognition.table_memory import TableMemory

F32 = NDArray[np.float32]
F64 = NDArray[np.float64]
U8 = NDArray[np.uint8]

_SHIFTS = np.array([-0.2, -0.1, 0.0, 0.1, 0.2])
"""The distances from there, in tile widths, at which the next tile of a row is searched."""


@dataclass(frozen=True, slots=True)
class ReadTuning:
    """Parameters that turn network output into beliefs."""

    turn_again: float = 0.5
    """Probability of lying turned above which a tile is rectified again, turned."""
    clear: float = 0.9
    """The certainty that a place must reach to be moved there."""
    sure: float = 0.8
    """Probabilities of number and turn above which a tile has a say in how its neighbours lie."""
    doubted: float = 0.99
    """Probability of what a tile shows below which it is looked at once more, in a larger frame."""
    again: float = 1.1
    """The factor of that larger frame."""
    frames: tuple[float, ...] = (0.92, 1.15)
    """The factors of the additional frames for tiles of poor quality."""
    wary: bool = True
    """Whether less is believed where the picture is bad."""
    turnable: float = 0.5
    """Probability of showing a 6 or a 9 above which a tile may be either, turned."""
    printed: float = 0.5
    """Probability of showing a number or a joker above which a tile's print counts among the prints of the set."""
    inked: float = 0.9
    """Probability of showing a number above which a tile's ink counts among the inks of the set."""
    settled: Sureness = SETTLED
    """How sure the small network must be, so that the large one is not asked."""
    many: int = 12
    """The number of patches from which on the small network is asked first: for few two calls gain nothing."""


@dataclass(frozen=True, slots=True, eq=False)
class PlaceReadings:
    """The reading of all places of a picture."""

    tiles: tuple[ReadTile | None, ...] = ()
    """For each place, in order; None for what is no tile."""
    faint: tuple[F32, ...] = ()
    """Corners (4, 2) of places that are dropped and may be tiles nevertheless, near those that are."""
    quality: Quality | None = None
    """The picture quality of the tiles; None where it was not measured."""
    is_mirrored: bool = False
    """Whether the picture shows them as a mirror does."""

    @property
    def kept(self) -> tuple[ReadTile, ...]:
        """The places that are tiles."""
        return tuple(tile for tile in self.tiles if tile)


@dataclass(frozen=True, slots=True, eq=False)
class NetworkOutput:
    """Raw network output for n patches: logits (n, 24) and features (n, 128)."""

    logits: F64
    features: NDArray[np.float32]

    def only(self, which: NDArray[np.bool_]) -> NetworkOutput:
        """The output for some of the patches."""
        return NetworkOutput(self.logits[which], self.features[which])


class TileReader:
    """Reads places of a picture into beliefs, in the given order."""

    def __init__(self, session: Session, tuning: ReadTuning | None = None, profile: SetProfile | None = None,
                 memory: TableMemory | None = None, small: Session | None = None) -> None:  # fmt: skip
        """``profile`` is of the set on the table and was fitted with this network; ``memory`` is of the table; the
        ``small`` network reads first what it is sure of."""
        self._session, self._tuning, self._filter = session, tuning or ReadTuning(), TileFilter()
        self._profile, self._memory, self._small = profile, memory, small

    def with_table_memory(self) -> TileReader:
        """This reader with a memory of inks and prints over the pictures of one table."""
        return TileReader(self._session, self._tuning, self._profile, TableMemory(), self._small)

    def adapted(self, profile: SetProfile) -> TileReader:
        """This reader adapted to the set of ``profile``, which was fitted with this very network."""
        return TileReader(self._session, self._tuning, profile, small=self._small)

    def __call__(self, bgr: U8, places: Sequence[DetectedTile]) -> PlaceReadings:
        """Read the ``places`` of a picture; corners are turned so that the number is upright."""
        if not places:
            return PlaceReadings()
        scores = np.array([place.score for place in places])
        quads, look, patches = self._looked(bgr, np.stack([place.corners_px for place in places]))
        seen = self._filter.seen(quads, look, scores)
        moved = None if seen.kept.all() else self._moved(bgr, seen.quads, self._filter.hoped(seen))
        if moved is not None:
            quads, look, patches = self._looked(bgr, moved)
            seen = self._filter.seen(quads, look, scores)
        kept = self._filter.sifted(bgr, seen)
        is_photograph = self._memory is None and bool(kept.any())
        patches = patches[kept]
        mirrored = is_photograph and is_mirrored(seen.look.only(kept), patches, self.read_patches)
        look, quality = self._believed(bgr, seen, patches, scores, kept)
        tiles = (
            ReadTile(DetectedTile(quad, place.score), Belief(belief)) if is_tile else None
            for quad, place, belief, is_tile in zip(seen.quads, places, look.beliefs(), kept, strict=True)
        )
        return PlaceReadings(tuple(tiles), tuple(seen.quads[self._filter.faint(seen, kept)]), quality, mirrored)

    def _believed(
        self, bgr: U8, places: SeenPlaces, patches: U8, scores: F64, kept: NDArray[np.bool_]
    ) -> tuple[Predictions, Quality | None]:
        """Reduce the confidence by the quality of the ``kept`` tiles (n,) with their ``patches``, and return that
        quality.

        Of two that overlap side by side the one with the lower score lies under the other. Unreduced where the same
        table is read again and again.
        """
        if self._memory is not None or not self._tuning.wary or not kept.any():
            return places.look, None
        quads, look, quality = places.quads[kept], places.look.only(kept), Quality.of(bgr, places.quads[kept], patches)
        trust = QualityExponents.of(quality, look.has_face(), parts_under_neighbours(quads_of(quads), scores[kept]))
        look = trust.applied(self._in_other_frames(bgr, quads, look, trust.poor()), quality)
        return places.look.amended(np.flatnonzero(kept), look), quality

    def _in_other_frames(self, bgr: U8, quads_px: F32, look: Predictions, poor: NDArray[np.intp]) -> Predictions:
        """Replace ``poor`` predictions by the mean over a smaller and a larger framing.

        Hardly visible print is read as another number in each, clear print is not.
        """
        if not len(poor):
            return look
        quads = quads_of(quads_px[poor])
        frames = np.concatenate([expanded(quads, size) for size in self._tuning.frames]).astype(np.float32)
        others = self.read_patches(balance(rectify(bgr, frames))).kind.reshape(len(self._tuning.frames), len(poor), -1)
        return look.renamed(poor, np.mean([look.kind[poor], *others], axis=0))

    def _moved(self, bgr: U8, quads_px: F32, hoped: F32) -> F32 | None:
        """The quadrilaterals (n, 4, 2), moved to where they are ``hoped`` (n, 4, 2) where a tile is clearly seen there.

        None if none is.
        """
        which = np.flatnonzero(~np.isnan(hoped[:, 0, 0]))
        if not len(which):
            return None
        across, _ = axes(quads_of(hoped[which]))
        tried = np.asarray(hoped[which, None] + _SHIFTS[None, :, None, None] * across[:, None, None], np.float32)
        seen = self.read_patches(balance(rectify(bgr, tried.reshape(-1, 4, 2)))).clearness().reshape(tried.shape[:2])
        clear = np.flatnonzero(seen.max(axis=1) > self._tuning.clear)
        if not len(clear):
            return None
        quads_px = quads_px.copy()
        quads_px[which[clear]] = tried[clear, seen[clear].argmax(axis=1)]
        return quads_px

    def looked(self, bgr: U8, quads_px: F32) -> tuple[F32, Predictions]:
        """The quadrilaterals (n, 4, 2), n > 0, turned upright, and their predictions."""
        quads_px, look, _ = self._looked(bgr, quads_px)
        return quads_px, look

    def _looked(self, bgr: U8, quads_px: F32) -> tuple[F32, Predictions, U8]:
        """The same, with their balanced patches (n, 64, 48, 3), some of which are upside down."""
        patches = balance(rectify(bgr, quads_px))
        look = self._at_first(patches).along_the_tile(quads_px)
        turned = np.flatnonzero(look.turn[:, 0] < 1 - self._tuning.turn_again)
        if len(turned):
            quads_px = quads_px.copy()
            quads_px[turned] = quarter_turned(quads_px[turned], look.turn[turned].argmax(axis=1))
            patches[turned] = balance(rectify(bgr, quads_px[turned]))
            look = look.amended(turned, self._at_first(patches[turned]))
        look = self._of_one_print(self._once_more(bgr, quads_px, look), patches, quads_px)
        look = look.perhaps_jokers(suspected_jokers(look.kind, patches))
        quads_px, look = self._as_neighbours_lie(quads_px, look)
        return quads_px, self._of_one_set(bgr, look, patches, quads_px), patches

    def _once_more(self, bgr: U8, quads_px: F32, look: Predictions) -> Predictions:
        """Predict doubtful places again in a larger framing: a place may be too narrow."""
        doubted = look.doubtful(self._tuning.doubted)
        if not len(doubted):
            return look
        larger = np.asarray(expanded(quads_of(quads_px[doubted]), self._tuning.again), np.float32)
        again = self.read_patches(balance(rectify(bgr, larger))).along_the_tile(larger)
        return look.agreeing(doubted, again)

    def _as_neighbours_lie(self, quads_px: F32, look: Predictions) -> tuple[F32, Predictions]:
        """Weigh both orientations of each 6 and 9 that contradicts its neighbours."""
        odds = odds_turned(quads_px, look.has_sure_orientation(self._tuning.sure))
        against = np.flatnonzero((look.turnable() > self._tuning.turnable) & (odds != 1))
        if not len(against):
            return quads_px, look
        look, turned = look.perhaps_turned(against, odds[against])
        over = against[turned > 0.5]
        quads_px = quads_px.copy()
        quads_px[over] = quarter_turned(quads_px[over], np.full(len(over), 2))
        return quads_px, look

    def as_it_lies(self, bgr: U8, quads_px: F32) -> Predictions:
        """The predictions for quadrilaterals (n, 4, 2), n > 0, of one set, without turning them upright."""
        patches = balance(rectify(bgr, quads_px))
        return self._of_one_set(bgr, self.read_patches(patches), patches, quads_px)

    def _of_one_set(self, bgr: U8, look: Predictions, patches: U8, quads_px: F32) -> Predictions:
        """The predictions with the colours of all numbered tiles classified jointly; uniform in a picture without
        colours."""
        if is_colorless(bgr):
            return look.colorless()
        numbered = np.flatnonzero(look.numbered() > self._tuning.inked)
        if not len(numbered):
            return look
        known = self._profile.inks if self._profile else None
        inks, alone = print_inks(patches[numbered]), look.color[numbered]
        if self._memory:
            inks, alone = self._memory.inks.along(quads_px[numbered], inks, alone)
        return look.recolored(numbered, colors_of(inks, alone, known)[-len(numbered) :])

    def _of_one_print(self, look: Predictions, patches: U8, quads_px: F32) -> Predictions:
        """The predictions with doubtful tiles compared with the prints of the others, also of earlier pictures."""
        printed = np.flatnonzero(look.printed() > self._tuning.printed)
        doubted = np.isin(printed, look.doubtful(self._tuning.doubted))
        if not len(printed) or (self._memory is None and not doubted.any() and not may_be_backs(look.kind)):
            return look
        kinds, prints = look.kind[printed], prints_of(patches[printed])
        if self._memory:
            kinds, prints = self._memory.prints.along(quads_px[printed], kinds, prints)
        before = len(kinds) - len(printed)
        together = refine_by_similarity(kinds, prints, [int(before + at) for at in np.flatnonzero(doubted)])
        return look.renamed(printed, backs_with_ornaments(together, prints, before)[before:])

    def _at_first(self, patches: U8) -> Predictions:
        """The predictions for balanced patches (n, 64, 48, 3): of many the small network's where it is sure.

        A profile corrects the large one, which is asked alone then.
        """
        if self._small is None or self._profile is not None or len(patches) < self._tuning.many:
            return self.read_patches(patches)
        look = Predictions.of(self._small(patches)[0].astype(np.float64))
        doubted = np.flatnonzero(~look.is_sure(self._tuning.settled))
        return look.amended(doubted, self.read_patches(patches[doubted])) if len(doubted) else look

    def read_patches(self, patches: U8) -> Predictions:
        """The predictions for balanced patches (n, 64, 48, 3)."""
        return Predictions.of(self.predict(patches).logits)

    def predict(self, patches: U8) -> NetworkOutput:
        """The raw network output for balanced patches (n, 64, 48, 3), corrected for the set on the table."""
        logits, features = self._session(patches)
        if self._profile is None:
            return NetworkOutput(logits.astype(np.float64), features)
        by_features, constant = self._profile.correction[:-1], self._profile.correction[-1]
        return NetworkOutput(logits + features @ by_features + constant, features)
