"""The totals of a match hand by hand, as lines of a small drawing; lengths are units of its own view box."""

from __future__ import annotations

from dataclasses import dataclass

from companion.snapshot import TableSnapshot

WIDTH, HEIGHT = 640, 260
LEFT, RIGHT, TOP, BOTTOM = 80, 14, 14, 34
_STEPS = (10, 20, 50, 100, 200, 250, 500, 1000, 2000, 5000)
_LINES = 6
_LABELS = 12


@dataclass(frozen=True, slots=True)
class ChartPoint:
    """A total after a hand."""

    x: float
    y: float
    hand: int
    total: int


@dataclass(frozen=True, slots=True)
class ChartLine:
    """The totals of a side."""

    team: int
    name: str
    points: tuple[ChartPoint, ...]

    @property
    def path(self) -> str:
        """The corners of its line."""
        return " ".join(f"{point.x:.1f},{point.y:.1f}" for point in self.points)


@dataclass(frozen=True, slots=True)
class Tick:
    """A line across the drawing with its number."""

    at: float
    value: int


@dataclass(frozen=True, slots=True)
class Chart:
    """The drawing."""

    lines: tuple[ChartLine, ...]
    levels: tuple[Tick, ...]
    hands: tuple[Tick, ...]
    target: Tick | None


def chart_of(shown: TableSnapshot) -> Chart | None:
    """The chart of a match; nothing before a hand was confirmed."""
    rows = [(0,) * len(shown.teams), *(one.totals for one in shown.hands if one.standing == "confirmed")]
    if len(rows) < 2:
        return None
    target = shown.rules.target
    totals = [total for row in rows for total in row] + ([target] if target and not shown.rules.lowest_wins else [])
    low, high = min(0, *totals), max(10, *totals)
    step = next((step for step in _STEPS if (high - low) / step <= _LINES), _STEPS[-1])
    low, high = low // step * step, -(-high // step) * step

    def across(hand: int) -> float:
        return LEFT + (WIDTH - LEFT - RIGHT) * hand / (len(rows) - 1)

    def up(total: int) -> float:
        return TOP + (HEIGHT - TOP - BOTTOM) * (high - total) / (high - low)

    lines = tuple(
        ChartLine(team.index, team.name, tuple(
            ChartPoint(across(hand), up(row[team.index]), hand, row[team.index]) for hand, row in enumerate(rows)
        ))
        for team in shown.teams
    )  # fmt: skip
    every = -(-(len(rows) - 1) // _LABELS)
    return Chart(
        lines=lines,
        levels=tuple(Tick(up(value), value) for value in range(low, high + 1, step)),
        hands=tuple(Tick(across(hand), hand) for hand in range(0, len(rows), every)),
        target=Tick(up(target), target) if target and low <= target <= high else None,
    )
