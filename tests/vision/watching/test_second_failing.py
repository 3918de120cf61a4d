"""A second camera that cannot be read leaves the first alone, and is taken again after a while."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.by_day import by_day
from tests.vision.scenes import handed
from tests.vision.seats import line
from tests.vision.watching.test_second_camera import ALONE, WHOLE, Draws, Evening, rows
from vision.tracking.two_camera_fusion import TableFuser
from vision.watching.second_camera import SecondState

FAILURES: dict[str, Callable[[Evening, bool], None]] = {
    "its picture": lambda evening, is_so: setattr(evening.camera, "fails", is_so),
    "its health": lambda evening, is_so: setattr(evening.camera, "sickly", is_so),
    "its reading": lambda evening, is_so: (evening.breaks.add if is_so else evening.breaks.discard)("second"),
    "its watcher, then its picture": lambda evening, is_so: (
        setattr(evening.camera, "fails", is_so),
        (evening.breaks.add if is_so else evening.breaks.discard)("opening"),
    ),
}
MOVED: Draws = lambda bgr: handed(bgr, 0.5)  # noqa: E731
REST = 15
"""Frames after which one that failed is taken again."""


@pytest.mark.parametrize("name", by_day(tuple(FAILURES), "its reading"))
def test_what_fails_in_the_second_leaves_the_first_alone_and_it_is_taken_again(name: str) -> None:
    evening = Evening()
    evening.sees()
    FAILURES[name](evening, True)
    assert rows(evening.sees(3, over_second=MOVED)) == []
    assert rows(evening.sees(50)) == []
    assert evening.state is SecondState.FAILED
    assert "falló" in evening.second.report.sentence("es")
    assert evening.second.report.failure
    FAILURES[name](evening, False)
    assert rows(evening.sees(4 * REST)) == []
    assert (evening.state, evening.second.report.filled) == (SecondState.FITS, 1)


@pytest.mark.parametrize("name", by_day(tuple(FAILURES), "its picture"))
def test_one_that_fails_from_the_beginning_leaves_the_first_alone(name: str) -> None:
    evening = Evening()
    FAILURES[name](evening, True)
    assert rows(evening.sees()) == [ALONE]
    assert evening.state is SecondState.FAILED
    evening.sees(3 * REST)
    FAILURES[name](evening, False)
    assert rows(evening.sees(5 * REST))[-1] == WHOLE


def test_one_that_fails_again_and_again_is_tried_less_and_less_often() -> None:
    evening = Evening()
    evening.breaks.add("second")
    evening.sees(120)
    assert evening.looks.count("second") == 4  # after 0, 1, 3 and 7 s


def test_what_was_laid_meanwhile_is_told_by_the_first_alone() -> None:
    evening = Evening()
    evening.sees()
    evening.camera.fails = True
    evening.sees(3, MOVED, MOVED)
    for seat in (evening.first, evening.other):
        seat.spots.update(line("5b 6b 7b", x=60, y=400))
    assert rows(evening.sees(8))[-1] == WHOLE | {"5b 6b 7b"}


def test_fusing_that_fails_leaves_the_table_of_the_first(monkeypatch: pytest.MonkeyPatch) -> None:
    evening = Evening()
    evening.sees()

    def fails(*_: object) -> None:
        raise ValueError("no such tile")

    monkeypatch.setattr(TableFuser, "_takes", fails)
    assert rows(evening.sees(60)) == []
    assert evening.state is SecondState.FAILED
    monkeypatch.setattr(TableFuser, "_remembers", fails)
    evening.sees(3, MOVED, MOVED)
    for seat in (evening.first, evening.other):
        seat.spots.update(line("5b 6b 7b", x=60, y=400))
    assert rows(evening.sees(8))[-1] == ALONE | {"5b 6b 7b"}
    monkeypatch.undo()
    assert rows(evening.sees(5 * REST))[-1] == WHOLE | {"5b 6b 7b"}
