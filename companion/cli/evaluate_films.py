"""``burako evaluate-films``: track filmed hands and compare the reported moves with the ground truth."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing, nullcontext
from functools import partial
from math import inf
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from companion import bootstrap
from companion.cli.options import DEFAULT_LANGUAGE, JsonOption, LangOption, TaughtOption, phrase
from companion.cli.output import BAD_INPUT, errors_in_one_line, print_error, print_json
from companion.cli.progress import Progress
from companion.cli.second_camera import stands_beside
from companion.cli.stopwatch import StageTimes
from companion.cli.watch import lack_of, open_source, zones_in
from companion.errors import TruthError
from companion.evaluation.film_score import FilmGrades, mark
from companion.evaluation.film_set_profile import set_of
from companion.evaluation.film_summary import EASY_TAPS, GradedFilms, grouped, summary
from companion.evaluation.film_truth import load_true_film
from companion.evaluation.simulated_answers import SimulatedAnswers
from companion.game_tracking.hand_tracker import HandTracker
from engine.sentences import Translated, catalogue
from vision.errors import VisionError
from vision.watching.frames import watch_frames
from vision.watching.watcher import TableWatcher

SittingsArgument = Annotated[
    list[Path],
    typer.Argument(metavar="SITTING.json...", help=phrase("Historias de manos filmadas.")),
]
_COLUMNS = tuple(
    catalogue(
        "companion.sitting_columns",
        {
            1: "Mano",
            2: "Jugadas halladas",
            3: "Faltas halladas",
            4: "Falsas alarmas",
            5: "Respuestas",
            6: "Tanteo",
            7: "Demora p50/p95 (s)",
        },
    ).values()
)
_SHARES = catalogue(
    "companion.sittings",
    {
        "exact_unaided": "Tanteo exacto sin ayuda",
        "exact_with_taps": "Tanteo exacto con hasta tres respuestas",
        "few_taps": "Exacto, y no más de tres preguntas",
        "silently_wrong": "Tanteo equivocado sin preguntar",
        "moves_found": "Jugadas halladas",
        "offences_found": "Faltas halladas",
    },
)
_ALL = Translated("companion.sittings.all", "Todas")


@errors_in_one_line
def evaluate_films(
    sittings: SittingsArgument,
    taught: TaughtOption = False,
    json: JsonOption = False,
    lang: LangOption = DEFAULT_LANGUAGE,
) -> None:
    """Track every film with its ground truth; an unplayable one costs one line on stderr.

    Questions are answered from the ground truth, and every answer is counted; the score with up to three answers is
    that of a second run on the same film, of which only the first three questions are answered, and the score without
    help that of a third, whose questions nobody answers.
    """
    laps, marks = StageTimes(), list[FilmGrades]()
    watcher_of = _taught() if taught else _as_it_comes()
    with Progress(len(sittings), lang) as progress:
        for path in progress.over(sittings):
            try:
                marks.append(grade_film(path, watcher_of, laps))
            except (TruthError, VisionError) as error:
                print_error(f"{path}: {error.sentence(lang)}")
                continue
            if json:
                print_json(marks[-1].as_json())
    if json:
        print_json({"event": "summary", **summary(marks), "elapsed_ms": laps.as_json()})
    else:
        progress.console.print(_table(marks, lang), _shares(marks, lang))
    if len(marks) < len(sittings):
        raise typer.Exit(BAD_INPUT)


def _as_it_comes() -> Callable[[Path], TableWatcher]:
    """A factory of unadapted watchers for each film, all with one recognizer."""
    watchers = bootstrap.open_watchers()
    return lambda _: watchers()


def _taught() -> Callable[[Path], TableWatcher]:
    """A factory of watchers adapted to the set of each film. Raises TruthError."""
    untaught = bootstrap.open_recognizer()
    return lambda path: bootstrap.open_watcher(set_of(path.parent, path.stem, untaught))


def with_zones(watcher: TableWatcher, path: Path) -> TableWatcher:
    """The watcher with drawn zones, where they lie beside the ground truth. Raises BadZones or Refused."""
    zones = path.with_suffix(".zones")
    if zones.is_file():
        watcher.draw(zones_in(zones))
    return watcher


def grade_film(path: Path, watcher_of: Callable[[Path], TableWatcher], laps: StageTimes) -> FilmGrades:
    """Track and grade one filmed hand, with a second camera where there is one. Raises TruthError or VisionError."""
    watcher = with_zones(watcher_of(path), path)
    truth = load_true_film(path)
    rules = bootstrap.open_rules(truth.rules)
    helped, thrifty, alone = (
        SimulatedAnswers(HandTracker(rules, truth.players, truth.starter), truth, taps) for taps in (inf, EASY_TAPS, 0)
    )
    frame = 0
    beside = closing(open_source(str(truth.second), truth.fps)) if truth.second else nullcontext()
    with closing(open_source(str(truth.video), truth.fps)) as camera, beside as other:
        stands_beside(watcher, other, partial(watcher_of, path))
        for watched_frame in watch_frames(camera, watcher):
            laps.add(watched_frame.elapsed_ms)
            frame = round(watched_frame.at_s * truth.fps)
            for answerer in (helped, thrifty, alone):
                answerer.on_frame(watched_frame)
        if lack := lack_of(camera):
            raise lack
    for answerer in (helped, thrifty, alone):
        answerer.on_end(frame)
    return mark(truth, helped, thrifty.hand, alone.hand)


def _table(marks: Sequence[FilmGrades], language: str) -> Table:
    """Every hand on a line."""
    table = Table()
    for titles in _COLUMNS:
        table.add_column(titles[language])
    for sitting_mark in marks:
        table.add_row(*_cells(sitting_mark))
    return table


def _cells(grades: FilmGrades) -> tuple[str, ...]:
    delays = (rank["value"] if rank else "" for rank in grades.as_json()["delay_s"].values())
    return (
        grades.name,
        f"{grades.found}/{grades.moves}",
        f"{grades.offences_found}/{grades.offences}",
        str(grades.false_alarms),
        str(grades.taps),
        "✓" if grades.is_score_exact else "✗",
        "/".join(map(str, delays)),
    )


def _shares(marks: Sequence[FilmGrades], language: str) -> Table:
    """Every share of all hands, of each profile and of each encoder, with its interval."""
    table = Table(show_header=False)
    by_rules, by_codec = grouped(marks, lambda mark: mark.rules), grouped(marks, lambda mark: mark.codec)
    for name, some in {_ALL[language]: GradedFilms(tuple(marks)), **by_rules, **by_codec}.items():
        table.add_section()
        table.add_row(Text(name, style="bold"), str(len(some.marks)))
        for key, share in some.shares.items():
            if share.value is not None:
                low, high = (f"{100 * end:.1f}" for end in share.interval)
                counts = f"{share.count}/{share.of}"
                table.add_row(_SHARES[key][language], f"{100 * share.value:.1f} %", f"{low} – {high}", counts)
    return table
