"""Render the film of one family's hand: the table whenever it changes, the players' hands in every frame."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.family_films.arms import drawn_arm
from datasets.family_films.boxes import Scene
from datasets.family_films.camera_effects import Sensor
from datasets.family_films.choreography import Choreography, FrameContent
from datasets.family_films.drawing import FINER, TileRenderer
from datasets.family_films.pinhole_camera import Pinhole
from datasets.family_films.played_hand import FilmedPart, RestMoment
from datasets.family_films.reaching import Player
from datasets.family_films.scenarios import FamilyHabits, Rng, Scenario, camera_of, habits_of, lively
from datasets.family_films.table_arrangement import FamilyTable
from datasets.family_films.tabletops import Kind, Lamp, seen_from, table_top
from datasets.family_films.tile_faces import TILE_SETS, TileSet

U8 = NDArray[np.uint8]
_BEFORE_S, _AFTER_S = 2.0, 3.0
_TOPS: tuple[Kind, ...] = ("wood", "cloth", "plain")


@dataclass(frozen=True, slots=True)
class FilmChoices:
    """All random choices of one film."""

    case: Scenario
    habits: FamilyHabits
    camera: Pinhole
    tiles: TileSet
    top: Kind
    lamp: Lamp
    fps: float

    def record(self) -> dict[str, Any]:
        """The choices as a JSON object."""
        return {"case": self.case.name, "habits": asdict(self.habits), "camera": asdict(self.camera),
                "tiles": self.tiles.name, "top": self.top, "lamp": asdict(self.lamp)}  # fmt: skip

    @property
    def tile_px(self) -> float:
        """The width of a tile in the centre of the picture."""
        return self.habits.tile_mm[0] * self.camera.px_per_mm()


def studio_of(case: Scenario, fps: float, rng: Rng, *, is_lively: bool = False) -> FilmChoices:
    """A random family, table and camera."""
    towards = (float(rng.uniform(-0.5, 0.5)), float(rng.uniform(-0.4, 0.4)))
    lamp = Lamp(towards, float(rng.uniform(1.5, 5)), float(rng.uniform(0.35, 0.6)), float(rng.uniform(0.1, 0.32)))
    habits, camera = habits_of(case, rng), camera_of(case, rng)
    tiles, top = TILE_SETS[int(rng.integers(len(TILE_SETS)))], _TOPS[int(rng.integers(len(_TOPS)))]
    return FilmChoices(case, lively(habits, rng) if is_lively else habits, camera, tiles, top, lamp, fps)


class FamilyFilm:
    """One film. `pictures` can be iterated once; `rests` are complete afterwards."""

    def __init__(self, studio: FilmChoices, hand: FilmedPart, rng: Rng) -> None:
        self.studio, self.hand, self._rng = studio, hand, rng
        self.rests: list[RestMoment] = []
        self._draughtsman = TileRenderer(studio.camera, studio.tiles, studio.lamp)
        self._empty = seen_from(self._draughtsman.camera, table_top(studio.top, rng), studio.lamp)
        self._sensor = Sensor(studio.case, studio.fps, rng)
        self._arms = [drawn_arm(rng) for _ in range(hand.start.players)]
        self._fine: tuple[Scene, U8, U8] | None = None

    def pictures(self) -> Iterator[U8]:
        """The frames in order, each (height, width, 3) BGR."""
        made = -1
        for frame, shot in enumerate(self._shots()):
            if shot.made not in (None, made) and self._is_clear(shot):
                made = shot.made or 0
                self.rests.append(RestMoment(frame, made))
            yield self._sensor.taken(self._picture(shot), frame)

    def _is_clear(self, shot: FrameContent) -> bool:
        """Whether no hand is in the frame."""
        width, height = self.studio.camera.size_px
        tips = np.array([[*pose[:2], 30.0] for _, pose in shot.hands]).reshape(-1, 3)
        spots = self.studio.camera.in_picture(tips).tolist()
        return not any(-5 <= x < width + 5 and -5 <= y < height + 5 for x, y in spots)

    def _shots(self) -> Iterator[FrameContent]:
        habits, hand, fps = self.studio.habits, self.hand, self.studio.fps
        arrangement = FamilyTable(hand.start, habits, self._rng, hand.rules.pozo_display == "covered")
        scene = arrangement.scene
        for _ in range(round(_BEFORE_S * fps)):
            yield FrameContent(scene, made=0)
        play = Choreography(hand.start.players, habits, fps, self._rng)
        yield from play.shots(Player(hand, arrangement, habits, self._rng).reaches())
        scene = arrangement.scene
        for _ in range(round(_AFTER_S * fps)):
            yield FrameContent(scene, made=len(hand.events))

    def _picture(self, shot: FrameContent) -> U8:
        """The rendered scene of a shot, before camera effects."""
        fine, small = self._still(shot.still)
        picture = small.copy()
        if shot.loose:
            held, (left, top, right, bottom) = self._draughtsman.held_over(fine, shot.loose)
            if right > left and bottom > top:
                size = ((right - left) // FINER, (bottom - top) // FINER)
                picture[top // FINER : bottom // FINER, left // FINER : right // FINER] = cv2.resize(
                    held[top:bottom, left:right], size, interpolation=cv2.INTER_AREA
                )
        for seat, pose in shot.hands:
            picture = self._arms[seat].over(picture, self.studio.camera, self.studio.lamp, pose)
        return picture

    def _still(self, scene: Scene) -> tuple[U8, U8]:
        """The objects at rest, rendered finely and at film resolution."""
        if self._fine is None or self._fine[0] is not scene:
            fine = self._draughtsman.drawn(self._empty, scene.values())
            self._fine = scene, fine, self._shrunk(fine)
        return self._fine[1], self._fine[2]

    def _shrunk(self, fine: U8) -> U8:
        return np.asarray(cv2.resize(fine, self.studio.camera.size_px, interpolation=cv2.INTER_AREA), np.uint8)
