"""The reading pipeline of one frame: detect, read, lay out."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from time import perf_counter

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.adaptation.set_learning import ProfileFitter
from vision.belief import Belief
from vision.change_detection.lazy_frame import TileJudge
from vision.detection.detector import TileDetector
from vision.detection.patches import INNER_WIDTH, PATCH_HEIGHT_PX, PATCH_WIDTH_PX, quarter_turned
from vision.detection.resize import PicturePyramid
from vision.errors import BadSetProfile
from vision.geometry import F64, quads_of, short_sides
from vision.layout.layout import lay_out
from vision.layout.overexposure import overexposed_areas
from vision.networks.manifest import Manifest, load_manifest
from vision.networks.sessions import OnnxSession, is_quicker, open_session
from vision.quality.photo_problems import Flaw, flaws_of, flaws_of_none
from vision.quality.tile_quality import Quality
from vision.reading import DetectedTile, Frame, TableReading
from vision.recognition.mirrored_pictures import in_mirror, mirrored_frame
from vision.recognition.reader import NetworkOutput, PlaceReadings, TileReader
from vision.recognition.set_profile import SetProfile
from vision.rectification.oblique import FlatView, flat_view, is_clearer

F32 = NDArray[np.float32]
U8 = NDArray[np.uint8]
Places = tuple[DetectedTile, ...]
_CROP_PX, _CROP_PAD_PX = 60, 32
"""Short side, at the network's scale, of a picture of one tile, and the border that is put around it."""
_CROP_OFF, _CROP_SHARE = 0.35, 0.3
"""The largest distance of a single tile from the centre, and the smallest share of the picture that it fills."""
_HELD = (0.79, 0.07, 0.07, 0.07)
"""The prior probability of each quarter turn of a picture of a single tile, upright first."""
_FOOT = 0.35
"""The share of a tile's height that the next one on a rack may hide."""
_NARROW, _NEARLY = 25, 1.0
"""The percentile of place widths that determines the needed resolution, and the largest patch width relative to it."""
_SHARPER = 1.5
"""Exponent of a mean over framings: each is framed badly for some tile, so that their mean doubts more than it errs."""

_EIGHT_BITS = "_int8"
"""The end of the name of a network in eight bits; one in single precision has none."""


