"""A backup that is put back sends nothing to where somebody wanted nothing sent since."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from companion.__main__ import main
from companion.eventstore import find_data_folder
from companion.server.webhooks import hooks_of
from companion.view_models.webhooks import HookRequest
from companion.webhooks.service import HookService
from tests.companion.webhooks.house import HookHouse

WANTED = HookRequest(address="http://127.0.0.1:1/", events=("match.finished",))


def _hooks(folder: Path) -> HookService:
    house = HookHouse(folder)
    house.journal.close()
    house.store.erase(house.hook.name)
    return hooks_of(find_data_folder(folder, environment={}), house.journal)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A house with a hook, as its backup has it."""
    folder = tmp_path / "house"
    folder.mkdir()
    house = HookHouse(folder)
    house.match()
    house.store.erase(house.hook.name)
    hooks_of(find_data_folder(folder, environment={}), house.journal).make(WANTED, "k", is_near=True)
    house.journal.close()
    assert main(["backup", str(tmp_path / "all.zip"), "--data", str(folder)]) == 0
    return folder


def kept(hooks: HookService, name: str) -> None:
    """Nothing was decided since."""


def switched_off(hooks: HookService, name: str) -> None:
    hooks.switch(name, is_on=False)


def removed(hooks: HookService, name: str) -> None:
    hooks.drop(name)


@pytest.mark.parametrize(("meanwhile", "is_on"), [(kept, True), (switched_off, False), (removed, False)])
def test_what_was_switched_off_or_removed_since_comes_back_switched_off(
    folder: Path, meanwhile: Callable[[HookService, str], None], is_on: bool
):
    hooks = _hooks(folder)
    (hook,) = hooks.hooks("es")
    meanwhile(hooks, hook.hook)
    assert main(["restore", str(folder.parent / "all.zip"), "--replace", "--data", str(folder)]) == 0
    assert [(back.hook, back.is_on) for back in _hooks(folder).hooks("es")] == [(hook.hook, is_on)]


def test_on_another_machine_it_is_as_it_was(folder: Path):
    there = folder.parent / "there"
    assert main(["restore", str(folder.parent / "all.zip"), "--data", str(there)]) == 0
    assert [hook.is_on for hook in _hooks(there).hooks("es")] == [True]
