"""Map undo and redo to equivalent commands, to check who may give them."""

from __future__ import annotations

from companion import match_commands
from companion.match_commands import Command
from companion.matches import events
from companion.matches.import_validation import command_of
from companion.matches.match_state import MatchState


def taken_back(state: MatchState, command: match_commands.Undo | match_commands.Redo) -> Command | None:
    """The command with the same authority as what ``command`` changes: about the same hand and of the same kind.

    None where there is nothing to undo or redo.
    """
    course = state.course
    found = course.to_undo if isinstance(command, match_commands.Undo) else course.to_redo
    if found is None:
        return None
    match found.event:
        case events.Agreed(agreement=agreement):
            return match_commands.Agree(players=agreement.players, rules="")
        case events.Dealt():
            return match_commands.DealHand()
        case events.Moved(hand=hand, origin="typed", moves=moves):
            return match_commands.Play("\n".join(map(str, moves)), hand)
        case events.Moved(hand=hand, origin="resync"):
            return match_commands.Resync("", hand)
        case events.Moved(hand=hand) | events.Asked(hand=hand) | events.Answered(hand=hand):
            return match_commands.RecordObservation("", hand)
        case events.Counted(hand=hand):
            return match_commands.Count(hand=hand)
        case _:
            return command_of(found.event)
