"""What the bench of closed canastas calls told, asked about and silently wrong."""

from __future__ import annotations

from dataclasses import replace

import pytest

from companion.recognition.interpret import interpret
from datasets.seated_views.canastas import ClosedCanasta
from datasets.synthetic_tables.render import TileLabel
from tests.bench.canastas import RULES, fate_of, is_in_view
from tests.vision.tables import HEIGHT_MM, WIDTH_MM, Laid, camera, row, seen
from vision.layout.layout import lay_out
from vision.reading import TableReading

FACES = "4r 5r 6r 7r 8r 9r 10r"
TRUTH = ClosedCanasta(tuple(FACES.split()), 6, "beside", "pure", is_pure=True, is_seated=False, neighbour=())
ACROSS = Laid("10r", 2.5 * WIDTH_MM, 0, 90)
WHOLE = [*row("4r 5r 6r 7r 8r 9r"), ACROSS]
LABELS = tuple(
    TileLabel(tile.face, read.place.corners_px, 1.0, 0)
    for tile, read in zip(WHOLE, seen(WHOLE, camera(20)), strict=True)
)
DOUBTFUL = Laid("9r", 5 * WIDTH_MM, 0, 0, 0.4)


@pytest.mark.parametrize(
    ("tiles", "fate"),
    [
        pytest.param(WHOLE, "told", id="as it is"),
        pytest.param(WHOLE[:6], "silently wrong", id="its mark not seen"),
        pytest.param([*row("4r 5r 6r 7r 8r 8r"), ACROSS], "asked about", id="two alike that do not fit"),
        pytest.param([*WHOLE[:5], DOUBTFUL, ACROSS], "told", id="the law tells a doubtful one"),
        pytest.param([Laid("4r", 9 * WIDTH_MM, 5 * HEIGHT_MM)], "asked about", id="nothing of it seen"),
    ],
)  # fmt: skip
def test_what_became_of_a_canasta(tiles: list[Laid], fate: str) -> None:
    read = seen(tiles, camera(20))
    score = interpret(TableReading(read, *lay_out(read)), (1280, 960), RULES)
    assert fate_of(TRUTH, LABELS, score) == fate


@pytest.mark.parametrize(
    ("says", "visible", "in_view"),
    [
        ("every tile, but for what lies under the one across", {2: 0.62, 3: 0.62}, True),
        ("an arm over one of them", {0: 0.6}, False),
        ("half of the tile across", {6: 0.5}, False),
    ],
)
def test_which_canastas_a_person_could_read(says: str, visible: dict[int, float], in_view: bool) -> None:
    labels = tuple(replace(label, visible=visible.get(at, 1.0)) for at, label in enumerate(LABELS))
    assert is_in_view(TRUTH, labels) == in_view, says
    assert not is_in_view(TRUTH, labels[:5])
    assert not is_in_view(replace(TRUTH, across=None, lying="piled"), labels)
