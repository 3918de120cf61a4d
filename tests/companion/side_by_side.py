"""Calls that are made by several people at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

from companion.refusal import TranslatableRefusal


def at_once(calls: Sequence[Callable[[], object]], refused: type[TranslatableRefusal]) -> None:
    """Makes all side by side; who comes too late may be ``refused``."""
    with ThreadPoolExecutor(len(calls)) as pool:
        for called in [pool.submit(call) for call in calls]:
            with suppress(refused):
                called.result()
