"""One hand, watched: settled tables become moves, questions, and a score that runs along.

Lawful moves are told at once. What breaks a rule or does not add up is told when the turn has ended or nothing has
happened for a while: a meld that is being laid tile by tile is no offence.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from companion.denied import without
from companion.news import Change, News, Question, foreign_in, may_be_left
from companion.observed import NO_FACES, Faces, Known, Observed, UnsureTile
from companion.observing import Observer
from companion.passing import passed_on, seat_at, together
from companion.snapshot import NO_TILE
from companion.table.deeds import Moves
from companion.table.looking import looked, resync
from companion.table.typed import Doubtful
from engine.apply import replay
from engine.events import events_of
from engine.moves import Close, Discard, EndTurn, Move
from engine.observation import Observation
from engine.rules import Rules
from engine.scoring import score_hand
from engine.sheets import HandScore
from engine.state import TableState, dealt_table
from engine.story import Story, record_of
from engine.verdict import Code, Violation
from vision.watcher import SeenTable, Watched

HOLD_S = 1.2
"""Seconds without news after which what is strange is told all the same."""
_FEWEST_SHOWN, _LEGIBLE_SHARE = 6, 0.7
"""From so many tiles on, and with a smaller share of them read, nothing is told but that: it would be guessed."""
_NOTHING_UNREAD: tuple[frozenset[int], Moves] = (frozenset(), ())
_ENDINGS = (Discard, EndTurn, Close)


@dataclass(frozen=True, slots=True)
class _Open:
    """What nobody has answered yet."""

    lying: frozenset[int]
    """The numbers of the tiles that lay on the table when it was asked; once others lie there people have played on."""
    guesses: Faces
    """What the tiles in question most likely are."""
    question: Question | None
    """What people who play on leave to its likeliest answer."""


_NOTHING_OPEN = _Open(frozenset(), NO_FACES, None)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Held:
    """What will be told unless something happens first."""

    news: News
    faces: Faces
    since_s: float
    open: _Open = _NOTHING_OPEN
    """What it leaves open, if it is a question."""


class HandWatch:
    """Follows one hand from the deal on."""

    def __init__(self, rules: Rules, players: int | None = None, starter: int = 0) -> None:
        """Raises RulesError when the rules are not for so many players."""
        self.rules = rules
        self.state: TableState = dealt_table(players or min(rules.players), rules, starter=starter)
        self.moves: tuple[Move, ...] = ()
        self.seen = ""
        """The table as it was seen last, in the notation of an observation."""
        self._start = self.state
        self._observer = Observer(rules)
        self._faces: Faces = NO_FACES
        self._said: Faces = NO_FACES
        """What people said of tiles, by their numbers."""
        self._held: _Held | None = None
        self._last: tuple[SeenTable, float] | None = None
        """The table as it was seen last, and when."""
        self._blind = _NOTHING_UNREAD
        """Tiles of the pozo that could not be read yet, by their numbers, and what happened whatever they are."""
        self.lying: Faces = NO_FACES
        """What the tiles of the last look are taken for, by their numbers, but for those in doubt."""
        self.unread: tuple[UnsureTile, ...] = ()
        """Tiles that people were asked about and have not named while the hand went on."""
        self._asked: frozenset[int] = frozenset()
        """Tiles that people were asked about, by their numbers."""
        self._guesses: Faces = NO_FACES
        """What those of melds are taken for, since people have played on without saying."""
        self._open = _NOTHING_OPEN
        self._is_behind = False
        """Whether the last look is still to be understood."""
        self._is_named = False
        """Whether somebody named a tile since the last look."""
        self._reached: tuple[int, ...] = ()
        """The seats whose hands came over the table since something was told and until the last look, in order."""
        self._reaching: tuple[int, ...] = ()
        """Those whose hands came since: they did not make what it shows."""
        self.is_illegible = False
        """Whether it was told that the tiles cannot be read."""

    @property
    def is_waiting(self) -> bool:
        """Whether something is held back, to be told unless something happens first."""
        return self._held is not None

    def stands(self, state: TableState) -> None:
        """Takes the hand as others told it; whose hands were seen until then no longer matters."""
        if state != self.state:
            self.state, self._blind = state, _NOTHING_UNREAD
            self._reached = self._reaching = ()
            self._open = replace(self._open, question=None)

    @property
    def guessed(self) -> tuple[str, ...]:
        """The faces for which tiles of melds are taken, sorted, while nobody says what they are."""
        return tuple(sorted(self._guesses[one.number] for one in self.unread if one.number in self._guesses))

    @property
    def _known(self) -> Known:
        said = {number: face for number, face in self._said.items() if face != NO_TILE}
        return Known(self._faces, said, self._guesses)

    @property
    def story(self) -> Story:
        """The hand as it was seen."""
        return Story(self._start, self.moves)

    def __call__(self, watched: Watched) -> News | None:
        """What a frame tells, if anything."""
        if watched.reached_from is not None:
            self._reaches(seat_at(watched.reached_from, self.state.players))
        if watched.seen is not None:
            self._reached, self._reaching = together(self._reached, self._reaching), ()
            return self._sees(watched.seen, watched.at_s)
        if self._is_behind and self._last is not None:
            return self._sees(self._last[0], watched.at_s)
        held = self._held
        if held is not None and watched.at_s - held.since_s >= HOLD_S:
            return self._tells(held)
        return None

    def ends(self) -> News | None:
        """What is left to tell when nothing more will be seen."""
        if self._is_behind and self._last is not None and (news := self._sees(*self._last)):
            return news
        return self._tells(self._held) if self._held else None

    def answers(self, question: Question, choice: int | None) -> Change:
        """What somebody answered: one of the answers by its number, or ``None`` for that the table lies as it lies.

        It holds, whatever it breaks.
        """
        if choice is None:
            moves = resync(self.state, Observation.parse(question.seen), self.rules)
        else:
            moves = question.answers[choice]
        self.ignores(foreign_in(question.doubts, question.seen))
        self._open = replace(self._open, question=None)
        change = Change(events=tuple(events_of(Story(self.state, moves), self.rules)), seen=question.seen)
        self._tells(_Held(news=change, faces=NO_FACES, since_s=0.0))
        return change

    def names(self, faces: Faces) -> News | None:
        """What follows when somebody says which faces unread tiles show, or ``NO_TILE``, by the numbers of the tiles.

        It holds for as long as they lie on the table, also where something else was told of them; nothing is lost if a
        tile is gone by now.
        """
        self.hears(faces)
        return None if self._last is None else self._sees(*self._last) or self.ends()

    def hears(self, faces: Faces) -> None:
        """The same from the next look on: what was guessed of these tiles is put right."""
        self._said = {**self._said, **faces}
        guesses = {**self._guesses, **self._open.guesses}
        self._guesses = {number: face for number, face in guesses.items() if number not in faces}
        self._open, self._is_named = _NOTHING_OPEN, True

    def ignores(self, alone: Iterable[str]) -> None:
        """Tiles with these faces that lie alone among the melds are no matter from now on: people said so."""
        self._observer.ignores(alone)

    def score(self) -> HandScore:
        """The score as it stands; racks that nobody saw are left out, and while the hand goes on nobody closed it."""
        rules = self.rules
        if not self.state.ended:
            rules = replace(rules, stock_out_none_has_canasta="score", stock_out_close_bonus=0)
        return score_hand(record_of(self.state), rules)

    def _sees(self, seen: SeenTable, at_s: float) -> News | None:
        self._last = (seen, at_s)
        self._is_behind = False
        if self._open.lying != frozenset(seen.settled.numbers):
            left, self._open = self._open, _NOTHING_OPEN
            self._guesses = {**self._guesses, **left.guesses}
            if left.question:
                self._is_behind = True
                return self.answers(left.question, 0)
        denied = {at for at, number in enumerate(seen.settled.numbers) if self._said.get(number) == NO_TILE}
        observed = self._observer(without(seen, denied), self.state, self._known)
        self.lying = observed.faces
        news = self._news(observed, self._missed(seen, observed))
        self._held, self._is_named = None, False
        if news is None:
            self._faces = {**self._faces, **observed.faces}
            return None
        question = news if isinstance(news, Question) and may_be_left(news) else None
        left = _Open(frozenset(seen.settled.numbers), observed.guesses, question)
        held = _Held(news=news, faces=observed.faces, since_s=at_s, open=left)
        if isinstance(news, Change) and (not news.violations or _ends_a_turn(news)):
            return self._tells(held)
        self._held = held
        return None

    def _missed(self, seen: SeenTable, observed: Observed) -> Moves:
        """What happened to tiles of the pozo that could not be read and are out of sight now, or still cannot."""
        numbers, moves = self._blind
        covered = {track.number for track in seen.settled.covered}
        lying = numbers.intersection(seen.settled.numbers) - covered
        return moves if not lying or (observed.unsure and self._may_wait(observed)) else ()

    def _unread(self, observed: Observed) -> Moves:
        """What happened whatever the unread tiles are, if they lie in the pozo; nothing where that breaks a rule."""
        if _has_unread_meld(observed):
            return ()
        told = looked(self.state, replace(observed.observation, hands=self._reached), self.rules)
        if isinstance(told, Doubtful) or replay(self.state, told, self.rules).violations:
            return ()
        return told

    def _news(self, observed: Observed, missed: Moves) -> News | None:
        seen, passed = observed.observation, missed
        if self.rules.discard_ends_turn:
            seen = replace(seen, hands=self._reached)
        else:
            passed = passed_on(self.state, self._reached, self.rules)
        text = self.seen = str(seen)
        if observed.shown >= _FEWEST_SHOWN and observed.shown - observed.doubtful < _LEGIBLE_SHARE * observed.shown:
            return None if self.is_illegible else Question(doubts=(_illegible(observed),), seen=text)
        self.is_illegible = False
        may_wait = self._may_wait(observed)
        self.unread = observed.unsure if may_wait else ()
        if observed.unsure and not may_wait:
            self._blind = frozenset(one.number for one in observed.unsure), self._unread(observed)
            return Question(unsure=observed.unsure, seen=text)
        told = looked(self.state, seen, self.rules, passed)
        is_word = isinstance(told, Doubtful) and self._puts_right(told)
        if isinstance(told, Doubtful):
            if not is_word:
                return Question(doubts=told.doubts, answers=told.answers, seen=text, passed=passed)
            told = told.answers[0]
        if not told:
            return None
        events = tuple(events_of(Story(self.state, told), self.rules))
        return Change(events=events, seen=text, passed=passed, is_word=is_word)

    def _puts_right(self, told: Doubtful) -> bool:
        """Whether nothing is odd but that a tile was told as another, and somebody has named one since."""
        return self._is_named and bool(told.answers) and all(fault.code == Code.REREAD for fault in told.doubts)

    def _may_wait(self, observed: Observed) -> bool:
        """Whether people were asked about all unread tiles, and those of melds may be guessed: the hand goes on."""
        return not _has_unread_meld(observed) and self._asked.issuperset(one.number for one in observed.unsure)

    def _reaches(self, seat: int | None) -> None:
        """Notes whose hand was over the table."""
        if seat is not None:
            self._reaching = together(self._reaching, (seat,))

    def _tells(self, held: _Held) -> News:
        self._held = None
        self.is_illegible = isinstance(held.news, Question) and held.news.is_illegible
        if isinstance(held.news, Question):
            self._asked |= {one.number for one in held.news.unsure}
            self._open = held.open
        if isinstance(held.news, Change):
            moves = tuple(event.move for event in held.news.events)
            self.state = replay(self.state, moves, self.rules).state
            self.moves += moves
            self._faces = {**self._faces, **held.faces}
            self._reached, self._blind = (), _NOTHING_UNREAD
        return held.news


def _has_unread_meld(observed: Observed) -> bool:
    return any(one is None for meld in observed.observation.melds for one in meld.row)


def _illegible(observed: Observed) -> Violation:
    return Violation(Code.ILLEGIBLE, (), (("count", observed.doubtful), ("most", observed.shown)))


def _ends_a_turn(change: Change) -> bool:
    return isinstance(change.events[-1].move, _ENDINGS)
