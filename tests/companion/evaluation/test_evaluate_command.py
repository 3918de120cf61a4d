"""``burako evaluate``: figures by session, sheets of mistakes, and patience with bad pictures."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import cv2
import pytest

from companion import bootstrap
from companion.bootstrap import Recognizer
from tests.companion.builders import FakeRecognizer, RecognizerByWidth, belief, corners, reading, save_picture
from tests.companion.conftest import Outcome
from tests.companion.taught import SetRecognizer, told_set
from vision.recognition.set_profile import SetProfile

Burako = Callable[..., Outcome]
SeeAs = Callable[[Recognizer], None]
NAMES = ["7r", "8r", "9r", "J", "4b", "7"]
pytestmark = pytest.mark.usefixtures("recognizer")


def label(column: int, line: int, name: str, row: int = -1) -> dict[str, Any]:
    outline = corners(column, line).ravel().tolist()
    return {"category_id": NAMES.index(name) + 1, "segmentation": [outline], "row": row}


def annotated(folder: Path, *pictures: tuple[int, str, Sequence[dict[str, Any]]]) -> Path:
    """Pictures of (width, session, labels) and the COCO file that says so."""
    coco: dict[str, Any] = {"images": [], "annotations": [], "categories": []}
    coco["categories"] = [{"id": number, "name": name} for number, name in enumerate(NAMES, 1)]
    for width, session, labels in pictures:
        save_picture(folder / "images" / f"{width}.jpg", (width, 300))
        image = {"id": width, "file_name": f"images/{width}.jpg", "width": width, "height": 300, "session": session}
        coco["images"].append(image)
        coco["annotations"] += [{"image_id": width, **label} for label in labels]
    path = folder / "annotations.json"
    path.write_text(json.dumps(coco))
    return path


ROW = [label(0, 0, "7r", 0), label(1, 0, "8r", 0), label(2, 0, "9r", 0)]


def test_figures_come_by_session_and_overall(burako: Burako, recognizer: SeeAs, tmp_path: Path) -> None:
    recognizer(RecognizerByWidth({400: reading("7r 8r 9r"), 500: reading("7r 8b J.6", loose="4b")}))
    truth = annotated(tmp_path, (400, "noon", ROW), (500, "dusk", [*ROW, label(5, 1, "J")]))
    outcome = burako("evaluate", truth, "--json")
    said = json.loads(outcome.out)
    assert (outcome.status, list(said["sessions"])) == (0, ["noon", "dusk"])
    counts = {name: (said["overall"][name]["count"], said["overall"][name]["of"]) for name in COUNTED}
    assert counts == COUNTED
    assert said["sessions"]["noon"]["exact"]["value"] == 1.0
    assert said["sessions"]["dusk"]["silent"]["count"] == 1
    assert said["overall"]["elapsed_ms"]["p50"]["value"] == pytest.approx(15.12)


COUNTED = {
    "recall": (6, 7),
    "precision": (6, 7),
    "number": (5, 6),
    "color": (4, 6),
    "both": (4, 6),
    "exact": (1, 2),
    "silent": (1, 6),
    "asked": (1, 6),
    "rows": (1, 2),
}


@pytest.mark.parametrize(
    ("seen", "right"),
    [
        pytest.param("7r 8r 9r", 1, id="whole"),
        pytest.param("7r 8r | 9r", 0, id="broken"),
        pytest.param("9r 8r 7r", 0, id="other tiles"),
        pytest.param("7r 8r 9r 4b", 0, id="with a tile too many"),
    ],
)
def test_a_row_is_right_when_it_is_whole_alone_and_in_order(
    burako: Burako, recognizer: SeeAs, tmp_path: Path, seen: str, right: int
) -> None:
    recognizer(FakeRecognizer(reading(seen)))
    said = json.loads(burako("evaluate", annotated(tmp_path, (400, "noon", ROW)), "--json").out)
    assert (said["overall"]["rows"]["count"], said["overall"]["rows"]["of"]) == (right, 1)


@pytest.mark.parametrize(
    ("seen", "exact"),
    [
        pytest.param("7r 8r 9r", 1, id="all found and right"),
        pytest.param("7r 8r", 0, id="one missed"),
        pytest.param("7r 8r 9r | 4b", 0, id="one invented"),
        pytest.param("7r 8r 9b", 0, id="one wrong"),
    ],
)
def test_a_picture_is_exact_when_nothing_in_it_is_wrong(
    burako: Burako, recognizer: SeeAs, tmp_path: Path, seen: str, exact: int
) -> None:
    recognizer(FakeRecognizer(reading(seen)))
    said = json.loads(burako("evaluate", annotated(tmp_path, (400, "noon", ROW)), "--json").out)
    assert said["overall"]["exact"]["count"] == exact


def test_the_threshold_tells_questions_from_silent_errors(burako: Burako, recognizer: SeeAs, tmp_path: Path) -> None:
    recognizer(FakeRecognizer(reading("7b.9")))
    truth = annotated(tmp_path, (400, "noon", [label(0, 0, "7r")]))
    for threshold, silent, asked in (("0.8", 1, 0), ("0.95", 0, 1)):
        said = json.loads(burako("evaluate", truth, "--json", "--threshold", threshold).out)["overall"]
        assert (said["silent"]["count"], said["asked"]["count"]) == (silent, asked)


def test_the_table_has_a_column_for_each_session(burako: Burako, tmp_path: Path) -> None:
    truth = annotated(tmp_path, (400, "noon", ROW), (500, "dusk", ROW))
    said = burako("evaluate", truth, "--lang", "es").out
    for phrase in ("todas", "noon", "dusk", "Lugares hallados", "100.00 %", "6 / 6", "Filas"):
        assert phrase in said


def test_mistakes_are_shown_on_sheets_by_kind(burako: Burako, recognizer: SeeAs, tmp_path: Path) -> None:
    recognizer(FakeRecognizer(reading("7r 8b", loose="4b")))
    truth = annotated(tmp_path, (400, "noon", ROW))
    assert burako("evaluate", truth, "--failures", tmp_path / "sheets").status == 0
    sheets = sorted(path.name for path in (tmp_path / "sheets").iterdir())
    assert sheets == ["invented-01.png", "missed-01.png", "wrong-01.png"]
    assert cv2.imread(str(tmp_path / "sheets" / "wrong-01.png")).std() > 10


def test_each_session_is_read_by_a_recognizer_that_was_taught_its_set(
    burako: Burako, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    row = [f"{number}b" for number in range(1, 14)]
    opened, learner = list[SetProfile](), SetRecognizer(seen=reading(" ".join(row)))

    def open_recognizer(known: SetProfile | None = None) -> Recognizer:
        if known is None:
            return learner
        opened.append(known)
        return FakeRecognizer(reading("7r 8r 9r" if known.name == "noon" else "7b 8r 9r"))

    monkeypatch.setattr(bootstrap, "open_recognizer", open_recognizer)
    truth = annotated(tmp_path, (400, "noon", ROW), (500, "noon", ROW), (600, "dusk", ROW))
    told_set(tmp_path / "noon.json", row)
    lacking = burako("evaluate", truth, "--taught", "--json", "--lang", "en")
    assert (lacking.status, len(lacking.complaints)) == (2, 1)
    assert "is missing at" in lacking.complaints[0]
    told_set(tmp_path / "dusk.json", row)
    said = json.loads(burako("evaluate", truth, "--taught", "--json").out)["sessions"]
    assert {name: one["exact"]["count"] for name, one in said.items()} == {"noon": 2, "dusk": 0}
    assert [known.name for known in opened] == ["noon", "noon", "dusk"], "a set is learned once in a run"


def test_single_tiles_are_read_from_folders(burako: Burako, recognizer: SeeAs, tmp_path: Path) -> None:
    recognizer(FakeRecognizer(crop=belief("7b")))
    for name in ("7/a.jpg", "7/b.jpg", "8/a.jpg"):
        save_picture(tmp_path / "crops" / name, (60, 80))
    said = json.loads(burako("evaluate", "--crops", tmp_path / "crops", "--json").out)
    assert (said["overall"]["number"]["count"], said["overall"]["number"]["of"]) == (2, 3)
    assert said["overall"]["recall"]["value"] is None
    assert list(said["sessions"]) == ["7", "8"]


def test_a_bad_picture_costs_one_line_and_the_rest_is_measured(burako: Burako, tmp_path: Path) -> None:
    truth = annotated(tmp_path, (400, "noon", ROW), (500, "noon", ROW), (600, "noon", ROW))
    (tmp_path / "images" / "400.jpg").write_bytes(b"no picture")
    save_picture(tmp_path / "images" / "500.jpg", (300, 500))
    outcome = burako("evaluate", truth, "--json")
    assert (outcome.status, len(outcome.complaints)) == (2, 2)
    assert json.loads(outcome.out)["overall"]["exact"]["of"] == 1


@pytest.mark.parametrize(
    "arguments",
    [
        pytest.param([], id="nothing to measure"),
        pytest.param(["absent.json"], id="a file that is not there"),
        pytest.param(["--crops", "absent"], id="a folder that is not there"),
    ],
)
def test_what_cannot_be_measured_is_one_line_and_exit_2(burako: Burako, arguments: list[str]) -> None:
    outcome = burako("evaluate", *arguments)
    assert (outcome.status, outcome.out, len(outcome.complaints)) == (2, "", 1)
