"""What the tests of vision begin with."""

import pytest

from tests.vision.watching.gate import MOVING, STILL, TABLE, Watch
from tests.vision.watching.sittings import LOW, ROW, Sitting


@pytest.fixture
def sitting() -> Sitting:
    """A sitting in which a run and a group have been seen."""
    begun = Sitting()
    begun.sees({**ROW, **LOW})
    return begun


@pytest.fixture
def watch() -> Watch:
    """A watch over a table that has been at rest for a while."""
    begun = Watch()
    assert begun.sees_all([TABLE] * 4) == [MOVING, STILL, STILL, STILL]
    return begun
