"""The photographs beside the checkout and the recognizer that comes along; without either, these tests skip."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import bootstrap
from companion.bootstrap import Recognizer
from vision.errors import ModelMissing

PHOTOS = Path(__file__).parents[2].parent / "shared" / "photos"


@pytest.fixture(scope="session")
def photos() -> Path:
    """The folder of labelled photographs."""
    if not PHOTOS.is_dir():
        pytest.skip("the labelled photographs are not beside the checkout")
    return PHOTOS


@pytest.fixture(scope="session")
def recognizer() -> Recognizer:
    """The recognizer with the networks of the manifest."""
    try:
        return bootstrap.open_recognizer()
    except ModelMissing as missing:
        pytest.skip(missing.sentence("en"))
