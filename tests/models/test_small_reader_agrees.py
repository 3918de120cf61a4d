"""Where the small reader is sure it says what the tile reader says, on rendered tables that taught neither."""

from pathlib import Path

import numpy as np
import pytest

from companion import printing
from datasets.synthetic_tables import generate
from datasets.synthetic_tables.generate import PictureSpec, pictures
from vision.detection.patches import balance, rectify
from vision.networks.manifest import load_manifest
from vision.networks.sessions import open_session
from vision.predictions import NUMBERS, SETTLED, Predictions

TABLES = {
    # the layout, and the share of its tiles that the small reader should at least answer
    "melds": 0.65,
    "scatter": 0.45,
    "rack": 0.65,
}
TYPEFACES = sorted((Path(printing.__file__).parent / "fonts").glob("*.ttf"))
"""Those that come with the program: with what a machine has it would be another share on each."""


def read(name, patches):
    return Predictions.of(open_session(load_manifest()[name], 1)(patches)[0].astype(np.float64))


@pytest.mark.parametrize("kind", ["", "_int8"])
@pytest.mark.parametrize("layout", TABLES)
def test_what_it_is_sure_of_the_tile_reader_says_too(layout, kind, monkeypatch):
    monkeypatch.setattr(generate, "discover", lambda: tuple(TYPEFACES))
    cut = []
    for picture in pictures(90_417, 4, PictureSpec((640, 480), layout, tile_px=44.0, severity=0.2, of_a_look=1)):
        quads = [label.corners_px for label in picture.labels if label.visible > 0.9]
        cut.append(balance(rectify(picture.bgr, np.asarray(quads, np.float32).reshape(-1, 4, 2))))
    patches = np.concatenate(cut)
    small, large = read(f"tile_reader_small{kind}", patches), read(f"tile_reader{kind}", patches)
    sure = small.is_sure(SETTLED)
    assert len(patches) > 20
    assert sure.mean() >= TABLES[layout]
    small, large = small.only(sure), large.only(sure)
    numbered = small.kind.argmax(axis=1) < NUMBERS
    assert (small.kind.argmax(axis=1) == large.kind.argmax(axis=1)).all()
    assert (small.turn.argmax(axis=1) == large.turn.argmax(axis=1)).all()
    assert (small.color.argmax(axis=1) == large.color.argmax(axis=1))[numbered].all()
    assert large.kind.max(axis=1).min() > 0.9


@pytest.mark.parametrize("kind", ["", "_int8"])
def test_noise_and_bare_tables_are_left_to_the_tile_reader_or_seen_alike(kind):
    rng = np.random.default_rng(3)
    noise = rng.integers(0, 255, (16, 64, 48, 3)).astype(np.uint8)
    bare = np.repeat(rng.integers(40, 240, (16, 1, 1, 3)), 64 * 48, axis=1).reshape(-1, 64, 48, 3).astype(np.uint8)
    patches = np.concatenate([noise, bare])
    small, large = read(f"tile_reader_small{kind}", patches), read(f"tile_reader{kind}", patches)
    sure = small.is_sure(SETTLED)
    assert (small.kind.argmax(axis=1) == large.kind.argmax(axis=1))[sure].all()
