"""``burako adapt``: fit a set profile to photographs of one maker's tiles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion import bootstrap
from companion.cli.file_arguments import gather, write_file
from companion.cli.options import DEFAULT_LANGUAGE, JsonOption, LangOption, phrase
from companion.cli.output import errors_in_one_line, print_json
from companion.cli.progress import Progress
from companion.errors import Refused
from companion.phrases.wording import say
from companion.tile_sets.learning import (
    LEAST_TILES,
    LearnedSet,
    fit_set,
    named_again,
    named_tiles,
    unless_worse,
    validate_set,
)
from engine.placed_tile import parse_tiles
from vision.adaptation.progress import ProgressCallback
from vision.adaptation.set_naming import NamedReadTile, in_reading_order, self_named
from vision.errors import BadSetProfile
from vision.io.images import open_photograph
from vision.reading import Frame, TableReading
from vision.recognition.set_profile import SetProfile

if TYPE_CHECKING:
    from vision.adaptation.set_learning import NamedTile, ProfileFitter

SUFFIX = ".npz"
BEFORE = f".before{SUFFIX}"
"""The suffix of the name of a set's previous profile."""
DEFAULT_NAME = phrase("mi-juego")

PhotosArgument = Annotated[
    list[Path],
    typer.Argument(metavar="PHOTO...", help=phrase("Fotos de tus fichas, derechas.")),
]
TilesOption = Annotated[
    str | None,
    typer.Option(
        "--tiles",
        metavar='"1b 2b ... J"',
        help=phrase("Qué fichas son, fila por fila; si falta, se reconocen solas."),
    ),
]
NameOption = Annotated[str, typer.Option("--name", metavar="NAME", help=phrase("Cómo se llama el juego."))]
OutOption = Annotated[
    Path | None,
    typer.Option("--out", metavar="FILE", help=phrase("Dónde se guarda."), show_default=False),
]


ProofOption = Annotated[
    list[Path] | None,
    typer.Option(
        "--proof",
        metavar="PHOTO",
        help=phrase("Otra foto de las mismas fichas, para probarlo."),
        show_default=False,
    ),
]
PhotoReading = tuple[Frame, TableReading]


@dataclass(frozen=True, slots=True)
class ProfileRequest:
    """The name and the file of a new profile, and its progress callback."""

    name: str
    path: Path
    on_progress: ProgressCallback


@errors_in_one_line
def adapt(
    photos: PhotosArgument,
    tiles: TilesOption = None,
    proof: ProofOption = None,
    name: NameOption = DEFAULT_NAME,
    out: OutOption = None,
    json: JsonOption = False,
    lang: LangOption = DEFAULT_LANGUAGE,
) -> None:
    """Fit a profile to the tiles of the photographs, and save it where held-out tiles are read better.

    Those are a part that is held back, or the tiles of another photograph.
    """
    pictures, proofs = _pictures(photos), _pictures(proof or [])
    path = out or Path(f"{Path(name).name}{SUFFIX}")
    recognizer = bootstrap.open_recognizer()
    with Progress(len(pictures) + len(proofs), lang) as progress:
        seen = [
            ((frame := open_photograph(picture)), recognizer.look(frame))
            for picture in progress.over(pictures + proofs)
        ]
        taught, shown = seen[: len(pictures)], seen[len(pictures) :]
        lesson = _lesson(taught, tiles)
        known = _learn(recognizer.teacher(), ProfileRequest(name, path, progress.on_progress()), lesson, shown)
        before = _kept(known, path)
        if json:
            print_json(
                {
                    "name": name,
                    "tiles": known.profile.tiles,
                    **known.figures,
                    "path": str(path) if known.is_better else None,
                }
            )
            return
        for sentence in _sentences(known, path, before, lang):
            progress.console.print(sentence, markup=False, soft_wrap=True)


def _pictures(named: Sequence[Path]) -> tuple[Path, ...]:
    """The named pictures. Raises Refused for a folder without any."""
    pictures, refusals = gather(named)
    if refusals:
        raise refusals[0]
    return pictures


def _lesson(looks: Sequence[PhotoReading], listed: str | None) -> list[NamedTile]:
    """The labelled tiles, picture by picture. Raises Refused, or NotationError for an invalid list."""
    return [
        tile
        for (frame, reading), named in zip(looks, _named(looks, listed), strict=True)
        for tile in named_tiles(frame, reading, named)
    ]


def _named(looks: Sequence[PhotoReading], listed: str | None) -> list[tuple[NamedReadTile, ...]]:
    """The labelled tiles of each picture. Raises Refused, or NotationError for an invalid list."""
    if listed is None:
        named = [self_named(reading) for _, reading in looks]
    else:
        orders = [in_reading_order(reading) for _, reading in looks]
        tiles = parse_tiles(listed.replace("|", " "))
        if (seen := sum(map(len, orders))) != len(tiles):
            raise Refused("listed tiles", seen=seen, listed=len(tiles), read=_read_as(looks))
        faces = map(str, tiles)
        named = [tuple(NamedReadTile(i, next(faces)) for i in order) for order in orders]
    if (known := sum(map(len, named))) < LEAST_TILES:
        raise Refused("few named", named=known, least=LEAST_TILES)
    return named


def _read_as(looks: Sequence[PhotoReading]) -> str:
    """The readings of the pictures, in the order expected of a list."""
    return " | ".join(" ".join(reading.tiles[i].belief.best for i in in_reading_order(reading)) for _, reading in looks)


def _learn(
    teacher: ProfileFitter, wish: ProfileRequest, lesson: Sequence[NamedTile], readings: Sequence[PhotoReading]
) -> LearnedSet:
    """The set of the ``lesson``, validated on the pictures ``readings``, or by cross-validation.

    Raises Refused where it would be read worse, or too little of those pictures is known.
    """
    worn = _earlier(wish.path, teacher.identity)
    if not readings:
        return unless_worse(fit_set(teacher, wish.name, lesson, worn, wish.on_progress))
    profile = teacher.learn(wish.name, lesson)
    faces = [tile.face for tile in lesson]
    proof = [tile for frame, reading in readings for tile in named_again(teacher, profile, frame, reading, faces)]
    if len(proof) < LEAST_TILES:
        raise Refused("few proof tiles", named=len(proof), least=LEAST_TILES)
    return unless_worse(validate_set(teacher, profile, proof, worn, wish.on_progress))


def _earlier(path: Path, reader: str) -> SetProfile | None:
    """The existing profile at the target; None where there is none for this reader."""
    try:
        earlier = SetProfile.load(path)
    except BadSetProfile:
        return None
    return earlier if earlier.reader == reader else None


def _kept(learned: LearnedSet, path: Path) -> Path | None:
    """Save an improved set; a replaced profile is kept as a backup."""
    earlier = _earlier(path, learned.profile.reader) if learned.is_better else None
    before = path.with_name(f"{path.stem}{BEFORE}") if earlier else None
    if before and earlier:
        write_file(before, earlier.to_bytes())
    if learned.is_better:
        write_file(path, learned.profile.to_bytes())
    return before


def _sentences(learned: LearnedSet, path: Path, before: Path | None, language: str) -> Iterator[str]:
    """The result, and the next step for the user."""
    which = say(language, "proof tiles" if learned.is_proved else "held back tiles")
    yield say(language, "set better" if learned.is_better else "set no better", which=which, **learned.figures)
    if learned.is_better:
        yield say(language, "set saved", path=path)
        yield say(language, "use set", path=path)
    if before:
        yield say(language, "set before", path=before)
