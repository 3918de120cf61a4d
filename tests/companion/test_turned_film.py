"""A film that stands on its head is told at the end, beside its score, in words and in JSON."""

from __future__ import annotations

import json

import pytest

from companion.cli.watch import EventPrinter
from companion.game_tracking.hand_tracker import HandTracker
from engine import load_rules
from vision.watching.camera_fitness import judge_fitness
from vision.watching.camera_measurements import CameraMeasurements


def ended(turn_deg: int, *, in_json: bool) -> None:
    printer = EventPrinter(HandTracker(load_rules("clasico"), 2, 0), "es", in_json)
    printer.gauge.fitness = judge_fitness(CameraMeasurements(turn_deg=turn_deg))
    printer.finish()


@pytest.mark.parametrize("turn_deg", [0, 90, 180])
def test_the_end_tells_by_how_much_to_turn(capsys: pytest.CaptureFixture[str], turn_deg: int) -> None:
    ended(turn_deg, in_json=True)
    assert json.loads(capsys.readouterr().out)["turn_deg"] == turn_deg
    ended(turn_deg, in_json=False)
    said = capsys.readouterr().out
    assert (f"Girá la imagen {turn_deg}° más" in said, "así va a leer mal" in said) == (bool(turn_deg), bool(turn_deg))
