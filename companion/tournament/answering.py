"""Orders that come at once are answered one after another and written together."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from companion.orders import Outcome, Sender
from companion.refusal import SpokenRefusal
from companion.speaking import LONGEST_KEY, said_by
from companion.story import Draft, Entry, Journal
from companion.tournament.deciding import decide
from companion.tournament.deeds import Deed, Struck, kind_of, text_of
from companion.tournament.orders import Order
from companion.tournament.striking import check_strike
from companion.tournament.tournament_story import TournamentStory, tournament_story
from companion.tournament.wording import CONFLICT, refuse
from engine.sentences import SpokenError


@dataclass(slots=True)
class Asked:
    """Somebody who waits for an answer."""

    tournament: str
    order: Order
    sender: Sender
    answer: Outcome | Exception | None = None

    def outcome(self) -> Outcome:
        """What became of the order. Raises what it was refused with."""
        if isinstance(self.answer, Outcome):
            return self.answer
        raise self.answer or RuntimeError("nobody answered")


def answer(journal: Journal, story: TournamentStory, asked: Sequence[Asked]) -> TournamentStory:
    """Answers all of ``asked`` about one tournament and writes what came of it; the tournament afterwards.

    Raises StaleStory where somebody else was first: then nothing was written. Raises StoryError.
    """
    fresh: list[Entry] = []
    for one in asked:
        try:
            entry, one.answer = _answered(journal, story, one, fresh)
        except (SpokenRefusal, SpokenError) as refused:
            one.answer = refused
            continue
        if entry is not None:
            fresh.append(entry)
            story = _after(journal, story, fresh)
    if fresh:
        journal.append_all(fresh)
    return story


def draft_of(tournament: str, deed: Deed, rules: str, sender: Sender) -> Draft:
    """A deed as the journal takes it."""
    return Draft(match=tournament, kind=kind_of(deed), text=text_of(deed), rules=rules, said=said_by(sender))


def _answered(
    journal: Journal, story: TournamentStory, one: Asked, fresh: Sequence[Entry]
) -> tuple[Entry | None, Outcome]:
    """The entry that an order makes, if it makes one, and what became of the order."""
    name, key = story.tournament, one.sender.key[:LONGEST_KEY]
    told = next((entry for entry in fresh if entry.said.key == key), None) or journal.said(name, key)
    if told is not None:
        return None, Outcome(name, told.number, "done")
    if one.sender.revision is not None and one.sender.revision != story.revision:
        refuse("stale", CONFLICT)
    deed = decide(story, one.order)
    if deed is None:
        return None, Outcome(name, story.revision, "nothing")
    if isinstance(deed, Struck):
        check_strike(story, (*journal.entries(name), *fresh), deed)
    entry = journal.drafted(draft_of(name, deed, story.plan.version, one.sender), story.revision + 1)
    return entry, Outcome(name, entry.number, "done")


def _after(journal: Journal, story: TournamentStory, fresh: Sequence[Entry]) -> TournamentStory:
    """The tournament after the newest of ``fresh``; all is folded again where that strikes something out."""
    if fresh[-1].kind == kind_of(Struck(0, "")):
        return tournament_story(story.tournament, (*journal.entries(story.tournament), *fresh)) or story
    return tournament_story(story.tournament, fresh[-1:], story) or story
