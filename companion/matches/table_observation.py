"""An observation of the table, from the camera or typed."""

from __future__ import annotations

from dataclasses import dataclass

from companion import match_commands
from companion.matches.events import Moves
from companion.matches.guessed_melds import GuessedRow, guessed_rows
from companion.matches.meld_outlines import OutlinedMeld, outlined_melds
from engine.hand.notation import parse_moves
from engine.inference.observation import Observation


@dataclass(frozen=True, slots=True)
class TableLook:
    """The parsed content of the command that records an observation."""

    seen: Observation
    hand: int | None = None
    """The number of a hand; ``None`` is the one being played."""
    passed: Moves = ()
    """The draws and ends of turns that went before and that no table shows."""
    guessed: tuple[str, ...] = ()
    """The assumed faces of meld tiles that were neither read nor named."""
    guessed_rows: tuple[GuessedRow, ...] = ()
    """Those melds, and what else they may be."""
    outlined: tuple[OutlinedMeld, ...] = ()
    """Where melds lie in the picture."""

    @staticmethod
    def parse(command: match_commands.RecordObservation) -> TableLook:
        """Parse an observation. Raises NotationError for invalid notation, and for too many melds."""
        return TableLook(
            Observation.parse(command.seen),
            command.hand,
            passed=parse_moves(command.passed),
            guessed=tuple(command.guessed.split()),
            guessed_rows=guessed_rows(command.guessed_rows),
            outlined=outlined_melds(command.outlined),
        )


MatchCommand = match_commands.Command | TableLook
"""All commands of a match: those of people and programs, and the camera's observations."""
