"""The questions about tiles of a hand, people's answers, and the guesses in between."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, replace

from companion.game_tracking.observation import NO_FACES, Faces, ObservedTable, PriorKnowledge, UnsureTile
from companion.game_tracking.rejected_detections import without_rejected
from companion.game_tracking.updates import Question, Update, may_be_left
from companion.view_models import NO_TILE
from vision.watching.frame_results import SeenTable


@dataclass(frozen=True, slots=True)
class OpenQuestions:
    """The unanswered questions."""

    lying: frozenset[int]
    """The numbers of the tiles on the table when it was asked; other tiles mean that play went on."""
    guesses: Faces
    """The most likely faces of the tiles in question."""
    question: Question | None
    """The question whose likeliest answer is applied when play goes on."""
    unguessable: tuple[UnsureTile, ...] = ()
    """The tiles of melds that can be neither read nor guessed."""

    @property
    def has_default(self) -> bool:
        """Whether something is assumed when play goes on without an answer."""
        return bool(self.question or self.guesses or self.unguessable)


NOTHING_OPEN = OpenQuestions(frozenset(), NO_FACES, None)


class TileQuestions:
    """The questions of one hand; tiles are referred to by number."""

    def __init__(self) -> None:
        self.unread: tuple[UnsureTile, ...] = ()
        """Tiles that people were asked about and have not named while the hand went on."""
        self.is_named = False
        """Whether somebody named a tile since the last look."""
        self._said: Faces = NO_FACES
        """What people said of tiles."""
        self._asked: frozenset[int] = frozenset()
        """Tiles that people were asked about."""
        self._guesses: Faces = NO_FACES
        """What those of melds are taken for, since people have played on without saying."""
        self._unguessable: dict[int, UnsureTile] = {}
        """Those of melds that cannot be guessed, by number, since people have played on without saying."""
        self._open = NOTHING_OPEN

    def known(self, faces: Faces) -> PriorKnowledge:
        """The knowledge about tiles with accepted ``faces``."""
        said = {number: face for number, face in self._said.items() if face != NO_TILE}
        return PriorKnowledge(faces, said, self._guesses)

    def denied(self, numbers: Sequence[int]) -> set[int]:
        """The indices among ``numbers`` of places that hold no tile, as people stated."""
        return {at for at, number in enumerate(numbers) if self._said.get(number) == NO_TILE}

    def guessable(
        self, seen: SeenTable, peek: Callable[[SeenTable], ObservedTable]
    ) -> tuple[SeenTable, tuple[UnsureTile, ...]]:
        """A table without what people said is no tile, and without the tiles that can be neither read nor guessed.

        The second value is the latter ones: people have played on without naming them. ``peek`` observes a table.
        """
        numbers = seen.settled.numbers
        if not self._unguessable.keys().isdisjoint(numbers):
            self._reconsider(peek(seen))
        stuck = {at: self._unguessable[number] for at, number in enumerate(numbers) if number in self._unguessable}
        return without_rejected(seen, self.denied(numbers) | stuck.keys()), tuple(stuck.values())

    def _reconsider(self, observed: ObservedTable) -> None:
        """Guess what can be guessed by now of the tiles that could not, and forget those that were read."""
        found = {number: face for number, face in observed.guesses.items() if number in self._unguessable}
        self._guesses = {**self._guesses, **found}
        legible = observed.guesses.keys() | observed.taken.keys() | observed.faces.keys()
        self._unguessable = {number: tile for number, tile in self._unguessable.items() if number not in legible}

    @property
    def guessed(self) -> tuple[str, ...]:
        """The guessed faces of meld tiles, sorted."""
        return tuple(sorted(self._guesses[tile.number] for tile in self.unread if tile.number in self._guesses))

    def set_guesses(self, taken: Faces) -> None:
        """Update the guesses, which new neighbours may have changed."""
        known = {number: face for number, face in taken.items() if number in self._guesses}
        self._guesses = {**self._guesses, **known}

    def hear(self, faces: Faces) -> None:
        """Apply people's statements about tiles; they replace guesses."""
        self._said = {**self._said, **faces}
        guesses = {**self._guesses, **self._open.guesses}
        self._guesses = {number: face for number, face in guesses.items() if number not in faces}
        self._unguessable = {number: tile for number, tile in self._unguessable.items() if number not in faces}
        self._open, self.is_named = NOTHING_OPEN, True

    def ask(self, question: Question, left: OpenQuestions) -> None:
        """Record a question, with the default that applies when play goes on."""
        self._asked |= {doubt.number for doubt in question.unsure}
        self._open = left

    def answered(self) -> None:
        """Close the question about what happened; questions about tiles may remain."""
        self._open = replace(self._open, question=None)

    def left(self, lying: Collection[int]) -> Question | None:
        """The open question, resolved by its default where other tiles are ``lying`` on the table now; else None."""
        return None if self._open.lying == frozenset(lying) else self.leave_open()

    @property
    def is_open(self) -> bool:
        """Whether a question has a default answer that was not applied yet."""
        return self._open.has_default

    @property
    def is_about_seats(self) -> bool:
        """Whether the open question is who played."""
        return self._open.question is not None and self._open.question.is_about_seats

    def leave_open(self) -> Question | None:
        """Resolve the open question by its default; returns the question about what happened, if any."""
        left, self._open = self._open, NOTHING_OPEN
        self._guesses = {**self._guesses, **left.guesses}
        self._unguessable |= {tile.number: tile for tile in left.unguessable}
        return left.question

    def may_wait(self, observed: ObservedTable) -> bool:
        """Whether the hand can go on: all unread tiles were asked about, and those of melds can be guessed."""
        return not observed.has_unread_meld and self._asked.issuperset(doubt.number for doubt in observed.unsure)


def left_open(update: Update, observed: ObservedTable, lying: Collection[int]) -> OpenQuestions:
    """What a question about an ``observed`` table, with the tiles ``lying`` there, leaves open, and its default."""
    if not isinstance(update, Question):
        return NOTHING_OPEN
    legible = observed.guesses.keys() | observed.taken.keys()
    stuck = tuple(tile for tile in update.unsure if tile.number in observed.laid and tile.number not in legible)
    return OpenQuestions(frozenset(lying), observed.guesses, update if may_be_left(update) else None, stuck)
