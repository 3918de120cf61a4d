"""A tournament that a file brought in is no news; what is said of it here is, and what another file adds."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest

from companion.tournaments import commands
from companion.tournaments.export_import import exported
from tests.companion.webhooks.house import HookHouse


@pytest.fixture
def houses(tmp_path: Path) -> Iterator[tuple[HookHouse, HookHouse]]:
    """The one with the hook, and another, whose keys are others."""
    here, other = HookHouse(tmp_path / "here"), HookHouse(tmp_path / "other")
    other.keys = count(1000)
    yield here, other
    for house in (here, other):
        house.journal.close()


def linked(house: HookHouse) -> str:
    """A tournament with a match that is noted in one of the house, and another that is over."""
    name, match = house.tournament(), house.match()
    house.asks(name, commands.LinkMatch(1, match))
    house.plays(match, (420, -35))
    house.rules(name, 2, 1500, 900)
    return name


@pytest.mark.parametrize("is_seen_between", [True, False])
def test_only_what_is_said_here_is_told(houses: tuple[HookHouse, HookHouse], is_seen_between: bool):
    here, other = houses
    name = linked(other)
    here.service.take_in(exported(other.journal, name))
    if is_seen_between:
        assert here.turns() == []
    here.rules(name, 1, 1500, 800)
    assert here.turns() == ["score.changed", "match.finished", "round.finished"]
    assert {delivery.content.get("fixture", 1) for delivery in here.heard.deliveries} == {1}


def test_what_a_file_adds_to_one_that_is_told_here_is_told(houses: tuple[HookHouse, HookHouse]):
    here, other = houses
    name = here.tournament()
    assert here.turns() == ["round.paired"]
    other.service.take_in(exported(here.journal, name))
    other.rules(name, 1, 1500, 800)
    assert other.turns() == ["score.changed", "match.finished"]
    here.service.take_in(exported(other.journal, name))
    assert here.turns() == ["score.changed", "match.finished"]
    here.rules(name, 2, 700, 1500)
    assert here.turns() == ["score.changed", "match.finished", "round.finished"]
