"""A set counted over several photographs: each tile once, what is missing or too many, and otherwise a question."""

from __future__ import annotations

import numpy as np
import pytest

from companion.census import Census, CensusAnswers, census_of
from companion.cli.census import sentences
from companion.view_models.census import CensusDoubt
from engine.tiles import BAG
from tests.companion.census.spread import Spread, sorted_row
from vision.belief import Belief

WHOLE = [str(tile) for tile in BAG]
MIDDLES = tuple((x, y) for x in (140.0, 330.0, 500.0) for y in (106.0, 300.0))
"""Six photographs that show the whole table, each with some of what the next one shows."""


def shuffled(faces: list[str], seed: int) -> list[str]:
    return [faces[at] for at in np.random.default_rng(seed).permutation(len(faces))]


def counted(faces: list[str], seed: int = 1, **more: object) -> Census:
    """The count of a bag that is spread and photographed in six parts that overlap."""
    table = Spread.of(shuffled(faces, seed), seed)
    return census_of([table.photograph(f"{at}.jpg", middle) for at, middle in enumerate(MIDDLES)], WHOLE, **more)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_tile_on_several_photographs_is_counted_once(seed: int) -> None:
    found = counted(WHOLE, seed)
    assert (found.seen, found.missing, found.surplus, found.is_complete) == (106, (), (), True)


@pytest.mark.parametrize(
    ("lost", "strange"),
    [(["7r"], []), (["J", "13k"], []), ([], ["4b"]), (["9y"], ["6y"]), (["7r", "7r"], [])],
)
def test_what_is_missing_or_too_many_is_named(lost: list[str], strange: list[str]) -> None:
    faces = list(WHOLE)
    for face in lost:
        faces.remove(face)
    found = counted(faces + strange, 5)
    assert (sorted(found.missing), sorted(found.surplus)) == (sorted(lost), sorted(strange))
    assert found.seen == 106 - len(lost) + len(strange)
    assert found.is_settled
    assert not found.is_complete


def test_photographs_that_share_nothing_are_asked_about_once() -> None:
    """Whether a single tile lies on both nobody can see."""
    faces = shuffled(WHOLE, 7)
    halves = [Spread.of(half, seed, columns=7) for seed, half in enumerate((faces[:53], faces[53:]))]
    parts = [half.photograph(f"{at}{part}.jpg", middle) for at, half in enumerate(halves)
             for part, middle in enumerate(((150.0, 110.0), (150.0, 290.0)))]  # fmt: skip
    asked = census_of(parts, WHOLE)
    assert (asked.overlaps, asked.missing, asked.is_settled) == ((("00.jpg", "10.jpg"),), (), False)


def test_two_sorted_rows_that_look_alike_are_no_overlap() -> None:
    """The 13 reds of a set are laid out twice, each photographed by itself: geometry proves nothing there."""
    reds = [f"{number}r" for number in range(1, 14)]
    rows = [sorted_row("a.jpg", reds, 1), sorted_row("b.jpg", reds, 2)]
    asked = census_of(rows, reds * 2)
    assert asked.overlaps == (("a.jpg", "b.jpg"),)
    assert not asked.is_settled
    census = census_of(rows, reds * 2, CensusAnswers(are_apart=True))
    assert census.is_complete


def test_a_doubtful_tile_is_a_question_unless_another_photograph_shows_it() -> None:
    table = Spread.of(shuffled(WHOLE, 9), 9)
    doubt = Belief.peaked("6b", 0.5, ("9b", 0.45))
    at = int(np.argmin(np.linalg.norm(table.quads.mean(axis=1) - [240, 200], axis=1)))
    views = [table.photograph(f"{n}.jpg", middle, doubts={at: doubt} if n == 0 else {})
             for n, middle in enumerate(MIDDLES)]  # fmt: skip
    assert census_of(views, WHOLE).is_complete, "the next photograph shows it well"
    views = [table.photograph(f"{n}.jpg", middle, doubts={at: doubt}) for n, middle in enumerate(MIDDLES)]
    found = census_of(views, WHOLE)
    assert not found.is_settled
    assert [tile.likely for tile in found.unsure] == [("6b", "9b")]
    assert found.missing == (table.faces[at],)


@pytest.mark.parametrize(("said", "seen", "missing"), [(True, 106, 0), (False, 105, 1)])
def test_a_question_is_answered(said: bool, seen: int, missing: int) -> None:
    """The tile is the one that was named, or none at all; an answer to another question changes nothing."""
    table = Spread.of(shuffled(WHOLE, 9), 9)
    at = int(np.argmin(np.linalg.norm(table.quads.mean(axis=1) - [240, 200], axis=1)))
    doubts = {at: Belief.peaked("6b", 0.5, ("9b", 0.45))}
    views = [table.photograph(f"{n}.jpg", middle, doubts=doubts) for n, middle in enumerate(MIDDLES)]
    asked = census_of(views, WHOLE)
    face = table.faces[at] if said else None
    found = census_of(views, WHOLE, CensusAnswers(faces={asked.unsure[0].place: face}))
    assert (found.seen, len(found.missing), found.is_settled) == (seen, missing, True)
    assert census_of(views, WHOLE, CensusAnswers(faces={"5,5 elsewhere.jpg": face})) == asked


def test_questions_keep_their_numbers_while_they_are_answered() -> None:
    corners = ((0.0, 0.0), (26.0, 0.0), (26.0, 37.0), (0.0, 37.0))
    first, second = (CensusDoubt(f"{name}.jpg", corners, ("6b", "9b")) for name in "ab")
    asked = Census(106, ("6b", "9b"), (), (first, second))
    *_, last = sentences(Census(106, ("9b",), (), (second,)), "es", asked)
    assert last.startswith("Duda 2, «b.jpg», cerca de (13, 18): puede ser el 6 azul o el 9 azul.")
    assert "--answer 2=6b" in last


def test_nothing_at_all_is_a_whole_set_missing() -> None:
    empty = Spread.of([], 1)
    assert not len(empty.quads)
    found = census_of([], WHOLE)
    assert (found.seen, len(found.missing)) == (0, 106)


@pytest.mark.parametrize(
    ("found", "said"),
    [
        (Census(106, (), ()), ["El juego está completo: 106 fichas."]),
        (Census(105, ("7r",), ()), ["Hay 105 fichas.", "No se ve 1: 7r"]),
        (Census(104, ("7r", "8r"), ()), ["Hay 104 fichas.", "No se ven 2: 7r 8r"]),
        (Census(107, (), ("J",)), ["Hay 107 fichas.", "Sobra 1: J"]),
    ],
)
def test_a_count_is_said_in_plain_words(found: Census, said: list[str]) -> None:
    assert list(sentences(found, "es")) == said
    assert list(sentences(found, "en")) != said


def test_a_photograph_that_cannot_be_read_is_named(burako, tmp_path) -> None:
    """No count without it: its tiles would be missing."""
    broken = tmp_path / "b.jpg"
    broken.write_bytes(b"no picture")
    outcome = burako("census", str(broken), "--lang", "es")
    assert (outcome.status, outcome.out) == (2, "")
    assert "b.jpg" in outcome.complaints[0]
    assert burako("census", *[str(broken)] * 31).status == 2
    assert burako("census", str(tmp_path / "none.jpg")).status == 2
