"""Whether a camera will do: each thing that makes a picture poor is named by its own check, and by no other."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from engine.sentences import LANGUAGES
from vision.watching import camera_fitness
from vision.watching.camera_fitness import SWAY, FitCriterion, FitLimits, Verdict, judge_fitness
from vision.watching.camera_fitness_words import SENTENCES
from vision.watching.camera_measurements import CameraMeasurements, measure_camera, swayed_px

U8 = NDArray[np.uint8]
F32 = NDArray[np.float32]
WIDTH_PX = 40
WELL = CameraMeasurements(tiles=20, far_px=36.0, near_px=40.0, are_edges_seen=True, size_px=(1280, 720), blur=0.01,
                          sway_px=0.1, light=180.0, noise=0.01, glare=0.0, rate=10.0)  # fmt: skip
TROUBLES: dict[FitCriterion, dict[str, float]] = {
    FitCriterion.SIZE: {"far_px": 14.0},
    FitCriterion.SWAY: {"sway_px": 15.0},
    FitCriterion.FOCUS: {"blur": 0.09},
    FitCriterion.LIGHT: {"light": 15.0},
    FitCriterion.GLARE: {"glare": 0.5},
    FitCriterion.RATE: {"rate": 1.0},
    FitCriterion.TURN: {"turn_deg": 180},
}


def table(width_px: int = WIDTH_PX) -> tuple[U8, F32]:
    """Cream tiles with black numbers on a green table, and their corners (n, 4, 2)."""
    scale = width_px / WIDTH_PX
    bgr, quads = np.full((720, 1280, 3), (60, 90, 40), np.uint8), []
    for at, (x, y) in enumerate((x, y) for y in (60, 320, 600) for x in range(150, 1150, 120)):
        cv2.rectangle(bgr, (x, y), (x + 40, y + 56), (200, 225, 230), cv2.FILLED)
        cv2.putText(bgr, str(at % 13 + 1), (x + 5, y + 36), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (20, 20, 20), 2, cv2.LINE_AA)
        quads.append([[x, y], [x + 40, y], [x + 40, y + 56], [x, y + 56]])
    corners = np.float32(quads) * np.float32(scale)
    return np.asarray(cv2.resize(bgr, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8), corners


def as_taken(bgr: U8, rng: np.random.Generator) -> U8:
    """The picture with the noise of an ordinary camera."""
    taken = bgr + 2 * rng.standard_normal(bgr.shape, np.float32)
    return np.clip(taken, 0, 255, out=taken).astype(np.uint8)


def blurred(bgr: U8, rng: np.random.Generator) -> U8:
    return as_taken(cv2.GaussianBlur(bgr, (0, 0), 0.11 * WIDTH_PX), rng)


def dark(bgr: U8, rng: np.random.Generator) -> U8:
    return np.asarray(bgr * 0.06, np.uint8)


def noisy(bgr: U8, rng: np.random.Generator) -> U8:
    return np.clip(bgr + rng.normal(0, 70, bgr.shape), 0, 255).astype(np.uint8)


def burnt(bgr: U8, rng: np.random.Generator) -> U8:
    return np.clip(bgr * 3.0, 0, 255).astype(np.uint8)


def shining(bgr: U8, rng: np.random.Generator) -> U8:
    out = as_taken(bgr, rng)
    out[:, 300:1000] = 255
    return out


def found(way: Callable[[U8, np.random.Generator], U8], width_px: int = WIDTH_PX) -> CameraMeasurements:
    """What is measured on two pictures of the table, seen in one way."""
    (bgr, quads), rng = table(width_px), np.random.default_rng(5)
    measures = measure_camera([way(bgr, rng), way(bgr, rng)], quads, np.ones(len(quads), bool))
    return replace(measures, sway_px=0.1, rate=10.0)


@pytest.mark.parametrize(
    ("way", "width_px", "named"),
    [
        (as_taken, WIDTH_PX, None),
        (as_taken, 14, FitCriterion.SIZE),
        (blurred, WIDTH_PX, FitCriterion.FOCUS),
        (dark, WIDTH_PX, FitCriterion.LIGHT),
        (noisy, WIDTH_PX, FitCriterion.LIGHT),
        (burnt, WIDTH_PX, FitCriterion.LIGHT),
        (shining, WIDTH_PX, FitCriterion.GLARE),
    ],
)
def test_what_makes_a_picture_poor_is_named_by_its_own_check_and_by_no_other(
    way, width_px: int, named: FitCriterion | None
):
    verdicts = {finding.check: finding.verdict for finding in judge_fitness(found(way, width_px)).findings}
    wanted = {
        check: Verdict.BAD if check is named else Verdict.GOOD
        for check in FitCriterion
        if check is not FitCriterion.TURN
    }
    assert verdicts == wanted


def test_the_width_of_tiles_is_measured_where_they_are_smallest():
    bgr, quads = table()
    far = quads.copy()
    far[far[:, 0, 1] < 200] *= (1.0, 0.9)
    top = quads[:, 0, 1] < 200
    far[top] = far[top, :1] + (far[top] - far[top, :1]) * np.float32(0.5)
    measures = measure_camera([bgr], far, np.ones(len(far), bool))
    assert (measures.far_px, measures.near_px) == (pytest.approx(20, abs=3), pytest.approx(40, abs=1))
    assert measures.are_edges_seen
    assert not measure_camera([bgr], quads[9:], np.ones(18, bool)).are_edges_seen


@pytest.mark.parametrize(
    ("size_px", "verdict", "why"),
    [
        ((0, 0), "unknown", "size_unknown"),
        ((320, 240), "bad", "size_picture"),
        ((640, 480), "weak", "size_picture"),
        ((480, 640), "weak", "size_picture"),
        ((1280, 720), "unknown", "size_unknown"),
        ((1920, 1080), "unknown", "size_unknown"),
    ],
)
def test_a_picture_that_is_too_small_for_a_table_is_told_before_the_first_tile(
    size_px: tuple[int, int], verdict: str, why: str
):
    found = judge_fitness(CameraMeasurements(size_px=size_px)).by_check[FitCriterion.SIZE]
    assert (str(found.verdict), found.why) == (verdict, why)


@pytest.mark.parametrize(
    ("says", "size_px", "grain", "ground", "verdict"),
    [
        ("640 x 480, dim and noisy", (640, 480), 3.8, 35.0, "bad"),
        ("another such table", (640, 480), 3.74, 36.0, "bad"),
        ("640 x 480 in good light", (640, 480), 0.75, 102.0, "unknown"),
        ("the same upright", (480, 640), 3.8, 35.0, "bad"),
        ("the same without noise", (640, 480), 1.0, 35.0, "unknown"),
        ("a black cloth in good light", (640, 480), 1.5, 8.0, "unknown"),
        ("noisy, but bright", (640, 480), 3.8, 110.0, "unknown"),
        ("a picture that is large enough", (1280, 720), 3.8, 35.0, "unknown"),
        ("one frame", (640, 480), None, 35.0, "unknown"),
        ("nothing but black", (640, 480), 3.8, 0.0, "unknown"),
        ("another picture each time", (640, 480), 60.0, 35.0, "unknown"),
    ],
)
def test_noise_that_no_tile_can_bear_is_told_before_the_first_one_lies_there(says, size_px, grain, ground, verdict):
    found = judge_fitness(CameraMeasurements(size_px=size_px, grain=grain, ground=ground)).by_check[FitCriterion.LIGHT]
    assert str(found.verdict) == verdict, says


@pytest.mark.parametrize("deviation", [1.0, 4.0, 8.0])
def test_the_grain_of_a_bare_table_is_measured_from_frame_to_frame(deviation: float):
    rng, table = np.random.default_rng(5), np.full((480, 640, 3), 60.0)
    frames = [(table + rng.normal(0, deviation, table.shape)).round().clip(0, 255).astype(np.uint8) for _ in range(2)]
    measures = measure_camera(frames, np.zeros((0, 4, 2), np.float32), np.zeros(0, bool))
    assert measures.grain == pytest.approx(deviation, rel=0.08)
    assert measures.ground == pytest.approx(60, abs=1)


def test_a_hand_over_a_third_of_the_picture_is_no_grain():
    table = np.full((480, 640, 3), 60, np.uint8)
    reached = table.copy()
    reached[:, :220] = 190
    assert measure_camera([table, reached], np.zeros((0, 4, 2), np.float32), np.zeros(0, bool)).grain == 0


def test_tiles_that_tell_nothing_are_asked_for_and_nothing_is_guessed():
    bgr, quads = table()
    nothing = judge_fitness(measure_camera([bgr], quads[:0], np.zeros(0, bool)))
    assert {finding.verdict for finding in nothing.findings} == {Verdict.UNKNOWN}
    assert "Poné tres o más fichas" in nothing.by_check[FitCriterion.SIZE].sentence("es")
    face_down = judge_fitness(measure_camera([bgr], quads, np.zeros(len(quads), bool))).by_check
    assert (face_down[FitCriterion.SIZE].verdict, face_down[FitCriterion.FOCUS].verdict) == (
        Verdict.GOOD,
        Verdict.UNKNOWN,
    )


@pytest.mark.parametrize("sway_px", [0.0, 1.0, 2.5, 6.0])
def test_sway_is_measured_and_a_bump_is_none(sway_px: float):
    bgr, _ = table()
    rng = np.random.default_rng(3)
    steps = sway_px * np.array([0, 0, 1, 1, 0, 0, 1, 1])
    pictures = [_moved(bgr, step, rng) for step in steps]
    measured_px = swayed_px(pictures, 320 / 1280)
    assert measured_px == pytest.approx(sway_px, abs=0.6, rel=0.15)
    bumped = [_moved(bgr, step, rng) for step in (0, 0, 0, 0, 0, 9, 9, 9)]
    assert swayed_px(bumped, 320 / 1280) == pytest.approx(0, abs=0.4)


def test_pictures_of_different_things_do_not_sway():
    rng = np.random.default_rng(3)
    pictures = [cv2.resize(rng.integers(40, 220, (12, 16)).astype(np.float32), (320, 180)) for _ in range(5)]
    assert swayed_px(pictures, 1.0) is None
    assert swayed_px(pictures[:2], 1.0) is None


@pytest.mark.parametrize("seed", range(4))
def test_a_hand_that_comes_over_a_bare_table_is_no_sway(seed: int):
    rng = np.random.default_rng(seed)
    pictures = []
    for reach in (0, 60, 140, 220, 300):
        bgr = np.full((720, 1280, 3), (60, 90, 40), np.uint8)
        cv2.rectangle(bgr, (500, 720 - reach), (620, 720), (120, 150, 200), cv2.FILLED)
        pictures.append(_moved(bgr, 0, rng))
    assert (swayed_px(pictures, 320 / 1280) or 0.0) < SWAY.weak * 1280


@pytest.mark.parametrize("deviation", [0.3, 0.5, 0.75, 1.0, 1.5, 2.5, 3.5, 5.0])
def test_noise_is_measured_between_the_levels_of_a_picture(deviation: float):
    """Pictures are whole numbers: of noise below one of them most pixels show none. A tile turned upright is a mean of
    neighbours, whose noise is two thirds of theirs."""
    (bgr, quads), rng = table(), np.random.default_rng(6)
    pictures = [np.clip((bgr + rng.normal(0, deviation, bgr.shape)).round(), 0, 255).astype(np.uint8) for _ in range(2)]
    measures = measure_camera(pictures, quads, np.ones(len(quads), bool))
    assert measures.noise is not None
    assert measures.light is not None
    assert measures.noise * measures.light == pytest.approx(0.66 * deviation, rel=0.15, abs=0.3)


def _moved(bgr: U8, step: float, rng: np.random.Generator) -> F32:
    moved = cv2.warpAffine(
        bgr, np.float32([[1, 0, step], [0, 1, step / 3]]), (1280, 720), borderMode=cv2.BORDER_REFLECT
    )
    noisy_one = as_taken(np.asarray(moved, np.uint8), rng)
    grey = cv2.cvtColor(noisy_one, cv2.COLOR_BGR2GRAY)
    return np.asarray(cv2.resize(grey, (320, 180), interpolation=cv2.INTER_AREA), np.float32)


@pytest.mark.parametrize("check", FitCriterion)
def test_each_number_is_judged_by_its_own_check(check: FitCriterion):
    fitness = judge_fitness(replace(WELL, **TROUBLES[check]))
    assert [bad.check for bad in fitness.bad] == [check]
    assert [finding.check for finding in fitness.findings if finding.verdict is not Verdict.GOOD] == [check]
    assert fitness.verdict is Verdict.BAD
    assert judge_fitness(WELL).verdict is Verdict.GOOD


LIMITS = {name: value for name, value in vars(camera_fitness).items() if isinstance(value, FitLimits)}


@pytest.mark.parametrize("limits", LIMITS.values(), ids=LIMITS)
def test_worse_is_never_judged_better(limits: FitLimits):
    order = tuple(Verdict)
    values = np.linspace(0, 2 * max(limits.weak, limits.bad), 200)
    ranks = [order.index(limits.verdict(float(value))) for value in values]
    assert ranks == sorted(ranks, reverse=limits.bad < limits.weak)
    assert {order[rank] for rank in ranks} == {Verdict.GOOD, Verdict.WEAK, Verdict.BAD}


def test_small_tiles_bear_less_noise():
    grainy = replace(WELL, noise=0.07)
    assert judge_fitness(grainy).by_check[FitCriterion.LIGHT].verdict is Verdict.GOOD
    small = judge_fitness(replace(grainy, far_px=26.0)).by_check[FitCriterion.LIGHT]
    assert (small.verdict, small.why) == (Verdict.WEAK, "noise_weak")
    assert judge_fitness(replace(grainy, far_px=20.0)).bad[0].check is FitCriterion.LIGHT


@pytest.mark.parametrize("why", SENTENCES)
def test_everything_is_said_in_every_language(why: str):
    said = {language: wording.format(value="14", wanted="30") for language, wording in SENTENCES[why].items()}
    assert set(said) == {*LANGUAGES}
    assert all(text.endswith(".") and (text[0].isupper() or text[0].isdigit()) for text in said.values())


def test_what_to_do_is_said_with_the_numbers():
    found = judge_fitness(replace(WELL, far_px=14.2)).by_check[FitCriterion.SIZE]
    assert found.sentence("es").startswith("Acercá la cámara: las fichas del fondo miden 14 píxeles de ancho")
    assert found.as_json("en")["verdict"] == "bad"
