"""``burako watch``: report a recorded or live table as moves, offences, questions and a running score."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import closing, nullcontext
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.text import Text

from companion import bootstrap
from companion.cli.camera_monitor import WAIT_S, CameraMonitor
from companion.cli.file_arguments import read_text
from companion.cli.options import (
    DEFAULT_LANGUAGE,
    JsonOption,
    LangOption,
    RulesOption,
    SetOption,
    SetProfileOption,
    among,
    phrase,
)
from companion.cli.output import errors_in_one_line, print_json, refuse, terminal
from companion.cli.second_camera import SecondCameraReporter, SecondOption, second_source, stands_beside
from companion.cli.stopwatch import StageTimes
from companion.errors import Refused
from companion.game_tracking.hand_tracker import HandTracker
from companion.game_tracking.updates import Change, StandingAfter, Update, offered, update_json
from companion.phrases.wording import signed
from companion.server import adapters as reception
from engine.rules.verdict import Violation
from engine.sentences import catalogue
from vision.cameras import Camera, PlayedCamera, SourceKind, open_camera, open_recording, parse_rotation, parse_source
from vision.errors import BadFilm, BadSource
from vision.table_plan.zones import Zones, parse_zones
from vision.tracking.tracked_table import TrackedTable
from vision.watching.camera_fitness import Fitness, Verdict, judge_fitness
from vision.watching.camera_fitness_monitor import FitGauge
from vision.watching.camera_measurements import CameraMeasurements
from vision.watching.frame_results import FrameResult
from vision.watching.frames import watch_frames

SENTENCES: Mapping[str, Mapping[str, str]] = catalogue(
    "companion.watch",
    {
        "unsure": "No se lee bien una ficha: ¿{options}?",
        "or": " o ",
        "score": "Va {score}",
        "likely": " (probable, {percent} %: nadie dijo qué ficha es)",
        "provisional": "Provisorio, porque quedó algo sin contestar: {score}",
        "fit": "Cámara: sirve así.",
        "poor": "Cámara: sirve a medias.",
        "unfit": "Cámara: así va a leer mal.",
        "unmeasured": (
            "Cámara: todavía no se sabe si sirve; hacen falta fichas boca arriba arriba y abajo en la imagen."
        ),
        "partial": "{why} El tanteo es de lo que se vio: {score}",
        "end": "Se terminó la grabación: {frames} imágenes.",
    },
)
SourceArgument = Annotated[
    str | None,
    typer.Argument(
        metavar="SOURCE",
        autocompletion=among("demo", "simulate"),
        help=phrase(
            "Un video, una carpeta de fotos, una cámara, demo o simulate.",
        ),
    ),
]
CameraOption = Annotated[
    str | None,
    typer.Option(
        "--camera",
        metavar="SOURCE",
        autocompletion=among("demo", "simulate"),
        help=phrase("Lo mismo, como en burako serve."),
        show_default=False,
    ),
]
PlayersOption = Annotated[
    int | None,
    typer.Option("--players", metavar="NUMBER", help=phrase("Cuántos juegan."), show_default=False),
]
StarterOption = Annotated[
    int,
    typer.Option("--starter", metavar="NUMBER", min=1, help=phrase("Qué jugador empieza, desde 1.")),
]
ZonesOption = Annotated[
    Path | None,
    typer.Option("--zones", metavar="FILE", help=phrase("Zonas de la mesa, en una línea.")),
]
TurnOption = Annotated[
    str,
    typer.Option("--turn", metavar="TURN", autocompletion=among("90", "180", "270", "mirrored"), help=phrase(
        "Gira las imágenes a la derecha: 90, 180 o 270; con mirrored, además las espeja.",
    )),
]  # fmt: skip
FpsOption = Annotated[
    float,
    typer.Option("--fps", metavar="NUMBER", min=0.1, max=60, help=phrase("Imágenes por segundo.")),
]
WaitOption = Annotated[
    float,
    typer.Option("--wait", metavar="SECONDS", min=0, help=phrase(
        "Segundos que se espera a una cámara que no muestra nada; 0, siempre.",
    )),
]  # fmt: skip


@errors_in_one_line
def watch(
    source: SourceArgument = None,
    camera: CameraOption = None,
    second: SecondOption = None,
    rules: RulesOption = bootstrap.DEFAULT_RULES,
    overrides: SetOption = None,
    players: PlayersOption = None,
    starter: StarterOption = 1,
    zones: ZonesOption = None,
    set_profile: SetProfileOption = None,
    fps: FpsOption = 10.0,
    turn: TurnOption = "",
    wait: WaitOption = WAIT_S,
    json: JsonOption = False,
    lang: LangOption = DEFAULT_LANGUAGE,
) -> None:
    """Track a hand until the recording is over; a recording is read as fast as possible."""
    hand = HandTracker(bootstrap.open_rules(rules, overrides or ()), players, starter - 1)
    if starter > hand.state.players:
        raise Refused("no such player", number=starter, players=hand.state.players)
    way = parse_rotation(turn)
    text = _source(source, camera)
    second_source(text, second)
    seen, monitor = open_source(text, fps), CameraMonitor(lang, wait, address=text)
    with closing(seen), closing(open_source(second, fps)) if second else nullcontext() as other:
        watchers = bootstrap.open_watchers(bootstrap.open_set_profile(set_profile), zones_in(zones))
        watcher = watchers()
        beside = SecondCameraReporter(stands_beside(watcher, other, watchers), lang, json)
        printer = EventPrinter(hand, lang, json, beside, gauge=FitGauge(watcher.seems_mirrored))
        for frame in watch_frames(seen, watcher, turn=way):
            printer.take(frame, watcher.table)
            if monitor.report(seen.health(), is_live=not isinstance(seen, PlayedCamera)):
                if printer.has_seen:
                    printer.finish()
                refuse(monitor.farewell(seen.health()))
        if not printer.has_seen:
            raise Refused("no tile seen", source=seen.health().source)
        printer.finish(lack_of(seen))


def _source(named: str | None, camera: str | None) -> str:
    """The source to watch. Raises Refused for none or two."""
    if named and camera:
        raise Refused("two sources", one=named, other=camera)
    if source := named or camera:
        return source
    raise Refused("no source")


def lack_of(camera: Camera) -> BadFilm | None:
    """The defect of a finished recording; None where it was complete."""
    return camera.lacks() if isinstance(camera, PlayedCamera) else None


def open_source(text: str, fps: float) -> Camera:
    """The camera of a source text, a recording being played as fast as it is read. Raises VisionError."""
    source = parse_source(text)
    if source.kind is SourceKind.PHONE:
        raise BadSource("source_pushed")
    demo = reception.demo_film()
    return open_camera(source, demo) if source.kind.is_live else open_recording(source, demo, fps)


def zones_in(path: Path | None) -> Zones | None:
    """The zones in a file; None for no file. Raises Refused or BadZones."""
    return None if path is None else parse_zones(read_text(path).strip())


@dataclass(slots=True, eq=False)
class EventPrinter:
    """Prints the tracked hand."""

    hand: HandTracker
    language: str
    in_json: bool
    second: SecondCameraReporter | None = None
    laps: StageTimes = field(default_factory=StageTimes)
    frames: int = 0
    gauge: FitGauge = field(default_factory=FitGauge)
    fit: Fitness | None = None
    """The fitness reported last."""
    has_seen: bool = False
    """Whether a tile was seen."""

    def take(self, watched: FrameResult, table: TrackedTable) -> None:
        """Print the result of a frame of ``table``, if any."""
        self.frames += watched.frame is not None
        self.has_seen |= watched.seen is not None and bool(watched.seen.settled.reading.tiles)
        self.laps.add(watched.elapsed_ms)
        if self.second:
            self.second.take(watched.index - 1)
        when = {"frame": watched.index - 1, "at_s": round(watched.at_s, 3)}
        fitness, update = self.gauge(watched, table), self.hand(watched)
        if self._is_worth_telling(fitness) or (update is not None and self.fit is None):
            self._print_fit(self.gauge.fitness or judge_fitness(CameraMeasurements()), when)
        if update is not None:
            self._print_update(update, when)

    def _is_worth_telling(self, fitness: Fitness | None) -> bool:
        """Whether it is the first definite fitness, or has more bad criteria than printed before."""
        if fitness is None or self.fit is None:
            return fitness is not None and fitness.verdict is not Verdict.UNKNOWN
        return not {finding.check for finding in fitness.bad} <= {finding.check for finding in self.fit.bad}

    def _print_fit(self, fitness: Fitness, when: Mapping[str, Any]) -> None:
        """Print the camera's fitness in one line."""
        self.fit = fitness
        if self.in_json:
            provisional = {"provisional": self.hand.is_provisional}
            print_json({"event": "fit", **fitness.as_json(self.language), **provisional, **when})
            return
        typer.echo(fit_line(fitness, self.language), err=True)

    def finish(self, lack: BadFilm | None = None) -> None:
        """Print the pending updates and the score; ``lack`` is what the recording did not show."""
        while update := self.hand.finish():
            self._print_update(update, {"frame": self.frames - 1})
        if self.second:
            self.second.finish(self.frames - 1)
        score, is_asking = self.hand.score(), self.hand.is_provisional
        fitness = self.gauge.fitness or judge_fitness(CameraMeasurements())
        found = dict(zip(score.totals, self.hand.score_range(), strict=False))
        if self.in_json:
            print_json({"event": "end", "frames": self.frames, "ended": bool(self.hand.state.ended),
                        "score": score.as_json(self.language, self.hand.rules),
                        "provisional": is_asking or lack is not None, "score_range": found,
                        "guessed": list(self.hand.guessed),
                        "turn_deg": fitness.turn_deg, "is_mirrored": fitness.is_mirrored,
                        "lacks": lack and {"code": lack.code, "sentence": lack.sentence(self.language)},
                        "elapsed_ms": self.laps.as_json()})  # fmt: skip
            return
        terminal().print(Text(_say(self.language, "end", frames=self.frames), style="bold"))
        if is_asking:
            terminal().print(Text(_say(self.language, "provisional", score=_ranges(found)), style="bold yellow"))
        if fitness.turn_deg or fitness.is_mirrored:
            terminal().print(Text(fit_line(fitness, self.language), style="bold yellow"), soft_wrap=True)
        if lack is not None:
            blanks = {"why": lack.sentence(self.language), "score": _ranges(found)}
            terminal().print(Text(_say(self.language, "partial", **blanks), style="bold yellow"), soft_wrap=True)

    def _print_update(self, update: Update, when: Mapping[str, Any]) -> None:
        score, offers = self.hand.score(), offered(update, self.hand.rules)
        if self.in_json:
            standing = StandingAfter(score, self.hand.is_provisional, tuple(offers))
            print_json({**update_json(update, standing, self.hand.rules, self.language), **when})
            return
        for line in (*lines_of(update, self.language), *(f"+ {offer.sentence(self.language)}" for offer in offers)):
            terminal().print(Text(line), soft_wrap=True)
        totals = " · ".join(f"{team} {signed(points)}" for team, points in score.totals.items())
        terminal().print(Text(_say(self.language, "score", score=totals), style="dim"))


