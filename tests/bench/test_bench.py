"""The bench measures what it names, and says what it could not measure."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from time import sleep

import cv2
import numpy as np
import pytest

from tests.bench import season
from tests.bench.__main__ import as_json, over_decode, show, show_beside
from tests.bench.beside import beside, looks_beside
from tests.bench.law import ROWS, explaining, interpreting, simulating
from tests.bench.measures import TABLE, Report, judging, report
from tests.bench.stopwatch import Timing, timed
from vision.change_detection.lazy_frame import TileJudge
from vision.change_detection.signatures import U8
from vision.errors import ModelMissing
from vision.reading import DetectedTile, Frame, TableReading


class SlowRecognizer:
    """A recognizer that takes three milliseconds and sees nothing."""

    def __init__(self, threads: int) -> None:
        assert cv2.getNumThreads() == threads

    def look(self, frame: Frame) -> TableReading:
        sleep(0.003)
        return TableReading((), (), (), {"detect": 2.0, "read": 1.0, "layout": 0.0, "total": 3.0})

    def detect(self, bgr: U8) -> Sequence[DetectedTile]:
        sleep(0.05)
        return ()

    def table_judge(self) -> TileJudge:
        return lambda bgr, places: ()


@pytest.fixture
def picture(tmp_path: Path) -> Path:
    path = tmp_path / "table.jpg"
    cv2.imwrite(str(path), np.random.default_rng(0).integers(0, 255, (120, 160, 3), np.uint8))
    return path


def test_timing_is_the_middle_and_the_slow_end() -> None:
    assert Timing.of([3.0]) == Timing(3.0, 3.0)
    assert Timing.of([float(ms) for ms in range(1, 101)]) == Timing(50.5, 95.0)
    assert timed(lambda: sleep(0.002), 3).median_ms >= 2


def test_every_stage_is_measured(picture: Path) -> None:
    measured = report(2, 2, picture, SlowRecognizer)
    assert measured.missing == ()
    assert measured.tiles == 0
    assert measured.timings["unchanged_frame"].median_ms < 40
    assert measured.timings["detect"] == Timing(2.0, 2.0)
    assert measured.timings["read_total"].median_ms > 3
    assert measured.timings["read_total_106"].median_ms > 3
    assert over_decode(measured) == pytest.approx(
        measured.timings["read_total"].median_ms / measured.timings["decode"].median_ms, abs=0.01
    )


def test_the_json_is_one_line_with_the_contracted_names(picture: Path, capsys: pytest.CaptureFixture[str]) -> None:
    reports = {threads: report(threads, 1, picture, SlowRecognizer) for threads in (1, 2)}
    line = json.loads(json.dumps(as_json(reports)))
    assert {"read_total_ms", "detect_ms", "read_ms", "unchanged_frame_ms", "rules_table_ms"} <= set(line)
    assert (line["detect_ms"], line["p95"]["read_ms"], line["one_thread"]["detect_ms"]) == (2.0, 1.0, 2.0)
    show(reports)
    assert "read_total" in capsys.readouterr().out


def test_without_picture_or_networks_the_rest_is_measured(picture: Path, capsys: pytest.CaptureFixture[str]) -> None:
    def blind(threads: int) -> SlowRecognizer:
        raise ModelMissing("model_unlisted", {"name": "tile_reader"})

    for measured, word in ((report(1, 1, picture, blind), "tile_reader"), (report(1, 1, picture / "none"), "none")):
        assert word in measured.missing[0]
        assert "rules_table" in measured.timings
        assert as_json({1: measured, 2: measured})["read_total_ms"] is None
        show({1: measured, 2: Report(missing=measured.missing)})
        assert "not measured" in capsys.readouterr().out


def test_turns_are_explained_and_hands_played() -> None:
    assert explaining(1).median_ms > 0
    assert simulating(1).median_ms > 0


def test_rows_of_thirteen_are_judged() -> None:
    assert {len(row.split()) for row in ROWS} == {13}
    assert interpreting(1).median_ms > 0


def test_thirty_melds_are_judged() -> None:
    assert len(TABLE) == len(set(TABLE)) == 15
    assert judging(2).median_ms > 0


def test_verdicts_are_set_beside_those_of_an_earlier_build(capsys: pytest.CaptureFixture[str]) -> None:
    found = beside("HEAD", rounds=2, turns=1)
    if found.missing:
        pytest.skip("this is no clone")
    assert set(found.then) == set(found.now) == {"long_row", "rules_table"}
    assert min(*found.then.values(), *found.now.values()) > 0
    show_beside("verdicts", found, 1000)
    assert "this build" in capsys.readouterr().out


@pytest.mark.slow
def test_looks_and_first_answers_are_set_beside_those_of_an_earlier_build() -> None:
    found = looks_beside("HEAD", rounds=1, turns=1)
    if found.missing:
        pytest.skip("this is no clone")
    assert set(found.then) == set(found.now)
    assert {"60 tiles", "12 megapixels", "burako meld"} < set(found.now)
    assert min(*found.then.values(), *found.now.values()) > 0


def test_a_clone_without_the_earlier_build_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for found in (beside("0" * 40, rounds=1, turns=1), beside(rounds=1, turns=1, clone=tmp_path)):
        show_beside("verdicts", found, 1000)
        assert "does not hold that commit" in " ".join(capsys.readouterr().out.split())


def test_lists_and_leagues_are_measured(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(season, "NAMES", 30)
    monkeypatch.setattr(season, "EVENINGS", 3)
    for measure, words in (
        (season._a_list, "a list of 30 names"),
        (season._a_list_on_pages, "MB for the organiser's page"),
        (season._a_league, "a league of 3 evenings, 96 matches"),
    ):
        folder = tmp_path / measure.__name__
        folder.mkdir()
        told = measure(folder)
        assert words in told
        assert "MB more" in told
