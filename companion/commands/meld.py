"""``burako meld``: judges melds written in notation, without a camera."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

import typer
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from companion import bootstrap
from companion.commands.options import DEFAULT_LANGUAGE, JsonOption, LangOption, RulesOption, SetOption, told
from companion.commands.speech import plain_speaking, print_json, terminal
from companion.commands.tables import kind_text, offer_text, tiles_text, verdict_text
from companion.errors import Refused
from companion.wording import say
from engine import (
    ChangeVerdict,
    Code,
    MeldVerdict,
    OpeningVerdict,
    Placed,
    Rules,
    judge_change,
    judge_meld,
    judge_opening,
    parse_meld,
    parse_table,
)
from engine.offers import Offer, offers_of, opening_offers

MeldsArgument = Annotated[
    list[str],
    typer.Argument(metavar="MELD...", help=told("Juegos: «4r 5r J=6r».", "Melds: “4r 5r J=6r”.")),
]
BeforeOption = Annotated[
    str | None,
    typer.Option(
        "--before",
        metavar="MELD",
        help=told("Cómo estaba el juego: juzga el cambio.", "How it was: judges the change."),
    ),
]
OpeningOption = Annotated[
    bool,
    typer.Option("--opening", help=told("Juzga la primera bajada.", "Judges a first exposure.")),
]


@plain_speaking
def meld(
    melds: MeldsArgument,
    rules: RulesOption = bootstrap.DEFAULT_RULES,
    overrides: SetOption = None,
    before: BeforeOption = None,
    opening: OpeningOption = False,
    json: JsonOption = False,
    lang: LangOption = DEFAULT_LANGUAGE,
) -> None:
    """Says of each meld whether it is lawful, what it is and what it is worth."""
    law = bootstrap.open_rules(rules, overrides or ())
    laid = tuple(one for text in melds for one in parse_table(text))
    verdicts = tuple(judge_meld(one, law) for one in laid)
    judgment = Judgment(
        verdicts=verdicts,
        change=_change(before, laid, law) if before is not None else None,
        opening=judge_opening(laid, law) if opening else None,
        offers=(*offers_of(verdicts, law), *(opening_offers(verdicts, law) if opening else ())),
    )
    if json:
        print_json(judgment.as_json(lang))
    else:
        terminal().print(judgment.as_table(lang))


def _change(before: str, laid: Sequence[tuple[Placed, ...]], law: Rules) -> ChangeVerdict:
    if len(laid) != 1:
        raise Refused("one change")
    return judge_change(parse_meld(before), laid[0], law)


@dataclass(frozen=True, slots=True)
class Judgment:
    """All that was asked of some melds."""

    verdicts: tuple[MeldVerdict, ...]
    change: ChangeVerdict | None
    opening: OpeningVerdict | None
    offers: tuple[Offer, ...] = ()
    """How the melds might lie otherwise and be worth more."""

    def as_json(self, language: str) -> dict[str, Any]:
        """The contracted object: of one meld its verdict, of several a list of them."""
        spoken = [verdict.as_json(language) for verdict in self.verdicts]
        answer: dict[str, Any] = spoken[0] if len(spoken) == 1 else {"melds": spoken}
        return {
            **answer,
            **({"change": self.change.as_json(language)} if self.change else {}),
            **({"opening": self.opening.as_json(language)} if self.opening else {}),
            **({"offers": [offer.as_json(language) for offer in self.offers]} if self.offers else {}),
        }

    def as_table(self, language: str) -> RenderableType:
        """The verdicts line by line, and below them the change, the first exposure and what is offered."""
        lines: list[RenderableType] = [_table(self.verdicts, language)]
        if self.change:
            reasons = [one.sentence(language) for one in self.change.violations]
            lines.append(_named("change", verdict_text(self.change.lawful, reasons, language), language))
        if self.opening:
            reasons = [one.sentence(language) for one in self.opening.violations]
            verdict = verdict_text(self.opening.lawful, reasons, language).append(f" ({self.opening.points})")
            lines.append(_named("opening", verdict, language))
        return Group(*lines, *(offer_text(offer, language) for offer in self.offers))


def _named(key: str, verdict: Text, language: str) -> Text:
    return Text.assemble(f"{say(language, key)}: ", verdict)


def _table(verdicts: Sequence[MeldVerdict], language: str) -> Table:
    table = Table(*(say(language, column) for column in ("meld", "kind", "verdict")))
    table.add_column(say(language, "points"), justify="right")
    for verdict in verdicts:
        kind = kind_text(verdict.kind, [verdict.canasta] if verdict.canasta else [], language)
        table.add_row(tiles_text(verdict.meld.split()), kind, _verdict(verdict, language), str(verdict.points))
    return table


def _verdict(verdict: MeldVerdict, language: str) -> Text:
    reasons = [violation.sentence(language) for violation in verdict.violations]
    if verdict.lawful_reordered and not verdict.lawful and Code.ORDER not in (one.code for one in verdict.violations):
        reasons.append(say(language, "reordered"))
    return verdict_text(verdict.lawful, reasons, language)
