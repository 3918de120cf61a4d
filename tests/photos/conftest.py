"""The photographs beside the checkout and the eye that comes along; without either, these tests skip."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion import bootstrap
from companion.bootstrap import Eye
from vision.errors import ModelMissing

PHOTOS = Path(__file__).parents[2].parent / "shared" / "photos"


@pytest.fixture(scope="session")
def photos() -> Path:
    """The folder of labelled photographs."""
    if not PHOTOS.is_dir():
        pytest.skip("the labelled photographs are not beside the checkout")
    return PHOTOS


@pytest.fixture(scope="session")
def eye() -> Eye:
    """The eye with the networks of the manifest."""
    try:
        return bootstrap.open_eye()
    except ModelMissing as missing:
        pytest.skip(missing.sentence("en"))
