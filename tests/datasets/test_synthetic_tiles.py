"""Every maker's set can be drawn, whole, legible and the same again from the same seed."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import ImageFont

from datasets.synthetic_tables import digits, fonts
from datasets.synthetic_tables.bare_tile import HEIGHT_PX
from datasets.synthetic_tables.digits import Digits, number_mask, word_mask
from datasets.synthetic_tables.faces import FaceTexture, render_face
from datasets.synthetic_tables.inks import SMALLEST_CONTRAST, distinguishable, lab
from datasets.synthetic_tables.jokers import FAMILIES, joker_masks
from datasets.synthetic_tables.makers import ARCHETYPES, WEIGHTS
from datasets.synthetic_tables.marks import MARKS, mark_mask
from datasets.synthetic_tables.set_design import SetDesign, look_of, sample_look
from datasets.synthetic_tables.sketch import STYLES
from datasets.synthetic_tables.strokes import Hand
from vision.belief import FACE_NAMES

NO_FONTS: Sequence[Path] = ()
FREE_LICENCES = {"OFL-1.0", "OFL-1.1", "Apache-2.0", "Bitstream-Vera", "BSD-3-Clause", "GUST", "public domain"}


def looks(count: int, seed: int = 0) -> list[SetDesign]:
    rng = np.random.default_rng(seed)
    return [sample_look(rng, NO_FONTS) for _ in range(count)]


def unworn(look: SetDesign) -> SetDesign:
    return replace(look, raggedness=0.0, paint_loss=0.0, dirt=0.0, scratches=0.0, print_shift=0.0, wear=0.0)


def spots(mask: np.ndarray) -> int:
    """How many connected areas of more than a few pixels."""
    stats = cv2.connectedComponentsWithStats(mask.astype(np.uint8), connectivity=4)[2]
    return int((stats[1:, cv2.CC_STAT_AREA] > 8).sum())


def drawn(look: SetDesign, face: str, seed: int = 1) -> FaceTexture:
    return render_face(look, face, np.random.default_rng(seed))


@pytest.mark.parametrize("archetype", sorted(ARCHETYPES))
def test_every_maker_prints_all_faces(archetype: str) -> None:
    look = look_of(archetype, np.random.default_rng(3), NO_FONTS)
    textures = [drawn(look, face) for face in FACE_NAMES]
    shape = (HEIGHT_PX, round(HEIGHT_PX * look.aspect))
    assert {t.bgra.shape for t in textures} == {(*shape, 4)}
    assert {t.normals.shape for t in textures} == {(*shape, 2)}
    assert {(t.bgra.dtype.name, t.normals.dtype.name) for t in textures} == {("uint8", "int8")}
    pixels = {t.bgra[..., :3].tobytes() for t in textures}
    assert len(pixels) == len(FACE_NAMES), "two faces look alike"


def test_the_same_seed_gives_the_same_bytes() -> None:
    first, second = ([drawn(look, face) for look in looks(6) for face in ("10b", "J", "back")] for _ in range(2))
    assert all((a.bgra == b.bgra).all() and (a.normals == b.normals).all() for a, b in zip(first, second, strict=True))


def test_another_seed_gives_another_tile() -> None:
    look = looks(1)[0]
    assert (drawn(look, "7r", 1).bgra != drawn(look, "7r", 2).bgra).any()


@pytest.mark.parametrize("look", looks(40, seed=5), ids=lambda look: look.archetype)
def test_a_number_stands_out_from_its_tile(look: SetDesign) -> None:
    """The darkest tenth of the difference between a printed face and the bare one is at least the promised contrast."""
    plain = unworn(look)
    for color in "rbyk":
        face = cv2.cvtColor(drawn(plain, f"8{color}").bgra[..., :3].astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
        away = np.linalg.norm(face - lab((look.base_bgr,))[0], axis=2)
        assert np.quantile(away, 0.99) > 0.8 * SMALLEST_CONTRAST


def test_the_four_inks_of_every_set_can_be_told_apart() -> None:
    assert all(distinguishable(look.inks, look.base_bgr) for look in looks(300))


@pytest.mark.parametrize(
    ("inks", "apart"),
    [
        (((0, 0, 200), (200, 80, 0), (0, 160, 240), (20, 20, 20)), True),  # red, blue, orange, black
        (((0, 0, 200), (45, 20, 20), (0, 160, 240), (20, 20, 20)), False),  # a navy that is black
        (((0, 90, 220), (200, 80, 0), (0, 120, 235), (20, 20, 20)), False),  # two oranges
        (((0, 0, 200), (110, 120, 0), (70, 130, 20), (20, 20, 20)), False),  # teal beside green
        (((0, 0, 200), (200, 80, 0), (150, 225, 245), (20, 20, 20)), False),  # a yellow as pale as the tile
    ],
)
def test_people_would_not_tell_some_inks_apart(inks: tuple[tuple[int, int, int], ...], apart: bool) -> None:
    red, blue, yellow, black = inks
    assert distinguishable((red, blue, yellow, black), (215, 235, 245)) is apart


def test_six_is_told_from_nine_by_place_or_by_mark() -> None:
    for look in looks(300):
        told = look.six_nine != "none" or look.marks[0] != "none" or look.maker_name or look.number_y <= 0.43
        assert told, look


@pytest.mark.parametrize("six_nine", ["dot", "bar", "dot_below"])
def test_only_six_and_nine_carry_the_sign(six_nine: str) -> None:
    base = replace(unworn(looks(1)[0]), marks=("none",) * 4, maker_name="", number_y=0.5, number_height=0.5)
    signed = replace(base, six_nine=six_nine)
    bare = replace(base, six_nine="none")
    changed = {f for f in ("5k", "6k", "8k", "9k") if (drawn(signed, f).bgra != drawn(bare, f).bgra).any()}
    assert changed == {"6k", "9k"}


def test_numbers_stand_upright() -> None:
    """A 7 has its bar on top: more ink in the upper half of the number than in the lower."""
    for look in looks(30, seed=9):
        glyphs = number_mask(look.digits, "7", 120, 120).astype(float)
        assert glyphs[:40].sum() > 1.2 * glyphs[-40:].sum()


def test_everything_fits_on_its_tile() -> None:
    for look in looks(300):
        assert look.number_y - look.number_height / 2 >= 0.055
        assert look.number_y + look.number_height / 2 <= 0.945
        if look.marks[0] != "none":
            assert look.mark_y - look.mark_size / 2 >= look.number_y + look.number_height / 2 - 0.01
            assert look.mark_y + look.mark_size / 2 <= 0.95


def test_a_rim_looks_outwards_and_paper_has_none() -> None:
    look = replace(looks(1)[0], bevel=0.06, bevel_slope=0.7, corner_radius=0.0, dish="none")
    normals = drawn(look, "back").normals.astype(int)
    middle = HEIGHT_PX // 2
    assert normals[middle, 2, 0] < -40 < 40 < normals[middle, -3, 0]
    assert normals[2, normals.shape[1] // 2, 1] < -40 < 40 < normals[-3, normals.shape[1] // 2, 1]
    paper = replace(look, bevel=0.0, back="plain")
    assert not drawn(paper, "back").normals.any()


def test_corners_are_as_round_as_the_look_says() -> None:
    square, round_ = (replace(looks(1)[0], corner_radius=radius) for radius in (0.0, 0.15))
    assert drawn(square, "back").bgra[..., 3].min() == 255
    alpha = drawn(round_, "back").bgra[..., 3]
    assert alpha[0, 0] == alpha[-1, -1] == 0
    assert alpha[HEIGHT_PX // 2].min() == 255


def test_a_look_is_plain_values() -> None:
    for look in looks(20):
        assert hash(look) == hash(replace(look))
        assert json.loads(json.dumps(asdict(look)))["aspect"] == look.aspect


def test_the_range_is_wide() -> None:
    many = looks(1000)
    assert {look.archetype for look in many} == set(WEIGHTS)
    assert min(look.aspect for look in many) < 0.66 < 0.79 < max(look.aspect for look in many)
    assert {mark for look in many for mark in look.marks} >= {"none", "dot", "ring", "dimple", "heart", "spade", "star"}
    assert {look.six_nine for look in many} == {"none", "dot", "bar", "dot_below"}
    assert len({joker.family for look in many for joker in look.jokers}) == len(FAMILIES) >= 14
    assert any(len({joker.family for joker in look.jokers}) == 2 for look in many)
    fourth = np.array([cv2.cvtColor(np.uint8([[look.inks[2]]]), cv2.COLOR_BGR2HSV)[0, 0, 0] * 2 for look in many])
    assert (fourth > 90).mean() > 0.08, "green is the fourth colour of some makers"
    assert (fourth < 40).mean() > 0.3, "orange of others"


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("family", sorted(FAMILIES))
def test_every_joker_can_be_drawn_in_every_style(family: str, style: str) -> None:
    masks = joker_masks(family, style, 0.06, "", 4)
    assert masks.max(axis=0).any(axis=0).mean() > 0.5
    assert (masks > 127).sum() > 400
    assert (masks.astype(int).sum(axis=0) <= 300).mean() > 0.98, "inks hardly overlap"


def test_a_letter_that_a_typeface_lacks_is_drawn_without_its_accent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(digits, "_loaded", lambda font: [ImageFont.load_default(200)])
    monkeypatch.setattr(digits, "_typeset", lambda font, text, top, bottom: np.zeros((9, 9), np.uint8))
    assert np.array_equal(word_mask("bare.otf", "Í", 20), word_mask("", "I", 20))


@pytest.mark.parametrize("mark", sorted(MARKS))
def test_every_mark_has_ink(mark: str) -> None:
    assert 0.08 < (mark_mask(mark, 40) > 127).mean() < 0.95


@pytest.mark.parametrize("weight", [-6.0, -2.0, 3.0, 8.0])
@pytest.mark.parametrize("hand", [Hand(), Hand(width=0.06), Hand(width=0.2), Hand(contrast=0.5, round_ends=False)])
def test_weight_closes_no_counter_and_loses_no_stroke(hand: Hand, weight: float) -> None:
    bent = Digits(hand=hand, weight=weight, rounding=3.0)
    for digit, holes in zip("0123456789", (1, 0, 0, 0, 1, 0, 1, 0, 2, 1), strict=True):
        mask = np.pad(number_mask(bent, digit, 120, 120), 2) > 100
        assert (spots(mask), spots(~mask)) == (1, 1 + holes), digit
        assert mask.any(axis=1).sum() > 90, digit


@pytest.mark.parametrize("one", ["flag", "foot"])
@pytest.mark.parametrize("width", [0.06, 0.09, 0.10, 0.12])
@pytest.mark.parametrize("weight", [-1.5, -2.5, -3.2, -4.0])
def test_a_thin_1_is_inked_from_top_to_bottom(width: float, weight: float, one: str) -> None:
    """Its pen seems wider where the flag meets the stem, which would thin the stem to nothing."""
    thin = Digits(hand=Hand(width=width, one=one, round_ends=False), weight=weight, rounding=3.6)
    assert number_mask(thin, "1", 200, 200)[30:-30].max(axis=1).min() > 200


def test_the_listed_fonts_are_free() -> None:
    packages = fonts.packages()
    assert len(packages) >= 50
    assert {package.licence for package in packages} <= FREE_LICENCES
    assert all(package.name.startswith("fonts-") and package.globs for package in packages)


def test_a_font_that_is_not_listed_is_not_used(tmp_path: Path) -> None:
    for name in ("Lato-Bold.ttf", "Lato-Thin.ttf", "Unlisted.otf", "Lato-BoldItalic.ttf"):
        (tmp_path / name).touch()
    assert [path.name for path in fonts.discover([tmp_path])] == ["Lato-Bold.ttf"]
    assert fonts.discover([tmp_path / "absent"]) == ()


def test_families_weigh_the_same_however_many_faces_they_have() -> None:
    paths = [Path("Lato-Bold.ttf"), Path("Lato-Light.ttf"), Path("lobster.otf")]
    assert fonts.families(paths) == ((paths[0], paths[1]), (paths[2],))


def test_installed_fonts_are_used_when_there_are_any() -> None:
    installed = fonts.discover()
    if not installed:
        pytest.skip("no listed font is installed here")
    rng = np.random.default_rng(2)
    assert any(look.digits.font for look in (sample_look(rng, installed) for _ in range(10)))
    for path in installed[:: max(1, len(installed) // 12)]:
        assert number_mask(Digits(font=str(path), weight=-2.0), "13", 60, 60).max() > 200
