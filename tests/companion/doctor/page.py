"""Writes ``docs/problemas.md`` from the catalogues: what the doctor may say, and what pictures and cameras may."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path

from companion.doctor.wording import PROBLEMS
from companion.house_rules import wording as house_rules
from companion.league import wording as league
from companion.matches import wording as matches
from companion.playing import wording as playing
from companion.tournaments import wording as tournaments
from companion.webhooks import wording as hooks
from vision.wording import SENTENCES

HEAD = """# Problemas y arreglos · Problems and remedies

`burako doctor` mira esta máquina y dice qué anda mal; cada problema tiene un código que no cambia. Para avisarnos de
una falla, `burako doctor --bundle informe.zip` escribe un archivo sin nombres, fotos ni claves. Esta página sale de
`python -m tests.companion.doctor.page docs/problemas.md`.

`burako doctor` looks at this machine and says what is wrong, each problem under a code that stays.
"""
REFUSALS = (tournaments, matches, playing, league, house_rules, hooks)
"""Where it is said why something is not granted."""
GRAVITY = {True: "no anda · wrong", False: "para saber · worth knowing"}


def page() -> str:
    """The whole page."""
    return "\n".join((HEAD, *_problems(), *_sentences(), *_refusals()))


def _problems() -> Iterator[str]:
    for code, problem in PROBLEMS.items():
        yield f"## {code}\n\n*{GRAVITY[problem.is_wrong]}*\n"
        for language in ("es", "en"):
            yield f"- {_shown(problem.sentence[language])} **→** {_shown(problem.remedy[language])}"
        yield ""


def _sentences() -> Iterator[str]:
    yield "## Fotos y cámaras · Pictures and cameras\n"
    yield "| código · code | |\n|---|---|"
    for code, said in SENTENCES.items():
        yield f"| `{code}` | {_shown(said['es'])}<br>{_shown(said['en'])} |"
    yield ""


def _refusals() -> Iterator[str]:
    yield "## Lo que no se acepta · What is refused\n"
    yield "Una respuesta de `/api` trae el código en `code`. · An answer of `/api` has the code as `code`.\n"
    yield "| código · code | |\n|---|---|"
    for room in REFUSALS:
        for said in room.SENTENCES.values():
            yield f"| `{getattr(said, 'code', '')}` | {_shown(said['es'])}<br>{_shown(said['en'])} |"
    yield ""


def _shown(sentence: str) -> str:
    """A sentence with its blanks as a reader understands them."""
    return sentence.replace("{", "⟨").replace("}", "⟩").replace("|", "\\|")


def main() -> None:
    """Writes the page to where the command line says."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("path", type=Path)
    parser.parse_args().path.write_text(page(), "utf-8")


if __name__ == "__main__":
    main()
