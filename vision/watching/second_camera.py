"""A second camera over the same table, which supplies what the first cannot see.

It is read independently, at its own pace; its tiles are added to each table of the first camera, and whenever it has
read another picture. A second camera that is gone, moved or looks elsewhere contributes nothing, and reports so. One
that cannot be read is left out, and restarted after a while.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engine.sentences import catalogue
from vision.cameras.camera import Camera
from vision.cameras.camera_health import CameraState
from vision.cameras.picture_rotation import UPRIGHT, PictureRotation
from vision.change_detection.plain_table import shows_table
from vision.change_detection.signatures import U8
from vision.geometry import F64
from vision.tracking.occluded_tiles import CameraLook
from vision.tracking.second_view_registration import ENOUGH
from vision.tracking.tracked_table import TrackedTable, Visibility, places_of
from vision.tracking.two_camera_fusion import TableFuser
from vision.watching.frame_results import FrameResult, FrameState
from vision.watching.frames import watch_frames
from vision.watching.watcher import TableWatcher
from vision.wording import DEFAULT_LANGUAGE

SENTENCES: Mapping[str, Mapping[str, str]] = catalogue(
    "vision.second_camera",
    {
        "absent": (
            "La segunda cámara no da imágenes que sirvan: fijate que esté prendida y conectada, y que mire la mesa. "
            "Mientras tanto sigue la primera sola."
        ),
        "failed": (
            "La segunda cámara falló al leerla: sigue la primera sola, y en un rato se prueba la segunda de nuevo."
        ),
        "apart": (
            "La segunda cámara todavía no calza con la primera, que mientras tanto sigue sola. Poné cinco fichas boca "
            "arriba, separadas, donde las vean las dos. Fichas que ya leen las dos: {shared}."
        ),
        "elsewhere": (
            "Las dos cámaras leen las mismas fichas ({shared}), pero no en los mismos lugares: fijate que miren la "
            "misma mesa y que ninguna esté espejada. Mientras tanto sigue la primera sola."
        ),
        "fits": "La segunda cámara calza con la primera (fichas en común: {common}).",
        "fills": "Fichas que completa: {filled}.",
        "differs": "Fichas en las que no coinciden: {disputed}.",
    },
)
_LOG = logging.getLogger(__name__)
_STALE_S = 1.5
"""Seconds by which its newest picture may be older or newer than that of the first."""
_REST_S, _LONGEST_REST = 15.0, 16
"""Seconds for which it is left out once it failed; twice as long each time that it soon fails again, up to so often."""


class SecondState(StrEnum):
    """The usefulness of a second camera."""

    ABSENT = "absent"
    """It gives no picture that may be believed."""
    FAILED = "failed"
    """Reading it failed, so that it is left out for a while."""
    APART = "apart"
    """It does not fit the first."""
    FITS = "fits"


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondReport:
    """The state of a second camera."""

    state: SecondState
    common: int = 0
    """Tiles in which both agree."""
    filled: int = 0
    """Tiles that only it sees, or that the first reads in doubt."""
    disputed: int = 0
    """Tiles of which the two surely say different things."""
    shared: int = 0
    """Faces that both read surely, where the two do not fit."""
    failure: str = ""
    """What failed, for a log; empty unless it is left out."""

    def sentence(self, language: str = DEFAULT_LANGUAGE) -> str:
        """One sentence for people."""
        is_elsewhere = self.state is SecondState.APART and self.shared >= ENOUGH
        keys = ["elsewhere" if is_elsewhere else str(self.state)]
        keys += ["fills"] * (self.filled > 0) + ["differs"] * (self.disputed > 0)
        return " ".join(SENTENCES[key][language].format(**self._counts) for key in keys)

    @property
    def standing(self) -> str:
        """Its state as one word; ``differs`` where it is usable and contradicts the first camera."""
        return "differs" if self.state is SecondState.FITS and self.disputed else str(self.state)

    def as_json(self, language: str = DEFAULT_LANGUAGE) -> dict[str, Any]:
        """A JSON object with the same names, and the sentence."""
        return {"state": str(self.state), **self._counts, "sentence": self.sentence(language)}

    @property
    def _counts(self) -> dict[str, int]:
        return {
            "common": self.common,
            "filled": self.filled,
            "disputed": self.disputed,
            "shared": self.shared,
        }


class SecondCamera:
    """The second camera of a watcher; a `SecondCameraInterface` that never raises."""

    def __init__(self, camera: Camera, opens: Callable[[], TableWatcher], turn: PictureRotation = UPRIGHT,
                 rest_s: float = _REST_S) -> None:  # fmt: skip
        """``opens`` creates its watcher, with the same recogniser, initially and after each failure, ``rest_s``
        later."""
        self.camera, self._opens, self._turn = camera, opens, turn
        self._watcher: TableWatcher | None = None
        self._frames: Iterator[FrameResult] = iter(())
        self._fuser = TableFuser()
        self._last: FrameResult | None = None
        self._looks = self._fused_looks = 0
        self.is_absent = self._was_absent = True
        """Whether it gives nothing that may be believed."""
        self._failure, self._now_s, self._again_s = "", -np.inf, -np.inf
        self._shortest_rest_s, self._rest_s = rest_s, 0.0

    def catch_up(self, at_s: float) -> None:
        """Process its pictures up to a time of the first camera."""
        self._now_s = at_s
        if self._failure and at_s < self._again_s:
            return
        try:
            self._reads(at_s)
            self.is_absent = self._gives_nothing(at_s)
        except Exception as error:
            self._fail(error)

    def _reads(self, at_s: float) -> None:
        if self._watcher is None:
            self._watcher, self._last = self._opens(), None
            self._frames = watch_frames(self.camera, self._watcher, 0.0, self._turn)
        while self._last is None or self._last.at_s < at_s:
            found = next(self._frames, None)
            if found is None or found.frame is None:
                return
            self._last = found
            if "look" in found.elapsed_ms:
                self._looks, self._failure = self._looks + 1, ""

    def _fail(self, error: Exception) -> None:
        """Leave it out for a while, then restart it."""
        shortest, is_soon = self._shortest_rest_s, self._now_s < self._again_s + self._rest_s
        self._rest_s = min(2 * self._rest_s, _LONGEST_REST * shortest) if is_soon else shortest
        self._again_s = self._now_s + self._rest_s
        self._failure = f"{type(error).__name__}: {error}"
        _LOG.warning("the second camera is left out for %.0f s: %s", self._rest_s, self._failure)
        _LOG.debug("that failed so", exc_info=error)
        self._watcher, self._last, self._frames, self.is_absent = None, None, iter(()), True
        self._fuser.reset()

    def _gives_nothing(self, at_s: float) -> bool:
        health, last = self.camera.health(), self._last
        if health.state not in (CameraState.SEEING, CameraState.IMPAIRED) or last is None or self._failure:
            return True
        return bool(health.trouble and health.trouble.blinds) or abs(at_s - last.at_s) > _STALE_S

    @property
    def is_busy(self) -> bool:
        """Whether it is usable, and sees motion or a hand."""
        last = self._last
        moves = last is not None and last.state in (FrameState.MOVING, FrameState.HAND)
        return moves and self._fuser.counts.common is not None and not self.is_absent

    @property
    def has_news(self) -> bool:
        """Whether it has a new reading, or came or went, since the last fusion."""
        return self._looks != self._fused_looks or self.is_absent != self._was_absent

    def fused(self, first: CameraLook, bgr: U8) -> TrackedTable:
        """The table of ``first``, whose picture is ``bgr``, completed by this camera."""
        self._fused_looks, self._was_absent = self._looks, self.is_absent
        seen = [track for track in first.table.tracks if track.standing is Visibility.SEEN]
        lying = places_of(seen).astype(np.float64)

        def are_table(quads: F64) -> NDArray[np.bool_]:
            return shows_table(bgr, quads, lying)

        look = None if self.is_absent or self._watcher is None else self._watcher.look
        for known in (look, None):  # by what is remembered of it where that fails
            try:
                return self._fuser(first, known, are_table, self._now_s)
            except Exception as error:
                self._fail(error)
        self._fuser = TableFuser()
        return first.table

    @property
    def report(self) -> SecondReport:
        """Its state."""
        counts = self._fuser.counts
        if self._failure:
            return SecondReport(state=SecondState.FAILED, failure=self._failure)
        if self.is_absent:
            return SecondReport(state=SecondState.ABSENT)
        if counts.common is None:
            return SecondReport(state=SecondState.APART, shared=counts.shared)
        filled = counts.lent + counts.settled
        return SecondReport(state=SecondState.FITS, common=counts.common, filled=filled, disputed=counts.disputed)

    def close(self) -> None:
        """Release it."""
        with suppress(Exception):
            self.camera.close()
