"""Spoken announcements: questions, offences, canastas, results; each once, when it is new."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from flask_babel import gettext as _

from companion.dashboard.wording import end_words, tally_words
from companion.view_models import HandResult, MatchSnapshot, TeamView

_ARTICLE = re.compile(r"\d{3} (\d+(?:\.\d+)+)")
"""A text and its article: ``001 11.7``."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """One announcement."""

    key: str
    """Identifies the announcement for as long as it holds."""
    says: str
    rule: str = ""
    """The source of the rule behind a violation, as displayed text."""


def calls_of(snapshot: MatchSnapshot) -> tuple[Announcement, ...]:
    """The announcements that apply at this moment."""
    return (*_questions(snapshot), *_offences(snapshot), *_canastas(snapshot), *_results(snapshot))


def _questions(snapshot: MatchSnapshot) -> Iterator[Announcement]:
    if snapshot.question:
        doubts = " ".join(doubt.message for doubt in snapshot.question.doubts)
        yield Announcement(f"question-{snapshot.question.number}", str(_("Una pregunta: %(doubts)s", doubts=doubts)))


def _offences(snapshot: MatchSnapshot) -> Iterator[Announcement]:
    for line in reversed([line for line in snapshot.log if line.holds]):
        for place, offence in enumerate(line.offences):
            says = str(_("Atención: %(offence)s", offence=offence.message))
            if article := _article(offence.rule.article):
                says = str(_("%(says)s Artículo %(article)s.", says=says, article=article))
            yield Announcement(f"offence-{line.number}-{place}", says, offence.rule.article)


def _article(cited: str) -> str:
    """The article number of a cited text; empty where it cites lines of a file."""
    found = _ARTICLE.fullmatch(cited)
    return found[1] if found else ""


def _canastas(snapshot: MatchSnapshot) -> Iterator[Announcement]:
    hand = snapshot.hand
    for meld in hand.melds if hand else ():
        if hand and meld.canasta:
            whose = "" if meld.team is None else _spoken(snapshot.teams[meld.team])
            says = _("¡Canasta pura! %(whose)s", whose=whose)
            if meld.canasta == "impure":
                says = _("¡Canasta impura! %(whose)s", whose=whose)
            yield Announcement(f"canasta-{hand.number}-{meld.number}-{meld.canasta}", str(says).strip())


def _results(snapshot: MatchSnapshot) -> Iterator[Announcement]:
    hand = snapshot.hand
    if hand and hand.ended:
        yield Announcement(f"ended-{hand.number}", hand.ended)
    for result in snapshot.hands:
        if result.standing == "confirmed" and result.points:
            yield Announcement(f"result-{result.number}", _result(snapshot, result))
    if snapshot.next == "over":
        yield Announcement("over", end_words(snapshot))


def _result(snapshot: MatchSnapshot, result: HandResult) -> str:
    sides = zip(snapshot.teams, result.points, result.totals, strict=True)
    scores = "; ".join(_side(team, points, total) for team, points, total in sides)
    return str(_("Mano %(number)s. %(told)s.", number=result.number, told=scores))


def _side(team: TeamView, points: int, total: int) -> str:
    return str(
        _(
            "%(name)s: %(points)s, van %(total)s",
            name=_spoken(team),
            points=tally_words(points),
            total=tally_words(total),
        )
    )


def _spoken(team: TeamView) -> str:
    """A side's name for speech; default names contain a plus sign."""
    return team.name.replace(" + ", _(" y "))
