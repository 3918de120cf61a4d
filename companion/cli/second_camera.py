"""The second camera of a watching command."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Annotated

import typer

from companion.cli.options import phrase
from companion.cli.output import print_json
from vision.cameras import Camera, check_beside, parse_source
from vision.watching.second_camera import SecondCamera, SecondReport, SecondState
from vision.watching.watcher import TableWatcher

SecondOption = Annotated[
    str | None,
    typer.Option("--second", metavar="SOURCE", help=phrase(
        "Otra cámara sobre la misma mesa: completa lo que la primera no ve.",
    ), show_default=False),
]  # fmt: skip


def second_source(first: str | None, wanted: str | None) -> str:
    """The source of the second camera; empty without one. Raises BadSource."""
    if wanted is None:
        return ""
    other = parse_source(wanted)
    if first is not None:
        check_beside(parse_source(first), other)
    return str(other)


def stands_beside(
    watcher: TableWatcher, camera: Camera | None, opens: Callable[[], TableWatcher]
) -> SecondCamera | None:
    """The second ``camera`` for ``watcher``, read by a watcher from ``opens``; None without one."""
    if camera is None:
        return None

    def undrawn() -> TableWatcher:
        own = opens()
        own.draw(None)
        return own

    second = SecondCamera(camera, undrawn)
    watcher.beside = second
    return second


@dataclass(slots=True, eq=False)
class SecondCameraReporter:
    """Prints the state of a second camera."""

    camera: SecondCamera | None
    language: str
    in_json: bool
    state: SecondState | None = field(default=None, init=False)
    """The state reported last."""
    last: SecondReport | None = field(default=None, init=False)
    """Its state at the last frame with a report."""

    def take(self, frame: int) -> None:
        """Print its state where it has changed."""
        if self.camera is None:
            return
        report = self.camera.report
        if report.state is not SecondState.ABSENT:
            self.last = report
        if report.state is not self.state:
            self._report(report, frame)

    def finish(self, frame: int) -> None:
        """Print its contribution at the end."""
        if self.last is not None and self.last.state is SecondState.FITS:
            self._report(self.last, frame)

    def _report(self, report: SecondReport, frame: int) -> None:
        self.state = report.state
        if self.in_json:
            print_json({"event": "second", **report.as_json(self.language), "frame": frame})
        else:
            typer.echo(report.sentence(self.language), err=True)
