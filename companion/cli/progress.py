"""Progress of long work, on stderr: a bar in a terminal, a line from time to time in a file."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from datetime import timedelta
from time import monotonic
from types import TracebackType
from typing import TypeVar

import typer
from rich import progress as rich_progress
from rich.console import Console

from companion.cli.output import terminal
from companion.phrases.wording import say
from vision.adaptation.progress import ProgressCallback

EVERY_S = 30.0
"""The interval of progress lines without a terminal, in seconds; shorter work writes none."""
_Step = TypeVar("_Step")


class Progress:
    """A context that counts steps; ``console`` is where to print meanwhile."""

    def __init__(self, steps: int, language: str, clock: Callable[[], float] = monotonic) -> None:
        self._steps, self._language, self._clock = steps, language, clock
        self._is_watched = sys.stderr.isatty()
        same_screen = self._is_watched and sys.stdout.isatty()
        self._bar = rich_progress.Progress(
            rich_progress.TextColumn("{task.description}"),
            rich_progress.BarColumn(),
            rich_progress.MofNCompleteColumn(separator=say(language, "of")),
            rich_progress.TextColumn(say(language, "time left")),
            rich_progress.TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
            redirect_stdout=same_screen,
            disable=not self._is_watched,
        )
        self.console = self._bar.console if same_screen else terminal()

    def __enter__(self) -> Progress:
        self._bar.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._bar.stop()

    def over(self, steps: Iterable[_Step]) -> Iterator[_Step]:
        """``steps`` one by one, counted."""
        if not self._is_watched:
            return self._in_lines(steps)
        if self._steps == 1:
            return iter(steps)
        return iter(self._bar.track(steps, total=self._steps, description=say(self._language, "reading")))

    def on_progress(self) -> ProgressCallback:
        """A callback for the progress of set adaptation, which follows the reading."""
        if self._is_watched:
            task = self._bar.add_task(say(self._language, "learning"), total=None)
            return lambda done, of: self._bar.update(task, completed=done, total=of)
        began_s = told_s = self._clock()

        def in_lines(done: int, of: int) -> None:
            nonlocal told_s
            now_s = self._clock()
            if done < of and now_s - told_s >= EVERY_S:
                told_s = now_s
                self._write("learned so far", (done, of), now_s - began_s)

        return in_lines

    def _in_lines(self, steps: Iterable[_Step]) -> Iterator[_Step]:
        began_s = told_s = self._clock()
        for done, step in enumerate(steps):
            now_s = self._clock()
            if done and now_s - told_s >= EVERY_S:
                told_s = now_s
                self._write("so far", (done, self._steps), now_s - began_s)
            yield step

    def _write(self, key: str, done_of: tuple[int, int], took_s: float) -> None:
        done, steps = done_of
        left = timedelta(seconds=round(took_s / done * (steps - done)))
        typer.echo(say(self._language, key, done=done, steps=steps, left=left), err=True)
