"""Adapt the reader to one maker's set from a few of its tiles: a correction of its last layer, and the set's inks.

The correction is a multinomial logistic fit of the labelled tiles, regularised towards the reader as it was: its
answers on a stored *replay* of rendered tiles of all kinds are kept (learning without forgetting, Li and Hoiem 2016).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import compress, groupby

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.belief import FACE_NAMES, softmax
from vision.detection.patches import PATCH_WIDTH_PX, balance, rectify
from vision.predictions import COLORS, KINDS
from vision.reading import DetectedTile, Frame
from vision.recognition.inks import KnownInks, ink_features
from vision.recognition.reader import NetworkOutput, TileReader
from vision.recognition.set_profile import SetProfile

F32 = NDArray[np.float32]
F64 = NDArray[np.float64]
U8 = NDArray[np.uint8]
VIEWS = 24
"""The number of augmented views of each tile."""
ROUNDS = 300
REPLAY_WEIGHT = 0.5
SHRINK = 1e-3
_BLURRED, _MOST_NOISE = 0.6, 9.0
"""The fraction of defocused views, and the largest noise deviation, of 255."""
_LEAST_SCALE = 0.2
_LEAST_VARIANCE = 1e-6
_OTHER_LIGHT = np.array([2.0e-3, 1.6e-3, 4e-4, 3e-4])
"""The variance of each ink measure between pictures in different light, in addition to that within one."""
_LEAST_GIVEN = 1e-4
"""The lowest probability counted for a true face: one tile does not outweigh all others."""
_KIND_LOGITS = slice(0, len(KINDS))
_COLOR_LOGITS = slice(len(KINDS), len(KINDS) + len(COLORS))


@dataclass(frozen=True, slots=True, eq=False)
class NamedTile:
    """A tile of the set labelled with its face."""

    bgr: U8
    """The picture that contains it."""
    place: DetectedTile
    """Its place, upright."""
    face: str

    @staticmethod
    def of(frame: Frame, place: DetectedTile, face: str) -> NamedTile:
        """A tile of that face at a place given in pixels of its picture."""
        return NamedTile(frame.bgr, replace(place, corners_px=frame.in_bgr(place.corners_px)), face)


@dataclass(frozen=True, slots=True)
class LabelledAccuracy:
    """Accuracy on labelled tiles: of ``tiles``, how many are right, and how many of those confidently."""

    tiles: int
    right: int
    sure: int
    silent: int = 0
    """The number of confidently wrong tiles."""
    loss: float = 0.0
    """The sum of the negative log probabilities of the true faces."""

    def __add__(self, other: LabelledAccuracy) -> LabelledAccuracy:
        """The sum of both."""
        return LabelledAccuracy(self.tiles + other.tiles, self.right + other.right, self.sure + other.sure,
                                self.silent + other.silent, self.loss + other.loss)  # fmt: skip

    @staticmethod
    def of(beliefs: F64, faces: Sequence[str], sure: float) -> LabelledAccuracy:
        """The accuracy of ``beliefs`` (n, 54) on tiles with those ``faces``; confident from a probability of
        ``sure``."""
        true = np.array([FACE_NAMES.index(face) for face in faces], np.intp)
        right, certain = beliefs.argmax(axis=1) == true, beliefs.max(axis=1) >= sure
        given = np.maximum(beliefs[np.arange(len(true)), true], _LEAST_GIVEN)
        silent = int((~right & certain).sum())
        loss = float(-np.log(given).sum())
        return LabelledAccuracy(len(true), int(right.sum()), int((right & certain).sum()), silent, loss)


@dataclass(frozen=True, slots=True, eq=False)
class ProfileFitter:
    """Fits set profiles to a reader, with the replay data that prevents forgetting."""

    reader: TileReader
    identity: str
    """SHA-256 of its network."""
    replay: NetworkOutput
    """Its answers on tiles of all kinds."""

    def learn(self, name: str, tiles: Sequence[NamedTile], seed: int = 1) -> SetProfile:
        """Fit the profile ``name`` to the labelled ``tiles``; deterministic for the same tiles and seed."""
        return self.study(tiles, seed).profile(name)

    def study(self, tiles: Sequence[NamedTile], seed: int = 1) -> LabelledViews:
        """Augmented views of ``tiles`` with the reader's features, from which profiles are fitted."""
        rng = np.random.default_rng(seed)
        answers = self.reader.predict(np.concatenate([_views(tile, rng) for tile in tiles]))
        return LabelledViews(tuple(tiles), answers, self.replay, self.identity)

    def beliefs(self, tiles: Sequence[NamedTile], profile: SetProfile | None = None) -> F64:
        """(n, 54): the beliefs of the reader, adapted to ``profile`` if given, about ``tiles``.

        Tiles of one picture have to follow one another: they are judged together.
        """
        reader = self.reader.adapted(profile) if profile else self.reader
        read = []
        for _, group in groupby(tiles, key=lambda tile: id(tile.bgr)):
            together = list(group)
            _, look = reader.looked(together[0].bgr, np.stack([tile.place.corners_px for tile in together]))
            read.append(look.beliefs())
        return np.concatenate(read)

    def examined(self, tiles: Sequence[NamedTile], sure: float, profile: SetProfile | None = None) -> LabelledAccuracy:
        """The accuracy of the reader, adapted to ``profile`` if given, on ``tiles``.

        An answer is sure from a confidence of ``sure``. Tiles of one picture have to follow one another.
        """
        return LabelledAccuracy.of(self.beliefs(tiles, profile), [tile.face for tile in tiles], sure)


