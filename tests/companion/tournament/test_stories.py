"""A tournament is read on from where it was left, and by one for all who wait."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from time import sleep

from companion.story import Entry
from companion.tournament import orders
from companion.tournament.stories import Stories
from tests.companion.tournament.visit import Visit


def test_only_what_is_new_is_read(visit: Visit):
    visit.founds(["A", "B"], format="free")
    stories, asked = Stories(), []

    def entries(after: int) -> Sequence[Entry]:
        asked.append(after)
        return visit.hall.journal.entries(visit.tournament, after)

    before = stories.read_on(visit.tournament, entries)
    visit.says(orders.AddFixture(1, 2))
    after = stories.read_on(visit.tournament, entries)
    assert before
    assert after
    assert asked == [0, before.revision]
    assert (before.fixtures, list(after.fixtures)) == ({}, [1])
    assert Stories().read_on("nobody's", lambda _: ()) is None


def test_one_reads_for_all_who_wait_and_again_for_who_came_later(visit: Visit):
    visit.founds(["A", "B"], format="free")
    stories, begun, may_end, reads = Stories(), threading.Event(), threading.Event(), []

    def entries(after: int) -> Sequence[Entry]:
        reads.append(after)
        written = visit.hall.journal.entries(visit.tournament, after)
        begun.set()
        assert may_end.wait(20)
        return written

    together = threading.Barrier(9)

    def asks() -> int:
        together.wait(20)
        story = stories.read_on(visit.tournament, entries)
        return story.revision if story else 0

    with ThreadPoolExecutor(9) as pool:
        first = pool.submit(stories.read_on, visit.tournament, entries)
        assert begun.wait(20)
        visit.says(orders.AddFixture(1, 2))  # after the first looked, before the others ask
        others = [pool.submit(asks) for _ in range(8)]
        together.wait(20)
        sleep(0.2)
        may_end.set()
    assert first.result() != visit.story
    assert {one.result() for one in others} == {visit.story.revision}
    assert len(reads) <= 3


def test_what_was_just_told_is_not_replaced_by_less(visit: Visit):
    visit.founds(["A", "B"], format="free")
    older = visit.story
    visit.says(orders.AddFixture(1, 2))
    stories = Stories()
    stories.told(visit.story)
    stories.told(older)
    assert stories.read_on(visit.tournament, lambda _: ()) == visit.story
