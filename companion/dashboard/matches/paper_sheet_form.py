"""Convert the paper-sheet form of a hand to the text of its command."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from werkzeug.datastructures import MultiDict

from companion.match_commands import RecordPaperSheet
from companion.view_models import MatchSnapshot

PLAYED = "muerto"
_LONGEST = 200
_SAYS_MUERTO = {"played": PLAYED, "unplayed": "muerto sin jugar", "untaken": "sin muerto", "": ""}


@dataclass(frozen=True, slots=True)
class SideFields:
    """The fields of a side."""

    counts: dict[str, int]
    """By the kind of canasta."""
    muerto: str
    """``untaken``, ``played``, ``unplayed``, or empty where not chosen yet."""
    laid: str
    left: str
    words: str


def sum_of(snapshot: MatchSnapshot, fields: MultiDict[str, str]) -> RecordPaperSheet:
    """The command of the submitted fields ``fields`` for the shown hand."""
    return RecordPaperSheet(tuple(_texts(snapshot, fields)), snapshot.hand.number if snapshot.hand else None)


def fields_said(snapshot: MatchSnapshot, fields: MultiDict[str, str], team: int) -> SideFields:
    """The fields of a side in ``fields``; the closer has played the muerto unless stated otherwise."""
    counts = {
        canasta.kind: fields.get(f"count.{team}.{canasta.kind}", 0, type=int) for canasta in snapshot.rules.canastas
    }
    laid, left, words = (fields.get(f"{name}.{team}", "").strip()[:_LONGEST] for name in ("laid", "left", "words"))
    muerto = fields.get(f"muerto.{team}", "")
    if not muerto and fields.get("closer") == str(team) and snapshot.rules.muertos:
        muerto = "played"
    return SideFields(counts, muerto if muerto in _SAYS_MUERTO else "", laid, left, words)


def _texts(snapshot: MatchSnapshot, form: MultiDict[str, str]) -> Iterator[str]:
    """Each side in words, as the command has it."""
    for team in snapshot.teams:
        fields = fields_said(snapshot, form, team.index)
        closed = form.get("closer") == str(team.index)
        if fields.words:
            says = [fields.words]
            says += [_SAYS_MUERTO[fields.muerto]] if PLAYED not in fields.words.lower() else []
            says += ["cierre"] if closed else []
        else:
            says = [f"{count} {kind.lower()}" for kind, count in fields.counts.items() if count]
            says += ["cierre"] if closed else []
            says += [_SAYS_MUERTO[fields.muerto]]
            says += [f"fichas {fields.laid}"] if fields.laid else []
            says += [f"atril {fields.left}"] if fields.left else []
        yield ", ".join(filter(None, says))
