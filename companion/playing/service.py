"""Screen games as an event-sourced service: handle commands, append events, and give each seat its own view."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from hashlib import sha256
from itertools import filterfalse, takewhile
from time import perf_counter

from companion.eventstore import GAME, is_game
from companion.eventstore.service import EventSourcedService, StreamKind
from companion.eventstore.service_errors import errors_as_refusals
from companion.house_rules.rules_by_name import RulesByName
from companion.house_rules.rules_codec import OpenRules
from companion.match_commands import Outcome, Sender
from companion.matches.service import MatchService
from companion.playing.command_handlers import (
    CHANCE,
    RandomChoices,
    create_game_event,
    decide,
    next_hand,
    sit_down_event,
)
from companion.playing.events import CODEC, Event
from companion.playing.finished_hands import FinishedHands, match_of
from companion.playing.game_commands import (
    ComeBack,
    Command,
    LeaveSeat,
    NewHand,
    Open,
    SeatCommand,
    SeatTicket,
    SitDown,
    Tiles,
)
from companion.playing.game_state import GameState, read_on
from companion.playing.placements import targets
from companion.playing.tutorial import lessons
from companion.playing.view import card, game_view
from companion.playing.wording import CONFLICT, FORBIDDEN, MISSING, TOO_MANY, refuse
from companion.refusal import GameRefused, TranslatableRefusal
from companion.rule_questions.play_advice import Advised
from companion.view_models.game import GameCard, GameView, Plays, Targets
from engine.plays.best_plays import advise
from engine.simulation.dealer_state import follows_by_itself

MOST_GAMES, IDLE_S = 40, 24 * 3600.0
"""The maximum number of open games, and the seconds without a command after which one ends."""
_ID_LETTERS, _TOKEN_BYTES = 16, 18
GAMES = StreamKind(is_game, CODEC, read_on, GameRefused, refuse, "no such game", kept=48)


class GameService(EventSourcedService[GameState, Command, Event]):
    """All screen games; thread-safe."""

    def __init__(
        self, matches: MatchService, open_rules: OpenRules | None = None, chance: RandomChoices = CHANCE
    ) -> None:
        super().__init__(matches.journal, GAMES)
        self._finished, self._chance = FinishedHands(matches), chance
        self._open_rules: OpenRules = open_rules or RulesByName(matches.rule_sets).open
        self.wake: Callable[[str], None] = lambda _game: None
        """Told of each game in which it is a program's turn."""

    @errors_as_refusals(GameRefused)
    def open(self, command: Open, sender: Sender, name: str, language: str, token: str = "") -> SeatTicket:
        """Create a game; the creator sits as ``name`` in the first person's seat. Raises GameRefused.

        The seat's secret is ``token``, or a new one; with the same ``token`` again it is the same game.
        """
        token = token or secrets.token_urlsafe(_TOKEN_BYTES)
        event = create_game_event(command, language, self._open_rules)
        game = GAME + _hash(f"game {token}")[:_ID_LETTERS]
        first = event.programs.index(None)
        with self._answering:
            if self._state(game) is None and len(self._open()) >= MOST_GAMES:
                refuse("many games", TOO_MANY, most=MOST_GAMES)
            self._begin(game, event, "", sender)
        return self.sit(game, first, command.seats[first].name or name, sender, token)

    @errors_as_refusals(GameRefused)
    def sit(self, game: str, seat: int, name: str, sender: Sender, token: str = "") -> SeatTicket:
        """Take a free seat, and deal once all are taken. Raises GameRefused.

        The seat's secret is ``token``, or a new one; whose it is already sits where they sat.
        """
        token = token or secrets.token_urlsafe(_TOKEN_BYTES)
        with self._answering:
            if self.seat_of(game, token) is None:
                sit_down_event(
                    self.state(game), seat, name, _hash(token)
                )  # with the same key and another secret it is taken
                self.handle(game, SitDown(seat, name, _hash(token)), _then(sender, "sits"))
            self._look_after(self.state(game))
        return self.ticket(game, token)

    @errors_as_refusals(GameRefused)
    def ticket(self, game: str, token: str) -> SeatTicket:
        """The seat of a token. Raises GameRefused."""
        state = self.state(game)
        return SeatTicket(game, state.revision, self._seat(state, token), token)

    @errors_as_refusals(GameRefused)
    def handle(self, name: str, command: Command, sender: Sender) -> Outcome:
        """Handle a command of a game, idempotently by its key. Raises GameRefused.

        A hand that ends by it is stored in the match before another may be dealt.
        """
        with self._answering:
            if _deals(command):
                self._finished.keep(self.state(name))
            if isinstance(command, SeatCommand):
                sender = self._back(name, command, sender)
            outcome = super().handle(name, command, sender)
            self._continue(name)
        return outcome

    def play(self, state: GameState, event: Event, sender: Sender) -> None:
        """Append a computer player's moves. Raises StaleStream where the game went on meanwhile."""
        with self._answering:
            self._append(state.game, event, "", sender, after=state.revision)
            self._continue(state.game)

    @errors_as_refusals(GameRefused)
    def view(self, game: str, token: str, language: str) -> GameView:
        """The game as seen by the seat of ``token``, or by a spectator. Raises GameRefused."""
        state = self._look_after(self.state(game))
        return game_view(state, self.seat_of(game, token), language, match_of(game))

    @errors_as_refusals(GameRefused)
    def targets(self, game: str, token: str, chosen: Tiles, language: str) -> Targets:
        """The targets for tiles of that seat. Raises GameRefused."""
        state = self.state(game)
        return targets(state, self._seat(state, token), chosen, language)

    @errors_as_refusals(GameRefused)
    def advice(self, game: str, token: str, language: str) -> Plays:
        """Advice for that seat from its own view. Raises GameRefused."""
        state = self.state(game)
        seat = self._seat(state, token)
        if not state.advice:
            refuse("no advice", FORBIDDEN)
        if state.hand is None or state.to_move != seat:
            refuse("not your turn", CONFLICT)
        seen, begin = state.hand.view(seat), perf_counter()
        found = advise(seen, state.agreement.rules)
        plays = tuple(
            replace(offered, moves=tuple(filterfalse(follows_by_itself, offered.moves))) for offered in found.plays
        )
        return Advised(seen, replace(found, plays=plays), (perf_counter() - begin) * 1000).as_json(language)

    @errors_as_refusals(GameRefused)
    def lessons(self, game: str, language: str) -> Mapping[str, str]:
        """The tutorial texts of a game, by key. Raises GameRefused."""
        return lessons(self.state(game).agreement.rules, language)

    def seat_of(self, game: str, token: str) -> int | None:
        """The seat of a token, if any."""
        with suppress(GameRefused):
            return self._seat(self.state(game), token) if token else None
        return None

    def catch_up(self) -> None:
        """Do what a program that was killed had not done yet in games that are not idle. Raises JournalError."""
        for state in filter(None, self._recent()):
            self._look_after(state)

    @errors_as_refusals(GameRefused)
    def cards(self, tokens: Mapping[str, str], language: str, *, may_join: bool) -> Sequence[GameCard]:
        """The open games with a seat of one of these tokens, by game, the most recent first.

        With ``may_join`` also those that have a free seat.
        """
        found = self._open()
        seats = {state.game: self.seat_of(state.game, tokens.get(state.game, "")) for state in found}
        return tuple(
            card(state, seats[state.game], language)
            for state in found
            if seats[state.game] is not None or (may_join and not all(seat.is_taken for seat in state.seats))
        )

    @errors_as_refusals(GameRefused)
    def revision(self, game: str) -> int:
        """The number of the newest entry of a game. Raises GameRefused."""
        return self.state(game).revision

    def wait(self, name: str, after: int, timeout_s: float) -> int:
        """Wait until a game's revision differs from ``after``, at most ``timeout_s``; returns the revision.

        Raises GameRefused.
        """
        self._look_after(self.state(name))
        return super().wait(name, after, timeout_s)

    def state(self, name: str) -> GameState:
        """The present state of a game. Raises GameRefused where it is unknown or was idle for too long."""
        game_state = super().state(name)
        if self._is_idle(game_state):
            refuse("no such game", MISSING)
        return game_state

    def _open(self) -> Sequence[GameState]:
        """The unfinished games, the most recent first."""
        return [state for state in self._recent() if state and state.standing != "over"]

    def _recent(self) -> Iterator[GameState | None]:
        """The games that are not idle, the most recent first."""
        states = map(self._state, self.journal.games())
        return takewhile(lambda state: state is None or not self._is_idle(state), states)

    def _is_idle(self, state: GameState) -> bool:
        return self.journal.now_s() - state.changed_s > IDLE_S

    def _seat(self, state: GameState, token: str) -> int:
        hashed = _hash(token)
        for at, seat in enumerate(state.seats):
            if seat.token and hmac.compare_digest(seat.token, hashed):
                return at
        return refuse("no seat", FORBIDDEN)

    def _back(self, game: str, command: SeatCommand, sender: Sender) -> Sender:
        """Return an absent sender to the game before the command; returns the sender with the new revision."""
        state = self.state(game)
        seat = self._seat(state, command.token)
        if isinstance(command.action, LeaveSeat):
            return replace(sender, revision=None)
        is_new = state.seats[seat].is_away and not self.journal.said(game, [sender.key])
        if not is_new or isinstance(command.action, ComeBack):
            return sender
        back = SeatCommand(ComeBack(), command.token)
        came = super().handle(game, back, replace(sender, key=_then(sender, "is back").key))
        return replace(sender, revision=sender.revision and came.revision)

    def _handle(self, state: GameState, command: Command, _log: object) -> Event:
        if isinstance(command, SitDown):
            return sit_down_event(state, command.seat, command.name, command.token)
        if isinstance(command, NewHand):
            return next_hand(state, self._chance)
        waited_s = self.journal.now_s() - state.changed_s
        return decide(state, command.action, self._seat(state, command.token), self._chance, waited_s)

    def _rules(self, _state: GameState) -> str:
        return ""

    def _continue(self, game: str) -> None:
        """Store a finished hand, and wake the computer player in turn."""
        state = self.state(game)
        self._finished.keep(state)
        self._wake(state)

    def _look_after(self, state: GameState) -> GameState:
        """Do what follows from the state and was left undone, as far as that is possible now; returns the new state."""
        is_undealt = state.standing == "waiting" and all(seat.is_taken for seat in state.seats)
        if is_undealt or self._finished.lacking(state):
            with self._answering, suppress(TranslatableRefusal):
                self._finished.keep(state)
                if is_undealt:
                    first = Sender(author=state.seats[state.host].name, key=f"{state.game} first hand")
                    self.handle(state.game, NewHand(), first)
                    return self.state(state.game)
        self._wake(state)
        return state

    def _wake(self, state: GameState) -> None:
        if state.to_move is not None and state.seats[state.to_move].player:
            self.wake(state.game)


def _deals(command: Command) -> bool:
    return isinstance(command.action if isinstance(command, SeatCommand) else command, NewHand)


def _then(sender: Sender, what: str) -> Sender:
    """The same sender, with a derived key for a follow-up command."""
    return replace(sender, key=f"{sender.key} {what}", revision=None)


def _hash(token: str) -> str:
    return sha256(token.encode()).hexdigest()
