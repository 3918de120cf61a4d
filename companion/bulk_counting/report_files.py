"""Write the report as files: a page with doubts and hands, and two spreadsheet tables."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterator, Mapping
from html import escape
from importlib.resources import files
from pathlib import Path
from string import Template

from companion.bulk_counting.hands import ReadPhotograph, TallyHand
from companion.bulk_counting.report import Doubt, RunResult
from companion.bulk_counting.report_photos import photographs, place_of
from companion.bulk_counting.wording import word
from companion.phrases.wording import signed, spoken_names
from companion.printing.csv_files import csv_file
from companion.view_models import NO_TILE

PAGE = "index.html"
_NEGATIVE = re.compile(r"(?<=: )-(?=\d)")
"""The sign of a line's points."""
_SEPARATOR = ";"
"""What spreadsheets of either language take for the end of a column."""


def report(account: RunResult, language: str, folder: Path) -> Mapping[str, bytes]:
    """The report files in ``folder``, by name."""
    return {
        PAGE: _page(account, language, folder).encode(),
        "hands.csv": csv_file(_hand_lines(account, language), _SEPARATOR),
        "photographs.csv": csv_file(_photograph_lines(account, language), _SEPARATOR),
    }


def summary(account: RunResult, language: str) -> str:
    """The result in one sentence."""
    return word(language, "summary", **account.as_json(language)["counts"])


def state_of(hand: TallyHand, language: str) -> str:
    """The remark on a hand besides its points."""
    if hand.score is None:
        left = {"open doubts": hand.doubts, "open unread": hand.unread, "open empty": hand.empty}
        phrases = (word(language, key, count=count) for key, count in left.items() if count)
        return word(language, "open", what=", ".join(phrases))
    if hand.score.impossible:
        return word(language, "impossible", why=" ".join(fault.sentence(language) for fault in hand.score.impossible))
    return word(language, "void" if hand.score.void else "done")


def _remarks_on(photo: ReadPhotograph, language: str) -> Iterator[str]:
    """The remarks on a photograph that was read, besides its doubts."""
    if photo.is_empty:
        yield word(language, "empty melds" if photo.listed.shows == "melds" else "empty tiles")
    if photo.left_out:
        yield word(language, "left out", tiles=" ".join(photo.left_out))
    yield from (word(language, name) for name in photo.score.unseen)
    yield from (f"{flaw.message} {flaw.advice}" for flaw in photo.score.retake)


def _page(account: RunResult, language: str, folder: Path) -> str:
    template = Template(files("companion.bulk_counting").joinpath("page.html").read_text(encoding="utf-8"))
    return template.substitute(
        language=language,
        title=escape(word(language, "title")),
        summary=escape(summary(account, language)),
        doubts_title=escape(word(language, "doubts")),
        doubts=_doubts(account, language),
        hands_title=escape(word(language, "hands")),
        hands="".join(_hand_rows(account, language)),
        photographs_title=escape(word(language, "photographs")),
        photographs=photographs(account.shown, folder, language),
        remarks=_named("remarks", account, _remarks(account, language), language),
        failures=_named("failures", account, account.failures, language),
    )


def _doubts(account: RunResult, language: str) -> str:
    if not account.doubts:
        return f"<p>{escape(word(language, 'no doubts'))}</p>"
    file = word(language, "file")
    return (
        f"<p>{escape(word(language, 'how', file=file))}</p>"
        f'<div class="doubts">{"".join(_doubt(doubt, language) for doubt in account.doubts)}</div>'
        f'<div class="save"><button id="save" data-file="{file}">{escape(word(language, "save"))}</button> '
        f'<output id="count"></output><textarea id="answers" rows="3" readonly '
        f'aria-label="{escape(word(language, "chosen"))}"></textarea></div>'
    )


