"""The examples for other programs run as they stand and print what they promise."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
EXAMPLES = {
    "score_a_photograph.py": (("docs/reading.jpg", "torneo"), "220 points"),
    "likeliest_faces.py": (("docs/reading.jpg",), "11b 0."),
    "judge_and_score.py": ((), "nosotros"),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_runs(name: str) -> None:
    arguments, promised = EXAMPLES[name]
    program = [sys.executable, str(ROOT / "docs" / "examples" / name), *arguments]
    done = subprocess.run(program, cwd=ROOT, capture_output=True, text=True, check=False, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")
    assert promised in done.stdout


def test_every_example_is_run() -> None:
    assert {path.name for path in (ROOT / "docs" / "examples").glob("*.py")} == set(EXAMPLES)
