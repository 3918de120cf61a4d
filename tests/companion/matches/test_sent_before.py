"""A key that comes again with something else: whoever put it right before sending it again is told."""

from __future__ import annotations

import threading
from dataclasses import replace

import pytest

from companion import match_commands
from companion.refusal import TableRefused
from tests.companion.matches.visit import Visit


def test_another_order_with_the_same_key_is_not_taken_for_the_first(visit: Visit):
    """The answer was lost, somebody put the tile right and sent the form again, which has its key still."""
    order, sender = match_commands.Tap(verb="discard", seat=0, tiles="9k"), visit.sender(key="tap")
    visit.service.handle(visit.match, order, sender)
    with pytest.raises(TableRefused, match="decía otra cosa") as refused:
        visit.service.handle(visit.match, replace(order, tiles="8k"), sender)
    assert (refused.value.status, refused.value.code) == (409, "matches.sent_before")
    assert visit.service.handle(visit.match, order, sender).standing == "done"
    assert visit.moves == "0 draw\n0 discard 9k"


def test_another_match_with_the_same_key_is_not_taken_for_the_first(visit: Visit):
    order, sender = match_commands.Agree(players=("A", "B"), rules="clasico"), visit.sender(key="once")
    visit.service.agree(order, sender)
    with pytest.raises(TableRefused, match="decía otra cosa"):
        visit.service.agree(replace(order, players=("A", "C")), sender)
    assert len(visit.service.cards("es", 0, 20)) == 2


def test_a_match_that_goes_on_under_its_key_may_have_been_agreed_otherwise(visit: Visit):
    """That of a tournament, where a name was put right after it began."""
    order, sender = match_commands.Agree(players=("A", "B"), rules="clasico"), visit.sender(key="t1 5")
    first = visit.service.agree(order, sender, anyhow=True)
    again = visit.service.agree(replace(order, players=("A", "C")), sender, anyhow=True)
    assert again.match == first.match


def test_of_two_at_once_with_one_key_and_different_tiles_one_is_told(visit: Visit):
    sender, told = visit.sender(key="same"), []

    def taps(tiles: str) -> None:
        try:
            told.append(
                visit.service.handle(visit.match, match_commands.Tap(verb="discard", seat=0, tiles=tiles), sender)
            )
        except TableRefused as refused:
            told.append(refused.code)

    threads = [threading.Thread(target=taps, args=(tiles,)) for tiles in ("8k", "9k")]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert "matches.sent_before" in told
    assert visit.state.revision == 3
