"""The form on which the table is written down as it lies."""

from __future__ import annotations

import pytest

from tests.companion.dashboard.playing import Player


@pytest.mark.parametrize("muertos", ["-1", "13", "2000000000", "999999999999999999999"])
def test_muertos_that_nobody_has_are_refused_before_they_are_written_out(player: Player, muertos: str):
    form = {"order": "look", "resync": "1", "rows.0": "4r 5r 6r", "pozo": "9k", "muertos": muertos}
    answer = player.client.post(f"/matches/{player.match}/orders", data=form)
    assert answer.status_code == 422
    assert "muertos" in answer.text
    assert player.shown()["revision"] == 2


def test_the_muertos_that_are_left_are_seen(player: Player):
    form = {"order": "look", "resync": "1", "rows.0": "4r 5r 6r", "pozo": "9k", "muertos": "1"}
    assert player.client.post(f"/matches/{player.match}/orders", data=form).status_code == 303
    assert len(player.shown()["hand"]["muertos"]) == 1
