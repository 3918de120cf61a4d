"""``burako advise``: what can be laid with a rack, and what it brings."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.text import Text

from companion import bootstrap
from companion.commands.options import DEFAULT_LANGUAGE, JsonOption, LangOption, RulesOption, SetOption, told
from companion.commands.speech import plain_speaking, print_json, terminal
from companion.commands.tables import tiles_text
from companion.law.advising import Advised, WrittenTable, advise_on
from companion.phrases.wording import say

RackOption = Annotated[
    str, typer.Option("--rack", metavar="TILES", help=told("Las fichas del atril.", "The tiles of the rack."))
]
TableOption = Annotated[
    str,
    typer.Option("--table", metavar="MELDS", help=told("Tus juegos, o los de la mesa.", "Your melds, or the table's.")),
]
TheirsOption = Annotated[
    str, typer.Option("--theirs", metavar="MELDS", help=told("Los juegos de los otros.", "The melds of the others."))
]
PozoOption = Annotated[
    str,
    typer.Option("--pozo", metavar="TILES", help=told("El pozo, la de arriba al final.", "The pozo, its top last.")),
]
OpenedOption = Annotated[
    bool,
    typer.Option("--opened/--not-opened", help=told("Si ya bajaste por primera vez.", "Whether you have opened.")),
]
MuertoOption = Annotated[
    bool, typer.Option("--muerto-taken", help=told("El muerto ya se compró.", "The muerto was taken."))
]
DrawnOption = Annotated[
    bool | None,
    typer.Option("--drawn/--not-drawn", help=told("Si ya robaste.", "Whether you have drawn."), show_default=False),
]


@plain_speaking
def advise(
    rack: RackOption,
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
    """Says what can be laid with the rack, the best first, and why."""
    known = WrittenTable(
        rack=rack, table=table, theirs=theirs, pozo=pozo, opened=opened, muerto_taken=muerto_taken, drawn=drawn
    )
    advised = advise_on(known, bootstrap.open_rules(rules, overrides or ()))
    if json:
        print_json(advised.as_json(lang))
    else:
        terminal().print(_told(advised, lang))


def _told(advised: Advised, language: str) -> RenderableType:
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
