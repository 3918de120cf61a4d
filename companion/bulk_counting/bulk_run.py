"""A complete run: count the photographs with workers, apply answers, and write a report."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import closing
from dataclasses import dataclass
from getpass import getuser
from pathlib import Path

from companion.bulk_counting.answers import read_answers
from companion.bulk_counting.counting import CountedPhotograph, Counting
from companion.bulk_counting.executors import ExecutorFactory, LocalExecutors
from companion.bulk_counting.photo_list import PhotoList
from companion.bulk_counting.reader_process import ReadingSetup, models_version
from companion.bulk_counting.report import RunResult, result_of_run
from companion.eventstore import DataFolder
from companion.eventstore.photo_ledger import Ledger, LedgerKey
from engine.rules.rules import Rules

Watch = Callable[[Iterable[CountedPhotograph]], Iterable[CountedPhotograph]]
"""Looks on while photographs are counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunParameters:
    """The parameters of a run: what to count, how, and with which workers."""

    listing: PhotoList
    rules: Rules
    data_folder: DataFolder
    set_profile: bytes | None = None
    """The set of tiles on the tables, where it was learned."""
    answers: str = ""
    """The answers to the doubts of an earlier run, as text."""
    again: bool = False
    """Whether what failed is tried again."""
    workers: int | None = None
    cluster: str | None = None
    """The address of a scheduler whose machines read, instead of this one."""
    credential: Path | None = None


def run(errand: RunParameters, watch: Watch, language: str) -> RunResult:
    """Count the photographs not counted before. Raises CompanionError or VisionError."""
    how = ReadingSetup(models_version(errand.set_profile), errand.rules, errand.set_profile)
    executors = _executors(errand)
    paths = [listed.path for listed in errand.listing.pictures]
    with closing(Ledger.open(errand.data_folder.database_url)) as ledger:
        with closing(Counting(ledger, executors, how, again=errand.again).count(paths)) as ending:
            counted = tuple(watch(ending))
        _answer(ledger, how.models, errand.answers, counted)
        return result_of_run(errand.listing, counted, ledger, how, language)


def _executors(errand: RunParameters) -> ExecutorFactory:
    if not errand.cluster:
        return LocalExecutors(errand.workers)
    from companion.bulk_counting.cluster import ClusterExecutors, peer  # certificates take a moment to load

    return ClusterExecutors(errand.cluster, peer(errand.data_folder, errand.credential))


def _answer(ledger: Ledger, models: str, text: str, counted: Iterable[CountedPhotograph]) -> None:
    """Store those answers of a file, given as its ``text``, that the ledger does not have yet."""
    known = ledger.answered(models)
    for photo, faces in read_answers(text, (picture.key.photo for picture in counted if picture.key)).items():
        before = known.get(photo, {})
        fresh = {tile: face for tile, face in faces.items() if before.get(tile) != face}
        ledger.answer(LedgerKey(photo, models, ""), fresh, getuser())
