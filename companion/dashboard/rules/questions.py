"""A rule query in a page's address, and its answer."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict

from companion.dashboard.matches.move_composer import TILES, face_written
from companion.dashboard.tile_faces import Face, words_of
from companion.refusal import LawRefused
from companion.view_models.rule_book import RuleCard

KINDS = ("meld", "change", "opening", "hand")
MOST_CHANGES = 40
Judgement = Callable[[dict[str, Any]], Mapping[str, Any]]


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeForm:
    """The submitted query form."""

    kind: str
    """One of ``KINDS``."""
    card: RuleCard
    """The rules by which is judged…"""
    overrides: tuple[str, ...]
    """The changes to those rules, as ``key=value``."""
    written: MultiDict[str, str]
    """The text of each field."""

    @property
    def is_asked(self) -> bool:
        """Whether there is something to judge."""
        return any(value.strip() for name, value in self.written.items() if name.startswith(_FIELDS))

    @property
    def teams(self) -> tuple[str, ...]:
        """The names of the scoring sides."""
        if self.card.sides == 2:
            return (_("Nosotros"), _("Ellos"))
        return tuple(_("Jugador %(n)s", n=n) for n in range(1, self.card.sides + 1))

    def says(self, field: str) -> str:
        """The content of a field."""
        return self.written.get(field, "")

    def drawn(self, field: str) -> tuple[tuple[Face, ...], ...]:
        """The tiles of a field, row by row; a word that is no tile is unknown."""
        return tuple(tuple(map(face_written, words_of(row))) for row in rows_of(self.says(field)))


_FIELDS = ("melds", "before", "table", "racks", "aside", "unplayed")


def question_of(fields: MultiDict[str, str], cards: tuple[RuleCard, ...], usual: str) -> JudgeForm:
    """The question in the query of an address; unknown rules are replaced by the default."""
    named = {card.name: card for card in cards}
    kind = fields.get("ask", KINDS[0])
    written = fields.copy()
    if (tile := fields.get("add", "")) in TILES:
        into = fields.get("into", "melds")
        written[into] = f"{fields.get(into, '')} {tile}".strip()
    return JudgeForm(
        kind=kind if kind in KINDS else KINDS[0],
        card=named.get(fields.get("rules", ""), named[usual]),
        overrides=tuple(change.strip() for change in fields.getlist("set") if change.strip())[:MOST_CHANGES],
        written=written,
    )


def rows_of(text: str) -> list[str]:
    """Melds, one a line or with bars between them."""
    return [row for line in text.splitlines() for cell in line.split("|") if (row := cell.strip())]


def sent(question: JudgeForm) -> dict[str, Any]:
    """The query in API format."""
    beside: dict[str, Any] = {"rules": question.card.name, "set": list(question.overrides)}
    if question.kind == "hand":
        return beside | _hand(question)
    melds = rows_of(question.says("melds"))
    if question.kind == "change":
        return beside | {"melds": melds, "before": question.says("before")}
    return beside | {"melds": melds, "opening": question.kind == "opening"}


def _hand(question: JudgeForm) -> dict[str, Any]:
    """The finished hand in hand-file format."""
    teams = {name: _team(question, number) for number, name in enumerate(question.teams)}
    closer = question.written.get("closer", type=int)
    hand: dict[str, Any] = {"teams": teams, "partial": "partial" in question.written}
    if closer is not None and 0 <= closer < len(question.teams):
        hand["closed_by"] = question.teams[closer]
    if question.card.common_table:
        hand["table"] = rows_of(question.says("table"))
    return hand


def _team(question: JudgeForm, number: int) -> dict[str, Any]:
    card = question.card
    racks = [question.says(f"racks.{number}.{place}").strip() for place in range(card.racks)]
    is_pair = "pairs" in question.written and card.racks > 1
    team: dict[str, Any] = {"racks": racks if is_pair else racks[:1]}
    if not card.common_table:
        team["melds"] = rows_of(question.says(f"melds.{number}"))
        team["set_aside"] = rows_of(question.says(f"aside.{number}"))
    if card.muertos:
        team["muerto"] = question.written.get(f"muerto.{number}", "untaken")
        if team["muerto"] == "unplayed":
            team["unplayed_muerto"] = question.says(f"unplayed.{number}")
    return team


@dataclass(frozen=True, slots=True)
class Ruling:
    """The answer: the contracted object, or why there is none."""

    said: Mapping[str, Any]
    refusal: str = ""
    impossible: tuple[Mapping[str, Any], ...] = ()

    @property
    def melds(self) -> tuple[Mapping[str, Any], ...]:
        """The verdicts, as a list also for one meld."""
        return tuple(self.said.get("melds", (self.said,) if "meld" in self.said else ()))


def ruling(question: JudgeForm, answer: Judgement, language: str) -> Ruling | None:
    """The answer of ``answer`` to a query; None without one."""
    if not question.is_asked:
        return None
    try:
        return Ruling(answer(sent(question)))
    except LawRefused as refused:
        return Ruling({}, refused.sentence(language), refused.impossible)


def split_score_line(detail: str) -> tuple[str, str]:
    """A score line split into its words and its tiles in notation."""
    words = detail.split(" ")
    first = len(words)
    while first and face_written(words[first - 1]).kind != "unknown":
        first -= 1
    return " ".join(words[:first]).removesuffix(":"), " ".join(words[first:])