def fit_line(fitness: Fitness, language: str) -> str:
    """The camera's problems, or that there are none, in one line."""
    wrong = [
        finding.sentence(language) for finding in fitness.findings if finding.verdict in (Verdict.WEAK, Verdict.BAD)
    ]
    key = "unfit" if fitness.bad else "poor" if wrong else "fit" if fitness.verdict is Verdict.GOOD else "unmeasured"
    return " ".join([_say(language, key), *wrong])


def lines_of(update: Update, language: str) -> list[str]:
    """The update in words."""
    if isinstance(update, Change):
        said = [event.sentence(language) for event in update.events]
        return said + [_offence(fault, chance, language) for fault, chance in update.likelihoods()]
    either = _say(language, "or")
    options = [either.join(name for name, _ in doubt.options) for doubt in update.unsure]
    unsure = [_say(language, "unsure", options=names) for names in options]
    return [f"? {line}" for line in (*(fault.sentence(language) for fault in update.doubts), *unsure)]


def _offence(fault: Violation, chance: float | None, language: str) -> str:
    """A violation in words, marked where it depends on an unreadable tile."""
    doubt = "" if chance is None else _say(language, "likely", percent=round(100 * chance))
    return f"⚠ {fault.sentence(language)}{doubt}"


def _ranges(by_team: Mapping[str, tuple[int, int]]) -> str:
    shown = {team: " … ".join(map(signed, dict.fromkeys(ends))) for team, ends in by_team.items()}
    return " · ".join(f"{team} {points}" for team, points in shown.items())


def _say(language: str, key: str, **parts: object) -> str:
    return SENTENCES[key][language].format(**parts)
