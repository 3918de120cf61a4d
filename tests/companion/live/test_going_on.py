"""A hand that only seemed to be over is watched on, and one that people ended is not."""

from __future__ import annotations

import pytest

from companion.live.journal_prior import may_go_on
from companion.match_commands import Play, Sender
from tests.companion.live.watched_match import WatchedMatch


@pytest.mark.parametrize(("model", "goes_on"), [("m1", True), ("", False)])
def test_a_hand_that_a_camera_ended_may_go_on(watched: WatchedMatch, model: str, goes_on: bool) -> None:
    assert may_go_on(watched.hand)
    watched.service.handle(watched.match, Play("stock_out"), Sender(author="cámara", key="end", model=model))
    assert watched.hand.standing == "ended"
    assert may_go_on(watched.hand) == goes_on
