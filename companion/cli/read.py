"""``burako read``: recognise and score photographs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from companion import bootstrap
from companion.bootstrap import Recognizer
from companion.cli.file_arguments import DrawingPaths, gather, write_file
from companion.cli.options import (
    DEFAULT_LANGUAGE,
    JsonOption,
    LangOption,
    RulesOption,
    SetOption,
    SetProfileOption,
    phrase,
)
from companion.cli.output import BAD_INPUT, errors_in_one_line, print_error, print_json
from companion.cli.photo_tables import photo_table
from companion.cli.progress import Progress
from companion.errors import Refused
from companion.pictures.annotated_photo import drawn_score, encoded
from engine.rules.rules import Rules
from vision.errors import BadImage

ImagesArgument = Annotated[
    list[Path],
    typer.Argument(metavar="IMAGE|FOLDER...", help=phrase("Fotos, o carpetas con fotos.")),
]
DrawOption = Annotated[
    Path | None,
    typer.Option(
        "--draw",
        metavar="OUT.png|DIR",
        help=phrase(
            "Dibuja lo leído sobre la foto; para varias, en una carpeta.",
        ),
    ),
]


@errors_in_one_line
def read(
    images: ImagesArgument,
    rules: RulesOption = bootstrap.DEFAULT_RULES,
    overrides: SetOption = None,
    set_profile: SetProfileOption = None,
    json: JsonOption = False,
    draw: DrawOption = None,
    lang: LangOption = DEFAULT_LANGUAGE,
) -> None:
    """Read photographs; an unreadable one costs one line on stderr, and the others are read."""
    law = bootstrap.open_rules(rules, overrides or ())
    pictures, refusals = gather(images, besides=draw)
    drawings = tuple(DrawingPaths.at(draw, pictures).of(pictures)) if draw else (None,) * len(pictures)
    recognizer = bootstrap.open_recognizer(bootstrap.open_set_profile(set_profile))
    for refusal in refusals:
        print_error(refusal.sentence(lang))
    complete = not refusals
    with Progress(len(pictures), lang) as progress:
        printer = PhotoPrinter(recognizer, law, lang, json, progress)
        for picture, drawing in progress.over(tuple(zip(pictures, drawings, strict=True))):
            complete &= printer.read(picture, drawing)
    if not complete:
        raise typer.Exit(BAD_INPUT)


@dataclass(frozen=True, slots=True, eq=False)
class PhotoPrinter:
    """Reads and prints one photograph after the other."""

    recognizer: Recognizer
    rules: Rules
    language: str
    in_json: bool
    progress: Progress

    def read(self, picture: Path, drawing: Path | None) -> bool:
        """Read ``picture``, print it, and draw it to ``drawing`` if given; returns whether it was readable."""
        try:
            frame, photograph = bootstrap.read_photograph_file(self.recognizer, picture, str(picture))
            score = photograph.score(self.rules, self.language)
            if self.in_json:
                print_json(score.as_json())
            else:
                self.progress.console.print(photo_table(score, self.language), end="\n\n")
            if drawing:
                write_file(drawing, encoded(drawn_score(frame, score, self.language), drawing.suffix))
        except (BadImage, Refused) as error:
            print_error(f"{picture}: {error.sentence(self.language)}")
            return False
        return True
