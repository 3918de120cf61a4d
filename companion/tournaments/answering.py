"""Orders that come at once are answered one after another and written together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.eventstore import Draft, Entry, Transaction
from companion.eventstore.rejections import LONGEST_KEY, said_by
from companion.house_rules.kept_rules import OpenRules
from companion.orders import Outcome, Sender
from companion.refusal import SpokenRefusal
from companion.tournaments.deciding import decide
from companion.tournaments.events import Deed, Struck, kind_of, text_of
from companion.tournaments.orders import Order
from companion.tournaments.striking import check_strike
from companion.tournaments.tournament_story import TournamentStory, read_on
from companion.tournaments.wording import CONFLICT, refuse
from engine.rules.profiles import load_rules
from engine.sentences import SpokenError


@dataclass(slots=True)
class PendingOrder:
    """Somebody who waits for an answer."""

    tournament: str
    order: Order
    sender: Sender
    open_rules: OpenRules = load_rules
    answer: Outcome | Exception | None = None

    def outcome(self) -> Outcome:
        """What became of the order. Raises what it was refused with."""
        if isinstance(self.answer, Outcome):
            return self.answer
        raise self.answer or RuntimeError("nobody answered")


def answer(turn: Transaction, story: TournamentStory, asked: Sequence[PendingOrder]) -> TournamentStory:
    """Answers all of ``asked`` about one tournament and writes what came of it; the tournament afterwards.

    ``story`` is all that was said of it when the turn came. Raises StoryError.
    """
    fresh: list[Entry] = []
    told = dict(turn.said([_key(one) for one in asked]))
    for one in asked:
        try:
            entry, one.answer = _answered(turn, story, one, told, fresh)
        except (SpokenRefusal, SpokenError) as refused:
            one.answer = refused
            continue
        if entry is not None:
            fresh.append(entry)
            told[entry.said.key] = entry
            story = _after(turn, story, fresh)
    turn.append_all(fresh)
    return story


def draft_of(tournament: str, deed: Deed, rules: str, sender: Sender) -> Draft:
    """A deed as the journal takes it."""
    return Draft(match=tournament, kind=kind_of(deed), text=text_of(deed), rules=rules, said=said_by(sender))


def _key(one: PendingOrder) -> str:
    return one.sender.key[:LONGEST_KEY]


def _answered(
    turn: Transaction, story: TournamentStory, one: PendingOrder, told: Mapping[str, Entry], fresh: Sequence[Entry]
) -> tuple[Entry | None, Outcome]:
    """The entry that an order makes, if it makes one, and what became of the order."""
    name = story.tournament
    if known := told.get(_key(one)):
        return None, Outcome(name, known.number, "done")
    if one.sender.revision is not None and one.sender.revision != story.revision:
        refuse("stale", CONFLICT)
    deed = decide(story, one.order, one.open_rules)
    if deed is None:
        return None, Outcome(name, story.revision, "nothing")
    if isinstance(deed, Struck):
        check_strike(story, (*turn.entries(), *fresh), deed)
    entry = turn.drafted(draft_of(name, deed, story.plan.version, one.sender), story.revision + 1)
    return entry, Outcome(name, entry.number, "done")


def _after(turn: Transaction, story: TournamentStory, fresh: Sequence[Entry]) -> TournamentStory:
    """The tournament after the newest of ``fresh``."""
    return read_on(story.tournament, lambda after: fresh[-1:] if after else (*turn.entries(), *fresh), story) or story
