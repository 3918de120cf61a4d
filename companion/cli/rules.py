"""``burako rules``: print every rule of a profile with its sentence and source, or check a user's file."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.text import Text

from companion import bootstrap
from companion.cli.file_arguments import write_file
from companion.cli.options import DEFAULT_LANGUAGE, JsonOption, LangOption, SetOption, among, phrase
from companion.cli.output import errors_in_one_line, print_json, terminal
from companion.phrases.wording import say
from companion.rule_questions.judging import rules_as_json
from companion.rule_questions.rule_books import rule_book
from engine import PROFILES, Rules, profile_title
from engine.rule_and_tile_words import rule_statement
from engine.rules.citations import article

ProfileArgument = Annotated[
    str,
    typer.Argument(
        metavar="PROFILE",
        autocompletion=among(*PROFILES),
        help=phrase(
            "Reglamento, uno de la casa, o un archivo propio.",
        ),
    ),
]
CheckOption = Annotated[
    Path | None,
    typer.Option(
        "--check",
        metavar="FILE",
        help=phrase(
            'Revisa un reglamento propio: un TOML con extends = "clasico" (un reglamento, u otro archivo) y sólo '
            "las reglas que cambian, como max_wilds = 2. Sin escribir nada se arma en la página: Reglas, Armá tu "
            "reglamento.",
        ),
    ),
]


PdfOption = Annotated[
    Path | None,
    typer.Option("--pdf", metavar="FILE", help=phrase("Imprime un librito en A5.")),
]


@errors_in_one_line
def rules(
    profile: ProfileArgument = bootstrap.DEFAULT_RULES,
    check: CheckOption = None,
    overrides: SetOption = None,
    pdf: PdfOption = None,
    json: JsonOption = False,
    lang: LangOption = DEFAULT_LANGUAGE,
) -> None:
    """Print a rule set, or that one is valid."""
    named = str(check) if check else profile
    law = bootstrap.open_rules(named, overrides or ())
    if pdf:
        _print_booklet(law, bootstrap.open_rules(named), pdf, lang)
    elif json:
        print_json(rules_as_json(law, lang))
    elif check:
        typer.echo(say(lang, "valid rules", path=check))
    else:
        screen = terminal()
        screen.print(rules_text(law, lang), soft_wrap=True)
        others = ", ".join(name for name in (*PROFILES, *bootstrap.house_laws()) if name not in (law.name, named))
        screen.print(say(lang, "other profiles", names=others), soft_wrap=True)


def _print_booklet(law: Rules, base: Rules, path: Path, language: str) -> None:
    """Write the booklet of ``law``, with its changes to ``base`` marked. Raises Refused."""
    from companion.printing.booklet import booklet  # the printing library takes a moment to load

    write_file(path, booklet(rule_book(law, language, base), language).contents)
    typer.echo(say(language, "booklet written", path=path))


def rules_text(law: Rules, language: str) -> Text:
    """A rule set in the format of ``--set``, each rule with its sentence and source."""
    title = profile_title(law.name, language) if law.name in PROFILES else ""
    lines = [Text(" · ".join([law.name, *([title] if title else [])]), style="bold underline")]
    for line in law.lines(language):
        source = f"  {article(line.key, law, language)}"
        lines.append(Text.assemble((f"{line.key} = {line.written}", "bold"), (source, "dim")))
        lines.append(Text(f"    {rule_statement(line.key, line.value, language)}"))
    return Text("\n").join(lines)
