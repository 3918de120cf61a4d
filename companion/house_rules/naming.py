"""Titles of stored rule sets, and their names in URLs and commands."""

from __future__ import annotations

import re

from companion.naming import one_line, without_accents
from engine.rules.profiles import PROFILES

RESERVED = frozenset((*PROFILES, "house", "judge", "new", "import"))
"""Names that mean something else in an address."""
_PARTING = re.compile(r"[/\\.]")


def title_of(typed: str) -> str:
    """A title in one line; what parts folders and files in other places is left out."""
    return one_line(_PARTING.sub(" ", typed))


def name_of(title: str) -> str:
    """The name by which commands and addresses call a rule set: «Los jueves» is ``los-jueves``."""
    return "-".join("".join(sign if sign.isalnum() else " " for sign in without_accents(title)).split())
