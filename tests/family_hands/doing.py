"""Films one hand and tells it, in a process of its own."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from time import monotonic

import cv2

from companion import bootstrap
from datasets.club_films import generate as club_films
from datasets.family_films import generate as family_films
from tests.family_hands.telling import HandReport, report_on

Spec = family_films.FilmSpec | club_films.ClubFilmSpec


@dataclass(frozen=True, slots=True)
class Done:
    """What became of a spec: the hand as it was told, or why it was not."""

    spec: Spec
    report: HandReport | None
    problem: str = ""
    took_s: float = 0.0


def done(spec: Spec, folder: Path, keeps: bool) -> Done:
    """Films a spec and tells it."""
    cv2.setNumThreads(1)
    begin = monotonic()
    try:
        path = folder / f"{spec.name}.json"
        path = path if path.is_file() else _written(folder, spec)
        one = report_on(path, bootstrap.open_watchers()())
    except Exception as error:  # one hand that fails is a line, not the end of all
        return Done(spec, None, f"{type(error).__name__}: {error}", monotonic() - begin)
    if keeps:
        path.with_suffix(".told").write_text(one.log + "\n", encoding="utf-8")
    else:
        path.with_suffix(".mp4").unlink(missing_ok=True)
    return Done(spec, one, took_s=monotonic() - begin)


def _written(folder: Path, spec: Spec) -> Path:
    if isinstance(spec, club_films.ClubFilmSpec):
        return club_films.write(folder, spec)
    return family_films.write(folder, spec)
