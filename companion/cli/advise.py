"""``burako advise``: the best plays for a rack."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.text import Text

from companion import bootstrap
from companion.cli.options import DEFAULT_LANGUAGE, JsonOption, LangOption, RulesOption, SetOption, phrase
from companion.cli.output import BAD_INPUT, errors_in_one_line, print_error, print_json, terminal
from companion.cli.rack_photo import questions, read_rack
from companion.cli.text_tables import tiles_text
from companion.errors import Refused
from companion.phrases.wording import say
from companion.rule_questions.play_advice import Advised, WrittenTable, advise_on
from engine import Rules

RackOption = Annotated[str, typer.Option("--rack", metavar="TILES", help=phrase("Las fichas del atril."))]
PhotoOption = Annotated[
    Path | None,
    typer.Option(
        "--rack-photo",
        metavar="PHOTO",
        help=phrase("Una foto del atril; no se guarda."),
        show_default=False,
    ),
]
AnswerOption = Annotated[
    list[str] | None,
    typer.Option(
        "--answer",
        metavar="NUMBER=TILE",
        help=phrase("Qué es una ficha dudosa de la foto."),
        show_default=False,
    ),
]
TableOption = Annotated[
    str,
    typer.Option("--table", metavar="MELDS", help=phrase("Tus juegos, o los de la mesa.")),
]
TheirsOption = Annotated[str, typer.Option("--theirs", metavar="MELDS", help=phrase("Los juegos de los otros."))]
PozoOption = Annotated[
    str,
    typer.Option("--pozo", metavar="TILES", help=phrase("El pozo, la de arriba al final.")),
]
OpenedOption = Annotated[
    bool,
    typer.Option("--opened/--not-opened", help=phrase("Si ya bajaste por primera vez.")),
]
MuertoOption = Annotated[bool, typer.Option("--muerto-taken", help=phrase("El muerto ya se compró."))]
DrawnOption = Annotated[
    bool | None,
    typer.Option(
        "--drawn/--not-drawn",
        help=phrase("Si ya robaste; sin decirlo, quien nombra el pozo todavía no robó."),
        show_default=False,
    ),
]


@errors_in_one_line
def advise(
    rack: RackOption = "",
    rack_photo: PhotoOption = None,
    answer: AnswerOption = None,
    table: TableOption = "",
    theirs: TheirsOption = "",
    pozo: PozoOption = "",
    opened: OpenedOption = True,
    muerto_taken: MuertoOption = False,
    drawn: DrawnOption = None,
    rules: RulesOption = bootstrap.DEFAULT_RULES,
    overrides: SetOption = None,
    json: JsonOption = False,
    lang: LangOption = DEFAULT_LANGUAGE,
) -> None:
    """Print the plays for the rack, the best first, with reasons."""
    law = bootstrap.open_rules(rules, overrides or ())
    if rack_photo:
        rack = _photographed(rack, rack_photo, answer or (), law, lang)
    known = WrittenTable(
        rack=rack, table=table, theirs=theirs, pozo=pozo, opened=opened, muerto_taken=muerto_taken, drawn=drawn
    )
    advised = advise_on(known, law)
    if json:
        print_json(advised.as_json(lang))
    else:
        terminal().print(_phrase(advised, lang))


def _photographed(rack: str, photo: Path, answers: Sequence[str], rules: Rules, language: str) -> str:
    """The rack of a photograph, in notation; doubts are asked about before any advice."""
    if rack:
        raise Refused("rack both")
    found = read_rack(photo, answers, rules)
    print_error(say(language, "rack read", tiles=" ".join(found.tiles)))
    for question in questions(found, language):
        print_error(question)
    if found.doubts:
        raise typer.Exit(BAD_INPUT)
    return " ".join(found.tiles)


def _phrase(advised: Advised, language: str) -> RenderableType:
    said = advised.as_json(language)
    lines: list[RenderableType] = []
    for place, play in enumerate(said["plays"], 1):
        lines.append(Text(f"{place}. {play['why']}", style="bold"))
        for step in play["steps"]:
            shown = step["rows"] or ([" ".join(step["tiles"])] if step["tiles"] else [])
            lines.append(Text.assemble("   ", step["says"], ": " if shown else ""))
            lines += [Text.assemble("     ", tiles_text(row.split())) for row in shown]
    end = "advice none" if not said["plays"] else "advice best" if said["optimal"] else "advice found"
    return Group(*lines, Text(say(language, end), style="dim"))