class TableRecognizer:
    """Recognises the tiles of a frame. Holds three open networks; one frame at a time."""

    def __init__(self, models: Path | None = None, threads: int = 2, profile: SetProfile | None = None) -> None:
        """Open the networks of the folder ``models`` (default: installed), adapted to the set of ``profile``.

        Raises ModelMissing, ModelCorrupt, or BadSetProfile where the profile was learned with another reader.
        """
        self._manifest = load_manifest(models)
        self._identity = self._manifest["tile_reader"].sha256
        if profile and profile.reader != self._identity:
            raise BadSetProfile("set_profile_outdated", {"name": profile.name})
        small, few = (1, 288, 384, 3), (16, PATCH_HEIGHT_PX, PATCH_WIDTH_PX, 3)
        detector, _ = _quickest(self._manifest, "tile_detector", threads, np.zeros(small, np.uint8))
        self.detect = TileDetector(detector)
        large, kind = _quickest(self._manifest, "tile_reader", threads, np.zeros(few, np.uint8))
        quick = open_session(self._manifest[f"tile_reader_small{kind}"], threads)
        self.read = TileReader(large, profile=profile, small=quick)

    def table_judge(self) -> TileJudge:
        """A reader for the pictures of one table, which remembers its inks; it returns None for false positives."""
        reader = self.read.with_table_memory()
        return lambda bgr, places: reader(bgr, places).tiles

    def teacher(self) -> ProfileFitter:
        """A `ProfileFitter` for this reader. Raises ModelMissing or ModelCorrupt."""
        with np.load(io.BytesIO(self._manifest["tile_reader_replay"].read()), allow_pickle=False) as held:
            replay = NetworkOutput(held["logits"].astype(np.float64), held["features"].astype(np.float32))
        return ProfileFitter(self.read, self._identity, replay)

    def seems_mirrored(self, bgr: U8, places: Sequence[DetectedTile]) -> bool:
        """Whether the tiles at ``places`` of a BGR picture are read with far more certainty in a mirror."""
        return self.read(bgr, places).is_mirrored

    def look(self, frame: Frame) -> TableReading:
        """Recognise one frame, with the milliseconds of each stage.

        A mirrored frame is unmirrored for reading, and the tiles are returned in its own coordinates.
        """
        reading, seems_mirrored = self._seen(frame)
        if not seems_mirrored:
            return reading
        again, is_no_better = self._seen(mirrored_frame(frame))
        return reading if is_no_better else _mirrored(again, frame.size_px[0])

    def _seen(self, frame: Frame) -> tuple[TableReading, bool]:
        """The reading of the frame as it is, and whether it seems to be mirrored."""
        started = perf_counter()
        frame = replace(frame, bgr=PicturePyramid.at(frame.bgr))
        frame, view, places = self._near_enough(frame, *self._placed(frame.bgr))
        detected = perf_counter()
        judged = self.read(view.bgr, places)
        if not judged.kept:
            view, judged = FlatView.of(frame.bgr), self._close_up(frame)
        read, kept = perf_counter(), judged.kept
        rows, loose = lay_out(kept)
        tiles = tuple(map(view.tile_in_picture, kept))
        quads = quads_of([tile.place.corners_px for tile in tiles])
        burnt, flaws = overexposed_areas(frame.bgr, quads), _flaws(frame.bgr, quads, judged.quality)
        done = perf_counter()
        elapsed = {
            "detect": detected - started,
            "read": read - detected,
            "layout": done - read,
            "total": done - started,
        }
        took = {stage: round(1000 * s, 2) for stage, s in elapsed.items()}
        faint = tuple(map(view.in_picture, judged.faint))
        reading = TableReading(tiles, rows, loose, took, burnt, faint, flaws)
        return reading.enlarged(frame.reduction), judged.is_mirrored

    def _placed(self, bgr: U8) -> tuple[FlatView, Places]:
        """The picture and its places, rectified where that is necessary and shows as much."""
        first = self.detect.found_at_once(bgr)
        flat = flat_view(self.detect, bgr, first)
        if flat:
            found = self.detect.settled(flat.bgr, None)
            quads, scores = flat.joined(found)
            found = replace(found, quads=quads, scores=scores)
            if is_clearer(found, first):
                return flat, found.places
        return FlatView.of(bgr), self.detect.settled(bgr, first).with_places(*first.passed_over).places

    def _near_enough(self, frame: Frame, view: FlatView, places: Places) -> tuple[Frame, FlatView, Places]:
        """The same with more decoded pixels, where tiles are smaller than the reader's input."""
        if not frame.nearer or not len(places):
            return frame, view, places
        seen = view.in_picture(np.stack([place.corners_px for place in places]))
        wanted = INNER_WIDTH / max(float(np.percentile(short_sides(seen), _NARROW)), 1.0)
        nearer = frame
        while wanted > _NEARLY * frame.reduction / nearer.reduction and nearer.nearer:
            nearer = nearer.nearer()
        times = frame.reduction // nearer.reduction
        if times == 1:
            return frame, view, places
        nearer = replace(nearer, bgr=PicturePyramid.at(nearer.bgr))
        view = view.nearer(nearer.bgr, times)
        return nearer, view, tuple(place.enlarged(times) for place in places) if view.is_the_picture else places

    def _close_up(self, frame: Frame) -> PlaceReadings:
        """The single tile that nearly fills the picture; empty where there is none."""
        quads = self._single(frame.bgr)
        kept = self.read(frame.bgr, [DetectedTile(quad, 1.0) for quad in quads]).kept
        return PlaceReadings(tuple(replace(tile, belief=self._filling(frame.bgr, quads)) for tile in kept))

    def read_crop(self, frame: Frame) -> Belief:
        """The belief about a picture filled by one tile, in any rotation.

        The mean over several framings and the four quarter turns, weighted by the reader's probability of being upright
        and by how people hold a tile before a camera; sharpened, since the mean is underconfident.
        """
        return self._filling(frame.bgr, self._single(frame.bgr))

    def _filling(self, bgr: U8, single: F32) -> Belief:
        """The same, where the tile was detected at ``single`` (0 or 1, 4, 2)."""
        quads = np.concatenate([framings(bgr), single])
        turned = [quarter_turned(quads, np.full(len(quads), quarters)) for quarters in range(len(_HELD))]
        look = self.read.as_it_lies(bgr, np.concatenate(turned))
        weight = np.repeat(_HELD, len(quads)) * look.turn[:, 0] * (1 - look.kind[:, -1])
        sharpened = (weight @ look.beliefs() / weight.sum()) ** _SHARPER
        return Belief(sharpened / sharpened.sum())

    def _single(self, bgr: U8) -> F32:
        """Corners (0 or 1, 4, 2) of the detected tile near the picture's centre."""
        height, width = bgr.shape[:2]
        scale = _CROP_PX / min(height, width)
        pad = round(_CROP_PAD_PX / scale)
        padded = cv2.copyMakeBorder(bgr, pad, pad, pad, pad, cv2.BORDER_REPLICATE)
        quads = self.detect.found_at(np.asarray(padded, np.uint8), scale).quads - pad
        off = np.abs(quads.mean(axis=1) / [width, height] - 0.5).max(axis=1)
        areas = np.array([cv2.contourArea(quad) for quad in quads]) / (width * height)
        return np.asarray(quads[(off < _CROP_OFF) & (areas > _CROP_SHARE)][:1], np.float32)


