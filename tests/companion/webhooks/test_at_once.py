"""Several organisers change hooks at once."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from time import sleep

import pytest

from companion.refusal import HookRefused
from companion.view_models.webhooks import HookRequest
from companion.webhooks.hook import Hook
from companion.webhooks.service import MOST_HOOKS, HookService
from companion.webhooks.store import HookStore
from tests.companion.side_by_side import at_once


class SlowStore(HookStore):
    """A disk that takes its time, so that whoever asks at once reads at once."""

    def find(self, name: str) -> Hook | None:
        found = super().find(name)
        sleep(0.02)
        return found

    def keep(self, hook: Hook) -> None:
        sleep(0.05)
        super().keep(hook)


class EmptyJournal:
    """A house in which nothing was said."""

    def newest(self) -> int:
        return 0

    def last(self, match: str) -> int:
        return 0


@pytest.fixture
def service(tmp_path: Path) -> HookService:
    return HookService(SlowStore(tmp_path / "hooks"), EmptyJournal())


def wanted(number: int = 0) -> HookRequest:
    return HookRequest(address=f"https://burako.example/{number}", events=("hand.closed",))


def test_a_hook_that_is_taken_away_does_not_come_back_by_who_switched_it(service: HookService):
    hook = service.make(wanted(), "k", is_near=True).hook
    at_once([partial(service.switch, hook, is_on=False), partial(service.drop, hook)], HookRefused)
    assert service.hooks("es") == ()


def test_many_who_set_hooks_up_at_once_do_not_set_up_more_than_there_may_be(service: HookService):
    at_once(
        [partial(service.make, wanted(number), f"k{number}", is_near=True) for number in range(MOST_HOOKS + 4)],
        HookRefused,
    )
    assert len(service.hooks("es")) == MOST_HOOKS