def _doubt(doubt: Doubt, language: str) -> str:
    picture = b64encode(doubt.piece or b"").decode("ascii")
    shown = f'<img alt="" src="data:image/jpeg;base64,{picture}">' if picture else ""
    named = [(name, spoken_names([name], language)) for name in doubt.options]
    choices = "".join(_choice(doubt.code, *option) for option in (*named, (NO_TILE, word(language, "no tile"))))
    return (
        f'<fieldset id="{doubt.code}" data-code="{doubt.code}"><legend>{escape(_where(doubt, language))} '
        f"({doubt.code})</legend>{shown}<div>{choices}{_another(doubt.code, language)}"
        f'<a href="#{place_of(doubt.shown.photo)}">{escape(word(language, "in the photograph"))}</a></div></fieldset>'
    )


def _choice(code: str, value: str, label: str) -> str:
    return f'<label><input type="radio" name="{code}" value="{escape(value)}"> {escape(label)}</label>'


def _another(code: str, language: str) -> str:
    label = escape(word(language, "other"))
    written = f'<input type="text" aria-label="{label}" placeholder="7r" maxlength="4">'
    return f'<label><input type="radio" name="{code}" value=""> {label} {written}</label>'


def _where(doubt: Doubt, language: str) -> str:
    listed = doubt.shown.listed
    labelled = [(word(language, "table"), listed.table), (word(language, "hand"), listed.hand), ("", listed.team)]
    return ", ".join([*(f"{name} {value}".strip() for name, value in labelled if value), listed.name])


def _hand_rows(account: RunResult, language: str) -> Iterator[str]:
    lines = _hand_lines(account, language)
    yield "<tr>" + "".join(f"<th>{escape(f'{cell}')}</th>" for cell in next(lines)) + "</tr>"
    for line in lines:
        yield "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in map(_shown, line)) + "</tr>"


def _shown(cell: str | int) -> str:
    """A cell for people: points with a true minus sign, which a spreadsheet would not take for a number."""
    return signed(cell) if isinstance(cell, int) else _NEGATIVE.sub("−", cell)


def _remarks(account: RunResult, language: str) -> Mapping[int, str]:
    remarks = {index: "; ".join(_remarks_on(view, language)) for index, view in sorted(account.shown.items())}
    return {index: said for index, said in remarks.items() if said}


def _named(title: str, account: RunResult, remarks: Mapping[int, str], language: str) -> str:
    """A heading, and the ``remarks`` on photographs by index; empty where there are none."""
    if not remarks:
        return ""
    lines = (
        f"<li>{escape(account.listing.pictures[index].name)}: {escape(said)}</li>" for index, said in remarks.items()
    )
    return f"<h2>{escape(word(language, title))}</h2><ul>{''.join(lines)}</ul>"


def _hand_lines(account: RunResult, language: str) -> Iterator[tuple[str | int, ...]]:
    """The hands as a table with a header: a line for each team."""
    yield tuple(word(language, key) for key in ("table", "hand", "team", "points", "state", "lines"))
    for hand in account.hands:
        sheets = {sheet.team: sheet for sheet in hand.sheets}
        for team in hand.teams:
            lines = sheets[team].lines if team in sheets else ()
            summed = " · ".join(f"{line.sentence(language)}: {line.points}" for line in lines)
            points = sheets[team].total if team in sheets else ""
            yield hand.table, hand.hand, team, points, state_of(hand, language), summed


def _photograph_lines(account: RunResult, language: str) -> Iterator[tuple[str | int, ...]]:
    """The photographs as a table with a header."""
    yield tuple(word(language, key) for key in ("photo", "table", "hand", "team", "points", "doubts", "state"))
    for index, listed in enumerate(account.listing.pictures):
        one = account.shown.get(index)
        counted = ("" if one.is_empty else one.score.points, len(one.doubts)) if one else ("", "")
        state = _photograph_state(one, language) if one else account.failures[index]
        yield listed.name, listed.table, listed.hand, listed.team, *counted, state


def _photograph_state(photo: ReadPhotograph, language: str) -> str:
    done = () if photo.is_empty else (word(language, "done"),)
    return "; ".join((*done, *_remarks_on(photo, language)))
