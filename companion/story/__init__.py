"""The journal of what happened at the tables, and the pictures that show it."""

from companion.story.entries import RULE_SETS, TOURNAMENT, Draft, Entry, Said, is_match, is_tournament
from companion.story.evidence import Evidence
from companion.story.journal import Journal, StaleStory
from companion.story.places import Places, places
from companion.story.turn import Turn

__all__ = [
    "RULE_SETS",
    "TOURNAMENT",
    "Draft",
    "Entry",
    "Evidence",
    "Journal",
    "Places",
    "Said",
    "StaleStory",
    "Turn",
    "is_match",
    "is_tournament",
    "places",
]
