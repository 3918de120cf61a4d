"""``burako simulate``: play a simulated hand and print its events and score sheet."""

from __future__ import annotations

from typing import Annotated, Any

import typer
from rich.text import Text

from companion import bootstrap
from companion.cli.options import DEFAULT_LANGUAGE, JsonOption, LangOption, RulesOption, SetOption, phrase
from companion.cli.output import errors_in_one_line, print_json, terminal
from companion.cli.score import score_text
from companion.phrases.wording import say
from engine import notation
from engine.hand.events import Event, events_of
from engine.simulation.simulate import SimulatedHand
from engine.simulation.simulate import simulate as played

SeedOption = Annotated[
    int,
    typer.Option("--seed", metavar="NUMBER", help=phrase("Con la misma semilla, la misma mano.")),
]
PlayersOption = Annotated[
    int | None,
    typer.Option("--players", metavar="NUMBER", help=phrase("Cuántos juegan."), show_default=False),
]


@errors_in_one_line
def simulate(
    rules: RulesOption = bootstrap.DEFAULT_RULES,
    overrides: SetOption = None,
    seed: SeedOption = 1,
    players: PlayersOption = None,
    json: JsonOption = False,
    lang: LangOption = DEFAULT_LANGUAGE,
) -> None:
    """Play a hand and print one event a line."""
    law = bootstrap.open_rules(rules, overrides or ())
    hand = played(law, seed, players)
    if json:
        _print_lines(hand, lang)
    else:
        screen = terminal()
        screen.print(Text(say(lang, "simulated", rules=law.name, seed=seed), style="bold"))
        for event in events_of(hand.history, law):
            screen.print(_line(event, lang), soft_wrap=True)
        screen.print(score_text(hand.score, law, lang))


def _print_lines(hand: SimulatedHand, language: str) -> None:
    print_json(_deal_json(hand))
    for event in events_of(hand.history, hand.rules):
        print_json(event.as_json(language, hand.rules))
    print_json({"event": "score", **hand.score.as_json(language, hand.rules)})


def _deal_json(hand: SimulatedHand) -> dict[str, Any]:
    start = hand.history.start
    return {
        "event": "deal",
        "rules": hand.rules.name,
        "seed": hand.seed,
        "starter": start.turn.seat,
        "teams": {team.name: list(team.seats) for team in start.teams},
        "racks": [notation(rack.known) for rack in start.racks],
        "closing_tile": notation(tile for tile in start.closing_tile if tile) or None,
        "mazo": start.mazo,
        "muertos": list(start.muertos),
    }


def _line(event: Event, language: str) -> Text:
    return Text.assemble((f"{event.before.turn.count + 1:3} ", "dim"), event.sentence(language))
