"""Line charts of points: of a match hand by hand, of a hand step by step; lengths are units of the view box."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.view_models import MatchSnapshot, ReplayView

WIDTH, HEIGHT = 640, 260
LEFT, RIGHT, TOP, BOTTOM = 80, 14, 14, 34
_STEPS = (10, 20, 50, 100, 200, 250, 500, 1000, 2000, 5000)
_LINES = 6
_LABELS = 12


@dataclass(frozen=True, slots=True)
class ChartPoint:
    """The points after a hand, or after a step of one."""

    x: float
    y: float
    at: int
    points: int


@dataclass(frozen=True, slots=True)
class ChartLine:
    """The points of a side."""

    team: int
    name: str
    points: tuple[ChartPoint, ...]

    @property
    def path(self) -> str:
        """The vertices of its line."""
        return " ".join(f"{point.x:.1f},{point.y:.1f}" for point in self.points)


@dataclass(frozen=True, slots=True)
class Tick:
    """A horizontal grid line with its number."""

    at: float
    value: int


@dataclass(frozen=True, slots=True)
class Chart:
    """The drawing."""

    lines: tuple[ChartLine, ...]
    levels: tuple[Tick, ...]
    across: tuple[Tick, ...]
    """The hands, or the steps."""
    target: Tick | None
    now: Tick | None = None
    """Where the step that is shown is."""


def chart_of(snapshot: MatchSnapshot) -> Chart | None:
    """The totals of a match, hand by hand; None before a hand was confirmed."""
    rows = [(0,) * len(snapshot.teams), *(hand.totals for hand in snapshot.hands if hand.standing == "confirmed")]
    target = None if snapshot.rules.lowest_wins else snapshot.rules.target
    return _drawn(rows, snapshot, target) if len(rows) > 1 else None


def hand_chart(view: ReplayView, snapshot: MatchSnapshot) -> Chart | None:
    """The points within a hand, step by step; None before two steps are scored."""
    rows = [step.points for step in view.steps if step.points]
    at = sum(1 for step in view.steps[: view.at] if step.points) - 1
    return _drawn(rows, snapshot, now=max(at, 0), first=1) if len(rows) > 1 else None


def _drawn(
    rows: Sequence[Sequence[int]],
    snapshot: MatchSnapshot,
    target: int | None = None,
    now: int | None = None,
    first: int = 0,
) -> Chart:
    """The chart of ``rows`` of points by team, the first of which is called ``first``."""
    values = [points for row in rows for points in row] + ([target] if target else [])
    low, high = min(0, *values), max(10, *values)
    step = next((step for step in _STEPS if (high - low) / step <= _LINES), _STEPS[-1])
    low, high = low // step * step, -(-high // step) * step

    def across(at: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * at / (len(rows) - 1)

    def up(points: int) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (high - points) / (high - low)

    lines = tuple(
        ChartLine(team.index, team.name, tuple(
            ChartPoint(across(at), up(row[team.index]), at + first, row[team.index]) for at, row in enumerate(rows)
        ))
        for team in snapshot.teams
    )  # fmt: skip
    every = -(-(len(rows) - 1) // _LABELS)
    reached = snapshot.rules.target
    return Chart(
        lines=lines,
        levels=tuple(Tick(up(value), value) for value in range(low, high + 1, step)),
        across=tuple(Tick(across(at), at + first) for at in range(0, len(rows), every)),
        target=Tick(up(reached), reached) if now is None and reached and low <= reached <= high else None,
        now=None if now is None else Tick(across(now), now + first),
    )
