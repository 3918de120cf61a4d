"""The verdicts of this build beside those of an earlier one, each in a process of its own, in turn."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
import tarfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

from tests.bench.law import ROWS
from tests.bench.measures import TABLE

EARLIER = "823a3c4"
"""The build of 27 November 2026, before verdicts told their rule."""
ROOT, TURNS = Path(__file__).parents[2], 5
Times = Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Beside:
    """Median milliseconds of both builds by measure; none, and why, where the earlier one is not to be had."""

    commit: str
    then: Times
    now: Times
    missing: str = ""


def beside(commit: str = EARLIER, rounds: int = 200, turns: int = TURNS, clone: Path = ROOT) -> Beside:
    """Measures both builds ``turns`` times in turn, so that a busy moment meets both."""
    with TemporaryDirectory() as folder:
        if not _unpacked(clone, commit, Path(folder)):
            return Beside(commit, {}, {}, f"{commit}: this clone does not hold that commit")
        pairs = [(_measured(Path(folder), rounds), _measured(ROOT, rounds)) for _ in range(turns)]
    then, now = zip(*pairs, strict=True)
    return Beside(commit, _medians(then), _medians(now))


def _unpacked(clone: Path, commit: str, folder: Path) -> bool:
    """Whether the engine of ``commit`` lies in ``folder`` now."""
    asked = ["git", "-C", str(clone), "archive", "--format=tar", commit, "engine"]
    try:
        packed = subprocess.run(asked, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return False
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")
    return True


def _measured(build: Path, rounds: int) -> Times:
    melds = [*TABLE, *(" ".join(reversed(meld.split())) for meld in TABLE)]
    given = json.dumps({"rows": ROWS, "table": melds, "rounds": rounds})
    script = Path(__file__).with_name("verdicts.py")
    told = subprocess.run(
        [sys.executable, str(script)],
        input=given,
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(build)},
    )
    times: Times = json.loads(told.stdout)
    return times


def _medians(several: Sequence[Times]) -> Times:
    return {name: median(times[name] for times in several) for name in several[0]}
