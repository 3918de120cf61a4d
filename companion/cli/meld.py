"""``burako meld``: judge melds in notation, without a camera."""

from __future__ import annotations

from typing import Annotated

import typer
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from companion import bootstrap
from companion.cli.options import DEFAULT_LANGUAGE, JsonOption, LangOption, RulesOption, SetOption, phrase
from companion.cli.output import errors_in_one_line, print_json, terminal
from companion.cli.text_tables import kind_text, offer_text, tiles_text, verdict_text
from companion.phrases.wording import say
from companion.rule_questions.judging import Judgment, judge_melds
from companion.view_models.rule_citation import cited_sentence
from engine import ChangeVerdict, Code, MeldVerdict, OpeningVerdict, Rules
from engine.melds.melds import forgiven
from engine.melds.repairs import violations_with_repairs

MeldsArgument = Annotated[
    list[str],
    typer.Argument(metavar="MELD...", help=phrase("Juegos: «4r 5r J=6r».")),
]
BeforeOption = Annotated[
    str | None,
    typer.Option(
        "--before",
        metavar="MELD",
        help=phrase("Cómo estaba el juego: juzga el cambio."),
    ),
]
OpeningOption = Annotated[
    bool,
    typer.Option("--opening", help=phrase("Juzga la primera bajada.")),
]


@errors_in_one_line
def meld(
    melds: MeldsArgument,
    rules: RulesOption = bootstrap.DEFAULT_RULES,
    overrides: SetOption = None,
    before: BeforeOption = None,
    opening: OpeningOption = False,
    json: JsonOption = False,
    lang: LangOption = DEFAULT_LANGUAGE,
) -> None:
    """Print for each meld whether it is lawful, its kind and its points."""
    law = bootstrap.open_rules(rules, overrides or ())
    judgment = judge_melds(melds, law, before, opening=opening)
    if json:
        print_json(judgment.as_json(lang))
    else:
        terminal().print(_judgment_text(judgment, lang))


def _judgment_text(judgment: Judgment, language: str) -> RenderableType:
    """The verdicts line by line, followed by the change, the first exposure and suggestions."""
    lines: list[RenderableType] = [_table(judgment, language)]
    if judgment.change:
        verdict = verdict_text(judgment.change.lawful, _reasons(judgment.change, judgment.rules, language), language)
        lines.append(_named("change", verdict, language))
    if judgment.opening:
        verdict = verdict_text(judgment.opening.lawful, _reasons(judgment.opening, judgment.rules, language), language)
        lines.append(_named("opening", verdict.append(f" ({judgment.opening.points})"), language))
    return Group(*lines, *(offer_text(offer, language) for offer in judgment.offers))


def _reasons(verdict: ChangeVerdict | OpeningVerdict, rules: Rules, language: str) -> list[str]:
    return [cited_sentence(violation, rules, language) for violation in verdict.violations]


def _named(key: str, verdict: Text, language: str) -> Text:
    return Text.assemble(f"{say(language, key)}: ", verdict)


def _table(judgment: Judgment, language: str) -> Table:
    table = Table(*(say(language, column) for column in ("meld", "kind", "verdict")))
    table.add_column(say(language, "points"), justify="right")
    for verdict in judgment.verdicts:
        kind = kind_text(verdict.kind, [verdict.canasta] if verdict.canasta else [], language)
        said = _verdict(verdict, judgment.rules, language)
        table.add_row(tiles_text(verdict.meld.split()), kind, said, str(verdict.points))
    return table


def _verdict(verdict: MeldVerdict, rules: Rules, language: str) -> Text:
    found = violations_with_repairs(verdict, rules)
    reasons = [cited_sentence(violation, rules, language) for violation in found]
    if verdict.lawful_reordered and not verdict.lawful and Code.ORDER not in (fault.code for fault in found):
        reasons.append(say(language, "reordered"))
    reasons += filter(None, [forgiven(verdict, rules, language)])
    return verdict_text(verdict.lawful, reasons, language)
