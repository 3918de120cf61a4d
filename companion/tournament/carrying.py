"""A tournament as a file: every entry of its journal, and of the matches of the house in which it was noted."""

from __future__ import annotations

from itertools import groupby

from companion.errors import StoryError
from companion.story import TOURNAMENT, Entry, Journal
from companion.story.carrying import packed, unpacked
from companion.tournament.deeds import Tied, read_deed
from companion.tournament.tournament_story import TournamentStory, tournament_story


def exported(journal: Journal, tournament: str) -> bytes:
    """The tournament and its tables as one file, the same bytes for the same story. Raises StoryError."""
    entries = journal.entries(tournament) if tournament.startswith(TOURNAMENT) else ()
    if not entries:
        raise StoryError("no tournament here", name=tournament)
    tied = sorted({deed.match for deed in map(_deed, entries) if isinstance(deed, Tied)})
    return packed([*entries, *(entry for match in tied for entry in journal.entries(match))])


def imported(journal: Journal, blob: bytes) -> tuple[TournamentStory, int]:
    """The tournament of a file that ``exported`` made, and how many entries of it are new here.

    One that is here already as it was earlier goes on; another one of that name is left alone. Raises StoryError.
    """
    stories = [tuple(entries) for _, entries in groupby(unpacked(blob), key=lambda entry: entry.match)]
    name = stories[0][0].match if stories else ""
    story = tournament_story(name, stories[0]) if name.startswith(TOURNAMENT) else None
    if story is None:
        raise StoryError("no story file")
    return story, sum(journal.take_in(entries[0].match, entries) for entries in reversed(stories))


def _deed(entry: Entry) -> object:
    return read_deed(entry.kind, entry.text)
