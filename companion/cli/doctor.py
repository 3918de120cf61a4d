"""``burako doctor``: diagnose this machine, on one page or as a file for a bug report."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from companion.cli.file_arguments import write_file
from companion.cli.options import DEFAULT_LANGUAGE, DatabaseOption, DataOption, JsonOption, LangOption, phrase
from companion.cli.output import errors_in_one_line, print_json, terminal
from companion.phrases.wording import say
from companion.version import program_version

if TYPE_CHECKING:
    from companion.doctor.finding import Finding

UNWELL = 1
"""The exit status where something does not work."""
_SIGNS = {"well": ("✓", "green"), "notice": ("·", "yellow"), "wrong": ("✗", "bold red")}
PortOption = Annotated[
    int,
    typer.Option("--port", metavar="NUMBER", min=1, max=65535, help=phrase("Puerto de las páginas.")),
]
BundleOption = Annotated[
    Path | None,
    typer.Option(
        "--bundle",
        metavar="FILE.zip",
        help=phrase(
            "Escribe un informe de falla, sin nombres, fotos ni claves.",
        ),
    ),
]


@errors_in_one_line
def doctor(
    port: PortOption = 8000,
    bundle: BundleOption = None,
    json: JsonOption = False,
    data: DataOption = None,
    database: DatabaseOption = None,
    lang: LangOption = DEFAULT_LANGUAGE,
) -> None:
    """Run the checks and print the findings; the exit status is 1 where something does not work."""
    from companion.doctor.all_checks import examine, wrong
    from companion.doctor.bundle import bundled
    from companion.eventstore import find_data_folder

    where = find_data_folder(data, database)
    findings = examine(where, port)
    if bundle:
        write_file(bundle, bundled(findings, where))
    ill = wrong(findings)
    if json:
        listed = [finding.as_json(lang) for finding in findings]
        print_json({"version": program_version(), "ok": not ill, "findings": listed})
    else:
        _print(findings, len(ill), bundle, lang)
    if ill:
        raise typer.Exit(UNWELL)


def _print(findings: Sequence[Finding], ill: int, bundle: Path | None, lang: str) -> None:
    screen = terminal()
    for finding in findings:
        sign, style = _SIGNS[finding.state]
        code = f" {finding.code}" if finding.code else ""
        screen.print(Text.assemble((f"{sign}{code}", style), f" {finding.sentence(lang)}"), soft_wrap=True)
        if finding.code:
            screen.print(Text(f"    → {finding.remedy(lang)}"), soft_wrap=True)
    screen.print(say(lang, "unwell", count=ill) if ill else say(lang, "nothing wrong"), soft_wrap=True)
    if bundle:
        screen.print(say(lang, "bundle written", path=bundle), soft_wrap=True, markup=False)
