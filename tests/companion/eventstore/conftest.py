"""A journal in a folder of its own, with a clock that ticks once an entry."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.eventstore import DataFolder, Journal, find_data_folder
from tests.companion.fresh_journal import as_on_disk


@pytest.fixture(scope="module", autouse=True)
def on_disk() -> Iterator[None]:
    """These tests are about what outlasts a program and a disk: every commit waits until it does."""
    with as_on_disk():
        yield


@pytest.fixture
def url(tmp_path: Path) -> str:
    """Where the journal is."""
    return f"sqlite:///{tmp_path / 'story.sqlite'}"


@pytest.fixture
def journal(url: str) -> Iterator[Journal]:
    """An empty journal."""
    opened = Journal.open(url, clock=itertools.count(1000.0).__next__)
    yield opened
    opened.close()


@pytest.fixture
def house(tmp_path: Path) -> DataFolder:
    """An empty data folder."""
    return find_data_folder(tmp_path / "house", environment={})


@pytest.fixture
def house_journal(house: DataFolder) -> Iterator[Journal]:
    """The journal of that folder, by the clock of this machine."""
    opened = Journal.open(house.database_url)
    yield opened
    opened.close()
