"""Measures the program: `python -m tests.bench` prints a table, with `--json` one line of JSON.

Both speak of a 1280×960 photograph of sixty tiles and one of 106, of a row of thirteen tiles, of thirty melds, of one
turn and of one simulated hand. The JSON is of two threads, medians first; what cannot be measured is null and named
under `missing`. The tables also set this build's verdicts, looks and first answers beside those of an earlier one.
"""

from __future__ import annotations

import argparse
import json
import os

import cv2
import onnxruntime
from rich.console import Console
from rich.table import Table

from tests.bench.beside import EARLIER, Beside, beside, looks_beside
from tests.bench.measures import Report, report
from tests.bench.stopwatch import Timing

NAMES = ("read_total", "decode", "open", "detect", "read", "layout", "read_total_106", "unchanged_frame", "long_row",
         "rules_table", "explain_turn", "simulated_hand")  # fmt: skip
"""In the order shown. ``read_total_106`` is of a whole bag; ``unchanged_frame`` is a frame of a watched table on which
nothing happened."""


def main() -> None:
    """Measures on one and on two threads, and prints."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description="How long things take.")
    parser.add_argument("--json", action="store_true", help="one line of JSON")
    parser.add_argument("--rounds", type=int, default=40, help="times that each thing is done")
    parser.add_argument("--beside", default=EARLIER, metavar="COMMIT", help="an earlier build to set verdicts beside")
    given = parser.parse_args()
    reports = {threads: report(threads, given.rounds) for threads in (1, 2)}
    if given.json:
        print(json.dumps(as_json(reports)))
    else:
        show(reports)
        show_beside("verdicts, median microseconds", beside(given.beside), 1000)
        show_beside("photographs and first answers, median milliseconds", looks_beside(given.beside), 1)


def as_json(reports: dict[int, Report]) -> dict[str, object]:
    """Medians of two threads by name, then everything else."""
    both, alone = reports[2], reports[1]
    return {
        **{f"{name}_ms": _median(both.timings.get(name)) for name in NAMES},
        "read_total_over_decode": over_decode(both),
        "tiles": both.tiles,
        "p95": {f"{name}_ms": _p95(both.timings.get(name)) for name in NAMES},
        "one_thread": {f"{name}_ms": _median(alone.timings.get(name)) for name in NAMES},
        "missing": list(both.missing),
        "processors": os.cpu_count(),
        "opencv": cv2.__version__,
        "onnxruntime": onnxruntime.__version__,
    }


def show(reports: dict[int, Report]) -> None:
    """A table for people."""
    table = Table(title="milliseconds, median and 95th percentile")
    for heading in ("", *(f"{threads} thread{'s' * (threads > 1)}" for threads in reports)):
        table.add_column(heading, justify="right" if heading else "left")
    for name in NAMES:
        table.add_row(name, *(_cell(report.timings.get(name)) for report in reports.values()))
    table.add_row("read_total / decode", *(f"{ratio:.1f} ×" if (ratio := over_decode(report)) else "–"
                                           for report in reports.values()))  # fmt: skip
    table.add_row(
        "simulated hands a second", *(_a_second(report.timings.get("simulated_hand")) for report in reports.values())
    )
    console = Console()
    console.print(table)
    for missing in reports[2].missing:
        console.print(f"not measured: {missing}")


def show_beside(title: str, found: Beside, times: int) -> None:
    """What both builds take, side by side, in so many parts of a millisecond."""
    console = Console()
    if found.missing:
        console.print(f"not measured: {found.missing}")
        return
    table = Table(title=title)
    for heading in ("", found.commit, "this build", "ratio"):
        table.add_column(heading, justify="right" if heading else "left")
    for name, then in found.then.items():
        table.add_row(name, f"{times * then:.1f}", f"{times * found.now[name]:.1f}", f"{found.now[name] / then:.2f}")
    console.print(table)


def over_decode(report: Report) -> float | None:
    """How many times longer the whole read takes than decoding the same JPEG; None where either is missing."""
    if "read_total" not in report.timings or "decode" not in report.timings:
        return None
    return round(report.timings["read_total"].median_ms / report.timings["decode"].median_ms, 2)


def _median(timing: Timing | None) -> float | None:
    return timing and timing.median_ms


def _p95(timing: Timing | None) -> float | None:
    return timing and timing.p95_ms


def _cell(timing: Timing | None) -> str:
    return f"{timing.median_ms:.2f}  {timing.p95_ms:.2f}" if timing else "–"


def _a_second(timing: Timing | None) -> str:
    return f"{1000 / timing.median_ms:.0f}" if timing else "–"


if __name__ == "__main__":
    main()
