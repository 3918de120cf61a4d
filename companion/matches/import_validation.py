"""Validate the events of an imported match: each must be reachable by a command in its state."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace

from companion import match_commands
from companion.match_commands import Command
from companion.matches import events
from companion.matches.command_handlers import decide
from companion.matches.events import Event
from companion.matches.match_state import MatchState
from companion.refusal import TranslatableRefusal
from engine.scoring.side_words import side_notation
from engine.sentences import TranslatableError


def led_to(state: MatchState, event: Event) -> bool:
    """Whether a command may lead to ``event`` in the present state.

    What was played, seen or put down for scoring depends on pictures and on earlier questions: of that only the hand is
    checked, and replaying it validates the rest.
    """
    match event:
        case events.Agreed():
            return True  # judged by what was agreed, wherever it stands
        case events.Moved(hand=hand) | events.Asked(hand=hand) | events.Counted(hand=hand):
            return state.hand(hand) is not None
        case events.Dealt():
            return _means(state, match_commands.DealHand(starter=event.starter), replace(event, drawn=False))
        case _:
            return _means(state, command_of(event), event)


def _means(state: MatchState, command: Command, event: Event) -> bool:
    with suppress(TranslatableRefusal, TranslatableError):
        return decide(state, command) == event
    return False


def command_of(event: Event) -> Command:
    """The command that corresponds to ``event``, where it is unique."""
    match event:
        case events.Answered():
            return match_commands.Answer(event.question, event.choice)
        case events.Noted(sums=sums) if sums:
            return match_commands.RecordPaperSheet(tuple(map(side_notation, sums)), event.hand)
        case events.Noted():
            return match_commands.Note(event.points, event.hand)
        case events.Confirmed():
            return match_commands.Confirm(event.hand)
        case events.Annulled():
            return match_commands.Annul(event.hand)
        case events.Revised():
            return match_commands.Revise(event.entry, "\n".join(map(str, event.moves)))
        case events.Undone():
            return match_commands.Undo()
        case events.Redone():
            return match_commands.Redo()
        case events.Archived():
            return match_commands.Archive()
        case _:
            return match_commands.RestoreArchived()
