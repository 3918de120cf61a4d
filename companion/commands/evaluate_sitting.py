"""``burako evaluate-sitting``: watches filmed hands and compares what is told with what happened."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from companion import bootstrap
from companion.commands.options import DEFAULT_LANGUAGE, JsonOption, LangOption, told
from companion.commands.progress import Progress
from companion.commands.speech import BAD_INPUT, complain, plain_speaking, print_json
from companion.commands.watch import opened
from companion.errors import TruthError
from companion.evaluation.sitting import SittingMark, ToldNews, TrueSitting, best_answer, load_sitting, mark, summary
from companion.hand_watch import HandWatch, Question
from companion.stopwatch import Laps
from vision.errors import VisionError
from vision.watcher import watched

SittingsArgument = Annotated[
    list[Path],
    typer.Argument(metavar="SITTING.json...", help=told("Historias de manos filmadas.", "Stories of filmed hands.")),
]
_COLUMNS = (
    ("sitting", ("Mano", "Hand")),
    ("found", ("Jugadas halladas", "Moves found")),
    ("offences", ("Faltas halladas", "Offences found")),
    ("alarms", ("Falsas alarmas", "False alarms")),
    ("questions", ("Preguntas", "Questions")),
    ("score", ("Tanteo", "Score")),
    ("delay", ("Demora p50/p95 (s)", "Delay p50/p95 (s)")),
)


@plain_speaking
def evaluate_sitting(sittings: SittingsArgument, json: JsonOption = False, lang: LangOption = DEFAULT_LANGUAGE) -> None:
    """Watches every film beside its story; one that cannot be watched costs one line on stderr."""
    laps, marks = Laps(), list[SittingMark]()
    with Progress(len(sittings), lang) as progress:
        for path in progress.over(sittings):
            try:
                marks.append(examined(path, laps))
            except (TruthError, VisionError) as error:
                complain(f"{path}: {error.sentence(lang)}")
                continue
            if json:
                print_json(marks[-1].as_json())
    if json:
        print_json({"event": "summary", **summary(marks, laps)})
    else:
        progress.console.print(_table(marks, lang))
    if len(marks) < len(sittings):
        raise typer.Exit(BAD_INPUT)


def examined(path: Path, laps: Laps) -> SittingMark:
    """One filmed hand, watched and compared. Raises TruthError or VisionError."""
    truth = load_sitting(path)
    hand = HandWatch(bootstrap.open_rules(truth.rules), truth.players, truth.starter)
    found: list[ToldNews] = []
    frame = 0
    with closing(opened(str(truth.video), truth.fps)) as camera:
        for one in watched(camera, bootstrap.open_watcher()):
            laps.add(one.elapsed_ms)
            frame = one.index - 1
            if news := hand(one):
                found += _answered(hand, truth, ToldNews(news, frame))
    if last := hand.ends():
        found.append(ToldNews(last, frame))
    return mark(truth, hand, found)


def _answered(hand: HandWatch, truth: TrueSitting, told_once: ToldNews) -> Iterator[ToldNews]:
    """The news, and what follows from the tap of somebody who answers them."""
    yield told_once
    news, frame = told_once.news, told_once.frame
    if isinstance(news, Question) and not news.unsure:
        yield ToldNews(hand.answers(news, best_answer(news, truth, frame)), frame)


def _table(marks: list[SittingMark], language: str) -> Table:
    table = Table()
    for _, titles in _COLUMNS:
        table.add_column(titles[language == "en"])
    for one in marks:
        table.add_row(*_cells(one.as_json()))
    return table


def _cells(one: dict[str, Any]) -> tuple[str, ...]:
    delay = one["delay_s"]
    return (
        one["sitting"],
        f"{one['found']}/{one['moves']}",
        f"{one['offences_found']}/{one['offences']}",
        str(one["false_alarms"]),
        str(one["questions"]),
        "✓" if one["score_exact"] else "✗",
        f"{delay['p50']}/{delay['p95']}",
    )
