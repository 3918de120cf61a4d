"""The set of a film, or of a session of pictures, taught before it is looked at."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.errors import TruthError
from companion.evaluation.film_set_profile import set_of
from tests.companion.builders import reading
from tests.companion.taught import Pupil, SetRecognizer, told_set

ROW = [f"{number}b" for number in range(1, 14)]


def film_of_set(folder: Path, faces: list[str]) -> Path:
    """The folder of a film whose set lies in one row of ``faces``."""
    return told_set(folder / "film.json", faces).parent


def test_tiles_are_taught_by_their_true_faces_whatever_was_read(tmp_path: Path):
    recognizer = SetRecognizer(seen=reading(" ".join(["3b"] * 13)))
    known = set_of(film_of_set(tmp_path, ROW), "film", recognizer)
    assert recognizer.pupil.lessons == [tuple(ROW)]
    assert known is not None
    assert known.name == "film"


def test_a_place_where_no_tile_lies_teaches_nothing(tmp_path: Path):
    recognizer = SetRecognizer(seen=reading(" ".join(ROW)))
    set_of(film_of_set(tmp_path, ROW[:12]), "film", recognizer)
    assert recognizer.pupil.lessons == [tuple(ROW[:12])]


def test_a_set_that_would_be_read_worse_is_left_as_it_was(tmp_path: Path):
    recognizer = SetRecognizer(seen=reading(" ".join(ROW)), pupil=Pupil(right_after=9))
    assert set_of(film_of_set(tmp_path, ROW), "film", recognizer) is None


@pytest.mark.parametrize("content", [None, "{", "[]", '{"tiles": [{"face": "1b", "corners": [1, 2]}]}'])
def test_without_a_picture_of_the_set_it_is_said(tmp_path: Path, content: str | None):
    film_of_set(tmp_path, ROW)
    if content is None:
        (tmp_path / "sets" / "film.json").unlink()
    else:
        (tmp_path / "sets" / "film.json").write_text(content)
    with pytest.raises(TruthError):
        set_of(tmp_path, "film", SetRecognizer())


def test_a_name_does_not_lead_out_of_the_folder(tmp_path: Path):
    recognizer = SetRecognizer(seen=reading(" ".join(ROW)))
    film_of_set(tmp_path / "house", ROW)
    assert set_of(tmp_path / "house", "../../elsewhere/film", recognizer) is not None
