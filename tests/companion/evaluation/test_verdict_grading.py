"""What is told of a picture against what its labels deserve, under `clasico`. ``?`` is a tile in doubt."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion import bootstrap
from companion.evaluation.box_matching import Matching
from companion.evaluation.counts import Proportion
from companion.evaluation.labelled_pictures import TruePicture, TrueTile
from companion.evaluation.verdict_grading import is_silently_wrong, right_verdicts
from companion.recognition.interpret import SeenPhotograph
from vision.belief import Belief
from vision.reading import DetectedTile, ReadTile, TableReading, TileRow

RULES = bootstrap.open_rules("clasico")
OUTLINE = np.zeros((4, 2), np.float32)
CORNERS = ((0, 0), (1, 0), (1, 1), (0, 1))
NOTHING, LAWFUL, DOUBTED, UNLAWFUL, HIDDEN = (0, 0, 0, 0), (0, 1, 0, 0), (1, 1, 0, 0), (0, 0, 0, 1), (0, 0, 1, 1)

TABLES = {
    "a lawful row, well read": ("4r 5r 6r", "4r 5r 6r", LAWFUL),
    "a lawful row with a question": ("4r 5r 6r", "4r ? ?", DOUBTED),
    "a lawful row, misread": ("4r 5r 6r", "4r 5r 9r", DOUBTED),
    "a lawful row, in two pieces": ("4r 5r 6r 7r", "4r 5r | 6r 7r", DOUBTED),
    "an offence, well read": ("4r 5r 9r", "4r 5r 9r", UNLAWFUL),
    "an offence, read as the right tile": ("4r 5r 9r", "4r 5r 6r", HIDDEN),
    "an offence whose odd tile was not found": ("4r 5r 6r 9k", "4r 5r 6r", HIDDEN),
    "an offence with a question": ("4r 9k 9r", "4r ? ?", UNLAWFUL),
    "numbers without colours are not judged": ("4 5 6", "4r 5r 6r", NOTHING),
    "a face-down tile is not judged": ("4r back 6r", "4r back 6r", NOTHING),
}
MISTAKES = {
    "all right": ("4r 5r 6r", "4r 5r 6r", False),
    "a wrong tile": ("4r 5r 6r", "4r 5r 7k", True),
    "a wrong tile, and a question elsewhere": ("4r 5r 6r 9k", "4r 5r 7k ?", False),
    "a tile that is not seen": ("4r 5r 6r 7r", "4r 5r 6r", True),
    "nothing at all is seen": ("4r 5r 6r", "", False),
    "a tile that is none": ("4r 5r 6r", "4r 5r 6r 7r", True),
}


def seen(rows):
    """The reading of a table in notation, every tile sure except ``?``."""
    faces = [row.split() for row in rows.split(" | ") if row]
    beliefs = [Belief.flat() if face == "?" else Belief.peaked(face, 0.99) for row in faces for face in row]
    numbers = iter(range(len(beliefs)))
    lying = tuple(TileRow(tuple(next(numbers) for _ in row)) for row in faces)
    return TableReading(tuple(ReadTile(DetectedTile(OUTLINE, 1.0), belief) for belief in beliefs), lying, ())


def labelled(labels):
    """The truth of a picture whose tiles make one row."""
    names = labels.split()
    return TruePicture(path=Path("a.jpg"), name="a.jpg", session="s", size=None,
                       tiles=tuple(TrueTile(name, OUTLINE, False) for name in names),
                       rows=(tuple(range(len(names))),))  # fmt: skip


def truth_and_score(labels, read):
    """The truth of a picture, which places are which tiles, and the score of what is read."""
    truth, reading = labelled(labels), seen(read)
    both = min(len(truth.tiles), len(reading.tiles))
    missed, invented = (tuple(range(both, len(tiles))) for tiles in (truth.tiles, reading.tiles))
    matching = Matching(tuple((i, i) for i in range(both)), missed, invented)
    return truth, matching, SeenPhotograph("a.jpg", (10, 10), reading).score(RULES)


@pytest.mark.parametrize("name", TABLES)
def test_verdicts(name):
    labels, read, expected = TABLES[name]
    tally = right_verdicts(*truth_and_score(labels, read), RULES)
    doubted, of_lawful, hidden, of_unlawful = expected
    assert (tally.doubted, tally.hidden) == (Proportion(doubted, of_lawful), Proportion(hidden, of_unlawful))


@pytest.mark.parametrize("name", MISTAKES)
def test_mistakes_without_a_word(name):
    labels, read, is_wrong = MISTAKES[name]
    assert is_silently_wrong(*truth_and_score(labels, read)) is is_wrong


@pytest.mark.parametrize("said", [{"burnt_out": (CORNERS,)}, {"faint": (CORNERS,)}, {"cut_off": (0,)}])
def test_only_what_is_missed_may_be_hidden(said):
    for name in ("a wrong tile", "a tile that is not seen", "a tile that is none"):
        truth, matching, score = truth_and_score(*MISTAKES[name][:2])
        assert is_silently_wrong(truth, matching, replace(score, **said)) is (name != "a tile that is not seen")
