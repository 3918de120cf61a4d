"""The rule behind a violation, for pages and programs."""

from __future__ import annotations

from companion.view_models.photo import CitedRule
from engine.rule_and_tile_words import rule_statement
from engine.rules.citations import article, citation
from engine.rules.codes import Code
from engine.rules.rules import Rules
from engine.rules.verdict import Violation


def cited_sentence(violation: Violation, rules: Rules, language: str) -> str:
    """The sentence of a violation, with its source."""
    return f"{violation.sentence(language)} [{citation(violation.code, rules, language).article}]"


def statement_view(key: str, rules: Rules, language: str) -> CitedRule:
    """The rule ``key`` with its value in ``rules``, in ``language``."""
    return CitedRule(key, article(key, rules, language), rule_statement(key, getattr(rules, key), language))


def rule_view(code: Code, rules: Rules, language: str) -> CitedRule:
    """The rule of ``rules`` behind the offence ``code``, in words of ``language``."""
    cited = citation(code, rules, language)
    return CitedRule(cited.key, cited.article, cited.sentence)
