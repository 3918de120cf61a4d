"""``python -m tests.torture docs/reliability.md [--whole]``: holds the program to its promises, and writes how it went.

Without ``--whole`` the quick tests, a few minutes; with it the slow ones too, which takes more than an hour.
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
from datetime import UTC, datetime
from pathlib import Path
from xml.etree import ElementTree

from tests.torture.promises import PROMISES, Promise

ROOT = Path(__file__).parents[2]
MARKS = re.compile(r"(<!-- torture -->\n).*?(<!-- end of torture -->)", re.DOTALL)
Outcomes = dict[str, Counter[str]]


def outcomes(report: Path) -> Outcomes:
    """How the tests of each file ended, from what pytest wrote: passed, skipped, failed."""
    found: Outcomes = {}
    for case in ElementTree.parse(report).iter("testcase"):
        ended = {child.tag for child in case} & {"failure", "error", "skipped"}
        word = "skipped" if ended == {"skipped"} else "failed" if ended else "passed"
        module = re.split(r"\.(?=[A-Z])", case.get("classname", ""))[0]
        found.setdefault(module.replace(".", "/"), Counter())[word] += 1
    return found


def table(found: Outcomes, shape: str, *, is_whole: bool) -> str:
    """The promises with how their tests ended."""
    rows = [f"| {one.name} | {one.said} | {_tests(one)} | {one.full} | {verdict(one, found)} |" for one in PROMISES]
    held = [one for one in PROMISES if _holds(_counted(one, found))]
    whole = f", {sum(not one.short for one in held)} of them to the whole figure" if is_whole else ""
    head = (
        f"{shape}. Of {len(PROMISES)} promises {len(held)} hold{whole}.\n",
        "| | promise | tests | the whole figure | how it went |",
        "|---|---|---|---|---|",
    )
    return "\n".join((*head, *rows, ""))


def _holds(counted: Counter[str]) -> bool:
    return bool(counted["passed"]) and not counted["failed"]


def verdict(one: Promise, found: Outcomes) -> str:
    """How the tests of a promise ended, and in what they fall short."""
    counted = _counted(one, found)
    if counted["failed"]:
        return f"**broken**: {counted['failed']} of {counted.total()} failed"
    if not counted["passed"]:
        return "not tried here"
    skipped = f", {counted['skipped']} skipped" if counted["skipped"] else ""
    return f"{counted['passed']} passed{skipped}" + (f"; {one.short}" if one.short else "")


def _counted(one: Promise, found: Outcomes) -> Counter[str]:
    total: Counter[str] = Counter()
    for place in one.tests:
        stem = place.removesuffix(".py")
        total.update(sum((ended for module, ended in found.items() if module == stem or module.startswith(f"{stem}/")),
                         Counter()))  # fmt: skip
    return total


def _tests(one: Promise) -> str:
    return ", ".join(f"`{Path(place).name}`" for place in one.tests)


def _shape(is_whole: bool, seconds: float) -> str:
    how = "All tests" if is_whole else "The quick tests"
    machine = (
        f"{os.cpu_count()} {platform.machine()} processors, Python {platform.python_version()}, {platform.system()}"
    )
    return f"{how}, {datetime.now(UTC):%-d %B %Y}, {seconds / 60:.0f} minutes on {machine}"


def main() -> int:
    """Runs the tests, writes the page, and gives the exit status of the tests."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("page", type=Path)
    parser.add_argument("--whole", action="store_true")
    asked = parser.parse_args()
    places = list(dict.fromkeys(place for one in PROMISES for place in one.tests))
    mark = "slow or not slow" if asked.whole else "not slow and not photos and not train"
    began = datetime.now(UTC)
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        options = (
            "-q",
            "-n",
            "2",
            "--dist",
            "loadfile",
            "-m",
            mark,
            f"--junitxml={report}",
            "-o",
            "junit_family=xunit1",
        )
        ended = subprocess.run([sys.executable, "-m", "pytest", *options, *places], cwd=ROOT, check=False)
        found = outcomes(report)
    shape = _shape(asked.whole, (datetime.now(UTC) - began).total_seconds())
    text = asked.page.read_text("utf-8")
    asked.page.write_text(
        MARKS.sub(lambda marks: marks[1] + table(found, shape, is_whole=asked.whole) + marks[2], text), "utf-8"
    )
    return ended.returncode


if __name__ == "__main__":
    raise SystemExit(main())
