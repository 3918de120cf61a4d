"""``burako adapt``: photographs of one maker's tiles become a set profile that reads that set better."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from companion import bootstrap
from companion.bootstrap import LearningEye
from companion.commands.album import gather, write_file
from companion.commands.options import DEFAULT_LANGUAGE, JsonOption, LangOption, told
from companion.commands.progress import Progress
from companion.commands.speech import plain_speaking, print_json
from companion.errors import Refused
from companion.learning import LEAST_TILES, learned
from companion.wording import say
from engine.placed import parse_tiles
from vision.images import load_image
from vision.reading import Frame, TableReading
from vision.set_naming import Named, in_reading_order, self_named

SUFFIX = ".npz"
DEFAULT_NAME = told("mi-juego", "my-set")

PhotosArgument = Annotated[
    list[Path],
    typer.Argument(metavar="PHOTO...", help=told("Fotos de tus fichas, derechas.", "Pictures of your tiles, upright.")),
]
TilesOption = Annotated[
    str | None,
    typer.Option(
        "--tiles",
        metavar='"1b 2b ... J"',
        help=told("Qué fichas son, fila por fila; si falta, se reconocen solas.", "Which they are, row by row."),
    ),
]
NameOption = Annotated[str, typer.Option("--name", help=told("Cómo se llama el juego.", "What the set is called."))]
OutOption = Annotated[
    Path | None,
    typer.Option("--out", metavar="FILE", help=told("Dónde se guarda.", "Where it is saved."), show_default=False),
]


@plain_speaking
def adapt(
    photos: PhotosArgument,
    tiles: TilesOption = None,
    name: NameOption = DEFAULT_NAME,
    out: OutOption = None,
    json: JsonOption = False,
    lang: LangOption = DEFAULT_LANGUAGE,
) -> None:
    """Learns the tiles of the photographs and saves them as a profile; saves nothing that reads them worse."""
    pictures, refusals = gather(photos)
    if refusals:
        raise refusals[0]
    path = out or Path(f"{Path(name).name}{SUFFIX}")
    eye = bootstrap.open_eye()
    with Progress(len(pictures), lang) as progress:
        looks = [(frame := load_image(picture), eye.look(frame)) for picture in progress.over(pictures)]
        told_as = _learn(eye, looks, _named(looks, tiles), name, path)
        if json:
            print_json(told_as)
            return
        progress.console.print(say(lang, "adapted", **told_as), markup=False)
        progress.console.print(say(lang, "use set", **told_as), markup=False)


def _named(looks: Sequence[tuple[Frame, TableReading]], listed: str | None) -> list[tuple[Named, ...]]:
    """The tiles of each picture whose face is known. Raises Refused, or NotationError for a list that is none."""
    if listed is None:
        named = [self_named(reading) for _, reading in looks]
    else:
        orders = [in_reading_order(reading) for _, reading in looks]
        tiles = parse_tiles(listed.replace("|", " "))
        if (seen := sum(map(len, orders))) != len(tiles):
            raise Refused("listed tiles", seen=seen, listed=len(tiles), read=_read_as(looks))
        faces = map(str, tiles)
        named = [tuple(Named(i, next(faces)) for i in order) for order in orders]
    if (known := sum(map(len, named))) < LEAST_TILES:
        raise Refused("few named", named=known, least=LEAST_TILES)
    return named


def _read_as(looks: Sequence[tuple[Frame, TableReading]]) -> str:
    """What the reader makes of the pictures, in the order in which a list has to name it."""
    return " | ".join(" ".join(reading.tiles[i].belief.best for i in in_reading_order(reading)) for _, reading in looks)


def _learn(
    eye: LearningEye,
    looks: Sequence[tuple[Frame, TableReading]],
    named: Sequence[Sequence[Named]],
    name: str,
    path: Path,
) -> dict[str, object]:
    """Learns and saves the set; gives the figures of before and after. Raises Refused where it would not help."""
    from vision.adapting import NamedTile  # the reader takes a moment to load, and other commands do without

    lesson = [
        NamedTile(frame.bgr, reading.tiles[one.tile].place, one.face)
        for (frame, reading), some in zip(looks, named, strict=True)
        for one in some
    ]
    known = learned(eye.teacher(), name, lesson)
    write_file(path, known.profile.to_bytes())
    return {
        "name": name,
        "path": str(path),
        "tiles": known.before.tiles,
        "right_before": known.before.right,
        "sure_before": known.before.sure,
        "right_after": known.after.right,
        "sure_after": known.after.sure,
    }