@dataclass(frozen=True, slots=True, eq=False)
class LabelledViews:
    """Labelled tiles and the reader's answers to many augmented views of each, tile after tile."""

    tiles: tuple[NamedTile, ...]
    answers: NetworkOutput
    replay: NetworkOutput
    """The reader's answers on tiles of all kinds."""
    identity: str
    """SHA-256 of its network."""

    def profile(self, name: str, which: NDArray[np.bool_] | None = None) -> SetProfile:
        """Fit the profile ``name`` to all tiles, or to those selected by ``which`` (n,).

        Colours are corrected only when tiles of all four are labelled: one colour alone says nothing about the others.
        """
        which = np.ones(len(self.tiles), bool) if which is None else which
        tiles, answers = list(compress(self.tiles, which)), self.answers.only(np.repeat(which, VIEWS))
        kinds, colors = (np.repeat([label(tile.face) for tile in tiles], VIEWS) for label in (_kind, _color))
        correction = np.zeros((answers.features.shape[1] + 1, answers.logits.shape[1]))
        correction[:, _KIND_LOGITS] = _fit(answers, kinds, self.replay, _KIND_LOGITS)
        colored = colors >= 0
        if len(set(colors[colored])) == len(COLORS):
            correction[:, _COLOR_LOGITS] = _fit(answers.only(colored), colors[colored], self.replay, _COLOR_LOGITS)
        return SetProfile(name, self.identity, correction, _inks(tiles), len(tiles))


def _kind(face: str) -> int:
    return KINDS.index(face if face in KINDS else face[:-1])


def _color(face: str) -> int:
    """The index of the face's colour, or -1 where it has none."""
    return -1 if face in KINDS else COLORS.index(face[-1])


def _inks(tiles: Sequence[NamedTile]) -> KnownInks:
    """The ink features of the tiles, each measured once."""
    patches = np.concatenate([rectify(tile.bgr, tile.place.corners_px[None]) for tile in tiles])
    features, colors = ink_features(balance(patches)), np.array([_color(tile.face) for tile in tiles])
    means, off, free = np.full((len(COLORS), features.shape[1]), np.nan), np.zeros(features.shape[1]), 0
    for i in range(len(COLORS)):
        some = features[colors == i]
        if len(some):
            means[i] = some.mean(axis=0)
            off, free = off + ((some - means[i]) ** 2).sum(axis=0), free + len(some) - 1
    return KnownInks(means, np.maximum(off / max(free, 1), _LEAST_VARIANCE) + _OTHER_LIGHT)


def _views(tile: NamedTile, rng: np.random.Generator) -> U8:
    """Cut the tile out ``VIEWS`` times with simulated detector errors, light changes, blur and noise."""
    quad = tile.place.corners_px
    width = float(np.linalg.norm(quad[1] - quad[0]))
    center = quad.mean(axis=0)
    zoom = np.exp(rng.normal(0, 0.05, (VIEWS, 1, 1)))
    shift = rng.normal(0, 0.04 * width, (VIEWS, 1, 2)) + rng.normal(0, 0.025 * width, (VIEWS, 4, 2))
    patches = rectify(tile.bgr, (center + (quad - center) * zoom + shift).astype(np.float32))
    taken = np.stack([_taken(patch.astype(np.float32), width / PATCH_WIDTH_PX, rng) for patch in patches])
    curve = np.exp(rng.normal(0, 0.12, (VIEWS, 1, 1, 1)))
    return balance((255 * (taken / 255.0) ** curve).astype(np.uint8))


def _taken(patch: F32, scale: float, rng: np.random.Generator) -> F32:
    """Degrade a patch like a camera does: blur, tint, and the noise of a picture enlarged by one over ``scale``."""
    scale = max(scale, _LEAST_SCALE)
    if rng.random() < _BLURRED:
        patch = np.asarray(cv2.GaussianBlur(patch, (0, 0), float(rng.uniform(0.2, 0.6)) / scale), np.float32)
    height, width = (max(4, round(side * scale)) for side in patch.shape[:2])
    noise = (rng.normal(0, 1, (height, width, 3)) * rng.uniform(0, _MOST_NOISE)).astype(np.float32)
    tint = np.exp(rng.normal(0, 0.03, 3))
    return np.asarray(np.clip((patch + cv2.resize(noise, patch.shape[1::-1])) * tint, 0, 255), np.float32)


def _fit(answers: NetworkOutput, labels: NDArray[np.intp], replay: NetworkOutput, group: slice) -> F64:
    """Fit weights (features + 1, logits of the group) by Nesterov's accelerated gradient with a safe step size."""
    seen, old = _with_one(answers.features), _with_one(replay.features)
    wanted = np.eye(group.stop - group.start)[labels]
    kept = softmax(replay.logits[:, group])
    curvature = np.linalg.norm(seen, 2) ** 2 / len(seen) + REPLAY_WEIGHT * np.linalg.norm(old, 2) ** 2 / len(old)
    step = 1 / (0.5 * curvature + SHRINK)
    here = ahead = np.zeros((seen.shape[1], wanted.shape[1]))
    for turn in range(1, ROUNDS + 1):
        off = softmax(answers.logits[:, group] + seen @ ahead) - wanted
        drift = softmax(replay.logits[:, group] + old @ ahead) - kept
        slope = seen.T @ off / len(seen) + REPLAY_WEIGHT * old.T @ drift / len(old) + SHRINK * ahead
        before, here = here, ahead - step * slope
        ahead = here + (turn - 1) / (turn + 2) * (here - before)
    return here


def _with_one(features: F32) -> F64:
    return np.column_stack([features, np.ones(len(features))]).astype(np.float64)
