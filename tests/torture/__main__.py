"""Holds the program to its promises, and writes how it went:

    python -m tests.torture docs/reliability.md [--whole] [--only R1 S10]

Without ``--whole`` the quick tests, a few minutes; with it the slow ones too, one file at a time so that none is timed
beside another, which takes hours. With ``--only`` the tests of those promises, whose rows are written anew; the others
stay as they were.
"""

from __future__ import annotations

import argparse
import os
import platform
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple
from xml.etree import ElementTree

from tests.torture.figures import SHORT
from tests.torture.promises import PROMISES, Promise

ROOT = Path(__file__).parents[2]
MARKS = re.compile(r"(<!-- torture -->\n).*?(<!-- end of torture -->)", re.DOTALL)


class Row(NamedTuple):
    """How a promise was kept, and the day when that was tried."""

    verdict: str
    day: str = "–"


Outcomes = dict[str, Counter[str]]
Figures = Mapping[str, tuple[str, ...]]
NONE_MEASURED: Figures = {}
NOT_TRIED, BROKEN, WHOLE = "not tried here", "**broken**", "whole: "


def outcomes(report: Path) -> Outcomes:
    """How the tests of each file ended, from what pytest wrote: passed, skipped, failed."""
    found: Outcomes = {}
    for case in ElementTree.parse(report).iter("testcase"):
        ended = {child.tag for child in case} & {"failure", "error", "skipped"}
        word = "skipped" if ended == {"skipped"} else "failed" if ended else "passed"
        module = re.split(r"\.(?=[A-Z])", case.get("classname", ""))[0]
        found.setdefault(module.replace(".", "/"), Counter())[word] += 1
    return found


def figures(report: Path) -> Figures:
    """What tests measured, by the name of the row, each once."""
    found: dict[str, dict[str, None]] = {}
    for kept in ElementTree.parse(report).iter("property"):
        found.setdefault(kept.get("name", ""), {})[kept.get("value", "")] = None
    return {name: tuple(said) for name, said in found.items()}


def table(rows: Mapping[str, Row], machine: str) -> str:
    """The promises with their verdicts, by name, and the day of each."""
    lines = [
        f"| {promise.name} | {promise.said} | {_tests(promise)} | {promise.full} | {' | '.join(rows[promise.name])} |"
        for promise in PROMISES
    ]
    tried = [row.verdict for row in rows.values() if row.verdict != NOT_TRIED and not row.verdict.startswith(BROKEN)]
    whole = sum(said.startswith(WHOLE) and ";" not in said and "skipped" not in said for said in tried)
    held = f"Of {len(rows)} promises {len(tried)} hold, {whole} of them to the whole figure."
    head = "| | promise | tests | the whole figure | how it went | when |\n|---|---|---|---|---|---|\n"
    return f"{machine}. {held}\n\n{head}" + "\n".join(lines) + "\n"


def rows_of(text: str) -> dict[str, Row]:
    """The verdicts that a page holds, by the name of the promise."""
    cells = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    names = {promise.name for promise in PROMISES}
    return {cell[0]: Row(*cell[-2:]) for cell in cells if cell[0] in names}


def verdict(one: Promise, found: Outcomes, *, is_whole: bool = False, said: Figures = NONE_MEASURED) -> str:
    """How the tests of a promise ended, all or the quick ones, what they measured, and in what they fall short."""
    counted = _counted(one, found)
    if counted["failed"]:
        missed = said.get(one.name + SHORT, ())
        return "; ".join((f"{BROKEN}: {counted['failed']} of {counted.total()} failed", *missed))
    if not counted["passed"]:
        return NOT_TRIED
    skipped = f", {counted['skipped']} skipped" if counted["skipped"] else ""
    measured = f" ({', '.join(said[one.name])})" if said.get(one.name) else ""
    remarks = [remark for remark in (one.short, "" if is_whole else one.quick) if remark]
    remarks += said.get(one.name + SHORT, ())
    return "; ".join((f"{WHOLE if is_whole else ''}{counted['passed']} passed{skipped}{measured}", *remarks))


def _counted(one: Promise, found: Outcomes) -> Counter[str]:
    total: Counter[str] = Counter()
    for place in one.tests:
        stem = place.removesuffix(".py")
        total.update(sum((ended for module, ended in found.items() if module == stem or module.startswith(f"{stem}/")),
                         Counter()))  # fmt: skip
    return total


def _tests(one: Promise) -> str:
    return ", ".join(f"`{Path(place).name}`" for place in one.tests)


def _machine() -> str:
    """What the tests ran on."""
    return (
        f"On {os.cpu_count()} {platform.machine()} processors, Python {platform.python_version()}, {platform.system()}"
    )


def main() -> int:
    """Runs the tests, writes the page, and gives the exit status of the tests."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("page", type=Path)
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("--only", nargs="+", default=(), choices=[promise.name for promise in PROMISES])
    asked = parser.parse_args()
    chosen = [promise for promise in PROMISES if not asked.only or promise.name in asked.only]
    places = list(dict.fromkeys(place for promise in chosen for place in promise.tests))
    mark = "slow or not slow" if asked.whole else "not slow and not photos and not train"
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        options = (
            "-q",
            "-n",
            "1" if asked.whole else "2",
            "--dist",
            "loadfile",
            "-m",
            mark,
            f"--junitxml={report}",
            "-o",
            "junit_family=xunit1",
        )
        ended = subprocess.run([sys.executable, "-m", "pytest", *options, *places], cwd=ROOT, check=False)
        found, said = outcomes(report), figures(report)
    text = asked.page.read_text("utf-8")
    day = f"{datetime.now(UTC):%-d %B %Y}"
    rows = {promise.name: Row(NOT_TRIED) for promise in PROMISES} | (rows_of(text) if asked.only else {})
    rows |= {promise.name: Row(verdict(promise, found, is_whole=asked.whole, said=said), day) for promise in chosen}
    asked.page.write_text(MARKS.sub(lambda marks: marks[1] + table(rows, _machine()) + marks[2], text), "utf-8")
    return ended.returncode


if __name__ == "__main__":
    raise SystemExit(main())
