"""The search for the likeliest lawful reading, apart from any law."""

from __future__ import annotations

import itertools
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.recognition.row_readings import decided_row, guessed_row, likely_row, probably_lawful
from companion.recognition.thresholds import InterpretationThresholds
from companion.recognition.uncertainty import TileEvidence, copies_of, within_the_bag
from engine import judge_meld, load_rules, parse_meld
from tests.companion.builders import belief

places = st.lists(
    st.lists(st.tuples(st.sampled_from(["5r", "6r", "9r", "6b"]), st.floats(0.05, 1.0)), min_size=1, max_size=3),
    min_size=1,
    max_size=4,
)


@settings(max_examples=100, deadline=None)
@given(places, st.sets(st.sampled_from(["5r", "6r", "9r", "6b"])))
def test_the_winner_is_the_likeliest_lawful_reading(drawn: list[list[tuple[str, float]]], banned: set[str]) -> None:
    ordered = [tuple(sorted(dict(options).items(), key=lambda option: -option[1])) for options in drawn]
    scaled = [tuple((n, p / sum(q for _, q in options)) for n, p in options) for options in ordered]
    always = InterpretationThresholds(accept=0.0, overrule=0.0)
    found = decided_row(scaled, lambda faces: not banned & set(faces), always)
    chances = {}
    for picks in itertools.product(*scaled):
        chance = 1.0
        for _, one in picks:
            chance *= one
        chances[tuple(name for name, _ in picks)] = chance
    lawful = {faces: chance for faces, chance in chances.items() if not banned & set(faces)}
    assert (found is None) == (not lawful)
    if found:
        assert lawful[found] == pytest.approx(max(lawful.values()))


@pytest.mark.parametrize(
    ("weight", "accepted"),
    [
        pytest.param(0.0, True, id="where nobody ever errs, the only lawful reading wins"),
        pytest.param(1.0, False, id="where lawful is no likelier than not, the law says nothing"),
    ],
)
def test_how_often_people_err_decides_how_far_the_law_reaches(weight: float, accepted: bool) -> None:
    tuning = InterpretationThresholds(unlawful_weight=weight)
    found = decided_row([(("6r", 0.6), ("9r", 0.4))], lambda faces: faces == ("9r",), tuning)
    assert (found is not None) is accepted


def test_a_search_that_runs_out_of_budget_claims_nothing_improbable() -> None:
    flat = tuple((name, 1 / 10) for name in ["1r", "2r", "3r", "4r", "5r", "6r", "7r", "8r", "9r", "10r"])
    tuning = InterpretationThresholds(budget=5)
    assert decided_row([flat, flat, flat], lambda faces: True, tuning) is None


def test_what_was_not_looked_at_speaks_against_the_only_lawful_reading_found() -> None:
    flat = tuple((f"{number}r", 1 / 10) for number in range(1, 11))
    assert decided_row([flat], lambda faces: faces == ("1r",), InterpretationThresholds(budget=1)) is None
    assert decided_row([flat], lambda faces: faces == ("1r",), InterpretationThresholds(unlawful_weight=0.01)) == (
        "1r",
    )


def test_what_a_person_said_is_never_in_doubt() -> None:
    evidence = TileEvidence.of([belief("6r.5")] * 3, {0: "7r", 1: "7r", 2: "7r"})
    assert (evidence.surplus, evidence.doubtful) == (frozenset(), frozenset())


def test_a_face_less_likely_than_plausible_is_no_option() -> None:
    evidence = TileEvidence.of([belief("6r.70/9r.29")], {})
    assert [name for name, _ in evidence.options(0)] == ["6r", "9r"]


@pytest.mark.parametrize(
    ("doubt", "elsewhere", "is_asked"),
    [
        ("9b.70/6b.299", ("6b", "6b"), False),
        ("9b.70/6b.299", ("6b",), True),
        ("6b.70/9b.299", ("6b", "6b"), True),
        ("9b.70/6b.25/8b.049", ("6b", "6b"), True),
        ("9b.70/9k.299", ("9k", "9k"), True),
    ],
    ids=["the other way up is spent", "a copy is left", "it is spent itself", "or an 8", "or another ink"],
)
def test_a_nine_is_no_question_where_no_six_is_left(doubt: str, elsewhere: tuple[str, ...], is_asked: bool) -> None:
    evidence = TileEvidence.of([belief(doubt), *map(belief, elsewhere)], {})
    assert evidence.claims()[0] == ("?" if is_asked else belief(doubt).best)


def test_no_option_is_left_where_every_plausible_face_is_spent() -> None:
    evidence = TileEvidence.of([belief("6r.99"), belief("6r.99"), belief("6r.99")], {})
    assert evidence.doubtful == {2}
    assert "6r" not in dict(evidence.options(2))


@pytest.mark.parametrize(("jokers", "surplus"), [(2, 1), (4, 0), (0, 3)])
def test_a_set_has_as_many_jokers_as_its_rules_say(jokers: int, surplus: int) -> None:
    in_set = copies_of(load_rules("clasico", [f"jokers={jokers}"]))
    assert len(TileEvidence.of([belief("J.99")] * 3, {}, in_set=in_set).surplus) == surplus
    assert len(within_the_bag({0: "J", 1: "J", 2: "J"}, {}, [belief("J.99")] * 3, in_set)) == 3 - surplus


ELEVENS = ("11b", "11r", "11k", "11y")


