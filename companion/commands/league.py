"""``burako league``: programs against programs, each bag played twice, and how often which of them wins."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from companion import bootstrap
from companion.commands.options import DEFAULT_LANGUAGE, JsonOption, LangOption, RulesOption, SetOption, among, told
from companion.commands.speech import plain_speaking, print_json
from companion.errors import Refused
from companion.wording import say
from engine.rules.rules import Rules
from engine.simulation.league import Pairing, pair
from engine.simulation.strengths import STRENGTHS, Strength

MOST_HANDS = 100_000
HEAD = "| rules | programs | hands | won | lost | level | win rate (95 % interval) | lead in points a hand |"
_RULE = "|---|---|---|---|---|---|---|---|"
HandsOption = Annotated[
    int,
    typer.Option(
        "--hands",
        metavar="NUMBER",
        help=told("Cuántas manos, de a dos con las mismas fichas.", "How many hands, two of each bag."),
    ),
]
SeedOption = Annotated[
    int, typer.Option("--seed", metavar="NUMBER", help=told("Con qué bolsa se empieza.", "The bag to begin with."))
]
FirstOption = Annotated[
    str,
    typer.Option(
        "--first",
        metavar="STRENGTH",
        autocompletion=among(*STRENGTHS),
        help=told("El programa que se mide.", "The program that is measured."),
    ),
]
SecondOption = Annotated[
    str,
    typer.Option(
        "--second",
        metavar="STRENGTH",
        autocompletion=among(*STRENGTHS),
        help=told("Contra cuál juega.", "Against which it plays."),
    ),
]
OutOption = Annotated[
    Path | None,
    typer.Option(
        "--out",
        metavar="FILE",
        help=told("Pone el renglón en la tabla de un archivo.", "Puts the line in the table of a file."),
        show_default=False,
    ),
]


@plain_speaking
def league(
    rules: RulesOption = bootstrap.DEFAULT_RULES,
    overrides: SetOption = None,
    hands: HandsOption = 20,
    first: FirstOption = "strong",
    second: SecondOption = "middle",
    seed: SeedOption = 1,
    out: OutOption = None,
    json: JsonOption = False,
    lang: LangOption = DEFAULT_LANGUAGE,
) -> None:
    """Lets two programs play hands against each other, and tells who wins how often."""
    law = bootstrap.open_rules(rules, overrides or ())
    if hands not in range(2, MOST_HANDS + 1, 2):
        raise Refused("league hands", most=MOST_HANDS)
    found = _played(law, (_strength(first), _strength(second)), range(seed, seed + hands // 2))
    share, low, high = found.wins()
    if json:
        print_json({"rules": law.name, "first": first, "second": second, "hands": found.hands, "won": found.won,
                    "lost": found.lost, "level": found.level, "share": round(share, 4), "low": round(low, 4),
                    "high": round(high, 4), "lead": round(found.points / found.hands, 1), "seed": seed})  # fmt: skip
    else:
        typer.echo(say(lang, "league", rules=law.name, first=first, second=second, hands=found.hands, won=found.won,
                       lost=found.lost, share=_percent(share), low=_percent(low), high=_percent(high),
                       lead=f"{found.points / found.hands:+.0f}"))  # fmt: skip
    if out:
        _keep(out, row(law.name, first, second, found))


def _strength(word: str) -> Strength:
    for strength in STRENGTHS:
        if word == strength:
            return strength
    raise Refused("league strength", word=word[:40], known=", ".join(STRENGTHS))


def _played(rules: Rules, sides: tuple[Strength, Strength], seeds: range) -> Pairing:
    found = Pairing()
    for seed in seeds:
        for lead in pair(rules, *sides, seed):
            found = found.plus(lead)
    return found


def row(rules: str, first: str, second: str, found: Pairing) -> str:
    """The line of a table in Markdown."""
    share, low, high = (round(100 * one, 1) for one in found.wins())
    lead = f"{found.points / found.hands:+.0f}".replace("-", "−")
    rate = f"{share} % ({low}–{high})"
    counts = f"{found.hands:,} | {found.won:,} | {found.lost:,} | {found.level:,}"
    return f"| {rules} | {first} – {second} | {counts} | {rate} | {lead} |"


def with_row(text: str, line: str) -> str:
    """``text`` with ``line`` in its table, in the place of an older one of the same programs and rules."""
    lines, key = text.splitlines(), line.split(" | ")[:2]
    if HEAD not in lines:
        lines += ["", HEAD, _RULE]
    known = next((at for at, one in enumerate(lines) if one.split(" | ")[:2] == key), None)
    if known is not None:
        lines[known] = line
    else:
        end = lines.index(HEAD) + 2
        while end < len(lines) and lines[end].startswith("|"):
            end += 1
        lines.insert(end, line)
    return "\n".join(lines).strip("\n") + "\n"


def _keep(path: Path, line: str) -> None:
    try:
        text = path.read_text("utf-8") if path.exists() else ""
        path.write_text(with_row(text, line), "utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Refused("league file", path=path) from error


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"
