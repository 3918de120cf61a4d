"""`burako advise`: plays that the law lets pass, or one sentence why none can be told."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from companion.bootstrap import Recognizer
from engine import load_rules, parse_move, parse_table, parse_tiles
from engine.hand.apply import apply
from engine.plays.known_table import KnownTable, state_of
from tests.companion.builders import FakeRecognizer, reading, save_picture
from tests.companion.conftest import Outcome

Burako = Callable[..., Outcome]

REFUSED = [
    (["--rack", ""], "Say which tiles are on the rack."),
    (["--rack", "5z"], "is not a tile: write 7r"),
    (["--rack", "5r 5r 5r"], "The red 5 is there 3 times"),
    (["--rack", "5r", "--table", "4r 6b 7r"], "A run is of one colour: the blue 6 does not belong."),
    (["--rack", " ".join(["7b"] * 61)], "A rack holds at most 60 tiles, and there are 61."),
    (["--rack", "5r", "--theirs", "4r 5r 6r", "--rules", "rummy"], "the melds go into “table”"),
    (["--rack", "5r", "--pozo", "4r", "--rules", "rummy"], "This game has no pozo."),
]


def test_every_move_of_the_answer_is_one_that_the_law_takes(burako: Burako) -> None:
    rack, table, theirs = "5r 6r J 3k 4b 9y", "7r 8r 9r 10r", "3y 4y 5y 6y"
    said = json.loads(burako("advise", "--rack", rack, "--table", table, "--theirs", theirs, "--json").out)
    rules = load_rules("clasico")
    known = KnownTable(rack=parse_tiles(rack), own=parse_table(table), theirs=parse_table(theirs))
    assert said["optimal"] is True
    assert {"moves", "table", "points", "tiles", "why"} <= set(said["plays"][0])
    for play in said["plays"]:
        state = state_of(known, rules)
        for line in play["moves"]:
            applied = apply(state, parse_move(line), rules)
            assert not applied.violations
            state = applied.state


def test_it_is_told_step_by_step(burako: Burako) -> None:
    said = burako("advise", "--rack", "6k 8k 1r", "--table", "7b 7y 7k 7r", "--rules", "rummikub", "--lang", "en").out
    assert "Take meld 1 apart and leave it so:" in said
    assert "6k 7k 8k" in said
    assert "There is no better play: all were tried." in said


@pytest.mark.parametrize(("arguments", "sentence"), REFUSED)
def test_what_cannot_be_so_is_refused_in_a_sentence(burako: Burako, arguments: list[str], sentence: str) -> None:
    outcome = burako("advise", *arguments, "--lang", "en")
    assert (outcome.status, outcome.out) == (2, "")
    (complaint,) = outcome.complaints
    assert sentence in complaint


RACKS = [
    # what stands on the rack, as it is seen; the answers; what is asked, or the rack that is advised on
    ("7r 8r 9r 3k", (), "7r 8r 9r 3k"),
    (
        "7r 6b.5/9b.4 9r | 3k ?",
        (),
        ("row 1, tile 2 from the left: it may be the blue 6 or the blue 9", "row 2, tile 2"),
    ),
    ("7r 6b.5/9b.4 9r | 3k ?", ("1=9b",), ("Doubt 2, row 2",)),
    ("7r 6b.5/9b.4 9r | 3k ?", ("1=9b", "2=none"), "7r 9r 3k 9b"),
    ("7r 5r.5/8r.4 9r", (), ("it may be the red 5 or the red 8",)),  # though 7, 8, 9 would be a meld
    ("7r back 9r", ("1=J",), "7r 9r J"),
]


@pytest.mark.usefixtures("recognizer")
@pytest.mark.parametrize(("seen", "answers", "expected"), RACKS)
def test_a_photographed_rack_is_advised_on_once_nothing_is_in_doubt(
    burako: Burako,
    recognizer: Callable[[Recognizer], None],
    tmp_path: Path,
    seen: str,
    answers: tuple[str, ...],
    expected: str | tuple[str, ...],
) -> None:
    recognizer(FakeRecognizer(reading(seen)))
    said = [word for answer in answers for word in ("--answer", answer)]
    outcome = burako(
        "advise", "--rack-photo", str(save_picture(tmp_path / "rack.png")), *said, "--lang", "en", "--json"
    )
    if isinstance(expected, tuple):
        assert (outcome.status, outcome.out) == (2, "")
        assert len(outcome.complaints) == len(expected) + 1
        assert all(part in line for part, line in zip(expected, outcome.complaints[1:], strict=True))
    else:
        assert outcome.complaints == (f"burako: Read on the rack: {expected}",)
        written = json.loads(burako("advise", "--rack", expected, "--json", "--lang", "en").out)
        assert json.loads(outcome.out)["plays"] == written["plays"]


UNREADABLE = [
    ("7r ?", ("--answer", "2=7r"), "answers none of the 1 doubtful tiles"),
    ("7r ?", ("--answer", "1=99"), "answers none"),
    ("", (), "No tile can be seen"),
    ("7r", ("--rack", "7r"), "not both"),
]


@pytest.mark.usefixtures("recognizer")
@pytest.mark.parametrize(("seen", "arguments", "sentence"), UNREADABLE)
def test_what_a_photograph_cannot_answer_is_a_sentence(
    burako: Burako,
    recognizer: Callable[[Recognizer], None],
    tmp_path: Path,
    seen: str,
    arguments: tuple[str, ...],
    sentence: str,
) -> None:
    recognizer(FakeRecognizer(reading(seen)))
    photo = save_picture(tmp_path / "rack.png")
    outcome = burako("advise", "--rack-photo", str(photo), *arguments, "--lang", "en")
    assert (outcome.status, outcome.out) == (2, "")
    assert sentence in outcome.complaints[-1]


def test_a_file_that_is_no_photograph_is_a_sentence(burako: Burako, tmp_path: Path) -> None:
    (tmp_path / "rack.jpg").write_text("no photograph")
    outcome = burako("advise", "--rack-photo", str(tmp_path / "rack.jpg"), "--lang", "en")
    assert (outcome.status, len(outcome.complaints)) == (2, 1)
    assert "The rack cannot be read" in outcome.complaints[0]
