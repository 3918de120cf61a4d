"""What is painted, lit and filmed only once is what it would be if it were made anew; hands come from their side."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from datasets.synthetic_tables.hands import sample_hand
from datasets.synthetic_tables.scene import SceneLayout
from datasets.synthetic_videos.film_light import Exposure, Grain
from datasets.synthetic_videos.filming import passes_of
from datasets.synthetic_videos.generate import HandToFilm, HandVideoSpec, hand_to_film
from datasets.synthetic_videos.painting import TablePainter
from vision.reading import Frame
from vision.tracking.hand_entry_side import PictureSide
from vision.tracking.table_at_rest import Stillness, StillnessGate

SMALL = (480, 270)


def arrangements(made: HandToFilm) -> list[SceneLayout]:
    return [made.seating.arrangement(made.states, at) for at in range(len(made.states))]


@pytest.fixture(scope="module")
def made() -> HandToFilm:
    """A few stills of a hand of rummy, both players' moves among them."""
    return hand_to_film(HandVideoSpec(rules="rummy", seed=4903, size_px=SMALL, stop_after=12))


def painter(made: HandToFilm) -> TablePainter:
    """A painter of the film's table who has painted nothing yet."""
    old = made.film._tables
    return TablePainter(old._view, old._sun, old._background, old._textures, old._side_bgr)


def test_what_lies_otherwise_is_painted_as_if_all_were_painted_anew(made: HandToFilm) -> None:
    one_after_another, stills = painter(made), arrangements(made)
    for at in (0, 4, 5, 11, 2):
        whole = painter(made)(stills[at])
        assert np.abs(one_after_another(stills[at]).astype(int) - whole).max() <= 3
    assert one_after_another(stills[2]) is one_after_another(stills[2])


def test_a_part_with_a_hand_is_exposed_as_the_whole_would_be(made: HandToFilm) -> None:
    table = painter(made)(arrangements(made)[11])
    exposure = Exposure((5, 6), 0.2, SMALL, 12.0)
    handed = cv2.rectangle(table.copy(), (200, 120), (250, SMALL[1]), (90, 120, 200), -1)
    exposed = exposure(table)
    part, whole = exposure.over(exposed, table, handed), exposure(handed)
    assert np.abs(part.astype(int) - whole).mean() < 0.3
    assert np.abs(part.astype(int) - exposed).max() > 60
    assert exposure.over(exposed, table, table) is exposed


def test_hands_come_from_the_side_of_their_player(made: HandToFilm) -> None:
    gate, sides = StillnessGate(), dict[int, PictureSide | None]()
    for index, shot in enumerate(made.film.shots(arrangements(made), passes_of(arrangements(made), made.seats, 2))):
        if gate(Frame(shot.bgr, index + 1, index / 10)) is Stillness.STILL:
            sides.setdefault(shot.state, gate.crossings.side)
    assert [sides[at] for at in range(1, len(made.states))] == [
        PictureSide.FAR if seat else PictureSide.NEAR for seat in made.seats
    ]
    assert set(made.seats) == {0, 1}


def test_noise_differs_from_frame_to_frame() -> None:
    grey, grain = np.full((90, 160, 3), 128, np.uint8), Grain(4.0, (160, 90), np.random.default_rng(1))
    one, other = grain.on(grey).astype(float), grain.on(grey).astype(float)
    assert one.std() == pytest.approx(4.0, rel=0.1)
    assert (one - other).std() == pytest.approx(4.0 * 2**0.5, rel=0.1)


def test_an_arm_is_as_long_as_it_must_be() -> None:
    for length_mm in (330.0, 700.0):
        hand = sample_hand(np.random.default_rng(3), 1.0, length_mm)
        assert hand.size_mm == (190.0, length_mm)
        assert hand.bgra[-3:, :, 3].max() > 200