def _mirrored(reading: TableReading, width_px: int) -> TableReading:
    """A reading mapped to the mirror image of a picture of that width."""
    tiles = (
        replace(tile, place=replace(tile.place, corners_px=in_mirror(tile.place.corners_px, width_px)))
        for tile in reading.tiles
    )
    burnt = (np.asarray([width_px, 0] - outline * [1, -1], np.float32) for outline in reading.burnt_out)
    faint = (in_mirror(corners, width_px) for corners in reading.faint)
    return replace(reading, tiles=tuple(tiles), burnt_out=tuple(burnt), faint=tuple(faint),
                   flaws=(Flaw.MIRRORED, *reading.flaws))  # fmt: skip


def _flaws(bgr: U8, quads: F64, quality: Quality | None) -> tuple[str, ...]:
    """The names of the problems of a picture with tiles at ``quads`` (n, 4, 2) and their ``quality``."""
    if not len(quads):
        return flaws_of_none(bgr)
    return flaws_of(bgr, quads.astype(np.float32), quality) if quality else ()


def framings(bgr: U8) -> F32:
    """(3, 4, 2): the picture's own corners, those an eighth outside of it, and those extended by a foot that was cut
    off."""
    height, width = bgr.shape[:2]
    whole = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    middle = whole.mean(axis=0)
    footed = whole * np.array([1, 1 + _FOOT], np.float32)
    return np.stack([whole, middle + (whole - middle) * 1.24, footed])


def _quickest(manifest: Manifest, name: str, threads: int, example: NDArray[np.uint8]) -> tuple[OnnxSession, str]:
    """Choose the network ``name`` in single precision or eight bits, whichever runs faster here; and its name's end.

    Eight bits win by half on CPUs with 8-bit dot products, and may lose without.
    """
    eight_bits, single = (open_session(manifest[f"{name}{kind}"], threads) for kind in (_EIGHT_BITS, ""))
    return (single, "") if is_quicker(single, eight_bits, example) else (eight_bits, _EIGHT_BITS)
