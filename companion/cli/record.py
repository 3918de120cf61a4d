"""``burako record``: film a hand, and convert its notes to ground truth."""

from __future__ import annotations

import json as text_of_json
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path
from time import monotonic
from typing import Annotated, Any

import typer

from companion import bootstrap
from companion.cli.file_arguments import read_text
from companion.cli.options import DEFAULT_LANGUAGE, LangOption, RulesOption, SetOption, phrase
from companion.cli.output import errors_in_one_line, refuse, terminal
from companion.cli.watch import PlayersOption, StarterOption
from companion.errors import Refused
from companion.evaluation.film_labels import FilmedHand, ground_truth, read_labels
from companion.phrases.wording import say
from companion.server import adapters as reception
from vision.cameras.camera import Camera
from vision.cameras.camera_health import CameraState
from vision.cameras.camera_opening import open_camera
from vision.cameras.sources import parse_source
from vision.cameras.video_writer import FilmWriter
from vision.reading import Frame

FILM, HAND, LABELS, STORY = "film.avi", "hand.json", "moves.txt", "film.json"
"""The files of a folder: film, known facts of the hand, people's labels, and the ground truth made of them."""
_WAIT_S = 1.0
_SILENT_S = 20.0
"""A camera that shows nothing for so long shows nothing more."""

FolderArgument = Annotated[Path, typer.Argument(metavar="FOLDER", help=phrase("La carpeta de la película."))]
CameraOption = Annotated[
    str,
    typer.Option(
        "--camera",
        metavar="SOURCE",
        help=phrase("Una cámara, por su número o su nombre."),
    ),
]
MinutesOption = Annotated[
    float,
    typer.Option("--minutes", metavar="NUMBER", min=0.05, max=60, help=phrase("Cuánto se filma a lo sumo.")),
]
FilmFpsOption = Annotated[
    float,
    typer.Option("--fps", metavar="NUMBER", min=2, max=30, help=phrase("Imágenes por segundo.")),
]
LabelOption = Annotated[
    bool,
    typer.Option("--label", help=phrase("Junta la película con las jugadas anotadas.")),
]
YesOption = Annotated[bool, typer.Option("--yes", help=phrase("Todos estuvieron de acuerdo ya."))]


@errors_in_one_line
def record(
    folder: FolderArgument,
    camera: CameraOption = "0",
    rules: RulesOption = bootstrap.DEFAULT_RULES,
    overrides: SetOption = None,
    players: PlayersOption = None,
    starter: StarterOption = 1,
    minutes: MinutesOption = 15.0,
    fps: FilmFpsOption = 10.0,
    label: LabelOption = False,
    yes: YesOption = False,
    lang: LangOption = DEFAULT_LANGUAGE,
) -> None:
    """Film until Ctrl+C, the end of the recording or ``minutes``; with ``--label`` convert the notes."""
    if label:
        _labels(folder, lang)
        return
    law = bootstrap.open_rules(rules, overrides or ())
    count = players or min(law.players)
    if not 1 <= starter <= count:
        raise Refused("no such player", number=starter, players=count)
    if (folder / FILM).exists():
        raise Refused("film there", folder=folder)
    terminal().print(say(lang, "film consent", folder=folder, minutes=f"{minutes:g}"), soft_wrap=True)
    if not (yes or typer.confirm(say(lang, "film agree"))):
        refuse(say(lang, "film not agreed"))
    hand = {"rules": rules, "overrides": list(overrides or ()), "players": count, "starter": starter - 1, "fps": fps}
    _films(folder, hand, (camera, minutes), lang)


def _films(folder: Path, hand: dict[str, Any], wanted: tuple[str, float], language: str) -> None:
    """Film the camera for that many minutes. Raises VisionError, and Refused where nothing is stored."""
    source, minutes = wanted
    writer = FilmWriter(folder / FILM, hand["fps"])
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with closing(open_camera(parse_source(source), reception.demo_film())) as camera, suppress(KeyboardInterrupt):
            terminal().print(say(language, "film began"))
            for frame in _frames(camera, 60 * minutes):
                writer.write(frame.bgr, frame.captured_at_s)
        writer.close()
        if not writer.frames:
            raise Refused("film empty")
        (folder / HAND).write_text(text_of_json.dumps(hand, ensure_ascii=False, indent=1), encoding="utf-8")
        (folder / LABELS).write_text(say(language, "film remarks"), encoding="utf-8")
    except OSError as error:
        raise Refused("unwritable", path=folder, reason=error.strerror or error) from error
    parts = {"film": folder / FILM, "labels": folder / LABELS, "folder": folder}
    terminal().print(say(language, "film ended", seconds=round(writer.frames / hand["fps"]), **parts), soft_wrap=True)


def _frames(camera: Camera, most_s: float) -> Iterator[Frame]:
    """The frames of the camera for that many seconds from its first picture, or until it ends."""
    index, shown_s, first_s = 0, monotonic(), 0.0
    while True:
        frame = camera.newest(index, _WAIT_S)
        if frame is None:
            if camera.health().state is CameraState.ENDED or monotonic() - shown_s > _SILENT_S:
                return
            continue
        first_s = first_s or frame.captured_at_s
        if frame.captured_at_s - first_s > most_s:
            return
        index, shown_s = frame.index, monotonic()
        yield frame


def _labels(folder: Path, language: str) -> None:
    """Convert the notes to ground truth. Raises Refused, TruthError and RulesError."""
    try:
        kept = text_of_json.loads(read_text(folder / HAND))
        law = bootstrap.open_rules(str(kept["rules"]), [str(override) for override in kept["overrides"]])
        filmed = FilmedHand(video=FILM, fps=float(kept["fps"]), rules=law, players=int(kept["players"]),
                            starter=int(kept["starter"]))  # fmt: skip
    except (ValueError, KeyError, TypeError) as error:
        raise Refused("film none", folder=folder) from error
    truth = ground_truth(filmed, read_labels(read_text(folder / LABELS)))
    truth["rules"] = str(kept["rules"])
    path = folder / STORY
    try:
        path.write_text(text_of_json.dumps(truth, ensure_ascii=False, indent=1), encoding="utf-8")
    except OSError as error:
        raise Refused("unwritable", path=path, reason=error.strerror or error) from error
    teams = truth["score"]["teams"].items()
    said = {"moves": len(truth["moves"]), "offences": sum(bool(move["violations"]) for move in truth["moves"]),
            "totals": ", ".join(f"{team} {sheet['total']}" for team, sheet in teams), "path": path}  # fmt: skip
    terminal().print(say(language, "film labelled", **said), soft_wrap=True)
