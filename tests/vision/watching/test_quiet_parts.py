"""What lies still is seen while something moves elsewhere: at a real table somebody always does."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from tests.vision.scenes import SKIN, U8, handed, laid, upright
from tests.vision.watching.gate import STEP_S, TABLE, Watch
from vision.tracking.quiet_parts import QuietParts

NEW = upright(250, 180)
WITH_TILE = laid(TABLE, [NEW])
FRAMES = 40


def waving(bgr: U8, at: int, x: int = 20, y: int = 200) -> U8:
    """An arm that comes in over the left edge and never rests."""
    out = bgr.copy()
    cv2.line(out, (0, y), (x + 6 * (at % 5), y - 8 * (at % 3)), SKIN, 22, cv2.LINE_AA)
    return out


def seen(
    pictures: Callable[[int], U8],
    resting: Sequence[U8] = (TABLE,),
    frames: int = FRAMES,
    unseen: list[U8] | None = None,
) -> list[U8]:
    """The pictures of the quiet parts that are given in some tenths of a second after some of a table at rest.

    What each leaves as it was is added to ``unseen``.
    """
    watch = Watch()
    watch.sees(TABLE, sigma=1.0)
    quiet, given = QuietParts(watch.gate.changed), list[U8]()
    for at in range(frames):
        is_resting = at < 3 * len(resting)
        picture = resting[at // 3] if is_resting else pictures(at)
        watch.sees(picture, sigma=1.0)
        if is_resting and at % 3 == 0:
            quiet.rest(partial(np.asarray, picture), watch.gate.view, STEP_S * at)
        else:
            found = quiet(partial(np.asarray, picture), watch.gate.view, STEP_S * at, in_doubt=False)
            given += [] if found is None else [found]
            if unseen is not None and found is not None:
                unseen.append(quiet.unseen)
    return given


def shows(picture: U8, other: U8, quad: NDArray[np.floating]) -> bool:
    """Whether a picture shows at a place what another does."""
    left, top = np.floor(quad.min(axis=0)).astype(int)
    right, bottom = np.ceil(quad.max(axis=0)).astype(int)
    apart = cv2.absdiff(picture[top:bottom, left:right], other[top:bottom, left:right])
    return bool(apart.mean() < 8)


def test_a_tile_laid_while_an_arm_moves_elsewhere_is_seen_without_the_arm() -> None:
    given = seen(lambda at: waving(WITH_TILE, at))
    assert given
    assert shows(given[-1], WITH_TILE, NEW)
    assert shows(given[-1], TABLE, upright(15, 200))


def test_what_a_look_leaves_as_it_was_is_told() -> None:
    unseen = list[U8]()
    given = seen(lambda at: waving(WITH_TILE, at), unseen=unseen)
    (height, width), (rows, columns) = given[-1].shape[:2], unseen[-1].shape
    (new_x, new_y), (arm_x, arm_y) = NEW.mean(axis=0), (10, 200)
    assert not unseen[-1][int(new_y / height * rows), int(new_x / width * columns)]
    assert unseen[-1][int(arm_y / height * rows), int(arm_x / width * columns)]


def test_while_something_new_lies_near_the_arm_nothing_is_looked_at() -> None:
    """Who laid a meld and threw a tile had thrown before the meld was seen, which was another's then."""
    beside = laid(WITH_TILE, [upright(98, 195)])
    assert not seen(lambda at: waving(beside if at > FRAMES - 8 else TABLE, at))
    assert seen(lambda at: waving(WITH_TILE if at > FRAMES - 8 else TABLE, at))


def test_what_lies_still_for_longer_may_lie_nearer_to_the_arm() -> None:
    near = upright(98, 195)
    beside = laid(TABLE, [near])
    assert not seen(lambda at: waving(beside if at > FRAMES - 6 else TABLE, at))
    given = seen(lambda at: waving(beside if at > FRAMES - 20 else TABLE, at))
    assert given
    assert shows(given[-1], beside, near)


def test_where_nothing_is_new_nothing_is_looked_at() -> None:
    assert not seen(lambda at: waving(TABLE, at))


@pytest.mark.parametrize(
    ("says", "pictures"),
    [
        ("an arm moves beside it", lambda at: waving(WITH_TILE, at, x=190, y=185)),
        ("it is moved all the time", lambda at: waving(laid(TABLE, [upright(240 + 5 * (at % 4), 180)]), at)),
        ("it came a moment ago", lambda at: waving(WITH_TILE if at > FRAMES - 4 else TABLE, at)),
    ],
)
def test_what_may_still_be_laid_is_not_looked_at(says: str, pictures: Callable[[int], U8]) -> None:
    assert not [picture for picture in seen(pictures) if not shows(picture, TABLE, NEW)], says


def test_a_colour_as_bright_as_the_one_before_is_seen_whole_beside_what_changed() -> None:
    """A red 6 is moved to where a black one lay, from the place beside it."""
    gone = upright(212, 180)

    def printed(picture: U8, bgr: tuple[int, int, int]) -> U8:
        return np.asarray(cv2.rectangle(picture.copy(), (246, 175), (255, 187), bgr, cv2.FILLED))

    black, red = (60, 60, 60), (0, 0, 200)
    after = printed(WITH_TILE, red)
    given = seen(lambda at: waving(after, at), (printed(laid(WITH_TILE, [gone]), black),))
    assert given
    assert shows(given[-1], after, NEW)


def test_where_a_hand_rested_at_the_edge_and_left_the_table_is_seen_with_what_it_laid() -> None:
    hand, there = handed(TABLE, 0.35, x=0.78), upright(250, 60)
    with_tile = laid(TABLE, [there])
    given = seen(lambda at: waving(with_tile, at), (TABLE, hand))
    assert given
    assert shows(given[-1], with_tile, there)
