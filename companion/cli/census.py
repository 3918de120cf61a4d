"""``burako census``: check whether a set is complete, from photographs of all its tiles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer

from companion import bootstrap
from companion.census import Census, CensusAnswers, SeenPicture, census_of, seen_picture
from companion.cli.file_arguments import gather
from companion.cli.options import DEFAULT_LANGUAGE, JsonOption, LangOption, RulesOption, SetProfileOption, phrase
from companion.cli.output import errors_in_one_line, print_error, print_json
from companion.cli.progress import Progress
from companion.cli.rack_photo import answered
from companion.errors import Refused
from companion.phrases.wording import say, spoken_names
from companion.view_models import NO_TILE
from engine.rule_and_tile_words import Plural
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
AnswerOption = Annotated[
    list[str] | None,
    typer.Option(
        "--answer", metavar="NUMBER=TILE", help=phrase("Qué es una ficha dudosa de las fotos."), show_default=False
    ),
]


@errors_in_one_line
def census(
    images: ImagesArgument,
    apart: ApartOption = False,
    answer: AnswerOption = None,
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
    bag = [str(tile) for tile in bag_of(law.copies, law.jokers)]
    found = asked = census_of(seen, bag, CensusAnswers(apart))
    if answer:
        found = census_of(seen, bag, CensusAnswers(apart, _faces(asked, answer)))
    if json:
        print_json(found.as_json())
        return
    for sentence in sentences(found, lang, asked):
        typer.echo(sentence)
    if found.missing and found.is_settled:
        print_error(say(lang, "census print", tiles=" ".join(found.missing)))


def _seen(recognizer: bootstrap.Recognizer, picture: Path, language: str) -> SeenPicture:
    """The tiles of a photograph. Raises Refused."""
    try:
        frame = open_photograph(picture)
    except BadImage as error:
        raise Refused("census picture", path=picture, reason=error.sentence(language)) from error
    return seen_picture(str(picture), frame.size_px, recognizer.look(frame))


def _faces(census: Census, answers: Sequence[str]) -> dict[str, str | None]:
    """The answers such as ``2=7r`` by place. Raises Refused."""
    said = (answered(answer, len(census.unsure)) for answer in answers)
    return {census.unsure[number - 1].place: None if face == NO_TILE else face for number, face in said}


def sentences(census: Census, language: str, before: Census | None = None) -> Iterator[str]:
    """The result, a sentence each: first the verdict, then the questions, numbered as in ``before`` any answer."""
    if census.is_complete:
        yield say(language, "census complete", seen=census.seen)
        return
    yield say(language, "census seen" if census.is_settled else "census unsettled", seen=census.seen)
    for key, tiles in (("census missing", census.missing), ("census surplus", census.surplus)):
        if tiles:
            yield say(language, key, count=Plural(len(tiles)), tiles=" ".join(tiles))
    for one, other in census.overlaps:
        yield say(language, "census overlap", one=one, other=other)
    for number, doubt in enumerate((before or census).unsure, 1):
        if doubt in census.unsure:
            (x, y), options = doubt.middle, spoken_names(doubt.likely[:3], language)
            yield say(language, "census unsure", number=number, image=doubt.image, x=x, y=y, options=options,
                      answer=doubt.likely[0])  # fmt: skip
