"""``burako film``: list, export or delete the stored film of tables."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from companion.cli.options import DEFAULT_LANGUAGE, DataOption, JsonOption, LangOption, phrase
from companion.cli.output import errors_in_one_line, print_json, terminal
from companion.errors import JournalError, Refused
from companion.phrases.wording import say

if TYPE_CHECKING:
    from companion.film.film_store import FilmStore

MatchArgument = Annotated[
    str | None,
    typer.Argument(metavar="MATCH", help=phrase("Como está en su dirección: 3fa9c01b2d.")),
]
OutOption = Annotated[
    Path | None,
    typer.Option("--out", metavar="FOLDER", help=phrase(
        "Copia ahí las imágenes, cada una con su momento."
    ), show_default=False),
]  # fmt: skip
DeleteOption = Annotated[
    bool,
    typer.Option("--delete", help=phrase("Lo borra, también lo guardado.")),
]
_EVER_MS = 2**62


@errors_in_one_line
def film(
    match: MatchArgument = None,
    out: OutOption = None,
    delete: DeleteOption = False,
    data: DataOption = None,
    json: JsonOption = False,
    lang: LangOption = DEFAULT_LANGUAGE,
) -> None:
    """List the stored film of tables; of one match, export it as pictures or delete it."""
    from companion.eventstore import find_data_folder
    from companion.film.film_limits import FilmLimits
    from companion.film.film_store import FilmStore

    shelf = FilmStore(find_data_folder(data).films, FilmLimits())
    if (out or delete) and match is None:
        raise Refused("missing", name="MATCH")
    if match is not None and (match not in shelf.matches or not shelf.spans(match)):
        raise Refused("film not there", match=match)
    if match is not None and out:
        count = _copied(shelf, match, out)
        terminal().print(say(lang, "film written", count=count, match=match, path=out), soft_wrap=True)
    if match is not None and delete:
        try:
            shelf.delete(match, also_kept=True)
        except OSError as error:
            raise JournalError("story not written", reason=error.strerror or error) from error
        terminal().print(say(lang, "film deleted", match=match), soft_wrap=True)
    if not (out or delete):
        _print(
            shelf,
            [match] if match else [match_name for match_name in shelf.matches if shelf.spans(match_name)],
            lang,
            json,
        )


def _copied(shelf: FilmStore, match: str, out: Path) -> int:
    """Write the pictures to a folder; returns their number. Raises JournalError."""
    count = 0
    try:
        out.mkdir(parents=True, exist_ok=True)
        for shot in shelf.shots(match, 0, _EVER_MS):
            if jpeg := shot.jpeg():
                (out / f"{shot.at_ms}.jpg").write_bytes(jpeg)
                count += 1
    except OSError as error:
        raise JournalError("story not written", reason=error.strerror or error) from error
    return count


def _print(shelf: FilmStore, matches: list[str], lang: str, in_json: bool) -> None:
    for match in matches:
        size, kept = (round(byte_count / 1e6, 1) for byte_count in shelf.bytes_of(match))
        spans = shelf.spans(match)
        if in_json:
            print_json({"match": match, "size_mb": size, "kept_mb": kept, "spans_ms": [list(span) for span in spans]})
            continue
        said = ", ".join(f"{_clock(began)} – {_clock(ended)}" for began, ended in spans)
        terminal().print(say(lang, "film of", match=match, size=size, kept=kept, spans=said), soft_wrap=True)
    if not matches and not in_json:
        terminal().print(say(lang, "no table film"), soft_wrap=True)


def _clock(at_ms: int) -> str:
    return f"{datetime.fromtimestamp(at_ms / 1000, UTC).astimezone():%d/%m %H:%M:%S}"
