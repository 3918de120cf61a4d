"""Figures as the cards tell them."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree

import cv2
import numpy as np
import pytest

from models.measure_accuracy import BEGIN, COLUMNS, END, HERE, table, with_figures, write_mistakes
from models.reliability_diagram import at, diagram

SHARE = {"value": 0.995, "low": 0.98, "high": 1.0, "count": 199, "of": 200}
NOTHING = {"value": None, "low": 0.0, "high": 1.0, "count": 0, "of": 0}
BINS = [{"from": 0.5, "to": 0.6, "count": 4, "right": 0, "confidence": 0.55},
        {"from": 0.9, "to": 0.95, "count": 50, "right": 40, "confidence": 0.925}]  # fmt: skip


def report(**shares: Any) -> dict[str, Any]:
    return {"calibration": {"error": 0.012, "bins": BINS}, **shares}


def test_a_table_has_a_line_for_each_source_that_was_counted() -> None:
    said = table({"a": report(number=SHARE, both=NOTHING), "b": report(number=NOTHING, both=NOTHING)},
                 {"number": "number", "whole": "both"}, calibrated=False)  # fmt: skip
    assert said.splitlines()[2:] == ["| `a` | 99.5 (98.0–100.0) | – |"]


def test_the_error_of_calibration_ends_the_line() -> None:
    assert "| `a` | 99.5 (98.0–100.0) | 1.2 |" in table({"a": report(number=SHARE)}, {"n": "number"}, calibrated=True)


@pytest.mark.parametrize("old", ["", "| an older table |\n"])
def test_figures_replace_those_before(old: str) -> None:
    card = f"# a card\n\n{BEGIN}{old}{END}\nwhat follows\n"
    assert with_figures(card, "new\n") == f"# a card\n\n{BEGIN}new\n{END}\nwhat follows\n"


@pytest.mark.parametrize("model", COLUMNS)
def test_every_card_has_a_place_for_its_figures(model: str) -> None:
    card = (HERE / model / "card.md").read_text("utf-8")
    assert card.index(BEGIN) < card.index(END)


def test_the_diagram_shows_bins_that_hold_enough() -> None:
    drawn = ElementTree.fromstring(diagram({"a & b": report()}))
    dots = [(node.get("cx"), node.get("cy")) for node in drawn if node.tag.endswith("circle")]
    assert dots == [tuple(at(0.925, 0.8).split())]
    assert any(node.text == "a & b (1.2 %)" for node in drawn if node.tag.endswith("text"))


def test_mistakes_are_shown_one_kind_below_the_other(tmp_path: Any) -> None:
    for kind, width in (("missed", 300), ("invented", 1540)):
        cv2.imwrite(str(tmp_path / f"{kind}-01.png"), np.zeros((184, width, 3), np.uint8))
    line = write_mistakes(tmp_path, ("missed", "invented", "wrong"), tmp_path / "mistakes.jpg")
    assert "(mistakes.jpg)" in line
    assert cv2.imread(str(tmp_path / "mistakes.jpg")).shape == (368, 1540, 3)


def test_without_mistakes_nothing_is_shown(tmp_path: Any) -> None:
    (tmp_path / "mistakes.jpg").write_bytes(b"of before")
    assert write_mistakes(tmp_path, ("wrong",), tmp_path / "mistakes.jpg") == ""
    assert not (tmp_path / "mistakes.jpg").exists()
