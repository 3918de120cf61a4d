"""Who asks for much at once is answered in turn with the others."""

from __future__ import annotations

import asyncio

import pytest

from companion.network.request_scheduling import RequestTurns


async def begun(asked: str, at_once: int, brief_s: float) -> str:
    """In which order requests of the addresses in ``asked``, which come at once, are begun."""
    turns, order = RequestTurns(at_once, brief_s), ""

    async def asks(place: str) -> None:
        nonlocal order
        turn = await turns.turn(place)
        order += place
        await asyncio.sleep(0.01)
        turn.end()
        turn.end()

    await asyncio.gather(*map(asks, asked))
    return order


@pytest.mark.parametrize(
    ("asked", "at_once", "order"),
    [("aaaab", 1, "aabaa"), ("aaaabbc", 2, "aaabcab"), ("abc", 3, "abc"), ("aaa", 1, "aaa")],
)
def test_addresses_take_turns(asked: str, at_once: int, order: str):
    assert asyncio.run(begun(asked, at_once, 60)) == order


def test_who_waits_for_something_else_keeps_nobody_waiting():
    async def second() -> None:
        turns = RequestTurns(1, 0.01)
        await turns.turn("a")
        await asyncio.wait_for(turns.turn("b"), 5)

    asyncio.run(second())


def test_who_gives_up_waiting_takes_no_turn():
    async def third() -> None:
        turns = RequestTurns(1, 60)
        first = await turns.turn("a")
        gone = asyncio.create_task(turns.turn("b"))
        await asyncio.sleep(0)
        gone.cancel()
        first.end()
        await asyncio.wait_for(turns.turn("c"), 5)

    asyncio.run(third())
