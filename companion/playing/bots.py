"""Computer players: each is given its seat's view, pauses, and makes its next move."""

from __future__ import annotations

import logging
import random
import secrets
from collections.abc import Callable
from contextlib import suppress
from queue import Queue
from threading import Lock, Thread
from time import sleep

from companion.eventstore import StaleStream
from companion.match_commands import Sender
from companion.playing.events import Played
from companion.playing.game_state import GameState
from companion.playing.service import GameService
from companion.refusal import TranslatableRefusal
from engine.hand.moves import Move
from engine.hand.state import TableState
from engine.rules.rules import Rules
from engine.simulation.dealer_state import after_move_and_consequences
from engine.simulation.players_by_strength import Strength, next_moves

THREADS = 2
"""Games in which programs think at once."""
Chooses = Callable[[TableState, Rules, Strength, random.Random], tuple[Move, ...]]
_log = logging.getLogger(__name__)


class Bots:
    """Plays for the computer players of all games, each game in one thread at a time; stateless."""

    def __init__(
        self, service: GameService, chooses: Chooses = next_moves, waits: Callable[[float], None] = sleep
    ) -> None:
        self._service, self._chooses, self._waits = service, chooses, waits
        self._due: Queue[str] = Queue()
        self._busy: set[str] = set()
        self._lock = Lock()

    def start(self) -> None:
        """Start playing in every game that the service reports."""
        self._service.wake = self.wake
        Thread(target=self._catch_up, daemon=True).start()
        for _ in range(THREADS):
            Thread(target=self._work, daemon=True).start()

    def wake(self, game: str) -> None:
        """Check ``game``, after an entry or a visit: it may be a computer player's turn."""
        with self._lock:
            if game in self._busy:
                return
            self._busy.add(game)
        self._due.put(game)

    def play_on(self, game: str) -> bool:
        """Play in ``game`` until it is a person's turn; returns whether that was reached."""
        with suppress(TranslatableRefusal):
            state = self._service.state(game)
            while (program := _program(state)) is not None:
                if not self._plays(state, program):
                    return False
                state = self._service.state(game)
        return True

    def _catch_up(self) -> None:
        try:
            self._service.catch_up()
        except Exception:  # whoever looks at a game is told
            _log.exception("games cannot be caught up with")

    def _work(self) -> None:
        while True:
            game, could = self._due.get(), False
            try:
                could = self.play_on(game)
            except Exception:
                _log.exception("a program cannot go on in %s", game)
            with self._lock:
                self._busy.discard(game)
            if could and self._is_due(game):  # it became a program's turn between the last look and now
                self.wake(game)

    def _is_due(self, game: str) -> bool:
        with suppress(TranslatableRefusal):
            return _program(self._service.state(game)) is not None
        return False

    def _plays(self, state: GameState, program: Strength) -> bool:
        """Make the next moves of the computer player in turn; returns whether it could move."""
        if state.hand is None or state.to_move is None:
            return False
        rng = random.Random(f"{state.game} {state.revision}")
        plan = self._chooses(state.hand.view(state.to_move), state.hand.rules, program, rng)
        for at, move in enumerate(plan):
            self._waits(state.pace_ms / 1000)
            known, state = state.revision, self._service.state(state.game)
            if state.revision != known or state.hand is None:
                return True  # somebody changed the pace, or got up: it is thought over again
            done = after_move_and_consequences(state.hand.dealing, move, state.hand.rules)
            if done.violations:
                _log.warning("a program wanted %s in %s: %s", move, state.game, done.violations)
                return at > 0
            sender = Sender(author=state.seats[state.hand.state.turn.seat].name, key=f"program {secrets.token_hex(8)}")
            with suppress(StaleStream):
                self._service.play(state, Played(state.hand.number, done.moves), sender)
            state = self._service.state(state.game)
        return bool(plan)


def staffed(service: GameService) -> GameService:
    """Connect computer players to the service, and return it."""
    Bots(service).start()
    return service


def _program(state: GameState) -> Strength | None:
    """The computer player in turn, if any."""
    return None if state.to_move is None else state.seats[state.to_move].player
