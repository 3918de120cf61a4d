"""``burako tally``: from a folder or a club's list to score sheets, with doubts that a person answers."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.tally import running
from tests.companion.builders import EyeByWidth, FakeEye, reading, save_picture
from tests.companion.conftest import Outcome
from tests.companion.tally.conftest import FakeCrew, single_eye

__all__ = ["single_eye"]
Tally = Callable[..., Outcome]


@pytest.fixture
def counts(burako, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, single_eye) -> Tally:
    """``counts(...)`` within this program, with readers within it too, its matches in a folder of their own."""
    monkeypatch.setattr(running, "LocalCrew", lambda _: FakeCrew())
    monkeypatch.chdir(tmp_path)
    return lambda *arguments: burako("tally", *arguments, "--data", tmp_path / "kept")


def lines(path: Path) -> list[list[str]]:
    text = path.read_bytes().decode("utf-8-sig")
    return list(csv.reader(io.StringIO(text), delimiter=";"))


def test_a_folder_becomes_a_page_and_two_tables(counts: Tally, tmp_path: Path):
    for number in range(3):
        save_picture(tmp_path / "in" / f"mesa {number}.png", (400 + number, 300))
    outcome = counts(tmp_path / "in", "--lang", "es")
    assert (outcome.status, outcome.complaints) == (0, ())
    assert "3 de 3 fotos contadas (3 ahora)" in outcome.out
    assert [line[:4] for line in lines(tmp_path / "tanteo" / "hands.csv")[1:]] == [
        [f"mesa {number}", "", f"mesa {number}", "65"] for number in range(3)
    ]
    assert len(lines(tmp_path / "tanteo" / "photographs.csv")) == 4
    assert "No hay dudas." in (tmp_path / "tanteo" / "index.html").read_text()


def test_doubts_are_asked_answered_and_counted_without_reading_again(counts: Tally, single_eye, tmp_path: Path):
    single_eye(EyeByWidth({400: reading("7r 8r 9r.6/9y.3"), 500: reading("4b ? 6b | 1y.5/1r.4 2k 8b")}))
    save_picture(tmp_path / "in" / "a.png", (400, 300))
    save_picture(tmp_path / "in" / "b.png", (500, 300))
    (tmp_path / "list.csv").write_text("foto;mesa;equipo\nin/a.png;1;<Norte>\nin/b.png;1;Sur\n")
    told = json.loads(counts(tmp_path / "list.csv", "--json").out)
    assert told["counts"]["doubts"] == len(told["doubts"]) > 0
    assert "teams" not in told["hands"][0]
    counts(tmp_path / "list.csv")
    page = (tmp_path / "tanteo" / "index.html").read_text()
    assert re.findall(r'data-code="([^"]+)"', page) == [doubt["code"] for doubt in told["doubts"]]
    assert page.count("data:image/jpeg;base64,") == len(told["doubts"])
    assert "&lt;Norte&gt;" in page
    assert "<Norte>" not in page
    faces = iter(["4b", "1y"])
    answers = [f"{doubt['code']} {'5b' if not doubt['likely'] else next(faces)}" for doubt in told["doubts"]]
    (tmp_path / "answers.txt").write_text("\n".join(answers))
    single_eye(FakeEye(reading("")))
    again = json.loads(counts(tmp_path / "list.csv", "--json", "--answers", tmp_path / "answers.txt").out)
    assert (again["counts"]["doubts"], again["counts"]["new"]) == (0, 0)
    assert set(again["hands"][0]["teams"]) == {"<Norte>", "Sur"}
    assert json.loads(counts(tmp_path / "list.csv", "--json").out) | {"elapsed_s": 0} == again | {"elapsed_s": 0}


def test_bad_pictures_cost_a_line_each_and_the_rest_is_counted(counts: Tally, tmp_path: Path):
    save_picture(tmp_path / "in" / "a.png")
    (tmp_path / "list.csv").write_text("foto\nin/a.png\nin/absent.png\nin/bad.png\n")
    (tmp_path / "in" / "bad.png").write_bytes(b"no picture")
    outcome = counts(tmp_path / "list.csv", "--json")
    assert outcome.status == 2
    assert ["absent.png" in outcome.complaints[0], "bad.png" in outcome.complaints[1]] == [True, True]
    assert json.loads(outcome.out)["counts"] == {"photographs": 3, "counted": 1, "new": 1, "failed": 2, "doubts": 0}
    assert not (tmp_path / "tanteo").exists()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["absent"], "absent"),
        (["list.csv"], "columna"),
        (["empty"], "empty"),
        (["good.csv", "--answers", "absent.txt"], "absent.txt"),
        (["good.csv", "--answers", "list.csv"], "Línea 1"),
        (["good.csv", "--rules", "nobody"], "nobody"),
    ],
)
def test_what_cannot_be_counted_is_one_line(counts: Tally, tmp_path: Path, arguments: list[str], words: str):
    (tmp_path / "empty").mkdir()
    (tmp_path / "list.csv").write_text("mesa;equipo\n1;Norte\n")
    (tmp_path / "good.csv").write_text("foto\na.png\n")
    save_picture(tmp_path / "a.png")
    outcome = counts(*arguments, "--lang", "es")
    assert (outcome.status, outcome.out, len(outcome.complaints)) == (2, "", 1)
    assert words in outcome.complaints[0]
