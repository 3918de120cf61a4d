"""Prints of a set compared with one another, drawn by hand: a 1 with a long nose is nearly a 7."""

import cv2
import numpy as np
import pytest

from vision.predictions import KINDS
from vision.recognition.print_similarity import prints_of, refine_by_similarity

DARK, PALE = (40, 30, 30), (120, 170, 225)
STROKES = {
    "7": [((14, 16), (33, 16)), ((33, 16), (24, 48))],
    "1": [((17, 24), (27, 15)), ((27, 15), (27, 48))],
    "I": [((24, 15), (24, 48))],
    "6": [((30, 15), (18, 34)), ((18, 34), (19, 46)), ((19, 46), (29, 46)), ((29, 46), (29, 34)), ((29, 34), (18, 34))],
    " ": [],
    "J": [((14, 18), (34, 46)), ((34, 18), (14, 46)), ((14, 32), (34, 32))],
}


def patch(print_, ink=DARK, shift=(0, 0)):
    """A balanced patch (64, 48, 3) with a print, moved by some pixels."""
    out = np.full((64, 48, 3), 235, np.uint8)
    for start, end in STROKES[print_.rstrip("'")]:
        cv2.line(out, tuple(np.add(start, shift).tolist()), tuple(np.add(end, shift).tolist()), ink, 3, cv2.LINE_AA)
    return out[::-1, ::-1] if print_.endswith("'") else out


def chances(**kinds):
    """Probabilities (16,) of what somebody thinks to see; ``n7`` is a 7."""
    out = np.full(len(KINDS), 1e-6)
    for kind, chance in kinds.items():
        out[KINDS.index(kind[1:] if kind[1:].isdigit() else kind)] = chance
    return out / out.sum()


ONE, SEVEN, SIX, NINE, JOKER = (chances(**{kind: 1.0}) for kind in ("n1", "n7", "n6", "n9", "J"))
A_ONE_OR_A_SEVEN = chances(n1=0.6, n7=0.4)
TABLES = {
    "a 7 among the sevens of its set": (
        [("7", SEVEN), ("7", SEVEN), ("1", ONE)], ("7", A_ONE_OR_A_SEVEN), "7", True),
    "a 7 where no other lies, and the ones are unlike it": (
        [("I", ONE), ("I", ONE)], ("7", chances(n1=0.5, n7=0.5)), "7", True),
    "a 1 among ones, in a paler ink and framed otherwise": (
        [("1", ONE), ("7", SEVEN)], ("1", chances(n1=0.4, n7=0.6), PALE, (3, -2)), "1", True),
    "nothing to compare it with": (
        [("6", SIX)], ("7", A_ONE_OR_A_SEVEN), "1", False),
    "what is doubtful itself is no example": (
        [("7", A_ONE_OR_A_SEVEN), ("7", A_ONE_OR_A_SEVEN)], ("7", A_ONE_OR_A_SEVEN), "1", False),
    "a blank is like nothing": (
        [(" ", SEVEN), (" ", ONE)], (" ", A_ONE_OR_A_SEVEN), "1", False),
    "another joker of the set may look otherwise": (
        [("6", JOKER), ("7", SEVEN)], ("J", chances(J=0.7, n7=0.3)), "J", True),
    "a joker that looks like a 1 and like no other one": (
        [("I", ONE), ("I", ONE)], ("J", chances(J=0.3, n1=0.7)), "J", False),
}  # fmt: skip


@pytest.mark.parametrize(("known", "doubted", "kind", "sure"), TABLES.values(), ids=TABLES)
def test_a_doubtful_print_is_judged_by_those_of_its_set(known, doubted, kind, sure):
    print_, seen, *how = doubted
    kinds = np.stack([*(one for _, one in known), seen])
    patches = np.stack([*(patch(one) for one, _ in known), patch(print_, *how)])
    judged = refine_by_similarity(kinds, prints_of(patches), [len(known)])[-1]
    assert (KINDS[int(judged.argmax())], bool(judged.max() > 0.85)) == (kind, sure)
    assert judged.sum() == pytest.approx(1)


@pytest.mark.parametrize("print_", ["6", "6'"], ids=["upright", "upside down"])
def test_a_print_does_not_tell_a_six_from_a_nine(print_):
    seen = chances(n6=0.5, n9=0.5)
    kinds, patches = np.stack([SIX, NINE, seen]), np.stack([patch("6"), patch("6'"), patch(print_)])
    judged = refine_by_similarity(kinds, prints_of(patches), [2])[-1]
    assert judged[KINDS.index("6")] == pytest.approx(judged[KINDS.index("9")])


@pytest.mark.parametrize(("blur_px", "tells"), [(0.5, True), (9.0, False)], ids=["clear", "out of focus"])
def test_where_all_prints_are_alike_they_tell_nothing(blur_px, tells):
    known = [("7", SEVEN), ("7", SEVEN), ("1", ONE), ("1", ONE), ("I", chances(n4=1.0)), ("I", chances(n4=1.0)),
             ("6", SIX), ("6", SIX)]  # fmt: skip
    patches = np.stack([cv2.GaussianBlur(patch(face), (0, 0), blur_px) for face in [*(one for one, _ in known), "7"]])
    kinds = np.stack([*(seen for _, seen in known), A_ONE_OR_A_SEVEN])
    judged = refine_by_similarity(kinds, prints_of(patches), [len(known)])[-1]
    assert (judged[KINDS.index("7")] > 0.85) == tells
    assert (judged == pytest.approx(A_ONE_OR_A_SEVEN)) != tells


def test_what_is_not_doubted_stays_as_it_is():
    kinds, patches = np.stack([SEVEN, SEVEN, ONE]), np.stack([patch("7")] * 3)
    assert refine_by_similarity(kinds, prints_of(patches), []) == pytest.approx(kinds)


def test_that_a_place_shows_a_tile_is_as_likely_as_before():
    """A print that is like none of the set is no less a tile."""
    seen = chances(n1=0.5, n7=0.3, none=0.2)
    prints = prints_of(np.stack([patch(face) for face in "II7J"]))
    judged = refine_by_similarity(np.stack([ONE, ONE, SEVEN, seen]), prints, [3])[-1]
    assert judged[-1] == pytest.approx(0.2, abs=1e-3)
