"""``burako compare-players``: compare computer players: each deal is played twice, and wins are counted."""

from __future__ import annotations

import re
from dataclasses import astuple, dataclass, replace
from pathlib import Path
from typing import Annotated

import typer

from companion import bootstrap
from companion.cli.options import DEFAULT_LANGUAGE, JsonOption, LangOption, RulesOption, SetOption, among, phrase
from companion.cli.output import errors_in_one_line, print_json
from companion.errors import Refused
from companion.phrases.wording import say
from engine.rules.rules import Rules
from engine.simulation.players_by_strength import STRENGTHS, Strength
from engine.simulation.strength_comparison import Comparison, paired_lead

MOST_HANDS = 100_000
HEAD = "| rules | players | programs | bags | hands | won | lost | level | points more | win rate (95 %) | a hand |"
_RULE = "|---" * 11 + "|"
HandsOption = Annotated[
    int,
    typer.Option(
        "--hands",
        metavar="NUMBER",
        help=phrase("Cuántas manos, de a dos con las mismas fichas."),
    ),
]
SeedOption = Annotated[int, typer.Option("--seed", metavar="NUMBER", help=phrase("Con qué bolsa se empieza."))]
PlayersOption = Annotated[
    int | None,
    typer.Option(
        "--players",
        metavar="NUMBER",
        help=phrase("Cuántos juegan; si no se dice, los menos que admite el reglamento."),
        show_default=False,
    ),
]  # fmt: skip
FirstOption = Annotated[
    str,
    typer.Option(
        "--first",
        metavar="STRENGTH",
        autocompletion=among(*STRENGTHS),
        help=phrase("El programa que se mide."),
    ),
]
SecondOption = Annotated[
    str,
    typer.Option(
        "--second",
        metavar="STRENGTH",
        autocompletion=among(*STRENGTHS),
        help=phrase("Contra cuál juega."),
    ),
]
OutOption = Annotated[
    Path | None,
    typer.Option(
        "--out",
        metavar="FILE",
        help=phrase("Pone el renglón en la tabla de un archivo."),
        show_default=False,
    ),
]


@errors_in_one_line
def compare_strengths(
    rules: RulesOption = bootstrap.DEFAULT_RULES,
    overrides: SetOption = None,
    hands: HandsOption = 20,
    first: FirstOption = "strong",
    second: SecondOption = "middle",
    seed: SeedOption = 1,
    players: PlayersOption = None,
    out: OutOption = None,
    json: JsonOption = False,
    lang: LangOption = DEFAULT_LANGUAGE,
) -> None:
    """Let two computer players play hands against each other, and print the result."""
    law = bootstrap.open_rules(rules, overrides or ())
    if hands not in range(2, MOST_HANDS + 1, 2):
        raise Refused("league hands", most=MOST_HANDS)
    seats = min(law.players) if players is None else players
    if seats not in law.players:
        raise Refused("league players", known=", ".join(map(str, law.players)))
    found = _played(law, (_strength(first), _strength(second)), range(seed, seed + hands // 2), seats)
    share, low, high = found.wins()
    if json:
        print_json({"rules": law.name, "players": seats, "first": first, "second": second,
                    "hands": found.hands, "won": found.won, "lost": found.lost, "level": found.level,
                    "share": round(share, 4), "low": round(low, 4), "high": round(high, 4),
                    "lead": round(found.points / found.hands, 1), "seed": seed})  # fmt: skip
    else:
        typer.echo(say(lang, "league", rules=law.name, first=first, second=second, hands=found.hands, won=found.won,
                       lost=found.lost, share=_percent(share), low=_percent(low), high=_percent(high),
                       lead=f"{found.points / found.hands:+.0f}"))  # fmt: skip
    if out:
        _keep(out, ComparisonLine(law.name, seats, f"{first} – {second}", (seed, seed + hands // 2 - 1), found))


def _strength(word: str) -> Strength:
    for strength in STRENGTHS:
        if word == strength:
            return strength
    raise Refused("league strength", word=word[:40], known=", ".join(STRENGTHS))


def _played(rules: Rules, sides: tuple[Strength, Strength], seeds: range, players: int) -> Comparison:
    found = Comparison()
    for seed in seeds:
        for lead in paired_lead(rules, *sides, seed, players):
            found = found.plus(lead)
    return found


@dataclass(frozen=True, slots=True)
class ComparisonLine:
    """A line of the table: rules, number of players, computer players, first and last deal, and the result."""

    rules: str
    players: int
    programs: str
    bags: tuple[int, int]
    found: Comparison

    @property
    def key(self) -> tuple[str, int, str]:
        """The identity of a line."""
        return self.rules, self.players, self.programs

    @staticmethod
    def read(text: str) -> ComparisonLine | None:
        """Parse the format of ``str``; None for any other line."""
        cells = [cell.strip() for cell in text.strip("|").split("|")]
        counts = [re.sub(r"[^\d−]", "", cell).replace("−", "-") for cell in cells[5:9]]
        bags = re.fullmatch(r"(\d+)–(\d+)", cells[3]) if len(cells) == HEAD.count("|") - 1 else None
        if bags is None or not (cells[1].isdecimal() and all(counts)):
            return None
        return ComparisonLine(
            cells[0], int(cells[1]), cells[2], (int(bags[1]), int(bags[2])), Comparison(*map(int, counts))
        )

    def __str__(self) -> str:
        found = self.found
        share, low, high = (round(100 * win, 1) for win in found.wins())
        counts = " | ".join(f"{count:,}" for count in (found.hands, found.won, found.lost, found.level))
        points, lead = f"{found.points:,} | ", f"{found.points / found.hands:+.1f}"
        said = f"{self.bags[0]}–{self.bags[1]} | {counts} | {points}{share} % ({low}–{high}) | {lead}"
        return f"| {self.rules} | {self.players} | {self.programs} | {said.replace('-', '−')} |"

    def after(self, before: ComparisonLine) -> ComparisonLine:
        """The sum with ``before`` where this begins with the next deal; else this alone."""
        if self.bags[0] != before.bags[1] + 1:
            return self
        sums = (one + other for one, other in zip(astuple(before.found), astuple(self.found), strict=True))
        return replace(self, bags=(before.bags[0], self.bags[1]), found=Comparison(*sums))


def with_line(text: str, line: ComparisonLine) -> str:
    """``text`` with ``line`` in its table: added to the line of the same comparison that it continues, or replacing
    it."""
    lines = text.splitlines()
    if HEAD not in lines:
        lines += ["", HEAD, _RULE]
    for at, text_line in enumerate(lines):
        known = ComparisonLine.read(text_line)
        if known and known.key == line.key:
            lines[at] = str(line.after(known))
            break
    else:
        end = lines.index(HEAD) + 2
        while end < len(lines) and lines[end].startswith("|"):
            end += 1
        lines.insert(end, str(line))
    return "\n".join(lines).strip("\n") + "\n"


def _keep(path: Path, line: ComparisonLine) -> None:
    try:
        text = path.read_text("utf-8") if path.exists() else ""
        path.write_text(with_line(text, line), "utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise Refused("league file", path=path) from error


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"
