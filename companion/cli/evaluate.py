"""``burako evaluate``: measure the recognizer on labelled pictures, by session, with pictures of its errors."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache, partial
from pathlib import Path
from typing import Annotated

import typer

from companion import bootstrap
from companion.cli.file_arguments import write_file
from companion.cli.options import (
    DEFAULT_LANGUAGE,
    JsonOption,
    LangOption,
    RulesOption,
    SetProfileOption,
    TaughtOption,
    phrase,
)
from companion.cli.output import BAD_INPUT, errors_in_one_line, print_error, print_json
from companion.cli.progress import Progress
from companion.errors import Refused, TruthError
from companion.evaluation.failures import sheets
from companion.evaluation.film_set_profile import set_of
from companion.evaluation.labelled_pictures import TruePicture, load_truth, true_crops
from companion.evaluation.measure import PictureCounts, RecognizerGrader
from companion.evaluation.report import EvaluationReport
from companion.pictures.annotated_photo import encoded
from companion.recognition.thresholds import THRESHOLDS
from vision.errors import BadImage

Task = tuple[str, Callable[[], PictureCounts]]
"""The name of a picture, and what measures it."""
ExaminerOf = Callable[[Path, str], RecognizerGrader]
"""Gives the grader for the pictures of a folder's session."""

AnnotationsArgument = Annotated[
    list[Path] | None,
    typer.Argument(metavar="ANNOTATIONS.json...", help=phrase("Anotaciones COCO.")),
]
CropsOption = Annotated[
    Path | None,
    typer.Option(
        "--crops",
        metavar="DIR",
        help=phrase("Fichas sueltas, en subcarpetas con su nombre."),
    ),
]
FailuresOption = Annotated[
    Path | None,
    typer.Option("--failures", metavar="DIR", help=phrase("Guarda láminas de los errores.")),
]
ThresholdOption = Annotated[
    float,
    typer.Option(
        "--threshold",
        metavar="NUMBER",
        min=0,
        max=1,
        help=phrase("Confianza desde la cual no se pregunta."),
    ),
]


@errors_in_one_line
def evaluate(
    annotations: AnnotationsArgument = None,
    crops: CropsOption = None,
    rules: RulesOption = bootstrap.DEFAULT_RULES,
    set_profile: SetProfileOption = None,
    taught: TaughtOption = False,
    threshold: ThresholdOption = THRESHOLDS.sure,
    failures: FailuresOption = None,
    json: JsonOption = False,
    lang: LangOption = DEFAULT_LANGUAGE,
) -> None:
    """Measure the recognizer; an unreadable picture costs one line on stderr, and the others are measured."""
    recognizer = bootstrap.open_recognizer(bootstrap.open_set_profile(set_profile))
    examiner = RecognizerGrader(recognizer, threshold, bootstrap.open_rules(rules))
    examiner_of = _pupils(examiner) if taught else lambda folder, session: examiner
    tasks = _tasks(examiner, examiner_of, annotations or [], crops)
    with Progress(len(tasks), lang) as progress:
        measured = [one for task in progress.over(tasks) if (one := _measured(task, lang))]
    report = EvaluationReport.of(threshold, ((measurement.session, measurement.tally) for measurement in measured))
    if json:
        print_json(report.as_json())
    else:
        progress.console.print(report.as_table(lang))
    if failures:
        for name, sheet in sheets([failure for measurement in measured for failure in measurement.failures]):
            write_file(failures / name, encoded(sheet, ".png"))
    if len(measured) < len(tasks):
        raise typer.Exit(BAD_INPUT)


def _pupils(examiner: RecognizerGrader) -> ExaminerOf:
    """Graders whose recognizers are adapted to the sets of their sessions; the last is cached. Raises TruthError."""
    untaught = bootstrap.open_recognizer()

    @lru_cache(maxsize=1)
    def pupil(folder: Path, session: str) -> RecognizerGrader:
        return replace(examiner, recognizer=bootstrap.open_recognizer(set_of(folder, session, untaught)))

    return pupil


def _tasks(
    examiner: RecognizerGrader, examiner_of: ExaminerOf, annotations: list[Path], crops: Path | None
) -> tuple[Task, ...]:
    def picture(folder: Path, truth: TruePicture) -> PictureCounts:
        return examiner_of(folder, truth.session).picture(truth)

    pictures = [(path.parent, truth) for path in annotations for truth in load_truth(path)]
    tasks: list[Task] = [(str(truth.path), partial(picture, folder, truth)) for folder, truth in pictures]
    if crops:
        tasks += [(str(crop.path), partial(examiner.crop, crop)) for crop in true_crops(crops)]
    if not tasks:
        raise Refused("nothing to evaluate")
    return tuple(tasks)


def _measured(task: Task, language: str) -> PictureCounts | None:
    name, measure = task
    try:
        return measure()
    except (BadImage, TruthError) as error:
        print_error(f"{name}: {error.sentence(language)}")
        return None
