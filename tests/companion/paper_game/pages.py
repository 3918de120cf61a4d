"""Printed pages as pictures, for tests that look at them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from companion.paper_game import game_order, paper_game
from companion.rule_questions.rule_books import rule_book, rule_card
from companion.view_models.exported_files import Paper, PrintRequest
from engine.rules.profiles import load_rules


def made(rules: str = "clasico", **asked: object) -> Paper:
    """The PDF that is printed for what somebody asked for."""
    order, law = game_order(PrintRequest(**asked)), load_rules(rules)
    return paper_game(order, rule_card(law.name, law, order.language), rule_book(law, order.language))


def pictures(paper: Paper, folder: Path, dots_per_inch: int = 100, first: int = 0) -> list[NDArray[np.uint8]]:
    """The pages of a PDF, BGR; only the ``first`` so many where that is said."""
    return [np.asarray(cv2.imread(str(path)), np.uint8) for path in sheets(paper, folder, dots_per_inch, first)]


def sheets(paper: Paper, folder: Path, dots_per_inch: int = 100, first: int = 0) -> list[Path]:
    """The same as files in ``folder``, not packed: packing them takes longer than drawing."""
    _needs("pdftoppm")
    folder.mkdir(exist_ok=True)
    (folder / "game.pdf").write_bytes(paper.contents)
    asked = ["-r", str(dots_per_inch), *(["-l", str(first)] if first else [])]
    subprocess.run(["pdftoppm", *asked, folder / "game.pdf", folder / "sheet"], check=True)
    return sorted(folder.glob("sheet*.ppm"))


def words(paper: Paper, folder: Path) -> list[str]:
    """What stands on each page, in one line."""
    _needs("pdftotext")
    (folder / "game.pdf").write_bytes(paper.contents)
    printed = subprocess.run(["pdftotext", folder / "game.pdf", "-"], capture_output=True, check=True, text=True).stdout
    return [" ".join(page.split()) for page in printed.split("\f")[:-1]]


def _needs(program: str) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
