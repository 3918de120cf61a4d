"""Decisions that add up: of two judges who give the same penalty, or the same minutes, at once the second is told."""

from __future__ import annotations

from companion.eventstore.change_marks import is_overtaken, mark_of
from companion.tournaments import commands
from companion.tournaments.tournament_state import TournamentState
from companion.tournaments.wording import CONFLICT, refuse


def decisions_mark(state: TournamentState) -> str:
    """A short digest of all penalties and added minutes."""
    matches = ((match.number, match.penalties, match.clock.extra_min) for match in state.fixtures.values())
    there = [match for match in matches if any(match[1]) or match[2]]
    return mark_of([there, [penalty.entry for penalty in state.penalties]])


def check_decisions(state: TournamentState, command: commands.Penalise | commands.ExtendTime) -> None:
    """Raise TournamentRefused where another penalty was given, or more minutes, than the judge had in view."""
    if is_overtaken(command.seen, decisions_mark(state)):
        refuse("decided meanwhile", CONFLICT)
