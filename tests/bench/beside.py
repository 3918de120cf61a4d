"""This build beside an earlier one, verdicts and looks, each in a process of its own, in turn."""

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

import cv2

from tests.bench.law import ROWS
from tests.bench.measures import PICTURE, TABLE, WHOLE_BAG

EARLIER = "823a3c4"
"""The build of 27 November 2026, before verdicts told their rule."""
ROOT, TURNS = Path(__file__).parents[2], 5
PHONE_PX, TURNED_DEG = (4032, 3024), 33
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
        pairs = [(_verdicts(Path(folder), rounds), _verdicts(ROOT, rounds)) for _ in range(turns)]
    then, now = zip(*pairs, strict=True)
    return Beside(commit, _medians(then), _medians(now))


def looks_beside(commit: str = EARLIER, rounds: int = 5, turns: int = TURNS, clone: Path = ROOT) -> Beside:
    """The same of photographs, and of the first answer of a command."""
    with TemporaryDirectory() as folder, TemporaryDirectory() as drawn:
        if not _unpacked(clone, commit, Path(folder)):
            return Beside(commit, {}, {}, f"{commit}: this clone does not hold that commit")
        given = json.dumps({"pictures": photographs(Path(drawn)), "rounds": rounds})
        pairs = [(_told("looks.py", Path(folder), given), _told("looks.py", ROOT, given)) for _ in range(turns)]
    then, now = zip(*pairs, strict=True)
    return Beside(commit, _medians(then), _medians(now))


def photographs(folder: Path) -> Mapping[str, str]:
    """The pictures that are looked at; into ``folder`` are drawn one as a phone takes it, and one turned."""
    bgr = cv2.imread(str(PICTURE))
    height, width = bgr.shape[:2]
    large = cv2.resize(bgr, PHONE_PX, interpolation=cv2.INTER_CUBIC)
    turn = cv2.getRotationMatrix2D((width / 2, height / 2), TURNED_DEG, 0.75)
    turned = cv2.warpAffine(bgr, turn, (width, height), flags=cv2.INTER_AREA, borderMode=cv2.BORDER_REPLICATE)
    drawn = {"12 megapixels": large, "60 tiles, turned": turned}
    for name, picture in drawn.items():
        cv2.imwrite(str(folder / f"{name}.jpg"), picture, [cv2.IMWRITE_JPEG_QUALITY, 92])
    here = {"60 tiles": str(PICTURE), "106 tiles": str(WHOLE_BAG)}
    return here | {name: str(folder / f"{name}.jpg") for name in drawn}


def _unpacked(clone: Path, commit: str, folder: Path) -> bool:
    """Whether the build of ``commit`` lies in ``folder`` now."""
    asked = ["git", "-C", str(clone), "archive", "--format=tar", commit, "engine", "vision", "companion", "models"]
    try:
        packed = subprocess.run(asked, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        return False
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        archive.extractall(folder, filter="data")
    return True


def _verdicts(build: Path, rounds: int) -> Times:
    melds = [*TABLE, *(" ".join(reversed(meld.split())) for meld in TABLE)]
    given = json.dumps({"rows": ROWS, "table": melds, "rounds": rounds})
    return _told("verdicts.py", build, given)


def _told(script: str, build: Path, given: str) -> Times:
    """What a script beside this one measures in a build."""
    result = subprocess.run(
        [sys.executable, "-P", str(Path(__file__).with_name(script))],
        input=given,
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": str(build)},
    )
    times: Times = json.loads(result.stdout)
    return times


def _medians(several: Sequence[Times]) -> Times:
    return {name: median(times[name] for times in several) for name in several[0]}
