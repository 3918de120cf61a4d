"""A bar for long work: on stderr, and only where a person is watching."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from types import TracebackType
from typing import TypeVar

from rich import progress as rich_progress
from rich.console import Console

from companion.commands.speech import terminal
from companion.wording import say

_Step = TypeVar("_Step")


class Progress:
    """A context in which steps are counted; ``console`` is where to print meanwhile."""

    def __init__(self, steps: int, language: str) -> None:
        self._steps = steps
        watched = steps > 1 and sys.stderr.isatty()
        same_screen = watched and sys.stdout.isatty()
        self._title = say(language, "reading")
        self._bar = rich_progress.Progress(
            *rich_progress.Progress.get_default_columns(),
            console=Console(stderr=True),
            transient=True,
            redirect_stdout=same_screen,
            disable=not watched,
        )
        self.console = self._bar.console if same_screen else terminal()

    def __enter__(self) -> Progress:
        self._bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._bar.stop()

    def over(self, steps: Iterable[_Step]) -> Iterator[_Step]:
        """``steps`` one by one, counted."""
        return iter(self._bar.track(steps, total=self._steps, description=self._title))
