"""Judge whether a camera, its position and its light are good enough: a verdict for each measure, and advice.

Weak is where one look reads less than 99 % of the tiles right, bad where it reads less than 95 %, each measured alone
on rendered tables made worse on purpose; `models/LEDGER.md` of 2026-11-28 tells how.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any

from vision.watching.camera_fitness_words import SENTENCES, TITLES, TROUBLES
from vision.watching.camera_measurements import CameraMeasurements
from vision.wording import DEFAULT_LANGUAGE, sentence


class FitCriterion(StrEnum):
    """The criteria, in the order in which to fix them."""

    SIZE = "size"
    SWAY = "sway"
    FOCUS = "focus"
    LIGHT = "light"
    GLARE = "glare"
    RATE = "rate"
    TURN = "turn"
    """Found only of a picture that has to be turned."""

    def title(self, language: str = DEFAULT_LANGUAGE) -> str:
        """A word or two for the user."""
        return sentence(TITLES[self], language)

    def trouble(self, language: str = DEFAULT_LANGUAGE) -> str:
        """The problem in a few words, where the verdict is bad."""
        return sentence(TROUBLES[self], language)


class Verdict(StrEnum):
    """How well a criterion is met, the best first."""

    GOOD = "good"
    UNKNOWN = "unknown"
    """Nothing tells yet."""
    WEAK = "weak"
    """Some tiles will be doubtful."""
    BAD = "bad"
    """It will be read wrongly."""


_ORDER = tuple(Verdict)


@dataclass(frozen=True, slots=True)
class FitLimits:
    """The thresholds for weak and bad; larger is worse unless ``bad`` is the smaller one."""

    weak: float
    bad: float

    def verdict(self, value: float) -> Verdict:
        """The verdict for ``value``."""
        sign = 1 if self.bad >= self.weak else -1
        if sign * value > sign * self.bad:
            return Verdict.BAD
        return Verdict.WEAK if sign * value > sign * self.weak else Verdict.GOOD


SIZE_PX = FitLimits(weak=30.0, bad=17.0)
"""Width of a tile, in pixels."""
BLUR = FitLimits(weak=0.04, bad=0.06)
"""Limits of the blur, in tile widths."""
SWAY = FitLimits(weak=0.0045, bad=0.009)
"""Limits of the sway within 0.4 seconds, in long sides of the picture."""
LIGHT = FitLimits(weak=27.0, bad=18.0)
"""Brightness of the plastic, of 255."""
NOISE = FitLimits(weak=0.075, bad=0.12)
"""Limits of the noise relative to that brightness, for tiles of `_USUAL_PX` or more; smaller ones tolerate less."""
BURNT = FitLimits(weak=0.6, bad=0.7)
"""Limits of the overexposed share of a tile."""
GLARE = FitLimits(weak=0.02, bad=0.07)
"""Limits of the share of faces under glare."""
RATE = FitLimits(weak=2.5, bad=1.4)
"""Frames a second."""
_USUAL_PX = 32.0
_GRAINY, _OTHER = 3.0, 25.0
"""From this deviation of a pixel on, of 255, a camera makes up for light that it lacks, and up to that: what differs
more from frame to frame is not one table."""
_GROUND_OF_PLASTIC = 2.2
"""The relative noise of a table as a multiple of that of the tiles, measured on wood."""
_TILE_OF_VIEW = 26.0 / 900.0
"""Width of a tile as part of the narrowest view of a whole table, 26 of 900 mm: the most that a picture can give it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class FitFinding:
    """The result for one criterion."""

    check: FitCriterion
    verdict: Verdict
    why: str
    """Which sentence says it."""
    value: float | None = None
    """The measured value in the units of the sentence; None where unknown."""
    wanted: float | None = None
    """The recommended value."""

    def sentence(self, language: str = DEFAULT_LANGUAGE) -> str:
        """The result and the advice, for the user."""
        shown = {"value": _short(self.value, language), "wanted": _short(self.wanted, language)}
        return sentence(SENTENCES[self.why], language, shown)

    def as_json(self, language: str = DEFAULT_LANGUAGE) -> dict[str, Any]:
        """A JSON object."""
        return {
            "check": str(self.check),
            "verdict": str(self.verdict),
            "value": None if self.value is None else round(self.value, 4),
            "wanted": None if self.wanted is None else round(self.wanted, 4),
            "title": self.check.title(language),
            "says": self.sentence(language),
        }


@dataclass(frozen=True, slots=True)
class Fitness:
    """Whether a table can be read as it is filmed."""

    findings: tuple[FitFinding, ...]
    """One for each check; that of the turn only where it is wrong."""

    @property
    def verdict(self) -> Verdict:
        """The worst of all verdicts."""
        return max((finding.verdict for finding in self.findings), key=_ORDER.index, default=Verdict.UNKNOWN)

    @property
    def by_check(self) -> Mapping[FitCriterion, FitFinding]:
        """The findings by criterion."""
        return MappingProxyType({finding.check: finding for finding in self.findings})

    @property
    def turn_deg(self) -> int:
        """The rotation in degrees clockwise that the picture needs; 0 for none."""
        return round(sum(finding.value or 0 for finding in self.findings if finding.check is FitCriterion.TURN))

    @property
    def is_mirrored(self) -> bool:
        """Whether the picture has to be mirrored."""
        return any(finding.why == "mirror_bad" for finding in self.findings)

    @property
    def bad(self) -> tuple[FitFinding, ...]:
        """The findings with a bad verdict, which will cause misreadings."""
        return tuple(finding for finding in self.findings if finding.verdict is Verdict.BAD)

    def as_json(self, language: str = DEFAULT_LANGUAGE) -> dict[str, Any]:
        """A JSON object."""
        return {"verdict": str(self.verdict), "checks": [finding.as_json(language) for finding in self.findings]}


