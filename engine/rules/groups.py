"""The headings under which the rules are told; they and where each begins are in ``wording/groups.toml``."""

from __future__ import annotations

from dataclasses import dataclass

from engine.rules.values import rule_types
from engine.sentences import table


@dataclass(frozen=True, slots=True)
class RuleGroup:
    """Rules that are told together, in the order of ``Rules``."""

    name: str
    keys: tuple[str, ...]

    def title(self, language: str) -> str:
        """Its heading in ``language``."""
        return table("groups")[self.name][language]


def _groups() -> tuple[RuleGroup, ...]:
    keys, headings = tuple(rule_types()), table("groups")
    begins = [keys.index(heading["first"]) for heading in headings.values()]
    ends = (*begins[1:], len(keys))
    return tuple(RuleGroup(name, keys[begin:end]) for name, begin, end in zip(headings, begins, ends, strict=True))


RULE_GROUPS = _groups()
"""Every rule, under one heading each."""
