"""Tells how many changes to the law the tests noticed: `python -m tests.mutants`, after `mutmut export-cicd-stats`."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path

COUNTS = Path("mutants") / "mutmut-cicd-stats.json"
LEAST = 0.9
"""The share that must be noticed."""


def main() -> None:
    """Prints the share; exits with 1 where it is too small."""
    share = noticed(counts := json.loads(COUNTS.read_text("utf-8")))
    print(f"{share:.1%} of {counts['total']} mutants killed")
    sys.exit(share < LEAST)


def noticed(counts: Mapping[str, int]) -> float:
    """The share of mutants that failed a test or never ended."""
    return (counts["killed"] + counts["timeout"]) / counts["total"]


if __name__ == "__main__":
    main()