def judge_fitness(measures: CameraMeasurements) -> Fitness:
    """Judge the measured numbers."""
    return Fitness(tuple(_findings(measures)))


def _findings(measures: CameraMeasurements) -> Iterator[FitFinding]:
    yield _size(measures)
    sway = None if measures.sway_px is None else measures.sway_px / max(*measures.size_px, 1)
    yield _graded(FitCriterion.SWAY, sway, SWAY, max(*measures.size_px, 1))
    yield _graded(FitCriterion.FOCUS, measures.blur, BLUR, 100)
    yield _light(measures)
    yield _graded(FitCriterion.GLARE, measures.glare, GLARE, 100)
    yield _graded(FitCriterion.RATE, measures.rate, RATE)
    if measures.is_mirrored:
        yield FitFinding(check=FitCriterion.TURN, verdict=Verdict.BAD, why="mirror_bad", wanted=0)
    elif measures.turn_deg:
        yield FitFinding(
            check=FitCriterion.TURN, verdict=Verdict.BAD, why="turn_bad", value=measures.turn_deg, wanted=0
        )


def _graded(check: FitCriterion, value: float | None, limits: FitLimits, measure: float = 1.0) -> FitFinding:
    """A finding whose value is displayed times ``measure``."""
    if value is None:
        return FitFinding(check=check, verdict=Verdict.UNKNOWN, why=f"{check}_unknown", wanted=limits.weak * measure)
    verdict = limits.verdict(value)
    why = f"{check}_{verdict}"
    return FitFinding(check=check, verdict=verdict, why=why, value=value * measure, wanted=limits.weak * measure)


def _size(measures: CameraMeasurements) -> FitFinding:
    """Judge the size of the tiles where they are smallest.

    Large enough tiles say nothing about edges without tiles. Before any tile lies there, the largest size that the
    picture can give, where that is too small.
    """
    at_most = _TILE_OF_VIEW * max(measures.size_px)
    if measures.far_px is None and max(measures.size_px) and (bare := SIZE_PX.verdict(at_most)) is not Verdict.GOOD:
        return FitFinding(check=FitCriterion.SIZE, verdict=bare, why="size_picture", value=at_most, wanted=SIZE_PX.weak)
    found = _graded(FitCriterion.SIZE, measures.far_px, SIZE_PX)
    if found.verdict is Verdict.GOOD and not measures.are_edges_seen:
        return FitFinding(
            check=FitCriterion.SIZE, verdict=Verdict.UNKNOWN, why="size_edges", value=found.value, wanted=found.wanted
        )
    return found


def _light(measures: CameraMeasurements) -> FitFinding:
    """Judge overexposure, darkness, or the resulting noise."""
    if measures.burnt is not None and (bright := BURNT.verdict(measures.burnt)) is not Verdict.GOOD:
        value, wanted = 100 * measures.burnt, 100 * BURNT.weak
        return FitFinding(check=FitCriterion.LIGHT, verdict=bright, why=f"bright_{bright}", value=value, wanted=wanted)
    dark = _graded(FitCriterion.LIGHT, measures.light, LIGHT)
    if measures.noise is None or measures.far_px is None:
        return _bare(measures) or dark
    bears = min(measures.far_px / _USUAL_PX, 1.0) ** 2
    noise = NOISE.verdict(measures.noise / bears)
    if _ORDER.index(noise) <= _ORDER.index(dark.verdict):
        return dark
    wanted = 100 * NOISE.weak * bears
    return FitFinding(
        check=FitCriterion.LIGHT, verdict=noise, why=f"noise_{noise}", value=100 * measures.noise, wanted=wanted
    )


def _bare(measures: CameraMeasurements) -> FitFinding | None:
    """Judge the noise of a picture without large tiles: bad where tiles on that table would have too much."""
    bears = min(_TILE_OF_VIEW * max(measures.size_px) / _USUAL_PX, 1.0) ** 2
    is_small = measures.far_px is None and SIZE_PX.verdict(_TILE_OF_VIEW * max(measures.size_px)) is not Verdict.GOOD
    if not (is_small and bears and measures.ground) or measures.grain is None or not _GRAINY <= measures.grain < _OTHER:
        return None
    noise = measures.grain / min(_GROUND_OF_PLASTIC * measures.ground, 255.0)
    if NOISE.verdict(noise / bears) is not Verdict.BAD:
        return None
    wanted = 100 * NOISE.weak * bears
    return FitFinding(check=FitCriterion.LIGHT, verdict=Verdict.BAD, why="noise_bad", value=100 * noise, wanted=wanted)


def _short(value: float | None, language: str) -> str:
    """A number in as few digits as are informative."""
    if value is None:
        return "?"
    short = f"{value:.0f}" if value >= 9.95 else f"{value:.1f}".removesuffix(".0")
    return short if language == "en" else short.replace(".", ",")
