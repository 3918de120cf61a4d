"""Judge melds, changes, first exposures and finished hands, and print rules, without a table."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from companion.errors import Refused
from companion.phrases.wording import say
from engine import (
    ChangeVerdict,
    HandRecord,
    HandScore,
    MeldVerdict,
    OpeningVerdict,
    PlacedTile,
    Rules,
    judge_change,
    judge_meld,
    judge_opening,
    parse_meld,
    parse_table,
)
from engine.melds.repairs import violations_with_repairs
from engine.rule_and_tile_words import rule_sentence, rule_statement
from engine.rules.citations import article
from engine.scoring.meld_offers import HandOffer, Offer, hand_offers, offers_of, opening_offers
from engine.sentences import LANGUAGES

_TOLD = 12


@dataclass(frozen=True, slots=True)
class Judgment:
    """The result of a query about melds, and the rules applied."""

    rules: Rules
    verdicts: tuple[MeldVerdict, ...]
    change: ChangeVerdict | None
    opening: OpeningVerdict | None
    offers: tuple[Offer, ...] = ()
    """Other ways to lay the melds that would be worth more."""

    def as_json(self, language: str) -> dict[str, Any]:
        """The contracted object: the verdict of one meld, a list of several."""
        spoken = [self._meld_json(verdict, language) for verdict in self.verdicts]
        answer: dict[str, Any] = spoken[0] if len(spoken) == 1 else {"melds": spoken}
        return {
            **answer,
            **({"change": self.change.as_json(language, self.rules)} if self.change else {}),
            **({"opening": self.opening.as_json(language, self.rules)} if self.opening else {}),
            **({"offers": [offer.as_json(language) for offer in self.offers]} if self.offers else {}),
        }

    def _meld_json(self, verdict: MeldVerdict, language: str) -> dict[str, Any]:
        """A verdict with every violation to be repaired."""
        violations = [cause.as_json(language, self.rules) for cause in violations_with_repairs(verdict, self.rules)]
        return verdict.as_json(language, self.rules) | {"violations": violations}


def judge_melds(melds: Sequence[str], rules: Rules, before: str | None = None, *, opening: bool = False) -> Judgment:
    """Judge ``melds`` in notation; optionally the change from ``before``, or all as a first exposure.

    Raises NotationError, and Refused where a change is not of one meld.
    """
    laid = tuple(row for text in melds for row in parse_table(text))
    verdicts = tuple(judge_meld(row, rules) for row in laid)
    return Judgment(
        rules=rules,
        verdicts=verdicts,
        change=_change(before, laid, rules) if before is not None else None,
        opening=judge_opening(laid, rules) if opening else None,
        offers=(*offers_of(verdicts, rules), *(opening_offers(verdicts, rules) if opening else ())),
    )


def _change(before: str, laid: Sequence[tuple[PlacedTile, ...]], rules: Rules) -> ChangeVerdict:
    if len(laid) != 1:
        raise Refused("one change")
    return judge_change(parse_meld(before), laid[0], rules)


@dataclass(frozen=True, slots=True)
class CountedHand:
    """The score of a finished hand, and the rules applied."""

    rules: Rules
    scored: HandScore
    offers: tuple[HandOffer, ...]
    """Better-paid arrangements of its melds."""

    def as_json(self, language: str) -> dict[str, Any]:
        """The contracted object; without teams for an impossible hand."""
        offered = {"offers": [offer.as_json(language) for offer in self.offers]} if self.offers else {}
        return self.scored.as_json(language, self.rules) | offered

    def why_impossible(self, language: str) -> str:
        """The reasons why the hand is impossible, at most the first few; empty for a possible one."""
        reasons = [violation.sentence(language) for violation in self.scored.impossible[:_TOLD]]
        if more := len(self.scored.impossible) - len(reasons):
            reasons.append(say(language, "more", count=more))
        return " ".join(reasons)


def count_hand(record: HandRecord, rules: Rules) -> CountedHand:
    """The score of a finished hand, with suggestions."""
    from engine.scoring.scoring import score_hand  # takes a moment to load, and who judges a meld counts no hand

    return CountedHand(rules, score_hand(record, rules), hand_offers(record, rules))


def rules_as_json(rules: Rules, language: str) -> dict[str, Any]:
    """A rule set as JSON: of every rule its value, sentence, statement, basis, source and article."""
    lines = {
        line.key: {
            "value": line.value,
            "sentence": line.sentence,
            "sentences": {code: rule_sentence(line.key, code) for code in LANGUAGES},
            "statement": rule_statement(line.key, line.value, language),
            "basis": line.origin.basis,
            "source": line.origin.source,
            "article": article(line.key, rules, language),
        }
        for line in rules.lines(language)
    }
    return {"name": rules.name, "rules": lines}
