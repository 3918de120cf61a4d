"""The status of a camera and its table at one moment, in data and in sentences."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

import numpy as np

from companion.live.consent import LAYOUTS, asked
from companion.live.match_recorder import NOTHING_ODD, TableMismatch
from companion.live.worker_messages import FrameReport, Outlines, ReportedPlan
from companion.phrases.wording import say
from companion.view_models.live import FitCheck, FitView, LiveView
from vision.cameras import CameraHealth, CameraState
from vision.geometry import quads_of, side_lengths
from vision.table_plan.plan_tracking import PlanOrigin
from vision.watching.camera_fitness import FitCriterion, Fitness
from vision.watching.frame_results import FrameState, SeenTable
from vision.watching.second_camera import SecondReport
from vision.wording import SENTENCES, sentence

_LEGIBLE_PX = 44.0
"""Height of a tile in the picture under which thin digits are asked about again and again: a camera of 720 lines shows
the tiles of a whole table 36 high, one of 1080 lines 54."""
_FEWEST_TILES = 3
"""Fewer do not tell how large tiles are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CameraStatus:
    """The state of camera and table at one moment."""

    state: FrameState = FrameState.UNSEEN
    health: CameraHealth
    seen: SeenTable | None = None
    attention: TableMismatch = NOTHING_ODD
    outlines: Outlines = ()
    is_burnt_out: bool = False
    """Whether light hides a part of the table beside the tiles."""
    fitness: Fitness | None = None
    """Whether the camera, its place and its light will do; None before that was found."""
    plan: ReportedPlan | None = None
    """How the table is laid out; None before it was seen."""
    agreed_order: str = ""
    """The layout to which people agreed."""
    second: SecondReport | None = None
    """How a second camera is doing; None where there is none."""
    held_for: tuple[FitCriterion, ...] = ()
    """The fitness problems for which reports are held back until people accept them."""

    @property
    def words(self) -> object:
        """The part of the state whose change is announced to pages."""
        health = self.health
        of_camera = (health.state, health.trouble, health.size_px, self.is_burnt_out)
        fit = self.fitness and self.fitness.as_json()
        return (
            self.state,
            of_camera,
            id(self.seen),
            self.attention,
            self.outlines,
            fit,
            self.held_for,
            self.plan,
            self.agreed_order,
            self.second,
        )


def moment_after(
    before: CameraStatus, report: FrameReport, attention: TableMismatch, held_for: tuple[FitCriterion, ...]
) -> CameraStatus:
    """The state after a report; what the report omits is unchanged."""
    is_burnt_out = report.watched.is_burnt_out
    return CameraStatus(
        state=report.watched.state,
        health=report.health,
        seen=report.watched.seen or report.watched.shifted or before.seen,
        attention=attention,
        outlines=report.outlines or before.outlines,
        is_burnt_out=before.is_burnt_out if is_burnt_out is None else is_burnt_out,
        fitness=report.fitness or before.fitness,
        plan=report.plan or before.plan,
        agreed_order=before.agreed_order,
        second=report.second,
        held_for=held_for,
    )


def view_of(moment: CameraStatus, language: str, *, is_live: bool) -> LiveView:
    """The view of camera and table in ``language``, before match and score; ``is_live``: no recording."""
    state, says = state_of(moment, language)
    unread = moment.attention.unread
    return LiveView(
        version=0,
        source=moment.health.source,
        state=state,
        says=says,
        notice=notice_of(moment, language),
        cause=moment.health.cause if state == "trouble" else "",
        match=None,
        score=None,
        unread=tuple(tile.number for tile in unread),
        candidates={str(tile.number): tuple(face for face, _ in tile.options) for tile in unread},
        disputed=disputed_of(moment),
        astray=str(moment.attention.astray),
        leftover=moment.attention.leftover,
        outlines={str(zone): corners for zone, corners in moment.outlines},
        fit=fit_of(moment, language),
        second=moment.second.sentence(language) if moment.second else "",
        second_state=moment.second.standing if moment.second else "",
        asks_layout=layout_asked(moment, language) if is_live else "",
    )


def state_of(moment: CameraStatus, language: str) -> tuple[str, str]:
    """The state of the table, or why it is unknown, as a word and a sentence."""
    health = moment.health
    if health.trouble and health.trouble.blinds:
        return "trouble", health.sentence(language)
    if health.state in (CameraState.OPENING, CameraState.ENDED):
        return str(health.state), health.sentence(language)
    return str(moment.state), moment.state.sentence(language)


def notice_of(moment: CameraStatus, language: str) -> str:
    """Further notes on the camera, or what people can do so that it sees more; empty where there are none."""
    health = moment.health
    if health.trouble and not health.trouble.blinds and health.state is CameraState.IMPAIRED:
        return health.sentence(language)
    if health.lack:
        return health.lacks(language)
    if asked := moment.attention.says(language):
        return asked
    if moment.state is not FrameState.STILL:
        return ""
    if moment.is_burnt_out:
        return sentence(SENTENCES["burnt_out"], language)
    return _seen_badly(moment.seen, language) if moment.seen else ""


def disputed_of(moment: CameraStatus) -> tuple[int, ...]:
    """The numbers of the tiles that people must name because two cameras disagree."""
    differing = moment.seen.settled.disputed if moment.seen else frozenset()
    return tuple(tile.number for tile in moment.attention.unread if tile.number in differing)


def fit_of(moment: CameraStatus, language: str) -> FitView | None:
    """The camera's fitness, and what needs consent; None before it was measured."""
    if moment.fitness is None:
        return None
    found = moment.fitness.as_json(language)
    checks = tuple(FitCheck(**check) for check in found["checks"])
    return FitView(verdict=found["verdict"], checks=checks, asks=asked(moment.held_for, language))


def layout_asked(moment: CameraStatus, language: str) -> str:
    """The sentence asking people to confirm the detected layout.

    Empty where zones were drawn or the layout confirmed, or nothing is seen.
    """
    plan, seen = moment.plan, moment.seen
    if plan is None or seen is None or plan.origin is PlanOrigin.DRAWN or plan.order == moment.agreed_order:
        return ""
    if plan.origin is PlanOrigin.USUAL and not seen.settled.reading.tiles:
        return ""
    return sentence(LAYOUTS["found" if plan.is_sure else "likely"], language)


def _seen_badly(table: SeenTable, language: str) -> str:
    """What people can do so that more tiles are readable; empty where they are."""
    if any(table.zones.tiles[tile] for tile in table.settled.reading.cut_off(table.size_px)):
        return sentence(SENTENCES["cut_off"], language)
    height_px = _tile_height_px(table)
    return say(language, "small_tiles", height=round(height_px)) if height_px < _LEGIBLE_PX else ""


def _tile_height_px(table: SeenTable) -> float:
    """The typical tile height in the picture; infinite where too few are seen."""
    tiles = table.settled.reading.tiles
    if len(tiles) < _FEWEST_TILES:
        return inf
    sides = side_lengths(quads_of([tile.place.corners_px for tile in tiles]))
    return float(np.median(sides.max(axis=1)))
