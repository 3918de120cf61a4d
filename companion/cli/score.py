"""``burako score``: the score sheet of a finished hand, line by line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from companion import bootstrap
from companion.cli.file_arguments import read_record
from companion.cli.options import DEFAULT_LANGUAGE, JsonOption, LangOption, RulesOption, SetOption, phrase
from companion.cli.output import errors_in_one_line, print_json, refuse, terminal
from companion.cli.text_tables import offer_text, tiles_text
from companion.phrases.wording import say, signed
from companion.rule_questions.judging import count_hand
from companion.view_models.rule_citation import cited_sentence
from engine import HandScore, Problem, Rules, ScoreSheet, notation, read_hand
from engine.scoring.meld_offers import HandOffer

HandArgument = Annotated[
    Path,
    typer.Argument(metavar="HAND.toml|HAND.json", help=phrase("La mano terminada.")),
]


@errors_in_one_line
def score(
    hand: HandArgument,
    rules: RulesOption = bootstrap.DEFAULT_RULES,
    overrides: SetOption = None,
    json: JsonOption = False,
    lang: LangOption = DEFAULT_LANGUAGE,
) -> None:
    """Score a hand; an impossible one is bad input."""
    law = bootstrap.open_rules(rules, overrides or ())
    counted = count_hand(read_record(hand, read_hand), law)
    if counted.scored.impossible:
        refuse(f"{hand}: {counted.why_impossible(lang)}")
    if json:
        print_json(counted.as_json(lang))
    else:
        terminal().print(score_text(counted.scored, law, lang, counted.offers))


def score_text(scored: HandScore, rules: Rules, language: str, offers: Sequence[HandOffer] = ()) -> RenderableType:
    """The sheets one below the other, the problems, and suggestions."""
    if scored.void:
        return Text(say(language, "void hand"), style="bold")
    problems = [_problem_text(problem, rules, language) for problem in scored.problems]
    offered = [offer_text(side_offer.offer, language, side_offer.team) for side_offer in offers]
    return Group(*(_sheet_table(sheet, language) for sheet in scored.sheets), *problems, *offered)


def _sheet_table(sheet: ScoreSheet, language: str) -> Table:
    table = Table(title=sheet.team, title_justify="left", show_footer=True)
    table.add_column(say(language, "reason"), footer=say(language, "total"))
    table.add_column(say(language, "points"), footer=signed(sheet.total), justify="right")
    for line in sheet.lines:
        table.add_row(line.sentence(language), signed(line.points))
    return table


def _problem_text(problem: Problem, rules: Rules, language: str) -> Text:
    tiles = tiles_text(notation(problem.tiles).split())
    said = cited_sentence(problem.violation, rules, language)
    return Text.assemble(f"{problem.team}: ", tiles, f": {said}", style="red")
