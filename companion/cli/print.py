"""``burako print``: print a whole game, or only the missing tiles."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from companion import bootstrap
from companion.cli.file_arguments import write_file
from companion.cli.options import DEFAULT_LANGUAGE, LangOption, RulesOption, SetOption, among, phrase
from companion.cli.output import errors_in_one_line
from companion.errors import Refused
from companion.phrases.wording import say
from companion.rule_questions.rule_books import rule_book, rule_card
from companion.view_models.exported_files import PrintRequest

_PAPERS, _PARTS, _INKS = ("a4", "letter"), ("tiles", "racks", "mat", "card"), ("color", "black")
OutOption = Annotated[Path, typer.Option("--out", metavar="FILE.pdf", help=phrase("Dónde va el PDF."))]
PaperOption = Annotated[
    str,
    typer.Option(
        "--paper",
        metavar="PAPER",
        autocompletion=among(*_PAPERS),
        help=phrase("Papel: a4 o letter (carta)."),
    ),
]
TileOption = Annotated[
    str,
    typer.Option("--tile", metavar="26x37", help=phrase("Ancho y alto de una ficha, en mm.")),
]
MarginOption = Annotated[
    str,
    typer.Option("--margin", metavar="MM", help=phrase("Blanco alrededor de la hoja, en mm.")),
]
OnlyOption = Annotated[
    list[str] | None,
    typer.Option(
        "--only",
        metavar="PART",
        autocompletion=among(*_PARTS),
        help=phrase(
            "Sólo esa parte (se puede repetir): tiles, fichas; racks, atriles; mat, tapete; card, reglas.",
        ),
    ),
]
TilesOption = Annotated[
    str,
    typer.Option(
        "--tiles",
        metavar='"5r J"',
        help=phrase("Sólo esas fichas, las que faltan."),
        show_default=False,
    ),
]
MarksOption = Annotated[
    bool,
    typer.Option(
        "--marks",
        help=phrase("Una forma por color, para quien no los distingue."),
    ),
]
InkOption = Annotated[
    str,
    typer.Option(
        "--ink",
        metavar="INK",
        autocompletion=among(*_INKS),
        help=phrase("color, o black: en negro, con una forma por color."),
    ),
]


@errors_in_one_line
def print_game(
    out: OutOption = Path("burako.pdf"),
    paper: PaperOption = "a4",
    tile: TileOption = "26x37",
    margin: MarginOption = "10",
    only: OnlyOption = None,
    tiles: TilesOption = "",
    marks: MarksOption = False,
    ink: InkOption = "color",
    rules: RulesOption = bootstrap.DEFAULT_RULES,
    overrides: SetOption = None,
    lang: LangOption = DEFAULT_LANGUAGE,
) -> None:
    """Write the PDF and print its path."""
    from companion.paper_game import game_order, paper_game  # the printing library takes a moment to load

    if out.suffix.lower() != ".pdf":
        raise Refused("print file", path=out)
    law = bootstrap.open_rules(rules, overrides or ())
    asked = PrintRequest(
        paper=paper.lower(),
        tile=tile,
        margin=margin,
        only=tuple(part for text in only or () for part in text.lower().split(",")),
        tiles=tiles,
        has_marks=marks,
        ink=ink.lower(),
        language=lang,
    )
    made = paper_game(game_order(asked), rule_card(law.name, law, lang), rule_book(law, lang))
    write_file(out, made.contents)
    typer.echo(say(lang, "printed", path=out))
