"""``burako record``: a film without sound, what people write down of it, and a story that can be measured against."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.evaluation.film_labels import FilmedHand, ground_truth, read_labels
from companion.evaluation.film_truth import load_true_film
from engine import load_rules
from tests.companion.conftest import Outcome
from vision.cameras.video_writer import FilmWriter

Burako = Callable[..., Outcome]
MOVES = """# una mano corta
0:02 0 draw
0:05 0 lay 4r 5r 9r

0:09 0 discard 9k
1:00,5 1 draw
1:02 1 discard 8k
70 stock_out
"""
FILMED = FilmedHand(video="film.avi", fps=10.0, rules=load_rules("clasico", ["stock_out_none_has_canasta=score"]),
                    players=2, starter=0)  # fmt: skip


def test_what_was_written_down_becomes_a_true_story(tmp_path: Path) -> None:
    story = ground_truth(FILMED, read_labels(MOVES))
    path = tmp_path / "film.json"
    path.write_text(json.dumps(story), encoding="utf-8")
    truth = load_true_film(path)
    assert [(str(true_move.move), true_move.frame, true_move.is_offence) for true_move in truth.moves] == [
        ("0 draw", 20, False),
        ("0 lay 4r 5r 9r", 50, True),
        ("0 discard 9k", 90, False),
        ("1 draw", 605, False),
        ("1 discard 8k", 620, False),
        ("stock_out", 700, True),
    ]
    assert str(truth.table_at(90)).startswith("0: 4r 5r 9r; pozo: 9k")
    assert dict(truth.totals) == {"nosotros": -120, "ellos": -100}
    assert truth.video == tmp_path / "film.avi"


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("draw now", ("1", "draw now")),
        ("0:05 0 draw\n\n0:04 0 discard 9k", ("3", "0:04")),
        ("0:05 0 fly", ("1", "0 fly")),
        ("0:05 0 lay 4x", ("1",)),
        ("0:05 0 extend #7 4r 5r 6r", ("1", "7")),
        ("0:05 0 draw\n0:06 0 lay 4r 4r 4r 5r 6r 7r\n0:09 0 discard 9k", ("no pudo ser",)),
    ],
)
def test_a_line_that_says_nothing_is_named(burako: Burako, tmp_path: Path, text: str, words: tuple[str, ...]) -> None:
    hand = {"rules": "clasico", "overrides": [], "players": 2, "starter": 0, "fps": 10}
    (tmp_path / "hand.json").write_text(json.dumps(hand), encoding="utf-8")
    (tmp_path / "moves.txt").write_text(text, encoding="utf-8")
    outcome = burako("record", tmp_path, "--label", "--lang", "es")
    assert outcome.status == 2
    (complaint,) = outcome.complaints
    assert all(word in complaint for word in words), complaint
    assert not (tmp_path / "film.json").exists()


def test_a_film_shows_what_was_there_at_its_time(tmp_path: Path) -> None:
    writer = FilmWriter(tmp_path / "film.avi", 10.0)
    for at_s, grey in ((3.0, 40), (3.5, 120), (3.52, 125), (4.0, 220)):
        writer.write(np.full((48, 64, 3), grey, np.uint8), at_s)
    writer.close(4.3)
    film = cv2.VideoCapture(str(tmp_path / "film.avi"))
    shown = [round(float(film.read()[1].mean())) for _ in range(writer.frames)]
    assert film.read()[0] is False
    assert len(shown) == 13
    assert [abs(one - grey) < 8 for one, grey in zip(shown, [40] * 5 + [125] * 5 + [220] * 3, strict=True)] == [
        True
    ] * 13


def test_a_film_that_cannot_be_written_is_an_error_of_the_world(tmp_path: Path) -> None:
    with pytest.raises(OSError, match=r"film\.avi"):
        FilmWriter(tmp_path / "nowhere" / "film.avi", 10.0).write(np.zeros((48, 64, 3), np.uint8), 0.0)


def test_a_hand_is_filmed_written_down_and_can_be_measured(burako: Burako, tmp_path: Path) -> None:
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    rng = np.random.default_rng(1)
    for number in range(8):
        cv2.imwrite(str(pictures / f"{number}.png"), rng.integers(0, 255, (240, 320, 3), dtype=np.uint8))
    folder = tmp_path / "mano"
    filmed = burako("record", folder, "--camera", pictures, "--minutes", "0.05", "--yes", "--lang", "es")
    assert (filmed.status, filmed.complaints) == (0, ())
    assert "sin sonido" in filmed.out
    assert sorted(path.name for path in folder.iterdir()) == ["film.avi", "hand.json", "moves.txt"]
    assert burako("record", folder, "--camera", pictures, "--yes").status == 2, "no film is written over another"
    (folder / "moves.txt").write_text("0:01 0 draw\n0:02 0 discard 9k\n", encoding="utf-8")
    labelled = burako("record", folder, "--label", "--lang", "en")
    assert (labelled.status, labelled.complaints) == (0, ())
    assert "2 moves" in labelled.out
    assert load_true_film(folder / "film.json").video.is_file()


def test_nothing_is_filmed_unless_everybody_agrees(burako: Burako, tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr("typer.confirm", lambda question: False)
    outcome = burako("record", tmp_path / "mano", "--camera", "demo", "--lang", "es")
    assert (outcome.status, "No se filmó nada" in outcome.complaints[0]) == (2, True)
    assert not (tmp_path / "mano").exists()
