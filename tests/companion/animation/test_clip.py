"""A hand as a file: a picture a step, tiles that are told apart, and room for however much lies on the table."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from companion.animation import FORMS, animated
from companion.animation import board_picture as board
from companion.animation.board_picture import HEIGHT_PX, WIDTH_PX, board_picture
from companion.animation.tile_sprites import IVORY, tile_sprite
from companion.view_models import TileInMeld
from companion.view_models.animation import Scene, SceneMeld, ScenePile, SceneSide


def meld(*faces: str, is_new: bool = False) -> SceneMeld:
    return SceneMeld(tuple(TileInMeld(face, None) for face in faces), is_new)


SCENE = Scene(
    title="Burako clásico · Mano 1",
    at="2 / 3",
    says="Ana baja 4 rojo, 5 rojo y 6 rojo y tira el 9 negro.",
    piles=(ScenePile("Mazo", 61), ScenePile("Pozo", 2, ("9k", "3b")), ScenePile("Muertos", 2)),
    sides=(SceneSide("Ana", "15", (meld("4r", "5r", "6r", is_new=True),)), SceneSide("Beto", "−100", ())),
)


def ivory_rows(canvas: np.ndarray) -> np.ndarray:
    """How much of each line of pixels is the ivory of tiles."""
    return (np.abs(canvas.astype(int) - IVORY).max(-1) < 3).sum(1)


def test_tiles_lie_where_a_side_has_some_and_nowhere_else():
    empty = board_picture(replace(SCENE, piles=(), sides=(SceneSide("Ana", "", ()),)))
    assert ivory_rows(empty).sum() == 0
    assert ivory_rows(board_picture(SCENE)).max() > 60


def test_the_table_of_a_long_hand_still_fits():
    run = meld(*(f"{number}{ink}" for ink in "rb" for number in range(1, 8)))
    full = replace(SCENE, sides=(SceneSide("Ana", "1", (run,) * 4), SceneSide("Beto", "2", (run,) * 3)))
    drawn = board_picture(full)
    assert drawn.shape == (HEIGHT_PX, WIDTH_PX, 3)
    assert ivory_rows(drawn)[-12:].sum() == 0


@pytest.mark.parametrize(("letter", "count", "size"), [("n", 8, 24), ("n", 90, 14), ("W", 100, 12)])
def test_words_get_smaller_and_wrap_until_all_of_them_are_there(monkeypatch, letter: str, count: int, size: int):
    """A title, what was done, and two names."""
    name = letter * count
    written: list[tuple[str, int]] = []
    monkeypatch.setattr(board, "_write", lambda _canvas, said, at, pen: written.append((said, at[1], pen.size_px)))
    sides = tuple(replace(SCENE.sides[0], name=f"{name}{number}", melds=()) for number in (1, 2))
    board_picture(replace(SCENE, title=name, says=f"{name}1 compra el muerto de {name}2", piles=(), sides=sides))
    said = "".join(line for line, _, _ in written).replace(" ", "")
    assert said.count(name) == 5
    assert size - 2 <= min(px for _, _, px in written) <= size
    title, done = ([base for line, base, _ in written if part in line and base < 152] for part in (name[:4], "compra"))
    assert max(title[:1]) < 56
    assert max(done) < 152


def test_every_face_looks_different_also_without_colours():
    faces = [f"{number}{ink}" for number in range(1, 14) for ink in "rbyk"] + ["J", "?"]
    grey = [cv2.cvtColor(tile_sprite(face, None, 36), cv2.COLOR_BGR2GRAY).astype(int) for face in faces]
    apart = [np.abs(picture - other).sum() for at, picture in enumerate(grey) for other in grey[:at]]
    assert min(apart) > 200
    assert np.abs(tile_sprite("J", None, 36).astype(int) - tile_sprite("J", "7r", 36)).sum() > 1000


@pytest.mark.parametrize("form", FORMS)
def test_a_step_is_a_picture_and_the_last_one_stays(form: str, tmp_path):
    count = 3
    made = animated([replace(SCENE, at=f"{at} / {count}") for at in range(1, count + 1)], form)
    path = tmp_path / f"hand.{form}"
    path.write_bytes(made)
    film, shown = cv2.VideoCapture(str(path)), []
    while (frame := film.read())[0]:
        shown.append(frame[1])
    film.release()
    assert len(shown) == (count if form == "gif" else count + 3)
    assert np.abs(shown[0].astype(int) - board_picture(replace(SCENE, at="1 / 3"))).mean() < 4


def test_the_same_hand_is_the_same_gif():
    assert animated([SCENE], "gif") == animated([SCENE], "gif")
