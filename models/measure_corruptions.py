"""Measure the accuracy on degraded photographs, and write a table by degradation and strength into the reader's card.

`python -m models.measure_corruptions FOLDER/annotations.json OTHER/annotations.json`, folders as
`datasets.degraded_photographs.generate` fills them. The shares of all sources are added up.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from models.measure_accuracy import HERE, between, per_cent

BEGIN, END = "<!-- corruptions: written by models.measure_corruptions -->\n", "<!-- corruptions end -->\n"
COLUMNS: Mapping[str, tuple[str, str]] = {
    "found": ("recall", "recall"), "right": ("both", "recall"), "asked": ("asked", "recall"),
    "silent": ("silent", "silent"),
}  # fmt: skip
"""The columns of each strength: of which share the count is told, and out of how many of which: of all labelled tiles,
and silent of those found."""
Counts = Mapping[str, int]
"""Of one session, by share and what is counted: ``recall count``, ``recall of``."""


def counted(reports: Iterable[Mapping[str, Any]]) -> dict[str, Counts]:
    """The counts of every session of several `burako evaluate --json` reports, summed by name."""
    sessions: dict[str, dict[str, int]] = {}
    for report in reports:
        for session, tally in report["sessions"].items():
            held = sessions.setdefault(session, {})
            for share in {name for pair in COLUMNS.values() for name in pair}:
                for what in ("count", "of"):
                    held[f"{share} {what}"] = held.get(f"{share} {what}", 0) + tally[share][what]
    return dict(sessions)


def table(sessions: Mapping[str, Counts]) -> str:
    """A line for each degradation, four columns for each strength; ``as taken`` has one strength."""
    ways = list(dict.fromkeys(_way(session)[0] for session in sessions))
    strengths = sorted({_way(session)[1] for session in sessions})
    heads = [f"{name} {strength}" for strength in strengths for name in COLUMNS]
    lines = ["| seen | " + " | ".join(heads) + " |", "|" + "---|" * (1 + len(heads))]
    at = {_way(session): counts for session, counts in sessions.items()}
    for way in ways:
        cells = [cell for strength in strengths for cell in _cells(at.get((way, strength)))]
        lines.append("| " + " | ".join([way, *cells]) + " |")
    return "\n".join(lines) + "\n"


def _way(session: str) -> tuple[str, int]:
    """The degradation and the strength in a session's name."""
    way, _, strength = session.rpartition(" ")
    return (way, int(strength)) if strength.isdigit() else (session, 1)


def _cells(counts: Counts | None) -> list[str]:
    if counts is None:
        return [""] * len(COLUMNS)
    shares = {name: (counts[f"{share} count"], counts[f"{of} of"]) for name, (share, of) in COLUMNS.items()}
    cells = {name: per_cent(count / of if of else None) for name, (count, of) in shares.items()}
    silent, found = shares["silent"]
    return [*(cells[name] for name in list(COLUMNS)[:-1]), f"{100 * silent / found:.2f}" if found else "–"]


def main() -> None:
    """Command line: measure every source, then write the card."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sources", nargs="+", type=Path, help="COCO files")
    command = [sys.executable, "-m", "companion", "evaluate", "--json"]
    reports = [
        json.loads(subprocess.run([*command, str(source)], check=True, stdout=subprocess.PIPE).stdout)
        for source in parser.parse_args().sources
    ]
    card = HERE / "tile_reader" / "card.md"
    card.write_text(between(card.read_text("utf-8"), table(counted(reports)), (BEGIN, END)), "utf-8")


if __name__ == "__main__":
    main()
