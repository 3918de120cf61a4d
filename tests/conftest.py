"""What a run of many tests begins with: the tests themselves are no garbage, and nothing looks for any among them."""

from __future__ import annotations

import gc
from collections.abc import Generator

import pytest


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collects the tests without looking for garbage meanwhile, then leaves alone what there is.

    Otherwise every whole look for garbage during the run goes through eighteen thousand tests. What tests leave behind
    is looked for more rarely than Python does, which a program that ends soon can afford.
    """
    gc.disable()
    try:
        return (yield)
    finally:
        gc.enable()
        gc.collect()
        gc.freeze()
        gc.set_threshold(10_000, 20, 20)