@pytest.mark.parametrize(
    ("rows", "wanted"),
    [
        pytest.param("11b 1r/11r 1k/11k", "11b 11r 11k", id="two thin elevens taken for ones are one mistake"),
        pytest.param("11b 1r/11r 11k/11y 11k", "", id="a one and a black are two"),
        pytest.param("11b 11r 4k/11k 1y/11y", "", id="and so are a four and a one"),
        pytest.param("11b 11r 1k/11k", "11b 11r 11k", id="one mistake is one"),
    ],
)
def test_tiles_that_are_misread_alike_are_one_mistake(rows: str, wanted: str) -> None:
    options = [row.split("/") for row in rows.split()]
    places = [((option[0], 0.97), (option[1], 0.03)) if option[1:] else ((option[0], 1.0),) for option in options]
    found = probably_lawful(places, lambda faces: set(faces) <= set(ELEVENS) and len(set(faces)) == len(faces))
    assert " ".join(found or ()) == wanted


def test_the_law_guesses_what_a_tile_is_however_improbable() -> None:
    places = [(("6r", 0.95), ("9r", 0.001))]
    assert guessed_row(places, lambda faces: faces == ("9r",)) == ("9r",)
    assert guessed_row(places, lambda faces: False) is None


LIKELY_ROWS = [
    # a row as the reader sees it, what it is taken for while nobody answers, and whether that breaks a rule of clasico
    ("5k J.87/6k.1 2b 8k", "5k J 2b 8k", True),
    ("5b 6b 7k.99/7b.01", "5b 6b 7k", True),
    ("5b 6b 7k.6/7b.4", "5b 6b 7b", False),
    ("5b 6b 7k.4/7r.35/7y.2", "", None),
    ("5b 6b 7b.4/8b.35", "5b 6b 7b", False),
]


@pytest.mark.parametrize(("row", "taken", "is_wrong"), LIKELY_ROWS)
def test_a_row_about_which_nobody_answers_is_what_it_most_looks_like(
    row: str, taken: str, is_wrong: bool | None
) -> None:
    rules = load_rules("clasico")
    seen = [re.findall(r"([0-9]*[rbykJ])(?:(\.[0-9]+))?", place) for place in row.split()]
    places = [tuple((face, float(chance or 1)) for face, chance in place) for place in seen]
    found = likely_row(places, lambda faces: judge_meld(parse_meld(" ".join(faces)), rules).lawful)
    assert (" ".join(found.faces) if found else "") == taken
    if found:
        assert (found.offence > 0.5) is is_wrong
        assert found.faces not in found.others


SURE_BLACK, LIKELY_BLUE = "5k.998/5b.001", "5b.86/5k.137"
CLAIMED = [
    # what the reader says of the 5 in "4b 5? 6b 7k", what was claimed of it, whether a person said that the 7k is a 7b,
    # and whether that 5 is asked about
    (SURE_BLACK, "5k", True, True),
    (SURE_BLACK, "5k", False, False),
    (LIKELY_BLUE, "5k", True, True),
    (LIKELY_BLUE, "5b", True, False),
]


@pytest.mark.parametrize(("five", "claimed", "is_said", "is_asked"), CLAIMED)
def test_who_puts_one_tile_right_says_what_is_taken_for_what(
    five: str, claimed: str, is_said: bool, is_asked: bool
) -> None:
    """A seeming black that is blue makes other blacks doubtful; a claim is weighed against the reading."""
    beliefs = [belief(word) for word in ("4b", five, "6b", "7k.998/7b.001")]
    said = {3: "7b"} if is_said else {}
    row, run = ["4b", claimed, "6b", said.get(3, "7k")], ("4b", "5b", "6b", "7b")
    contested = TileEvidence.of(beliefs, said).contested(range(4), row, lambda faces: tuple(faces) == run)
    assert contested == (frozenset({1}) if is_asked else frozenset())


HIDDEN_IN_PART = [
    # the last tile of "6b 6r 6y ?", what people said of it, and whether it is asked about
    ("3r.92/5r.08", "", True),  # the upper half of a red 6
    ("3r.97/5r.03", "", False),
    ("3r.92/5r.08", "3r", False),
    ("6b.92/8b.08", "", False),  # lawful
]


@pytest.mark.parametrize(("last", "said", "is_asked"), HIDDEN_IN_PART)
def test_no_row_is_unlawful_by_one_tile_that_is_hardly_sure(last: str, said: str, is_asked: bool) -> None:
    """A group takes every 6, and nothing else; none is among the readings of the part that shows."""
    beliefs = [belief(word) for word in ("6b", "6r", "6y", last)]
    row = ["6b", "6r", "6y", last.split(".")[0]]
    evidence = TileEvidence.of(beliefs, {3: said} if said else {})
    contested = evidence.contested(range(4), row, lambda faces: all(face[0] == "6" for face in faces))
    assert contested == (frozenset({3}) if is_asked else frozenset())


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ({}, {0: "2k", 1: "2k", 2: "5r"}),
        ({3: "2k"}, {0: "2k", 2: "5r"}),
        ({3: "2k", 4: "2k"}, {2: "5r"}),
        ({3: "5r"}, {0: "2k", 1: "2k", 2: "5r"}),
    ],
)
def test_what_was_told_gives_way_to_what_people_say_where_the_bag_has_no_third(
    said: dict[int, str], kept: dict[int, str]
) -> None:
    beliefs = [belief(word) for word in ("2k.95", "2k.55/2b.43", "5r", "2k", "2k")]
    assert within_the_bag({0: "2k", 1: "2k", 2: "5r"}, said, beliefs) == kept
