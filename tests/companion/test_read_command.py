"""``burako read``: one JSON line or one table a picture, one complaint for what cannot be read."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.bootstrap import Recognizer
from tests.companion.builders import FakeRecognizer, RecognizerByWidth, reading, save_picture
from tests.companion.conftest import Outcome

Burako = Callable[..., Outcome]
SeeAs = Callable[[Recognizer], None]
pytestmark = pytest.mark.usefixtures("recognizer")


def test_each_picture_is_one_line_of_json(burako: Burako, recognizer: SeeAs, tmp_path: Path) -> None:
    recognizer(RecognizerByWidth({400: reading("7r 8r J"), 500: reading("4b 4k 4r", loose="1y")}))
    paths = save_picture(tmp_path / "a.jpg"), save_picture(tmp_path / "b.png", (500, 300))
    outcome = burako("read", *paths, "--json")
    lines = [json.loads(line) for line in outcome.out.splitlines()]
    assert (outcome.status, outcome.complaints) == (0, ())
    assert [(line["image"], line["size"], line["points"]) for line in lines] == [
        (str(paths[0]), [400, 300], 65),
        (str(paths[1]), [500, 300], 15),
    ]


@pytest.mark.parametrize(("what", "word"), [("burnt_out", "reflejo"), ("faint", "no se llega a ver bien")])
def test_who_reads_a_table_with_something_hidden_is_told(
    burako: Burako, recognizer: SeeAs, tmp_path: Path, what: str, word: str
) -> None:
    there = np.array([[150, 20], [190, 20], [190, 80]], np.float32)
    plain = reading("7r 8r J")
    recognizer(RecognizerByWidth({400: plain, 500: replace(plain, **{what: (there,)})}))
    printed = [burako("read", save_picture(tmp_path / f"{width}.jpg", (width, 300))).out for width in (400, 500)]
    assert [word in line for line in printed] == [False, True]


def test_who_reads_a_table_that_the_edge_cuts_is_told(burako: Burako, recognizer: SeeAs, tmp_path: Path) -> None:
    recognizer(RecognizerByWidth({400: reading("7r 8r J"), 100: reading("7r 8r J")}))
    printed = [burako("read", save_picture(tmp_path / f"{width}.jpg", (width, 300))).out for width in (400, 100)]
    assert ["corta alguna ficha" in line for line in printed] == [False, True]


def test_a_folder_is_read_in_order_of_name_and_other_files_are_left_alone(burako: Burako, tmp_path: Path) -> None:
    for name in ("b.jpg", "a.JPG", "c.webp"):
        save_picture(tmp_path / name)
    (tmp_path / "annotations.json").write_text("{}")
    lines = burako("read", tmp_path, "--json").out.splitlines()
    assert [Path(json.loads(line)["image"]).name for line in lines] == ["a.JPG", "b.jpg", "c.webp"]


def test_one_bad_file_among_good_ones_costs_one_line(burako: Burako, tmp_path: Path) -> None:
    save_picture(tmp_path / "a.jpg")
    (tmp_path / "b.jpg").write_bytes(b"this is no picture")
    save_picture(tmp_path / "c.jpg")
    outcome = burako("read", tmp_path, "--json")
    assert outcome.status == 2
    assert [Path(json.loads(line)["image"]).name for line in outcome.out.splitlines()] == ["a.jpg", "c.jpg"]
    assert len(outcome.complaints) == 1
    assert "b.jpg" in outcome.complaints[0]


@pytest.mark.parametrize(
    ("rules", "points"),
    [
        pytest.param(["--rules", "rummy"], 24, id="rummy counts numbers"),
        pytest.param(["--set", "joker_value=30"], 45, id="a house rule"),
        pytest.param([], 65, id="clasico"),
    ],
)
def test_the_rules_decide_the_points(burako: Burako, tmp_path: Path, rules: list[str], points: int) -> None:
    outcome = burako("read", save_picture(tmp_path / "a.jpg"), "--json", *rules)
    assert json.loads(outcome.out)["points"] == points


def test_the_table_shows_melds_verdicts_doubts_and_the_total(burako: Burako, recognizer: SeeAs, tmp_path: Path) -> None:
    recognizer(FakeRecognizer(reading("7r 8r J | 5r 6b 7r | 3k ? 5k | 9r 9k 9b 9y.5/9r.45", loose="6r.5/9r.4 back")))
    said = burako("read", save_picture(tmp_path / "a.jpg"), "--lang", "es").out
    for phrase in (
        "7r 8r J=9r",
        "Escalera",
        "Vale",
        "No vale",
        "Sin leer",
        "Sueltas",
        "puede ser el 6 rojo o el 9 rojo",
        "Total: 65",
    ):
        assert phrase in said


@pytest.mark.parametrize(
    ("row", "verdict"),
    [("3k ? 5k", "Falta leer"), ("3k ? back", "Falta leer: La 3.ª ficha está dada vuelta"), ("5r 6b 7r", "No vale: ")],
)
def test_a_row_that_is_not_read_is_not_called_unlawful(
    burako: Burako, recognizer: SeeAs, tmp_path: Path, row: str, verdict: str
) -> None:
    recognizer(FakeRecognizer(reading(row)))
    said = burako("read", save_picture(tmp_path / "a.jpg"), "--lang", "es").out
    printed = " ".join(said.replace("│", " ").split())
    assert verdict in printed
    assert ("No vale" in printed) == verdict.startswith("No vale")
    assert printed.count("puede ser") == row.count("?")


def test_an_empty_table_is_told_in_english(burako: Burako, recognizer: SeeAs, tmp_path: Path) -> None:
    recognizer(FakeRecognizer(reading("")))
    assert "No tiles in sight." in burako("read", save_picture(tmp_path / "a.jpg"), "--lang", "en").out


def test_a_drawing_has_the_size_of_the_picture_and_marks_on_it(burako: Burako, tmp_path: Path) -> None:
    picture, drawing = save_picture(tmp_path / "a.jpg", (640, 480)), tmp_path / "out" / "a.png"
    assert burako("read", picture, "--draw", drawing).status == 0
    drawn = cv2.imread(str(drawing))
    assert drawn.shape == (480, 640, 3)
    assert (drawn != 160).any(axis=2).mean() > 0.01


def test_drawings_of_several_pictures_go_to_a_folder(burako: Burako, tmp_path: Path) -> None:
    pictures = [save_picture(tmp_path / name) for name in ("one/a.jpg", "two/a.jpg", "two/b.png")]
    assert burako("read", *pictures, "--draw", tmp_path / "drawn").status == 0
    assert sorted(path.name for path in (tmp_path / "drawn").iterdir()) == ["a-2.png", "a.png", "b.png"]


BAD_FILES: dict[str, bytes] = {
    "text.jpg": b"not an image at all",
    "empty.jpg": b"",
    "phone.heic": b"\x00\x00\x00\x18ftypheic\x00\x00\x00\x00mif1heic" + bytes(64),
    "moving.gif": b"GIF89a" + bytes(20),
}


@pytest.mark.parametrize("name", [*BAD_FILES, "cut.jpg", "absent.jpg", "folder"])
def test_a_picture_that_cannot_be_read_is_one_line_and_exit_2(burako: Burako, tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    if name in BAD_FILES:
        path.write_bytes(BAD_FILES[name])
    elif name == "cut.jpg":
        whole = cv2.imencode(".jpg", np.random.default_rng(0).integers(0, 255, (200, 300, 3), np.uint8))[1].tobytes()
        path.write_bytes(whole[: len(whole) // 2])
    elif name == "folder":
        path.mkdir()
    outcome = burako("read", path, "--json")
    assert (outcome.status, outcome.out, len(outcome.complaints)) == (2, "", 1)
    assert name in outcome.complaints[0]


@pytest.mark.parametrize(
    "options",
    [
        pytest.param(["--rules", "nobody"], id="no such profile"),
        pytest.param(["--set", "no_such_rule=1"], id="no such rule"),
        pytest.param(["--set", "min_meld_len=many"], id="a value of the wrong type"),
        pytest.param(["--draw", "drawing.xyz"], id="a drawing of no kind"),
        pytest.param(["--lang", "fr"], id="a language we do not speak"),
        pytest.param(["--nonsense"], id="an option that does not exist"),
    ],
)
def test_bad_options_end_the_command(burako: Burako, tmp_path: Path, options: list[str]) -> None:
    outcome = burako("read", save_picture(tmp_path / "a.jpg"), *options)
    assert (outcome.status, outcome.out) == (2, "")


def test_a_drawing_never_overwrites_a_picture(burako: Burako, tmp_path: Path) -> None:
    picture = save_picture(tmp_path / "a.png")
    before = picture.read_bytes()
    assert burako("read", picture, "--draw", picture).status == 2
    assert burako("read", picture, "--draw", tmp_path).status == 2
    assert picture.read_bytes() == before


def test_one_file_for_several_drawings_is_refused(burako: Burako, tmp_path: Path) -> None:
    pictures = [save_picture(tmp_path / name) for name in ("a.jpg", "b.jpg")]
    outcome = burako("read", *pictures, "--draw", tmp_path / "out.png")
    assert (outcome.status, len(outcome.complaints)) == (2, 1)
    assert not (tmp_path / "out.png").exists()


def test_a_drawing_that_cannot_be_written_is_one_line(burako: Burako, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    outcome = burako("read", save_picture(tmp_path / "a.jpg"), "--draw", tmp_path / "file" / "out.png")
    assert (outcome.status, len(outcome.complaints)) == (2, 1)
