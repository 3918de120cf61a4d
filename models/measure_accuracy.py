"""Measures the networks on labelled pictures and writes the figures into their cards.

    python -m models.measure_accuracy rummikub-230=FOLDER/annotations.json rummikub-crops=FOLDER \
        played=FOLDER/annotations.json

A source is a COCO file or a folder of single tiles. Mistakes are shown of ``played`` alone, which is rendered.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import cv2
import numpy as np

from models.reliability_diagram import diagram

HERE = Path(__file__).parent
SHOWN = "played"
BEGIN, END = "<!-- figures: written by models.measure_accuracy -->\n", "<!-- figures end -->\n"
COLUMNS: Mapping[str, Mapping[str, str]] = {
    "tile_detector": {"found": "recall", "true": "precision", "exact pictures": "exact",
                      "pictures silently wrong": "silently_wrong", "whole rows": "rows"},
    "tile_reader": {"number": "number", "number and colour": "both", "silent": "silent", "asked": "asked",
                    "offences hidden": "hidden", "lawful melds doubted": "doubted"},
}  # fmt: skip
"""The shares that each card tells, by the heading of their column."""
MISTAKES: Mapping[str, tuple[str, ...]] = {"tile_detector": ("missed", "invented"), "tile_reader": ("wrong",)}
"""The kinds of mistakes that each card shows."""
SHEET_PX = (1540, 368)
"""Width and height of what is kept of a sheet of mistakes: two lines, the surest ones."""

Report = Mapping[str, Any]


def measured(path: Path, mistakes: Path | None) -> Report:
    """The `burako evaluate` report for one source; pictures of its mistakes go to the folder ``mistakes``."""
    source = ["--crops", str(path)] if path.is_dir() else [str(path)]
    sheets = ["--failures", str(mistakes)] if mistakes else []
    command = [sys.executable, "-m", "companion", "evaluate", *source, *sheets, "--json"]
    said = subprocess.run(command, check=True, stdout=subprocess.PIPE)
    return dict(json.loads(said.stdout)["overall"])


def table(reports: Mapping[str, Report], columns: Mapping[str, str], *, calibrated: bool) -> str:
    """A table of percentages with 95 % intervals, one line for each source."""
    headings = ["", *columns, *(["calibration error"] if calibrated else [])]
    lines = ["| " + " | ".join(headings) + " |", "|" + "---|" * len(headings)]
    for source, report in reports.items():
        cells = [share(report[name]) for name in columns.values()]
        cells += [per_cent(report["calibration"]["error"])] if calibrated else []
        if any(cell != "–" for cell in cells):
            lines.append("| " + " | ".join([f"`{source}`", *cells]) + " |")
    return "\n".join(lines) + "\n"


def share(figures: Mapping[str, Any]) -> str:
    """A share with its interval, in per cent; a dash where nothing was counted."""
    if not figures["of"]:
        return "–"
    return f"{per_cent(figures['value'])} ({per_cent(figures['low'])}–{per_cent(figures['high'])})"


def per_cent(value: float | None) -> str:
    """A share as per cent with one decimal; a dash for none."""
    return "–" if value is None else f"{100 * value:.1f}"


def with_figures(card: str, figures: str) -> str:
    """The text of a card with ``figures`` between its two marks."""
    return between(card, figures, (BEGIN, END))


def between(card: str, text: str, marks: tuple[str, str]) -> str:
    """The text of a card with ``text`` between two ``marks``; at its end where it has none of them."""
    before, _, rest = card.partition(marks[0])
    after = rest.partition(marks[1])[2]
    return before + marks[0] + text + marks[1] + after


def write_mistakes(sheets: Path, kinds: Sequence[str], path: Path) -> str:
    """Draw the most confident mistakes of ``kinds`` on one picture; returns the card's line that shows it."""
    found = [cv2.imread(str(sheets / f"{kind}-01.png")) for kind in kinds if (sheets / f"{kind}-01.png").is_file()]
    if not found:
        path.unlink(missing_ok=True)
        return ""
    width, height = SHEET_PX
    lines = [sheet[:height, :width] for sheet in found if sheet is not None]
    wide = [np.pad(line, ((0, 0), (0, width - line.shape[1]), (0, 0)), constant_values=255) for line in lines]
    cv2.imwrite(str(path), np.vstack(wide), [cv2.IMWRITE_JPEG_QUALITY, 80])
    return f"\nThe surest mistakes on the rendered tables (truth > reading, how sure): ![mistakes]({path.name})\n"


def main() -> None:
    """Command line: measure every source, then write both cards."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("sources", nargs="+", metavar="NAME=PATH")
    sources = {name: Path(path) for name, _, path in (source.partition("=") for source in parser.parse_args().sources)}
    with TemporaryDirectory() as folder:
        reports = {name: measured(path, Path(folder) if name == SHOWN else None) for name, path in sources.items()}
        for model, columns in COLUMNS.items():
            reads = model == "tile_reader"
            figures = table(reports, columns, calibrated=reads)
            figures += "\n![how sure, how right](reliability.svg)\n" if reads else ""
            figures += write_mistakes(Path(folder), MISTAKES[model], HERE / model / "mistakes.jpg")
            card = HERE / model / "card.md"
            card.write_text(with_figures(card.read_text("utf-8"), figures), "utf-8")
    (HERE / "tile_reader" / "reliability.svg").write_text(diagram(reports), "utf-8")


if __name__ == "__main__":
    main()
