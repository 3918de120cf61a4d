"""``burako tally``: from a folder or a club's list to score sheets, with doubts that a person answers."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from urllib.parse import unquote

import numpy as np
import pytest

from companion.bulk_counting import bulk_run
from tests.companion.builders import FakeRecognizer, RecognizerByWidth, reading, save_picture
from tests.companion.bulk_counting.conftest import FakeExecutors, single_recognizer
from tests.companion.conftest import Outcome

__all__ = ["single_recognizer"]
Tally = Callable[..., Outcome]


@pytest.fixture
def counts(burako, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, single_recognizer) -> Tally:
    """``counts(...)`` within this program, with readers within it too, its matches in a folder of their own."""
    monkeypatch.setattr(bulk_run, "LocalExecutors", lambda _: FakeExecutors())
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
    assert "Fotos contadas: 3 de 3 (3 ahora)" in outcome.out
    assert [line[:4] for line in lines(tmp_path / "tanteo" / "hands.csv")[1:]] == [
        [f"mesa {number}", "", f"mesa {number}", "65"] for number in range(3)
    ]
    assert len(lines(tmp_path / "tanteo" / "photographs.csv")) == 4
    assert "No hay dudas." in (tmp_path / "tanteo" / "index.html").read_text()


def test_a_list_is_read_in_the_letters_of_the_spreadsheet(counts: Tally, tmp_path: Path):
    save_picture(tmp_path / "in" / "peña.png")
    (tmp_path / "list.csv").write_bytes("foto;equipo\nin/peña.png;Ñandú\n".encode("cp1252"))
    assert counts(tmp_path / "list.csv").status == 0
    assert lines(tmp_path / "tanteo" / "hands.csv")[1][2] == "Ñandú"


def test_doubts_are_asked_answered_and_counted_without_reading_again(counts: Tally, single_recognizer, tmp_path: Path):
    single_recognizer(RecognizerByWidth({400: reading("7r 8r 9r.6/9y.3"), 500: reading("4b ? 6b | 1y.5/1r.4 2k 8b")}))
    save_picture(tmp_path / "in" / "a.png", (400, 300))
    save_picture(tmp_path / "in" / "b.png", (500, 300))
    (tmp_path / "list.csv").write_text("foto;mesa;equipo\nin/a.png;1;<Norte>\nin/b.png;1;Sur\n")
    parsed = json.loads(counts(tmp_path / "list.csv", "--json").out)
    assert parsed["counts"]["doubts"] == len(parsed["doubts"]) > 0
    assert "teams" not in parsed["hands"][0]
    counts(tmp_path / "list.csv")
    page = (tmp_path / "tanteo" / "index.html").read_text()
    assert re.findall(r'data-code="([^"]+)"', page) == [doubt["code"] for doubt in parsed["doubts"]]
    assert page.count("data:image/jpeg;base64,") == len(parsed["doubts"])
    assert "&lt;Norte&gt;" in page
    assert "<Norte>" not in page
    faces = iter(["4b", "1y"])
    answers = [f"{doubt['code']} {'5b' if not doubt['likely'] else next(faces)}" for doubt in parsed["doubts"]]
    (tmp_path / "answers.txt").write_text("\n".join(answers))
    single_recognizer(FakeRecognizer(reading("")))
    again = json.loads(counts(tmp_path / "list.csv", "--json", "--answers", tmp_path / "answers.txt").out)
    assert (again["counts"]["doubts"], again["counts"]["new"]) == (0, 0)
    assert set(again["hands"][0]["teams"]) == {"<Norte>", "Sur"}
    assert json.loads(counts(tmp_path / "list.csv", "--json").out) | {"elapsed_s": 0} == again | {"elapsed_s": 0}


def test_the_page_shows_every_photograph_with_its_tiles_where_they_lie(
    counts: Tally, single_recognizer, tmp_path: Path
):
    single_recognizer(RecognizerByWidth({400: reading("7r 8r 9r.6/9y.3 | 4b J 6b"), 500: reading("", loose="7r J")}))
    save_picture(tmp_path / "in" / "mesa número 1.png", (400, 300))
    save_picture(tmp_path / "in" / "atril.png", (500, 300))
    listed = "foto;mesa;equipo;que;muerto\nin/mesa número 1.png;1;Norte;juegos;no\nin/atril.png;2;Sur;atril;no\n"
    (tmp_path / "list.csv").write_text(listed)
    parsed = json.loads(counts(tmp_path / "list.csv", "--json").out)
    counts(tmp_path / "list.csv", "--out", tmp_path / "tanteo", "--lang", "es")
    page = (tmp_path / "tanteo" / "index.html").read_text()
    pictures = [unquote(address) for address in re.findall(r'<img loading="lazy" src="([^"]+)"', page)]
    assert [(tmp_path / "tanteo" / picture).resolve().name for picture in pictures] == [
        "mesa número 1.png",
        "atril.png",
    ]
    assert all((tmp_path / "tanteo" / picture).is_file() for picture in pictures)
    assert re.findall(r'viewBox="0 0 (\d+) (\d+)"', page) == [("400", "300"), ("500", "300")]
    assert (page.count("<polygon"), page.count('class="photo"')) == (8, 2)
    codes = [doubt["code"] for doubt in parsed["doubts"]]
    assert re.findall(r'<a href="#([0-9a-f]+:\d+)"><polygon', page) == codes
    assert re.findall(r'<fieldset id="([^"]+)"', page) == codes
    assert all(f'id="{place}"' in page for place in re.findall(r'<a href="#(p[0-9a-f]+)"', page))
    assert '<span class="tile j">J<small>5b</small></span>' in page
    assert ">−155<" in page
    assert "muerto sin comprar: −100" in page
    assert lines(tmp_path / "tanteo" / "hands.csv")[2][3] == "-155"


NO_MELD = "no se ve ningún juego: sacala de nuevo o dejala afuera"
NO_TILE_AT_ALL = "no se ve ninguna ficha: sacala de nuevo o dejala afuera"
LAMP = np.array([[150, 20], [190, 20], [190, 80]], np.float32)
SEEN = {
    400: reading(""),
    410: reading("", loose="7r 8b"),
    420: reading("4r 5r 6r | 9k back", loose="7r"),
    430: reading("4r 5r 6r"),
    440: replace(reading("4r 5r 6r"), burnt_out=(LAMP,)),
    450: replace(reading("4r 5r 6r"), faint=(LAMP,)),
    80: reading("4r 5r 6r"),
}


@pytest.mark.parametrize(
    ("width", "shows", "points", "said"),
    [
        (400, "juegos", "", NO_MELD),
        (410, "juegos", "", f"{NO_MELD}; fuera de los juegos, sin contar: 7r 8b"),
        (420, "juegos", "15", "contada; fuera de los juegos, sin contar: 9k 7r"),
        (430, "juegos", "15", "contada"),
        (440, "juegos", "15", "contada; un reflejo tapa una parte de la mesa: si ahí hay fichas, no se ven"),
        (450, "juegos", "15", "contada; cerca de las fichas puede haber otra que no se llega a ver bien: no se cuenta"),
        (80, "juegos", "15", "contada; el borde corta alguna ficha: si más allá hay otras, no se cuentan"),
        (400, "atril", "", NO_TILE_AT_ALL),
        (400, "muerto", "", NO_TILE_AT_ALL),
        (410, "atril", "-15", "contada"),
    ],
)
def test_what_a_photograph_does_not_show_is_never_nought(
    counts: Tally, single_recognizer, tmp_path: Path, width: int, shows: str, points: str, said: str
):
    single_recognizer(RecognizerByWidth(SEEN))
    save_picture(tmp_path / "in" / "a.png", (width, 300))
    (tmp_path / "list.csv").write_text(f"foto;que\nin/a.png;{shows}\n")
    outcome = counts(tmp_path / "list.csv", "--lang", "es")
    assert (outcome.status, outcome.complaints) == (0, ())
    assert f"sin nada a la vista: {int(not points)}" in outcome.out
    state = "contada" if points else "falta resolver: fotos sin nada a la vista (1)"
    assert lines(tmp_path / "tanteo" / "hands.csv")[1][3:5] == [points, state]
    assert lines(tmp_path / "tanteo" / "photographs.csv")[1][-1] == said
    assert ("Fotos para mirar" in (tmp_path / "tanteo" / "index.html").read_text()) == (said != "contada")


def test_a_name_that_looks_like_a_formula_is_none_in_the_spreadsheet(counts: Tally, tmp_path: Path):
    save_picture(tmp_path / "in" / "a.png")
    (tmp_path / "list.csv").write_text("foto;mesa;equipo\nin/a.png;=1+1;@SUM(A1)\n")
    counts(tmp_path / "list.csv")
    for name in ("hands.csv", "photographs.csv"):
        assert {"'=1+1", "'@SUM(A1)"} < set(lines(tmp_path / "tanteo" / name)[1])


def test_bad_pictures_cost_a_line_each_and_the_rest_is_counted(counts: Tally, tmp_path: Path):
    save_picture(tmp_path / "in" / "a.png")
    (tmp_path / "list.csv").write_text(f"foto\nin/a.png\nin/absent.png\nin/bad.png\n{'x' * 3000}\n")
    (tmp_path / "in" / "bad.png").write_bytes(b"no picture")
    outcome = counts(tmp_path / "list.csv", "--json")
    assert outcome.status == 2
    assert [line.split("/")[-1][:3] for line in outcome.complaints[:2]] == ["abs", "bad"]
    assert "ENAMETOOLONG" in outcome.complaints[2]
    assert json.loads(outcome.out)["counts"] == {
        "photographs": 4, "counted": 1, "new": 1, "failed": 3, "empty": 0, "doubts": 0
    }  # fmt: skip
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
