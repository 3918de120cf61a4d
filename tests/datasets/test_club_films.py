"""Films of a club: the truth is a story that replays, a seed gives one film, and tiles lie where there is room."""

from __future__ import annotations

import dataclasses
from collections import Counter
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from companion.evaluation.film_truth import load_true_film, visible
from datasets.club_films.generate import ClubFilm, ClubFilmSpec, film_of, write
from datasets.club_films.skeletons import GESTURES, ArmPose, limbs_of, random_person
from datasets.club_films.tile_bodies import Pose
from datasets.club_films.timeline import Piece
from engine.inference.observation import observe

SMALL = ClubFilmSpec(rules="clasico", seed=3, moves=2, small=5)


def test_the_truth_of_a_film_is_a_lawful_story(tmp_path: Path) -> None:
    path = write(tmp_path, SMALL)
    truth, made = load_true_film(path), film_of(SMALL)
    assert truth.video.is_file()
    assert len(list(visible(truth.moves))) >= 2
    assert not any(move.is_offence for move in truth.moves)
    assert [move.frame for move in truth.moves] == sorted(move.frame for move in truth.moves)
    assert str(truth.tables[-1].seen) == str(observe(made.hand.end, made.hand.rules))


def test_a_seed_gives_one_film_and_another_seed_another() -> None:
    first, again, other = (next(film_of(dataclasses.replace(SMALL, seed=seed)).frames()) for seed in (3, 3, 4))
    assert np.array_equal(first, again)
    assert first.shape != other.shape or not np.array_equal(first, other)


@pytest.mark.parametrize(
    ("rules", "seed"), [("clasico", 1), ("parejas", 2), ("torneo", 3), ("rummy", 4), ("buracco", 5)]
)
def test_in_the_end_the_tiles_of_the_melds_lie_on_the_table_and_not_in_one_another(rules: str, seed: int) -> None:
    made = film_of(ClubFilmSpec(rules=rules, seed=seed, offends=True, small=5))
    lying = Counter(piece.face for piece in _lying(made) if piece.face)
    wanted = Counter(tile for meld in made.hand.end.melds for tile in meld.tiles)
    wanted.update(tile for tile in (*made.hand.end.pozo, *made.hand.end.closing_tile) if tile)
    assert lying == wanted
    flat = [piece.last for piece in _lying(made) if piece.face and piece.last.z < made.studio.tracer.set.size_mm[2]]
    assert not [pair for pair in combinations(flat, 2) if _overlap(*pair, made.studio.tracer.set.size_mm)]


def test_a_hand_grips_where_it_is_wanted() -> None:
    person = random_person(0, np.array([0, -560.0, 230]), np.random.default_rng(1))
    for is_right in (True, False):
        limbs = limbs_of(person, ArmPose(np.array([40.0, 60.0, 16.0]), np.array(GESTURES["pinch"]), is_right))
        tips = np.array([limb.ends[1] for limb in limbs])
        assert np.linalg.norm(tips - (40, 60, 16), axis=1).min() < 25


def test_a_tile_held_up_to_the_lens_is_drawn() -> None:
    """It covers more pixels than OpenCV looks up in one row."""
    tracer = film_of(dataclasses.replace(SMALL, small=1)).studio.tracer
    eye = tracer._lens.eye_mm
    sprite = tracer.sprite(None, Pose(float(eye[0]), float(eye[1]), float(eye[2]) - 200))
    assert sprite is not None
    assert (sprite.share > 0.5).sum() > 2**15 / 4


def _lying(made: ClubFilm) -> list[Piece]:
    return [piece for piece in made.line.pieces if piece.gone_s > made.line.end_s]


def _overlap(one: Pose, other: Pose, size: tuple[float, float, float]) -> bool:
    """Whether one tile's middle is well within another."""
    return bool(np.hypot(one.x - other.x, one.y - other.y) < 0.75 * size[0])
