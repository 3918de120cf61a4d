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


def pictures(paper: Paper, folder: Path, dots_per_inch: int = 100) -> list[NDArray[np.uint8]]:
    """The pages of a PDF, BGR."""
    return [np.asarray(cv2.imread(str(path)), np.uint8) for path in sheets(paper, folder, dots_per_inch)]


def sheets(paper: Paper, folder: Path, dots_per_inch: int = 100) -> list[Path]:
    """The same as files in ``folder``."""
    _needs("pdftoppm")
    folder.mkdir(exist_ok=True)
    (folder / "game.pdf").write_bytes(paper.contents)
    subprocess.run(["pdftoppm", "-r", str(dots_per_inch), "-png", folder / "game.pdf", folder / "sheet"], check=True)
    return sorted(folder.glob("sheet*.png"))


def words(paper: Paper, folder: Path) -> list[str]:
    """What stands on each page, in one line."""
    _needs("pdftotext")
    (folder / "game.pdf").write_bytes(paper.contents)
    printed = subprocess.run(["pdftotext", folder / "game.pdf", "-"], capture_output=True, check=True, text=True).stdout
    return [" ".join(page.split()) for page in printed.split("\f")[:-1]]


def _needs(program: str) -> None:
    if shutil.which(program) is None:
        pytest.skip(f"{program} is not installed")
