"""What the tests of vision begin with."""

import pytest

from tests.vision.watching.sittings import LOW, ROW, Sitting


@pytest.fixture
def sitting() -> Sitting:
    """A sitting in which a run and a group have been seen."""
    begun = Sitting()
    begun.sees({**ROW, **LOW})
    return begun
