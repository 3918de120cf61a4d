"""``burako census``: check whether a set is complete, from photographs of all its tiles."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from companion import bootstrap
from companion.census import Census, SeenPicture, census_of, seen_picture
from companion.cli.file_arguments import gather
from companion.cli.options import DEFAULT_LANGUAGE, JsonOption, LangOption, RulesOption, SetProfileOption, phrase
from companion.cli.output import complain, plain_speaking, print_json
from companion.cli.progress import Progress
from companion.errors import Refused
from companion.phrases.wording import say, spoken_names
from engine.tiles import bag_of
from vision.errors import BadImage
from vision.io.images import open_photograph

MOST_PICTURES = 30
ImagesArgument = Annotated[
    list[Path],
    typer.Argument(
        metavar="PHOTO|FOLDER...",
        help=phrase("Fotos de todas las fichas, o carpetas."),
    ),
]
ApartOption = Annotated[
    bool,
    typer.Option("--apart", help=phrase("Ninguna ficha está en dos fotos.")),
]


@plain_speaking
def census(
    images: ImagesArgument,
    apart: ApartOption = False,
    rules: RulesOption = bootstrap.DEFAULT_RULES,
    set_profile: SetProfileOption = None,
    json: JsonOption = False,
    lang: LangOption = DEFAULT_LANGUAGE,
) -> None:
    """Count the tiles; one unreadable photograph prevents the count, since its tiles would be missing."""
    law = bootstrap.open_rules(rules)
    pictures, refusals = gather(images)
    if refusals:
        raise refusals[0]
    if len(pictures) > MOST_PICTURES:
        raise Refused("census many", count=len(pictures), most=MOST_PICTURES)
    recognizer = bootstrap.open_recognizer(bootstrap.open_set_profile(set_profile))
    with Progress(len(pictures), lang) as progress:
        seen = [_seen(recognizer, picture, lang) for picture in progress.over(pictures)]
    found = census_of(seen, [str(tile) for tile in bag_of(law.copies, law.jokers)], are_apart=apart)
    if json:
        print_json(found.as_json())
        return
    for sentence in sentences(found, lang):
        typer.echo(sentence)
    if found.missing and found.is_settled:
        complain(say(lang, "census print", tiles=" ".join(found.missing)))


def _seen(recognizer: bootstrap.Recognizer, picture: Path, language: str) -> SeenPicture:
    """The tiles of a photograph. Raises Refused."""
    try:
        frame = open_photograph(picture)
    except BadImage as error:
        raise Refused("census picture", path=picture, reason=error.sentence(language)) from error
    return seen_picture(str(picture), frame.size_px, recognizer.look(frame))


def sentences(found: Census, language: str) -> Iterator[str]:
    """The result, a sentence each: first the verdict, then the questions."""
    if found.is_complete:
        yield say(language, "census complete", seen=found.seen)
        return
    yield say(language, "census seen" if found.is_settled else "census unsettled", seen=found.seen)
    for key, tiles in (("census missing", found.missing), ("census surplus", found.surplus)):
        if tiles:
            yield say(language, key, count=len(tiles), tiles=" ".join(tiles))
    for one, other in found.overlaps:
        yield say(language, "census overlap", one=one, other=other)
    for doubt in found.unsure:
        x, y = (round(sum(point[at] for point in doubt.corners) / len(doubt.corners)) for at in (0, 1))
        options = spoken_names(doubt.likely[:3], language)
        yield say(language, "census unsure", image=doubt.image, x=x, y=y, options=options)
